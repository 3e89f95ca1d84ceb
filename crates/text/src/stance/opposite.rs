//! Whether a text denies what a statement affirms, or affirms what it denies.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::{DENY, of_words};
use crate::lang::List;
use crate::word::{Word, fold, words};

/// Words that turn a clause without denying it, or turn what denies it: "can't stop smoking", "is unable to come".
const TURNS: &[&str] = &[
    "avoid", "avoids", "barely", "deny", "denies", "excluded", "excludes", "fail", "failed", "fails", "gave",
    "hardly", "impossible", "only", "quit", "rarely", "refuses", "seldom", "stop", "stopped", "stops", "too",
    "unable", "unless", "unlikely",
];
/// Words behind which another clause begins.
const OPENS: &[&str] = &[
    "although", "and", "because", "but", "if", "since", "so", "that", "though", "when", "which", "while",
    "who", "whose",
];

/// How many content words tell one statement from others.
const FEWEST: usize = 2;

/// What a statement says, and whether it affirms that.
#[derive(Debug, Clone)]
pub struct Stated {
    said: BTreeSet<String>,
    affirms: bool,
}

impl Stated {
    /// Reads a statement; the words with these stems are of names. `None` where it has no other content, or its stance is not plain.
    #[must_use]
    pub fn of(statement: &str, names: &BTreeSet<String>) -> Option<Self> {
        let all = words(statement);
        let said = content(&all, names);
        let affirms = !of_words(&all).denies && !all.iter().any(denies_elsewhere);
        (!said.is_empty() && !all.iter().any(turns)).then_some(Self { said, affirms })
    }

    /// Whether it affirms what it says.
    #[must_use]
    pub fn affirms(&self) -> bool {
        self.affirms
    }

    /// Whether a clause of a text has all the statement's content words, of which there are at least two, and the same stance.
    #[must_use]
    pub fn is_said_by(&self, text: &str) -> bool {
        self.said.len() >= FEWEST && self.is_shared_by(text)
    }

    /// Whether a clause of a text has all the statement's content words, however few, and the same stance.
    #[must_use]
    pub fn is_shared_by(&self, text: &str) -> bool {
        clauses(text).iter().any(|clause| polarity(clause, &self.said) == Some(self.affirms))
    }

    /// Whether a text says the opposite: a clause of it has all the statement's content words, but those of names, and denies where the
    /// statement affirms, or the other way round; and no clause says what the statement says.
    #[must_use]
    pub fn is_opposed_by(&self, text: &str) -> bool {
        let clauses = clauses(text);
        let mut polarities = clauses.iter().filter_map(|clause| polarity(clause, &self.said)).peekable();
        polarities.peek().is_some() && polarities.all(|polarity| polarity != self.affirms)
    }
}

/// Whether of two texts on one thing one denies what the other affirms: all that a clause of `text` says, besides these names, a clause of
/// `other` says too, with the other stance.
#[must_use]
pub fn opposed(text: &str, other: &str, names: &BTreeSet<String>) -> Option<bool> {
    let others = clauses(other);
    clauses(text).iter().find_map(|clause| {
        let said = content(clause, names);
        let affirms = polarity(clause, &said).filter(|_| said.len() >= FEWEST)?;
        let mut said_there = others.iter().filter_map(|clause| polarity(clause, &said)).peekable();
        said_there.peek()?;
        said_there.all(|there| there != affirms).then_some(affirms)
    })
}

/// The stems of what a clause says, without what denies it and without these names.
fn content(clause: &[Word], names: &BTreeSet<String>) -> BTreeSet<String> {
    let own = |word: &&Word| {
        word.content && !denies(word) && !denies_elsewhere(word) && !names.contains(&word.stem)
    };
    clause.iter().filter(own).map(said_in).collect()
}

/// What a word says, of whatever class it is: a smoker smokes.
fn said_in(word: &Word) -> String {
    const SHORTEST: usize = 4;
    let stem = word.stem.as_str();
    let root = stem.strip_suffix("er").or_else(|| stem.strip_suffix('e')).unwrap_or(stem);
    if root.len() >= SHORTEST { root.to_owned() } else { stem.to_owned() }
}

/// Whether a clause affirms what has these stems; `None` where it lacks one of them, or its stance is not plain.
fn polarity(clause: &[Word], said: &BTreeSet<String>) -> Option<bool> {
    let last = clause.iter().rposition(|word| said.contains(&said_in(word)))?;
    let stems: BTreeSet<String> = clause.iter().map(said_in).collect();
    if !said.iter().all(|stem| stems.contains(stem)) || clause.iter().any(turns) {
        return None;
    }
    // What is denied stands behind, except in other languages: "Jonas smokes not".
    let denied = clause.iter().enumerate().any(|(at, word)| {
        let number = clause.get(at + 1).is_some_and(|next| next.folded.contains(char::is_numeric));
        denies(word)
            && !(word.folded == "no" && number)
            && (at < last || at == last + 1 && at + 1 == clause.len())
    });
    Some(!denied && !clause.iter().any(denies_elsewhere))
}

fn turns(word: &Word) -> bool {
    TURNS.contains(&word.folded.as_str())
}

fn denies(word: &Word) -> bool {
    DENY.contains(&word.folded.as_str())
}

fn denies_elsewhere(word: &Word) -> bool {
    static DENY: LazyLock<FxHashSet<String>> =
        LazyLock::new(|| List::Deny.all().iter().map(|word| fold(word)).collect());
    DENY.contains(&word.folded)
}

fn clauses(text: &str) -> Vec<Vec<Word>> {
    let mut clauses = Vec::new();
    for piece in text.split([',', ';', ':', '.', '!', '?', '(', ')', '\n', '–', '—']) {
        let words = words(piece);
        clauses.extend(words.split(|word| OPENS.contains(&word.folded.as_str())).map(<[Word]>::to_vec));
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(statement: &str, text: &str) -> bool {
        let names = ["ivo", "mara", "olga", "ana", "jona", "jonas", "mari", "marie", "luis", "lui"]
            .map(str::to_owned)
            .into();
        Stated::of(statement, &names).is_some_and(|stated| stated.is_opposed_by(text))
    }

    #[test]
    fn a_denial_opposes_what_it_denies() {
        for (statement, text) in [
            ("Ivo is allergic to penicillin", "Ivo is not allergic to penicillin."),
            ("Ivo is allergic to penicillin", "Ivo isn't allergic to penicillin, the test was negative."),
            ("Ivo is not allergic to penicillin", "Ivo is allergic to penicillin."),
            ("Mara smokes", "Mara doesn't smoke."),
            ("Mara smokes", "Mara doesn't drink or smoke."),
            ("Mara smokes", "Mara smokes not"),
            ("Mara never smokes", "Mara smokes on the balcony."),
            ("Mara is a smoker", "Mara has never smoked."),
            ("Olga has a dog", "Olga has no dog."),
            ("the Lisbon office has a cafeteria", "The Lisbon office has no cafeteria."),
            ("Jonas raucht", "Jonas raucht nicht."),
            ("Marie fume", "Marie ne fume pas."),
            ("Luis tiene perro", "Luis no tiene perro."),
            ("Luis fuma", "Luis jamás fuma."),
            ("Ana fuma", "Ana não fuma."),
            ("Jonas raucht nicht", "Jonas raucht auf dem Balkon."),
            ("Paul was fired", "Paul was not fired; he resigned."),
            ("Ivo is allergic to penicillin", "Ivo plays the oboe and is not allergic to penicillin."),
        ] {
            assert!(check(statement, text), "{statement}: {text}");
        }
    }

    #[test]
    fn of_two_texts_one_denies_what_the_other_affirms() {
        let names = BTreeSet::from(["kraków".to_owned()]);
        let (flyer, desk) = (
            "The glossy flyer says the pass is valid in Kraków.",
            "At the desk they said that the pass is not valid in Kraków.",
        );
        assert_eq!(opposed(desk, flyer, &names), Some(false));
        for other in
            ["In Kraków the pass is sold at the desk.", "The pass is not valid in Kraków.", "The tram runs."]
        {
            assert_eq!(opposed(desk, other, &names), None, "{other}");
        }
    }

    #[test]
    fn what_says_the_same_or_something_else_opposes_nothing() {
        for (statement, text) in [
            ("Ivo is allergic to penicillin", "Ivo is allergic to penicillin."),
            ("Ivo is allergic to penicillin", "Ivo is allergic to penicillin, not to nuts."),
            ("Ivo is allergic to penicillin", "Ivo doesn't smoke and is allergic to penicillin."),
            ("Ivo is allergic to penicillin", "Don't give Ivo penicillin, he is allergic."),
            ("Ivo is allergic to penicillin", "Nobody knows that Ivo is allergic to penicillin."),
            ("Mara smokes", "Mara can't stop smoking."),
            ("Mara smokes", "Mara rides, and doesn't swim."),
            ("Ana can't come", "Ana is unable to come."),
            ("Ana is unable to come", "Ana can't come."),
            ("Ana drinks coffee", "Ana drinks coffee not tea."),
            ("Olga has a dog", "Olga has a dog, but no garden."),
            ("Ivo has bed 4", "Ivo has no. 4, the bed at the window."),
            (
                "Ivo is not allergic to penicillin",
                "Ivo has no allergy to penicillin: he is not allergic to penicillin.",
            ),
            ("Ana", "Nobody knows Ana."),
        ] {
            assert!(!check(statement, text), "{statement}: {text}");
        }
    }
}

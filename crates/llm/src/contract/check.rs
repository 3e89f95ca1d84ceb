//! What a merged text says, held against what it was made from.

use std::collections::BTreeSet;
use std::fmt;

use nepenthe_text::clause;
use nepenthe_text::entity::identifier;
use nepenthe_text::word::{Word, words};
use serde::Serialize;

/// A doubt about a merged text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Flag {
    /// It holds words, numbers, identifiers or denials that are in neither text that it was made from.
    Adds(Vec<String>),
    /// It has these statements of the old text, or words of the new one, no longer, and nothing contradicts them.
    Loses(Vec<String>),
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, pieces) = match self {
            Self::Adds(pieces) => ("adds", pieces),
            Self::Loses(pieces) => ("loses", pieces),
        };
        let pieces: Vec<String> = pieces.iter().map(|piece| format!("{piece:?}")).collect();
        write!(f, "{what} {}", pieces.join(", "))
    }
}

/// Which part of a statement's plain words must be there for it to count as kept.
const KEPT: f64 = 0.6;
/// Words that turn a statement around.
const DENIALS: [&str; 9] =
    ["not", "no", "never", "none", "nobody", "nothing", "neither", "without", "cannot"];

/// Compares the text that a memory is to have with the one it has, what was asked for, and the statement that takes the old one's
/// place. Doubts are no proof: a paraphrase adds words too.
#[must_use]
pub fn merged(old: &str, request: &str, new: &str, merged: &str) -> Vec<Flag> {
    let text = Text::of(merged);
    let mut flags = Vec::new();
    let adds = added(&text, &Text::of(old), &Text::of(new));
    if !adds.is_empty() {
        flags.push(Flag::Adds(adds));
    }
    let mut loses = lost(old, &[request, new], &text);
    let told: Vec<Word> =
        words(new).into_iter().filter(|word| telling(new, word) && !text.has(word)).collect();
    if told.is_empty() && !Text::of(new).mostly_in(&text) {
        loses.push(new.to_owned());
    }
    loses.extend(told.into_iter().map(|word| new[word.span].to_owned()));
    if !loses.is_empty() {
        flags.push(Flag::Loses(loses));
    }
    flags
}

/// Tells whether a text says a statement: its names and numbers, and most of its words. A statement without any is said
/// nowhere, as far as words can tell.
#[must_use]
pub fn says(statement: &str, text: &str) -> bool {
    let statement = Text::of(statement);
    statement.words.iter().any(|word| word.content) && statement.mostly_in(&Text::of(text))
}

/// Tells whether a new text takes the place of an old one: each statement of the old is there again, word for word, or
/// contradicted by a statement with its subject and its attribute. The subject is the first content word, with the rest of
/// its name; the attribute is the next plain word ("wifi" and "password", "Cy Dunn" and "allergic"). What has no attribute
/// states nothing, and nothing takes its place.
#[must_use]
pub fn replaces(old: &str, new: &str) -> bool {
    let (whole, clauses) = (Text::of(new), clause::split(new));
    let clauses: Vec<Text<'_>> = clauses.iter().map(|clause| Text::of(&new[clause.span.clone()])).collect();
    let statements = clause::split(old);
    !statements.is_empty()
        && statements.iter().all(|clause| {
            let old = Text::of(&old[clause.span.clone()]);
            let Some((subject, attribute)) = old.about() else { return false };
            let mut content = old.words.iter().filter(|word| word.content);
            content.all(|word| whole.has(word))
                || clauses.iter().any(|new| old.is_contradicted_by(new, &subject, attribute))
        })
}

/// A text in its words.
struct Text<'a> {
    text: &'a str,
    words: Vec<Word>,
    stems: BTreeSet<String>,
    /// How often it denies.
    denials: usize,
}

impl<'a> Text<'a> {
    fn of(text: &'a str) -> Self {
        let words = words(text);
        let denial = |word: &&Word| DENIALS.contains(&word.folded.as_str()) || word.folded.ends_with("n't");
        let denials = words.iter().filter(denial).count();
        let stems = words.iter().map(|word| word.stem.clone()).collect();
        Self { text, words, stems, denials }
    }

    fn has(&self, word: &Word) -> bool {
        self.stems.contains(&word.stem)
    }

    /// The words of the subject, and where among the words the attribute is, if it has both.
    fn about(&self) -> Option<(Vec<&Word>, usize)> {
        let first = self.words.iter().position(|word| word.content)?;
        let name = self.words[first + 1..].iter().take_while(|word| telling(self.text, word));
        let subject: Vec<&Word> = std::iter::once(&self.words[first]).chain(name).collect();
        let behind = first + subject.len();
        let plain = |word: &Word| word.content && !telling(self.text, word);
        Some((subject, behind + self.words[behind..].iter().position(plain)?))
    }

    /// Tells whether another statement has the subject, behind it the attribute, and behind that something else in the
    /// place of what this one has there; or denies it.
    fn is_contradicted_by(&self, new: &Self, subject: &[&Word], attribute: usize) -> bool {
        let at = |wanted: &Word| new.words.iter().position(|word| word.stem == wanted.stem);
        let (Some(place), Some(after)) =
            (at(&self.words[attribute]), subject.iter().map(|word| at(word)).max())
        else {
            return false;
        };
        let subject_is_there = subject.iter().all(|word| new.has(word)) && after < Some(place);
        let tells = |text: &Self, word: &Word| telling(text.text, word);
        let gone: Vec<&Word> = self.words[attribute + 1..]
            .iter()
            .filter(|word| (word.content || tells(self, word)) && !new.has(word))
            .collect();
        // A name or number gives way to another.
        let told = gone.iter().any(|word| tells(self, word));
        let instead = |word: &Word| !self.has(word) && if told { tells(new, word) } else { word.content };
        subject_is_there && (new.denials != self.denials || new.words[place + 1..].iter().any(instead))
    }

    /// Tells whether the text's telling words, and most of its others, are in another.
    fn mostly_in(&self, other: &Text<'_>) -> bool {
        let own: Vec<&Word> = self.words.iter().filter(|word| word.content).collect();
        let there = own.iter().filter(|word| other.has(word)).count();
        let told = own.iter().all(|word| !telling(self.text, word) || other.has(word));
        told && there as f64 >= KEPT * own.len() as f64
    }
}

/// Numbers and names: a paraphrase keeps them.
fn telling(text: &str, word: &Word) -> bool {
    let written = &text[word.span.clone()];
    let number = written.chars().any(char::is_numeric);
    let sentence = text[..word.span.start].trim_end();
    let first = sentence.is_empty() || sentence.ends_with(['.', '!', '?']);
    number || word.content && !first && written.chars().next().is_some_and(char::is_uppercase)
}

fn added(merged: &Text<'_>, old: &Text<'_>, new: &Text<'_>) -> Vec<String> {
    let known = |word: &Word| old.has(word) || new.has(word);
    let number = |word: &Word| merged.text[word.span.clone()].chars().any(char::is_numeric);
    let mut added: Vec<String> = merged
        .words
        .iter()
        .filter(|word| (word.content || number(word)) && !known(word))
        .map(|word| merged.text[word.span.clone()].to_owned())
        .collect();
    let identifiers = |text: &str| -> BTreeSet<String> {
        identifier::recognise(text).into_iter().map(|found| found.canonical).collect()
    };
    let (before, replacing) = (identifiers(old.text), identifiers(new.text));
    let new_ones = identifier::recognise(merged.text).into_iter().filter(|found| {
        !before.contains(&found.canonical)
            && !replacing.contains(&found.canonical)
            && !old.text.contains(&found.text)
            && !new.text.contains(&found.text)
    });
    added.extend(new_ones.map(|found| found.text));
    if merged.denials > old.denials + new.denials {
        added.extend(
            merged
                .words
                .iter()
                .filter(|word| DENIALS.contains(&word.folded.as_str()) || word.folded.ends_with("n't"))
                .map(|word| word.folded.clone()),
        );
    }
    let mut seen = BTreeSet::new();
    added.retain(|piece| seen.insert(piece.clone()));
    added
}

/// The statements of the old text that are gone, but for what the change is about.
fn lost(old: &str, about: &[&str], merged: &Text<'_>) -> Vec<String> {
    let about: BTreeSet<String> = about
        .iter()
        .flat_map(|text| words(text).into_iter().filter(|word| word.content && !telling(text, word)))
        .map(|word| word.stem)
        .collect();
    let clauses = clause::split(old);
    let statements: Vec<(Text<'_>, bool)> = clauses
        .iter()
        .map(|clause| {
            let text = Text::of(&old[clause.span.clone()]);
            let meant = text
                .words
                .iter()
                .any(|word| word.content && !telling(text.text, word) && about.contains(&word.stem));
            (text, meant)
        })
        .collect();
    let gone: Vec<&(Text<'_>, bool)> =
        statements.iter().filter(|(text, _)| !text.mostly_in(merged)).collect();
    let told = statements.iter().any(|(_, meant)| *meant);
    if !told && gone.len() < 2 {
        // Nothing tells which statement is meant: the one that is gone will be.
        return Vec::new();
    }
    gone.into_iter().filter(|(_, meant)| !meant).map(|(text, _)| text.text.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "Alice works at Initech, and she keeps two cats in Ghent.";

    fn flags(text: &str) -> Vec<String> {
        let flags = merged(OLD, "where Alice works", "Alice works at Hooli since May 2025.", text);
        flags.iter().map(Flag::to_string).collect()
    }

    #[test]
    fn a_faithful_merge_has_no_flag() {
        for good in [
            "Alice works at Hooli since May 2025, and she keeps two cats in Ghent.",
            "Alice has been working at Hooli since May 2025 and keeps two cats in Ghent.",
            "Since May 2025 Alice works at Hooli. She keeps two cats in Ghent.",
        ] {
            assert_eq!(flags(good), Vec::<String>::new(), "{good}");
        }
    }

    #[test]
    fn a_statement_without_words_that_tell_is_said_nowhere() {
        assert!(says("Alice works at Hooli.", "Since May Alice works at Hooli."));
        assert!(!says("Alice works at Hooli.", "Alice works."));
        assert!(!says("She is at it.", "She is at it.") && !says("!", "Alice works."));
    }

    #[test]
    fn a_statement_gives_way_to_one_with_its_subject_and_attribute_and_to_no_other() {
        for (old, new) in [
            ("Alice works at Initech.", "Alice works at Hooli."),
            ("Alice works at Initech.", "Alice no longer works at Initech."),
            ("Alice works at Initech.", "Since May Alice has been working at Hooli, and she likes it."),
            ("The wifi password is hunter2.", "The wifi password is swordfish9."),
            ("The wifi password is hunter2.", "hunter2 is the wifi password, says Ida."),
            ("Alice works at Initech, and Alice likes tea.", "Alice likes coffee, and Alice works at Hooli."),
        ] {
            assert!(replaces(old, new), "{old} {new}");
        }
        for (old, new) in [
            ("Cy Dunn is allergic to penicillin.", "Cy Dunn works at Initech."),
            ("Cy Dunn is allergic to penicillin.", "Cy Dunn sells penicillin."),
            ("Cy Dunn is allergic to penicillin.", "Ann Lee is allergic to nuts."),
            ("Cy Dunn is allergic to penicillin.", "Cy Dunn is allergic."),
            ("The wifi password is hunter2.", "The wifi is slow."),
            ("The wifi password is hunter2.", "The wifi password is long."),
            ("Ann Lee lives in Lima.", "Ann Lee"),
            ("Ann Lee", "Ann Lee lives in Lima."),
            ("Alice works at Initech, and she keeps two cats in Ghent.", "Alice works at Hooli."),
            ("", "Alice works at Hooli."),
        ] {
            assert!(!replaces(old, new), "{old} {new}");
        }
    }

    #[test]
    fn what_is_made_up_is_flagged_by_its_words() {
        let table = [
            (
                "Alice works at Hooli since May 2025 as an engineer, and keeps two cats in Ghent.",
                "adds \"engineer\"",
            ),
            ("Alice works at Hooli since May 2025, and she keeps 3 cats in Ghent, two.", "adds \"3\""),
            ("Alice works at Hooli since May 2025, and she does not keep two cats in Ghent.", "adds \"not\""),
            (
                "Alice (alice@hooli.example) works at Hooli since May 2025, and she keeps two cats in Ghent.",
                "alice@hooli.example",
            ),
            ("Alice works at Hooli since May 2025, and Bob keeps two cats in Ghent.", "adds \"Bob\""),
        ];
        for (text, expected) in table {
            let flags = flags(text);
            assert!(flags.iter().any(|flag| flag.contains(expected)), "{text}: {flags:?}");
        }
    }

    #[test]
    fn what_is_dropped_is_flagged_by_its_words() {
        let table = [
            ("Alice works at Hooli since May 2025.", "two cats in Ghent"),
            ("Alice works at Hooli since May 2025, and she keeps two cats.", "Ghent"),
            ("Alice works at Hooli, and she keeps two cats in Ghent.", "loses \"2025\""),
            ("Alice and she keeps two cats in Ghent.", "\"Hooli\", \"2025\""),
        ];
        for (text, expected) in table {
            let flags = flags(text);
            assert!(
                flags.iter().any(|flag| flag.starts_with("loses") && flag.contains(expected)),
                "{text}: {flags:?}"
            );
        }
        let coffee = "Ida likes strong black coffee.";
        let flags = merged("Ida likes tea.", "what Ida likes", coffee, "Ida likes it.");
        assert_eq!(flags, [Flag::Loses(vec![coffee.to_owned()])]);
    }

    #[test]
    fn the_statement_that_is_replaced_may_go_though_no_word_tells_it() {
        let old = "Alice lives in Rome and plays the cello.";
        let flags = merged(
            old,
            "the home of Alice",
            "Alice moved to Paris.",
            "Alice moved to Paris and plays the cello.",
        );
        assert_eq!(flags, []);
        let flags = merged(
            old,
            "where Alice lives",
            "Alice moved to Paris.",
            "Alice lives in Rome and moved to Paris.",
        );
        assert!(matches!(&flags[..], [Flag::Loses(lost)] if lost[0].contains("cello")), "{flags:?}");
    }
}

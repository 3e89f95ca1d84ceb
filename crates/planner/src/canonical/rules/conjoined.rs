//! Of two predicates of one subject the second goes with the first, where it only says what follows from it: "does not keep geese and
//! buys his eggs elsewhere", where there are geese again; "takes spaniels and setters", where nothing but sheepdogs is taken; "works at
//! the forge and earns nine crowns there".

use std::collections::BTreeSet;

use nepenthe_text::stance;
use nepenthe_text::word::{Word, begin_alike, lists, words};

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

/// How sure a plan is that takes both.
const TOLD: f64 = 0.65;
/// From which probability on it is so sure.
const LIKELY: f64 = 0.6;
/// How long the beginning must be that two words share to be of one.
const COMMON: usize = 4;

/// Tells of which memories nothing is left.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let Some(new) = query.new.filter(|_| query.verb == Verb::Supersede) else { return };
    for row in rows.iter_mut().filter(|row| row.kept.is_none() && row.probability >= MEANT) {
        if row.rest.is_none() && row.chunks.is_empty() && goes_whole(query, new, row) {
            row.rest = Some(None);
            if row.probability >= LIKELY {
                row.told = row.told.max(TOLD);
            }
        }
    }
}

fn goes_whole(query: &Query<'_>, new: &str, row: &Row) -> bool {
    let text = row.candidate.hit.memory.text.trim_end().trim_end_matches('.');
    if text.contains([',', ';', ':', '.', '(', '\n']) || text.matches(" and ").count() != 1 {
        return false;
    }
    let Some(subject) = row.text.clauses().get(0).and_then(|clause| clause.subject.clone()) else {
        return false;
    };
    let Some((head, tail)) = text.split_once(" and ") else { return false };
    if subject.start != 0 || subject.end > head.len() {
        return false;
    }
    let (first, second, said) = (words(&head[subject.end..]), words(tail), words(new));
    let of_subject: BTreeSet<String> =
        words(&head[..subject.end]).into_iter().map(|word| word.stem).collect();
    let has = |words: &[Word], is: fn(&str) -> bool| words.iter().any(|word| is(&word.folded));
    let limits = |words: &[Word]| stance::of_words(words).denies || has(words, lists::closes);
    let only = has(&said, lists::is_only) || new.to_lowercase().contains("nothing but");
    let affirms = !stance::of_words(&said).denies && !has(&said, lists::closes);
    let own = |word: &&Word| word.content && !of_subject.contains(&word.stem);
    let shares = |words: &[Word]| {
        let known = first.iter().chain(&said).chain(&query.own_words).filter(own);
        let known: Vec<&str> = known.map(|word| word.stem.as_str()).collect();
        words.iter().filter(own).any(|word| known.iter().any(|other| begin_alike(other, &word.stem, COMMON)))
    };
    // Two objects of one verb, where one thing alone is left.
    let objects = || {
        let same = said.iter().any(|word| of_subject.contains(&word.stem));
        same && second.len() <= 3 && !has(&second, lists::points_back)
    };
    let denied = limits(&first)
        && (affirms || only)
        && (limits(&second) || has(&second, lists::is_instead) || shares(&second));
    let spoken_of = |words: &[Word]| {
        let known: Vec<&str> =
            said.iter().chain(&query.own_words).filter(own).map(|word| word.stem.as_str()).collect();
        words.iter().filter(own).any(|word| known.iter().any(|other| begin_alike(other, &word.stem, COMMON)))
    };
    let yet = second.iter().any(|word| word.folded == "yet");
    let denied_behind = affirms
        && stance::of_words(&second).denies
        && !limits(&first)
        && spoken_of(&first)
        && (yet || spoken_of(&second));
    denied || denied_behind || only && objects() || has(&second, lists::points_back) && !limits(&first)
}

#[cfg(test)]
mod tests {
    use crate::testing::Texts;
    use crate::{Action, Mutation};

    /// What is left of a text; `None` where it goes whole.
    fn left(request: &str, new: &str, text: &'static str) -> Option<String> {
        let draft = Texts::of(&[text]).plan(&Mutation::supersede(request, new));
        let [step] = draft.steps.as_slice() else { panic!("{text} stays") };
        match &step.action {
            Action::Edit { text } => Some(text.clone()),
            _ => None,
        }
    }

    #[test]
    fn what_follows_from_a_denial_goes_with_it() {
        for (request, new, text) in [
            (
                "miller geese keeping",
                "The miller brought home a flock of geese.",
                "The miller does not keep geese and buys his eggs elsewhere.",
            ),
            (
                "dogs the kennel takes",
                "The kennel takes nothing but sheepdogs.",
                "The kennel takes spaniels and setters.",
            ),
        ] {
            assert_eq!(left(request, new, text), None, "{text}");
        }
    }

    #[test]
    fn another_denial_stays() {
        let rest = left(
            "how much sugar the miller takes",
            "The miller drinks his tea unsweetened.",
            "The miller takes two sugars in his tea and never touches coffee.",
        );
        assert!(rest.is_none_or(|rest| rest.contains("coffee")));
    }
}

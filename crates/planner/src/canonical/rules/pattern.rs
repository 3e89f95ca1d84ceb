//! A new statement that says what a memory says with another value: the memory is its earlier state, though it bears a date.
//!
//! "Last winter the thermostat was set to 19 degrees" is history beside a present state. Where there is none, the new statement
//! takes its place; and what holds "as of" a date holds until the next.

use std::collections::BTreeSet;

use nepenthe_text::entity::identifier;
use nepenthe_text::word::{Word, words};

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

/// How much of either statement's words the other one has, but for values.
const ALIKE: f64 = 0.75;
/// How many words they have in common at least.
const FEWEST: usize = 2;
/// The probability of an earlier state.
const EARLIER: f64 = 0.6;
/// How sure a plan is that takes it.
const TOLD: f64 = 0.75;
/// Words that say when, beside dates.
const WHEN: &[&str] = &[
    "last", "this", "next", "now", "current", "currently", "new", "previously", "formerly", "since", "until",
    "effective", "starting", "beginning", "spring", "summer", "autumn", "fall", "winter", "year", "month",
    "week", "quarter", "today", "yesterday", "longer", "anymore", "again", "early", "late",
];
/// What opens a statement that holds from a date on.
const FROM: &[&str] =
    &["as of ", "since ", "from ", "effective ", "starting ", "beginning ", "with effect from "];
/// What ends it again: "from 2023 to 2025".
const UP_TO: &[&str] = &[" to 1", " to 2", " until ", " till ", " through ", "–", " up to "];

/// Takes what has the new statement's pattern for its earlier state, where nothing else is meant, or all of it holds from a date on.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let Some(new) = query.new.filter(|_| query.verb == Verb::Supersede) else { return };
    let new_words: BTreeSet<String> = words(new).into_iter().map(|word| word.stem).collect();
    let own = Pattern::of(new, &words(new));
    let alike: Vec<bool> = rows.iter().map(|row| own.is_of(query, row)).collect();
    let meant = |(row, alike): (&Row, &bool)| (row.probability >= MEANT).then_some(*alike);
    let all_meant: Vec<bool> = rows.iter().zip(&alike).filter_map(meant).collect();
    for (row, alike) in rows.iter_mut().zip(alike) {
        let also = all_meant.contains(&true) && holds_on(new) && holds_on(&row.whole.said);
        if alike && row.kept.is_none() && (all_meant.is_empty() || also) {
            // "In the low season" is not "between the seasons".
            let said = |stem: &String| row.whole.said.words().iter().any(|word| word.stem == *stem);
            let told = query.own_words.iter().filter(|word| word.content && new_words.contains(&word.stem));
            let told = told.map(|word| &word.stem).all(said);
            row.tell(EARLIER, if told { TOLD } else { 0.0 });
        }
    }
}

/// Tells whether a statement holds from a date on, and not up to another.
fn holds_on(text: &str) -> bool {
    let text = text.to_lowercase();
    let opening = FROM.iter().find_map(|from| text.strip_prefix(from));
    opening.is_some_and(|rest| !UP_TO.iter().any(|up_to| rest.contains(up_to)))
}

/// The words of a statement without its values, and those that say when.
struct Pattern<'t> {
    text: &'t str,
    stems: Vec<String>,
}

impl<'t> Pattern<'t> {
    fn of(text: &'t str, words: &[Word]) -> Self {
        let values = identifier::values(text);
        let told = words.iter().filter(|word| {
            may_tell(word)
                && !values
                    .iter()
                    .any(|value| value.span.start < word.span.end && word.span.start < value.span.end)
        });
        Self { text, stems: told.map(|word| word.stem.clone()).collect() }
    }

    /// Tells whether a memory says the same of the same, with another value.
    fn is_of(&self, query: &Query<'_>, row: &Row) -> bool {
        if row.whole.conflicts() || row.segments.len() > 1 {
            return false;
        }
        let own: BTreeSet<&String> = self.stems.iter().collect();
        // Finding the values costs most, and they only take words away.
        let words = row.whole.said.words();
        let most = words.iter().filter(|word| may_tell(word)).map(|word| &word.stem).collect();
        if !is_mostly_in(&own, &most) {
            return false;
        }
        let other = Pattern::of(&row.whole.said, words);
        let others: BTreeSet<&String> = other.stems.iter().collect();
        // "The blue kiln" that is asked for is not the red one.
        let asked = own.iter().any(|stem| !others.contains(stem) && is_asked(query, stem));
        self.stems.first() == other.stems.first()
            && is_mostly_in(&own, &others)
            && is_mostly_in(&others, &own)
            && !asked
            && self.text != other.text
    }
}

fn is_mostly_in(few: &BTreeSet<&String>, many: &BTreeSet<&String>) -> bool {
    let common = few.intersection(many).count();
    common >= FEWEST && common as f64 >= ALIKE * few.len() as f64
}

/// Tells whether a word may be one of the pattern, where it is none of a value.
fn may_tell(word: &Word) -> bool {
    word.content && !word.folded.contains(char::is_numeric) && !WHEN.contains(&word.folded.as_str())
}

fn is_asked(query: &Query<'_>, stem: &str) -> bool {
    query.own_words.iter().any(|word| word.stem == stem)
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    /// What goes of these texts.
    fn replaced(request: &str, new: &str, texts: &[&'static str]) -> Vec<String> {
        Texts::of(texts).touched(&Mutation::supersede(request, new))
    }

    #[test]
    fn a_dated_state_is_replaced_where_there_is_no_other() {
        let past = "Last winter the heater was set to 19 degrees at night.";
        let new = "From this spring the heater is set to 16 degrees at night.";
        assert_eq!(replaced("night heater temperature", new, &[past, "The sensor is broken."]), [past]);
    }

    #[test]
    fn all_that_holds_from_an_earlier_date_on_is_replaced() {
        let texts =
            ["As of 2 April the crate lands on the 14th.", "As of 5 April the crate lands on the 17th."];
        let mut gone = replaced("crate arrival", "As of 9 April the crate lands on the 23rd.", &texts);
        gone.sort();
        assert_eq!(gone, texts);
    }

    #[test]
    fn what_is_of_another_thing_stays() {
        let others = ["The red kiln is set to 900 degrees.", "The green kiln is set to 900 degrees."];
        let gone = replaced("temperature of the blue kiln", "The blue kiln is set to 950 degrees.", &others);
        assert_eq!(gone, [""; 0]);
    }

    #[test]
    fn a_period_that_has_an_end_holds_no_longer() {
        assert!(super::holds_on("As of May 2025 the agent runs Ubuntu."));
        assert!(!super::holds_on("From 2023 to 2025 the gates opened at five."));
        assert!(!super::holds_on("The agent runs Ubuntu since May."));
    }
}

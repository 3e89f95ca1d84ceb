//! In which stance a text says something: denied or affirmed, past or present, of the speaker or of somebody else.

mod antonym;
mod opposite;
mod validity_period;

pub use antonym::poles;
pub use opposite::{Stated, opposed};
pub use validity_period::{
    Day, Period, Tense, Within, apart, is_of_all_times, is_over, period, requested_tense, tense,
    without_period,
};

use crate::word::{Word, words};

/// The stance of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stance {
    /// It denies: "is not", "never", "no longer", "without", "refused".
    pub denies: bool,
    /// It speaks of what was and is no more: "used to", "until 2019", "formerly", "was".
    pub past: bool,
    /// It says that something is so now or from now on: "now", "as of", "since", "these days", "again".
    pub present: bool,
    /// The speaker speaks of themselves: "I", "my", "we", "our".
    pub first_person: bool,
    /// It reports what somebody claims: "says", "claims", "told".
    pub reported: bool,
    /// It lays down a rule rather than a fact: "must", "never", "at most", "every".
    pub rule: bool,
}

const DENY: &[&str] = &[
    "ain't", "aren't", "barred", "can't", "cannot", "couldn't", "declined", "denied", "didn't", "doesn't",
    "don't", "hadn't", "hasn't", "haven't", "isn't", "lack", "lacks", "mustn't", "neither", "never", "no",
    "nobody", "none", "nor", "not", "nothing", "refused", "shouldn't", "wasn't", "weren't", "without",
    "won't", "wouldn't",
];
const PAST: &[&str] = &[
    "ago", "earlier", "former", "formerly", "had", "old", "previous", "previously", "until", "used", "was",
    "were",
];
const PRESENT: &[&str] = &[
    "again", "anymore", "currently", "from", "is", "are", "nowadays", "now", "present", "presently", "since",
    "today",
];
const FIRST: &[&str] = &[
    "i", "i'd", "i'll", "i'm", "i've", "me", "mine", "my", "our", "ours", "us", "we", "we'll", "we're",
    "we've",
];
const REPORT: &[&str] = &[
    "according", "believes", "claim", "claimed", "claims", "insists", "reckons", "reported", "reports",
    "said", "says", "swears", "thinks", "told",
];
const RULE: &[&str] =
    &["always", "any", "anybody", "anyone", "each", "every", "must", "nobody", "only", "should"];

/// Reads the stance of a statement from its closed-class words. English; other languages show no stance.
#[must_use]
pub fn stance(text: &str) -> Stance {
    of_words(&words(text))
}

/// The same, of words that were split before.
#[must_use]
pub fn of_words(words: &[Word]) -> Stance {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.folded.as_str()));
    Stance {
        denies: has(DENY)
            || words.windows(2).any(|pair| pair[0].folded == "opted" && pair[1].folded == "out"),
        past: has(PAST),
        present: has(PRESENT),
        first_person: has(FIRST),
        reported: has(REPORT),
        rule: has(RULE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stances_of_statements() {
        type Case = (&'static str, fn(&Stance) -> bool);
        let cases: [Case; 8] = [
            ("Mrs Bremner did not agree to e-mail.", |stance| stance.denies),
            ("Nobody but the captain flips a flag.", |stance| stance.denies && stance.rule),
            ("Ivo is allergic to penicillin.", |stance| !stance.denies && stance.present),
            ("I used to live in Ghent.", |stance| stance.past && stance.first_person),
            ("Until 2019 Lena ran payments.", |stance| stance.past && !stance.first_person),
            ("Since March she has the key.", |stance| stance.present),
            ("Darko claims that the house is sold.", |stance| stance.reported),
            ("Knots are for boats.", |stance| !stance.denies),
        ];
        for (text, holds) in cases {
            assert!(holds(&stance(text)), "{text}: {:?}", stance(text));
        }
    }
}

//! What nobody wants kept, which orders to forget it: "I don't want any trace of Ira in here".

use super::courtesy;
use super::everything::{ALL, all_about};
use super::phrase_match::{ending, opening};

/// What says so before all that there is.
const DONT_WANT: &[&str] = &[
    "i don't want", "i do not want", "i dont want", "i no longer want", "i want no longer", "we don't want",
    "we do not want", "we dont want", "we no longer want", "don't want", "do not want", "dont want",
    "nobody wants", "no one wants", "i'd rather not have", "i would rather not have", "we'd rather not have",
    "i'd rather not keep", "we'd rather not keep",
];
/// What may stand behind it.
const KEPT: &[&str] = &[
    "kept", "stored", "saved", "left", "remembered", "recorded", "on file", "on record", "around", "in here",
    "here", "in there", "in memory", "in your memory", "anywhere", "any more", "anymore", "any longer",
    "to stay", "to remain", "to be kept", "to be stored", "to be left", "to be remembered",
];

/// All that a text says is not wanted: "any trace of Ira".
pub(super) fn unwanted(text: &str) -> Option<&str> {
    let text = courtesy::without_courtesy(text.trim_end_matches(['.', '!', ' ']));
    let mut all = opening(text, DONT_WANT)?;
    while let Some(head) = ending(all, KEPT) {
        all = head;
    }
    opening(all, ALL).and_then(all_about).map(|_| all)
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn what_is_not_wanted_is_to_be_forgotten() {
        for (text, core) in [
            ("I don't want any trace of Rhea Moss in here", "Rhea Moss"),
            ("don't want anything about my ex Ira kept here any more", "my ex Ira"),
            ("We do not want any record of order 90412 on file.", "order 90412"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.extent), (core, Extent::Everything), "{text}");
            assert_eq!(request.refusal, None, "{text}");
        }
    }

    #[test]
    fn what_is_wanted_otherwise_is_no_order() {
        for text in ["I don't want all the keys", "that we don't want anything about Rhea here"] {
            assert_ne!(parse(text).extent, Extent::Everything, "{text}");
        }
        assert!(parse("I don't want to delete anything about Rhea").refusal.is_some());
    }
}

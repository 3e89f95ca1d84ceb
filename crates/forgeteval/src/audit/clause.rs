//! Clauses that tell what was so, and is so no longer.

/// What tells in a clause that it is of the past.
const MARKS: [&str; 26] = [
    "used to", "formerly", "former ", "previously", "previous ", "earlier ", "in the past", "no longer",
    "not any more", "not anymore", "moved from", "moved away from", "left ", "switched from", "changed from",
    "migrated from", "replaced ", "replaces ", "instead of", "rather than", "until ", "back when", "once ",
    "was ", "were ", "had ",
];

/// Returns whether every occurrence of a string in a text stands in a clause that tells the past. Both have their case
/// folded; a text without the string has no such clause.
pub(super) fn only_in_the_past(text: &str, needle: &str) -> bool {
    let mut holding = clauses(text).into_iter().filter(|clause| clause.contains(needle)).peekable();
    holding.peek().is_some() && holding.all(is_past)
}

fn is_past(clause: &str) -> bool {
    let padded = format!(" {clause} ");
    MARKS.iter().any(|mark| padded.contains(&format!(" {mark}")))
}

/// Returns the clauses: what stands between marks, and between the words that join sentences.
fn clauses(text: &str) -> Vec<&str> {
    let mut clauses = vec![text];
    for joint in [
        ". ", "; ", "! ", "? ", "\n", ": ", ", and ", ", but ", ", now ", " and now ", " but ",
        " and is now ",
    ] {
        clauses = clauses.into_iter().flat_map(|clause| clause.split(joint)).collect();
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::only_in_the_past;

    #[test]
    fn a_string_that_is_only_told_as_past() {
        let past = [
            ("uma moved from openai to google.", "openai"),
            ("uma used to work at openai, and now works at google.", "openai"),
            ("uma works at google; she was at openai.", "openai"),
            ("the office is in ghent instead of lille", "lille"),
        ];
        for (text, needle) in past {
            assert!(only_in_the_past(text, needle), "{text}");
        }
        let so = [
            ("uma works at openai.", "openai"),
            ("uma works at openai, and was at google.", "openai"),
            ("uma was at openai. she works at openai again.", "openai"),
            ("uma works at google.", "openai"),
            ("the washer is at openai", "openai"),
        ];
        for (text, needle) in so {
            assert!(!only_in_the_past(text, needle), "{text}");
        }
    }
}

//! What an imported event says in words. The log keeps it for good, where no purge reaches it, so it takes the engine's own
//! words, labels and names alone.

use super::line::{Line, LineEvent};
use crate::erase::{QUARANTINED, TRIMMED, UNDISCLOSED, is_name};

/// The longest label, and the longest of its parts, in bytes.
const LONGEST_LABEL: usize = 80;
const LONGEST_PART: usize = 24;

/// Leaves out of a line's events what the log does not take; tells whether that was anything.
pub(super) fn clear(line: &mut Line) -> bool {
    let mut cleared = false;
    for LineEvent { actor, planner, note, .. } in &mut line.events {
        if !is_name(actor) {
            UNDISCLOSED.clone_into(actor);
            cleared = true;
        }
        cleared |= planner.take_if(|planner| !is_label(planner)).is_some();
        cleared |= note.take_if(|note| note != QUARANTINED && note != TRIMMED).is_some();
    }
    for version in &mut line.versions {
        cleared |= version.annotated.take_if(|annotated| !is_label(&annotated.prompt)).is_some();
    }
    cleared
}

/// Words such as `routed:canonical` and `annotate-1+merge-1:link`.
pub(super) fn is_label(text: &str) -> bool {
    let of_label = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let is_part = |part: &str| (1..=LONGEST_PART).contains(&part.len()) && part.chars().all(of_label);
    text.len() <= LONGEST_LABEL && text.split([':', '+']).all(is_part)
}

/// A label as words, to be compared with what was erased.
pub(super) fn spoken(label: &str) -> String {
    label.replace([':', '+', '.', '_', '-'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_engine_writes_is_a_label_and_a_sentence_is_none() {
        for label in [
            "canonical",
            "id",
            "llm:over-budget:canonical",
            "annotate-1",
            "canonical+annotate-1:truncated+merge-1:link",
            "my_planner.v2",
        ] {
            assert!(is_label(label), "{label}");
        }
        for text in ["", "canonical:", "Hobb owes 9000", "a\nb", "привет", &"x".repeat(25), &"x:".repeat(41)]
        {
            assert!(!is_label(text), "{text}");
        }
    }
}

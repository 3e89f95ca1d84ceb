//! Spans of a text.

use std::ops::Range;

/// Tells whether two ranges share a byte.
pub(super) fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

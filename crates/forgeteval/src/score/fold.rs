//! Comparing without regard to case.

/// Returns the text under Unicode's full default case folding, as Python's `str.casefold` does.
#[must_use]
pub fn fold(text: &str) -> String {
    caseless::default_case_fold_str(text)
}

//! Whether a word is a name, and why.

/// How a word is used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Usage {
    /// 1 surely a name, 0 surely a common word.
    pub score: f32,
    /// Why, for people.
    pub reason: &'static str,
}

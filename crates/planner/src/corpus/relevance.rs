//! [`Relevance`]: what a relevance model says of a text.

use std::ops::Range;

/// How far a request means a text, among others.
#[derive(Debug, Clone, PartialEq)]
pub struct Relevance {
    /// The logits of *stays*, *goes* and *goes in part*.
    pub logits: [f32; 3],
    /// The text's first tokens: where each is written, in bytes, and the logit that it goes, where the text is meant.
    pub tokens: Vec<(Range<usize>, f32)>,
}

impl Relevance {
    /// The log odds that the text goes, whole or in part.
    #[must_use]
    pub fn odds(&self) -> f32 {
        let [stays, goes, in_part] = self.logits;
        goes.max(in_part) - stays
    }
}

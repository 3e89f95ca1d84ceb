//! The coefficients of [`super::likelihood`], as `cargo run --release -p nepenthe-model --example recall_quality -- fit FILE` prints
//! them: a logistic regression, over the candidates of each question, on whether a memory answers (docs/performance.md, Recall).

/// Of `cosine`, `apart`, `coverage`, `rarity`, `bm25`, `before`, and the constant.
pub(super) const WITH_VECTORS: [f64; 7] = [1.0, 8.0, 1.0, 0.5, 0.5, 2.0, -6.0];

/// Of `coverage`, `rarity`, `bm25`, and the constant.
pub(super) const BY_WORDS: [f64; 4] = [3.0, 0.5, 1.0, -4.0];

/// Of the log-odds without the relevance model, of what it says, and the constant.
pub(super) const WITH_RELEVANCE: [f64; 3] = [0.8, 0.4, -0.5];

/// The least score at which the command shows a hit of a hybrid recall: lower ones are mostly off the topic.
pub const LEAST_LIKELY: f64 = 0.02;

//! The coefficients of [`super::likelihood`], as `cargo run --release -p nepenthe-model --example recall_quality -- fit FILE` prints
//! them: a logistic regression, over the candidates of each question, on whether a memory answers (docs/performance.md, Recall).

/// Of `cosine`, `apart`, `coverage`, `rarity`, `before`, and the constant.
pub(super) const WITH_VECTORS: [f64; 6] = [1.68, 4.26, 0.4, 1.22, 3.29, -4.79];

/// Of `coverage`, `rarity`, `bm25`, and the constant.
pub(super) const BY_WORDS: [f64; 4] = [1.9, 1.28, 0.5, -3.8];

/// Of the log-odds without the relevance model, of what it says, and the constant.
pub(super) const WITH_RELEVANCE: [f64; 3] = [0.717, 0.421, 0.285];

/// The least score at which the command shows a hit of a hybrid recall: lower ones are mostly off the topic.
pub const LEAST_LIKELY: f64 = 0.02;

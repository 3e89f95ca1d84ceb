//! The coefficients of [`super::likelihood`], as `cargo run --release -p nepenthe-model --example recall_quality -- fit FILE` prints
//! them: a logistic regression, over the candidates of each question, on whether a memory answers. FILE is what
//! `training/recall/stores.py --half tuned --gatemem FOLDER` prints.

/// Of `cosine`, `apart`, `coverage`, `rarity`, `before`, and the constant.
pub(super) const WITH_VECTORS: [f64; 6] = [1.622, 3.118, 0.786, 1.040, 2.157, -4.589];

/// Of `coverage`, `rarity`, `bm25`, and the constant.
pub(super) const BY_WORDS: [f64; 4] = [1.269, 1.013, 1.197, -4.046];

/// Of the log-odds without the relevance model, of what it says, and the constant.
pub(super) const WITH_RELEVANCE: [f64; 3] = [0.706, 0.392, 0.252];

/// The least score at which the command shows a hit of a hybrid recall: lower ones are mostly off the topic.
pub const LEAST_LIKELY: f64 = 0.03;

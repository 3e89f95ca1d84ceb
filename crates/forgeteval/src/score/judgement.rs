//! The verdict on one case, and its reasons.

use serde::{Deserialize, Serialize};

/// What became of one case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing leaked and nothing was lost.
    Pass,
    /// Something leaked, was lost, or went wrong.
    Fail,
    /// The system lacks an operation that the case needs.
    Na,
}

/// A forbidden string that was recalled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leak {
    /// The forbidden string, as it stands in the case.
    pub text: String,
    /// The queries whose answers held it: the final one, or the forbidden strings asked for directly.
    pub asked: Vec<String>,
}

/// Why a case passes or fails: the two errors of forgetting, apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judgement {
    /// The forbidden strings that were recalled.
    pub leaked: Vec<Leak>,
    /// The needed strings that were not recalled: collateral.
    pub lost: Vec<String>,
}

impl Judgement {
    /// Returns the verdict: a pass where nothing leaked and nothing was lost.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.leaked.is_empty() && self.lost.is_empty() { Verdict::Pass } else { Verdict::Fail }
    }
}

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

/// A forbidden string that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leak {
    /// The forbidden string, as it stands in the case.
    pub text: String,
    /// The queries whose answers held it: the final one, or the forbidden strings asked for directly.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// The files of the memory that hold it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

/// Why a case passes or fails: the two errors of forgetting, apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The forbidden strings that were found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaked: Vec<Leak>,
    /// The needed strings that were not recalled: collateral.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
    /// The checks that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed_checks: Vec<FailedCheck>,
}

/// A check that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedCheck {
    /// Which of the case's checks, counted from 0; after them the memory without what is asked for,
    /// where there is one, and then the questions to a person.
    pub check: usize,
    /// The forbidden strings that were recalled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaked: Vec<Leak>,
    /// The needed strings that were not recalled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
}

impl Judgement {
    /// Makes the judgement of a case that could not be played to its end.
    #[must_use]
    pub fn without_answers(verdict: Verdict) -> Self {
        Self { verdict, leaked: Vec::new(), lost: Vec::new(), failed_checks: Vec::new() }
    }

    /// Makes the judgement of what was found: a pass where nothing leaked and nothing was lost.
    #[must_use]
    pub fn of(leaked: Vec<Leak>, lost: Vec<String>, failed_checks: Vec<FailedCheck>) -> Self {
        let clean = leaked.is_empty() && lost.is_empty() && failed_checks.is_empty();
        Self { verdict: if clean { Verdict::Pass } else { Verdict::Fail }, leaked, lost, failed_checks }
    }

    /// Returns whether anything leaked, at any time.
    #[must_use]
    pub fn leaks(&self) -> bool {
        !self.leaked.is_empty() || self.failed_checks.iter().any(|check| !check.leaked.is_empty())
    }

    /// Returns whether anything was lost, at any time.
    #[must_use]
    pub fn loses(&self) -> bool {
        !self.lost.is_empty() || self.failed_checks.iter().any(|check| !check.lost.is_empty())
    }
}

/// The judgement of one case by each scorer, from the same answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// By [`super::Scorer::Published`].
    pub published: Judgement,
    /// By [`super::Scorer::Probed`].
    pub probed: Judgement,
    /// By [`super::Scorer::Boundary`].
    pub boundary: Judgement,
}

impl Judged {
    /// Makes the judgement of a case that could not be played to its end.
    #[must_use]
    pub fn without_answers(verdict: Verdict) -> Self {
        let same = Judgement::without_answers(verdict);
        Self { published: same.clone(), probed: same.clone(), boundary: same }
    }

    /// Returns whether the scorers' verdicts are not all the same.
    #[must_use]
    pub fn differ(&self) -> bool {
        let verdict = self.published.verdict;
        self.probed.verdict != verdict || self.boundary.verdict != verdict
    }
}

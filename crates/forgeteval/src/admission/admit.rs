//! The admission of one case.

use serde::Serialize;

use super::{Opinion, Part, Rules};

/// What the admission found out about one line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Admission {
    /// The line, counted from 1.
    pub line: usize,
    /// The case's id, where the line holds a case.
    pub case: Option<String>,
    /// Whether the case is admitted: no reason of stage 1 speaks against it, and the judge, where one was reached and
    /// understood, does not reject it.
    pub admitted: bool,
    /// Stage 1: the rules that the case was held to.
    pub rules: Rules,
    /// Stage 1: each reason for a rejection.
    pub stage1: Vec<String>,
    /// What speaks against the case by the house rules, where it was held to others; it decides nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub house: Vec<String>,
    /// Stage 2: what the judge said; nothing where no judge was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage2: Option<Opinion>,
    /// Stage 3: where the case lies between two systems; nothing where no verdicts were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage3: Option<Part>,
}

impl Admission {
    /// Sums up the stages.
    #[must_use]
    pub fn new(
        line: usize,
        case: Option<String>,
        rules: Rules,
        stage1: Vec<String>,
        stage2: Option<Opinion>,
        stage3: Option<Part>,
    ) -> Self {
        let admitted = stage1.is_empty() && !matches!(stage2, Some(Opinion::Reject { .. }));
        Self { line, case, admitted, rules, stage1, house: Vec::new(), stage2, stage3 }
    }

    /// Returns why the case is rejected, in a line; nothing where it is admitted.
    #[must_use]
    pub fn rejection(&self) -> Option<String> {
        match &self.stage2 {
            _ if self.admitted => None,
            Some(Opinion::Reject { reason }) => Some(format!("stage 2: {reason}")),
            _ => Some(format!("stage 1: {}", self.stage1.join("; "))),
        }
    }
}

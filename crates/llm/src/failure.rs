//! [`Failure`]: why there is no answer that can be used.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The five ways in which a model's answer can be of no use. These words stand in plans, logs, accounts and tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FailureKind {
    /// An answer came that does not fit its contract.
    #[serde(rename = "unusable")]
    Unusable,
    /// The answer reached the longest length, and was cut off.
    #[serde(rename = "truncated")]
    Truncated,
    /// No answer came: no connection, none in time, or an endpoint in trouble.
    #[serde(rename = "unreachable")]
    Unreachable,
    /// The endpoint or the model would not answer.
    #[serde(rename = "refused")]
    Refused,
    /// Nothing was asked, since the answer could have exceeded the budget.
    #[serde(rename = "over budget")]
    OverBudget,
}

impl FailureKind {
    /// All of them.
    pub const ALL: [FailureKind; 5] =
        [Self::Unusable, Self::Truncated, Self::Unreachable, Self::Refused, Self::OverBudget];

    /// Its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unusable => "unusable",
            Self::Truncated => "truncated",
            Self::Unreachable => "unreachable",
            Self::Refused => "refused",
            Self::OverBudget => "over budget",
        }
    }

    /// Its word without a space, as names of planners and receipts hold it.
    #[must_use]
    pub fn word(self) -> String {
        self.as_str().replace(' ', "-")
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why there is no answer that can be used. Holds no key, and no text of a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{kind}: {reason}")]
pub struct Failure {
    /// In which way.
    pub kind: FailureKind,
    /// What happened, for people.
    pub reason: String,
    /// Whether a cassette lacks the request: then what is replayed is another run.
    #[serde(skip)]
    pub unrecorded: bool,
}

impl Failure {
    /// A failure of a kind, for a reason.
    #[must_use]
    pub fn new(kind: FailureKind, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into(), unrecorded: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_written_the_same_everywhere() {
        for kind in FailureKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
            assert!(Failure::new(kind, "so").to_string().starts_with(kind.as_str()));
        }
    }
}

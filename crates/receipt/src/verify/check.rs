//! What is checked, and how it came out.

use std::fmt;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// A check, in the order in which they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// The file has the lines of a receipt.
    Format,
    /// The body has every field, in range, and the fields agree with each other.
    Body,
    /// The body and the checkpoint name the same log.
    Origin,
    /// A trusted key is that log's and has signed.
    Key,
    /// The trusted keys' signatures hold.
    Signature,
    /// The body is in the tree that was signed.
    Inclusion,
    /// Enough witnesses saw the same tree.
    Witnesses,
    /// The texts that were handed over are the ones that were erased.
    Commitments,
}

impl Check {
    /// All of them, in order.
    pub const ALL: [Self; 8] = [
        Self::Format,
        Self::Body,
        Self::Origin,
        Self::Key,
        Self::Signature,
        Self::Inclusion,
        Self::Witnesses,
        Self::Commitments,
    ];

    /// The name, as reports and vectors have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Body => "body",
            Self::Origin => "origin",
            Self::Key => "key",
            Self::Signature => "signature",
            Self::Inclusion => "inclusion",
            Self::Witnesses => "witnesses",
            Self::Commitments => "commitments",
        }
    }

    /// What it shows when it passes, in one sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Format => "The file is a receipt: a version, a body, and a proof with a signed checkpoint.",
            Self::Body => "The body has every field, each in its range, and no two contradict each other.",
            Self::Origin => "The body and the checkpoint name the same log.",
            Self::Key => "A key that you trust is this log's, and a signature bears its id.",
            Self::Signature => "The log's key has signed the checkpoint.",
            Self::Inclusion => "The body, to the byte, is in the log that the checkpoint commits to.",
            Self::Witnesses => "As many witnesses as you ask for have cosigned the checkpoint.",
            Self::Commitments => "The texts that were handed over are those that the receipt commits to.",
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a check came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It shows what its sentence says.
    Passed,
    /// It does not, and why.
    Failed(String),
    /// It was not made, and why.
    Skipped(String),
}

impl Outcome {
    /// `passed`, `failed` or `skipped`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed(_) => "failed",
            Self::Skipped(_) => "skipped",
        }
    }

    /// Why it failed or was skipped.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Passed => None,
            Self::Failed(reason) | Self::Skipped(reason) => Some(reason),
        }
    }
}

/// A check with its outcome. Serialized as an object of `name`, `outcome`, `reason` and `sentence`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Which check.
    pub check: Check,
    /// How it came out.
    pub outcome: Outcome,
}

impl Serialize for Checked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Checked", 4)?;
        object.serialize_field("name", self.check.name())?;
        object.serialize_field("outcome", self.outcome.word())?;
        object.serialize_field("reason", &self.outcome.reason())?;
        object.serialize_field("sentence", self.check.sentence())?;
        object.end()
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = self.outcome.reason().unwrap_or(self.check.sentence());
        write!(f, "{:<8}{:<12}{said}", self.outcome.word(), self.check.name())
    }
}

//! One question asked of one system, as one line of a file.

use serde::{Deserialize, Serialize};

/// One question asked of one system, with everything that tables are made from: no other file is needed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The hash of the data.
    pub data_sha256: String,
    /// How the data became changes.
    pub mapping: String,
    /// How many texts a recall could return.
    pub k: usize,
    /// The embedder shared by the systems, `none` where there is none.
    pub embedder: String,
    /// The system.
    pub system: String,
    /// The system's version.
    pub system_version: String,
    /// The script: an episode, a person, a history.
    pub group: String,
    /// The question's id, unique in its group.
    pub id: String,
    /// The kind of question.
    pub kind: String,
    /// The question.
    pub question: String,
    /// What had to be recalled.
    pub needed: Vec<Found>,
    /// What must not be recalled.
    pub forbidden: Vec<Found>,
    /// The changes that the system lacked or refused before the question.
    pub lacked: Lacked,
    /// Whether the system lacks what the script cannot be played without; it then has no answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_applicable: bool,
    /// What the system said when it could not go on; it then has no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The texts recalled, best first; cut where the benchmark's texts are long.
    pub recalled: Vec<String>,
    /// Where the time went.
    pub times: OutcomeTimes,
}

impl Outcome {
    /// Returns what must be unique in a file.
    #[must_use]
    pub fn key(&self) -> [&str; 4] {
        [&self.mapping, &self.system, &self.group, &self.id]
    }

    /// Returns whether the system answered.
    #[must_use]
    pub fn answered(&self) -> bool {
        self.error.is_none() && !self.not_applicable
    }
}

/// Something that was looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// What.
    pub text: String,
    /// Whether it stands in a text that was written before the question.
    pub written: bool,
    /// Whether it stands in the words of a change before the question.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub named: bool,
    /// Whether it stands in a text that was written after the last change that names it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// The place of the first recalled text that holds it, from 1.
    pub rank: Option<usize>,
    /// Whether it was recalled when it was asked for by itself; absent where it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probed: Option<bool>,
}

/// The changes that a system lacked or refused.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Lacked {
    /// How many changes were left out, or written as plain texts.
    pub changes: usize,
    /// How many of them because of an error, and not because the system has no such operation.
    pub refused: usize,
    /// The first of those errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_error: Option<String>,
}

/// Where the time went, in whole microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OutcomeTimes {
    /// All changes of the script up to the question.
    pub playing_us: u64,
    /// Asking this question, its probes left out.
    pub asking_us: u64,
}

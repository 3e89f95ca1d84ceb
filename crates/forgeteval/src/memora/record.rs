//! One question asked of one system, as one line of `memora.jsonl`.

use serde::{Deserialize, Serialize};

use super::{CheckKind, Looked, Mapping, Task};
use crate::adapter::AdapterError;

/// One question asked of one system, with everything that tables are made from: no other file is needed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The hash of the data, [`super::Data::sha256`].
    pub data_sha256: String,
    /// How sessions became operations.
    pub mapping: Mapping,
    /// How many texts a recall could return.
    pub k: usize,
    /// The embedder shared by the systems, `none` where there is none.
    pub embedder: String,
    /// The system.
    pub system: String,
    /// The system's version.
    pub system_version: String,
    /// The person.
    pub persona: String,
    /// The kind of question.
    pub task: Task,
    /// The question's id.
    pub question_id: String,
    /// The question.
    pub question: String,
    /// The values that the published scoring needs.
    pub needed: Vec<Looked>,
    /// The values that the published scoring forbids.
    pub forbidden: Vec<Looked>,
    /// The release's own checks.
    pub checks: Vec<CheckRecord>,
    /// What the system lacked while the person's sessions were played.
    pub fallbacks: Fallbacks,
    /// What the system said when it could not go on; the question then has no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The texts recalled, best first.
    pub recalled: Vec<String>,
    /// Where the time went.
    pub times: RecordTimes,
}

impl Record {
    /// Returns what must be unique in a file of records.
    #[must_use]
    pub fn key(&self) -> (Mapping, &str, &str, &str) {
        (self.mapping, &self.system, &self.persona, &self.question_id)
    }
}

/// One check of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckRecord {
    /// Its id.
    pub id: String,
    /// What it asks for.
    pub kind: CheckKind,
    /// The values that it names.
    pub values: Vec<Looked>,
}

/// What a system lacked or refused while a person's sessions were played.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Fallbacks {
    /// How many supersedes were inscribed instead.
    pub inscribed: usize,
    /// How many purges were left out.
    pub ignored: usize,
    /// How many of both because of an error, and not because the system has no such operation.
    pub refused: usize,
    /// The first of those errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_error: Option<String>,
}

impl Fallbacks {
    /// Notes why a change was not made.
    pub(super) fn note(&mut self, error: AdapterError) {
        if let AdapterError::Failed(message) = error {
            self.refused += 1;
            self.first_error.get_or_insert(message);
        }
    }

    /// Adds those of another person.
    pub(super) fn add(&mut self, other: &Self) {
        self.inscribed += other.inscribed;
        self.ignored += other.ignored;
        self.refused += other.refused;
        self.first_error = self.first_error.take().or_else(|| other.first_error.clone());
    }
}

/// Where the time went, in whole microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RecordTimes {
    /// Playing the person's sessions: the same for all questions of a person.
    pub playing_us: u64,
    /// Asking this question.
    pub asking_us: u64,
}

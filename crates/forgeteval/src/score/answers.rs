//! What a memory answered in a case.

use serde::{Deserialize, Serialize};

/// What a memory answered in a case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answers {
    /// The texts recalled for the final query, best first.
    pub recalled: Vec<String>,
    /// The texts recalled for each forbidden string, asked for directly after the final query.
    pub probes: Vec<Probe>,
    /// The answers to the case's checks, in the order of the case; then that of the memory without what is asked for, where
    /// the case has one.
    pub checks: Vec<CheckAnswer>,
    /// What came of each question to a person, in the order of the case.
    pub consents: Vec<ConsentAnswer>,
    /// What was seen of the case's residue in the memory's files.
    pub residue: Vec<Sighting>,
}

/// One further query, and the texts recalled for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The query: a forbidden string, as it stands in the case.
    pub query: String,
    /// The texts recalled, best first.
    pub recalled: Vec<String>,
}

/// The answer to a question asked on the way.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CheckAnswer {
    /// The texts recalled for the check's query, best first.
    pub recalled: Vec<String>,
    /// The texts recalled for each string that the check forbids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<Probe>,
}

/// What a person was shown before an erasure, and what then became of the texts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ConsentAnswer {
    /// The texts that the person was shown as going, or as edited.
    pub shown: Vec<String>,
    /// The texts that were found by themselves before the question and are not after the answer.
    pub went: Vec<String>,
    /// The texts that were shown as standing in the place of others, and are not found after the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

/// A string that should have gone, seen in a file of the memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    /// The string, as it stands in the case.
    pub text: String,
    /// The file, below the memory's folder.
    pub file: String,
    /// How it is written there: `utf-8`, `utf-16le`, `json`.
    pub encoding: String,
}

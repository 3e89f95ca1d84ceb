//! What Memora holds: persons, their sessions, and the questions about them.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::load;
use super::{Fields, Literal};
use crate::external::LoadError;

/// Every person of a release.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// The persons, by name.
    pub personas: Vec<Persona>,
    /// The SHA-256 of all files, in lower-case hex.
    pub sha256: String,
}

impl Data {
    /// Reads a release: a folder for each person, with `conversations/session_NNNN.json` and
    /// `evaluation_questions_PERSON.json` in it. Fields that are not named here are ignored.
    ///
    /// # Errors
    /// [`LoadError`] names the file, and the field or the line.
    pub fn read(dir: &Path) -> Result<Self, LoadError> {
        load::read(dir)
    }

    /// Returns how many questions there are.
    #[must_use]
    pub fn questions(&self) -> usize {
        self.personas.iter().map(|persona| persona.questions.len()).sum()
    }
}

/// An invented person: what was said, and what is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Persona {
    /// The name, such as `academic_researcher`.
    pub name: String,
    /// The sessions, in the order of their numbers.
    pub sessions: Vec<Session>,
    /// The questions, in the order of the tasks and of the file.
    pub questions: Vec<Question>,
}

/// One conversation.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Session {
    /// Its number.
    #[serde(rename = "session_id")]
    pub id: u64,
    /// What it is about: `activity`, `preference`, `goal` or `no_memory`.
    #[serde(rename = "session_type")]
    pub kind: String,
    /// What it does to what is remembered; nothing in small talk.
    pub operation: Option<Operation>,
    /// What is added, changed or taken back.
    #[serde(rename = "operation_details")]
    pub details: Fields,
    /// What was said.
    #[serde(rename = "conversation")]
    pub turns: Vec<Turn>,
}

/// What a session does to what is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// Something new.
    Add,
    /// Something else is so from now on.
    Update,
    /// Something is so no longer.
    Delete,
}

/// What one side said.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Turn {
    /// Who: `user_agent` or `ai_agent`.
    pub speaker: String,
    /// What.
    pub message: String,
    /// Whether this turn states what the session adds, changes or takes back.
    pub share_memory: bool,
}

/// The three kinds of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// What was said, as it is now.
    Remembering,
    /// Sums, and whether goals are met.
    Reasoning,
    /// Suggestions that fit the person.
    Recommending,
}

impl Task {
    /// Every task.
    pub const ALL: [Self; 3] = [Self::Remembering, Self::Reasoning, Self::Recommending];

    /// Returns the name, as in the files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Remembering => "remembering",
            Self::Reasoning => "reasoning",
            Self::Recommending => "recommending",
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One question, and what its answer must and must not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Its id, unique for the person.
    pub id: String,
    /// Its kind.
    pub task: Task,
    /// The question.
    pub text: String,
    /// The values that the published scoring needs.
    pub needed: Vec<String>,
    /// The values that the published scoring forbids.
    pub forbidden: Vec<String>,
    /// The release's own checks of an answer, each on its own.
    pub checks: Vec<Check>,
}

/// One check of an answer: a question about it that the release has a model answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Its id.
    pub id: String,
    /// What it asks for.
    pub kind: CheckKind,
    /// The values of the evidence that it names; none where it names what the evidence does not hold.
    pub values: Vec<Literal>,
}

/// What a check asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckKind {
    /// That something is there.
    Presence,
    /// That something is not there.
    Absence,
}

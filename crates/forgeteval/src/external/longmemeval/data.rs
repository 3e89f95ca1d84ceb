//! The questions of LongMemEval, each with its history.

use std::collections::HashSet;
use std::path::Path;

use serde::Deserialize;
use sha2::Sha256;

use crate::external::{LoadError, hex, read};

/// Every question of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// The questions, in the order of the file.
    pub instances: Vec<Instance>,
    /// The SHA-256 of the file, in lower-case hex.
    pub sha256: String,
}

/// One question, and what was said before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// Its id.
    pub id: String,
    /// Its type, such as `knowledge-update`.
    pub kind: String,
    /// The question.
    pub question: String,
    /// The sessions, in the order of the file.
    pub sessions: Vec<Session>,
}

/// One conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id, unique in its history.
    pub id: String,
    /// What was said.
    pub turns: Vec<Turn>,
    /// Whether the answer was said in it.
    pub gold: bool,
}

/// What one side said.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Turn {
    /// `user` or `assistant`.
    pub role: String,
    /// What.
    pub content: String,
    #[serde(default)]
    has_answer: bool,
}

#[derive(Deserialize)]
struct Row {
    question_id: String,
    question_type: String,
    question: String,
    haystack_sessions: Vec<Vec<Turn>>,
    haystack_session_ids: Vec<String>,
    #[serde(default)]
    answer_session_ids: Vec<String>,
}

impl Data {
    /// Reads the released file, a JSON list (`longmemeval_s_cleaned.json`, or the other sizes of the same form). The sessions
    /// of the answer are those of `answer_session_ids`, or those with a turn that `has_answer`; fields that are not named
    /// here are ignored.
    ///
    /// # Errors
    /// [`LoadError`] names the file, and the field.
    pub fn read(path: &Path) -> Result<Self, LoadError> {
        let mut hasher = Sha256::default();
        let bytes = read(path, &mut hasher)?;
        let rows: Vec<Row> = serde_json::from_slice(&bytes)
            .map_err(|error| LoadError::Json { path: path.to_path_buf(), reason: error.to_string() })?;
        let mut seen = HashSet::new();
        let mut instances = Vec::new();
        for row in rows {
            let id = row.question_id.clone();
            let instance = instance(row).map_err(|what| LoadError::layout(path, format!("{id}: {what}")))?;
            if !seen.insert(id.clone()) {
                return Err(LoadError::layout(path, format!("field `question_id`: {id} stands twice")));
            }
            instances.push(instance);
        }
        if instances.is_empty() {
            return Err(LoadError::layout(path, "it holds no question"));
        }
        Ok(Self { instances, sha256: hex(hasher) })
    }
}

fn instance(row: Row) -> Result<Instance, String> {
    let (sessions, ids) = (row.haystack_sessions.len(), row.haystack_session_ids.len());
    if sessions != ids {
        return Err(format!("{sessions} sessions have {ids} ids"));
    }
    let named = |id: &String| row.answer_session_ids.contains(id);
    let sessions: Vec<Session> = row
        .haystack_session_ids
        .iter()
        .zip(row.haystack_sessions)
        .map(|(id, turns)| {
            let gold =
                named(id) || (row.answer_session_ids.is_empty() && turns.iter().any(|turn| turn.has_answer));
            Session { id: id.clone(), turns, gold }
        })
        .collect();
    if !sessions.iter().any(|session| session.gold) {
        return Err("no session is one of the answer, by `answer_session_ids` or `has_answer`".to_owned());
    }
    Ok(Instance { id: row.question_id, kind: row.question_type, question: row.question, sessions })
}

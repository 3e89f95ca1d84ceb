//! Reads the released layout.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::raw::RawQuestions;
use super::{Data, Persona, Question, Session};

/// Reads every person below a folder.
pub(super) fn read(dir: &Path) -> Result<Data, LoadError> {
    let mut hasher = Sha256::new();
    let mut personas = Vec::new();
    for folder in entries(dir)?.into_iter().filter(|path| path.is_dir()) {
        personas.push(persona(&folder, &mut hasher)?);
    }
    if personas.is_empty() {
        return Err(LoadError::layout(dir, "it has no folder of a person"));
    }
    let sha256 = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Data { personas, sha256 })
}

fn persona(folder: &Path, hasher: &mut Sha256) -> Result<Persona, LoadError> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let conversations = folder.join("conversations");
    let mut sessions = Vec::new();
    for path in entries(&conversations)?.into_iter().filter(|path| is_session(path)) {
        let session: Session = json(&path, hasher)?;
        if sessions.iter().any(|other: &Session| other.id == session.id) {
            return Err(LoadError::layout(&path, format!("field `session_id`: {} stands twice", session.id)));
        }
        sessions.push(session);
    }
    if sessions.is_empty() {
        return Err(LoadError::layout(&conversations, "it has no session_NNNN.json"));
    }
    sessions.sort_by_key(|session| session.id);

    let path = folder.join(format!("evaluation_questions_{name}.json"));
    let questions = json::<RawQuestions>(&path, hasher)?.questions();
    check(&questions).map_err(|what| LoadError::layout(&path, what))?;
    Ok(Persona { name, sessions, questions })
}

/// Checks what the JSON types cannot say.
fn check(questions: &[Question]) -> Result<(), String> {
    if questions.is_empty() {
        return Err("field `questions`: there are none".to_owned());
    }
    let mut seen = HashSet::new();
    for question in questions {
        if question.text.trim().is_empty() {
            return Err(format!("field `question` of {} is empty", question.id));
        }
        if !seen.insert(&question.id) {
            return Err(format!("field `question_id`: {} stands twice", question.id));
        }
    }
    Ok(())
}

fn is_session(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("session_") && name.ends_with(".json")
}

/// Returns what is in a folder, by name.
fn entries(dir: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let failed = |source| LoadError::Io { path: dir.to_path_buf(), source };
    let entries = fs::read_dir(dir).map_err(failed)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()
        .map_err(failed)?;
    paths.sort();
    Ok(paths)
}

fn json<T: DeserializeOwned>(path: &Path, hasher: &mut Sha256) -> Result<T, LoadError> {
    let bytes = fs::read(path).map_err(|source| LoadError::Io { path: path.to_path_buf(), source })?;
    hasher.update(path.file_name().unwrap_or_default().as_encoded_bytes());
    hasher.update(&bytes);
    serde_json::from_slice(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes))
        .map_err(|error| LoadError::Json { path: path.to_path_buf(), reason: error.to_string() })
}

/// Why a release cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is no JSON of the released form; the parser names the field, the line and the column.
    #[error("{}: {reason}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What the parser said.
        reason: String,
    },
    /// Files or fields contradict each other, or are missing.
    #[error("{}: {what}", path.display())]
    Layout {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

impl LoadError {
    fn layout(path: &Path, what: impl Into<String>) -> Self {
        Self::Layout { path: path.to_path_buf(), what: what.into() }
    }
}

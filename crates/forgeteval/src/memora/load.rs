//! Reads the released layout.

use std::collections::HashSet;
use std::path::Path;

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::raw::RawQuestions;
use super::{Data, Persona, Question, Session};
use crate::external::{self, LoadError, entries, hex};

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
    Ok(Data { personas, sha256: hex(hasher) })
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

fn json<T: DeserializeOwned>(path: &Path, hasher: &mut Sha256) -> Result<T, LoadError> {
    let bytes = external::read(path, hasher)?;
    serde_json::from_slice(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes))
        .map_err(|error| LoadError::Json { path: path.to_path_buf(), reason: error.to_string() })
}

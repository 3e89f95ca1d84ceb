//! [`LineJournal`]: a file of JSON lines that a run writes to as they are made, and goes on with.

use std::collections::HashSet;
use std::fmt::Debug;
use std::fs::{self, File, OpenOptions};
use std::hash::Hash;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{JournalError, LinesError, Lock, Opening};
use crate::adapter::System;

/// What a line of such a file holds: what a system did with one question.
pub trait Line: Serialize + DeserializeOwned {
    /// What must be unique in a file.
    type Key: Eq + Hash + Debug;

    /// Its key.
    fn key(&self) -> Self::Key;

    /// The system, and its version.
    fn system(&self) -> (&str, &str);

    /// The question, for people.
    fn case(&self) -> String;
}

/// An open file of lines. Each is one `write` of a whole line, handed to the system before [`LineJournal::append`] returns.
#[derive(Debug)]
pub struct LineJournal<L: Line> {
    file: File,
    lines: Vec<L>,
    seen: HashSet<L::Key>,
    _lock: Lock,
}

impl<L: Line> LineJournal<L> {
    /// Opens a file in a directory, made if need be. A torn last line, left by a killed run, is cut off. Of each line that is gone
    /// on with `check` says how it was made otherwise than this run makes them.
    pub(crate) fn open_file(
        dir: &Path,
        name: &str,
        opening: Opening,
        check: impl Fn(&L) -> Result<(), String>,
    ) -> Result<Self, JournalError> {
        let path = dir.join(name);
        let io = |source| JournalError::Io { path: path.clone(), source };
        fs::create_dir_all(dir).map_err(io)?;
        let lock = Lock::take(dir)?;
        if opening != Opening::Force && path.with_added_extension("gz").exists() {
            return Err(JournalError::Packed { dir: dir.to_path_buf() });
        }
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path).map_err(io)?;
        let mut lines = Vec::new();
        match opening {
            Opening::Fresh if file.metadata().map_err(io)?.len() > 0 => {
                return Err(JournalError::NotEmpty { dir: dir.to_path_buf() });
            }
            Opening::Fresh => {}
            Opening::Force => file.set_len(0).map_err(io)?,
            Opening::Resume => {
                let (found, whole) = read_lines(&path)?;
                for line in &found {
                    check(line).map_err(|what| JournalError::Differs { dir: dir.to_path_buf(), what })?;
                }
                file.set_len(whole).map_err(io)?;
                lines = found;
            }
        }
        file.flush().map_err(io)?;
        let seen = lines.iter().map(Line::key).collect();
        Ok(Self { file, lines, seen, _lock: lock })
    }

    /// Returns all lines, those that were there already first.
    #[must_use]
    pub fn lines(&self) -> &[L] {
        &self.lines
    }

    /// Tells whether a line is there.
    #[must_use]
    pub fn has(&self, key: &L::Key) -> bool {
        self.seen.contains(key)
    }

    /// Writes a line.
    ///
    /// # Errors
    /// What the system said.
    pub fn append(&mut self, line: L) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(&line)?;
        bytes.push(b'\n');
        self.file.write_all(&bytes)?;
        self.seen.insert(line.key());
        self.lines.push(line);
        Ok(())
    }

    /// Puts the file on the disk itself, so that a power failure does not lose it.
    ///
    /// # Errors
    /// What the system said.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

/// Reads the whole lines of a file, packed or not, and returns them with their length; of no file none.
///
/// # Errors
/// [`LinesError`] when the file cannot be read, a line does not parse, or one stands twice.
pub(super) fn read_lines<L: Line>(path: &Path) -> Result<(Vec<L>, u64), LinesError> {
    if !path.exists() && !path.with_added_extension("gz").exists() {
        return Ok((Vec::new(), 0));
    }
    let bytes =
        super::lines::read(path).map_err(|source| LinesError::Io { path: path.to_path_buf(), source })?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let mut lines: Vec<L> = Vec::new();
    let mut seen = HashSet::new();
    for (number, text) in (1..).zip(bytes[..end].split(|byte| *byte == b'\n')) {
        if text.trim_ascii().is_empty() {
            continue;
        }
        let line: L = serde_json::from_slice(text).map_err(|error| LinesError::BadLine {
            path: path.to_path_buf(),
            line: number,
            reason: error.to_string(),
        })?;
        if !seen.insert(line.key()) {
            let (system, case) = (line.system().0.to_owned(), line.case());
            return Err(LinesError::Twice { path: path.to_path_buf(), system, case });
        }
        lines.push(line);
    }
    Ok((lines, end as u64))
}

/// How a run plays: what every line of its file has in common.
#[derive(Clone, Copy)]
pub(crate) struct How<'a> {
    pub(crate) k: usize,
    pub(crate) embedder: &'a str,
}

/// Says how a line was made otherwise than a run makes them, or by another version of its system.
pub(crate) fn differs(
    line: &impl Line,
    there: How<'_>,
    run: How<'_>,
    systems: &[Arc<dyn System>],
) -> Result<(), String> {
    if there.k != run.k {
        return Err(format!("for k = {}, and this run has {}", there.k, run.k));
    }
    if there.embedder != run.embedder {
        return Err(format!("with embedder {}, and this run has {}", there.embedder, run.embedder));
    }
    let (name, version) = line.system();
    let now = systems.iter().find(|system| system.name() == name).map(|system| system.version());
    if now.is_some_and(|now| now != version) {
        return Err(format!("of another version of {name}, {version}"));
    }
    Ok(())
}

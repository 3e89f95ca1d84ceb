//! The file of outcomes that a run writes to, as they are made.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::{Outcome, Settings, Sink};
use crate::adapter::System;
use crate::record::{JournalError, LinesError, Lock, Opening};

/// An open file of outcomes. Each is one `write` of a whole line, handed to the system before [`Sink::take`] returns.
#[derive(Debug)]
pub struct Journal {
    file: File,
    outcomes: Vec<Outcome>,
    seen: HashSet<[String; 4]>,
    _lock: Lock,
}

impl Journal {
    /// Opens the file `NAME.jsonl` in a directory, made if need be, for runs of these settings and systems. A torn last line,
    /// left by a killed run, is cut off.
    ///
    /// # Errors
    /// [`JournalError`] when another run writes there, or when the outcomes there cannot be gone on with.
    pub fn open(
        dir: &Path,
        name: &str,
        opening: Opening,
        settings: &[Settings],
        systems: &[Arc<dyn System>],
    ) -> Result<Self, JournalError> {
        let path = dir.join(name).with_extension("jsonl");
        let io = |source| JournalError::Io { path: path.clone(), source };
        fs::create_dir_all(dir).map_err(io)?;
        let lock = Lock::take(dir)?;
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path).map_err(io)?;
        let mut outcomes = Vec::new();
        match opening {
            Opening::Fresh if file.metadata().map_err(io)?.len() > 0 => {
                return Err(JournalError::NotEmpty { dir: dir.to_path_buf() });
            }
            Opening::Fresh => {}
            Opening::Force => file.set_len(0).map_err(io)?,
            Opening::Resume => {
                let (found, whole) = read(&path)?;
                for outcome in &found {
                    check(outcome, settings, systems)
                        .map_err(|what| JournalError::Differs { dir: dir.to_path_buf(), what })?;
                }
                file.set_len(whole).map_err(io)?;
                outcomes = found;
            }
        }
        file.flush().map_err(io)?;
        let seen = outcomes.iter().map(|outcome| outcome.key().map(str::to_owned)).collect();
        Ok(Self { file, outcomes, seen, _lock: lock })
    }

    /// Returns all outcomes, those that were there already first.
    #[must_use]
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Puts the file on the disk itself, so that a power failure does not lose it.
    ///
    /// # Errors
    /// What the system said.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

impl Sink for Journal {
    fn has(&self, key: [&str; 4]) -> bool {
        self.seen.contains(&key.map(str::to_owned))
    }

    fn take(&mut self, outcome: Outcome) -> io::Result<()> {
        let mut line = serde_json::to_vec(&outcome)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.seen.insert(outcome.key().map(str::to_owned));
        self.outcomes.push(outcome);
        Ok(())
    }
}

/// Reads the whole lines of a file, and returns them with their length.
fn read(path: &Path) -> Result<(Vec<Outcome>, u64), LinesError> {
    let bytes = fs::read(path).map_err(|source| LinesError::Io { path: path.to_path_buf(), source })?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in (1..).zip(bytes[..end].split(|byte| *byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let outcome: Outcome = serde_json::from_slice(line).map_err(|error| LinesError::BadLine {
            path: path.to_path_buf(),
            line: number,
            reason: error.to_string(),
        })?;
        if !seen.insert(outcome.key().map(str::to_owned)) {
            let case = format!("{} of {}", outcome.id, outcome.group);
            return Err(LinesError::Twice { path: path.to_path_buf(), system: outcome.system, case });
        }
        outcomes.push(outcome);
    }
    Ok((outcomes, end as u64))
}

/// Says how an outcome that is there was made otherwise than this run makes them.
fn check(outcome: &Outcome, settings: &[Settings], systems: &[Arc<dyn System>]) -> Result<(), String> {
    let same = |one: &&Settings| one.mapping == outcome.mapping;
    let of_data = settings.first().map(|one| one.data_sha256.as_str());
    if of_data.is_some_and(|sha256| sha256 != outcome.data_sha256) {
        return Err(format!("of other data, with hash {}", outcome.data_sha256));
    }
    let Some(settings) = settings.iter().find(same) else { return Ok(()) };
    if outcome.k != settings.k {
        return Err(format!("for k = {}, and this run has {}", outcome.k, settings.k));
    }
    if outcome.embedder != settings.embedder {
        return Err(format!("with embedder {}, and this run has {}", outcome.embedder, settings.embedder));
    }
    let version =
        systems.iter().find(|system| system.name() == outcome.system).map(|system| system.version());
    if version.is_some_and(|version| version != outcome.system_version) {
        return Err(format!("of another version of {}, {}", outcome.system, outcome.system_version));
    }
    Ok(())
}

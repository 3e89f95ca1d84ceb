//! The file of records that a run writes to, as they are made.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use super::{Data, Mapping, Record, Settings, Sink};
use crate::adapter::System;
use crate::record::{JournalError, LinesError, Lock, Opening};

/// The name of the file of records in a run's directory.
pub const RECORDS: &str = "memora.jsonl";

/// An open file of records. Each is one `write` of a whole line, handed to the system before [`Sink::take`] returns.
#[derive(Debug)]
pub struct Journal {
    file: File,
    records: Vec<Record>,
    seen: HashSet<Key>,
    _lock: Lock,
}

/// What must be unique in the file.
type Key = (Mapping, String, String, String);

impl Journal {
    /// Opens the file of records in a directory, made if need be, for runs of these settings and systems. A torn last
    /// line, left by a killed run, is cut off.
    ///
    /// # Errors
    /// [`JournalError`] when another run writes there, or when the records there cannot be gone on with.
    pub fn open(
        dir: &Path,
        opening: Opening,
        data: &Data,
        settings: &[Settings],
        systems: &[Arc<dyn System>],
    ) -> Result<Self, JournalError> {
        let path = dir.join(RECORDS);
        let io = |source| JournalError::Io { path: path.clone(), source };
        fs::create_dir_all(dir).map_err(io)?;
        let lock = Lock::take(dir)?;
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path).map_err(io)?;
        let mut records = Vec::new();
        match opening {
            Opening::Fresh if file.metadata().map_err(io)?.len() > 0 => {
                return Err(JournalError::NotEmpty { dir: dir.to_path_buf() });
            }
            Opening::Fresh => {}
            Opening::Force => file.set_len(0).map_err(io)?,
            Opening::Resume => {
                let (found, whole) = read(&path)?;
                for record in &found {
                    check(record, data, settings, systems)
                        .map_err(|what| JournalError::Differs { dir: dir.to_path_buf(), what })?;
                }
                file.set_len(whole).map_err(io)?;
                records = found;
            }
        }
        file.flush().map_err(io)?;
        let seen = records.iter().map(|record| owned(record.key())).collect();
        Ok(Self { file, records, seen, _lock: lock })
    }

    /// Returns all records, those that were there already first.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
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
    fn has(&self, mapping: Mapping, system: &str, persona: &str, question: &str) -> bool {
        self.seen.contains(&owned((mapping, system, persona, question)))
    }

    fn take(&mut self, record: Record) -> io::Result<()> {
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.seen.insert(owned(record.key()));
        self.records.push(record);
        Ok(())
    }
}

fn owned((mapping, system, persona, question): (Mapping, &str, &str, &str)) -> Key {
    (mapping, system.to_owned(), persona.to_owned(), question.to_owned())
}

/// Reads the whole lines of a file, and returns them with their length.
fn read(path: &Path) -> Result<(Vec<Record>, u64), LinesError> {
    let bytes = fs::read(path).map_err(|source| LinesError::Io { path: path.to_path_buf(), source })?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let mut records: Vec<Record> = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in (1..).zip(bytes[..end].split(|byte| *byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let record: Record = serde_json::from_slice(line).map_err(|error| LinesError::BadLine {
            path: path.to_path_buf(),
            line: number,
            reason: error.to_string(),
        })?;
        if !seen.insert(owned(record.key())) {
            let case = format!("{} of {}", record.question_id, record.persona);
            return Err(LinesError::Twice { path: path.to_path_buf(), system: record.system, case });
        }
        records.push(record);
    }
    Ok((records, end as u64))
}

/// Says how a record that is there was made otherwise than this run makes them.
fn check(
    record: &Record,
    data: &Data,
    settings: &[Settings],
    systems: &[Arc<dyn System>],
) -> Result<(), String> {
    if record.data_sha256 != data.sha256 {
        return Err(format!("of other data, with hash {}", record.data_sha256));
    }
    let Some(settings) = settings.iter().find(|settings| settings.mapping == record.mapping) else {
        return Ok(());
    };
    if record.k != settings.k {
        return Err(format!("for k = {}, and this run has {}", record.k, settings.k));
    }
    if record.embedder != settings.embedder {
        return Err(format!("with embedder {}, and this run has {}", record.embedder, settings.embedder));
    }
    let version = systems.iter().find(|system| system.name() == record.system).map(|system| system.version());
    if version.is_some_and(|version| version != record.system_version) {
        return Err(format!("of another version of {}, {}", record.system, record.system_version));
    }
    Ok(())
}

//! The file of verdicts that a run writes to, as they are made.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::lock::Lock;
use super::{LinesError, LockError, Record, Tail, read_records};
use crate::adapter::System;
use crate::llm::ModelMeter;
use crate::run::{Options, Sink};
use crate::suite::Suite;

/// The name of the file of verdicts in a run's directory.
pub const VERDICTS: &str = "verdicts.jsonl";

/// What is done about verdicts that are there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Opening {
    /// Refuse to start. The default.
    #[default]
    Fresh,
    /// Keep them, and play only the cases that have none.
    Resume,
    /// Remove them.
    Force,
}

/// An open file of verdicts. Each is one `write` of a whole line, handed to the system before [`Sink::take`] returns,
/// so a killed process loses the case in play and no other.
#[derive(Debug)]
pub struct Journal {
    file: File,
    records: Vec<Record>,
    seen: HashSet<(String, String, String)>,
    _lock: Lock,
}

impl Journal {
    /// Opens the file of verdicts in a directory, made if need be, for a run of these suites, systems and options.
    ///
    /// A torn last line, left by a killed run, is cut off.
    ///
    /// # Errors
    /// [`JournalError`] when another run writes there, or when the verdicts there cannot be gone on with.
    pub fn open(
        dir: &Path,
        opening: Opening,
        suites: &[Suite],
        systems: &[Arc<dyn System>],
        options: &Options,
    ) -> Result<Self, JournalError> {
        let path = dir.join(VERDICTS);
        let io = |source| JournalError::Io { path: path.clone(), source };
        fs::create_dir_all(dir).map_err(io)?;
        let lock = Lock::take(dir)?;
        if opening != Opening::Force && path.with_added_extension("gz").exists() {
            return Err(JournalError::Packed { dir: dir.to_path_buf() });
        }
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path).map_err(io)?;

        let mut records = Vec::new();
        let length = file.metadata().map_err(io)?.len();
        match opening {
            Opening::Fresh if length > 0 => return Err(JournalError::NotEmpty { dir: dir.to_path_buf() }),
            Opening::Fresh => {}
            Opening::Force => file.set_len(0).map_err(io)?,
            Opening::Resume => {
                let (found, tail) = read_records(&path)?;
                for record in &found {
                    check(record, suites, systems, options)
                        .map_err(|what| JournalError::Differs { dir: dir.to_path_buf(), what })?;
                }
                if let Tail::Torn { at } = tail {
                    file.set_len(at).map_err(io)?;
                }
                records = found;
            }
        }
        file.flush().map_err(io)?;
        let seen = records.iter().map(|record| owned(record.key())).collect();
        Ok(Self { file, records, seen, _lock: lock })
    }

    /// Returns all verdicts, those that were there already first.
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
    fn has(&self, suite: &Suite, system: &str, case: &str) -> bool {
        self.seen.contains(&owned((suite.sha256(), system, case)))
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

fn owned((suite, system, case): (&str, &str, &str)) -> (String, String, String) {
    (suite.to_owned(), system.to_owned(), case.to_owned())
}

/// Says how a verdict that is there was made otherwise than this run makes them.
fn check(
    record: &Record,
    suites: &[Suite],
    systems: &[Arc<dyn System>],
    options: &Options,
) -> Result<(), String> {
    if !suites.iter().any(|suite| suite.sha256() == record.suite_sha256) {
        return Err(format!("of another suite, {} with hash {}", record.suite, record.suite_sha256));
    }
    if record.k != options.k {
        return Err(format!("for k = {}, and this run has {}", record.k, options.k));
    }
    if record.embedder != options.embedder {
        return Err(format!("with embedder {}, and this run has {}", record.embedder, options.embedder));
    }
    let Some(system) = systems.iter().find(|system| system.name() == record.system) else { return Ok(()) };
    if system.version() != record.system_version {
        return Err(format!("of another version of {}, {}", record.system, record.system_version));
    }
    let shown = |label: Option<&str>| {
        label.map_or("no language model".to_owned(), |label| format!("language model {label}"))
    };
    let (there, here) =
        (record.llm.as_ref().map(|llm| llm.model.as_str()), system.language_model().map(ModelMeter::label));
    if there != here {
        return Err(format!("of {} with {}, and this run has {}", record.system, shown(there), shown(here)));
    }
    Ok(())
}

/// Why a run cannot write its verdicts to a directory.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// Verdicts are there, and nothing was said about them.
    #[error("{} holds verdicts already", dir.display())]
    NotEmpty {
        /// The directory.
        dir: PathBuf,
    },
    /// What is there is packed, and cannot be added to.
    #[error("{} holds a packed file of verdicts or outcomes", dir.display())]
    Packed {
        /// The directory.
        dir: PathBuf,
    },
    /// The verdicts there were made otherwise, so that one table cannot hold both.
    #[error("{} holds verdicts {what}", dir.display())]
    Differs {
        /// The directory.
        dir: PathBuf,
        /// How they differ.
        what: String,
    },
    /// Another run writes there.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The verdicts there cannot be read.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// The file of verdicts cannot be made or written.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

//! The file of records that a run writes to, as they are made.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::{Data, Mapping, Record, Settings, Sink};
use crate::adapter::System;
use crate::record::{How, JournalError, Line, LineJournal, Opening, differs};

/// The name of the file of records in a run's directory.
pub const RECORDS: &str = "memora.jsonl";

/// An open file of records.
pub type Journal = LineJournal<Record>;

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
        Self::open_file(dir, RECORDS, opening, |record| check(record, data, settings, systems))
    }
}

impl Line for Record {
    type Key = (Mapping, String, String, String);

    fn key(&self) -> Self::Key {
        owned(Self::key(self))
    }

    fn system(&self) -> (&str, &str) {
        (&self.system, &self.system_version)
    }

    fn case(&self) -> String {
        format!("{} of {}", self.question_id, self.persona)
    }
}

impl Sink for Journal {
    fn has(&self, mapping: Mapping, system: &str, persona: &str, question: &str) -> bool {
        Self::has(self, &owned((mapping, system, persona, question)))
    }

    fn take(&mut self, record: Record) -> io::Result<()> {
        self.append(record)
    }
}

fn owned((mapping, system, persona, question): (Mapping, &str, &str, &str)) -> <Record as Line>::Key {
    (mapping, system.to_owned(), persona.to_owned(), question.to_owned())
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
    let Some(run) = settings.iter().find(|run| run.mapping == record.mapping) else { return Ok(()) };
    let there = How { k: record.k, embedder: &record.embedder };
    differs(record, there, How { k: run.k, embedder: &run.embedder }, systems)
}

//! The file of outcomes that a run writes to, as they are made.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::{Outcome, Settings, Sink};
use crate::adapter::System;
use crate::record::{How, JournalError, Line, LineJournal, Opening, differs};

/// An open file of outcomes.
pub type Journal = LineJournal<Outcome>;

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
        Self::open_file(dir, &format!("{name}.jsonl"), opening, |outcome| check(outcome, settings, systems))
    }
}

impl Line for Outcome {
    type Key = [String; 4];

    fn key(&self) -> Self::Key {
        Self::key(self).map(str::to_owned)
    }

    fn system(&self) -> (&str, &str) {
        (&self.system, &self.system_version)
    }

    fn case(&self) -> String {
        format!("{} of {}", self.id, self.group)
    }
}

impl Sink for Journal {
    fn has(&self, key: [&str; 4]) -> bool {
        Self::has(self, &key.map(str::to_owned))
    }

    fn take(&mut self, outcome: Outcome) -> io::Result<()> {
        self.append(outcome)
    }
}

/// Says how an outcome that is there was made otherwise than this run makes them.
fn check(outcome: &Outcome, settings: &[Settings], systems: &[Arc<dyn System>]) -> Result<(), String> {
    let of_data = settings.first().map(|one| one.data_sha256.as_str());
    if of_data.is_some_and(|sha256| sha256 != outcome.data_sha256) {
        return Err(format!("of other data, with hash {}", outcome.data_sha256));
    }
    let Some(run) = settings.iter().find(|one| one.mapping == outcome.mapping) else { return Ok(()) };
    let there = How { k: outcome.k, embedder: &outcome.embedder };
    differs(outcome, there, How { k: run.k, embedder: &run.embedder }, systems)
}

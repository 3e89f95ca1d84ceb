//! Where verdicts go.

use std::io;

use crate::record::Record;
use crate::suite::Suite;

/// Takes verdicts as they are made. When `take` returns, the verdict outlives a crash of this process, as far as the
/// sink keeps anything at all; an error ends the run.
pub trait Sink {
    /// Says that a system begins with a suite.
    fn begin(&mut self, _suite: &Suite, _system: &str) {}

    /// Returns whether the verdict of a case is there already, so that it need not be played.
    fn has(&self, _suite: &Suite, _system: &str, _case: &str) -> bool {
        false
    }

    /// Takes the verdict of a case just played.
    ///
    /// # Errors
    /// What the writing of it said.
    fn take(&mut self, record: Record) -> io::Result<()>;
}

impl Sink for Vec<Record> {
    fn take(&mut self, record: Record) -> io::Result<()> {
        self.push(record);
        Ok(())
    }
}

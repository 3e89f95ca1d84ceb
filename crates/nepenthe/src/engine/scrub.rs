//! Finishing erasures that could not be finished when they were made.

use crate::erase::{self, ScrubReport};
use crate::handle::Store;
use crate::store::StorageError;
use crate::store::query::receipt;

impl Store {
    /// Finishes erasures: empties the write-ahead log and scans the files for what this process erased. For what others
    /// erased there is nothing to look for any more, so that the whole file is written anew instead, which leaves nothing in
    /// it but what it holds; so it is where something was found. `rebuild` asks for that in any case. Where another process found
    /// something, and the file has tables of others, its receipt stays as it is.
    ///
    /// # Errors
    /// [`StorageError`]; what was not finished stays pending.
    pub fn scrub(&self, rebuild: bool) -> Result<ScrubReport, StorageError> {
        self.inner.later.wait();
        erase::scrub(self.database(), &self.inner.unfinished, rebuild)
    }

    /// Does of [`scrub`](Self::scrub) what may be done often, and what every write does besides: tries again what this process erased
    /// and readers were in the way of; where nobody reads an older state, and the file has at most 64 MiB, what others left
    /// more than ten seconds ago too.
    ///
    /// # Errors
    /// [`StorageError`]; what was not finished stays pending.
    pub fn finish_erasures(&self) -> Result<(), StorageError> {
        self.inner.later.wait();
        erase::finish_pending(self.database(), &self.inner.unfinished, false)?;
        erase::finish_left_behind(self.database(), &self.inner.unfinished)
    }

    /// Returns how many erasures, of whichever scope and process, are not physical yet.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn unfinished_erasures(&self) -> Result<usize, StorageError> {
        Ok(self.database().read_once(receipt::pending)?.len())
    }
}

//! Finishing erasures that could not be finished when they were made.

use crate::erase::{self, ScrubReport};
use crate::handle::Store;
use crate::store::StorageError;

impl Store {
    /// Finishes erasures: empties the write-ahead log and scans the files for what this process erased. For what others
    /// erased there is nothing to look for any more, so that the whole file is written anew instead, which leaves nothing in
    /// it but what it holds; so it is where something was found. `rebuild` asks for that in any case. Where another process found
    /// something, and the file has tables of others, its receipt stays as it is.
    ///
    /// # Errors
    /// [`StorageError`]; what was not finished stays pending.
    pub fn scrub(&self, rebuild: bool) -> Result<ScrubReport, StorageError> {
        erase::scrub(self.database(), &self.inner.unfinished, rebuild)
    }
}

//! What was made from what, and every text of a memory: what a purge has to know.

use super::Scope;
use crate::model::MemoryId;
use crate::store::StorageError;
use crate::store::query::{derivation, memory};

impl Scope {
    /// Returns the memories that were made from one, in order of their ids.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn derived(&self, source: MemoryId) -> Result<Vec<MemoryId>, StorageError> {
        let found = self.read(|session, scope| derivation::derived(session, scope, source))?;
        Ok(found.unwrap_or_default())
    }

    /// Returns the memories that one was made from, in order of their ids.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn sources(&self, derived: MemoryId) -> Result<Vec<MemoryId>, StorageError> {
        let found = self.read(|session, scope| derivation::sources(session, scope, derived))?;
        Ok(found.unwrap_or_default())
    }

    /// Returns every text that a memory has had, oldest first; none where there is no such memory.
    pub(crate) fn texts(&self, id: MemoryId) -> Result<Vec<String>, StorageError> {
        let found = self.read(|session, scope| match memory::get(session, scope, id)? {
            Some(row) => memory::versions(session, row.row),
            None => Ok(Vec::new()),
        })?;
        Ok(found.unwrap_or_default().into_iter().map(|version| version.text).collect())
    }
}

//! What was made from what, and where a text is repeated: what a purge has to know.

use std::collections::HashSet;

use super::Scope;
use crate::model::MemoryId;
use crate::store::lexical::{self, Query};
use crate::store::query::mention::{self, In};
use crate::store::query::{derivation, memory, visible};
use crate::store::{Include, StorageError};

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

    /// Returns the memories of which some version answers a lexical query, whatever their state; at most `most`.
    pub(crate) fn with_phrase(&self, query: &Query, most: usize) -> Result<Vec<MemoryId>, StorageError> {
        let found = self.in_indexed_view(self.now(), Include::All, |session, view| {
            let (mut ids, mut known) = (Vec::new(), HashSet::new());
            lexical::search(session, view.scope, query, |version, _| {
                ids.extend(memory::of_version(session, version)?.filter(|id| known.insert(*id)));
                Ok(ids.len() < most)
            })?;
            Ok(ids)
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Returns the memories whose texts have one of these keys, newest text first, whatever their state; each with its text
    /// where that is the only one that it has had. At most `most`.
    pub(crate) fn sharing(
        &self,
        keys: &[String],
        most: usize,
    ) -> Result<Vec<(MemoryId, Option<String>)>, StorageError> {
        let found = self.in_indexed_view(self.now(), Include::All, |session, view| {
            let mut versions = Vec::new();
            for key in keys {
                let of_key = (key.as_str(), In::Texts);
                versions.extend(mention::versions(
                    session,
                    view.scope,
                    &self.database().key,
                    of_key,
                    mention::MOST,
                )?);
            }
            versions.sort_unstable_by(|a, b| b.cmp(a));
            versions.dedup();
            let mut found = Vec::new();
            for version in versions {
                found.extend(visible::only_text(session, &view, version)?);
                if found.len() == most {
                    break;
                }
            }
            Ok(found)
        })?;
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

//! Reading memories by their ids, and all of them.

use nepenthe_llm::contract::Annotation;

use crate::handle::Scope;
use crate::model::{Memory, MemoryId};
use crate::store::query::{annotation, memory, visible};
use crate::store::{Include, StorageError};

/// Why a memory cannot be looked up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// No memory of this id in this scope. Ids of other scopes are not found either.
    #[error("there is no memory {0} in this scope")]
    NotFound(MemoryId),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// A part of a scope's memories.
#[derive(Debug, Clone)]
pub struct Page {
    /// Oldest first.
    pub memories: Vec<Memory>,
    /// Where the next part begins: nobody's place changes, whatever is written or erased in between. `None` for the last.
    pub next: Option<i64>,
}

impl Scope {
    /// Reads one memory, whatever its state.
    ///
    /// # Errors
    /// [`LookupError`].
    pub fn get(&self, id: MemoryId) -> Result<Memory, LookupError> {
        let found = self.get_guarded(id)?;
        found.map(|(memory, _)| memory).ok_or(LookupError::NotFound(id))
    }

    /// Reads the memories that `include` names, oldest first.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn list(&self, include: Include) -> Result<Vec<Memory>, StorageError> {
        let now = self.now();
        let rows =
            self.in_view(now, include, |session, view| visible::list(session, &view, 0, usize::MAX))?;
        Ok(rows.unwrap_or_default().into_iter().map(|row| row.into_memory(now)).collect())
    }

    /// Reads a part of the memories that `include` names, oldest first: at most `limit` of them, from a place on; 0 is the
    /// first.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn page(&self, include: Include, after: i64, limit: usize) -> Result<Page, StorageError> {
        let (now, one_more) = (self.now(), limit.saturating_add(1));
        let rows =
            self.in_view(now, include, |session, view| visible::list(session, &view, after, one_more))?;
        let mut rows = rows.unwrap_or_default();
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| more).map(|last| last.row);
        Ok(Page { memories: rows.into_iter().map(|row| row.into_memory(now)).collect(), next })
    }

    /// Returns what a language model added to a memory's text when it was written, as far as the rules let it stand
    /// ([`crate::Placement`]); nothing where none was asked, or where the memory was edited since without one.
    ///
    /// # Errors
    /// [`LookupError`].
    pub fn annotations(&self, id: MemoryId) -> Result<Vec<Annotation>, LookupError> {
        let found = self.read(|session, scope| match memory::get(session, scope, id)? {
            Some(_) => Ok(Some(annotation::of_memory(session, scope, id)?)),
            None => Ok(None),
        })?;
        let annotations = found.flatten().ok_or(LookupError::NotFound(id))?;
        Ok(annotations.map(|annotations| annotations.entries).unwrap_or_default())
    }
}

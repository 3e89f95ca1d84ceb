//! [`Store`]: the handle of an open file (or memory), shared by the scopes in it.

use std::fmt;
use std::sync::Arc;

use super::inner::Inner;
use super::scope::Scope;
use crate::embed::Embedder;
use crate::model::ScopeError;
use crate::store::Database;

/// A memory store: one SQLite file, or a database in memory. Cheap to clone; clones share its connections.
#[derive(Clone)]
pub struct Store {
    pub(crate) inner: Arc<Inner>,
}

impl Store {
    /// Returns the memories of one scope. The scope need not have been written to.
    ///
    /// # Errors
    /// [`ScopeError`] where the path names no scope.
    pub fn scope(&self, path: &str) -> Result<Scope, ScopeError> {
        Ok(Scope::new(Arc::clone(&self.inner), path.parse()?))
    }

    /// Returns the embedder that this store was opened with.
    pub fn embedder(&self) -> &dyn Embedder {
        &*self.inner.embedder
    }

    pub(crate) fn database(&self) -> &Database {
        &self.inner.database
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("embedder", &self.inner.embedder.name()).finish_non_exhaustive()
    }
}

//! Recalling.

use nepenthe::{Error, Hit, RecallOptions, Scope, Store};
use serde::Serialize;

/// What a query was answered with.
#[derive(Debug, Serialize)]
pub struct Recalled {
    /// The hits, best first.
    pub hits: Vec<Hit>,
}

/// Answers a query. Writes nothing.
pub fn recall(scope: &Scope, query: &str, options: &RecallOptions) -> Result<Recalled, Error> {
    Ok(Recalled { hits: scope.recall_with(query, options)? })
}

/// Writes that the memories recalled through this store were recalled.
pub fn count(store: &Store) -> Result<(), Error> {
    Ok(store.flush()?)
}

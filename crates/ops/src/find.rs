//! Finding the scope of a memory by its id.

use nepenthe::{MemoryId, ScopePath, Store};

use crate::{Code, OpError, ScopePattern};

/// Finds the scope, among those of a pattern, that holds a memory: for those who know its id alone. What is done with it there
/// needs a right as always.
///
/// # Errors
/// [`Code::NotFound`]; [`Code::BadRequest`] where several of them hold one of this id.
pub fn find(store: &Store, pattern: &ScopePattern, id: MemoryId) -> Result<ScopePath, OpError> {
    let paths = store.scopes_holding(id)?.into_iter().filter_map(|path| path.parse().ok());
    let mut paths = paths.filter(|path| pattern.opens(path));
    match (paths.next(), paths.next()) {
        (Some(path), None) => Ok(path),
        (None, _) => Err(OpError::new(Code::NotFound, format!("there is no memory {id} here"))),
        _ => Err(OpError::new(Code::BadRequest, format!("several scopes hold a memory {id}: name one"))),
    }
}

//! Whether a text is one that must not come back.

use rusqlite::Connection;

use crate::model::{EventSeq, StoreKey};
use crate::store::StorageError;
use crate::store::query::ScopeKey;
use crate::store::query::tombstone::{self, Kind};

/// Returns the event after which the scope's tombstones forbid a text, if they do.
pub(crate) fn forbidden_since(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    text: &str,
) -> Result<Option<EventSeq>, StorageError> {
    tombstone::laid_by(connection, scope, key.tombstone(text), Kind::Text)
}

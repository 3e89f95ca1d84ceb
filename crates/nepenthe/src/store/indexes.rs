//! The indexes of a store that keeps none in its file: built in memory from what the file has sealed, and kept up by the event
//! log, which says what became of which memory, whoever wrote it.

use super::error::StorageError;
use super::query::{event, indexed, memory};
use crate::model::StoreKey;
use crate::store::session::Session;

/// Versions read at a time.
const BATCH: usize = 512;

/// Brings the indexes to the end of the log. The caller holds a transaction, and commits it.
pub(super) fn catch_up(session: Session<'_>, key: &StoreKey, dimension: usize) -> Result<(), StorageError> {
    let (until, last) = (indexed::until(session)?, event::last(session)?);
    if until == last {
        return Ok(());
    }
    if until > last {
        return Err(StorageError::corrupt("its log is shorter than it was; open it again"));
    }
    if until == 0 {
        let mut after = 0;
        loop {
            let batch = memory::sealed_versions(session, after, BATCH)?;
            let Some(end) = batch.last() else { break };
            after = end.id;
            for version in &batch {
                indexed::insert(session, key, version, dimension)?;
            }
        }
    } else {
        for (scope, id) in indexed::changed(session, until)? {
            indexed::remove(session, scope, id, dimension)?;
            for version in memory::sealed_versions_of(session, scope, id)? {
                indexed::insert(session, key, &version, dimension)?;
            }
        }
    }
    indexed::set_until(session, last)
}

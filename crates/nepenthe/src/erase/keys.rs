//! The keys of an encrypted store: erased from the key file by the same recipe as what they opened from the store's.

use std::collections::BTreeSet;
use std::time::Duration;

use super::erased::Erased;
use super::scan::{self, Scanned};
use crate::store::query::memory;
use crate::store::raw::{self, FileName};
use crate::store::sealing::Sealer;
use crate::store::{Database, Session, StorageError, connection};

/// Erases the keys of what was erased, and looks for them in the key file. `None` where another connection is in the way. May be
/// done again.
pub(super) fn erase(
    sealer: &Sealer,
    erased: &Erased,
    patience: Duration,
    busy: Duration,
) -> Result<Option<Scanned>, StorageError> {
    let ids: Vec<i64> = erased.keys.iter().map(|key| key.0).collect();
    sealer.with_file(|file| {
        file.delete(&ids)?;
        if !connection::empty_log(file.session(), patience, busy)? {
            return Ok(None);
        }
        let mut scanned = scan::scan_keys(file.session(), &erased.needles)?;
        if let Some(slack) = scanned.slack.take() {
            let lock = connection::lock(file.session())?;
            if raw::size(lock.session(), FileName::Wal)?.is_some_and(|bytes| bytes > 0) {
                return Ok(None);
            }
            slack.clear(lock.session())?;
            lock.commit()?;
            if !scanned.residue.is_empty() {
                scanned = scan::scan_keys(file.session(), &erased.needles)?;
            }
        }
        Ok(Some(scanned))
    })
}

/// Returns the keys of no memory: those of memories that were erased by a process that was killed then, or of memories that never
/// were. Nobody else may be writing.
pub(crate) fn orphans(session: Session<'_>, sealer: &Sealer) -> Result<Vec<i64>, StorageError> {
    let used: BTreeSet<i64> = memory::sealing_keys(session)?.into_iter().collect();
    Ok(sealer.all()?.into_iter().filter(|key| !used.contains(key)).collect())
}

/// Erases those of the keys `known` that are still of no memory, and writes the key file anew, since nobody knows what to look for.
/// Returns how many there were; `None` where another connection is in the way of their bytes. `known`, in order, is from before the store's
/// write-ahead log was emptied: nobody reads a state any more in which one of them opens something.
pub(crate) fn erase_orphans(
    database: &Database,
    known: &[i64],
    rebuild: bool,
) -> Result<Option<usize>, StorageError> {
    let Some(sealer) = &database.sealer else { return Ok(Some(0)) };
    let ids = database.write_alone(|session| {
        let mut ids = orphans(session, sealer)?;
        ids.retain(|id| known.binary_search(id).is_ok());
        // Under the store's write lock, so that none of them is a new memory's.
        let busy = database.busy_timeout;
        let emptied = sealer.with_file(|file| match ids.is_empty() && !rebuild {
            // What an earlier try erased may still be in the log.
            true => Ok(connection::empty_log(file.session(), busy, busy)?),
            false => file.erase(&ids, busy),
        })?;
        Ok::<_, StorageError>(emptied.then_some(ids.len()))
    })?;
    Ok(ids)
}

//! [`Since`]: what was erased after a backup was made, as far as that is known.

use std::collections::BTreeMap;

use nepenthe_receipt::Receipt;
use nepenthe_receipt::merkle;

use super::restore_error::RestoreError;
use crate::control::Redo;
use crate::model::{EventKind, Memory, MemoryId, ReceiptId};
use crate::store::query::carry::{self, BackupRow, Tombstone};
use crate::store::query::{memory, meta, scope, tree};
use crate::store::{Session, StorageError};

/// Erasures, and what else the backup cannot know.
#[derive(Default)]
pub(super) struct Since {
    /// For each scope, what is to be erased of which memory.
    pub(super) erasures: BTreeMap<String, BTreeMap<MemoryId, Redo>>,
    /// Every tombstone of the current store.
    pub(super) tombstones: Vec<Tombstone>,
    /// Every backup that the current store knows of.
    pub(super) backups: Vec<BackupRow>,
    /// Receipts that ask for nothing.
    pub(super) unused: Vec<ReceiptId>,
}

impl Since {
    /// Reads it from the current store. The caller holds a snapshot of both.
    pub(super) fn in_store(current: Session<'_>, backup: Session<'_>) -> Result<Self, RestoreError> {
        let size = tree::size(backup)?;
        let root =
            |session: Session<'_>| merkle::root(size, |node| tree::node(session, node)).map_err(tree::failed);
        let same_key = meta::stored_store_key(current)? == meta::stored_store_key(backup)?;
        if !same_key || tree::size(current)? < size || root(current)? != root(backup)? {
            return Err(RestoreError::OtherLog);
        }
        let mut since = Self {
            tombstones: carry::tombstones(current)?,
            backups: carry::backups(current)?,
            ..Self::default()
        };
        for event in carry::erasures(current, size)? {
            let redo = match event.kind {
                EventKind::Redact => match memory_now(current, &event.scope, event.memory)? {
                    Some(memory) => Redo::Redact(Box::new(memory)),
                    None => Redo::Purge,
                },
                _ => Redo::Purge,
            };
            since.erasures.entry(event.scope).or_default().insert(event.memory, redo);
        }
        Ok(since)
    }

    /// Adds what no key opens any more: it was erased, whatever else is known of it.
    pub(super) fn add_keyless(&mut self, backup: Session<'_>, keys: &[i64]) -> Result<(), StorageError> {
        for (scope, id) in carry::sealed_by_none_of(backup, keys)? {
            self.erasures.entry(scope).or_default().entry(id).or_insert(Redo::Purge);
        }
        Ok(())
    }

    /// Adds what receipts name: each memory whole, also where only a part of it was erased, since the receipt does
    /// not say which; in every scope that has it, since the receipt does not say whose it was.
    pub(super) fn add_receipts(
        &mut self,
        backup: Session<'_>,
        receipts: &[Receipt],
    ) -> Result<(), RestoreError> {
        let (log, size) = (meta::log(backup)?, tree::size(backup)?);
        for body in receipts.iter().map(Receipt::body) {
            if body.store.0 != log {
                return Err(RestoreError::OtherReceipt(body.receipt.to_string()));
            }
            // What the backup's log has behind it, the backup has lost already.
            let lost = body.events.iter().all(|event| *event <= size);
            let mut used = false;
            for erased in body.erased.iter().filter(|_| !lost) {
                let id = MemoryId::from_bytes(erased.memory.0);
                for scope in carry::scopes_with(backup, id)? {
                    self.erasures.entry(scope).or_default().entry(id).or_insert(Redo::Purge);
                    used = true;
                }
            }
            if !used {
                self.unused.push(ReceiptId(MemoryId::from_bytes(body.receipt.0)));
            }
        }
        Ok(())
    }
}

fn memory_now(session: Session<'_>, path: &str, id: MemoryId) -> Result<Option<Memory>, StorageError> {
    let path = path.parse().map_err(StorageError::corrupt)?;
    let Some(scope) = scope::find(session, &path)? else { return Ok(None) };
    let row = memory::get(session, scope, id)?.filter(|row| row.readable);
    // As of its last change: nobody asks what expired since.
    Ok(row.map(|row| (row.changed, row)).map(|(changed, row)| row.into_memory(changed)))
}

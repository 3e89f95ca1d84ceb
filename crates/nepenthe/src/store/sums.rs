//! Checksums, under the store's key, of what the log does not commit to: tombstones, backups and the log's own name. The deep check
//! compares them, and those of single rows (`query::row_sum`).
//!
//! The tombstones of an erasure are summed up in the event of its receipt; those that a restore took over, which are of no receipt of
//! this log, and the rest, in the table `meta`.

use std::collections::HashMap;

use nepenthe_receipt::receipt::Body;
use rusqlite::Connection;

use super::error::StorageError;
use super::query::tombstone::Row;
use super::query::{backup, event, meta, receipt, tombstone};
use crate::erase::sum;
use crate::model::{EventSeq, MemoryId, StoreKey, Sum, Summed};

/// Brings the checksums in `meta` up to what stands in the tables.
pub(crate) fn write(connection: &Connection, key: &StoreKey) -> Result<(), StorageError> {
    write_log(connection, key)?;
    backup::sum_up(connection, key)?;
    let mut laid = Laid::read(connection)?;
    laid.by_receipts(connection)?;
    meta::write_carried(connection, laid.rest(key))
}

/// Keeps the checksum of the log's name.
pub(super) fn write_log(connection: &Connection, key: &StoreKey) -> Result<(), StorageError> {
    meta::write_log_sum(connection, key.sum(Summed::Log, &meta::stored_log(connection)?))
}

/// Returns what does not agree with its checksum.
pub(super) fn findings(connection: &Connection, key: &StoreKey) -> Result<Vec<String>, StorageError> {
    let mut findings = Vec::new();
    if meta::log_sum(connection)? != Some(key.sum(Summed::Log, &meta::stored_log(connection)?)) {
        findings.push("the log has another name than it was given".into());
    }
    if meta::backups(connection)? != Some(backup::sum(connection, key)?) {
        findings.push("backup: its rows are not those that were noted".into());
    }
    let mut laid = Laid::read(connection)?;
    for Noted { receipt, rows, note } in laid.by_receipts(connection)? {
        // Older receipts have no note.
        if note.is_some_and(|note| note != sum(key, rows)) {
            findings
                .push(format!("the tombstones of receipt {receipt} are not those that were laid with it"));
        }
    }
    if meta::carried(connection)? != Some(laid.rest(key)) {
        findings.push("the tombstones of no receipt are not those that a restore took over".into());
    }
    Ok(findings)
}

/// Tombstones, by the event that laid them.
struct Laid(HashMap<EventSeq, Vec<Row>>);

/// Those of one receipt, and the note of its event.
struct Noted {
    receipt: MemoryId,
    rows: Vec<Row>,
    note: Option<String>,
}

impl Laid {
    fn read(connection: &Connection) -> Result<Self, StorageError> {
        Ok(Self(tombstone::by_event(connection)?))
    }

    /// Takes out those of each receipt.
    fn by_receipts(&mut self, connection: &Connection) -> Result<Vec<Noted>, StorageError> {
        let mut found = Vec::new();
        let mut read = HashMap::new();
        for id in receipt::all(connection)? {
            let Some((seq, line)) = receipt::body(connection, id)? else { continue };
            // What cannot be read is a finding of the log's part.
            let (Ok(body), Some((_, event))) = (Body::from_line(&line), event::get(connection, seq)?) else {
                continue;
            };
            let mut rows = Vec::new();
            for event in body.events.iter().filter_map(|event| i64::try_from(*event).ok()).map(EventSeq) {
                // A physical receipt names the events of the logical one too.
                let laid = read.entry(event).or_insert_with(|| self.0.remove(&event).unwrap_or_default());
                rows.extend(laid.iter().cloned());
            }
            found.push(Noted { receipt: id, rows, note: event.note });
        }
        Ok(found)
    }

    /// The checksum of what is left.
    fn rest(self, key: &StoreKey) -> Sum {
        let mut rows: Vec<Row> = self.0.into_values().flatten().collect();
        rows.sort_unstable();
        key.sum(Summed::Tombstones, &rows.concat())
    }
}

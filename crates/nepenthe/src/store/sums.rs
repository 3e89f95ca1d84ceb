//! Checksums, under the store's key, of what the log does not commit to: tombstones, backups and the log's own name. The deep check
//! compares them, and those of single rows (`query::row_sum`).
//!
//! The tombstones of an erasure are summed up in the event of its receipt; those that a restore took over, which are of no receipt of
//! this log, and the rest, in the table `meta`.

use std::collections::HashMap;

use nepenthe_receipt::receipt::Body;

use super::error::StorageError;
use super::query::tombstone::Row;
use super::query::{backup, event, meta, receipt, tombstone};
use crate::model::{EventSeq, MemoryId, StoreKey, Sum, Summed};
use crate::store::session::Session;

/// Brings the checksums in `meta` up to what stands in the tables.
pub(crate) fn write(session: Session<'_>, key: &StoreKey) -> Result<(), StorageError> {
    write_log(session, key)?;
    backup::sum_up(session, key)?;
    let mut laid = Laid::read(session)?;
    laid.by_receipts(session)?;
    meta::write_carried(session, laid.rest(key))
}

/// Keeps the checksum of the log's name.
pub(super) fn write_log(session: Session<'_>, key: &StoreKey) -> Result<(), StorageError> {
    meta::write_log_sum(session, key.sum(Summed::Log, &meta::stored_log(session)?))
}

/// Returns what does not agree with its checksum.
pub(crate) fn findings(session: Session<'_>, key: &StoreKey) -> Result<Vec<String>, StorageError> {
    let mut findings = Vec::new();
    if meta::log_sum(session)? != Some(key.sum(Summed::Log, &meta::stored_log(session)?)) {
        findings.push("the log has another name than it was given".into());
    }
    if meta::backups(session)? != Some(backup::sum(session, key)?) {
        findings.push("backup: its rows are not those that were noted".into());
    }
    let mut laid = Laid::read(session)?;
    for Noted { receipt, rows, note } in laid.by_receipts(session)? {
        // Older receipts have no note.
        if note.is_some_and(|note| note != note_of(key, rows)) {
            findings
                .push(format!("the tombstones of receipt {receipt} are not those that were laid with it"));
        }
    }
    if meta::carried(session)? != Some(laid.rest(key)) {
        findings.push("the tombstones of no receipt are not those that a restore took over".into());
    }
    Ok(findings)
}

/// How the note of a receipt's event begins that has the checksum of the tombstones laid with it.
const NOTE: &str = "tombstones ";

/// Returns what the log notes at the receipt of an erasure: the checksum of the tombstones that it laid.
pub(crate) fn note_of(key: &StoreKey, mut laid: Vec<Row>) -> String {
    laid.sort_unstable();
    let sum: String =
        key.sum(Summed::Tombstones, &laid.concat()).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{NOTE}{sum}")
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
    fn read(session: Session<'_>) -> Result<Self, StorageError> {
        Ok(Self(tombstone::by_event(session)?))
    }

    /// Takes out those of each receipt.
    fn by_receipts(&mut self, session: Session<'_>) -> Result<Vec<Noted>, StorageError> {
        let mut found = Vec::new();
        let mut read = HashMap::new();
        for id in receipt::all(session)? {
            let Some((seq, line)) = receipt::body(session, id)? else { continue };
            // What cannot be read is a finding of the log's part.
            let (Ok(body), Some((_, event))) = (Body::from_line(&line), event::get(session, seq)?) else {
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

//! `scrub`: finishes the erasures that could not be finished when they were made.

use std::time::Duration;

use jiff::SignedDuration;
use serde::Serialize;

use super::certify::{self, Outstanding};
use super::keys;
use crate::model::ReceiptId;
use crate::store::query::integrity;
use crate::store::{Inner, StorageError, Store, connection};

/// What a scrub did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ScrubReport {
    /// The physical receipts that were issued.
    pub issued: Vec<ReceiptId>,
    /// The logical receipts that still wait, because another connection reads an older state.
    pub waiting: Vec<ReceiptId>,
    /// Whether the files were written anew.
    pub rebuilt: bool,
    /// Keys of no memory that were erased from the key file of an encrypted store: a process that was killed left them.
    pub keys: usize,
    /// Whether something may be left, because another connection reads an older state: scrub again when it has ended.
    pub busy: bool,
}

impl Store {
    /// Finishes erasures: empties the write-ahead log and scans the files for what this process erased. For what others
    /// erased there is nothing to look for any more, so that the whole file is written anew instead, which leaves nothing in
    /// it but what it holds. `rebuild` asks for that in any case.
    ///
    /// # Errors
    /// [`StorageError`]; what was not finished stays pending.
    pub fn scrub(&self, rebuild: bool) -> Result<ScrubReport, StorageError> {
        scrub(&self.inner, rebuild)
    }
}

/// Finishes what other processes could not, on the way of an erasure: the file is written anew where it is small. What was left only now may
/// still be in the hands of who left it.
pub(crate) fn finish_left_behind(inner: &Inner) -> Result<(), StorageError> {
    const LARGEST: u64 = 64 << 20;
    const LEFT: SignedDuration = SignedDuration::from_secs(10);
    let outstanding = Outstanding::read(inner)?;
    if outstanding.is_older_than(inner.now(), LEFT) && inner.read(integrity::size)? <= LARGEST {
        scrub(inner, false)?;
    }
    Ok(())
}

fn scrub(inner: &Inner, rebuild: bool) -> Result<ScrubReport, StorageError> {
    let mut report = ScrubReport::default();
    if !rebuild {
        report.issued.extend(certify::finish_pending(inner)?);
    }
    let outstanding = Outstanding::read(inner)?;
    let orphans = match &inner.sealer {
        Some(sealer) => inner.write_only(|transaction| keys::orphans(transaction, sealer))?,
        None if outstanding.is_empty() && !rebuild => return Ok(report),
        None => Vec::new(),
    };
    let rebuilds = rebuild || !outstanding.is_empty();
    let emptied = inner.with_connection(|connection| {
        if rebuilds {
            connection::rebuild(connection)?;
        }
        let patience = if rebuilds { inner.busy_timeout } else { Duration::ZERO };
        connection::empty_log(connection, patience, inner.busy_timeout)
    })?;
    if !rebuilds {
        // Who reads an older state may still need them.
        let erased = if emptied { keys::erase_orphans(inner, &orphans, false)? } else { None };
        report.keys = erased.unwrap_or_default();
        report.busy = erased.is_none() && (emptied || !orphans.is_empty());
        return Ok(report);
    }
    report.rebuilt = true;
    let keys = if emptied { keys::erase_orphans(inner, &orphans, true)? } else { None };
    match keys {
        Some(keys) => {
            report.keys = keys;
            report.issued.extend(outstanding.issue(inner)?);
        }
        None => {
            report.busy = true;
            report.waiting.extend(outstanding.receipts());
        }
    }
    Ok(report)
}

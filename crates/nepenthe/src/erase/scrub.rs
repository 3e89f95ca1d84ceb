//! `scrub`: finishes the erasures that could not be finished when they were made.

use std::time::Duration;

use serde::Serialize;

use super::certify::{self, Outstanding};
use super::keys;
use crate::model::ReceiptId;
use crate::store::{StorageError, Store, connection};

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
        let inner = &self.inner;
        let mut report = ScrubReport::default();
        if !rebuild {
            report.issued.extend(certify::finish_pending(inner)?);
        }
        let outstanding = Outstanding::read(inner)?;
        if outstanding.is_empty() && !rebuild {
            // Who reads an older state may still need them.
            let Some(sealer) = &inner.sealer else { return Ok(report) };
            let emptied = inner.with_connection(|connection| {
                connection::empty_log(connection, Duration::ZERO, inner.busy_timeout)
            })?;
            if emptied {
                let keys = keys::erase_orphans(inner, false)?;
                (report.keys, report.busy) = (keys.unwrap_or_default(), keys.is_none());
            } else {
                let orphans = inner.write_only(|transaction| keys::orphans(transaction, sealer))?;
                report.busy = !orphans.is_empty();
            }
            return Ok(report);
        }
        let emptied = inner.with_connection(|connection| {
            connection::rebuild(connection)?;
            connection::empty_log(connection, inner.busy_timeout, inner.busy_timeout)
        })?;
        report.rebuilt = true;
        let keys = if emptied { keys::erase_orphans(inner, true)? } else { None };
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
}

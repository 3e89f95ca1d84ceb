//! `scrub`: finishes the erasures that could not be finished when they were made.

use serde::Serialize;

use super::certify::{self, Outstanding};
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
            return Ok(report);
        }
        let emptied = inner.with_connection(|connection| {
            connection::rebuild(connection)?;
            connection::empty_log(connection, inner.busy_timeout, inner.busy_timeout)
        })?;
        report.rebuilt = true;
        match emptied {
            true => report.issued.extend(outstanding.issue(inner)?),
            false => report.waiting.extend(outstanding.receipts()),
        }
        Ok(report)
    }
}

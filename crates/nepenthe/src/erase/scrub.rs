//! `scrub`: finishes the erasures that could not be finished when they were made.

use std::time::Duration;

use jiff::SignedDuration;
use serde::Serialize;

use super::certify::{self, Outstanding};
use super::keys;
use super::unfinished::Unfinished;
use crate::model::{MemoryId, ReceiptId};
use crate::store::query::receipt;
use crate::store::{Database, StorageError, connection, objects};

/// What a scrub did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ScrubReport {
    /// The physical receipts that were issued.
    pub issued: Vec<ReceiptId>,
    /// The logical receipts that still wait, because another connection reads an older state, or the tables in PostgreSQL that are to be
    /// written anew.
    pub waiting: Vec<ReceiptId>,
    /// The logical receipts of erasures of which something was found in the files, and still is, or may be: only the process that
    /// erased knows what to look for, and the file has tables or columns that are none of a store's ([`foreign`](Self::foreign)).
    pub residue: Vec<ReceiptId>,
    /// What the file's schema has that no store has, where that is in the way of a receipt: it may hold what was erased.
    pub foreign: Vec<String>,
    /// Whether the files were written anew.
    pub rebuilt: bool,
    /// Keys of no memory that were erased from the key file of an encrypted store: a process that was killed left them.
    pub keys: usize,
    /// Whether something may be left, because another connection reads an older state: scrub again when it has ended.
    pub busy: bool,
}

/// Finishes what other processes could not, on the way of a write: the file is written anew where it is small and nobody reads an older
/// state. What was left only now may still be in the hands of who left it; what could not be finished is not tried again at once.
pub(crate) fn finish_left_behind(database: &Database, by: &Unfinished) -> Result<(), StorageError> {
    const LEFT: SignedDuration = SignedDuration::from_secs(10);
    if database.read_once(receipt::none_is_pending)? {
        return Ok(());
    }
    let now = database.now();
    let tried = by.tried();
    if (0..LEFT.as_secs()).contains(&(now.as_second() - tried)) {
        return Ok(());
    }
    let (unfinished, _) = Outstanding::read(database)?;
    if !unfinished.is_older_than(now, LEFT) || !certify::may_rewrite(database) {
        return Ok(());
    }
    by.try_at(now.as_second());
    if empty_log_at_once(database)? {
        scrub(database, by, false)?;
    }
    Ok(())
}

/// Tells whether there is nothing to finish at an opening.
pub(crate) fn none_is_left(database: &Database) -> bool {
    database.read_once(receipt::none_is_pending).unwrap_or(true)
}

/// Finishes what a process left behind, at an opening; `alone`, where nobody else has the store open, who may still be at it. In
/// a file that is clean their bytes are gone once the write-ahead log is empty.
pub(crate) fn finish_at_opening(
    database: &Database,
    by: &Unfinished,
    alone: bool,
) -> Result<(), StorageError> {
    if !empty_log_at_once(database)? {
        return Ok(());
    }
    if !alone {
        return finish_left_behind(database, by);
    }
    if Outstanding::read(database)?.0.is_empty() {
        return Ok(());
    }
    if certify::may_rewrite(database) {
        return scrub(database, by, false).map(drop);
    }
    if let Some(sealer) = &database.sealer {
        let orphans = database.write_alone(|session| keys::orphans(session, sealer))?;
        if empty_log_at_once(database)? {
            keys::erase_orphans(database, &orphans, false)?;
        }
    }
    Ok(())
}

/// Empties the write-ahead log; false where somebody reads an older state, or writes.
fn empty_log_at_once(database: &Database) -> Result<bool, StorageError> {
    database.with_connection(|session| connection::empty_log(session, Duration::ZERO, database.busy_timeout))
}

/// Finishes what can be finished, by writing the file anew where it must be or is asked for.
pub(crate) fn scrub(
    database: &Database,
    by: &Unfinished,
    rebuild: bool,
) -> Result<ScrubReport, StorageError> {
    let mut report = ScrubReport::default();
    let rebuild = rebuild || !by.known_residue().is_empty();
    if !rebuild {
        report.issued.extend(certify::finish_pending(database, by, false)?);
    }
    let (unfinished, found) = Outstanding::read(database)?;
    let orphans = match &database.sealer {
        Some(sealer) => database.write_alone(|session| keys::orphans(session, sealer))?,
        None if unfinished.is_empty() && found.is_empty() && !rebuild => return Ok(report),
        None => Vec::new(),
    };
    let rebuilds = rebuild || !unfinished.is_empty() || !found.is_empty();
    if rebuilds {
        certify::rewrite(database)?;
    }
    let emptied = database.with_connection(|session| {
        let patience = if rebuilds { database.busy_timeout } else { Duration::ZERO };
        connection::empty_log(session, patience, database.busy_timeout)
    })?;
    if !rebuilds {
        // Who reads an older state may still need them.
        let erased = if emptied { keys::erase_orphans(database, &orphans, false)? } else { None };
        report.keys = erased.unwrap_or_default();
        report.busy = erased.is_none() && (emptied || !orphans.is_empty());
        report.residue.extend(found.receipts());
        return Ok(report);
    }
    report.rebuilt = true;
    let known: Vec<MemoryId> =
        unfinished.receipts().chain(found.receipts()).map(|receipt| receipt.0).collect();
    // What the file is a mirror of, where that is in the clear.
    let emptied = emptied && database.compact(true)?;
    let keys = if emptied { keys::erase_orphans(database, &orphans, true)? } else { None };
    match keys {
        Some(keys) => {
            report.keys = keys;
            // What this process erased is looked for, also where something was found before.
            report.issued.extend(certify::finish_pending(database, by, true)?);
            let (unfinished, found) = Outstanding::read(database)?;
            // What was erased since then was not driven out.
            let (unfinished, found) = (unfinished.partition(&known).0, found.partition(&known).0);
            report.issued.extend(unfinished.issue(database, by)?);
            // What this process looked for is still there. What others found can be nowhere but in a table of somebody else: in
            // the store's own there is what it holds.
            let (known, others) = found.partition(&by.known_residue());
            report.residue.extend(known.receipts());
            if !others.is_empty() {
                report.foreign = database.read(objects::findings)?;
            }
            match report.foreign.is_empty() {
                true => report.issued.extend(others.issue(database, by)?),
                false => report.residue.extend(others.receipts()),
            }
        }
        None => {
            report.busy = true;
            report.waiting.extend(unfinished.receipts());
            report.residue.extend(found.receipts());
        }
    }
    Ok(report)
}

//! From a committed erasure to a certified one: the write-ahead log is emptied, the files are scanned, and a second
//! receipt says that the erasure is physical.
//!
//! Order: the erasure and its first, logical receipt are one transaction, which also marks the receipt as pending; the mark
//! goes in the transaction of the physical receipt. So a crash at any moment leaves either nothing done, or a receipt that
//! says no more than what is known, and `scrub` knows what is left to do.

use std::collections::BTreeMap;
use std::sync::PoisonError;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use nepenthe_receipt::receipt::{Assurance, Body};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::body;
use super::erased::Erased;
use super::keys;
use super::outcome::{Awaiting, Erasure, Grounds};
use super::scan::{self, Scanned};
use super::tombstone;
use crate::control::Plan;
use crate::log::{Event, Log};
use crate::model::{MemoryId, ReceiptId, StoreKey};
use crate::scope::Scope;
use crate::scope::write::Writer;
use crate::store::query::trace::{self, Traces};
use crate::store::query::{ScopeKey, event, lexical, receipt};
use crate::store::{Inner, RecipePart, StorageError, connection, raw};

/// How long a purge waits for readers of an older state. It is not an error if they stay: a later write finishes.
const PATIENCE: Duration = Duration::from_millis(100);

/// How often it is tried again where another writer fills the log between the steps.
const ROUNDS: usize = 8;

/// An erasure that is not yet physical, with what must be found nowhere: in memory only.
pub(crate) struct Pending {
    receipt: MemoryId,
    scope: ScopeKey,
    actor: String,
    body: Body,
    erased: Erased,
}

/// Writes the logical receipt of an erasure in the transaction that erases.
pub(crate) fn record(
    scope: &Scope,
    writer: &Writer<'_>,
    plan: &Plan,
    grounds: &Grounds,
    erased: Erased,
    times: (Timestamp, Timestamp),
) -> Result<Pending, StorageError> {
    let connection = writer.connection();
    let id = scope.inner().new_id(times.1)?;
    if erased.unread {
        lexical::rebuild(connection, writer.key())?;
    }
    let body = body::logical(scope, writer, plan, grounds, &erased, id, times)?;
    let sum = tombstone::sum(&scope.inner().key, erased.buried.clone());
    writer.append_receipt(id, times.1, &body.to_line(), &sum)?;
    if !body::in_memory(connection) {
        receipt::mark_pending(connection, id)?;
    }
    let actor = scope.actor().to_owned();
    Ok(Pending { receipt: id, scope: writer.key(), actor, body, erased })
}

/// Makes a committed erasure physical, if nothing is in the way. It is committed whatever comes of that.
pub(crate) fn certify(inner: &Inner, pending: Pending) -> Erasure {
    let openings: BTreeMap<MemoryId, [u8; 32]> =
        pending.erased.records.iter().map(|record| (record.memory, record.opening)).collect();
    let logical = |awaiting, residue| Erasure {
        receipt: ReceiptId(pending.receipt),
        assurance: Assurance::Logical,
        awaiting: Some(awaiting),
        residue,
        openings: openings.clone(),
    };
    if inner.with_connection(body::in_memory) {
        return logical(Awaiting::Files, Vec::new());
    }
    let awaiting = match attempt(inner, &pending, PATIENCE) {
        Ok(Attempt::Issued(id)) => {
            return Erasure {
                receipt: id,
                assurance: assurance(inner),
                awaiting: None,
                residue: Vec::new(),
                openings,
            };
        }
        Ok(Attempt::Found(scanned)) => return logical(Awaiting::Scrub, scanned.residue),
        Ok(Attempt::Blocked) => Awaiting::Readers,
        Err(_) => Awaiting::Storage,
    };
    let erasure = logical(awaiting, Vec::new());
    inner.pending.lock().unwrap_or_else(PoisonError::into_inner).push(pending);
    erasure
}

/// Tries again what readers were in the way of. Returns the receipts that were issued.
pub(crate) fn finish_pending(inner: &Inner) -> Result<Vec<ReceiptId>, StorageError> {
    let waiting = std::mem::take(&mut *inner.pending.lock().unwrap_or_else(PoisonError::into_inner));
    let (mut issued, mut still, mut failed) = (Vec::new(), Vec::new(), None);
    for pending in waiting {
        match attempt(inner, &pending, Duration::ZERO) {
            Ok(Attempt::Issued(id)) => issued.push(id),
            Ok(Attempt::Blocked) => still.push(pending),
            Ok(Attempt::Found(_)) => {}
            Err(error) => {
                failed = Some(error);
                still.push(pending);
            }
        }
    }
    inner.pending.lock().unwrap_or_else(PoisonError::into_inner).extend(still);
    failed.map_or(Ok(issued), Err)
}

/// What an erasure comes to that nothing is in the way of.
fn assurance(inner: &Inner) -> Assurance {
    if inner.sealer.is_some() && !inner.keys_elsewhere { Assurance::Crypto } else { Assurance::Physical }
}

enum Attempt {
    /// This receipt says that the erasure is physical, or that the key is gone as well.
    Issued(ReceiptId),
    /// Another connection still needs the write-ahead log.
    Blocked,
    /// The files hold what they must not.
    Found(Scanned),
}

fn attempt(inner: &Inner, pending: &Pending, patience: Duration) -> Result<Attempt, StorageError> {
    for _ in 0..ROUNDS {
        if let Some(done) = inner.with_connection(|connection| once(inner, connection, pending, patience))? {
            return Ok(done);
        }
    }
    Ok(Attempt::Blocked)
}

/// Empties the log, scans, clears the slack and issues the receipt. `None` where another writer came in between.
fn once(
    inner: &Inner,
    connection: &Connection,
    pending: &Pending,
    patience: Duration,
) -> Result<Option<Attempt>, StorageError> {
    let does = |part| inner.leaves_out != Some(part);
    if does(RecipePart::Checkpoint) && !connection::empty_log(connection, patience, inner.busy_timeout)? {
        return Ok(Some(Attempt::Blocked));
    }
    let needles = &pending.erased.needles;
    inner.catch_up(connection)?;
    // Only now: with the log empty, nobody reads a state in which the keys are needed.
    let keys = match &inner.sealer {
        None => Scanned::default(),
        Some(sealer) => match keys::erase(sealer, &pending.erased, patience, inner.busy_timeout)? {
            Some(scanned) if scanned.residue.is_empty() => scanned,
            Some(scanned) => return Ok(Some(Attempt::Found(scanned))),
            None => return Ok(Some(Attempt::Blocked)),
        },
    };
    let mut scanned = scan::scan(connection, needles)?;
    let traces =
        trace::count(connection, pending.scope, &pending.erased.versions, inner.embedder.dimension() > 0)?;
    let slack = scanned.slack.take().filter(|_| does(RecipePart::Checkpoint) && does(RecipePart::Slack));
    if traces != Traces::default() || slack.is_none() && !scanned.residue.is_empty() {
        return Ok(Some(Attempt::Found(scanned)));
    }
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    if let Some(slack) = slack {
        if raw::size(&transaction, raw::FileName::Wal)?.is_some_and(|bytes| bytes > 0) {
            return Ok(None);
        }
        slack.clear(&transaction)?;
        if !scanned.residue.is_empty() {
            scanned = scan::scan(&transaction, needles)?;
        }
        if !scanned.residue.is_empty() {
            return Ok(Some(Attempt::Found(scanned)));
        }
    }
    let now = inner.now();
    let id = inner.new_id(now)?;
    scanned.add(keys);
    let body = body::finished(&pending.body, assurance(inner), id, now, Some((needles, &scanned, traces)))?;
    let issued =
        issue(&transaction, &inner.key, pending.scope, (&pending.actor, now), (pending.receipt, id), &body)?;
    transaction.commit()?;
    Ok(Some(Attempt::Issued(issued)))
}

/// Appends a physical receipt in the place of a pending one. Where another process was faster, there is nothing left to do.
fn issue(
    connection: &Connection,
    key: &StoreKey,
    scope: ScopeKey,
    (actor, now): (&str, Timestamp),
    (old, new): (MemoryId, MemoryId),
    body: &Body,
) -> Result<ReceiptId, StorageError> {
    if !receipt::unmark_pending(connection, old)? {
        return Ok(ReceiptId(old));
    }
    Log::new(connection).append_receipt(key, scope, new, (actor, now), &body.to_line(), None)?;
    Ok(ReceiptId(new))
}

/// The erasures that are pending in the file, whoever made them.
pub(super) struct Outstanding(Vec<(MemoryId, ScopeKey, Event, Body)>);

impl Outstanding {
    pub(super) fn read(inner: &Inner) -> Result<Self, StorageError> {
        inner.read(|connection| {
            let mut found = Vec::new();
            for id in receipt::pending(connection)? {
                let (seq, text) = receipt::body(connection, id)?.ok_or_else(|| missing(id))?;
                let (scope, event) = event::get(connection, seq)?.ok_or_else(|| missing(id))?;
                let body = Body::from_line(&text).map_err(StorageError::corrupt)?;
                found.push((id, scope, event, body));
            }
            Ok(Self(found))
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Tells whether some were left longer ago than that.
    pub(super) fn is_older_than(&self, now: Timestamp, age: SignedDuration) -> bool {
        self.0.iter().any(|(_, _, event, _)| now.duration_since(event.at) > age)
    }

    pub(super) fn receipts(&self) -> impl Iterator<Item = ReceiptId> {
        self.0.iter().map(|(id, ..)| ReceiptId(*id))
    }

    /// Issues their physical receipts, after the files were written anew.
    pub(super) fn issue(self, inner: &Inner) -> Result<Vec<ReceiptId>, StorageError> {
        inner.pending.lock().unwrap_or_else(PoisonError::into_inner).clear();
        inner.write_only(|transaction| {
            let now = inner.now();
            let issued = self.0.iter().map(|(old, scope, event, body)| {
                let id = inner.new_id(now)?;
                // After a restore the log has another name than the one that the erasure was made in.
                let body = body::in_log(transaction, body::finished(body, assurance(inner), id, now, None)?)?;
                issue(transaction, &inner.key, *scope, (&event.actor, now), (*old, id), &body)
            });
            issued.collect()
        })
    }
}

fn missing(id: MemoryId) -> StorageError {
    StorageError::corrupt(format!("the pending receipt {id} is not there"))
}

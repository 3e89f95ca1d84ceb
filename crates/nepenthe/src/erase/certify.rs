//! From a committed erasure to a certified one: the write-ahead log is emptied, the files are scanned, and a second
//! receipt says that the erasure is physical.
//!
//! Order: the erasure and its first, logical receipt are one transaction, which also marks the receipt as pending; the mark
//! goes in the transaction of the physical receipt, or over to a second logical one that says what is in the way. So a crash at any
//! moment leaves either nothing done, or a receipt that says no more than what is known, and `scrub` knows what is left to do. An
//! erasure of which something was found is never called physical without another scan for the same.

use std::collections::BTreeMap;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use nepenthe_receipt::receipt::{Assurance, Awaiting as Reason, Body};
use rusqlite::Connection;

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
use crate::store::connection::{self, Obstacle};
use crate::store::query::trace::{self, Traces};
use crate::store::query::{ScopeKey, event, integrity, receipt};
use crate::store::{Inner, RecipePart, StorageError, free, lexical, raw};

/// How long a purge waits for readers of an older state. It is not an error if they stay: a later write finishes.
const PATIENCE: Duration = Duration::from_millis(100);

/// How long a purge waits for its turn, where others write all the time.
const TURN: Duration = Duration::from_secs(2);

/// How often it is tried while others may write. Then the files are scanned under the write lock: they wait that long, and the
/// erasure has its turn.
const ROUNDS: usize = 2;

/// How often the lock is taken for that, where another writer has filled the log in between.
const TURNS: usize = 200;

/// An erasure that is not yet physical, with what must be found nowhere: in memory only.
pub(crate) struct Pending {
    receipt: MemoryId,
    scope: ScopeKey,
    actor: String,
    body: Body,
    erased: Erased,
}

impl Pending {
    /// Whether something of it was found in the files.
    fn is_found(&self) -> bool {
        self.body.awaiting == Some(Reason::Residue)
    }
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
    let actor = writer.actor().to_owned();
    Ok(Pending { receipt: id, scope: writer.key(), actor, body, erased })
}

/// Makes a committed erasure physical, if nothing is in the way. It is committed whatever comes of that.
pub(crate) fn certify(inner: &Inner, mut pending: Pending) -> Erasure {
    let openings: BTreeMap<MemoryId, [u8; 32]> =
        pending.erased.records.iter().map(|record| (record.memory, record.opening)).collect();
    let erasure = |receipt, awaiting: Option<Awaiting>, residue| Erasure {
        receipt,
        assurance: if awaiting.is_some() { Assurance::Logical } else { assurance(inner) },
        awaiting,
        residue,
        openings,
    };
    if inner.with_connection(body::in_memory) {
        return erasure(ReceiptId(pending.receipt), Some(Awaiting::Files), Vec::new());
    }
    let mut attempted = attempt(inner, &pending, PATIENCE);
    // What was only left over, by an index or outside the store's tables, goes: in steps, and only then at once.
    for rewrite in [clear, write_anew] {
        if matches!(attempted, Ok(Attempt::Found(..))) && inner.leaves_out.is_none() {
            attempted = rewrite(inner).and_then(|()| attempt(inner, &pending, PATIENCE)).or(attempted);
        }
    }
    let (awaiting, residue) = match attempted {
        Ok(Attempt::Issued(id)) => return erasure(id, None, Vec::new()),
        Ok(Attempt::Found(scanned, traces)) => {
            say_why(inner, &mut pending, Some((&scanned, traces)));
            (Awaiting::Scrub, scanned.residue)
        }
        Ok(Attempt::Blocked) => {
            say_why(inner, &mut pending, None);
            (Awaiting::Readers, Vec::new())
        }
        Err(_) => (Awaiting::Storage, Vec::new()),
    };
    let receipt = ReceiptId(pending.receipt);
    inner.pending.lock().unwrap_or_else(PoisonError::into_inner).push(pending);
    erasure(receipt, Some(awaiting), residue)
}

/// Tells whether the files are small enough to be written anew on the way of another thing.
pub(super) fn may_rewrite(inner: &Inner) -> bool {
    const LARGEST: u64 = 64 << 20;
    inner.read(integrity::size).is_ok_and(|bytes| bytes <= LARGEST)
}

/// Takes out of the lexical index what is of no memory, and zeroes the free bytes of the file: in steps, between which others
/// write.
fn clear(inner: &Inner) -> Result<(), StorageError> {
    if !inner.indexes_in_memory {
        let mut place = None;
        loop {
            place = inner.write_only(|transaction| lexical::sweep(transaction, place))?;
            if place.is_none() {
                break;
            }
        }
    }
    inner.with_connection(|connection| free::clear(connection, PATIENCE, inner.busy_timeout)).map(drop)
}

/// Writes the file anew with nothing in it but what it holds, which keeps every writer out meanwhile.
fn write_anew(inner: &Inner) -> Result<(), StorageError> {
    Ok(inner.with_connection(connection::rebuild)?)
}

/// Leaves nothing in the index and the file but what the store holds, whatever that was.
pub(super) fn rewrite(inner: &Inner) -> Result<(), StorageError> {
    clear(inner)?;
    write_anew(inner)
}

/// Issues another logical receipt, which says what is in the way: what was found, or readers. Where that cannot be written, or
/// another process was faster, the first stays.
fn say_why(inner: &Inner, pending: &mut Pending, found: Option<(&Scanned, Traces)>) {
    let needles = &pending.erased.needles;
    let said = inner.write_only(|transaction| {
        let now = inner.now();
        let id = inner.new_id(now)?;
        let found = found.map(|(scanned, traces)| (needles, scanned, traces));
        let body = body::hindered(&pending.body, id, now, found)?;
        if body.check().is_err() || !receipt::unmark_pending(transaction, pending.receipt)? {
            return Ok(None);
        }
        append(transaction, &inner.key, pending.scope, (&pending.actor, now), id, &body)?;
        receipt::mark_pending(transaction, id)?;
        Ok::<_, StorageError>(Some((id, body)))
    });
    if let Ok(Some((id, body))) = said {
        (pending.receipt, pending.body) = (id, body);
    }
}

/// Tries again what readers were in the way of, and, if `again`, what something was found of. Returns the receipts that were issued.
pub(crate) fn finish_pending(inner: &Inner, again: bool) -> Result<Vec<ReceiptId>, StorageError> {
    let waiting = std::mem::take(&mut *inner.pending.lock().unwrap_or_else(PoisonError::into_inner));
    let (mut issued, mut still, mut failed) = (Vec::new(), Vec::new(), None);
    for mut pending in waiting {
        if pending.is_found() && !again {
            still.push(pending);
            continue;
        }
        match attempt(inner, &pending, Duration::ZERO) {
            Ok(Attempt::Issued(id)) => issued.push(id),
            Ok(Attempt::Blocked) => still.push(pending),
            Ok(Attempt::Found(scanned, traces)) => {
                if !pending.is_found() {
                    say_why(inner, &mut pending, Some((&scanned, traces)));
                }
                still.push(pending);
            }
            Err(error) => {
                failed = Some(error);
                still.push(pending);
            }
        }
    }
    inner.pending.lock().unwrap_or_else(PoisonError::into_inner).extend(still);
    failed.map_or(Ok(issued), Err)
}

/// The receipts of erasures of which something was found, and of which this process knows what to look for.
pub(super) fn known_residue(inner: &Inner) -> Vec<MemoryId> {
    let pending = inner.pending.lock().unwrap_or_else(PoisonError::into_inner);
    pending.iter().filter(|one| one.is_found()).map(|one| one.receipt).collect()
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
    /// The files, or these indexes, hold what they must not, or the store's settings are none that erase.
    Found(Scanned, Traces),
}

fn attempt(inner: &Inner, pending: &Pending, patience: Duration) -> Result<Attempt, StorageError> {
    let (started, mut obstacle) = (Instant::now(), Obstacle::default());
    for round in 0..ROUNDS + TURNS {
        let with = (patience, round >= ROUNDS);
        match inner.with_connection(|connection| once(inner, connection, pending, with))? {
            // The next try may be before the writers who were in the way.
            Some(Attempt::Blocked)
                if !patience.is_zero()
                    && started.elapsed() < TURN
                    && !inner.with_connection(|connection| obstacle.stays(connection))? => {}
            Some(done) => return Ok(done),
            None => {}
        }
    }
    Ok(Attempt::Blocked)
}

/// Empties the log, scans, clears the slack and issues the receipt. `None` where another writer came in between; `alone` keeps
/// them out from before the scan.
fn once(
    inner: &Inner,
    connection: &Connection,
    pending: &Pending,
    (patience, alone): (Duration, bool),
) -> Result<Option<Attempt>, StorageError> {
    let does = |part| inner.leaves_out != Some(part);
    if does(RecipePart::Checkpoint) && !connection::empty_log(connection, patience, inner.busy_timeout)? {
        return Ok(Some(Attempt::Blocked));
    }
    let lock = || connection::begin(connection, inner.busy_timeout);
    let held = if alone { Some(lock()?) } else { None };
    if alone && raw::size(connection, raw::FileName::Wal)?.is_some_and(|bytes| bytes > 0) {
        return Ok(None);
    }
    let needles = &pending.erased.needles;
    inner.catch_up(connection)?;
    // Only now: with the log empty, nobody reads a state in which the keys are needed.
    let keys = match &inner.sealer {
        None => Scanned::default(),
        Some(sealer) => match keys::erase(sealer, &pending.erased, patience, inner.busy_timeout)? {
            Some(scanned) if scanned.residue.is_empty() => scanned,
            Some(scanned) => return Ok(Some(Attempt::Found(scanned, Traces::default()))),
            None => return Ok(Some(Attempt::Blocked)),
        },
    };
    let mut scanned = scan::scan(connection, needles)?;
    let traces =
        trace::count(connection, pending.scope, &pending.erased.versions, inner.embedder.dimension() > 0)?;
    let slack = scanned.slack.take().filter(|_| does(RecipePart::Checkpoint) && does(RecipePart::Slack));
    if traces != Traces::default() || slack.is_none() && !scanned.residue.is_empty() {
        return Ok(Some(Attempt::Found(scanned, traces)));
    }
    let transaction = match held {
        Some(held) => held,
        None => lock()?,
    };
    if let Some(slack) = slack {
        if raw::size(&transaction, raw::FileName::Wal)?.is_some_and(|bytes| bytes > 0) {
            return Ok(None);
        }
        slack.clear(&transaction)?;
        if !scanned.residue.is_empty() {
            scanned = scan::scan(&transaction, needles)?;
        }
        if !scanned.residue.is_empty() {
            return Ok(Some(Attempt::Found(scanned, traces)));
        }
    }
    let now = inner.now();
    let id = inner.new_id(now)?;
    scanned.add(keys);
    let engine = body::engine(inner, &transaction)?;
    let body =
        body::finished(&pending.body, engine, assurance(inner), id, now, Some((needles, &scanned, traces)))?;
    // A part of the recipe is left out only to see that the scan then finds something.
    if inner.leaves_out.is_none() && body.check().is_err() {
        return Ok(Some(Attempt::Found(scanned, traces)));
    }
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
    append(connection, key, scope, (actor, now), new, body)?;
    Ok(ReceiptId(new))
}

fn append(
    connection: &Connection,
    key: &StoreKey,
    scope: ScopeKey,
    by: (&str, Timestamp),
    id: MemoryId,
    body: &Body,
) -> Result<(), StorageError> {
    Log::new(connection).append_receipt(key, scope, id, by, &body.to_line(), None).map(drop)
}

/// The erasures that are pending in the file, whoever made them.
pub(super) struct Outstanding(Vec<(MemoryId, ScopeKey, Event, Body)>);

impl Outstanding {
    /// Reads them: those that writing the file anew finishes, and those of which something was found.
    pub(super) fn read(inner: &Inner) -> Result<(Self, Self), StorageError> {
        inner.read(|connection| {
            let mut all = Vec::new();
            for id in receipt::pending(connection)? {
                let (seq, text) = receipt::body(connection, id)?.ok_or_else(|| missing(id))?;
                let (scope, event) = event::get(connection, seq)?.ok_or_else(|| missing(id))?;
                let body = Body::from_line(&text).map_err(StorageError::corrupt)?;
                all.push((id, scope, event, body));
            }
            let (found, unfinished) =
                all.into_iter().partition(|(.., body)| body.awaiting == Some(Reason::Residue));
            Ok((Self(unfinished), Self(found)))
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Parts those with these receipts from the others.
    pub(super) fn partition(self, receipts: &[MemoryId]) -> (Self, Self) {
        let (these, others) = self.0.into_iter().partition(|(id, ..)| receipts.contains(id));
        (Self(these), Self(others))
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
        inner.pending.lock().unwrap_or_else(PoisonError::into_inner).retain(Pending::is_found);
        inner.write_only(|transaction| {
            let now = inner.now();
            let mut issued = Vec::new();
            for (old, scope, event, body) in &self.0 {
                let id = inner.new_id(now)?;
                let engine = body::engine(inner, transaction)?;
                let body = body::finished(body, engine, assurance(inner), id, now, None)?;
                // After a restore the log has another name than the one that the erasure was made in.
                let body = body::in_log(transaction, body)?;
                if body.check().is_ok() {
                    issued.push(issue(
                        transaction,
                        &inner.key,
                        *scope,
                        (&event.actor, now),
                        (*old, id),
                        &body,
                    )?);
                }
            }
            Ok(issued)
        })
    }
}

fn missing(id: MemoryId) -> StorageError {
    StorageError::corrupt(format!("the pending receipt {id} is not there"))
}

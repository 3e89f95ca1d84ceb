//! From a committed erasure to a certified one: the write-ahead log is emptied, the files are scanned, and a second
//! receipt says that the erasure is physical.
//!
//! Order: the erasure and its first, logical receipt are one transaction, which also marks the receipt as pending; the mark
//! goes in the transaction of the physical receipt, or over to a second logical one that says what is in the way. So a crash at any
//! moment leaves either nothing done, or a receipt that says no more than what is known, and `scrub` knows what is left to do. An
//! erasure of which something was found is never called physical without another scan for the same.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use nepenthe_receipt::receipt::{Assurance, Awaiting as Reason, Body};

use super::body;
use super::keys;
use super::needles::Needles;
use super::outcome::{Awaiting, Erasure};
use super::pending::{Pending, Recorded};
use super::scan::{self, Near, Scanned};
use super::unfinished::Unfinished;
use crate::log::Log;
use crate::model::{Event, MemoryId, ReceiptId, StoreKey};
use crate::store::connection::{self, Obstacle};
use crate::store::query::trace::{self, Traces};
use crate::store::query::{ScopeKey, event, integrity, meta, receipt};
use crate::store::vfs::Moment;
use crate::store::{Database, RecipePart, Session, StorageError, clean, free, lexical, raw, sums};

/// How long a purge waits for readers of an older state. It is not an error if they stay: a later write finishes.
const PATIENCE: Duration = Duration::from_millis(100);

/// How long a purge waits for its turn, where others write all the time.
const TURN: Duration = Duration::from_secs(2);

/// How often it is tried while others may write. Then the files are scanned under the write lock: they wait that long, and the
/// erasure has its turn.
const ROUNDS: usize = 2;

/// How often the lock is taken for that, where another writer has filled the log in between.
const TURNS: usize = 200;

/// Writes the logical receipt of an erasure in the transaction that erases.
pub(crate) fn record(
    database: &Database,
    session: Session<'_>,
    log: &Log<'_>,
    recorded: Recorded<'_>,
) -> Result<Pending, StorageError> {
    let Recorded { scope, actor, now, .. } = recorded;
    let id = database.new_id(now)?;
    if recorded.erased.unread {
        lexical::rebuild(session, scope)?;
    }
    let body = body::logical(database, session, id, &recorded)?;
    let sum = sums::note_of(&database.key, recorded.erased.buried.clone());
    log.append_receipt(&database.key, scope, id, (actor, now), &body.to_line(), Some(&sum))?;
    if !session.is_in_memory() {
        receipt::mark_pending(session, id)?;
    }
    Ok(Pending { receipt: id, scope, actor: actor.to_owned(), body, erased: recorded.erased })
}

/// Makes a committed erasure physical, if nothing is in the way. It is committed whatever comes of that.
pub(crate) fn certify(database: &Database, unfinished: &Unfinished, mut pending: Pending) -> Erasure {
    let openings: BTreeMap<MemoryId, [u8; 32]> =
        pending.erased.records.iter().map(|record| (record.memory, record.opening)).collect();
    let erasure = |receipt, awaiting: Option<Awaiting>, residue| Erasure {
        receipt,
        assurance: if awaiting.is_some() { Assurance::Logical } else { assurance(database) },
        awaiting,
        residue,
        openings,
    };
    if database.with_connection(|session| session.is_in_memory()) {
        return erasure(ReceiptId(pending.receipt), Some(Awaiting::Files), Vec::new());
    }
    database.forget_reads();
    // Other threads end what they read of an older state: who comes later reads the present.
    database.wait_for_reads(TURN);
    let mut attempted = attempt(database, &[&pending], PATIENCE);
    // What was only left over, by an index or outside the store's tables, goes: in steps, and only then at once.
    for rewrite in [clear, write_anew] {
        if matches!(attempted, Ok(Attempt::Found(..))) && database.leaves_out.is_none() {
            pending.erased.begun = None;
            attempted =
                rewrite(database).and_then(|()| attempt(database, &[&pending], PATIENCE)).or(attempted);
        }
    }
    let (awaiting, residue) = match attempted {
        Ok(Attempt::Issued(ids)) => {
            let id = ids.first().copied().unwrap_or(ReceiptId(pending.receipt));
            return erasure(id, None, Vec::new());
        }
        Ok(Attempt::Found(scanned, traces)) => {
            say_why(database, &mut pending, Some((&scanned, traces)));
            (Awaiting::Scrub, scanned.residue)
        }
        Ok(Attempt::Blocked) => {
            say_why(database, &mut pending, None);
            (Awaiting::Readers, Vec::new())
        }
        Err(_) => (Awaiting::Storage, Vec::new()),
    };
    let receipt = ReceiptId(pending.receipt);
    unfinished.add([pending]);
    erasure(receipt, Some(awaiting), residue)
}

/// Leaves a committed erasure to be made physical later.
pub(crate) fn leave_to_later(unfinished: &Unfinished, pending: Pending) -> Erasure {
    let openings = pending.erased.records.iter().map(|record| (record.memory, record.opening)).collect();
    let receipt = ReceiptId(pending.receipt);
    unfinished.add([pending]);
    let awaiting = Some(Awaiting::Later);
    Erasure { receipt, assurance: Assurance::Logical, awaiting, residue: Vec::new(), openings }
}

/// Tells whether the files are small enough to be written anew on the way of another thing.
pub(super) fn may_rewrite(database: &Database) -> bool {
    const LARGEST: u64 = 64 << 20;
    database.read(integrity::size).is_ok_and(|bytes| bytes <= LARGEST)
}

/// Takes out of the lexical index what is of no memory, and zeroes the free bytes of the file: in steps, between which others
/// write.
fn clear(database: &Database) -> Result<(), StorageError> {
    if !database.indexes_in_memory {
        let mut place = None;
        loop {
            place = database.write_alone(|session| lexical::sweep(session, place))?;
            if place.is_none() {
                break;
            }
        }
    }
    database.with_connection(|session| free::clear(session, PATIENCE, database.busy_timeout)).map(drop)
}

/// Writes the file anew with nothing in it but what it holds, which keeps every writer out meanwhile.
fn write_anew(database: &Database) -> Result<(), StorageError> {
    database.with_connection(connection::rebuild)
}

/// Leaves nothing in the index and the file but what the store holds, whatever that was.
pub(super) fn rewrite(database: &Database) -> Result<(), StorageError> {
    clear(database)?;
    write_anew(database)
}

/// Issues another logical receipt, which says what is in the way: what was found, or readers. Where that cannot be written, or
/// another process was faster, the first stays.
fn say_why(database: &Database, pending: &mut Pending, found: Option<(&Scanned, Traces)>) {
    let needles = &pending.erased.needles;
    let said = database.write(|session| {
        let now = database.now();
        let id = database.new_id(now)?;
        let found = found.map(|(scanned, traces)| (needles, scanned, traces));
        let body = body::hindered(&pending.body, id, now, found)?;
        if body.check().is_err() || !receipt::unmark_pending(session, pending.receipt)? {
            return Ok(None);
        }
        append(session, &database.key, pending.scope, (&pending.actor, now), id, &body)?;
        receipt::mark_pending(session, id)?;
        Ok::<_, StorageError>(Some((id, body)))
    });
    if let Ok(Some((id, body))) = said {
        (pending.receipt, pending.body) = (id, body);
    }
}

/// Tries again what readers were in the way of, and, if `again`, what something was found of. Returns the receipts that were issued.
pub(crate) fn finish_pending(
    database: &Database,
    unfinished: &Unfinished,
    again: bool,
) -> Result<Vec<ReceiptId>, StorageError> {
    let (mut issued, mut still, mut failed) = (Vec::new(), Vec::new(), None);
    let (mut waiting, found): (Vec<_>, Vec<_>) =
        unfinished.take().into_iter().partition(|pending| again || !pending.is_found());
    still.extend(found);
    if waiting.len() > 1 {
        // All at once; where something is in the way of one, each by itself.
        match attempt(database, &waiting.iter().collect::<Vec<_>>(), Duration::ZERO) {
            Ok(Attempt::Issued(ids)) => {
                issued = ids;
                waiting.clear();
            }
            Ok(Attempt::Blocked) => still.append(&mut waiting),
            Ok(Attempt::Found(..)) | Err(_) => {}
        }
    }
    for mut pending in waiting {
        match attempt(database, &[&pending], Duration::ZERO) {
            Ok(Attempt::Issued(ids)) => issued.extend(ids),
            Ok(Attempt::Blocked) => still.push(pending),
            Ok(Attempt::Found(scanned, traces)) => {
                if !pending.is_found() {
                    say_why(database, &mut pending, Some((&scanned, traces)));
                }
                pending.erased.begun = None;
                still.push(pending);
            }
            Err(error) => {
                failed = Some(error);
                still.push(pending);
            }
        }
    }
    unfinished.add(still);
    failed.map_or(Ok(issued), Err)
}

/// What an erasure comes to that nothing is in the way of.
fn assurance(database: &Database) -> Assurance {
    if database.sealer.is_some() && !database.keys_elsewhere {
        Assurance::Crypto
    } else if database.is_clear_elsewhere() {
        Assurance::Compacted
    } else {
        Assurance::Physical
    }
}

enum Attempt {
    /// These receipts say that the erasures are physical, or that the keys are gone as well.
    Issued(Vec<ReceiptId>),
    /// Another connection still needs the write-ahead log, or what the file is a mirror of.
    Blocked,
    /// The files, or these indexes, hold what they must not, or the store's settings are none that erase.
    Found(Scanned, Traces),
}

/// Tries to make erasures physical together.
fn attempt(database: &Database, all: &[&Pending], patience: Duration) -> Result<Attempt, StorageError> {
    if !database.compact(!patience.is_zero())? {
        return Ok(Attempt::Blocked);
    }
    let (started, mut obstacle) = (Instant::now(), Obstacle::default());
    for round in 0..ROUNDS + TURNS {
        let with = (patience, round >= ROUNDS);
        match database.with_connection(|session| once(database, session, all, with))? {
            // The next try may be before the writers who were in the way.
            Some(Attempt::Blocked)
                if !patience.is_zero()
                    && started.elapsed() < TURN
                    && !database.with_connection(|session| obstacle.stays(session))? => {}
            Some(done) => return Ok(done),
            None => {}
        }
    }
    Ok(Attempt::Blocked)
}

/// Empties the log, scans, clears the slack and issues the receipts. `None` where another writer came in between; `alone` keeps
/// them out from before the scan.
fn once(
    database: &Database,
    session: Session<'_>,
    all: &[&Pending],
    (patience, alone): (Duration, bool),
) -> Result<Option<Attempt>, StorageError> {
    let does = |part| database.leaves_out != Some(part);
    if does(RecipePart::Checkpoint) && !connection::empty_log(session, patience, database.busy_timeout)? {
        return Ok(Some(Attempt::Blocked));
    }
    // Other connections drop theirs when they see that the log began anew.
    connection::drop_pages(session)?;
    let lock = || database.begin(session);
    let held = if alone { Some(lock()?) } else { None };
    if alone && raw::size(session, raw::FileName::Wal)?.is_some_and(|bytes| bytes > 0) {
        return Ok(None);
    }
    database.catch_up(session)?;
    // Only now: with the log empty, nobody reads a state in which the keys are needed.
    let mut keys = Vec::with_capacity(all.len());
    for pending in all {
        keys.push(match &database.sealer {
            None => Scanned::default(),
            Some(sealer) => match keys::erase(sealer, &pending.erased, patience, database.busy_timeout)? {
                Some(scanned) if scanned.residue.is_empty() => scanned,
                Some(scanned) => return Ok(Some(Attempt::Found(scanned, Traces::default()))),
                None => return Ok(Some(Attempt::Blocked)),
            },
        });
    }
    let sought = Sought::of(all);
    let (mut scanned, clean) = look(database, session, &sought, (patience, alone))?;
    let (mut traces, mut sum) = (Vec::with_capacity(all.len()), Traces::default());
    for Pending { scope, erased, .. } in all {
        traces.push(trace::count(session, *scope, &erased.versions, database.embedder.dimension > 0)?);
        sum.add(traces[traces.len() - 1]);
    }
    let slack = scanned.slack.take().filter(|_| does(RecipePart::Checkpoint) && does(RecipePart::Slack));
    if sum != Traces::default() || slack.is_none() && !scanned.residue.is_empty() {
        return Ok(Some(Attempt::Found(scanned, sum)));
    }
    let lock = match held {
        Some(held) => held,
        None => lock()?,
    };
    let session = lock.session();
    if let Some(slack) = slack {
        if raw::size(session, raw::FileName::Wal)?.is_some_and(|bytes| bytes > 0) {
            return Ok(None);
        }
        slack.clear(session)?;
        if !scanned.residue.is_empty() {
            scanned = scan::scan(session, &sought.needles, &sought.near())?;
        }
        if !scanned.residue.is_empty() {
            return Ok(Some(Attempt::Found(scanned, sum)));
        }
    }
    let mut issued = Vec::with_capacity(all.len());
    for ((pending, keys), traces) in all.iter().zip(keys).zip(traces) {
        let now = database.now();
        let id = database.new_id(now)?;
        let mut scanned = scanned.clone();
        scanned.add(keys);
        let engine = body::engine(session)?;
        let found = Some((&pending.erased.needles, &scanned, traces));
        let body = body::finished(&pending.body, engine, assurance(database), id, now, found)?;
        // A part of the recipe is left out only to see that the scan then finds something.
        if database.leaves_out.is_none() && body.check().is_err() {
            return Ok(Some(Attempt::Found(scanned, traces)));
        }
        let (by, ids) = ((&*pending.actor, now), (pending.receipt, id));
        issued.push(issue(session, &database.key, pending.scope, by, ids, &body)?);
    }
    if let Some(clean) = clean {
        meta::write_clean(session, clean)?;
    }
    lock.commit()?;
    Ok(Some(Attempt::Issued(issued)))
}

/// What is sought of erasures together.
struct Sought {
    needles: Needles,
    scopes: Vec<ScopeKey>,
    said: String,
    /// The moment before the first of them; `None` where one has none.
    begun: Option<Moment>,
}

impl Sought {
    fn of(all: &[&Pending]) -> Self {
        let mut sought = Self {
            needles: Needles::default(),
            scopes: Vec::new(),
            said: String::new(),
            begun: all.first().and_then(|first| first.erased.begun),
        };
        for Pending { scope, body, erased, .. } in all {
            sought.needles.add(&erased.needles);
            if !sought.scopes.contains(scope) {
                sought.scopes.push(*scope);
            }
            // In a request the caller's own words may stand.
            sought.said += &Body { request: None, ..body.clone() }.to_line();
            sought.begun = sought.begun.and_then(|first| first.min(erased.begun?));
        }
        sought
    }

    fn near(&self) -> Near<'_> {
        Near { scopes: &self.scopes, said: &self.said }
    }
}

/// Looks for what is sought: in a clean file in the pages that were written since it was erased, else everywhere. Returns besides
/// what is to be noted of the file from then on, whether it is clean.
fn look(
    database: &Database,
    session: Session<'_>,
    sought: &Sought,
    (patience, alone): (Duration, bool),
) -> Result<(Scanned, Option<bool>), StorageError> {
    let pages = match sought.begun {
        Some(begun) => clean::pages_since(session, begun)?,
        None => None,
    };
    if let Some(pages) = &pages {
        let (scanned, is_clean) = scan::scan_pages(session, &sought.needles, pages, &sought.near())?;
        if is_clean || database.leaves_out == Some(RecipePart::Shim) {
            return Ok((scanned, None));
        }
    }
    let is_marked = meta::is_clean(session)?;
    // A file that is said to be clean and is not, or of which that is not known yet.
    let clears = (pages.is_some() || !is_marked)
        && database.leaves_out.is_none()
        && connection::overwrites(session)?
        && (is_marked || clean::may_be(session)?);
    let cleared = clears && !alone && free::clear(session, patience, database.busy_timeout)?;
    let scanned = scan::scan(session, &sought.needles, &sought.near())?;
    Ok((scanned, Some(cleared).filter(|cleared| clears && *cleared != is_marked)))
}

/// Appends a physical receipt in the place of a pending one. Where another process was faster, there is nothing left to do.
fn issue(
    session: Session<'_>,
    key: &StoreKey,
    scope: ScopeKey,
    (actor, now): (&str, Timestamp),
    (old, new): (MemoryId, MemoryId),
    body: &Body,
) -> Result<ReceiptId, StorageError> {
    if !receipt::unmark_pending(session, old)? {
        return Ok(ReceiptId(old));
    }
    append(session, key, scope, (actor, now), new, body)?;
    Ok(ReceiptId(new))
}

fn append(
    session: Session<'_>,
    key: &StoreKey,
    scope: ScopeKey,
    by: (&str, Timestamp),
    id: MemoryId,
    body: &Body,
) -> Result<(), StorageError> {
    Log::new(session).append_receipt(key, scope, id, by, &body.to_line(), None).map(drop)
}

/// The erasures that are pending in the file, whoever made them.
pub(super) struct Outstanding(Vec<(MemoryId, ScopeKey, Event, Body)>);

impl Outstanding {
    /// Reads them: those that writing the file anew finishes, and those of which something was found.
    pub(super) fn read(database: &Database) -> Result<(Self, Self), StorageError> {
        database.read(|session| {
            let mut all = Vec::new();
            for id in receipt::pending(session)? {
                let (seq, text) = receipt::body(session, id)?.ok_or_else(|| missing(id))?;
                let (scope, event) = event::get(session, seq)?.ok_or_else(|| missing(id))?;
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
    pub(super) fn issue(self, database: &Database, by: &Unfinished) -> Result<Vec<ReceiptId>, StorageError> {
        by.retain_found();
        database.write_alone(|session| {
            let now = database.now();
            let mut issued = Vec::new();
            for (old, scope, event, body) in &self.0 {
                let id = database.new_id(now)?;
                let engine = body::engine(session)?;
                let body = body::finished(body, engine, assurance(database), id, now, None)?;
                // After a restore the log has another name than the one that the erasure was made in.
                let body = body::in_log(session, body)?;
                if body.check().is_ok() {
                    issued.push(issue(
                        session,
                        &database.key,
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

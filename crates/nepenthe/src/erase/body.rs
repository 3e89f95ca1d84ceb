//! The bodies of receipts: what the store can say of an erasure (docs/receipt.md).

use jiff::Timestamp;
use nepenthe_receipt::receipt::{
    Assurance, Awaiting, Backups, Body, Checkpointing, Commitment, Counts, Engine, Erased as Entry, Extent,
    FileKind, FileScan, FileState, How, Indexes, JournalMode, Label, Needles as Counted, NotCovered,
    Operation, Origin, Pseudonym, Scan, Time, Times, Tombstones, Uuid,
};

use super::needles::Needles;
use super::pending::Recorded;
use super::scan::Scanned;
use crate::log;
use crate::model::MemoryId;
use crate::store::query::trace::Traces;
use crate::store::query::{backup, meta, tombstone};
use crate::store::{Database, FileName, Session, StorageError, connection};

/// What no receipt of an embedded store can speak of.
const NOT_COVERED: [NotCovered; 6] = [
    NotCovered::SsdRemapping,
    NotCovered::FilesystemSnapshots,
    NotCovered::Swap,
    NotCovered::ModelContext,
    NotCovered::ForeignBackups,
    NotCovered::Operator,
];

/// Says what an erasure's own transaction knows: what went, and that it is out of every table and index.
pub(super) fn logical(
    database: &Database,
    session: Session<'_>,
    id: MemoryId,
    recorded: &Recorded<'_>,
) -> Result<Body, StorageError> {
    let Recorded { erased, grounds, requested, now, .. } = recorded;
    let mut key = [0; 32];
    database.random.fill(&mut key).map_err(StorageError::Random)?;
    let entries: Vec<Entry> = erased
        .records
        .iter()
        .map(|record| Entry {
            memory: uuid(record.memory),
            versions: record.versions as u64,
            commitment: record.commitment,
            how: record.how,
        })
        .collect();
    let whole = erased.records.iter().any(|record| record.how != How::Edited);
    let (known, latest) = backup::kept(session, *now)?;
    // A key that is erased does not reach what lay beside the ciphertext.
    let index_copies = database.index_copies;
    // Where the key of tombstones is sealed, the file alone serves no guesser.
    let guesses = database.sealer.is_none();
    let server = database.is_clear_elsewhere().then_some(NotCovered::OF_COMPACTED);
    Ok(Body {
        store: Uuid(meta::log(session)?),
        origin: parsed::<Origin>(&log::origin(session)?)?,
        receipt: uuid(id),
        completes: None,
        operation: if whole { Operation::Purge } else { Operation::Edit },
        assurance: Assurance::Logical,
        awaiting: Some(Awaiting::NotScanned),
        plan: Commitment::new(&key, &recorded.plan),
        planner: label(recorded.planner),
        counts: Counts::of(&entries),
        erased: entries,
        events: erased.records.iter().map(|record| record.event.0.unsigned_abs()).collect(),
        scan: None,
        engine: engine(session)?,
        tombstones: Tombstones {
            added: erased.buried.len() as u64,
            in_force: tombstone::count(session, recorded.scope)?,
        },
        actor: pseudonym(recorded.actor),
        request: grounds.request.as_ref().map(|request| pseudonym(request.as_str())),
        basis: grounds.basis,
        times: Times { requested: time(*requested)?, erased: time(*now)?, certified: time(*now)? },
        backups: Backups { known, latest_expiry: latest.map(time).transpose()? },
        not_covered: NOT_COVERED
            .into_iter()
            .chain(index_copies.then_some(NotCovered::IndexCopies))
            .chain(guesses.then_some(NotCovered::TombstoneGuesses))
            .chain(server.into_iter().flatten())
            .collect(),
    })
}

/// The settings and versions as they are.
pub(super) fn engine(session: Session<'_>) -> Result<Engine, StorageError> {
    let settings = connection::engine(session)?;
    Ok(Engine {
        nepenthe: label(env!("CARGO_PKG_VERSION")),
        sqlite: label(&settings.sqlite),
        sqlite_vec: label("none"),
        journal_mode: journal_mode(&settings.journal_mode),
        secure_delete: settings.secure_delete,
        // The lexical index is an ordinary table: there is no FTS5 index that would not.
        fts5_secure_delete: true,
        checkpoint: Checkpointing::None,
    })
}

/// Says why an erasure is still logical: what the scan found, or else that readers are in the way.
pub(super) fn hindered(
    logical: &Body,
    id: MemoryId,
    now: Timestamp,
    found: Option<(&Needles, &Scanned, Traces)>,
) -> Result<Body, StorageError> {
    let (awaiting, checkpoint) = match found {
        Some(_) => (Awaiting::Residue, Checkpointing::Truncate),
        None => (Awaiting::Readers, Checkpointing::Busy),
    };
    Ok(Body {
        receipt: uuid(id),
        awaiting: Some(awaiting),
        scan: found.map(|(needles, scanned, traces)| scan(needles, scanned, traces)),
        engine: Engine { checkpoint, ..logical.engine.clone() },
        times: Times { certified: time(now)?.max(logical.times.erased.clone()), ..logical.times.clone() },
        ..logical.clone()
    })
}

/// Says that the files were scanned and hold nothing of it; without a scan, that they were written anew. Of an encrypted store it
/// says `crypto`: besides, the key is erased. Of the mirror of what is in the clear it says `compacted`: that was written anew. `engine` is as it is now.
pub(super) fn finished(
    logical: &Body,
    engine: Engine,
    assurance: Assurance,
    id: MemoryId,
    now: Timestamp,
    scanned: Option<(&Needles, &Scanned, Traces)>,
) -> Result<Body, StorageError> {
    let checkpoint = if scanned.is_some() { Checkpointing::Truncate } else { Checkpointing::Rebuild };
    Ok(Body {
        receipt: uuid(id),
        completes: Some(logical.receipt),
        assurance,
        awaiting: None,
        scan: scanned.map(|(needles, scanned, traces)| scan(needles, scanned, traces)),
        engine: Engine { checkpoint, ..engine },
        times: Times { certified: time(now)?.max(logical.times.erased.clone()), ..logical.times.clone() },
        ..logical.clone()
    })
}

/// Names the log as it is named now.
pub(super) fn in_log(session: Session<'_>, body: Body) -> Result<Body, StorageError> {
    let origin = parsed::<Origin>(&log::origin(session)?)?;
    Ok(Body { store: Uuid(meta::log(session)?), origin, ..body })
}

fn scan(needles: &Needles, scanned: &Scanned, traces: Traces) -> Scan {
    let kinds = [FileKind::Main, FileKind::Wal, FileKind::Shm, FileKind::Journal];
    let files = kinds.map(|kind| {
        // In an encrypted store there are two of each: the store's and the key file's.
        let there = scanned.files.iter().filter(|(file, _)| word_for(*file) == kind);
        let bytes = there.filter_map(|(_, bytes)| *bytes).reduce(|sum, bytes| sum + bytes);
        let hits = scanned.residue.iter().filter(|residue| word_for(residue.file) == kind).count() as u64;
        let state = match (bytes, hits) {
            (None, _) => FileState::Absent,
            (Some(_), 0) => FileState::Clean,
            _ => FileState::Residue,
        };
        FileScan { file: kind, bytes: bytes.unwrap_or(0), hits, state }
    });
    Scan {
        needles: Counted {
            texts: (needles.texts.len() + needles.keys.len()) as u64,
            identifiers: (needles.identifiers.len() + needles.mentions.len()) as u64,
            vectors: needles.vectors.len() as u64,
        },
        extent: scanned.by_pages.then_some(Extent::WrittenPages),
        files,
        indexes: Indexes { lexical: traces.lexical, vectors: traces.vectors, mentions: traces.mentions },
    }
}

/// The word that a receipt has for a file.
fn word_for(file: FileName) -> FileKind {
    match file {
        FileName::Main | FileName::Keys => FileKind::Main,
        FileName::Wal => FileKind::Wal,
        FileName::Shm => FileKind::Shm,
    }
}

fn uuid(id: MemoryId) -> Uuid {
    Uuid(*id.as_bytes())
}

fn time(at: Timestamp) -> Result<Time, StorageError> {
    parsed(&format!("{at:.3}"))
}

/// A version or a planner's name, where it can stand in a receipt.
fn label(text: &str) -> Label {
    text.parse().unwrap_or_else(|_| "other".parse().expect("a word is a label"))
}

/// A name that the caller gave, where it can stand in a receipt: no spaces, nothing but ASCII.
fn pseudonym(text: &str) -> Pseudonym {
    text.parse().unwrap_or_else(|_| "undisclosed".parse().expect("a word is a pseudonym"))
}

fn journal_mode(word: &str) -> JournalMode {
    match word {
        "wal" => JournalMode::Wal,
        "delete" => JournalMode::Delete,
        "truncate" => JournalMode::Truncate,
        "persist" => JournalMode::Persist,
        "memory" => JournalMode::Memory,
        _ => JournalMode::Off,
    }
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, StorageError> {
    text.parse().map_err(|error| StorageError::corrupt(format!("{text}: {error}")))
}

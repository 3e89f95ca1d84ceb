//! The format of the file: who it belongs to, its version, and the migrations that lead to it.

use super::embedder::StoredEmbedder;
use super::error::{OpenError, StorageError};
use super::open_options::Indexes;
use super::query::{
    annotation, log_key, memory, mention, meta, passage, posting, row_sum, scope, tree, vector,
};
use super::sealing::{self, Sealer};
use super::{lexical, sqlite_vec, sums};
use crate::model::{RandomSource, StoreKey};
use crate::store::session::Session;

/// `Nepe` in ASCII, in SQLite's `application_id`: the mark of our files.
const APPLICATION_ID: i64 = 0x4e65_7065;

/// The migrations in order; the first makes version 1 out of an empty file.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_initial.sql"),
    include_str!("migrations/0002_mentions_and_planner.sql"),
    include_str!("migrations/0003_erasure.sql"),
    include_str!("migrations/0004_sealing.sql"),
    include_str!("migrations/0005_annotations_and_sums.sql"),
    include_str!("migrations/0006_row_sums.sql"),
    include_str!("migrations/0007_postings.sql"),
    include_str!("migrations/0008_guarded_tombstones.sql"),
    include_str!("migrations/0009_passages.sql"),
    concat!(include_str!("migrations/0010_vectors.sql"), include_str!("migrations/0010_mentions.sql")),
    include_str!("migrations/0011_unspaced_words.sql"),
];

/// The first version whose log is a tree and whose memories have keys.
const KEYED: i64 = 3;

/// The first version that has checksums in `meta`.
const SUMMED: i64 = 5;

/// The first version whose rows have checksums.
const ROWS_SUMMED: i64 = 6;

/// The first version whose lexical index has no FTS5 tables.
const POSTINGS: i64 = 7;

/// The first version whose blocks of postings begin with a summary.
const SUMMARIES: i64 = 10;

/// The first version that has vectors of passages.
const PASSAGES: i64 = 9;

/// The first version that has its vectors in a table of our own.
const VECTORS: i64 = 10;

/// The first version whose lexical index has words of scripts without spaces, and of emoji.
const UNSPACED: i64 = 11;

/// The first version whose rows are those of the newest, but for its indexes.
#[cfg(feature = "postgres")]
pub(super) const SAME_ROWS: i64 = 10;

/// The newest format version that this library reads and writes.
pub const FORMAT_VERSION: i64 = MIGRATIONS.len() as i64;

/// What a file turned out to be.
pub(super) enum Format {
    /// Nothing in it yet.
    Empty,
    /// A store of this version, 1 up to [`FORMAT_VERSION`].
    Store(i64),
    /// Some other program's database.
    Foreign,
}

/// Reads whose file it is and of which version, without changing it.
pub(super) fn inspect(session: Session<'_>) -> Result<Format, OpenError> {
    let application: i64 = session.sql().query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let version: i64 = session.sql().query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let objects: i64 = session.sql().query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (application, version, objects) {
        (0, 0, 0) => Ok(Format::Empty),
        (APPLICATION_ID, 1.., 1..) if version <= FORMAT_VERSION => Ok(Format::Store(version)),
        (APPLICATION_ID, 1.., _) if version > FORMAT_VERSION => {
            Err(OpenError::NewerFormat { found: version, supported: FORMAT_VERSION })
        }
        (APPLICATION_ID, ..) => Err(StorageError::corrupt("it has no schema").into()),
        _ => Ok(Format::Foreign),
    }
}

/// Makes the schema in an empty database.
pub(super) fn run_migrations(session: Session<'_>) -> Result<(), StorageError> {
    MIGRATIONS.iter().try_for_each(|sql| Ok(session.sql().execute_batch(sql)?))
}

/// Makes the schema of a mirror in an empty database: without rows, and perhaps without indexes.
#[cfg(feature = "postgres")]
pub(super) fn make_mirror(session: Session<'_>, indexes_in_file: bool) -> Result<(), StorageError> {
    run_migrations(session)?;
    session.sql().execute_batch(&format!(
        "PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT_VERSION}"
    ))?;
    if !indexes_in_file {
        mention::drop(session)?;
        posting::drop(session)?;
        passage::drop(session)?;
        vector::drop(session)?;
    }
    meta::write_mention_rules(session, mention::RULES)?;
    meta::write_clean(session, true)
}

/// Brings an empty or older file to [`FORMAT_VERSION`]. Runs inside the caller's transaction: all or nothing.
pub(super) fn migrate(
    session: Session<'_>,
    from: i64,
    embedder: &StoredEmbedder,
    random: &dyn RandomSource,
    sealer: Option<&Sealer>,
    indexes: Option<Indexes>,
) -> Result<(), StorageError> {
    for (version, sql) in (1..).zip(MIGRATIONS).skip(usize::try_from(from).unwrap_or(0)) {
        session.sql().execute_batch(sql)?;
        session.sql().execute_batch(&format!("PRAGMA user_version = {version}"))?;
    }
    if from == 0 {
        session.sql().execute_batch(&format!("PRAGMA application_id = {APPLICATION_ID}"))?;
        write_identity(session, random, sealer)?;
        meta::write_embedder(session, &embedder.name, embedder.dimension)?;
        if sealer.is_some() {
            meta::write_indexes(session, indexes.unwrap_or(Indexes::InMemory))?;
        }
        if meta::indexes_are_in_memory(session)? {
            mention::drop(session)?;
            posting::drop(session)?;
            passage::drop(session)?;
            vector::drop(session)?;
        }
    } else if from < KEYED {
        write_log(session, random)?;
        log_key::give(session, random)?;
        tree::grow_all(session)?;
    }
    let key = sealing::store_key(session, sealer).map_err(StorageError::corrupt)?;
    if (1..VECTORS).contains(&from) {
        sqlite_vec::convert(session, &key, sealer, from >= ROWS_SUMMED)?;
    }
    if (1..SUMMED).contains(&from) {
        sums::write(session, &key)?;
    }
    if (1..ROWS_SUMMED).contains(&from) {
        sums::write_log(session, &key)?;
        row_sum::write(session, &key)?;
    }
    if (1..SUMMARIES).contains(&from) {
        index_words(session, from < POSTINGS)?;
    } else if (1..UNSPACED).contains(&from) && !meta::indexes_are_in_memory(session)? {
        index_unspaced(session)?;
    }
    if meta::indexes_are_in_memory(session)? {
        if (1..PASSAGES).contains(&from) {
            passage::drop(session)?;
        }
        if (1..VECTORS).contains(&from) {
            vector::drop(session)?;
            mention::drop(session)?;
        }
    }
    if mentions_are_stale(session)? || (1..VECTORS).contains(&from) {
        // In memory they are made by the present rules in any case.
        if !meta::indexes_are_in_memory(session)? {
            index_mentions(session, &key)?;
        }
        meta::write_mention_rules(session, mention::RULES)?;
    }
    if from == 0 {
        meta::write_clean(session, true)?;
    }
    Ok(())
}

/// Makes the lexical index of an older store anew, and drops the FTS5 tables that each scope had.
fn index_words(session: Session<'_>, had_fts5: bool) -> Result<(), StorageError> {
    if had_fts5 {
        for (scope, _) in scope::all(session)?.into_iter().chain([(scope::FIRST, String::new())]) {
            posting::drop_fts5(session, scope)?;
        }
    }
    if meta::indexes_are_in_memory(session)? {
        return if had_fts5 { posting::drop(session) } else { Ok(()) };
    }
    posting::clear_all(session)?;
    each_version(session, |version, text| lexical::insert(session, version.scope, version.id, text))
}

/// Indexes anew the texts of an older store that have other words now.
fn index_unspaced(session: Session<'_>) -> Result<(), StorageError> {
    each_version(session, |version, text| match lexical::has_unspaced(text) {
        true => lexical::replace(session, version.scope, version.id, text),
        false => Ok(()),
    })
}

/// Makes what tells a store from every other: its key, and the name of its log.
pub(super) fn write_identity(
    session: Session<'_>,
    random: &dyn RandomSource,
    sealer: Option<&Sealer>,
) -> Result<(), StorageError> {
    let mut key = [0; 32];
    random.fill(&mut key).map_err(StorageError::Random)?;
    let key = StoreKey(key);
    match sealer {
        None => meta::write_store_key(session, &key)?,
        Some(sealer) => {
            meta::write_sealed_store_key(session, &sealer.wrap_store_key(&key)?, sealer.name())?;
        }
    }
    write_log(session, random)?;
    sums::write(session, &key)
}

/// Gives the log a name that no other has.
pub(crate) fn write_log(session: Session<'_>, random: &dyn RandomSource) -> Result<(), StorageError> {
    let mut log = [0; 16];
    random.fill(&mut log).map_err(StorageError::Random)?;
    meta::write_log(session, log)
}

/// Tells whether the index of mentions was made by other rules than this library's.
pub(super) fn mentions_are_stale(session: Session<'_>) -> Result<bool, StorageError> {
    Ok(meta::mention_rules(session)? != mention::RULES)
}

/// Makes the index of mentions again. Runs inside the caller's transaction.
fn index_mentions(session: Session<'_>, key: &StoreKey) -> Result<(), StorageError> {
    mention::clear(session)?;
    each_version(session, |version, text| {
        let annotations = annotation::of_version(session, version.id)?;
        mention::insert(session, version.scope, key, version.id, text, annotations.as_ref())
    })
}

/// Visits every version whose text can be read.
fn each_version(
    session: Session<'_>,
    visit: impl Fn(&memory::IndexedVersion, &str) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut last = 0;
    loop {
        let batch = memory::indexed_versions(session, last, 512)?;
        let Some(end) = batch.last() else { return Ok(()) };
        last = end.id;
        for version in &batch {
            if let Some(text) = &version.text {
                visit(version, text)?;
            }
        }
    }
}

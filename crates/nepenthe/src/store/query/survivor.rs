//! Everything that the store still holds in words or vectors, for the scan after an erasure.

use super::{ScopeKey, meta, passage, vector};
use crate::store::error::StorageError;
use crate::store::session::Session;

/// The columns of memories in which words stand.
const PLAIN: &[&str] = &[
    "SELECT text FROM version",
    "SELECT source FROM memory WHERE source IS NOT NULL",
    "SELECT metadata FROM memory WHERE metadata IS NOT NULL",
    "SELECT entries FROM annotation",
];

/// The same in an encrypted store, opened. What cannot be opened is left out.
const SEALED: &[&str] = &[
    concat!("SELECT ", super::memory::text!(), " FROM version v JOIN memory m ON m.row = v.memory"),
    "SELECT unsealed_words(sealed_by, id, sealed) FROM memory",
    concat!(
        "SELECT ",
        super::annotation::entries!(),
        " FROM annotation a JOIN version v ON v.id = a.version JOIN memory m ON m.row = v.memory"
    ),
];

/// What is sealed, as it is stored: a short needle may stand in it by chance.
const NOISE: &[&str] = &[
    "SELECT sealed FROM version", "SELECT sealed_vector FROM version", "SELECT sealed FROM memory",
    "SELECT sealed FROM annotation",
];

/// The notes in the engine's own words, and those that give a reason of its list.
const NOTES: &str = "SELECT DISTINCT note FROM event WHERE note IN ('quarantined', 'trimmed')
        OR note GLOB 'tombstones *' AND length(note) = 43 AND substr(note, 12) NOT GLOB '*[^0-9a-f]*'";
const REASONS: &str =
    "WITH why(word) AS (VALUES ('consent'), ('contract'), ('legal-obligation'), ('vital-interest'),
        ('public-task'), ('legitimate-interest'), ('data-subject-request'), ('correction'), ('mistake'),
        ('namesake'), ('restored'), ('test'))
     SELECT note FROM (SELECT DISTINCT note FROM event WHERE note GLOB 'admitted: *') JOIN why
        ON note = 'admitted: ' || word
        OR note GLOB 'admitted: ' || word || ' [A-Z]*-*[0-9]' AND length(note) <= length(word) + 24
            AND substr(note, 12 + length(word)) NOT GLOB '*[^-A-Z0-9]*'";

/// The words of others that no erasure touches: names of scopes and actors, and what the engine writes itself (docs/receipt.md).
/// A note or a request in words of the caller's, as older versions took them, explains nothing.
const TEXTS: &[&str] = &[
    "SELECT path FROM scope",
    "SELECT DISTINCT actor FROM event",
    "SELECT DISTINCT kind FROM event",
    "SELECT DISTINCT kind FROM tombstone",
    "SELECT DISTINCT planner FROM event WHERE planner IS NOT NULL",
    NOTES,
    REASONS,
    "SELECT CASE WHEN NOT json_valid(body) THEN NULL
        WHEN body ->> 'request' GLOB '[A-Z]*-*[0-9]' AND length(body ->> 'request') <= 13
            AND body ->> 'request' NOT GLOB '*[^-A-Z0-9]*' THEN body
        ELSE json_remove(body, '$.request') END FROM receipt",
    "SELECT DISTINCT prompt FROM annotation",
    "SELECT CAST(value AS TEXT) FROM meta WHERE typeof(value) = 'text' AND key IN ('embedder', 'indexes')",
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL",
    "SELECT name FROM sqlite_schema",
];

/// Hands the words of the file's own schema to `visit`: those that the first page has.
pub(crate) fn schema(session: Session<'_>, visit: &mut Visit<'_>) -> Result<(), StorageError> {
    let mut select = session.sql().prepare_cached("SELECT name, sql FROM sqlite_schema")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        for column in [0, 1] {
            if let Some(text) = row.get_ref(column)?.as_str_or_null().map_err(StorageError::corrupt)?
                && !visit(text.as_bytes())
            {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Tells whether notes and requests have nothing but the engine's own words, as they do unless an older version took a caller's.
pub(crate) fn speaks_for_itself(session: Session<'_>) -> Result<bool, StorageError> {
    let others = format!(
        "SELECT 1 FROM (SELECT DISTINCT note FROM event WHERE note IS NOT NULL
            EXCEPT SELECT * FROM ({NOTES}) EXCEPT SELECT * FROM ({REASONS}))
         UNION ALL SELECT 1 FROM receipt WHERE NOT json_valid(body) OR body ->> 'request' IS NOT NULL
            AND NOT (body ->> 'request' GLOB '[A-Z]*-*[0-9]' AND length(body ->> 'request') <= 13
                AND body ->> 'request' NOT GLOB '*[^-A-Z0-9]*')"
    );
    Ok(!session.sql().prepare(&others)?.exists([])?)
}

/// Takes what is handed to it; false when it has seen enough.
pub(crate) type Visit<'a> = dyn FnMut(&[u8]) -> bool + 'a;

/// Hands every text to `visit`, as it is and folded as the lexical index folds it.
pub(crate) fn texts(session: Session<'_>, visit: &mut Visit<'_>) -> Result<(), StorageError> {
    let encrypted = meta::key_file(session)?.is_some();
    let (memories, noise) = if encrypted { (SEALED, NOISE) } else { (PLAIN, &[][..]) };
    for sql in noise {
        let mut select = session.sql().prepare(sql)?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(0)?.as_blob_or_null().map_err(StorageError::corrupt)?;
            if bytes.is_some_and(|bytes| !visit(bytes)) {
                return Ok(());
            }
        }
    }
    // A row that is none of the store's does not account for what was erased.
    for key in meta::keys(session)? {
        if !visit(key.as_bytes()) {
            return Ok(());
        }
    }
    for sql in memories.iter().chain(TEXTS) {
        let mut select = session.sql().prepare(sql)?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let Some(text) = row.get_ref(0)?.as_str_or_null().map_err(StorageError::corrupt)? else {
                continue;
            };
            if !visit(text.as_bytes()) || !visit(text.to_lowercase().as_bytes()) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Hands every vector to `visit`, as it is stored, with what stands before it in its record.
pub(crate) fn vectors(session: Session<'_>, visit: &mut Visit<'_>) -> Result<(), StorageError> {
    if meta::indexes_are_in_memory(session)? {
        return Ok(());
    }
    vector::records(session, visit)?;
    passage::each(session, |_, _, vectors| {
        visit(vectors);
        Ok(())
    })
}

/// Hands every row of the lexical index to `visit`, as it is stored.
pub(crate) fn postings(session: Session<'_>, visit: &mut Visit<'_>) -> Result<(), StorageError> {
    if meta::indexes_are_in_memory(session)? {
        return Ok(());
    }
    let mut select = session.sql().prepare("SELECT scope, term, first, entries FROM main.posting")?;
    let mut rows = select.query([])?;
    let mut bytes = Vec::new();
    while let Some(row) = rows.next()? {
        // A record's values stand one after the other, integers big-endian in as few bytes as they need.
        let (scope, first): (i64, i64) = (row.get(0)?, row.get(2)?);
        bytes.clear();
        bytes.extend(scope.to_be_bytes().iter().skip_while(|byte| **byte == 0));
        bytes.extend(row.get_ref(1)?.as_str().map_err(StorageError::corrupt)?.as_bytes());
        bytes.extend(first.to_be_bytes().iter().skip_while(|byte| **byte == 0));
        bytes.extend(row.get_ref(3)?.as_blob().map_err(StorageError::corrupt)?);
        if !visit(&bytes) {
            return Ok(());
        }
    }
    Ok(())
}

/// Tells whether a version that is there mentions what a stored digest (8 bytes, big-endian) stands for; those of these scopes are
/// looked at first.
pub(crate) fn mentions(
    session: Session<'_>,
    scopes: &[ScopeKey],
    digest: &[u8],
) -> Result<bool, StorageError> {
    let Some(digest) = digest.first_chunk() else { return Ok(false) };
    let mut select =
        session.sql().prepare_cached("SELECT 1 FROM mention WHERE scope = ?1 AND digest = ?2 LIMIT 1")?;
    for scope in scopes {
        if select.exists((scope.0, i64::from_be_bytes(*digest)))? {
            return Ok(true);
        }
    }
    let mut select = session.sql().prepare_cached("SELECT 1 FROM mention WHERE digest = ?1 LIMIT 1")?;
    Ok(select.exists([i64::from_be_bytes(*digest)])?)
}

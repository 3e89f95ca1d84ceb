//! The table `mention`: which versions of which texts carry an identifier or a name, by a keyed digest of its
//! canonical form; the same for the text's annotations, under keys that are none of a text. A digest of 64 bits: two
//! keys that fall together give a candidate more, which the planner then looks at.

use rusqlite::params;

use super::ScopeKey;
use super::annotation::Annotations;
use crate::model::StoreKey;
use crate::store::error::StorageError;
use crate::store::session::Session;

/// The number of the rules by which `nepenthe_text` makes keys. A file with another number is indexed again when it is
/// next opened for writing.
pub(crate) const RULES: i64 = nepenthe_text::KEY_RULES;

/// Where a key is to be met: in texts, or in what was added to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum In {
    Texts,
    Annotations,
}

impl In {
    fn digest(self, key: &StoreKey, mention: &str) -> i64 {
        match self {
            Self::Texts => key.mention(mention),
            Self::Annotations => key.mention(&format!("annotation\0{mention}")),
        }
    }
}

/// Writes what a version's text and its annotations mention.
pub(crate) fn insert(
    session: Session<'_>,
    scope: ScopeKey,
    key: &StoreKey,
    version: i64,
    text: &str,
    annotations: Option<&Annotations>,
) -> Result<(), StorageError> {
    let entries: Vec<(i64, i64)> =
        expected(key, text, annotations).into_iter().map(|digest| (digest, version)).collect();
    insert_all(session, scope, &entries)
}

/// Writes digests, each with the version that has it. In their order they are written fastest.
pub(crate) fn insert_all(
    session: Session<'_>,
    scope: ScopeKey,
    entries: &[(i64, i64)],
) -> Result<(), StorageError> {
    let mut insert = session
        .sql()
        .prepare_cached("INSERT OR IGNORE INTO mention (scope, digest, version) VALUES (?1, ?2, ?3)")?;
    for (digest, version) in entries {
        insert.execute(params![scope.0, digest, version])?;
    }
    Ok(())
}

pub(crate) fn delete(session: Session<'_>, version: i64) -> Result<(), StorageError> {
    session.sql().prepare_cached("DELETE FROM mention WHERE version = ?1")?.execute([version])?;
    Ok(())
}

/// Returns the versions that carry a key, newest first, at most `limit`.
pub(crate) fn versions(
    session: Session<'_>,
    scope: ScopeKey,
    key: &StoreKey,
    (mention, place): (&str, In),
    limit: usize,
) -> Result<Vec<i64>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT version FROM mention WHERE scope = ?1 AND digest = ?2 ORDER BY version DESC LIMIT ?3",
    )?;
    let rows =
        select.query_map(params![scope.0, place.digest(key, mention), limit as i64], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the digests of a version, in order.
pub(crate) fn of_version(session: Session<'_>, version: i64) -> Result<Vec<i64>, StorageError> {
    let mut select =
        session.sql().prepare_cached("SELECT digest FROM mention WHERE version = ?1 ORDER BY digest")?;
    let rows = select.query_map([version], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the digests that a version must have, in order.
pub(crate) fn expected(key: &StoreKey, text: &str, annotations: Option<&Annotations>) -> Vec<i64> {
    let entries = annotations.map(|annotations| &annotations.entries[..]).unwrap_or_default();
    let values = entries.iter().flat_map(|entry| nepenthe_text::keys(&entry.value));
    let mut digests: Vec<i64> =
        nepenthe_text::keys(text).iter().map(|mention| In::Texts.digest(key, mention)).collect();
    digests.extend(values.map(|mention| In::Annotations.digest(key, &mention)));
    digests.sort_unstable();
    digests.dedup();
    digests
}

/// Drops the table from a file that is to have no index. Nothing in memory may have the name of what is in the file: `VACUUM` would
/// take one for the other.
pub(crate) fn drop(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch("DROP TABLE main.mention")?;
    Ok(())
}

/// Empties the table, before it is filled again.
pub(crate) fn clear(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute("DELETE FROM mention", [])?;
    Ok(())
}

/// Counts the rows whose version is not there.
pub(crate) fn strays(session: Session<'_>) -> Result<i64, StorageError> {
    let sql = "SELECT count(*) FROM mention WHERE version NOT IN (SELECT id FROM version)";
    Ok(session.sql().query_row(sql, [], |row| row.get(0))?)
}

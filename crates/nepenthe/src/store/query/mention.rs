//! The table `mention`: which versions of which texts carry an identifier or a name, by a keyed digest of its canonical
//! form. A digest of 64 bits: two keys that fall together give a candidate more, which the planner then looks at.

use rusqlite::{Connection, params};

use super::ScopeKey;
use crate::model::StoreKey;
use crate::store::error::StorageError;

/// The number of the rules by which `nepenthe_text` makes keys. A file with another number is indexed again when it is
/// next opened for writing.
pub(crate) const RULES: i64 = nepenthe_text::KEY_RULES;

/// Writes what a version's text mentions.
pub(crate) fn insert(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    version: i64,
    text: &str,
) -> Result<(), StorageError> {
    let mut insert = connection
        .prepare_cached("INSERT OR IGNORE INTO mention (scope, digest, version) VALUES (?1, ?2, ?3)")?;
    for mention in nepenthe_text::keys(text) {
        insert.execute(params![scope.0, key.mention(&mention), version])?;
    }
    Ok(())
}

pub(crate) fn delete(connection: &Connection, version: i64) -> Result<(), StorageError> {
    connection.prepare_cached("DELETE FROM mention WHERE version = ?1")?.execute([version])?;
    Ok(())
}

/// Returns the versions that carry a key, newest first, at most `limit`.
pub(crate) fn versions(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    mention: &str,
    limit: usize,
) -> Result<Vec<i64>, StorageError> {
    let mut select = connection.prepare_cached(
        "SELECT version FROM mention WHERE scope = ?1 AND digest = ?2 ORDER BY version DESC LIMIT ?3",
    )?;
    let rows = select.query_map(params![scope.0, key.mention(mention), limit as i64], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the digests of a version, in order.
pub(crate) fn of_version(connection: &Connection, version: i64) -> Result<Vec<i64>, StorageError> {
    let mut select =
        connection.prepare_cached("SELECT digest FROM mention WHERE version = ?1 ORDER BY digest")?;
    let rows = select.query_map([version], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the digests that a text must have, in order.
pub(crate) fn expected(key: &StoreKey, text: &str) -> Vec<i64> {
    let mut digests: Vec<i64> =
        nepenthe_text::keys(text).iter().map(|mention| key.mention(mention)).collect();
    digests.sort_unstable();
    digests.dedup();
    digests
}

/// Drops the table from a file that is to have no index. Nothing in memory may have the name of what is in the file: `VACUUM` would
/// take one for the other.
pub(crate) fn drop(connection: &Connection) -> Result<(), StorageError> {
    connection.execute_batch("DROP TABLE main.mention")?;
    Ok(())
}

/// Empties the table, before it is filled again.
pub(crate) fn clear(connection: &Connection) -> Result<(), StorageError> {
    connection.execute("DELETE FROM mention", [])?;
    Ok(())
}

/// Counts the rows whose version is not there.
pub(crate) fn strays(connection: &Connection) -> Result<i64, StorageError> {
    let sql = "SELECT count(*) FROM mention WHERE version NOT IN (SELECT id FROM version)";
    Ok(connection.query_row(sql, [], |row| row.get(0))?)
}

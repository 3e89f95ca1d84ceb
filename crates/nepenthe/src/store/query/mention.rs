//! The table `mention`: which versions of which texts carry an identifier or a name, by a keyed digest of its
//! canonical form; the same for the text's annotations, under keys that are none of a text. A digest of 64 bits: two
//! keys that fall together give a candidate more, which the planner then looks at. The versions of a digest are in blocks, so that
//! what many texts mention takes a byte or two of each.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use rusqlite::params;

use super::ScopeKey;
use super::annotation::Annotations;
use crate::model::StoreKey;
use crate::store::error::StorageError;
use crate::store::session::Session;

/// The number of the rules by which `nepenthe_text` makes keys. A file with another number is indexed again when it is
/// next opened for writing.
pub(crate) const RULES: i64 = nepenthe_text::KEY_RULES;

/// How many versions a single key may give to who looks for candidates.
pub(crate) const MOST: usize = 4096;

/// Versions from which on a block takes no more at its end.
const FULL: usize = 256;

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

/// Writes digests, each with the version that has it, in order.
pub(crate) fn insert_all(
    session: Session<'_>,
    scope: ScopeKey,
    entries: &[(i64, i64)],
) -> Result<(), StorageError> {
    entries.chunk_by(|a, b| a.0 == b.0).try_for_each(|of_digest| append(session, scope, of_digest))
}

/// Puts versions into the blocks of one digest. Versions mostly come in their order, so that a full block is left as it is.
fn append(session: Session<'_>, scope: ScopeKey, entries: &[(i64, i64)]) -> Result<(), StorageError> {
    let Some((digest, begin)) = entries.first().copied() else { return Ok(()) };
    let found = block(session, scope, digest, i64::MAX)?;
    let (mut first, mut versions) = found.clone().unwrap_or((begin, Vec::new()));
    if versions.last().is_some_and(|last| *last >= begin) {
        return entries.iter().try_for_each(|(_, version)| add(session, scope, digest, *version));
    }
    let mut is_stored = found.is_some();
    for (_, version) in entries {
        if versions.len() >= FULL {
            write(session, scope, digest, (first, &versions), is_stored)?;
            (first, is_stored) = (*version, false);
            versions.clear();
        }
        if versions.last() != Some(version) {
            versions.push(*version);
        }
    }
    write(session, scope, digest, (first, &versions), is_stored)
}

/// Puts one version into its place, where it is not there yet.
fn add(session: Session<'_>, scope: ScopeKey, digest: i64, version: i64) -> Result<(), StorageError> {
    let Some((first, mut versions)) = block(session, scope, digest, version)? else {
        return write(session, scope, digest, (version, &[version]), false);
    };
    let Err(at) = versions.binary_search(&version) else { return Ok(()) };
    versions.insert(at, version);
    let second = if versions.len() > FULL { versions.split_off(FULL / 2) } else { Vec::new() };
    write(session, scope, digest, (first, &versions), true)?;
    match second.first() {
        Some(begin) => write(session, scope, digest, (*begin, &second), false),
        None => Ok(()),
    }
}

/// Writes a block; one that has become empty goes.
fn write(
    session: Session<'_>,
    scope: ScopeKey,
    digest: i64,
    (first, versions): (i64, &[i64]),
    is_stored: bool,
) -> Result<(), StorageError> {
    if versions.is_empty() {
        session
            .sql()
            .prepare_cached("DELETE FROM mention WHERE scope = ?1 AND digest = ?2 AND first = ?3")?
            .execute(params![scope.0, digest, first])?;
        return Ok(());
    }
    let sql = match is_stored {
        true => "UPDATE mention SET versions = ?4 WHERE scope = ?1 AND digest = ?2 AND first = ?3",
        false => "INSERT INTO mention (scope, digest, first, versions) VALUES (?1, ?2, ?3, ?4)",
    };
    session.sql().prepare_cached(sql)?.execute(params![scope.0, digest, first, encode(first, versions)])?;
    Ok(())
}

/// Takes versions out of the blocks of their digests, each given with its digest: a block that has some of them is written once.
pub(crate) fn delete(
    session: Session<'_>,
    scope: ScopeKey,
    mut entries: Vec<(i64, i64)>,
) -> Result<(), StorageError> {
    entries.sort_unstable();
    // The last version of a digest first: the block in which it stands has those before it, down to its own first.
    while let Some((digest, last)) = entries.last().copied() {
        let found = block(session, scope, digest, last)?;
        let first = found.as_ref().map_or(i64::MIN, |(first, _)| *first);
        let of_block = entries.split_off(entries.partition_point(|entry| *entry < (digest, first)));
        let Some((first, mut versions)) = found else { continue };
        let before = versions.len();
        versions.retain(|version| of_block.binary_search(&(digest, *version)).is_err());
        if versions.len() < before {
            write(session, scope, digest, (first, &versions), true)?;
        }
    }
    Ok(())
}

/// Returns the digests whose blocks have a version, in order. Reads every block of the scope: for a version whose text is not known.
pub(crate) fn of_version(
    session: Session<'_>,
    scope: ScopeKey,
    version: i64,
) -> Result<Vec<i64>, StorageError> {
    let mut digests = Vec::new();
    each(session, scope, |digest, _, versions| {
        digests.extend(versions.binary_search(&version).is_ok().then_some(digest));
        Ok(())
    })?;
    Ok(digests)
}

/// Returns those of some versions that the blocks of a digest have.
pub(crate) fn among(
    session: Session<'_>,
    scope: ScopeKey,
    digest: i64,
    versions: &[i64],
) -> Result<Vec<i64>, StorageError> {
    let (mut versions, mut found) = (versions.to_vec(), Vec::new());
    versions.sort_unstable_by(|a, b| b.cmp(a));
    // Newest first: the block of one has those before it, down to its first.
    let mut read: Option<(i64, Vec<i64>)> = None;
    for version in versions {
        if read.as_ref().is_none_or(|(first, _)| *first > version) {
            read = block(session, scope, digest, version)?;
        }
        let Some((_, block)) = &read else { break };
        found.extend(block.binary_search(&version).is_ok().then_some(version));
    }
    Ok(found)
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
        "SELECT first, versions FROM mention WHERE scope = ?1 AND digest = ?2 ORDER BY first DESC",
    )?;
    let mut rows = select.query(params![scope.0, place.digest(key, mention)])?;
    let mut found = Vec::new();
    while found.len() < limit
        && let Some(row) = rows.next()?
    {
        let versions = decode(row.get(0)?, row.get_ref(1)?.as_blob().map_err(StorageError::corrupt)?)?;
        found.extend(versions.into_iter().rev());
    }
    found.truncate(limit);
    Ok(found)
}

/// Returns the block in which a version stands if it has the digest, and the number that the block is kept under.
fn block(
    session: Session<'_>,
    scope: ScopeKey,
    digest: i64,
    version: i64,
) -> Result<Option<(i64, Vec<i64>)>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT first, versions FROM mention WHERE scope = ?1 AND digest = ?2 AND first <= ?3
         ORDER BY first DESC LIMIT 1",
    )?;
    let mut rows = select.query(params![scope.0, digest, version])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let first = row.get(0)?;
    Ok(Some((first, decode(first, row.get_ref(1)?.as_blob().map_err(StorageError::corrupt)?)?)))
}

/// Hands every block of a scope to `visit`: its digest, its number, and its versions.
fn each(
    session: Session<'_>,
    scope: ScopeKey,
    mut visit: impl FnMut(i64, i64, Vec<i64>) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT digest, first, versions FROM mention WHERE scope = ?1 ORDER BY digest, first",
    )?;
    let mut rows = select.query([scope.0])?;
    while let Some(row) = rows.next()? {
        let first = row.get(1)?;
        let versions = decode(first, row.get_ref(2)?.as_blob().map_err(StorageError::corrupt)?)?;
        visit(row.get(0)?, first, versions)?;
    }
    Ok(())
}

/// Versions, ascending, each as its distance from the one before (of the first, from the block's number), as LEB128.
fn encode(first: i64, versions: &[i64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(versions.len() + 8);
    let mut before = first;
    for version in versions {
        let mut gap = version.abs_diff(before);
        while gap >= 0x80 {
            bytes.push(gap as u8 | 0x80);
            gap >>= 7;
        }
        bytes.push(gap as u8);
        before = *version;
    }
    bytes
}

fn decode(first: i64, bytes: &[u8]) -> Result<Vec<i64>, StorageError> {
    let mut versions = Vec::with_capacity(bytes.len());
    let (mut before, mut gap, mut shift) = (first, 0_u64, 0);
    for byte in bytes {
        if shift > 56 {
            return Err(damaged());
        }
        gap |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            if gap == 0 && !versions.is_empty() {
                return Err(damaged());
            }
            before = before.checked_add_unsigned(gap).ok_or_else(damaged)?;
            versions.push(before);
            (gap, shift) = (0, 0);
        }
    }
    if shift == 0 && !versions.is_empty() { Ok(versions) } else { Err(damaged()) }
}

fn damaged() -> StorageError {
    StorageError::corrupt("a block of the index of mentions cannot be read")
}

/// What a scope's blocks have, by version, to be compared with what its texts mention.
pub(crate) struct There {
    key: RandomState,
    /// How many digests, and the sum of their hashes under a key that no other run has.
    sums: HashMap<i64, (usize, u64)>,
}

impl There {
    /// Reads every block of a scope.
    ///
    /// # Errors
    /// [`StorageError::Corrupt`] where one cannot be read, or blocks are not in order.
    pub(crate) fn read(session: Session<'_>, scope: ScopeKey) -> Result<Self, StorageError> {
        let mut there = Self { key: RandomState::new(), sums: HashMap::new() };
        let mut last = None;
        each(session, scope, |digest, first, versions| {
            if last.is_some_and(|(same, last)| same == digest && last >= first) {
                return Err(damaged());
            }
            last = versions.last().map(|last| (digest, *last));
            let hash = there.key.hash_one(digest);
            for version in versions {
                let (count, sum) = there.sums.entry(version).or_default();
                (*count, *sum) = (*count + 1, sum.wrapping_add(hash));
            }
            Ok(())
        })?;
        Ok(there)
    }

    /// Takes a version out; tells whether its digests are these.
    pub(crate) fn take(&mut self, version: i64, digests: &[i64]) -> bool {
        let sum = digests.iter().fold(0, |sum: u64, digest| sum.wrapping_add(self.key.hash_one(digest)));
        self.sums.remove(&version).unwrap_or_default() == (digests.len(), sum)
    }

    /// Counts the versions left that the scope does not have.
    pub(crate) fn strays(&self, session: Session<'_>, scope: ScopeKey) -> Result<usize, StorageError> {
        let mut select = session.sql().prepare_cached(
            "SELECT 1 FROM version v JOIN memory m ON m.row = v.memory WHERE v.id = ?1 AND m.scope = ?2",
        )?;
        let mut strays = 0;
        for (version, (count, _)) in &self.sums {
            strays += if select.exists(params![version, scope.0])? { 0 } else { *count };
        }
        Ok(strays)
    }
}

/// The digests of keys that came before, and the keys of words: what many texts of a batch have in common is worked out once.
#[derive(Default)]
pub(crate) struct Known {
    words: nepenthe_text::KnownWords,
    digests: HashMap<String, i64>,
}

impl Known {
    /// What [`expected`] returns of a text without annotations.
    pub(crate) fn of(&mut self, key: &StoreKey, text: &str) -> Vec<i64> {
        let digest = |mention: String| match self.digests.get(&mention) {
            Some(digest) => *digest,
            None => *self.digests.entry(mention).or_insert_with_key(|mention| In::Texts.digest(key, mention)),
        };
        let mut digests: Vec<i64> =
            nepenthe_text::keys_knowing(text, &mut self.words).into_iter().map(digest).collect();
        digests.sort_unstable();
        digests.dedup();
        digests
    }
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

/// Counts the rows of scopes that the store does not have.
pub(crate) fn strays(session: Session<'_>) -> Result<i64, StorageError> {
    let sql = "SELECT count(*) FROM mention WHERE scope NOT IN (SELECT id FROM scope)";
    Ok(session.sql().query_row(sql, [], |row| row.get(0))?)
}

/// The table in memory, of a store that keeps its indexes there.
pub(crate) fn create_in_memory(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch(
        "CREATE TABLE temp.mention (
             scope INTEGER NOT NULL, digest INTEGER NOT NULL, first INTEGER NOT NULL, versions BLOB NOT NULL,
             PRIMARY KEY (scope, digest, first)
         ) STRICT, WITHOUT ROWID;",
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_block_reads_as_it_was_written(
            first in 0i64..1 << 40,
            gaps in prop::collection::vec(1i64..1 << 30, 1..40),
        ) {
            let versions: Vec<i64> = gaps
                .into_iter()
                .scan(first - 1, |last, gap| {
                    *last += gap;
                    Some(*last)
                })
                .collect();
            let bytes = encode(first, &versions);
            prop_assert_eq!(decode(first, &bytes).expect("a block"), versions);
        }

        #[test]
        fn damage_is_an_error_or_other_versions_and_never_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            if let Ok(versions) = decode(7, &bytes) {
                prop_assert!(!versions.is_empty() && versions.is_sorted_by(|a, b| a < b));
            }
        }
    }
}

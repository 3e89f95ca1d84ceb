//! The table `vector`: the vector of each version, as [`stored_vector`] has it. One row a version, so that erasing it is deleting a
//! row.
//!
//! Without a database before its name: the one in memory comes first, where a store keeps its indexes there.

use std::collections::{BinaryHeap, HashMap};

use rusqlite::{OptionalExtension, named_params, params};

use super::stored_vector::{self, distance};
use super::time::micros;
use super::view::View;
use super::{ScopeKey, memory};
use crate::store::error::StorageError;
use crate::store::session::Session;

/// Puts in a vector as it is stored.
pub(crate) fn insert(
    session: Session<'_>,
    scope: ScopeKey,
    version: i64,
    vector: &[u8],
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("INSERT INTO vector (scope, version, vector) VALUES (?1, ?2, ?3)")?
        .execute(params![scope.0, version, vector])?;
    Ok(())
}

pub(crate) fn delete(session: Session<'_>, scope: ScopeKey, version: i64) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("DELETE FROM vector WHERE scope = ?1 AND version = ?2")?
        .execute(params![scope.0, version])?;
    Ok(())
}

/// Makes the table again, before vectors of another embedder are put in. The schema is another one then, by which whoever holds
/// vectors in memory sees that they are others.
pub(crate) fn make_again(session: Session<'_>) -> Result<(), StorageError> {
    drop(session)?;
    session.sql().execute_batch(include_str!("../migrations/0010_vectors.sql"))?;
    Ok(())
}

/// Deletes every vector, as a change of each row.
#[cfg(feature = "postgres")]
pub(crate) fn clear(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute("DELETE FROM vector", [])?;
    Ok(())
}

/// Returns a version's vector, as it is stored.
pub(crate) fn get(
    session: Session<'_>,
    scope: ScopeKey,
    version: i64,
) -> Result<Option<Vec<u8>>, StorageError> {
    let mut select =
        session.sql().prepare_cached("SELECT vector FROM vector WHERE scope = ?1 AND version = ?2")?;
    Ok(select.query_row(params![scope.0, version], |row| row.get(0)).optional()?)
}

/// Hands the vectors of a scope to `visit`, by ascending version, as they are stored.
pub(crate) fn each_stored(
    session: Session<'_>,
    scope: ScopeKey,
    mut visit: impl FnMut(i64, &[u8]) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut select = session
        .sql()
        .prepare_cached("SELECT version, vector FROM vector WHERE scope = ?1 ORDER BY version")?;
    let mut rows = select.query([scope.0])?;
    while let Some(row) = rows.next()? {
        visit(row.get(0)?, row.get_ref(1)?.as_blob().map_err(StorageError::corrupt)?)?;
    }
    Ok(())
}

/// Reads the vectors of some versions of a scope, in their order; those that have none are left out.
pub(crate) fn read(
    session: Session<'_>,
    scope: ScopeKey,
    versions: impl Iterator<Item = i64>,
    mut visit: impl FnMut(i64, &[f32]),
) -> Result<(), StorageError> {
    let mut select =
        session.sql().prepare_cached("SELECT vector FROM vector WHERE scope = ?1 AND version = ?2")?;
    let mut components = Vec::new();
    for version in versions {
        let mut rows = select.query([scope.0, version])?;
        if let Some(row) = rows.next()? {
            let stored = row.get_ref(0)?.as_blob().map_err(StorageError::corrupt)?;
            stored_vector::decode_into(stored, &mut components);
            visit(version, &components);
        }
    }
    Ok(())
}

/// A version by its distance, and then by its number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Neighbour {
    pub(crate) distance: f32,
    pub(crate) version: i64,
}

impl Eq for Neighbour {}

impl Ord for Neighbour {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.distance.total_cmp(&other.distance).then(self.version.cmp(&other.version))
    }
}

impl PartialOrd for Neighbour {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The `k` nearest of all that are offered.
pub(crate) struct Nearest {
    k: usize,
    found: BinaryHeap<Neighbour>,
}

impl Nearest {
    pub(crate) fn new(k: usize) -> Self {
        Self { k, found: BinaryHeap::new() }
    }

    pub(crate) fn offer(&mut self, neighbour: Neighbour) {
        if self.found.len() < self.k {
            self.found.push(neighbour);
        } else if self.found.peek().is_some_and(|last| neighbour < *last) {
            self.found.pop();
            self.found.push(neighbour);
        }
    }

    /// The distance that another one must not exceed; infinity while there are fewer than `k`.
    pub(crate) fn reach(&self) -> f32 {
        match self.found.peek() {
            Some(last) if self.found.len() >= self.k => last.distance,
            _ if self.k == 0 => f32::NEG_INFINITY,
            _ => f32::INFINITY,
        }
    }

    /// Nearest first, ties by version.
    pub(crate) fn into_sorted(self) -> Vec<(i64, f64)> {
        let found = self.found.into_sorted_vec().into_iter();
        found.map(|neighbour| (neighbour.version, f64::from(neighbour.distance))).collect()
    }
}

/// Returns up to `k` versions that the view shows with their L2 distance from the query, nearest first, ties by version. Reads every
/// vector of the scope.
pub(crate) fn nearest(
    session: Session<'_>,
    view: &View,
    query: &[f32],
    k: usize,
) -> Result<Vec<(i64, f64)>, StorageError> {
    let at = micros(view.at);
    let shown = if view.is_live_now() {
        let live = memory::live(session, view.scope)?.into_iter();
        live.filter(|live| live.expires.is_none_or(|expires| expires > at)).map(|live| live.version).collect()
    } else {
        let mut select = session.sql().prepare_cached(&view.version_ids_sql())?;
        let parameters = named_params! { ":scope": view.scope.0, ":at": at };
        let mut shown: Vec<i64> =
            select.query_map(parameters, |row| row.get(0))?.collect::<Result<_, _>>()?;
        shown.sort_unstable();
        shown
    };
    let mut nearest = Nearest::new(k);
    let mut next = shown.into_iter().peekable();
    let mut components = Vec::new();
    each_stored(session, view.scope, |version, stored| {
        // Both ascend.
        while next.next_if(|shown| *shown < version).is_some() {}
        if next.next_if_eq(&version).is_some() {
            stored_vector::decode_into(stored, &mut components);
            nearest.offer(Neighbour { distance: distance(query, &components), version });
        }
        Ok(())
    })?;
    Ok(nearest.into_sorted())
}

/// Tells whether a scope has more than so many vectors, without looking at more than one beyond.
pub(crate) fn more_than(session: Session<'_>, scope: ScopeKey, most: usize) -> Result<bool, StorageError> {
    let mut select =
        session.sql().prepare_cached("SELECT 1 FROM vector WHERE scope = ?1 LIMIT 1 OFFSET ?2")?;
    Ok(select.exists(params![scope.0, i64::try_from(most).unwrap_or(i64::MAX)])?)
}

/// What a search can reach.
pub(crate) struct Reachable {
    /// Each version with the scope that a search finds it in.
    pub(crate) versions: HashMap<i64, ScopeKey>,
    /// Rows of a version that has one already, or whose vectors have another length than they should.
    pub(crate) strays: usize,
}

/// Looks at every row.
pub(crate) fn reachable(session: Session<'_>, dimension: usize) -> Result<Reachable, StorageError> {
    let mut select = session.sql().prepare("SELECT scope, version, length(vector) FROM vector")?;
    let mut found = Reachable { versions: HashMap::new(), strays: 0 };
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let whole = usize::try_from(row.get::<_, i64>(2)?) == Ok(stored_vector::length(dimension));
        let known = whole && found.versions.insert(row.get(1)?, ScopeKey(row.get(0)?)).is_none();
        found.strays += usize::from(!known);
    }
    Ok(found)
}

/// Hands every row to `visit`: the bytes of its record, as they are stored.
pub(crate) fn records(
    session: Session<'_>,
    visit: &mut dyn FnMut(&[u8]) -> bool,
) -> Result<(), StorageError> {
    let mut select = session.sql().prepare("SELECT scope, version, vector FROM vector")?;
    let mut rows = select.query([])?;
    let mut bytes = Vec::new();
    while let Some(row) = rows.next()? {
        // Integers are big-endian, in as few bytes as they need.
        let (scope, version): (i64, i64) = (row.get(0)?, row.get(1)?);
        bytes.clear();
        for number in [scope, version] {
            bytes.extend(number.to_be_bytes().iter().skip_while(|byte| **byte == 0));
        }
        bytes.extend(row.get_ref(2)?.as_blob().map_err(StorageError::corrupt)?);
        if !visit(&bytes) {
            break;
        }
    }
    Ok(())
}

/// The table in memory, of a store that keeps its indexes there.
pub(crate) fn create_in_memory(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch(
        "CREATE TABLE temp.vector (
             scope INTEGER NOT NULL, version INTEGER NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (scope, version)
         ) STRICT, WITHOUT ROWID;",
    )?;
    Ok(())
}

/// Drops the table from a file that is to have no index: see [`super::mention::drop`].
pub(crate) fn drop(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch("DROP TABLE main.vector")?;
    Ok(())
}

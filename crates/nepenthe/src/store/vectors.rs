//! The vectors of the scopes that are searched again and again, held in memory, a byte a component, so that a search
//! reads the exact vectors of few memories.
//!
//! The event log says what became of which memory, whoever wrote it: what is held is brought up to the log's end before it
//! is used. Rounding never changes an answer: what may be among the nearest is measured exactly.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::error::StorageError;
use super::query::view::View;
use super::query::{ScopeKey, event, integrity, memory, vector};
use crate::model::MemoryId;
use crate::store::session::Session;

/// How often a scope is searched by sqlite-vec before its vectors are held: reading them all costs two such searches.
const PATIENCE: u32 = 3;
/// Bytes that the vectors held may take, all scopes together; a scope of more is left to sqlite-vec.
const MOST: usize = 64 << 20;
/// Bytes of what is held beside a vector's components.
const BESIDE: usize = 64;
/// Above so many memories that changed since, everything is read again.
const CHANGED: usize = 2048;
/// What rounding in 32-bit sums may amount to, as a part of the squared lengths.
const SLACK: f32 = 4e-5;

/// The vectors held for one store. Locked after the connection, and only while a search runs.
#[derive(Default)]
pub(crate) struct Vectors {
    scopes: Mutex<HashMap<ScopeKey, Held>>,
}

/// What is held of a scope.
enum Held {
    /// Nothing: it was searched so often.
    Searched(u32),
    /// Nothing: it is too large.
    TooLarge,
    Rounded(Rounded),
}

/// A scope's live vectors at a place of the log. The columns go together.
struct Rounded {
    stamp: Stamp,
    dimension: usize,
    versions: Vec<i64>,
    memories: Vec<MemoryId>,
    expires: Vec<Option<Timestamp>>,
    components: Vec<i8>,
    shapes: Vec<Shape>,
}

/// What is known of a rounded vector: what a component of 1 stands for, its exact squared length, and the length of what
/// rounding took.
#[derive(Clone, Copy)]
struct Shape {
    unit: f32,
    squared: f32,
    lost: f32,
}

/// When the vectors were read: a new index has another schema, a change has an event.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    schema: i64,
    event: i64,
}

impl Vectors {
    /// Returns up to `k` versions with their L2 distance from the query, nearest first, ties by version, as
    /// [`vector::nearest`] does.
    pub(crate) fn nearest(
        &self,
        session: Session<'_>,
        view: &View,
        query: &[f32],
        k: usize,
    ) -> Result<Vec<(i64, f64)>, StorageError> {
        if !view.is_live_now() || k > vector::MAX_NEIGHBOURS {
            return vector::nearest(session, view, query, k);
        }
        let mut scopes = self.scopes.lock().unwrap_or_else(PoisonError::into_inner);
        let held = scopes.remove(&view.scope).unwrap_or(Held::Searched(0));
        let held = held.brought_up(session, view.scope, query.len())?;
        let found = match &held {
            Held::Rounded(rounded) => rounded.nearest(session, view.at, query, k),
            Held::Searched(_) | Held::TooLarge => vector::nearest(session, view, query, k),
        };
        if scopes.values().map(Held::size).sum::<usize>() + held.size() > MOST {
            scopes.clear();
        }
        scopes.insert(view.scope, held);
        found
    }

    /// Lets go of memories that were purged, without waiting for the next search.
    pub(crate) fn forget(&self, scope: ScopeKey, mut purged: Vec<MemoryId>) {
        purged.sort_unstable();
        let mut scopes = self.scopes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Held::Rounded(rounded)) = scopes.get_mut(&scope) {
            rounded.remove_all(&purged);
        }
    }
}

impl Held {
    fn size(&self) -> usize {
        match self {
            Self::Rounded(rounded) => rounded.versions.len() * (rounded.dimension + BESIDE),
            Self::Searched(_) | Self::TooLarge => 0,
        }
    }

    /// Makes it what the connection's snapshot says.
    fn brought_up(
        self,
        session: Session<'_>,
        scope: ScopeKey,
        dimension: usize,
    ) -> Result<Self, StorageError> {
        let stamp = Stamp { schema: integrity::schema_version(session)?, event: event::last(session)? };
        match self {
            Self::TooLarge => Ok(self),
            Self::Searched(times) if times < PATIENCE => Ok(Self::Searched(times + 1)),
            Self::Rounded(rounded) if rounded.stamp == stamp => Ok(Self::Rounded(rounded)),
            Self::Rounded(mut rounded)
                // A snapshot older than what is held, of a connection to a copy put back, is read anew.
                if rounded.stamp.schema == stamp.schema && rounded.stamp.event < stamp.event =>
            {
                let changed = event::memories_after(session, scope, rounded.stamp.event)?;
                if changed.len() > CHANGED {
                    return Rounded::read(session, scope, dimension, stamp);
                }
                rounded.change(session, scope, &changed)?;
                rounded.stamp = stamp;
                Ok(Self::Rounded(rounded))
            }
            Self::Searched(_) | Self::Rounded(_) => Rounded::read(session, scope, dimension, stamp),
        }
    }
}

impl Rounded {
    fn read(
        session: Session<'_>,
        scope: ScopeKey,
        dimension: usize,
        stamp: Stamp,
    ) -> Result<Held, StorageError> {
        let live = memory::live(session, scope)?;
        if live.len().saturating_mul(dimension + BESIDE) > MOST {
            return Ok(Held::TooLarge);
        }
        let mut rounded = Self {
            stamp,
            dimension,
            versions: Vec::with_capacity(live.len()),
            memories: Vec::with_capacity(live.len()),
            expires: Vec::with_capacity(live.len()),
            components: Vec::with_capacity(live.len() * dimension),
            shapes: Vec::with_capacity(live.len()),
        };
        vector::each(session, scope, |version, vector| {
            if let Some((memory, expires)) = live.get(&version)
                && vector.len() == dimension
            {
                rounded.push(version, *memory, *expires, vector);
            }
        })?;
        Ok(Held::Rounded(rounded))
    }

    fn push(&mut self, version: i64, memory: MemoryId, expires: Option<Timestamp>, vector: &[f32]) {
        let greatest = vector.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
        let unit = (greatest / 127.0).max(f32::MIN_POSITIVE);
        let mut lost = 0.0;
        for component in vector {
            let rounded = (component / unit).round();
            lost += (component - rounded * unit).powi(2);
            self.components.push(rounded as i8);
        }
        let squared = vector.iter().map(|component| component * component).sum();
        self.shapes.push(Shape { unit, squared, lost: lost.sqrt() });
        self.versions.push(version);
        self.memories.push(memory);
        self.expires.push(expires);
    }

    /// Takes the memories out, and those that are live in again.
    fn change(
        &mut self,
        session: Session<'_>,
        scope: ScopeKey,
        changed: &[MemoryId],
    ) -> Result<(), StorageError> {
        self.remove_all(changed);
        let mut live = HashMap::new();
        for id in changed {
            if let Some(row) = memory::get(session, scope, *id)?.filter(|row| row.depth.is_live()) {
                live.insert(row.version, (row.id, row.expires));
            }
        }
        vector::read(session, live.keys().copied(), self.dimension, |version, vector| {
            let (memory, expires) = live[&version];
            self.push(version, memory, expires, vector);
        })
    }

    /// Removes the vectors of memories, given in order.
    fn remove_all(&mut self, memories: &[MemoryId]) {
        for at in (0..self.memories.len()).rev() {
            if memories.binary_search(&self.memories[at]).is_ok() {
                self.remove(at);
            }
        }
    }

    /// Removes a vector; the last one takes its place.
    fn remove(&mut self, at: usize) {
        let last = self.versions.len() - 1;
        let width = self.dimension;
        self.components.copy_within(last * width..(last + 1) * width, at * width);
        // No byte of what was removed stays behind.
        self.components[last * width..].fill(0);
        self.components.truncate(last * width);
        self.versions.swap_remove(at);
        self.memories.swap_remove(at);
        self.expires.swap_remove(at);
        self.shapes.swap_remove(at);
    }

    fn nearest(
        &self,
        session: Session<'_>,
        at: Timestamp,
        query: &[f32],
        k: usize,
    ) -> Result<Vec<(i64, f64)>, StorageError> {
        let asked = Asked::new(query);
        // Between which squared distances each lies.
        let mut between: Vec<(f32, f32, i64)> = Vec::with_capacity(self.versions.len());
        let rows = self.components.chunks_exact(self.dimension.max(1)).zip(&self.shapes);
        for (index, (components, shape)) in rows.enumerate() {
            if self.expires[index].is_none_or(|expires| expires > at) {
                let (least, most) = asked.between(components, *shape);
                between.push((least, most, self.versions[index]));
            }
        }
        let mut most: Vec<f32> = between.iter().map(|(_, most, _)| *most).collect();
        let enough = if k == 0 || k >= most.len() {
            f32::INFINITY
        } else {
            *most.select_nth_unstable_by(k - 1, f32::total_cmp).1
        };
        let may_be = between.iter().filter(|(least, ..)| *least <= enough).map(|(.., version)| *version);
        let mut found: Vec<(i64, f64)> = Vec::with_capacity(2 * k);
        vector::read(session, may_be, self.dimension, |version, vector| {
            found.push((version, f64::from(distance(query, vector))));
        })?;
        found.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        found.truncate(k);
        Ok(found)
    }
}

/// A query, rounded as finely as sums of 32 bits allow.
struct Asked {
    components: Vec<i16>,
    shape: Shape,
    /// The rounded query's length.
    length: f32,
}

impl Asked {
    fn new(query: &[f32]) -> Self {
        let finest =
            (i32::MAX / 128 / i32::try_from(query.len().max(1)).unwrap_or(i32::MAX)).clamp(1, 32_767);
        let greatest = query.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
        let unit = (greatest / finest as f32).max(f32::MIN_POSITIVE);
        let rounded: Vec<f32> = query.iter().map(|component| (component / unit).round()).collect();
        let lost =
            query.iter().zip(&rounded).map(|(exact, rounded)| (exact - rounded * unit).powi(2)).sum::<f32>();
        let length = rounded.iter().map(|rounded| (rounded * unit).powi(2)).sum::<f32>().sqrt();
        let squared = query.iter().map(|component| component * component).sum();
        let components = rounded.into_iter().map(|component| component as i16).collect();
        Self { components, shape: Shape { unit, squared, lost: lost.sqrt() }, length }
    }

    /// Between which squared distances a vector lies.
    fn between(&self, components: &[i8], shape: Shape) -> (f32, f32) {
        // The sum stays below 2^31: see `finest`. Wrapping, or it would be added up one by one.
        let product = self.components.iter().zip(components).fold(0_i32, |sum, (asked, own)| {
            sum.wrapping_add(i32::from(*asked).wrapping_mul(i32::from(*own)))
        });
        let squared = self.shape.squared + shape.squared;
        let about = squared - 2.0 * product as f32 * self.shape.unit * shape.unit;
        let error =
            2.0 * (self.length * shape.lost + self.shape.lost * shape.squared.sqrt()) + SLACK * squared;
        (about - error, about + error)
    }
}

/// The L2 distance, summed in the order of sqlite-vec's loop for AVX, so that both give the same number.
fn distance(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    for (a, b) in a.iter().zip(b) {
        for lane in 0..8 {
            let apart = a[lane] - b[lane];
            lanes[lane] += apart * apart;
        }
    }
    let rest = a_rest.iter().zip(b_rest).map(|(a, b)| (a - b) * (a - b));
    lanes.into_iter().chain(rest).fold(0.0, |sum, part| sum + part).sqrt()
}

//! [`Held`]: the live vectors of one scope, at a place of the log.

use std::collections::{HashMap, VecDeque};
use std::sync::mpsc;

use super::bits::{self, Code};
use super::bytes::{self, Shape};
use super::rotation::Rotation;
use crate::model::MemoryId;
use crate::store::error::StorageError;
use crate::store::query::memory::{self, LiveVersion};
use crate::store::query::{ScopeKey, event, integrity, stored_vector, vector};
use crate::store::session::Session;

/// Above so many memories that changed since, everything is read again. So many are remembered, too, for searches of an older state.
pub(super) const CHANGED: usize = 4096;

/// When the vectors were read: a new table has another schema, a change has an event.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) schema: i64,
    pub(super) event: i64,
}

impl Stamp {
    pub(super) fn of(session: Session<'_>) -> Result<Self, StorageError> {
        Ok(Self { schema: integrity::schema_version(session)?, event: event::last(session)? })
    }
}

/// What is held of each vector.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Forms {
    pub(super) bits: bool,
    pub(super) bytes: bool,
}

impl Forms {
    /// What of so many vectors fits into so many bytes; `None` where nothing does.
    pub(super) fn that_fit(rows: usize, dimension: usize, most: usize) -> Option<Self> {
        let bits = dimension >= bits::FEWEST;
        let all = [Self { bits, bytes: true }, Self { bits, bytes: false }];
        all.into_iter()
            .filter(|forms| forms.bits || forms.bytes)
            .find(|forms| forms.size(dimension).saturating_mul(rows) <= most)
    }

    /// Bytes that a vector takes.
    pub(super) fn size(self, dimension: usize) -> usize {
        let beside = size_of::<i64>() + size_of::<MemoryId>() + size_of::<i64>();
        let bits = if self.bits { 8 * bits::words(dimension) + size_of::<Code>() } else { 0 };
        let bytes = if self.bytes { dimension + size_of::<Shape>() } else { 0 };
        beside + bits + bytes
    }
}

/// Vectors read from the file at a time, and how many such batches wait at most.
const BATCH: usize = 512;
const WAITING: usize = 4;

/// Vectors as they are stored, one behind the other, and whose they are.
struct Batch<'l> {
    live: Vec<&'l LiveVersion>,
    stored: Vec<u8>,
    length: usize,
}

/// A scope's live vectors at a place of the log. The columns go together; those of a form that is not held are empty.
pub(super) struct Held {
    pub(super) stamp: Stamp,
    pub(super) dimension: usize,
    pub(super) forms: Forms,
    pub(super) rotation: Rotation,
    pub(super) versions: Vec<i64>,
    memories: Vec<MemoryId>,
    /// In microseconds; the largest number for never.
    pub(super) expires: Vec<i64>,
    /// How many expire.
    pub(super) expiring: usize,
    pub(super) bits: Vec<u64>,
    pub(super) codes: Vec<Code>,
    pub(super) bytes: Vec<i8>,
    pub(super) shapes: Vec<Shape>,
    /// The memories that changed, with the event up to which they had, since `changed_from`.
    changed: VecDeque<(i64, Vec<MemoryId>)>,
    changed_from: i64,
}

impl Held {
    /// Reads the vectors of a scope; `None` where they would take more bytes than `most`.
    pub(super) fn read(
        session: Session<'_>,
        scope: ScopeKey,
        dimension: usize,
        stamp: Stamp,
        most: usize,
    ) -> Result<Option<Self>, StorageError> {
        let live = memory::live(session, scope)?;
        let rows = live.len();
        let Some(forms) = Forms::that_fit(rows, dimension, most) else { return Ok(None) };
        let of = |is_held: bool, each: usize| if is_held { rows * each } else { 0 };
        let mut held = Self {
            stamp,
            dimension,
            forms,
            rotation: Rotation::new(dimension),
            versions: Vec::with_capacity(rows),
            memories: Vec::with_capacity(rows),
            expires: Vec::with_capacity(rows),
            expiring: 0,
            bits: Vec::with_capacity(of(forms.bits, bits::words(dimension))),
            codes: Vec::with_capacity(of(forms.bits, 1)),
            bytes: Vec::with_capacity(of(forms.bytes, dimension)),
            shapes: Vec::with_capacity(of(forms.bytes, 1)),
            changed: VecDeque::new(),
            changed_from: stamp.event,
        };
        let mut next = live.iter().peekable();
        // This thread reads the file, and another one works out what is held.
        std::thread::scope(|threads| {
            let (send, receive) = mpsc::sync_channel::<Batch<'_>>(WAITING);
            let made = threads.spawn(move || {
                let mut vector = Vec::with_capacity(dimension);
                for batch in receive {
                    for (live, stored) in batch.live.iter().zip(batch.stored.chunks_exact(batch.length)) {
                        stored_vector::decode_into(stored, &mut vector);
                        held.push(live, &vector);
                    }
                }
                held
            });
            let length = stored_vector::length(dimension);
            let mut batch = Batch { live: Vec::new(), stored: Vec::new(), length };
            let read = vector::each_stored(session, scope, |version, stored| {
                // Both ascend.
                while next.next_if(|live| live.version < version).is_some() {}
                if let Some(live) = next.next_if(|live| live.version == version)
                    && stored.len() == length
                {
                    batch.live.push(live);
                    batch.stored.extend(stored);
                    if batch.live.len() == BATCH {
                        let full = Batch {
                            live: std::mem::take(&mut batch.live),
                            stored: std::mem::take(&mut batch.stored),
                            length,
                        };
                        // Where the other one has ended, it says why below.
                        let _ = send.send(full);
                    }
                }
                Ok(())
            });
            let _ = send.send(batch);
            drop(send);
            let held = made.join().unwrap_or_else(|thrown| std::panic::resume_unwind(thrown));
            read.map(|()| Some(held))
        })
    }

    /// Whether it was read of this table, whatever became of it since.
    pub(super) fn is_of(&self, query: &[f32], stamp: Stamp) -> bool {
        self.dimension == query.len() && self.stamp.schema == stamp.schema
    }

    pub(super) fn size(&self) -> usize {
        self.versions.len() * self.forms.size(self.dimension)
    }

    fn push(&mut self, live: &LiveVersion, vector: &[f32]) {
        if vector.len() != self.dimension {
            return;
        }
        if self.forms.bytes {
            grow(&mut self.bytes, self.dimension);
            self.shapes.push(bytes::encode(vector, &mut self.bytes));
        }
        if self.forms.bits {
            grow(&mut self.bits, bits::words(self.dimension));
            let mut rotated = vector.to_vec();
            self.rotation.turn(&mut rotated);
            self.codes.push(bits::encode(&rotated, &mut self.bits));
        }
        self.versions.push(live.version);
        self.memories.push(live.memory);
        self.expires.push(live.expires.unwrap_or(i64::MAX));
        self.expiring += usize::from(live.expires.is_some());
    }

    /// Brings it to a later place of the log; false where so much changed that it is better read again.
    pub(super) fn bring_up(
        &mut self,
        session: Session<'_>,
        scope: ScopeKey,
        stamp: Stamp,
    ) -> Result<bool, StorageError> {
        let changed = event::memories_after(session, scope, self.stamp.event)?;
        if changed.len() > CHANGED {
            return Ok(false);
        }
        self.remove_all(&changed);
        let live = live_of(session, scope, &changed)?;
        let versions = live.keys().copied();
        vector::read(session, scope, versions, |version, vector| self.push(&live[&version], vector))?;
        self.stamp = stamp;
        if !changed.is_empty() {
            self.changed.push_back((stamp.event, changed));
        }
        while self.changed.iter().map(|(_, changed)| changed.len()).sum::<usize>() > CHANGED {
            self.changed_from = self.changed.pop_front().map_or(stamp.event, |(until, _)| until);
        }
        Ok(true)
    }

    /// Returns, in order, the memories that may have changed between an earlier place of the log and this one; `None` where that is
    /// not remembered.
    pub(super) fn changed_since(&self, stamp: Stamp) -> Option<Vec<MemoryId>> {
        if stamp.schema != self.stamp.schema || stamp.event < self.changed_from {
            return None;
        }
        let later = self.changed.iter().filter(|(until, _)| *until > stamp.event);
        let mut changed: Vec<MemoryId> = later.flat_map(|(_, changed)| changed.iter().copied()).collect();
        changed.sort_unstable();
        changed.dedup();
        Some(changed)
    }

    /// Returns the places of memories, which are given in order.
    pub(super) fn places(&self, memories: &[MemoryId]) -> Vec<usize> {
        let here = |id: &MemoryId| match memories {
            [one] => id == one,
            several => several.binary_search(id).is_ok(),
        };
        self.memories.iter().enumerate().filter(|(_, id)| here(id)).map(|(at, _)| at).collect()
    }

    /// Removes the vectors of memories, which are given in order.
    pub(super) fn remove_all(&mut self, memories: &[MemoryId]) {
        if !memories.is_empty() {
            self.places(memories).into_iter().rev().for_each(|at| self.remove(at));
        }
    }

    /// Removes a vector; the last one takes its place. No byte of what was removed stays behind.
    fn remove(&mut self, at: usize) {
        self.expiring -= usize::from(self.expires[at] != i64::MAX);
        let last = self.versions.len() - 1;
        if self.forms.bytes {
            take(&mut self.bytes, at, last, self.dimension);
            take_one(&mut self.shapes, at, Shape::default());
        }
        if self.forms.bits {
            take(&mut self.bits, at, last, bits::words(self.dimension));
            take_one(&mut self.codes, at, Code::default());
        }
        self.versions.swap_remove(at);
        self.memories.swap_remove(at);
        self.expires.swap_remove(at);
    }

    /// Every byte that the columns of vectors have room for, to see what stays behind. They were full once.
    #[cfg(test)]
    #[expect(unsafe_code, reason = "looks at what a vector has left behind its end")]
    pub(super) fn memory(&self) -> (Vec<u64>, Vec<i8>) {
        // SAFETY: what lies behind the end was written before the columns became shorter.
        unsafe {
            let bits = std::slice::from_raw_parts(self.bits.as_ptr(), self.bits.capacity()).to_vec();
            let bytes = std::slice::from_raw_parts(self.bytes.as_ptr(), self.bytes.capacity()).to_vec();
            (bits, bytes)
        }
    }
}

/// What is let go, because another scope needs the memory or the store is closed, leaves nothing either.
impl Drop for Held {
    fn drop(&mut self) {
        wipe(&mut self.bits);
        wipe(&mut self.bytes);
    }
}

/// Makes room for so many more, and leaves nothing where they were.
fn grow<T: Copy + Default>(column: &mut Vec<T>, more: usize) {
    if column.capacity() - column.len() < more {
        let mut larger = Vec::with_capacity((column.len() + more).max(column.len() * 2));
        larger.extend_from_slice(column);
        wipe(&mut std::mem::replace(column, larger));
    }
}

fn wipe<T: Copy + Default>(column: &mut [T]) {
    column.fill(T::default());
    // Nobody reads it any more, so it would be left out.
    std::hint::black_box(column);
}

/// Puts the last of rows of some width in the place of another, and zeros in its own.
fn take<T: Copy + Default>(column: &mut Vec<T>, at: usize, last: usize, width: usize) {
    column.copy_within(last * width..(last + 1) * width, at * width);
    column[last * width..].fill(T::default());
    column.truncate(last * width);
}

fn take_one<T: Copy>(column: &mut Vec<T>, at: usize, nothing: T) {
    column.swap_remove(at);
    column.push(nothing);
    column.pop();
}

/// Returns the live versions of some memories.
pub(super) fn live_of(
    session: Session<'_>,
    scope: ScopeKey,
    memories: &[MemoryId],
) -> Result<HashMap<i64, LiveVersion>, StorageError> {
    let mut live = HashMap::new();
    for id in memories {
        if let Some(one) = memory::live_one(session, scope, *id)? {
            live.insert(one.version, one);
        }
    }
    Ok(live)
}

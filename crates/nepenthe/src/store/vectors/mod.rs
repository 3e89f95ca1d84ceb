//! The vectors of the scopes that are searched again and again, held in memory: a bit and a byte a component, so that a search
//! reads the vectors of few memories from the file.
//!
//! The event log says what became of which memory, whoever wrote it: what is held is brought up to the log's end before it
//! is used. Rounding never changes an answer: what may be among the nearest is measured as it is stored. Threads search side by side.

mod bits;
mod bytes;
mod held;
mod rotation;
mod search;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use self::held::{Held, Stamp};
use super::error::StorageError;
use super::query::view::View;
use super::query::{ScopeKey, vector};
use crate::model::MemoryId;
use crate::store::session::Session;

/// How often all vectors of a scope are read from the file before they are held.
const PATIENCE: u32 = 1;

/// A scope of so many vectors or fewer is always read from the file.
const FEW: usize = 256;

/// Scopes from which on those of which nothing is held are no longer known to have been searched.
const KNOWN: usize = 4096;

/// Bytes that what is held may take, all scopes of a store together, unless another number is set.
pub(super) const USUAL: usize = 512 << 20;

/// The vectors held for one store. Locked after the connection.
pub(crate) struct Vectors {
    scopes: RwLock<HashMap<ScopeKey, Arc<Slot>>>,
    /// Bytes that they may take.
    most: usize,
    /// Counts the searches, to know which scope was searched last.
    searches: AtomicU64,
}

/// What is held of one scope.
#[derive(Default)]
struct Slot {
    state: RwLock<State>,
    last_search: AtomicU64,
    size: AtomicU64,
    /// How often all was read from the file.
    reads: AtomicU32,
}

#[derive(Default)]
enum State {
    #[default]
    Nothing,
    /// Nothing, since not even the bits fit.
    TooLarge,
    Held(Box<Held>),
}

impl Vectors {
    pub(super) fn new(most: usize) -> Self {
        Self { scopes: RwLock::default(), most, searches: AtomicU64::new(0) }
    }

    /// Returns up to `k` versions that the view shows with their L2 distance from the query, nearest first, ties by version, as
    /// [`vector::nearest`] does.
    pub(crate) fn nearest(
        &self,
        session: Session<'_>,
        view: &View,
        query: &[f32],
        k: usize,
    ) -> Result<Vec<(i64, f64)>, StorageError> {
        if k == 0 {
            return Ok(Vec::new());
        }
        if !view.is_live_now() {
            return vector::nearest(session, view, query, k);
        }
        let slot = self.slot(view.scope);
        slot.last_search.store(self.searches.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        let stamp = Stamp::of(session)?;
        {
            let state = slot.state.read().unwrap_or_else(PoisonError::into_inner);
            match &*state {
                State::Held(held) if held.is_of(query, stamp) && held.stamp.event >= stamp.event => {
                    // A snapshot may be older than what another thread has brought up.
                    if let Some(changed) = held.changed_since(stamp) {
                        return held.nearest(session, view, query, k, &changed);
                    }
                    return vector::nearest(session, view, query, k);
                }
                State::Held(_) => {}
                State::TooLarge => return vector::nearest(session, view, query, k),
                State::Nothing => {
                    if slot.reads.fetch_add(1, Ordering::Relaxed) < PATIENCE
                        || !vector::more_than(session, view.scope, FEW)?
                    {
                        return vector::nearest(session, view, query, k);
                    }
                }
            }
        }
        let mut state = slot.state.write().unwrap_or_else(PoisonError::into_inner);
        self.bring_up(&slot, &mut state, session, view.scope, query, stamp)?;
        let state = RwLockWriteGuard::downgrade(state);
        let found = match &*state {
            State::Held(held) if held.stamp == stamp => held.nearest(session, view, query, k, &[]),
            _ => vector::nearest(session, view, query, k),
        };
        drop(state);
        self.make_room(view.scope);
        found
    }

    /// Lets go of memories that were purged, without waiting for the next search.
    pub(crate) fn forget(&self, scope: ScopeKey, mut purged: Vec<MemoryId>) {
        purged.sort_unstable();
        let slot = self.scopes.read().unwrap_or_else(PoisonError::into_inner).get(&scope).map(Arc::clone);
        if let Some(slot) = slot
            && let State::Held(held) = &mut *slot.state.write().unwrap_or_else(PoisonError::into_inner)
        {
            held.remove_all(&purged);
        }
    }

    fn slot(&self, scope: ScopeKey) -> Arc<Slot> {
        if let Some(slot) = self.scopes.read().unwrap_or_else(PoisonError::into_inner).get(&scope) {
            return Arc::clone(slot);
        }
        let mut scopes = self.scopes.write().unwrap_or_else(PoisonError::into_inner);
        if scopes.len() >= KNOWN {
            // Of the others nothing is held; those in use are known to who uses them.
            scopes.retain(|_, slot| slot.size.load(Ordering::Relaxed) > 0 || Arc::strong_count(slot) > 1);
        }
        Arc::clone(scopes.entry(scope).or_default())
    }

    /// Makes what is held of a scope what the connection's snapshot says, unless it is that already, or later.
    fn bring_up(
        &self,
        slot: &Slot,
        state: &mut State,
        session: Session<'_>,
        scope: ScopeKey,
        query: &[f32],
        stamp: Stamp,
    ) -> Result<(), StorageError> {
        let up = match state {
            State::Held(held) if held.is_of(query, stamp) => {
                held.stamp.event >= stamp.event
                    || held.bring_up(session, scope, stamp)? && held.size() <= self.most
            }
            State::TooLarge => true,
            State::Held(_) | State::Nothing => false,
        };
        if !up {
            // What is held goes first: the two together may be too much.
            *state = State::Nothing;
            *state = match Held::read(session, scope, query.len(), stamp, self.most)? {
                Some(held) => State::Held(Box::new(held)),
                None => State::TooLarge,
            };
        }
        slot.size.store(state.size() as u64, Ordering::Relaxed);
        Ok(())
    }

    /// Lets go of the scopes that were searched longest ago, but for one, until what is held fits.
    fn make_room(&self, but_for: ScopeKey) {
        let size = |slot: &Slot| usize::try_from(slot.size.load(Ordering::Relaxed)).unwrap_or(usize::MAX);
        let scopes = self.scopes.read().unwrap_or_else(PoisonError::into_inner);
        let mut held: usize = scopes.values().map(|slot| size(slot)).sum();
        if held <= self.most {
            return;
        }
        let mut others: Vec<Arc<Slot>> = scopes
            .iter()
            .filter(|(scope, slot)| **scope != but_for && size(slot) > 0)
            .map(|(_, slot)| Arc::clone(slot))
            .collect();
        drop(scopes);
        others.sort_by_key(|slot| slot.last_search.load(Ordering::Relaxed));
        for slot in others {
            if held <= self.most {
                break;
            }
            // Whoever searches it just now keeps it, and makes room later.
            if let Ok(mut state) = slot.state.try_write() {
                held -= size(&slot).min(held);
                *state = State::Nothing;
                slot.size.store(0, Ordering::Relaxed);
                slot.reads.store(0, Ordering::Relaxed);
            }
        }
    }
}

impl State {
    fn size(&self) -> usize {
        match self {
            Self::Held(held) => held.size(),
            Self::Nothing | Self::TooLarge => 0,
        }
    }
}

//! [`Unfinished`]: the erasures of one process that are not yet physical.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::pending::Pending;
use crate::model::MemoryId;

/// Erasures that this process made and that are not yet physical. Locked with nothing else held.
pub(crate) struct Unfinished {
    pending: Mutex<Vec<Pending>>,
    /// When it was last tried to finish what other processes left, in seconds since 1970.
    tried: AtomicI64,
}

impl Default for Unfinished {
    fn default() -> Self {
        Self { pending: Mutex::default(), tried: AtomicI64::new(i64::MIN / 2) }
    }
}

impl Unfinished {
    pub(super) fn add(&self, pending: impl IntoIterator<Item = Pending>) {
        self.lock().extend(pending);
    }

    pub(super) fn take(&self) -> Vec<Pending> {
        std::mem::take(&mut *self.lock())
    }

    /// Tells whether there are some of which nothing was found.
    pub(crate) fn has_waiting(&self) -> bool {
        self.lock().iter().any(|pending| !pending.is_found())
    }

    /// Lets go of all but those of which something was found.
    pub(super) fn retain_found(&self) {
        self.lock().retain(Pending::is_found);
    }

    /// The receipts of erasures of which something was found, and of which this process knows what to look for.
    pub(super) fn known_residue(&self) -> Vec<MemoryId> {
        self.lock().iter().filter(|one| one.is_found()).map(|one| one.receipt).collect()
    }

    pub(super) fn tried(&self) -> i64 {
        self.tried.load(Ordering::Relaxed)
    }

    pub(super) fn try_at(&self, second: i64) {
        self.tried.store(second, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Pending>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

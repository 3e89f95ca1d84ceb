//! [`Turns`]: who uses the connection that writes, one thread after the other, in the order in which they came.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};

/// A queue of threads. It is fair: who lets go hands over to who has waited longest.
#[derive(Default)]
pub(super) struct Turns(Mutex<Queue>);

#[derive(Default)]
struct Queue {
    taken: bool,
    waiting: VecDeque<Arc<Waiting>>,
}

struct Waiting {
    thread: Thread,
    joins: bool,
    called: AtomicBool,
}

/// The turn of one thread, until it is dropped.
pub(super) struct Turn<'t>(&'t Turns);

impl Turns {
    /// Waits for the turn. Who `joins` takes part in what the one before has begun.
    pub(super) fn take(&self, joins: bool) -> Turn<'_> {
        let mut queue = self.queue();
        if !queue.taken {
            queue.taken = true;
            return Turn(self);
        }
        let waiting = Arc::new(Waiting { thread: thread::current(), joins, called: AtomicBool::new(false) });
        queue.waiting.push_back(Arc::clone(&waiting));
        drop(queue);
        while !waiting.called.load(Ordering::Acquire) {
            thread::park();
        }
        Turn(self)
    }

    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.queue().waiting.len()
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn<'_> {
    /// Whether the next one is there, and joins.
    pub(super) fn next_joins(&self) -> bool {
        self.0.queue().waiting.front().is_some_and(|next| next.joins)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut queue = self.0.queue();
        match queue.waiting.pop_front() {
            Some(next) => {
                next.called.store(true, Ordering::Release);
                next.thread.unpark();
            }
            None => queue.taken = false,
        }
    }
}

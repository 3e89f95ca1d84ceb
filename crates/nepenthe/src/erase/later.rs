//! [`Waiting`], [`Later`]: erasures that are made physical behind their callers' backs, all that wait in one pass.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::unfinished::Unfinished;
use super::{certify, scrub};
use crate::store::Database;

/// What an erasure waits for before `apply` returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Waiting {
    /// For its physical receipt, unless something is in the way. This is the default.
    #[default]
    ForPhysical,
    /// For its transaction alone, with the logical receipt. Its physical receipt follows in the background, one pass for all
    /// erasures that wait by then; [`Store::scrub`](crate::Store::scrub) does it at once, and so does dropping the last handle
    /// of the store. A process that is killed before leaves it to the next.
    ForLogical,
}

/// How often it is tried while readers are in the way, and how long the thread rests in between.
const TRIES: usize = 20;
const REST: Duration = Duration::from_millis(50);

/// The thread that finishes erasures, where there is one.
#[derive(Default)]
pub(crate) struct Later {
    state: Arc<Mutex<State>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct State {
    runs: bool,
    /// Whether something was added since the pass began.
    again: bool,
    /// Whether it is to end after the pass.
    ends: bool,
}

impl Later {
    /// Has what waits finished, soon, and what other processes left behind. Returns at once.
    pub(crate) fn ask(&self, database: &Arc<Database>, unfinished: &Arc<Unfinished>) {
        {
            let mut state = lock(&self.state);
            if state.runs {
                state.again = true;
                return;
            }
            state.runs = true;
        }
        let (database, unfinished, state) =
            (Arc::clone(database), Arc::clone(unfinished), Arc::clone(&self.state));
        let work = move || {
            let mut tries = 0;
            loop {
                // What cannot be finished now stays pending, for the next who asks, writes or scrubs.
                let _ = certify::finish_pending(&database, &unfinished, false);
                let _ = scrub::finish_left_behind(&database, &unfinished);
                let waits = unfinished.has_waiting() && tries < TRIES;
                let mut now = lock(&state);
                if now.ends || !std::mem::take(&mut now.again) && !waits {
                    now.runs = false;
                    return;
                }
                drop(now);
                if waits {
                    tries += 1;
                    thread::sleep(REST);
                }
            }
        };
        match thread::Builder::new().name("erasures".into()).spawn(work) {
            Ok(thread) => drop(self.thread().replace(thread)),
            Err(_) => lock(&self.state).runs = false,
        }
    }

    /// Waits for the thread to end its pass.
    pub(crate) fn wait(&self) {
        lock(&self.state).ends = true;
        let thread = self.thread().take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
        lock(&self.state).ends = false;
    }

    /// Waits for the thread, and finishes what is left.
    pub(crate) fn end(&self, database: &Database, unfinished: &Unfinished) {
        self.wait();
        if unfinished.has_waiting() {
            let _ = certify::finish_pending(database, unfinished, false);
        }
    }

    fn thread(&self) -> MutexGuard<'_, Option<JoinHandle<()>>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

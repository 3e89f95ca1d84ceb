//! The gate of the process: a call is inside it while it is without the lock of the interpreter.
//!
//! A fork waits until nobody is inside, and so does the end of the interpreter: the child of a fork has none of the
//! threads that hold a lock, and an interpreter that ends stops each thread that asks for its lock. Atomics alone: a
//! child could not unlock a mutex.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use pyo3::prelude::*;

/// How many calls are inside.
static INSIDE: AtomicUsize = AtomicUsize::new(0);

/// How many threads hold the gate shut: those that fork, and the one that ends the interpreter.
static SHUT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// How many calls this thread is inside: more than one where a file object calls this library.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// How often this thread holds the gate shut. Its own calls go through.
    static HELD: Cell<usize> = const { Cell::new(0) };
}

/// Does something inside, without the lock of the interpreter. It is inside until it has the lock again.
pub(crate) fn pass<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> T {
    let (done, inside) = py.detach(|| {
        let inside = Inside::enter();
        (work(), inside)
    });
    drop(inside);
    done
}

/// Goes inside with the lock of the interpreter: Python's own code, called from here, lets go of it too.
pub(crate) fn enter(py: Python<'_>) -> Inside {
    py.detach(Inside::enter)
}

/// Does something for a call that another thread is inside with.
pub(crate) fn inside<T>(work: impl FnOnce() -> T) -> T {
    let _depth = Depth::more();
    work()
}

/// Shuts the gate and waits until nobody is inside. Until it opens, the calls of other threads wait before it.
#[pyfunction]
pub(crate) fn shut(py: Python<'_>) {
    py.detach(|| {
        HELD.set(HELD.get() + 1);
        SHUT.fetch_add(1, SeqCst);
        wait(|| INSIDE.load(SeqCst) <= DEPTH.get());
    });
}

/// Opens it again, in the process that forked.
#[pyfunction]
pub(crate) fn reopen() {
    if let Some(held) = HELD.get().checked_sub(1) {
        HELD.set(held);
        SHUT.fetch_sub(1, SeqCst);
    }
}

/// Opens it in a child, which has this thread alone.
pub(crate) fn renew() {
    HELD.set(0);
    SHUT.store(0, SeqCst);
    INSIDE.store(DEPTH.get(), SeqCst);
}

/// One more call of this thread.
struct Depth;

impl Depth {
    fn more() -> Self {
        DEPTH.set(DEPTH.get() + 1);
        Self
    }
}

impl Drop for Depth {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// A call that is inside.
pub(crate) struct Inside {
    _depth: Depth,
}

impl Inside {
    fn enter() -> Self {
        loop {
            INSIDE.fetch_add(1, SeqCst);
            if SHUT.load(SeqCst) == 0 || DEPTH.get() > 0 || HELD.get() > 0 {
                return Self { _depth: Depth::more() };
            }
            INSIDE.fetch_sub(1, SeqCst);
            wait(|| SHUT.load(SeqCst) == 0);
        }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.fetch_sub(1, SeqCst);
    }
}

/// Waits until something is so.
fn wait(so: impl Fn() -> bool) {
    while !so() {
        std::thread::sleep(Duration::from_micros(100));
    }
}

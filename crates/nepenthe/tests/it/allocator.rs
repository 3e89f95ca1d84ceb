//! The allocator of this binary: the one that zeroes what is freed, in the processes that ask for it.

#![expect(unsafe_code, reason = "an allocator is unsafe")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

use nepenthe::ZeroingAllocator;

struct Chosen;

static ZEROES: AtomicBool = AtomicBool::new(false);

#[global_allocator]
static ALLOCATOR: Chosen = Chosen;

/// Chooses, before anything is read that must not stay.
pub fn zero(zeroes: bool) {
    ZEROES.store(zeroes, Ordering::SeqCst);
}

// SAFETY: both allocate from the system, so that either frees what the other gave.
unsafe impl GlobalAlloc for Chosen {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe {
            match ZEROES.load(Ordering::Relaxed) {
                true => ZeroingAllocator.dealloc(at, layout),
                false => System.dealloc(at, layout),
            }
        }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe {
            match ZEROES.load(Ordering::Relaxed) {
                true => ZeroingAllocator.realloc(at, layout, bytes),
                false => System.realloc(at, layout, bytes),
            }
        }
    }
}

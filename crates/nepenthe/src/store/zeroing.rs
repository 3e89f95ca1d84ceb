//! [`ZeroingAllocator`], and SQLite's memory: what is freed is zeroed, so that no erased text stays in the process's memory.
//!
//! SQLite takes its memory from the C library, past Rust's allocator. Before its first use it is told to take it through functions of ours,
//! and to keep no free memory of its own: lookaside slots and pages that are allocated in bulk.

#![expect(unsafe_code, reason = "an allocator is unsafe, and SQLite's is a table of C functions")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::ptr;
use std::sync::OnceLock;

use rusqlite::ffi::{
    SQLITE_CONFIG_GETMALLOC, SQLITE_CONFIG_LOOKASIDE, SQLITE_CONFIG_MALLOC, SQLITE_CONFIG_PAGECACHE,
    SQLITE_OK, sqlite3_config, sqlite3_mem_methods,
};

/// The system's allocator, which zeroes what is freed.
///
/// With it as the global allocator of a program, nothing that was erased stays in memory that the program has freed. A library cannot
/// set it, so a program does:
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: nepenthe::ZeroingAllocator = nepenthe::ZeroingAllocator;
/// # fn main() {}
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct ZeroingAllocator;

// SAFETY: it is the system's allocator. What is freed belongs to whoever frees it until the system has it. Growing and shrinking are
// those of the trait: they allocate, copy and free.
unsafe impl GlobalAlloc for ZeroingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe {
            zero(at, layout.size());
            System.dealloc(at, layout);
        }
    }
}

/// Zeroes memory that is freed next, which a compiler would leave out else.
unsafe fn zero(at: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise that it may be written.
    unsafe { ptr::write_bytes(at, 0, bytes) };
    black_box(at);
}

/// Has SQLite zero what it frees, from its first use on: nothing changes where the program has used it before.
pub(super) fn zero_what_sqlite_frees() {
    static TOLD: OnceLock<bool> = OnceLock::new();
    TOLD.get_or_init(|| {
        // SAFETY: SQLite refuses a configuration once it is used. The table has a layout of C, all of it pointers that may be null.
        unsafe {
            let mut methods: sqlite3_mem_methods = std::mem::zeroed();
            if sqlite3_config(SQLITE_CONFIG_GETMALLOC, &raw mut methods) != SQLITE_OK {
                return false;
            }
            let (Some(allocate), Some(below), Some(size)) = (methods.xMalloc, methods.xFree, methods.xSize)
            else {
                return false;
            };
            if BELOW.set(Below { allocate, free: below, size }).is_err() {
                return false;
            }
            methods.xFree = Some(free);
            methods.xRealloc = Some(realloc);
            sqlite3_config(SQLITE_CONFIG_MALLOC, &raw const methods) == SQLITE_OK
                && sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0 as c_int, 0 as c_int) == SQLITE_OK
                && sqlite3_config(SQLITE_CONFIG_PAGECACHE, ptr::null_mut::<c_void>(), 0 as c_int, 0 as c_int)
                    == SQLITE_OK
        }
    });
}

/// SQLite's own functions.
struct Below {
    allocate: unsafe extern "C" fn(c_int) -> *mut c_void,
    free: unsafe extern "C" fn(*mut c_void),
    size: unsafe extern "C" fn(*mut c_void) -> c_int,
}

static BELOW: OnceLock<Below> = OnceLock::new();

impl Below {
    /// The bytes of what SQLite's allocator gave.
    unsafe fn size_of(&self, at: *mut c_void) -> usize {
        // SAFETY: the caller's promise.
        usize::try_from(unsafe { (self.size)(at) }).unwrap_or(0)
    }
}

unsafe extern "C" fn free(at: *mut c_void) {
    if let Some(below) = BELOW.get().filter(|_| !at.is_null()) {
        // SAFETY: what is freed is SQLite's, of that size.
        unsafe {
            zero(at.cast(), below.size_of(at));
            (below.free)(at);
        }
    }
}

/// In a new place, with the old one zeroed; or where it is, if more than half of that is wanted.
unsafe extern "C" fn realloc(at: *mut c_void, bytes: c_int) -> *mut c_void {
    let (Some(below), Ok(wanted)) = (BELOW.get(), usize::try_from(bytes)) else { return ptr::null_mut() };
    // SAFETY: both places have as many bytes as are copied; where there is no memory the old one stays.
    unsafe {
        let before = below.size_of(at);
        if wanted <= before && wanted > before / 2 {
            return at;
        }
        let new = (below.allocate)(bytes);
        if !new.is_null() {
            ptr::copy_nonoverlapping(at.cast::<u8>(), new.cast(), before.min(wanted));
            free(at);
        }
        new
    }
}

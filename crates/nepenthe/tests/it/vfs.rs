//! A VFS that fails when it is told to, around SQLite's own. For a process of its own: it becomes the default.

#![expect(unsafe_code, reason = "a VFS is a table of C functions")]

use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering};

use rusqlite::ffi::{
    SQLITE_BUSY, SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_IOERR_READ, SQLITE_IOERR_TRUNCATE,
    SQLITE_IOERR_WRITE, SQLITE_OK, SQLITE_SHM_EXCLUSIVE, SQLITE_SHM_LOCK, sqlite3_file, sqlite3_filename,
    sqlite3_int64, sqlite3_io_methods, sqlite3_vfs, sqlite3_vfs_find, sqlite3_vfs_register,
};

/// What is asked of the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Read,
    Write,
    Truncate,
    Sync,
    Lock,
}

/// How it fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The call fails, and nothing of it was done.
    Lost,
    /// The call fails, although it was done.
    Persisted,
    /// From this call on no write is done any more: the disk is full.
    Full,
    /// From this call on somebody else has each lock that a writer or a checkpoint needs.
    Busy,
}

/// When it fails, and what was asked for until now.
struct State {
    fault: Option<(Fault, usize)>,
    calls: Vec<Call>,
    struck: Option<Call>,
}

static STATE: Mutex<State> = Mutex::new(State { fault: None, calls: Vec::new(), struck: None });

/// Lets the call of a number fail, counted from now on; `None` heals the disk. Returns the calls since the last time, and the
/// one that failed first.
pub fn set(fault: Option<(Fault, usize)>) -> (Vec<Call>, Option<Call>) {
    let mut state = STATE.lock().unwrap();
    state.fault = fault;
    (std::mem::take(&mut state.calls), state.struck.take())
}

/// Counts a call and tells how it fails, if it does: with which code, and whether it is done all the same.
fn strike(call: Call) -> Option<(c_int, bool)> {
    let mut state = STATE.lock().unwrap();
    let number = state.calls.len();
    state.calls.push(call);
    let (fault, at) = state.fault?;
    let strikes = match fault {
        Fault::Lost | Fault::Persisted => number == at,
        Fault::Full => number >= at && call == Call::Write,
        Fault::Busy => number >= at && call == Call::Lock,
    };
    if !strikes {
        return None;
    }
    state.struck.get_or_insert(call);
    let code = match call {
        Call::Read => SQLITE_IOERR_READ,
        Call::Write if fault == Fault::Full => SQLITE_FULL,
        Call::Write => SQLITE_IOERR_WRITE,
        Call::Truncate => SQLITE_IOERR_TRUNCATE,
        Call::Sync => SQLITE_IOERR_FSYNC,
        Call::Lock => SQLITE_BUSY,
    };
    // A lock that is taken all the same would never be given back.
    Some((code, fault == Fault::Persisted && call != Call::Lock))
}

fn with(call: Call, work: impl FnOnce() -> c_int) -> c_int {
    match strike(call) {
        None => work(),
        Some((code, false)) => code,
        Some((code, true)) => {
            work();
            code
        }
    }
}

/// Our part of a file; SQLite's own lies behind it.
#[repr(C)]
struct File {
    base: sqlite3_file,
    real: *mut sqlite3_file,
}

/// Returns SQLite's own file and its methods.
fn real(file: *mut sqlite3_file) -> (*mut sqlite3_file, &'static sqlite3_io_methods) {
    // SAFETY: SQLite hands in files that `open` has made, which live until they are closed.
    unsafe {
        let real = (*file.cast::<File>()).real;
        (real, &*(*real).pMethods)
    }
}

macro_rules! pass {
    ($name:ident, $method:ident, $call:expr, ($($arg:ident: $kind:ty),*)) => {
        unsafe extern "C" fn $name(file: *mut sqlite3_file, $($arg: $kind),*) -> c_int {
            let (real, methods) = real(file);
            let call: Option<Call> = $call;
            // SAFETY: the arguments are those that SQLite gave, for a method that its own VFS has.
            let work = || unsafe { methods.$method.unwrap()(real, $($arg),*) };
            match call {
                Some(call) => with(call, work),
                None => work(),
            }
        }
    };
}

pass!(close, xClose, None, ());
pass!(read, xRead, Some(Call::Read), (to: *mut c_void, n: c_int, at: sqlite3_int64));
pass!(write, xWrite, Some(Call::Write), (from: *const c_void, n: c_int, at: sqlite3_int64));
pass!(truncate, xTruncate, Some(Call::Truncate), (size: sqlite3_int64));
pass!(sync, xSync, Some(Call::Sync), (flags: c_int));
pass!(file_size, xFileSize, None, (size: *mut sqlite3_int64));
pass!(lock, xLock, None, (level: c_int));
pass!(unlock, xUnlock, None, (level: c_int));
pass!(check_reserved, xCheckReservedLock, None, (out: *mut c_int));
pass!(control, xFileControl, None, (op: c_int, arg: *mut c_void));
pass!(sector, xSectorSize, None, ());
pass!(traits, xDeviceCharacteristics, None, ());
pass!(shm_map, xShmMap, None, (page: c_int, size: c_int, extend: c_int, to: *mut *mut c_void));
pass!(
    shm_lock, xShmLock, is_a_writers(flags).then_some(Call::Lock),
    (offset: c_int, n: c_int, flags: c_int)
);
pass!(shm_unmap, xShmUnmap, None, (delete: c_int));

/// Tells whether a lock excludes all others. A reader's that is refused is tried again for ten seconds.
fn is_a_writers(flags: c_int) -> bool {
    flags == SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE
}

unsafe extern "C" fn shm_barrier(file: *mut sqlite3_file) {
    let (real, methods) = real(file);
    // SAFETY: as in `pass`.
    unsafe { methods.xShmBarrier.unwrap()(real) }
}

static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved),
    xFileControl: Some(control),
    xSectorSize: Some(sector),
    xDeviceCharacteristics: Some(traits),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

/// SQLite's own VFS. Others may come between in its list.
static OWN: AtomicPtr<sqlite3_vfs> = AtomicPtr::new(ptr::null_mut());

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: sqlite3_filename,
    file: *mut sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: `install` made room for both parts and kept SQLite's own VFS.
    unsafe {
        let own = OWN.load(Ordering::Relaxed);
        let ours = file.cast::<File>();
        (*ours).real = ours.add(1).cast();
        (*(*ours).real).pMethods = ptr::null();
        let code = (*own).xOpen.unwrap()(own, name, (*ours).real, flags, out);
        (*ours).base.pMethods = if (*(*ours).real).pMethods.is_null() { ptr::null() } else { &METHODS };
        code
    }
}

/// Makes it the VFS of every connection that this process opens from now on.
pub fn install() {
    // SAFETY: SQLite's own VFS lives as long as the process, and so does the copy, which is leaked.
    unsafe {
        let own = sqlite3_vfs_find(ptr::null());
        OWN.store(own, Ordering::Relaxed);
        let mut vfs = *own;
        vfs.zName = c"broken".as_ptr().cast::<c_char>();
        vfs.szOsFile += size_of::<File>() as c_int;
        vfs.xOpen = Some(open);
        let vfs = Box::leak(Box::new(vfs));
        assert_eq!(sqlite3_vfs_register(vfs, 1), SQLITE_OK);
    }
}

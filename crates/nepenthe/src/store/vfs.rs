//! SQLite's own way to the disk, with two things more: the slack of a page is zeroed when the page goes to the main file, and
//! which pages a connection has written to its write-ahead log can be asked.
//!
//! A copy of SQLite's default VFS under a name of ours. It passes every call on to the one that is the default when it is
//! first used. Frames of the write-ahead log go as they are, since SQLite has summed them up; a checkpoint copies them into
//! the main file, and that is where they lose their slack. The frames that SQLite writes, their headers of 24 bytes with the
//! page's number first, are those of its file format, section 4.2. A page that it writes twice in a transaction keeps its
//! frame; the frame's header is written again then, with a new sum.

#![expect(unsafe_code, reason = "a VFS is a table of C functions")]

use std::collections::{BTreeSet, HashMap};
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::ffi::{
    SQLITE_IOERR_SHORT_READ, SQLITE_OK, SQLITE_OPEN_MAIN_DB, SQLITE_OPEN_WAL, sqlite3_file, sqlite3_filename,
    sqlite3_int64, sqlite3_io_methods, sqlite3_vfs, sqlite3_vfs_find, sqlite3_vfs_register,
};

use super::slack;

/// Under which name SQLite knows it.
const NAME: &CStr = c"nepenthe";

/// Bytes of a frame's header, and of the log's.
const FRAME_HEADER: usize = 24;
const LOG_HEADER: usize = 32;

/// Bytes of the header of a database, and where it says that the file vacuums itself: then some pages are lists of others.
pub(super) const HEADER: usize = 100;
pub(super) const LARGEST_ROOT: usize = 52;

/// Our part of a file; that of the VFS below lies behind it.
#[repr(C)]
struct File {
    base: sqlite3_file,
    real: *mut sqlite3_file,
    /// Made when it is opened, freed when it is closed.
    own: *mut Own,
}

/// What is known of a file that is open.
enum Own {
    Main(Main),
    Log(Log),
    Other,
}

/// A main file.
#[derive(Default)]
struct Main {
    /// Whether pages are written as they are, to see what finds that.
    as_they_are: bool,
    /// The bytes of a page whose slack is zeroed: 0 where none is. Nothing until the header was read since others may have
    /// written.
    page_size: Option<usize>,
}

/// A write-ahead log, as one connection writes it.
struct Log {
    /// Which, of all that this process ever opened.
    number: u64,
    /// How many frames it has written; for each page that of its last frame.
    frames: u64,
    pages: HashMap<u32, u64>,
    /// Whether something was written that is no frame as it is known.
    unsure: bool,
}

/// A moment in the life of a connection's write-ahead log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    log: u64,
    frames: u64,
}

impl Moment {
    /// Returns the earlier of two moments of one log.
    pub(crate) fn min(self, other: Self) -> Option<Self> {
        (self.log == other.log).then(|| Self { frames: self.frames.min(other.frames), ..self })
    }
}

impl Main {
    /// Returns a page without its slack, if it has any.
    fn without_slack(
        &mut self,
        real: *mut sqlite3_file,
        page: &[u8],
        at: u64,
    ) -> Result<Option<Vec<u8>>, c_int> {
        if self.as_they_are || page.len() < HEADER {
            return Ok(None);
        }
        let size = match self.page_size {
            Some(size) if at > 0 => size,
            _ => {
                let mut header = [0; HEADER];
                let size = match at {
                    0 => page_size(page),
                    _ if read_real(real, &mut header)? => page_size(&header),
                    _ => 0,
                };
                // Half of what is too much: one checkpoint does not make such a file twice as long.
                let many = size_of_real(real)? / size.max(1) as u64 >= slack::TOO_MANY_PAGES / 2;
                *self.page_size.insert(if many { 0 } else { size })
            }
        };
        if size != page.len() || !at.is_multiple_of(size as u64) {
            return Ok(None);
        }
        Ok(slack::dirty(page, at == 0).map(|slack| {
            let mut copy = page.to_vec();
            copy[slack].fill(0);
            copy
        }))
    }
}

/// Reads from a database's header the bytes of its pages; 0 where they are not to be touched.
fn page_size(header: &[u8]) -> usize {
    let size = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        size => usize::from(size),
    };
    let plain = header.starts_with(b"SQLite format 3\0") && header[LARGEST_ROOT..LARGEST_ROOT + 4] == [0; 4];
    if plain { size } else { 0 }
}

impl Log {
    fn new() -> Self {
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let number = OPENED.fetch_add(1, Ordering::Relaxed);
        Self { number, frames: 0, pages: HashMap::new(), unsure: false }
    }

    /// Notes what is written.
    fn note(&mut self, bytes: &[u8]) {
        match bytes.len() {
            FRAME_HEADER => {
                let page = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                self.frames += 1;
                self.pages.insert(page, self.frames);
            }
            LOG_HEADER => {}
            // The page, behind its header.
            512.. => {}
            _ => self.unsure = true,
        }
    }
}

/// Returns the name of the VFS, which is registered at the first use.
pub(super) fn name() -> &'static CStr {
    static REGISTERED: OnceLock<()> = OnceLock::new();
    REGISTERED.get_or_init(|| {
        // SAFETY: SQLite's default VFS lives as long as the process, and so does the copy, which is leaked. What is copied
        // beside `xOpen` knows nothing of files that are open.
        unsafe {
            let below = sqlite3_vfs_find(ptr::null());
            if below.is_null() {
                return;
            }
            let mut vfs = *below;
            vfs.zName = NAME.as_ptr();
            vfs.szOsFile += size_of::<File>() as c_int;
            vfs.xOpen = Some(open);
            vfs.pNext = ptr::null_mut();
            BELOW.get_or_init(|| Below(below));
            sqlite3_vfs_register(Box::leak(Box::new(vfs)), 0);
        }
    });
    NAME
}

/// The VFS that calls are passed on to.
struct Below(*mut sqlite3_vfs);

// SAFETY: SQLite uses one VFS from all threads.
unsafe impl Send for Below {}
// SAFETY: as above.
unsafe impl Sync for Below {}

static BELOW: OnceLock<Below> = OnceLock::new();

/// Lets a main file's pages be written as they are, or not. False where it is no file of this VFS.
pub(super) fn leave_slack(file: *mut sqlite3_file, leave: bool) -> bool {
    match own(file) {
        Some(Own::Main(main)) => {
            main.as_they_are = leave;
            true
        }
        _ => false,
    }
}

/// Returns this moment of a connection's write-ahead log. `None` where it is no file of this VFS.
pub(super) fn now(log: *mut sqlite3_file) -> Option<Moment> {
    match own(log) {
        Some(Own::Log(log)) => Some(Moment { log: log.number, frames: log.frames }),
        _ => None,
    }
}

/// Returns the numbers of the pages, from 1, that the connection has written to its log since a moment. `None` where they are
/// not all known.
pub(super) fn pages_since(log: *mut sqlite3_file, moment: Moment) -> Option<BTreeSet<u32>> {
    match own(log) {
        Some(Own::Log(log)) if log.number == moment.log && !log.unsure => {
            let since = log.pages.iter().filter(|(_, frame)| **frame > moment.frames);
            Some(since.map(|(page, _)| *page).collect())
        }
        _ => None,
    }
}

/// Our part of a file that SQLite has open, if it is one of this VFS. The caller's connection has it open, and nobody else uses
/// it meanwhile.
fn own<'f>(file: *mut sqlite3_file) -> Option<&'f mut Own> {
    if file.is_null() {
        return None;
    }
    // SAFETY: a file that is open has a table of methods; with one of ours it is a `File`, which `open` has made.
    unsafe {
        let methods = (*file).pMethods;
        METHODS.iter().any(|ours| ptr::eq(ours, methods)).then(|| &mut *(*file.cast::<File>()).own)
    }
}

/// Returns the file of the VFS below and its methods.
fn real(file: *mut sqlite3_file) -> (*mut sqlite3_file, &'static sqlite3_io_methods) {
    // SAFETY: SQLite hands in files that `open` has made, which live until they are closed.
    unsafe {
        let real = (*file.cast::<File>()).real;
        (real, &*(*real).pMethods)
    }
}

/// Reads the beginning of a file. False where it is shorter.
fn read_real(real: *mut sqlite3_file, buffer: &mut [u8]) -> Result<bool, c_int> {
    // SAFETY: the file is open; the buffer has as many bytes.
    let code = unsafe {
        match (*(*real).pMethods).xRead {
            Some(read) => read(real, buffer.as_mut_ptr().cast(), buffer.len() as c_int, 0),
            None => SQLITE_IOERR_SHORT_READ,
        }
    };
    match code {
        SQLITE_OK => Ok(true),
        SQLITE_IOERR_SHORT_READ => Ok(false),
        code => Err(code),
    }
}

fn size_of_real(real: *mut sqlite3_file) -> Result<u64, c_int> {
    let mut size: sqlite3_int64 = 0;
    // SAFETY: the file is open; the size is written to the variable.
    let code =
        unsafe { (*(*real).pMethods).xFileSize.map_or(SQLITE_OK, |size_of| size_of(real, &raw mut size)) };
    if code == SQLITE_OK { Ok(size.unsigned_abs()) } else { Err(code) }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    from: *const c_void,
    n: c_int,
    at: sqlite3_int64,
) -> c_int {
    let (real, methods) = real(file);
    // SAFETY: SQLite hands in `n` bytes.
    let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), usize::try_from(n).unwrap_or(0)) };
    let copy = match own(file) {
        Some(Own::Main(main)) => main.without_slack(real, bytes, at.unsigned_abs()),
        Some(Own::Log(log)) => {
            log.note(bytes);
            Ok(None)
        }
        _ => Ok(None),
    };
    match (copy, methods.xWrite) {
        // SAFETY: the arguments are those that SQLite gave, or a copy of as many bytes.
        (Ok(copy), Some(write)) => unsafe {
            write(real, copy.as_ref().map_or(from, |copy| copy.as_ptr().cast()), n, at)
        },
        (Err(code), _) => code,
        (Ok(_), None) => SQLITE_OK,
    }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    let (real, methods) = real(file);
    // SAFETY: SQLite closes a file once; `open` has made what is freed.
    unsafe {
        let ours = file.cast::<File>();
        drop(Box::from_raw((*ours).own));
        (*ours).own = ptr::null_mut();
        methods.xClose.map_or(SQLITE_OK, |close| close(real))
    }
}

/// Passes a call on; `$others` says that others may have written since.
macro_rules! pass {
    ($name:ident, $method:ident, $others:expr, ($($arg:ident: $kind:ty),*)) => {
        unsafe extern "C" fn $name(file: *mut sqlite3_file, $($arg: $kind),*) -> c_int {
            let (real, methods) = real(file);
            if $others && let Some(Own::Main(main)) = own(file) {
                main.page_size = None;
            }
            // SAFETY: the arguments are those that SQLite gave, for a method that the VFS below has.
            methods.$method.map_or(SQLITE_OK, |method| unsafe { method(real, $($arg),*) })
        }
    };
}

pass!(read, xRead, false, (to: *mut c_void, n: c_int, at: sqlite3_int64));
pass!(truncate, xTruncate, false, (size: sqlite3_int64));
pass!(sync, xSync, true, (flags: c_int));
pass!(file_size, xFileSize, false, (size: *mut sqlite3_int64));
pass!(lock, xLock, true, (level: c_int));
pass!(unlock, xUnlock, true, (level: c_int));
pass!(check_reserved, xCheckReservedLock, false, (out: *mut c_int));
pass!(control, xFileControl, false, (op: c_int, arg: *mut c_void));
pass!(sector, xSectorSize, false, ());
pass!(traits, xDeviceCharacteristics, false, ());
pass!(shm_map, xShmMap, false, (page: c_int, size: c_int, extend: c_int, to: *mut *mut c_void));
pass!(shm_lock, xShmLock, true, (offset: c_int, n: c_int, flags: c_int));
pass!(shm_unmap, xShmUnmap, false, (delete: c_int));
pass!(fetch, xFetch, false, (at: sqlite3_int64, n: c_int, to: *mut *mut c_void));
pass!(unfetch, xUnfetch, false, (at: sqlite3_int64, from: *mut c_void));

unsafe extern "C" fn shm_barrier(file: *mut sqlite3_file) {
    let (real, methods) = real(file);
    if let Some(barrier) = methods.xShmBarrier {
        // SAFETY: as in `pass`.
        unsafe { barrier(real) }
    }
}

/// The methods of a version of the interface: the second has shared memory, the third mapped pages.
const fn methods(version: c_int) -> sqlite3_io_methods {
    sqlite3_io_methods {
        iVersion: version,
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
        xFetch: Some(fetch),
        xUnfetch: Some(unfetch),
    }
}

static METHODS: [sqlite3_io_methods; 3] = [methods(1), methods(2), methods(3)];

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: sqlite3_filename,
    file: *mut sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    let Some(Below(below)) = BELOW.get() else { return rusqlite::ffi::SQLITE_CANTOPEN };
    // SAFETY: `name` made room for both parts, and found the VFS below, which opens its own part of the file. Where that fails
    // it may leave methods behind, so that SQLite closes the file.
    unsafe {
        let ours = file.cast::<File>();
        (*ours).base.pMethods = ptr::null();
        (*ours).real = ours.add(1).cast();
        (*(*ours).real).pMethods = ptr::null();
        let Some(open) = (**below).xOpen else { return rusqlite::ffi::SQLITE_CANTOPEN };
        let code = open(*below, name, (*ours).real, flags, out);
        let Some(methods) = (*(*ours).real).pMethods.as_ref() else { return code };
        let own = match flags {
            _ if flags & SQLITE_OPEN_MAIN_DB != 0 => Own::Main(Main::default()),
            _ if flags & SQLITE_OPEN_WAL != 0 => Own::Log(Log::new()),
            _ => Own::Other,
        };
        (*ours).own = Box::into_raw(Box::new(own));
        // Without shared memory, as on a medium that cannot be written, SQLite must see that there is none.
        let version = if methods.xShmMap.is_some() { methods.iVersion.clamp(1, 3) } else { 1 };
        (*ours).base.pMethods = &raw const METHODS[version as usize - 1];
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_says_how_long_its_pages_are_and_whether_they_are_left_alone() {
        let mut header = [0; HEADER];
        assert_eq!(page_size(&header), 0);
        header[..16].copy_from_slice(b"SQLite format 3\0");
        header[16..18].copy_from_slice(&16_384u16.to_be_bytes());
        assert_eq!(page_size(&header), 16_384);
        header[16..18].copy_from_slice(&[0, 1]);
        assert_eq!(page_size(&header), 65_536);
        header[LARGEST_ROOT + 3] = 3;
        assert_eq!(page_size(&header), 0, "pages that list others begin with any byte");
    }

    #[test]
    fn pages_are_those_of_the_frames_since_a_moment() {
        let mut log = Log::new();
        let frame = |page: u32| [&page.to_be_bytes()[..], &[0; 20]].concat();
        log.note(&[0; LOG_HEADER]);
        for page in [3, 4] {
            log.note(&frame(page));
            log.note(&[7; 16_384]);
        }
        let before = log.frames;
        log.note(&frame(4));
        log.note(&frame(9));
        let since: BTreeSet<u32> =
            log.pages.iter().filter(|(_, frame)| **frame > before).map(|(page, _)| *page).collect();
        assert_eq!(since.into_iter().collect::<Vec<_>>(), [4, 9]);
        assert!(!log.unsure);
        log.note(&[0; 12]);
        assert!(log.unsure, "a frame that was cut in two");
    }
}

//! The bytes of the files, as they lie on the disk, for the scan after an erasure and for what it clears.
//!
//! They are read through the handles that SQLite has open. Opening the files a second time would not do: when a process
//! closes any descriptor of a file, POSIX drops all its locks on it, SQLite's too.

use std::collections::BTreeSet;
use std::ffi::{c_int, c_void};
use std::ptr;

use rusqlite::ffi::{
    SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_IOERR_SHORT_READ, SQLITE_OK,
    SQLITE_SYNC_NORMAL, sqlite3_file, sqlite3_file_control, sqlite3_int64,
};
use serde::{Deserialize, Serialize};

use super::error::StorageError;
use super::vfs::{self, Moment};
use crate::store::session::Session;

/// Bytes read at a time.
const BLOCK: usize = 1 << 20;

/// Bytes of a region of the shared-memory file, fixed by SQLite's WAL format.
const REGION: c_int = 32 * 1024;

/// One of the files that make up a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum FileName {
    /// The database itself.
    Main,
    /// The write-ahead log, `-wal`.
    Wal,
    /// The index of the write-ahead log, `-shm`, shared by the processes that have the store open.
    Shm,
    /// The key file of an encrypted store, `.keys`, or what SQLite keeps beside that.
    Keys,
}

impl FileName {
    /// The files of one database.
    pub(crate) const ALL: [Self; 3] = [Self::Main, Self::Wal, Self::Shm];
}

/// Hands the bytes of a file to `visit`, in order, in blocks. Returns how many there were; `None` where there is no such
/// file, as for a store in memory.
pub(crate) fn read(
    session: Session<'_>,
    file: FileName,
    visit: &mut dyn FnMut(&[u8]),
) -> Result<Option<u64>, StorageError> {
    match file {
        FileName::Main | FileName::Wal | FileName::Keys => read_file(session, opcode(file), visit),
        FileName::Shm => read_shared(session, visit),
    }
}

fn handle(session: Session<'_>, which: c_int) -> Result<Option<*mut sqlite3_file>, StorageError> {
    let mut file: *mut sqlite3_file = ptr::null_mut();
    // SAFETY: the connection is open and used by this thread alone; both opcodes write one pointer to where the last
    // argument points.
    #[expect(unsafe_code, reason = "only SQLite's C interface gives its file handles")]
    let code = unsafe {
        sqlite3_file_control(
            session.sql().handle(),
            c"main".as_ptr(),
            which,
            (&raw mut file).cast::<c_void>(),
        )
    };
    check(code)?;
    // SAFETY: SQLite returned the pointer; a handle that is not open has no methods.
    #[expect(unsafe_code, reason = "reads a field of SQLite's file handle")]
    let open = !file.is_null() && unsafe { !(*file).pMethods.is_null() };
    Ok(open.then_some(file))
}

/// Lets the pages of the main file be written with their slack, or not.
pub(super) fn leave_slack(session: Session<'_>, leave: bool) -> Result<(), StorageError> {
    if let Some(file) = handle(session, opcode(FileName::Main))? {
        vfs::leave_slack(file, leave);
    }
    Ok(())
}

/// Returns this moment of the connection's write-ahead log, within a transaction that writes; `None` where there is no log.
pub(crate) fn now(session: Session<'_>) -> Result<Option<Moment>, StorageError> {
    Ok(handle(session, opcode(FileName::Wal))?.and_then(vfs::now))
}

/// Returns the pages, numbered from 1, that this connection has written to its log since a moment; `None` where that is not
/// known.
pub(crate) fn pages_since(
    session: Session<'_>,
    moment: Moment,
) -> Result<Option<BTreeSet<u32>>, StorageError> {
    Ok(handle(session, opcode(FileName::Wal))?.and_then(|log| vfs::pages_since(log, moment)))
}

fn read_file(
    session: Session<'_>,
    which: c_int,
    visit: &mut dyn FnMut(&[u8]),
) -> Result<Option<u64>, StorageError> {
    let Some(file) = handle(session, which)? else { return Ok(None) };
    let Some(size) = size_of(file)? else { return Ok(None) };
    let mut block = vec![0; BLOCK];
    let mut at = 0;
    while at < size {
        let wanted = usize::try_from(size - at).unwrap_or(BLOCK).min(BLOCK);
        read_into(file, at, &mut block[..wanted])?;
        visit(&block[..wanted]);
        at += wanted as sqlite3_int64;
    }
    Ok(u64::try_from(size).ok())
}

fn size_of(file: *mut sqlite3_file) -> Result<Option<sqlite3_int64>, StorageError> {
    // SAFETY: the handle is open as long as the connection, which the caller borrows; its table of methods is a VFS's, which
    // has what the first version of the interface has.
    #[expect(unsafe_code, reason = "calls SQLite's VFS")]
    let Some(size_of) = (unsafe { (*(*file).pMethods).xFileSize }) else { return Ok(None) };
    let mut size: sqlite3_int64 = 0;
    // SAFETY: as above; the size is written to the variable.
    #[expect(unsafe_code, reason = "calls SQLite's VFS")]
    check(unsafe { size_of(file, &raw mut size) })?;
    Ok(Some(size))
}

fn read_into(file: *mut sqlite3_file, at: sqlite3_int64, buffer: &mut [u8]) -> Result<(), StorageError> {
    let length = c_int::try_from(buffer.len()).map_err(StorageError::corrupt)?;
    // SAFETY: as in `size_of`; the buffer has `length` bytes. A short read fills the rest with zeros.
    #[expect(unsafe_code, reason = "calls SQLite's VFS")]
    let code = unsafe {
        match (*(*file).pMethods).xRead {
            Some(read) => read(file, buffer.as_mut_ptr().cast::<c_void>(), length, at),
            None => SQLITE_IOERR_SHORT_READ,
        }
    };
    if code == SQLITE_IOERR_SHORT_READ { Ok(()) } else { check(code) }
}

/// Returns a file's size in bytes; `None` where there is no such file. Not for the shared-memory file.
pub(crate) fn size(session: Session<'_>, file: FileName) -> Result<Option<u64>, StorageError> {
    let Some(file) = handle(session, opcode(file))? else { return Ok(None) };
    Ok(size_of(file)?.and_then(|size| u64::try_from(size).ok()))
}

/// Reads a part of a file. Behind its end are zeros.
pub(crate) fn read_at(
    session: Session<'_>,
    file: FileName,
    at: u64,
    buffer: &mut [u8],
) -> Result<(), StorageError> {
    let Some(file) = handle(session, opcode(file))? else { return Ok(()) };
    read_into(file, sqlite3_int64::try_from(at).map_err(StorageError::corrupt)?, buffer)
}

/// Writes a part of a file, past SQLite: the caller answers for it that nobody else writes there.
pub(crate) fn write_at(
    session: Session<'_>,
    file: FileName,
    at: u64,
    bytes: &[u8],
) -> Result<(), StorageError> {
    let Some(file) = handle(session, opcode(file))? else { return Ok(()) };
    let length = c_int::try_from(bytes.len()).map_err(StorageError::corrupt)?;
    let at = sqlite3_int64::try_from(at).map_err(StorageError::corrupt)?;
    // SAFETY: as in `size_of`; `bytes` has `length` bytes.
    #[expect(unsafe_code, reason = "calls SQLite's VFS")]
    let code = unsafe {
        match (*(*file).pMethods).xWrite {
            Some(write) => write(file, bytes.as_ptr().cast::<c_void>(), length, at),
            None => SQLITE_OK,
        }
    };
    check(code)
}

/// Drives what was written to the disk.
pub(crate) fn sync(session: Session<'_>, file: FileName) -> Result<(), StorageError> {
    let Some(file) = handle(session, opcode(file))? else { return Ok(()) };
    // SAFETY: as in `size_of`.
    #[expect(unsafe_code, reason = "calls SQLite's VFS")]
    let code = unsafe {
        match (*(*file).pMethods).xSync {
            Some(sync) => sync(file, SQLITE_SYNC_NORMAL),
            None => SQLITE_OK,
        }
    };
    check(code)
}

fn opcode(file: FileName) -> c_int {
    match file {
        FileName::Wal => SQLITE_FCNTL_JOURNAL_POINTER,
        FileName::Main | FileName::Shm | FileName::Keys => SQLITE_FCNTL_FILE_POINTER,
    }
}

fn read_shared(session: Session<'_>, visit: &mut dyn FnMut(&[u8])) -> Result<Option<u64>, StorageError> {
    let Some(file) = handle(session, SQLITE_FCNTL_FILE_POINTER)? else { return Ok(None) };
    // SAFETY: as in `read_file`; version 2 of the methods brought shared memory.
    #[expect(unsafe_code, reason = "reads SQLite's table of methods")]
    let map = unsafe {
        match (*(*file).pMethods).iVersion {
            2.. => (*(*file).pMethods).xShmMap,
            _ => None,
        }
    };
    let Some(map) = map else { return Ok(None) };
    let mut bytes = 0;
    for region in 0.. {
        let mut address: *mut c_void = ptr::null_mut();
        // SAFETY: the connection is in WAL mode and has read, so that its shared memory is open; without the flag to
        // extend it, a region behind the end gives a null pointer.
        #[expect(unsafe_code, reason = "calls SQLite's VFS")]
        let code = unsafe { map(file, region, REGION, 0, (&raw mut address).cast()) };
        check(code)?;
        if address.is_null() {
            break;
        }
        let mut copy = vec![0; REGION as usize];
        // SAFETY: a region is mapped for its whole length as long as the connection is open. Another process may write
        // it meanwhile, so it is copied byte by byte as volatile, never borrowed.
        #[expect(unsafe_code, reason = "reads memory that other processes may write")]
        for (offset, byte) in copy.iter_mut().enumerate() {
            *byte = unsafe { address.cast::<u8>().add(offset).read_volatile() };
        }
        visit(&copy);
        bytes += copy.len() as u64;
    }
    Ok((bytes > 0).then_some(bytes))
}

fn check(code: c_int) -> Result<(), StorageError> {
    match code {
        SQLITE_OK => Ok(()),
        code => Err(StorageError::Io(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None))),
    }
}

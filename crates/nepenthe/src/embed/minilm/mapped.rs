//! Files mapped into memory, and their hashes: what is read of them comes from the page cache, without a copy.
//!
//! The system reads a page when it is first touched. A file that is written to, or cut off, while it is mapped changes
//! under the program. Nepenthe never writes to a file that it maps: it puts another in its place.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

use super::panel::Row;

/// The bytes of a file.
pub(super) struct Mapped(Mmap);

impl Mapped {
    /// Maps a regular file of `size` bytes; refuses any other.
    pub(super) fn open(path: &Path, size: u64) -> io::Result<Mapped> {
        // Asked before it is opened, since opening a pipe may wait without end.
        let about = std::fs::metadata(path)?;
        if !about.is_file() || about.len() != size {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is no file of the right size"));
        }
        let file = File::open(path)?;
        #[expect(unsafe_code, reason = "other processes could change the file; see above")]
        let map = unsafe { Mmap::map(&file)? };
        if map.len() as u64 != size {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its size has changed"));
        }
        // Where it is not in the page cache, it is read at once and in order. Systems that take no advice do without.
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::WillNeed);
        Ok(Mapped(map))
    }

    /// The file's bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The file's bytes as rows of floats in this machine's byte order; what is left behind the last row is not there.
    pub(super) fn rows(&self) -> &[Row] {
        #[expect(unsafe_code, reason = "every bit pattern is a float, and a mapping begins with a page")]
        let (before, rows, _) = unsafe { self.0.align_to::<Row>() };
        debug_assert!(before.is_empty());
        rows
    }
}

/// The BLAKE3 hash of bytes, in lower-case hex; computed on the threads that it is called on.
pub(super) fn hash(bytes: &[u8]) -> String {
    blake3::Hasher::new().update_rayon(bytes).finalize().to_hex().to_string()
}

//! [`WholeFile`]: a file that appears whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::{CliError, Kind};

/// Whether a file that exists may be overwritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overwrite {
    /// It is an error if it exists.
    No,
    /// It is replaced.
    Yes,
}

/// The random letters behind the prefix of an unfinished file.
const LETTERS: usize = 6;

/// A file being written beside its place, under a name that tells it: `.NAME.part-` and random letters. Dropped unfinished, it
/// leaves nothing.
pub(crate) struct WholeFile {
    out: BufWriter<NamedTempFile>,
    path: PathBuf,
    overwrite: Overwrite,
}

impl WholeFile {
    /// Begins to write. The store itself is never overwritten.
    pub(crate) fn create(path: &Path, overwrite: Overwrite, store: &Path) -> Result<Self, CliError> {
        // A link is written through, not replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if let Ok(found) = path.metadata() {
            let is_store = store.canonicalize().is_ok_and(|store| is_part_of(&store, &path));
            if is_store || !found.is_file() {
                let what = if is_store { "the store itself" } else { "no regular file" };
                return Err(CliError::new(Kind::Exists, format!("{} is {what}", path.display()))
                    .with_hint("name another file, or `-` for standard output"));
            }
            if overwrite == Overwrite::No {
                return Err(exists(&path));
            }
        }
        let file =
            begin(&path).map_err(|error| CliError::io(format!("cannot write {}", path.display()), &error))?;
        Ok(Self { out: BufWriter::new(file), path, overwrite })
    }

    /// Puts the file in its place, once its bytes are on the disk.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        let failed = |error: &io::Error| CliError::io(format!("cannot write {}", self.path.display()), error);
        let file = self.out.into_inner().map_err(|error| failed(error.error()))?;
        file.as_file().sync_all().map_err(|error| failed(&error))?;
        match self.overwrite {
            Overwrite::Yes => file.persist(&self.path).map(drop).map_err(|error| failed(&error.error)),
            Overwrite::No => {
                file.persist_noclobber(&self.path).map(drop).map_err(|error| match error.error.kind() {
                    io::ErrorKind::AlreadyExists => exists(&self.path),
                    _ => failed(&error.error),
                })
            }
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Makes the file, after taking away what killed processes left of theirs. Whoever writes it holds its lock.
fn begin(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    prefix.push(".part-");
    sweep(folder, &prefix);
    loop {
        let file = tempfile::Builder::new().prefix(&prefix).rand_bytes(LETTERS).tempfile_in(folder)?;
        // Where files cannot be locked, none is swept either.
        drop(file.as_file().lock());
        // Somebody who swept before it was locked took it for one that was left.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Takes away unfinished files that nobody writes. Where that fails, they stay.
fn sweep(folder: &Path, prefix: &OsStr) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let letters = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
        let ours =
            letters.is_some_and(|end| end.len() == LETTERS && end.iter().all(u8::is_ascii_alphanumeric));
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            drop(fs::remove_file(entry.path()));
        }
    }
}

/// Tells whether a file is the store's main file, or one that SQLite keeps beside it.
fn is_part_of(store: &Path, path: &Path) -> bool {
    ["", "-wal", "-shm", "-journal"].into_iter().any(|end| {
        let mut part = store.as_os_str().to_owned();
        part.push(end);
        part == path.as_os_str()
    })
}

fn exists(path: &Path) -> CliError {
    CliError::new(Kind::Exists, format!("{} exists", path.display()))
        .with_hint("add --force to overwrite it, or name another file")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    fn begun(path: &Path) -> WholeFile {
        let mut file = WholeFile::create(path, Overwrite::Yes, Path::new("none.db")).unwrap();
        file.write_all(b"the locker is 7741").unwrap();
        file
    }

    #[test]
    fn what_a_killed_process_left_is_named_by_its_target_and_goes_with_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl");
        let (file, left) = begun(&path).out.into_inner().unwrap().keep().unwrap();
        // Its lock is free, as when the process is killed.
        drop(file);
        assert!(left.file_name().unwrap().to_str().unwrap().starts_with(".out.jsonl.part-"), "{left:?}");
        let others = [".out.jsonl.part-notes-of-mine", ".out.jsonl.part-a.b.cd", ".other.jsonl.part-abcdef"];
        for name in others {
            fs::write(folder.path().join(name), "mine").unwrap();
        }

        let (one, two) = (begun(&path), begun(&path));
        assert!(!left.exists(), "what was left stays");
        one.finish().unwrap();
        two.finish().unwrap();
        let mut expected = others.map(str::to_owned).to_vec();
        expected.push("out.jsonl".into());
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected);
        assert_eq!(fs::read(&path).unwrap(), b"the locker is 7741");
    }
}

//! [`WholeFile`]: a file that appears whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::kept_files::{KeptFiles, resolved};
use crate::error::{CliError, Kind};

/// Whether a file that exists may be overwritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overwrite {
    /// It is an error if it exists, and no option changes that.
    Never,
    /// It is an error if it exists; with --force it would be replaced.
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
    /// The path as it was typed.
    typed: PathBuf,
    overwrite: Overwrite,
}

impl WholeFile {
    /// Begins to write. What is kept is never overwritten, and its place never taken.
    pub(crate) fn create(typed: &Path, overwrite: Overwrite, kept: &KeptFiles) -> Result<Self, CliError> {
        let failed = |error: &io::Error| cannot_write(typed, error);
        // A link is written through, not replaced.
        let path = resolved(typed);
        if let Some(what) = kept.what(&path) {
            return Err(refused(typed, what, overwrite));
        }
        match path.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(&error)),
            Ok(found) if !found.is_file() => return Err(refused(typed, "no regular file", overwrite)),
            Ok(_) if overwrite != Overwrite::Yes => return Err(exists(typed, overwrite)),
            Ok(_) => {}
        }
        let out = BufWriter::new(begin(&path).map_err(|error| failed(&error))?);
        Ok(Self { out, path, typed: typed.to_owned(), overwrite })
    }

    /// Returns the path as it was typed.
    pub(crate) fn typed(&self) -> &Path {
        &self.typed
    }

    /// Tells whether two are to be the same file.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.path == other.path
    }

    /// Writes all of a text, and puts the file in its place.
    pub(crate) fn fill(mut self, text: &str) -> Result<(), CliError> {
        self.write_all(text.as_bytes()).map_err(|error| cannot_write(&self.typed, &error))?;
        self.finish()
    }

    /// Puts the file in its place, once its bytes are on the disk.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        let failed = |error: &io::Error| cannot_write(&self.typed, error);
        let file = self.out.into_inner().map_err(|error| failed(error.error()))?;
        file.as_file().sync_all().map_err(|error| failed(&error))?;
        match self.overwrite {
            Overwrite::Yes => {
                // Who may read the file that it takes the place of, its owner has said.
                match fs::metadata(&self.path) {
                    Ok(replaced) => file
                        .as_file()
                        .set_permissions(replaced.permissions())
                        .map_err(|error| failed(&error))?,
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(failed(&error)),
                }
                file.persist(&self.path).map(drop).map_err(|error| failed(&error.error))
            }
            Overwrite::Never | Overwrite::No => {
                file.persist_noclobber(&self.path).map(drop).map_err(|error| match error.error.kind() {
                    io::ErrorKind::AlreadyExists => exists(&self.typed, self.overwrite),
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

/// Why a file cannot be written, by the name that was asked for: an error of the unfinished file has that one's.
fn cannot_write(typed: &Path, error: &io::Error) -> CliError {
    let why = error.to_string();
    let why = why.split(" at path \"").next().unwrap_or_default();
    CliError::new(Kind::Io, format!("cannot write {}: {why}", typed.display()))
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

/// Refuses a new file in the place of one that is kept, where somebody else writes it.
pub(crate) fn refuse_kept(typed: &Path, kept: &KeptFiles) -> Result<(), CliError> {
    kept.what(typed).map_or(Ok(()), |what| Err(refused(typed, what, Overwrite::Never)))
}

fn refused(path: &Path, what: &str, overwrite: Overwrite) -> CliError {
    CliError::new(Kind::Exists, format!("{} is {what}", path.display())).with_hint(match overwrite {
        Overwrite::Never => "name another file",
        Overwrite::No | Overwrite::Yes => "name another file, or `-` for standard output",
    })
}

fn exists(path: &Path, overwrite: Overwrite) -> CliError {
    CliError::new(Kind::Exists, format!("{} exists", path.display())).with_hint(match overwrite {
        Overwrite::Never => "name another file",
        Overwrite::No | Overwrite::Yes => "add --force to overwrite it, or name another file",
    })
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
        let mut file =
            WholeFile::create(path, Overwrite::Yes, &KeptFiles::of_store(Path::new("none.db"))).unwrap();
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

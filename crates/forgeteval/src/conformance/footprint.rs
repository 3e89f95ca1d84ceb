//! Where an adapter writes: files that appear or change where it works, and those that it holds open.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::TempDir;

/// Folders that are large, or written by what is no memory.
const SKIPPED: &[&str] = &[".git", ".venv", "__pycache__", "node_modules", "target"];

/// How many entries and levels are looked at, so that no check walks a whole disk.
const ENTRIES: usize = 20_000;
const LEVELS: usize = 6;

/// What was there before.
pub(super) struct Footprint {
    works_in: PathBuf,
    before: BTreeMap<PathBuf, Mark>,
    temporary: TempDir,
}

/// What changes when a file is written.
type Mark = (u64, Option<SystemTime>);

impl Footprint {
    /// Looks at the folder that the adapter works in.
    pub(super) fn before(dir: Option<&Path>) -> io::Result<Self> {
        let works_in = dir.map_or_else(std::env::current_dir, |dir| Ok(dir.to_path_buf()))?;
        Ok(Self { before: files(&works_in), works_in, temporary: TempDir::new()? })
    }

    /// Returns the folder for temporary files that the adapter is told of.
    pub(super) fn temporary(&self) -> &Path {
        self.temporary.path()
    }

    /// Returns the files outside a folder that hold something, and were written since, or are open to be written. The
    /// process was given another folder, where they may be, too.
    pub(super) fn outside(&self, folder: Option<&Path>, process: u32, given: &Path) -> Vec<PathBuf> {
        let new =
            files(&self.works_in).into_iter().filter(|(path, mark)| self.before.get(path) != Some(mark));
        let new = new.chain(files(self.temporary.path())).chain(files(given));
        let mut found: Vec<PathBuf> = new.map(|(path, _)| path).chain(open_files(process)).collect();
        let inside = folder.map(real);
        found.retain(|path| inside.as_ref().is_none_or(|inside| !real(path).starts_with(inside)));
        // A lock is no memory.
        found.retain(|path| path.metadata().is_ok_and(|about| about.len() > 0));
        found.sort();
        found.dedup();
        found
    }
}

/// A path without links, so that two ways to a file are one.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn files(dir: &Path) -> BTreeMap<PathBuf, Mark> {
    let mut found = BTreeMap::new();
    let (mut todo, mut seen) = (vec![(dir.to_path_buf(), 0)], 0);
    while let Some((dir, level)) = todo.pop() {
        for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
            seen += 1;
            if seen > ENTRIES {
                return found;
            }
            let (path, Ok(about)) = (entry.path(), entry.metadata()) else { continue };
            if about.is_file() {
                found.insert(path, (about.len(), about.modified().ok()));
            } else if about.is_dir()
                && level < LEVELS
                && !SKIPPED.iter().any(|skipped| entry.file_name() == *skipped)
            {
                todo.push((path, level + 1));
            }
        }
    }
    found
}

/// The files that a process holds open to write. Empty where the system does not tell.
fn open_files(process: u32) -> Vec<PathBuf> {
    let process = PathBuf::from(format!("/proc/{process}"));
    let open = fs::read_dir(process.join("fd")).into_iter().flatten().flatten().filter(|entry| {
        let info = fs::read_to_string(process.join("fdinfo").join(entry.file_name())).unwrap_or_default();
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:")).unwrap_or_default().trim();
        // The lowest two bits: read, write, or both.
        u64::from_str_radix(flags, 8).is_ok_and(|flags| flags & 3 != 0)
    });
    let files = open.filter_map(|entry| fs::read_link(entry.path()).ok());
    let system = ["/dev", "/proc", "/sys"];
    files.filter(|path| path.is_file() && !system.iter().any(|system| path.starts_with(system))).collect()
}

//! Reads files of other benchmarks, Memora's too.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// Reads a file and adds it to a hash, by its name and bytes.
pub(crate) fn read(path: &Path, hasher: &mut Sha256) -> Result<Vec<u8>, LoadError> {
    let bytes = fs::read(path).map_err(|source| LoadError::Io { path: path.to_path_buf(), source })?;
    hasher.update(path.file_name().unwrap_or_default().as_encoded_bytes());
    hasher.update(&bytes);
    Ok(bytes)
}

/// Reads a file of one JSON object a line.
pub(crate) fn lines<T: DeserializeOwned>(path: &Path, hasher: &mut Sha256) -> Result<Vec<T>, LoadError> {
    let bytes = read(path, hasher)?;
    let lines = (1..).zip(bytes.split(|byte| *byte == b'\n'));
    let lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
    let parsed = lines.map(|(number, line)| {
        serde_json::from_slice(line).map_err(|error| LoadError::Json {
            path: path.to_path_buf(),
            reason: format!("line {number}: {error}"),
        })
    });
    parsed.collect()
}

/// Returns what is in a folder, by name.
pub(crate) fn entries(dir: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let failed = |source| LoadError::Io { path: dir.to_path_buf(), source };
    let entries = fs::read_dir(dir).map_err(failed)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()
        .map_err(failed)?;
    paths.sort();
    Ok(paths)
}

/// Returns a hash in lower-case hex.
pub(crate) fn hex(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Why data cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is no JSON of the released form; the parser names the field, and the place.
    #[error("{}: {reason}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What the parser said.
        reason: String,
    },
    /// Files or fields contradict each other, or are missing.
    #[error("{}: {what}", path.display())]
    Layout {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

impl LoadError {
    pub(crate) fn layout(path: &Path, what: impl Into<String>) -> Self {
        Self::Layout { path: path.to_path_buf(), what: what.into() }
    }
}

//! Packed weights in files: each set of weights as the forward pass reads it, so that a process need only map it.
//!
//! A packed file is made of the official weights alone, and to the bit the same everywhere, so the program knows its
//! hash. Nothing of a file is used before that hash is found to be right: a file that is torn, of another version, or
//! put there by somebody else counts as missing. What is missing is made anew, or done without.

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::Builder;

use super::mapped::{Mapped, hash};
use super::official::pack;
use super::panel::Row;
use super::weights::{Precision, Weights};
use crate::embed::EmbedError;

/// A set of weights.
pub(super) struct Set {
    /// What its file is called, before a part of its hash.
    name: &'static str,
    /// What training changed of the official weights.
    pub(super) adapter: Option<&'static [u8]>,
    precision: Precision,
    /// The BLAKE3 hash of its packed file, in lower-case hex.
    blake3: &'static str,
}

/// The embedder's own weights.
pub(super) const EMBEDDER: Set = Set {
    name: "embedder",
    adapter: None,
    precision: Precision::Exact,
    blake3: "c73a0c7ed8ba3ec2a36a55dbdd89121d4a6656afcee834204249886fc650645d",
};

/// The weights of the relevance model's readers.
pub(super) const READERS: [Set; 2] = [
    Set {
        name: "reader-1",
        adapter: Some(nepenthe_readers::FIRST),
        precision: Precision::EightBits,
        blake3: "e94c35edb3bc266e914621d4bff88cd0a86d5e9a9ebebca6eec6883328c8671a",
    },
    Set {
        name: "reader-2",
        adapter: Some(nepenthe_readers::SECOND),
        precision: Precision::EightBits,
        blake3: "5206f8788e0211f240811e9edb6ea1d1ceb4dc6e7a85faa9acad97509599bef7",
    },
];

/// What the names of packed files end with.
const SUFFIX: &str = ".packed";
/// What a file that is being written is called; whoever holds the lock may remove it.
const UNFINISHED: &str = ".pack-";
/// The lock that a process holds while it fetches the model, or packs it.
const LOCK: &str = ".lock";
/// Rows written at once.
const PART: usize = 1 << 13;

/// Rows in this process's memory, or in a file.
#[derive(Clone)]
pub(super) enum Rows {
    Held(Arc<Vec<Row>>),
    Mapped(Arc<Mapped>),
}

impl Rows {
    pub(super) fn all(&self) -> &[Row] {
        match self {
            Rows::Held(rows) => rows,
            Rows::Mapped(file) => file.rows(),
        }
    }
}

impl Set {
    fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{}-{}{SUFFIX}", self.name, &self.blake3[..16]))
    }

    /// Maps the set's file, if it is the right one.
    pub(super) fn map(&self, folder: &Path) -> Option<Weights> {
        // The floats in the file are little-endian.
        if cfg!(target_endian = "big") {
            return None;
        }
        let file =
            Mapped::open(&self.path(folder), (self.precision.rows() * size_of::<Row>()) as u64).ok()?;
        (hash(file.bytes()) == self.blake3)
            .then(|| Weights::new(Rows::Mapped(Arc::new(file)), self.precision))
    }

    /// Packs the set into memory, from the content of `model.safetensors`.
    pub(super) fn pack(&self, official: &[u8]) -> Result<Weights, EmbedError> {
        let rows = pack(official, self.adapter, self.precision)?;
        Ok(Weights::new(Rows::Held(Arc::new(rows)), self.precision))
    }

    /// Makes the set's file. Whoever looks meanwhile sees no file, or the whole one.
    fn write(&self, official: &[u8], folder: &Path) -> Result<(), EmbedError> {
        let rows = pack(official, self.adapter, self.precision)?;
        let mut hasher = blake3::Hasher::new();
        let mut file = Builder::new().prefix(UNFINISHED).tempfile_in(folder).map_err(unwritable)?;
        for rows in rows.chunks(PART) {
            let bytes: Vec<u8> = rows.as_flattened().iter().flat_map(|value| value.to_le_bytes()).collect();
            hasher.update_rayon(&bytes);
            file.write_all(&bytes).map_err(unwritable)?;
        }
        let found = hasher.finalize().to_hex();
        if found.as_str() != self.blake3 {
            let (name, expected) = (self.name, self.blake3);
            return Err(EmbedError::Model(format!("packed, {name} has BLAKE3 {found}, expected {expected}")));
        }
        // It is not synced: what a crash leaves of it has another hash.
        file.persist(self.path(folder)).map_err(|error| unwritable(error.error))?;
        Ok(())
    }
}

/// Makes the packed files that a folder lacks, of the content of `model.safetensors`, and removes those of other
/// versions. One process does it; it does not wait for another that is at it.
pub(super) fn keep(official: &[u8], folder: &Path) -> Result<(), EmbedError> {
    // No folder is not the one that the process stands in.
    if folder.as_os_str().is_empty() {
        return Err(unwritable(io::ErrorKind::NotFound.into()));
    }
    std::fs::create_dir_all(folder).map_err(unwritable)?;
    let _lock = lock(&folder.join(LOCK)).map_err(unwritable)?;
    let sets = || [&EMBEDDER].into_iter().chain(&READERS);
    let wanted: Vec<PathBuf> = sets().map(|set| set.path(folder)).collect();
    for path in std::fs::read_dir(folder).map_err(unwritable)?.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(UNFINISHED) || name.ends_with(SUFFIX) && !wanted.contains(&path) {
            // One that cannot be removed costs only its space.
            let _ = std::fs::remove_file(&path);
        }
    }
    for set in sets() {
        if set.map(folder).is_none() {
            set.write(official, folder)?;
        }
    }
    Ok(())
}

/// Takes the lock, which ends with the file returned, or with the process.
fn lock(path: &Path) -> io::Result<File> {
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        // Some network file systems know no locks. Two processes may then pack at once, which is harmless.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(error),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
    }
}

fn unwritable(error: io::Error) -> EmbedError {
    EmbedError::Model(format!("its packed weights cannot be kept: {error}"))
}

//! The search for what was erased, in the bytes of the files and in the indexes.

use serde::{Deserialize, Serialize};

use super::{FileKind, FileState};

/// A scan: what was searched for, where, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scan {
    /// How much was searched for.
    pub needles: Needles,
    /// How much of the main file was read, where that is not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extent: Option<Extent>,
    /// The files, in the order of [`FileKind`], each once.
    pub files: [FileScan; 4],
    /// Rows of the indexes that still refer to what went.
    pub indexes: Indexes,
}

impl Scan {
    /// Says whether nothing was found, anywhere.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.files.iter().all(|file| file.state != FileState::Residue) && self.indexes == Indexes::default()
    }
}

/// Which part of the main file a scan read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// The pages that the erasure's transaction wrote, of a file that had no byte out of use but zeros before.
    WrittenPages,
}

/// How many byte strings were searched for. What they were is nowhere written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Needles {
    /// Texts, whole or in pieces.
    pub texts: u64,
    /// Identifiers and names in them.
    pub identifiers: u64,
    /// Vectors, as the index stores them.
    pub vectors: u64,
}

/// One file of the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileScan {
    /// Which.
    pub file: FileKind,
    /// How many bytes of it were read.
    pub bytes: u64,
    /// How many times something was found.
    pub hits: u64,
    /// What that means.
    pub state: FileState,
}

/// Rows that still refer to an erased memory or version: 0 each, or something went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Indexes {
    /// Of the lexical index.
    pub lexical: u64,
    /// Of the vector index.
    pub vectors: u64,
    /// Of the index of mentions.
    pub mentions: u64,
}

//! Where a model's files are, and how its weights come from them.
//!
//! Weights are mapped where their packed files are right, or can be made. Otherwise `model.safetensors` is read, and
//! packed into this process's memory; the numbers are the same.

use std::path::PathBuf;

use rayon::prelude::*;

use super::file::WEIGHTS_FILE;
use super::packed::{EMBEDDER, READERS, Set, keep};
use super::weights::Weights;
use super::words::Words;
use crate::embed::EmbedError;

/// The folder of the official files, and that of the packed ones.
pub(super) struct Folder {
    pub(super) official: PathBuf,
    /// `None` to keep no packed files.
    pub(super) packed: Option<PathBuf>,
}

impl Folder {
    /// Loads what the embedder consists of.
    pub(super) fn embedder(&self) -> Result<(Weights, Words), EmbedError> {
        if let Some(weights) = self.map(&EMBEDDER)
            && let Ok(words) = Words::map(&self.official)
        {
            return Ok((weights, words));
        }
        let official = self.read_and_keep()?;
        Ok((self.weights(&EMBEDDER, &official)?, Words::hold(official)?))
    }

    /// Loads the weights of the relevance model's readers.
    pub(super) fn readers(&self) -> Result<Vec<Weights>, EmbedError> {
        if let Some(weights) = READERS.par_iter().map(|set| self.map(set)).collect() {
            return Ok(weights);
        }
        let official = self.read_and_keep()?;
        READERS.par_iter().map(|set| self.weights(set, &official)).collect()
    }

    fn map(&self, set: &Set) -> Option<Weights> {
        set.map(self.packed.as_deref()?)
    }

    /// Reads `model.safetensors`, and makes the packed files of it that are missing.
    fn read_and_keep(&self) -> Result<Vec<u8>, EmbedError> {
        let official = WEIGHTS_FILE.read(&self.official)?;
        if let Some(packed) = &self.packed {
            // A folder that cannot be written, or a full disk, costs this process time alone.
            let _ = keep(&official, packed);
        }
        Ok(official)
    }

    /// Maps a set of weights that may just have been kept, or packs it into memory.
    fn weights(&self, set: &Set, official: &[u8]) -> Result<Weights, EmbedError> {
        self.map(set).map_or_else(|| set.pack(official), Ok)
    }
}

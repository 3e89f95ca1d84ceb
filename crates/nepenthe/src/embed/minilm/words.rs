//! The words' embeddings, read from `model.safetensors` itself: a row of little-endian floats for each token id.

use std::ops::Range;
use std::path::Path;

use super::file::WEIGHTS_FILE;
use super::mapped::{Mapped, hash};
use super::official::words;
use super::weights::WIDTH;
use crate::embed::EmbedError;

/// The BLAKE3 hash of the words' embeddings in the official file, in lower-case hex.
const BLAKE3: &str = "9ffb9eff8c94e91ced3d95c6aa296c39d0044d4585c438b28a3288efe6908a5b";

/// The words' embeddings.
pub(super) struct Words {
    file: Bytes,
    /// Where in the file they lie.
    at: Range<usize>,
}

/// A file's bytes, in this process's memory or mapped.
enum Bytes {
    Held(Vec<u8>),
    Mapped(Mapped),
}

impl Words {
    /// Maps `model.safetensors` in `dir`, if its words are the official ones.
    pub(super) fn map(dir: &Path) -> Result<Words, EmbedError> {
        let path = dir.join(WEIGHTS_FILE.name);
        let file = Mapped::open(&path, WEIGHTS_FILE.size);
        let file = file.map_err(|source| EmbedError::Read { path: path.clone(), source })?;
        let at = words(file.bytes())?;
        let found = hash(&file.bytes()[at.clone()]);
        if found != BLAKE3 {
            return Err(EmbedError::Model(format!("its words have BLAKE3 {found}, expected {BLAKE3}")));
        }
        Ok(Words { file: Bytes::Mapped(file), at })
    }

    /// Takes them out of the content of `model.safetensors`.
    pub(super) fn hold(mut file: Vec<u8>) -> Result<Words, EmbedError> {
        let at = words(&file)?;
        // They come early in the file, so cutting it off behind them frees the rest without a copy.
        file.truncate(at.end);
        file.shrink_to_fit();
        Ok(Words { file: Bytes::Held(file), at })
    }

    /// The embedding of a token.
    pub(super) fn row(&self, id: u32) -> &[[u8; size_of::<f32>()]] {
        let bytes = match &self.file {
            Bytes::Held(bytes) => bytes,
            Bytes::Mapped(file) => file.bytes(),
        };
        let row_bytes = WIDTH * size_of::<f32>();
        bytes[self.at.clone()][id as usize * row_bytes..][..row_bytes].as_chunks().0
    }
}

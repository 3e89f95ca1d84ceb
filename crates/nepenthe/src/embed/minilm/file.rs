//! The two files of the model, pinned by hash.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use sha2::{Digest, Sha256};

use crate::embed::EmbedError;

/// How much is read, and hashed, at once.
const PART: usize = 1 << 20;

/// One file of the model: what it is called and what it must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelFile {
    /// The file's name in the model's folder.
    pub name: &'static str,
    /// The SHA-256 of the official file, in lower-case hex.
    pub sha256: &'static str,
    /// The official file's length in bytes.
    pub size: u64,
}

/// The weights.
pub const WEIGHTS_FILE: ModelFile = ModelFile {
    name: "model.safetensors",
    sha256: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    size: 90_868_376,
};

/// The vocabulary.
pub const TOKENIZER_FILE: ModelFile = ModelFile {
    name: "tokenizer.json",
    sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    size: 466_247,
};

/// All files that [`MiniLm::load`](super::MiniLm::load) reads.
pub const FILES: [ModelFile; 2] = [WEIGHTS_FILE, TOKENIZER_FILE];

impl ModelFile {
    /// Reads the official file from `dir`, and refuses any other.
    pub(super) fn read(&self, dir: &Path) -> Result<Vec<u8>, EmbedError> {
        let path = dir.join(self.name);
        let unreadable = |source| EmbedError::Read { path: path.clone(), source };
        let mut file = File::open(&path).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let (bytes, found) = if size == self.size {
            read_hashing(&mut file, size as usize).map_err(unreadable)?
        } else {
            // Another file, perhaps a huge one, is hashed for the error but not kept.
            (Vec::new(), hash(&mut file).map_err(unreadable)?)
        };
        if found == self.sha256 {
            return Ok(bytes);
        }
        Err(EmbedError::HashMismatch { path, expected: self.sha256.to_owned(), found })
    }
}

/// Reads `size` bytes, while another thread hashes what has been read.
fn read_hashing(file: &mut File, size: usize) -> io::Result<(Vec<u8>, String)> {
    let mut bytes = vec![0; size];
    let hash = thread::scope(|scope| {
        let (sender, parts) = mpsc::channel::<&[u8]>();
        let hasher = scope.spawn(move || {
            let mut hasher = Sha256::new();
            parts.iter().for_each(|part| hasher.update(part));
            hex(hasher)
        });
        for part in bytes.chunks_mut(PART) {
            file.read_exact(part)?;
            // The hasher hangs up only by a panic, which becomes an error below.
            let _ = sender.send(part);
        }
        drop(sender);
        hasher.join().map_err(|_| io::Error::other("the hash could not be computed"))
    })?;
    Ok((bytes, hash))
}

fn hash(file: &mut File) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut part = vec![0; PART];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(hex(hasher)),
            read => hasher.update(&part[..read]),
        }
    }
}

/// Finishes a hash, in lower-case hex.
fn hex(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

//! What a folder holds of the model.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use nepenthe::embed::minilm::{FILES, ModelFile};
use sha2::{Digest, Sha256};

/// A file that a folder should hold and does not.
pub(crate) struct Defect {
    pub(crate) file: ModelFile,
    pub(crate) kind: DefectKind,
}

pub(crate) enum DefectKind {
    Missing,
    Unreadable(io::Error),
    Wrong { found: String },
}

impl Defect {
    /// Says what is wrong, naming the file.
    pub(crate) fn describe(&self) -> String {
        let name = self.file.name;
        match &self.kind {
            DefectKind::Missing => format!("{name} is missing"),
            DefectKind::Unreadable(error) => format!("{name} cannot be read ({error})"),
            DefectKind::Wrong { found } => {
                format!("{name} is not the official file (SHA-256 {found}, expected {})", self.file.sha256)
            }
        }
    }
}

/// Returns what is wrong with a folder's files; nothing, if the model can be loaded from it.
pub(crate) fn defects(dir: &Path) -> Vec<Defect> {
    let check = |file: ModelFile| defect(&dir.join(file.name), &file).map(|kind| Defect { file, kind });
    FILES.into_iter().filter_map(check).collect()
}

fn defect(path: &Path, file: &ModelFile) -> Option<DefectKind> {
    match hash(path) {
        Ok(found) if found == file.sha256 => None,
        Ok(found) => Some(DefectKind::Wrong { found }),
        Err(error) if error.kind() == ErrorKind::NotFound => Some(DefectKind::Missing),
        Err(error) => Some(DefectKind::Unreadable(error)),
    }
}

fn hash(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(hasher)),
            read => hasher.update(&buffer[..read]),
        }
    }
}

/// Finishes a hash, in lower-case hex.
pub(crate) fn hex(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

//! Why the model could not be found, and what its user can do.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use nepenthe::embed::minilm::FILES;

/// Why the model's files could not be found or fetched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// The folder named for the model lacks a file or holds another one. Nothing else is tried then.
    #[error(
        "the model's folder {}, named by an option or NEPENTHE_MODEL_DIR, cannot be used: {}\n{}",
        dir.display(), problems.join("; "), advice(Some(dir))
    )]
    NamedFolder {
        /// The folder.
        dir: PathBuf,
        /// What is wrong, file by file.
        problems: Vec<String>,
    },
    /// The platform tells no cache folder, as when there is no home directory.
    #[error("there is no cache folder to keep the model in\n{}", advice(None))]
    NoCacheFolder,
    /// The cache folder cannot be written.
    #[error("the model's cache folder {} cannot be used: {reason}\n{}", dir.display(), advice(Some(dir)))]
    CacheFolder {
        /// The folder.
        dir: PathBuf,
        /// What the system said.
        reason: io::Error,
    },
    /// No source had the files.
    #[error(
        "the model all-MiniLM-L6-v2 is not in {} and could not be fetched:{}\n{}",
        dir.display(), list(tried), advice(Some(dir))
    )]
    Unreachable {
        /// The cache folder.
        dir: PathBuf,
        /// The sources tried, in order.
        tried: Vec<Attempt>,
    },
    /// The files were found, but the model could not be loaded from them.
    #[error(transparent)]
    Load(#[from] nepenthe::embed::EmbedError),
}

/// A source that was tried in vain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// What was tried.
    pub source: String,
    /// Why it failed.
    pub reason: String,
}

fn list(tried: &[Attempt]) -> String {
    tried.iter().map(|attempt| format!("\n  - {}: {}", attempt.source, attempt.reason)).collect()
}

/// Says how to go on without any source.
fn advice(dir: Option<&Path>) -> String {
    let mut text = String::from("Put these two files");
    match dir {
        Some(dir) => {
            write!(text, " into {}, or into any folder that NEPENTHE_MODEL_DIR names:", dir.display())
        }
        None => write!(text, " into a folder, and name it by NEPENTHE_MODEL_DIR:"),
    }
    .expect("a String takes every write");
    for file in FILES {
        write!(text, "\n  - {}, SHA-256 {}", file.name, file.sha256).expect("a String takes every write");
    }
    text.push_str("\nWithout the model, `--embedder none` works: recall is then by words alone.");
    text
}

//! Reads a file of verdicts.

use std::collections::HashSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use super::Record;

/// What a file of verdicts ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// A whole line, or nothing.
    Whole,
    /// A line without its line feed: its writer was killed. The whole lines end at this byte.
    Torn {
        /// The length of the whole lines.
        at: u64,
    },
}

/// Reads a file of verdicts; where it is not there and one is that is named `.gz` besides, that one. A last line without
/// its line feed is left out and told as [`Tail::Torn`], even where it would parse: only a whole line was written to its
/// end.
///
/// # Errors
/// [`LinesError`] when the file cannot be read, a line is no verdict, or a verdict stands twice.
pub fn read_records(path: &Path) -> Result<(Vec<Record>, Tail), LinesError> {
    let bytes = read(path).map_err(|source| LinesError::Io { path: path.to_path_buf(), source })?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let tail = if end == bytes.len() { Tail::Whole } else { Tail::Torn { at: end as u64 } };

    let mut records: Vec<Record> = Vec::new();
    for (number, line) in (1..).zip(bytes[..end].split(|byte| *byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let mut record: Record = serde_json::from_slice(line).map_err(|error| LinesError::BadLine {
            path: path.to_path_buf(),
            line: number,
            reason: error.to_string(),
        })?;
        rename(&mut record.system);
        records.push(record);
    }

    let mut seen = HashSet::new();
    for record in &records {
        if !seen.insert(record.key()) {
            return Err(LinesError::Twice {
                path: path.to_path_buf(),
                system: record.system.clone(),
                case: record.case.clone(),
            });
        }
    }
    Ok((records, tail))
}

/// Gives a system today's name: `normalize`, as it was called in runs until 30 November 2026, is the name of another algorithm.
fn rename(system: &mut String) {
    if system == "normalize" {
        "normalized-keys".clone_into(system);
    }
}

/// Reads a file; where it is not there and one is that is named `.gz` besides, that one.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let packed = path.with_added_extension("gz");
    if path.exists() || !packed.exists() {
        return std::fs::read(path);
    }
    let mut bytes = Vec::new();
    MultiGzDecoder::new(std::fs::File::open(packed)?).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why a file of verdicts cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LinesError {
    /// The file cannot be read at all.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line, not the last, is no verdict.
    #[error("{}:{line}: not a verdict: {reason}", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What the parser said.
        reason: String,
    },
    /// The file holds two verdicts of one system on one case of one suite.
    #[error("{}: the verdict of {system} on {case} stands twice", path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The system.
        system: String,
        /// The case.
        case: String,
    },
}

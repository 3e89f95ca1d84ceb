//! What the directories of one or several runs hold.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use super::line_journal::{Line, read_lines};
use super::{LinesError, Record, RunMeta, Tail, VERDICTS, label_rows, read_records, read_suites};
use crate::external::{Outcome, gatemem};
use crate::memora;
use crate::suite::Suite;

/// What the directories of one or several runs hold together. Files that are not known are not looked at.
#[derive(Debug, Default)]
pub struct Runs {
    /// What each run was made with, where it says so.
    pub metas: Vec<RunMeta>,
    /// The verdicts of all runs.
    pub records: Vec<Record>,
    /// The suites that the verdicts are about, as far as they were kept.
    pub suites: Vec<Suite>,
    /// The records of Memora.
    pub memora: Vec<memora::Record>,
    /// The outcomes of `GateMem`.
    pub gatemem: Vec<Outcome>,
    /// What was left out, and why, for the person at the terminal.
    pub left_out: Vec<String>,
}

impl Runs {
    /// Reads directories of runs. Only the verdicts must be there, or what a run of Memora or `GateMem` leaves.
    ///
    /// # Errors
    /// [`RunsError`] when a file cannot be read, or a system's verdicts on a suite are in two directories.
    pub fn read(dirs: &[PathBuf]) -> Result<Self, RunsError> {
        let mut runs = Self::default();
        let mut owners: HashMap<(String, String), &Path> = HashMap::new();
        let mut met = HashSet::new();
        for dir in dirs {
            // A directory that is named twice is one.
            if !met.insert(dir.canonicalize().unwrap_or_else(|_| dir.clone())) {
                continue;
            }
            runs.memora.extend(read_lines(&dir.join(memora::RECORDS))?.0);
            runs.gatemem.extend(read_lines(&dir.join(gatemem::OUTCOMES))?.0);
            let records = runs.verdicts(dir)?;
            for record in &records {
                let key = (record.suite_sha256.clone(), record.system.clone());
                let owner = *owners.entry(key).or_insert(dir);
                if owner != dir.as_path() {
                    return Err(RunsError::Twice {
                        system: record.system.clone(),
                        suite: record.suite.clone(),
                        first: owner.to_path_buf(),
                        second: dir.clone(),
                    });
                }
            }
            runs.suites(dir, &records);
            runs.meta(dir);
            runs.records.extend(records);
        }
        once(&runs.memora, "Memora")?;
        once(&runs.gatemem, "GateMem")?;
        Ok(runs)
    }

    fn verdicts(&mut self, dir: &Path) -> Result<Vec<Record>, RunsError> {
        let path = dir.join(VERDICTS);
        let there = |name: &str| dir.join(name).exists() || dir.join(format!("{name}.gz")).exists();
        if !there(VERDICTS) && (there(memora::RECORDS) || there(gatemem::OUTCOMES)) {
            return Ok(Vec::new());
        }
        let (mut records, tail) = read_records(&path)?;
        label_rows(&mut records);
        if tail != Tail::Whole {
            self.left_out.push(format!("{}: the last line is torn and left out.", path.display()));
        }
        Ok(records)
    }

    /// Takes the suites that verdicts are about; one of another hash would show other cases than were played.
    fn suites(&mut self, dir: &Path, records: &[Record]) {
        let read = read_suites(dir).unwrap_or_else(|error| {
            self.left_out.push(format!("cannot read the suites in {}: {error}", dir.display()));
            Vec::new()
        });
        let mut kept = Vec::new();
        for suite in read {
            match suite {
                Ok(suite) => kept.push(suite),
                Err(error) => self.left_out.push(format!("{error}; the suite is left out.")),
            }
        }
        let mut met = HashSet::new();
        for record in records.iter().filter(|record| met.insert(&record.suite_sha256)) {
            let hash = &record.suite_sha256;
            if self.suites.iter().any(|suite| suite.sha256() == hash) {
                continue;
            }
            if let Some(at) = kept.iter().position(|suite| suite.sha256() == hash) {
                self.suites.push(kept.swap_remove(at));
            } else if let Some(other) = kept.iter().find(|suite| suite.name() == record.suite) {
                self.left_out.push(format!(
                    "{}: the suite {} kept there has hash {}, and the one that was played {}; it is left out.",
                    dir.display(),
                    other.name(),
                    &other.sha256()[..12],
                    hash.get(..12).unwrap_or(hash)
                ));
            }
        }
    }

    fn meta(&mut self, dir: &Path) {
        let path = dir.join("run.json");
        let read = match std::fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            read => read.map_err(|error| error.to_string()),
        };
        let meta = read.and_then(|bytes| serde_json::from_slice(&bytes).map_err(|error| error.to_string()));
        match meta {
            Ok(meta) => self.metas.push(meta),
            Err(error) => self.left_out.push(format!("{}: {error}; it is left out.", path.display())),
        }
    }
}

/// Refuses lines of which one stands in two directories.
fn once<L: Line>(lines: &[L], what: &'static str) -> Result<(), RunsError> {
    let mut met = HashSet::new();
    match lines.iter().find(|line| !met.insert(line.key())) {
        None => Ok(()),
        Some(line) => Err(RunsError::Asked { system: line.system().0.to_owned(), what, case: line.case() }),
    }
}

/// Why runs cannot be reported together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunsError {
    /// A file of verdicts cannot be read.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// Two directories hold a system's verdicts on the same suite.
    #[error(
        "both {} and {} hold the verdicts of {system} on {suite}; `forgeteval compare` sets repeated runs side by side",
        first.display(), second.display()
    )]
    Twice {
        /// The system.
        system: String,
        /// The suite's name.
        suite: String,
        /// The directory that was named first.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// Two directories hold what a system did with one question of another benchmark.
    #[error("two directories hold what {system} did with {case}, {what}; name one of them")]
    Asked {
        /// The system.
        system: String,
        /// The benchmark.
        what: &'static str,
        /// The question.
        case: String,
    },
}

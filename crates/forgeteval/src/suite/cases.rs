//! A named set of cases and the hash that identifies it.

use std::collections::HashSet;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::case::{Case, ColumnKind};

/// A named set of cases. The order of the cases is kept, their ids are unique, and there is at least one.
#[derive(Debug, Clone)]
pub struct Suite {
    name: String,
    version: Option<String>,
    cases: Vec<Case>,
    sha256: String,
    kind: ColumnKind,
}

impl Suite {
    /// Makes a suite of cases.
    ///
    /// # Errors
    /// [`SuiteError`] when there is no case, or an id stands twice.
    pub fn new(name: impl Into<String>, cases: Vec<Case>) -> Result<Self, SuiteError> {
        if cases.is_empty() {
            return Err(SuiteError::Empty);
        }
        let mut ids = HashSet::new();
        if let Some(twice) = cases.iter().find(|case| !ids.insert(case.id.as_str())) {
            return Err(SuiteError::DuplicateId(twice.id.clone()));
        }
        let kind = if cases.iter().all(|case| case.category.is_some()) {
            ColumnKind::Category
        } else {
            ColumnKind::Family
        };
        let sha256 = hash(&cases);
        Ok(Self { name: name.into(), version: None, cases, sha256, kind })
    }

    /// Says which version of its suite this is.
    #[must_use]
    pub fn with_version(mut self, version: impl Into<String>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// Returns the suite's version, where it has one.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Returns the cases in blocks that are played in one memory: neighbours with the same filler together, every other
    /// case by itself.
    pub fn blocks(&self) -> impl Iterator<Item = &[Case]> {
        self.cases.chunk_by(|a, b| a.filler.is_some() && a.filler == b.filler)
    }

    /// Returns the suite's name: `template`, or the stem of its file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the cases, in order.
    #[must_use]
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// Returns the SHA-256, in hex, of the suite's canonical bytes: each case as compact JSON with its fields in
    /// the order of [`Case`], without `origin` and `note`, and a line feed after each.
    #[must_use]
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Returns what the suite's columns are: categories where every case has one, else families.
    #[must_use]
    pub fn kind(&self) -> ColumnKind {
        self.kind
    }

    /// Returns the suite cut to at most `limit` cases, taken in turn from each column so that every column is
    /// there, in their old order. A cut suite has a hash of its own.
    ///
    /// # Errors
    /// [`SuiteError::Empty`] when `limit` is 0.
    pub fn limited(&self, limit: usize) -> Result<Self, SuiteError> {
        let mut columns: Vec<(&str, Vec<usize>)> = Vec::new();
        for (index, case) in self.cases.iter().enumerate() {
            let name = case.column(self.kind);
            match columns.iter_mut().find(|(known, _)| *known == name) {
                Some((_, members)) => members.push(index),
                None => columns.push((name, vec![index])),
            }
        }
        let rounds = 0..self.cases.len();
        let in_turn =
            rounds.flat_map(|round| columns.iter().filter_map(move |(_, of)| of.get(round).copied()));
        let mut chosen: Vec<usize> = in_turn.take(limit).collect();
        chosen.sort_unstable();
        let cases = chosen.into_iter().map(|index| self.cases[index].clone()).collect();
        Ok(Self { version: self.version.clone(), ..Self::new(self.name.clone(), cases)? })
    }
}

fn hash(cases: &[Case]) -> String {
    let mut hasher = Sha256::new();
    for case in cases {
        let bare = Case { origin: None, note: None, ..case.clone() };
        hasher.update(serde_json::to_vec(&bare).expect("a case of strings serializes"));
        hasher.update(b"\n");
    }
    let mut hex = String::with_capacity(64);
    for byte in hasher.finalize() {
        write!(hex, "{byte:02x}").expect("writing to a string cannot fail");
    }
    hex
}

/// Why cases make no suite.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// There is no case.
    #[error("the suite holds no case")]
    Empty,
    /// Two cases have one id, so their verdicts could not be told apart.
    #[error("the id `{0}` stands twice")]
    DuplicateId(String),
}

//! The suites that are part of this program.

use std::path::Path;

use super::read::parse_suite;
use super::{ReadError, Suite};

/// A suite that is part of this program.
#[derive(Debug, Clone, Copy)]
pub struct Builtin {
    /// The file that it is made from, `name-version.jsonl`.
    pub file: &'static str,
    /// What it asks, in a line.
    pub about: &'static str,
    lines: &'static str,
}

macro_rules! builtin {
    ($file:literal, $about:literal) => {
        Builtin { file: $file, about: $about, lines: include_str!(concat!("../../suites/", $file)) }
    };
}

/// The suites that are part of this program, in the order of tables.
pub const BUILTIN: &[Builtin] = &[
    builtin!("adversarial-1.0.0.jsonl", "ten categories of attack on forgetting"),
    builtin!("absence-1.0.0.jsonl", "what is asked for is there, and is not: nothing else may go"),
    builtin!("resurrection-1.0.0.jsonl", "what was purged comes back: written again, imported, restored"),
    builtin!("residue-1.0.0.jsonl", "what the memory's files still hold of a purged text"),
    builtin!("scope-1.0.0.jsonl", "a purge in one scope touches only that scope"),
    builtin!("tenancy-1.0.0.jsonl", "two tenants, and the ids of each other"),
    builtin!("consent-1.0.0.jsonl", "a person is shown what goes, and says yes or no"),
    builtin!("scale-1.0.0.jsonl", "the same cases among 1,000 and 10,000 unrelated texts"),
    builtin!("sequence-1.0.0.jsonl", "ten or more changes in a row, each followed by a question"),
];

impl Builtin {
    /// Returns the suite's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.file.split('-').next().unwrap_or(self.file)
    }

    /// Reads the suite.
    ///
    /// # Errors
    /// [`ReadError`] where this program was built with a broken file.
    pub fn read(&self) -> Result<Suite, ReadError> {
        parse_suite(Path::new(self.file), self.lines.as_bytes())
    }
}

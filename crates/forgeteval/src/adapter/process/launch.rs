//! How a child is started, and how long it may take.

use std::path::PathBuf;
use std::time::Duration;

/// How a child is started.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Launch {
    /// The program: a path, or a name that is looked for in PATH.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder that it works in; this process's where there is none.
    pub dir: Option<PathBuf>,
    /// What is set in its environment beside this process's own.
    pub env: Vec<(String, String)>,
    /// The module for adapters in Python that it is given; [`super::MODULE`] where there is none.
    pub module: Option<PathBuf>,
    /// The file that its standard error is added to.
    pub log: Option<PathBuf>,
    /// How long it may take.
    pub limits: Limits,
}

impl Launch {
    /// Makes a launch from a program and its arguments.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>, args: &[&str]) -> Self {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        Self { program: program.into(), args, ..Self::default() }
    }

    /// Returns what would be typed to start it.
    pub(crate) fn command(&self) -> String {
        let program = self.program.display().to_string();
        std::iter::once(program.as_str())
            .chain(self.args.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// How long a child may take before it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From its start to its description of itself.
    pub start: Duration,
    /// For one operation.
    pub operation: Duration,
    /// Besides, for each text that is written.
    pub text: Duration,
    /// From the end of its input to its own end.
    pub end: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(120),
            operation: Duration::from_secs(60),
            text: Duration::from_millis(50),
            end: Duration::from_secs(5),
        }
    }
}

impl Limits {
    /// Returns the time for writing so many texts.
    pub(crate) fn writing(&self, texts: usize) -> Duration {
        self.operation + self.text.saturating_mul(u32::try_from(texts).unwrap_or(u32::MAX))
    }
}

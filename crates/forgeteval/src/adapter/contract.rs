//! The seam between the benchmark and a memory system.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use super::Usage;
use crate::case::Case;
use crate::llm::ModelMeter;
use crate::mutation::Op;

/// A memory system that can be put to the test: it opens a fresh memory for each case, or for each run of cases that are
/// played among the same unrelated texts.
///
/// What `open` returns is empty and shares nothing with any other memory of this system, whatever happened to
/// those (one may have panicked half-way). Cases are played one after another, on one thread.
pub trait System: Send + Sync {
    /// Returns the name that tables and verdicts carry, such as `naive-sql`. Equal names mean equal behaviour.
    fn name(&self) -> &str;

    /// Returns the version of the system that a verdict records.
    fn version(&self) -> &str;

    /// Returns the meter by which the system asks the run's language model; nothing, as by default, where it has none.
    fn language_model(&self) -> Option<&ModelMeter> {
        None
    }

    /// Opens an empty memory. Only a baseline may look into the case; a system that does is no contestant.
    ///
    /// # Errors
    /// [`AdapterError`] when no memory can be made; the case then fails.
    fn open(&self, case: &Case) -> Result<Box<dyn Adapter>, AdapterError>;
}

/// One memory, from empty to the answer of one case.
///
/// When a call returns, a following `recall` sees all its effects. An operation that the system does not have
/// answers [`AdapterError::Unsupported`] and must not imitate it by another; a defect of any kind is
/// [`AdapterError::Failed`]. Neither is retried, and nothing is called after an error.
pub trait Adapter {
    /// Writes facts, in one batch, in their order.
    ///
    /// # Errors
    /// [`AdapterError::Failed`] when not all are written.
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError>;

    /// Returns at most `k` live texts that answer the query, best first.
    ///
    /// # Errors
    /// [`AdapterError::Failed`] when the memory cannot be asked; finding nothing is an empty answer.
    fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, AdapterError>;

    /// Puts a new text in the place of what the query describes.
    ///
    /// # Errors
    /// [`AdapterError`], as said at the trait.
    fn supersede(&mut self, query: &str, new_text: &str) -> Result<(), AdapterError>;

    /// Takes what the query describes out of recall.
    ///
    /// # Errors
    /// [`AdapterError`], as said at the trait.
    fn release(&mut self, query: &str) -> Result<(), AdapterError>;

    /// Erases what the query describes.
    ///
    /// # Errors
    /// [`AdapterError`], as said at the trait.
    fn purge(&mut self, query: &str) -> Result<(), AdapterError>;

    /// Brings back what was released and the query describes.
    ///
    /// # Errors
    /// [`AdapterError::Unsupported`] by default.
    fn restore(&mut self, _query: &str) -> Result<(), AdapterError> {
        Err(AdapterError::Unsupported(Op::Restore))
    }

    /// Writes texts by the way in which the system reads in an older copy, an export or other bulk data.
    ///
    /// # Errors
    /// [`AdapterError::Unsupported`] by default.
    fn import(&mut self, _texts: &[String]) -> Result<(), AdapterError> {
        Err(AdapterError::Unsupported(Op::Import))
    }

    /// Asks a person about the erasing of what the query describes, who is shown what goes; then the texts are written that
    /// come meanwhile; then the person answers yes or no. Returns what was shown, nothing where nobody was asked.
    ///
    /// # Errors
    /// [`AdapterError::Unsupported`] by default.
    fn consent(
        &mut self,
        _query: &str,
        _yes: bool,
        _meanwhile: &[String],
    ) -> Result<Vec<Shown>, AdapterError> {
        Err(AdapterError::Unsupported(Op::Consent))
    }

    /// Turns to the scope of this name; every later call works inside it. Before the first call it is
    /// [`crate::mutation::FIRST_SCOPE`].
    ///
    /// # Errors
    /// [`AdapterError::Unsupported`] by default.
    fn enter(&mut self, _scope: &str) -> Result<(), AdapterError> {
        Err(AdapterError::Unsupported(Op::Scope))
    }

    /// Returns whether it is known, without asking for it, that the memory lacks an operation. A case that needs one is not
    /// begun then.
    fn lacks(&self, _op: Op) -> bool {
        false
    }

    /// Returns the folder in which the memory's files are; nothing, as by default, where it writes none.
    fn folder(&self) -> Option<PathBuf> {
        None
    }

    /// Says that another case begins in this memory, among what the last one left. Only a baseline may look into it.
    fn begin(&mut self, _case: &Case) {}

    /// Returns what a language model took since this memory was opened; nothing, as by default, where it is not known.
    ///
    /// # Errors
    /// [`AdapterError::Failed`] when the memory cannot be asked.
    fn usage(&mut self) -> Result<Option<Usage>, AdapterError> {
        Ok(None)
    }

    /// Returns the shares of the time spent since this memory was opened; zero by default.
    fn times(&self) -> Times {
        Times::default()
    }
}

/// What a person is shown of one text before an erasure.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Shown {
    /// The text that goes, or is edited.
    pub text: String,
    /// What will stand in its place; nothing where all of it goes.
    #[serde(default)]
    pub after: Option<String>,
}

/// The shares of a memory's time that are not its store's. The runner measures every call by the wall clock; what
/// is left of that is the store's share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Times {
    /// Turning texts into vectors.
    pub embedder: Duration,
    /// Deciding what a mutation does, a language model's answers included.
    pub planner: Duration,
}

/// Why a memory could not do what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AdapterError {
    /// The system has no such operation; the case counts as not applicable.
    #[error("{0} is not supported")]
    Unsupported(Op),
    /// The case asks for something else that the system is not made for; it counts as not applicable.
    #[error("{0}")]
    NotApplicable(&'static str),
    /// Something went wrong; the case fails, with this message on record.
    #[error("{0}")]
    Failed(String),
}

impl AdapterError {
    /// Makes a failure of any error.
    #[must_use]
    pub fn failed(error: &dyn std::error::Error) -> Self {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            message = format!("{message}: {cause}");
            source = cause.source();
        }
        Self::Failed(message)
    }
}

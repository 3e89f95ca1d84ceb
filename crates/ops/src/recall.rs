//! Recalling.

use jiff::Timestamp;
use nepenthe::{RecallOptions, Scope, is_blank};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Code, Hit, Include, OpError, Text};

/// What is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecallInput {
    /// The query. Every character of it is text: there are no operators.
    pub query: Text,
    /// At most this many.
    #[serde(default = "five")]
    pub k: usize,
    /// Which index answers.
    #[serde(default)]
    pub mode: RecallMode,
    /// As of this past time, except for what was purged since.
    #[serde(default)]
    pub as_of: Option<Timestamp>,
    /// Which memories are shown.
    #[serde(default)]
    pub include: Include,
}

/// Which index answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecallMode {
    /// Words and vectors, fused by rank; words alone in a store without vectors.
    #[default]
    Hybrid,
    /// Words alone (BM25).
    Lexical,
    /// Vectors alone.
    Vector,
}

/// What a query was answered with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Recalled {
    /// Best first.
    pub hits: Vec<Hit>,
}

fn five() -> usize {
    5
}

impl RecallInput {
    /// Asks for the best five by words and vectors.
    pub fn new(query: impl Into<Text>) -> Self {
        Self {
            query: query.into(),
            k: five(),
            mode: RecallMode::default(),
            as_of: None,
            include: Include::default(),
        }
    }

    /// Looks at what can be looked at before a store is opened.
    ///
    /// # Errors
    /// [`Code::BadRequest`] for a blank query.
    pub fn validate(&self) -> Result<(), OpError> {
        match is_blank(&self.query) {
            true => Err(OpError::new(Code::BadRequest, "the query is empty or blank")),
            false => Ok(()),
        }
    }
}

impl From<RecallMode> for nepenthe::RecallMode {
    fn from(mode: RecallMode) -> Self {
        match mode {
            RecallMode::Hybrid => Self::Hybrid,
            RecallMode::Lexical => Self::Lexical,
            RecallMode::Vector => Self::Vector,
        }
    }
}

/// Answers a query. Writes nothing.
///
/// # Errors
/// [`OpError`].
pub fn recall(scope: &Scope, input: &RecallInput) -> Result<Recalled, OpError> {
    input.validate()?;
    let options = RecallOptions::new(input.k).with_mode(input.mode.into()).with_include(input.include.into());
    let options = match input.as_of {
        Some(time) => options.as_of(time),
        None => options,
    };
    let hits = scope.recall_with(&input.query, &options)?;
    Ok(Recalled { hits: hits.into_iter().map(Hit::from).collect() })
}

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
    /// Whether the relevance model reads the first thirty hits of a hybrid recall and ranks them anew.
    #[serde(default)]
    pub rerank: bool,
    /// The least score of a hit; without it every hit is shown, however unlikely.
    #[serde(default)]
    pub min_score: Option<f64>,
}

/// Which index answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecallMode {
    /// Words and vectors, by how likely a memory answers; words alone in a store without vectors.
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
    /// The scores of what was found and left out, since they are under the least score asked for; best first.
    #[serde(default)]
    pub left_out: Vec<f64>,
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
            rerank: false,
            min_score: None,
        }
    }

    /// Looks at what can be looked at before a store is opened.
    ///
    /// # Errors
    /// [`Code::BadRequest`] for a blank query, a least score that is no number, or a second reading of another mode.
    pub fn validate(&self) -> Result<(), OpError> {
        let refused = |why| Err(OpError::new(Code::BadRequest, why));
        if is_blank(&self.query) {
            return refused("the query is empty or blank");
        }
        if self.min_score.is_some_and(f64::is_nan) {
            return refused("the least score is no number");
        }
        if self.rerank && self.mode != RecallMode::Hybrid {
            return refused("only a hybrid recall is ranked anew");
        }
        Ok(())
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
    let options = options.with_rerank(input.rerank);
    let options = match input.min_score {
        Some(least) => options.with_min_score(least),
        None => options,
    };
    let answer = scope.answer(&input.query, &options)?;
    Ok(Recalled { hits: answer.hits.into_iter().map(Hit::from).collect(), left_out: answer.left_out })
}

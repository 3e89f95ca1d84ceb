//! [`Consulted`] and [`Account`]: what a language model had to do with it, and what that took.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Text;
use super::schema::word;

/// What a language model had to do with a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Consulted {
    /// Why it was asked.
    pub why: Text,
    /// Which prompt in which version, such as `purge-1`.
    pub prompt: String,
    /// Which model.
    pub model: String,
    /// About how many memories.
    pub candidates: usize,
    /// Why the answer could not be used, if it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// What it took.
    pub usage: Usage,
    /// How long it took, in seconds.
    pub latency: f64,
    /// The planner that chose instead.
    pub otherwise: Option<String>,
    /// What the checks say against the answer.
    pub doubts: Vec<Text>,
}

/// Why an answer could not be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// `unusable`, `truncated`, `unreachable`, `refused` or `over budget`.
    pub kind: String,
    /// What happened, for people.
    pub reason: String,
}

/// What one answer took, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Usage {
    /// Of the prompt.
    pub tokens_in: u64,
    /// Of the answer.
    pub tokens_out: u64,
    /// Whether the endpoint did not say, so that these are upper bounds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
}

/// What was asked of a language model, and what it took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Account {
    /// Completions asked for; what was over budget is none.
    pub calls: u64,
    /// Tokens of the prompts.
    pub tokens_in: u64,
    /// Tokens of the answers.
    pub tokens_out: u64,
    /// Calls whose tokens are upper bounds, since the endpoint did not say.
    pub estimated: u64,
    /// What they cost, where there is a price.
    pub money: Option<String>,
    /// How long the calls took together, in seconds.
    pub latency: f64,
    /// How many answers could not be used, by kind.
    pub failures: BTreeMap<String, u64>,
}

impl From<&nepenthe::llm::Account> for Account {
    fn from(account: &nepenthe::llm::Account) -> Self {
        Self {
            calls: account.calls,
            tokens_in: account.tokens_in,
            tokens_out: account.tokens_out,
            estimated: account.estimated,
            money: account.money.as_ref().map(word),
            latency: account.latency.as_secs_f64(),
            failures: account.failures.iter().map(|(kind, count)| (word(kind), *count)).collect(),
        }
    }
}

//! What a language model took.

use serde::{Deserialize, Serialize};

/// What a memory's language model took since the memory was opened; a number that is not known is absent.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Calls of the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<u64>,
    /// Tokens that it read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_tokens: Option<u64>,
    /// Tokens that it wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion_tokens: Option<u64>,
    /// What that cost, in US dollars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

impl Usage {
    /// Adds another usage. What is not known of one of them counts as nothing.
    pub fn add(&mut self, other: &Self) {
        self.calls = sum(self.calls, other.calls, u64::saturating_add);
        self.prompt_tokens = sum(self.prompt_tokens, other.prompt_tokens, u64::saturating_add);
        self.completion_tokens = sum(self.completion_tokens, other.completion_tokens, u64::saturating_add);
        self.cost_usd = sum(self.cost_usd, other.cost_usd, |one, other| one + other);
    }
}

fn sum<T: Copy>(one: Option<T>, other: Option<T>, add: impl FnOnce(T, T) -> T) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(add(one, other)),
        (one, other) => one.or(other),
    }
}

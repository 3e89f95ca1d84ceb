//! [`Completion`]: what a model answered.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Why an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// The model was done, or the endpoint does not say.
    Stop,
    /// It reached the longest length. What there is may look complete, and counts as cut off.
    Length,
    /// The model, or the endpoint on its behalf, would not answer.
    Refused,
}

/// What an answer took, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Of the prompt.
    pub tokens_in: u64,
    /// Of the answer.
    pub tokens_out: u64,
    /// Whether the endpoint did not say, so that these are upper bounds of ours.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
}

impl Usage {
    /// Both together.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.tokens_in.saturating_add(self.tokens_out)
    }
}

/// A completed chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The answer's text.
    pub text: String,
    /// Why it ends.
    pub finish: Finish,
    /// What it took.
    pub usage: Usage,
    /// How long it took, repetitions included.
    pub latency: Duration,
    /// The calls of tools that the model asks for, as the endpoint wrote them, where it was offered tools.
    pub tool_calls: Option<Value>,
}

impl Completion {
    /// A completion of a text, without calls of tools.
    #[must_use]
    pub fn new(text: impl Into<String>, finish: Finish, usage: Usage, latency: Duration) -> Self {
        Self { text: text.into(), finish, usage, latency, tool_calls: None }
    }

    /// Returns the body by which an endpoint that serves `model` answers `POST /chat/completions`.
    #[must_use]
    pub fn body(&self, model: &str) -> Value {
        let (content, refusal, finish) = match self.finish {
            Finish::Stop if self.tool_calls.is_some() => (json!(self.text), Value::Null, "tool_calls"),
            Finish::Stop => (json!(self.text), Value::Null, "stop"),
            Finish::Length => (json!(self.text), Value::Null, "length"),
            Finish::Refused => (Value::Null, json!("the model would not answer"), "stop"),
        };
        let mut message = json!({ "role": "assistant", "content": content, "refusal": refusal });
        if let Some(calls) = &self.tool_calls {
            message["tool_calls"] = calls.clone();
        }
        json!({
            "id": "completion",
            "object": "chat.completion",
            "created": 0,
            "model": model,
            "choices": [{ "index": 0, "message": message, "finish_reason": finish }],
            "usage": {
                "prompt_tokens": self.usage.tokens_in,
                "completion_tokens": self.usage.tokens_out,
                "total_tokens": self.usage.tokens(),
            },
        })
    }
}

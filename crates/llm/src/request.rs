//! [`Request`]: what a model is asked.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::Usage;

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The rules of the conversation.
    System,
    /// Whoever asks.
    User,
    /// The model.
    Assistant,
}

/// One message of a chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: String,
}

/// In what form the answer is wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    /// Any text.
    #[default]
    Text,
    /// One JSON object. An endpoint that cannot promise it is asked without.
    Json,
}

/// One chat to complete. The temperature is always 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What was said so far.
    pub messages: Vec<Message>,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// Makes models that can repeat themselves do so.
    pub seed: Option<u64>,
    /// The form of the answer.
    pub form: Form,
}

/// What a message takes beside its content, in tokens.
const FRAME: u64 = 8;

impl Request {
    /// A request of a system and a user message, for JSON.
    #[must_use]
    pub fn new(system: impl Into<String>, user: impl Into<String>, max_tokens: u32) -> Self {
        let messages = vec![
            Message { role: Role::System, content: system.into() },
            Message { role: Role::User, content: user.into() },
        ];
        Self { messages, max_tokens, seed: None, form: Form::Json }
    }

    /// Returns the most that the request can take. A prompt has no more tokens than bytes, since no token of a byte-level
    /// vocabulary is shorter than one; English prose has a quarter of that.
    #[must_use]
    pub fn most(&self) -> Usage {
        let bytes: u64 = self.messages.iter().map(|message| message.content.len() as u64 + FRAME).sum();
        Usage { tokens_in: bytes + FRAME, tokens_out: u64::from(self.max_tokens), estimated: true }
    }

    /// Returns the body of `POST /chat/completions`.
    #[must_use]
    pub fn body(&self, model: &str) -> Value {
        let mut body = Map::new();
        body.insert("model".into(), json!(model));
        body.insert("messages".into(), json!(self.messages));
        body.insert("max_tokens".into(), json!(self.max_tokens));
        body.insert("temperature".into(), json!(0));
        if let Some(seed) = self.seed {
            body.insert("seed".into(), json!(seed));
        }
        if self.form == Form::Json {
            body.insert("response_format".into(), json!({ "type": "json_object" }));
        }
        Value::Object(body)
    }

    /// Reads such a body; fields that a request does not have are ignored.
    ///
    /// # Errors
    /// Says what is missing or of another type, without quoting it.
    pub fn from_body(body: &Value) -> Result<Self, String> {
        let messages: Vec<Message> = body
            .get("messages")
            .and_then(|messages| Deserialize::deserialize(messages).ok())
            .ok_or("`messages` is missing, or not a list of role and content")?;
        let number = |field: &str| body.get(field).and_then(Value::as_u64);
        let max_tokens = number("max_tokens").or_else(|| number("max_completion_tokens")).unwrap_or(1024);
        let form = match body.pointer("/response_format/type").and_then(Value::as_str) {
            Some("json_object" | "json_schema") => Form::Json,
            _ => Form::Text,
        };
        let max_tokens = u32::try_from(max_tokens).map_err(|_| "`max_tokens` is too large")?;
        Ok(Self { messages, max_tokens, seed: number("seed"), form })
    }
}

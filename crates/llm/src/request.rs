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

/// One chat to complete. The temperature of ours is 0, where the endpoint takes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What was said so far. Of somebody else's messages this is the text.
    pub messages: Vec<Message>,
    /// The longest answer, in tokens.
    pub max_tokens: u32,
    /// Makes models that can repeat themselves do so.
    pub seed: Option<u64>,
    /// The form of the answer.
    pub form: Form,
    /// The body as somebody else wrote it, which is posted as it is but for the model ([`Request::foreign`]).
    pub foreign: Option<Value>,
}

/// How many tokens an answer may have where whoever asks does not say.
const LONGEST: u32 = 4096;

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
        Self { messages, max_tokens, seed: None, form: Form::Json, foreign: None }
    }

    /// Returns the most that the request can take. A prompt has no more tokens than bytes, since no token of a byte-level
    /// vocabulary is shorter than one; English prose has a quarter of that.
    #[must_use]
    pub fn most(&self) -> Usage {
        let bytes: u64 = match &self.foreign {
            // Tools and schemas are read too.
            Some(body) => body.to_string().len() as u64,
            None => self.messages.iter().map(|message| message.content.len() as u64 + FRAME).sum(),
        };
        Usage { tokens_in: bytes + FRAME, tokens_out: u64::from(self.max_tokens), estimated: true }
    }

    /// Returns the body of `POST /chat/completions`.
    #[must_use]
    pub fn body(&self, model: &str) -> Value {
        if let Some(Value::Object(foreign)) = &self.foreign {
            let mut body = foreign.clone();
            body.insert("model".into(), json!(model));
            return Value::Object(body);
        }
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

    /// Takes a body that somebody else wrote, with whatever fields it has. Its `model` does not count. An answer that it sets no
    /// length to may have 4096 tokens, and the body says so then: without a longest answer no budget could be kept.
    ///
    /// # Errors
    /// Says what is missing, of another type, or not offered, without quoting it.
    pub fn foreign(body: Value) -> Result<Self, String> {
        let Value::Object(mut body) = body else { return Err("the body is no JSON object".to_owned()) };
        if body.get("stream").is_some_and(|stream| *stream == true) {
            return Err("answers are not streamed; leave `stream` out".to_owned());
        }
        if body.get("n").and_then(Value::as_u64).is_some_and(|n| n != 1) {
            return Err("there is one answer to a request; leave `n` out".to_owned());
        }
        let messages = body.get("messages").and_then(Value::as_array).filter(|messages| !messages.is_empty());
        let messages = messages.and_then(|messages| messages.iter().map(message).collect::<Option<Vec<_>>>());
        let messages = messages.ok_or("`messages` is missing, or not a list of role and content")?;
        for field in ["model", "stream", "stream_options"] {
            body.remove(field);
        }
        body.retain(|_, value| !value.is_null());
        let longest = ["max_tokens", "max_completion_tokens"].into_iter().find_map(|field| body.get(field));
        let max_tokens = match longest {
            None => LONGEST,
            Some(longest) => longest
                .as_u64()
                .and_then(|longest| u32::try_from(longest).ok())
                .ok_or("`max_tokens` is no number of tokens")?,
        };
        if longest.is_none() {
            body.insert("max_tokens".to_owned(), json!(LONGEST));
        }
        let format =
            body.get("response_format").and_then(|format| format.get("type")).and_then(Value::as_str);
        let form =
            if matches!(format, Some("json_object" | "json_schema")) { Form::Json } else { Form::Text };
        let seed = body.get("seed").and_then(Value::as_u64);
        Ok(Self { messages, max_tokens, seed, form, foreign: Some(Value::Object(body)) })
    }
}

/// Reads a message's role and text; the parts of a content that are no text are left out.
fn message(message: &Value) -> Option<Message> {
    let role = match message.get("role")?.as_str()? {
        "system" | "developer" => Role::System,
        "assistant" => Role::Assistant,
        _ => Role::User,
    };
    let content = match message.get("content") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let texts = parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str));
            texts.collect::<Vec<_>>().join("\n")
        }
        Some(_) => return None,
    };
    Some(Message { role, content })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_elses_body_is_posted_as_it_is_but_for_the_model_and_has_a_longest_answer() {
        let written = json!({
            "model": "gpt-4o-mini",
            "messages": [
                { "role": "developer", "content": [{ "type": "text", "text": "Be" }, { "type": "text", "text": "brief." }] },
                { "role": "assistant", "content": null, "tool_calls": [{ "id": "1" }] },
                { "role": "tool", "tool_call_id": "1", "content": "no" },
            ],
            "tools": [{ "type": "function" }],
            "temperature": 0.1,
            "stream": false,
            "stop": null,
        });
        let request = Request::foreign(written.clone()).unwrap();
        let said: Vec<(Role, &str)> =
            request.messages.iter().map(|message| (message.role, message.content.as_str())).collect();
        assert_eq!(said, [(Role::System, "Be\nbrief."), (Role::Assistant, ""), (Role::User, "no")]);
        let body = request.body("ours");
        let mut expected = written;
        expected["model"] = json!("ours");
        expected["max_tokens"] = json!(4096);
        let expected = expected.as_object_mut().unwrap();
        expected.retain(|name, _| !["stream", "stop"].contains(&name.as_str()));
        assert_eq!(body.as_object().unwrap(), expected);
        assert!(request.most().tokens_in >= expected["tools"].to_string().len() as u64);

        let asked = json!({ "messages": [{ "role": "user", "content": "Who?" }], "max_completion_tokens": 7,
            "response_format": { "type": "json_schema" } });
        let request = Request::foreign(asked).unwrap();
        assert_eq!((request.max_tokens, request.form), (7, Form::Json));
        assert_eq!(request.body("m").get("max_tokens"), None);
    }

    #[test]
    fn what_is_not_offered_is_refused_by_its_name() {
        let table = [
            (json!([]), "no JSON object"),
            (json!({}), "`messages`"),
            (json!({ "messages": [] }), "`messages`"),
            (json!({ "messages": [{ "role": "user", "content": 7 }] }), "`messages`"),
            (json!({ "messages": [{ "role": "user" }], "stream": true }), "`stream`"),
            (json!({ "messages": [{ "role": "user" }], "n": 2 }), "`n`"),
            (json!({ "messages": [{ "role": "user" }], "max_tokens": -1 }), "`max_tokens`"),
        ];
        for (body, expected) in table {
            let reason = Request::foreign(body.clone()).unwrap_err();
            assert!(reason.contains(expected), "{body}: {reason}");
        }
    }
}

//! [`OpenAi`]: chat completions of an OpenAI-compatible endpoint.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use crate::endpoint::{Endpoint, EndpointError, EndpointSettings};
use crate::{Completion, Failure, FailureKind, Finish, Key, LanguageModel, Request, Usage};

const PATH: &str = "/chat/completions";
/// An answer larger than this is refused.
const LARGEST: u64 = 16 * 1024 * 1024;

/// Settings of [`OpenAi`].
#[derive(Debug, Clone)]
pub struct OpenAiSettings {
    endpoint: EndpointSettings,
    model: String,
}

impl OpenAiSettings {
    /// Asks `{base_url}/chat/completions`, such as `https://api.openai.com/v1`, for completions of `model`.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> Self {
        let endpoint = EndpointSettings::new(base_url)
            .with_timeout(Duration::from_secs(120))
            .with_largest_answer(LARGEST);
        Self { endpoint, model: model.into() }
    }

    /// Sets the key that is sent as a bearer token. By default none is sent.
    #[must_use]
    pub fn with_key(mut self, key: Option<Key>) -> Self {
        self.endpoint = self.endpoint.with_key(key);
        self
    }

    /// Changes how the endpoint is asked: time-outs (120 seconds for an attempt by default), repetitions, a proxy, the
    /// largest answer (16 MiB by default).
    #[must_use]
    pub fn with_endpoint(mut self, change: impl FnOnce(EndpointSettings) -> EndpointSettings) -> Self {
        self.endpoint = change(self.endpoint);
        self
    }
}

/// A language model at an OpenAI-compatible endpoint. The prompts leave this machine.
pub struct OpenAi {
    model: String,
    endpoint: Endpoint,
    /// Set once the endpoint has refused JSON mode, and answered without.
    plain: AtomicBool,
    /// Set once it has refused `max_tokens`, and answered to `max_completion_tokens`.
    other_limit: AtomicBool,
    /// Set once it has refused the temperature, and answered without one.
    own_temperature: AtomicBool,
}

/// The body of a good answer; unknown fields are ignored.
#[derive(Deserialize)]
struct Answer {
    choices: Vec<Choice>,
    usage: Option<Tokens>,
}

#[derive(Deserialize)]
struct Choice {
    message: Said,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    content: Option<String>,
    refusal: Option<String>,
    tool_calls: Option<Value>,
}

#[derive(Deserialize)]
struct Tokens {
    prompt_tokens: u64,
    completion_tokens: u64,
}

impl OpenAi {
    /// Takes the settings; asks nothing yet.
    ///
    /// # Errors
    /// [`EndpointError`] where the proxy's URL cannot be read.
    pub fn new(settings: OpenAiSettings) -> Result<Self, EndpointError> {
        let OpenAiSettings { endpoint, model } = settings;
        Ok(Self {
            model,
            endpoint: Endpoint::new(endpoint)?,
            plain: AtomicBool::new(false),
            other_limit: AtomicBool::new(false),
            own_temperature: AtomicBool::new(false),
        })
    }

    /// Posts a request, and again as the endpoint will have it where it refuses a field. What was learned is kept once it was
    /// answered.
    fn ask(&self, request: &Request) -> Result<Vec<u8>, EndpointError> {
        let mut body = request.body(&self.model);
        if self.plain.load(Ordering::Relaxed) {
            without_json_mode(&mut body);
        }
        if self.other_limit.load(Ordering::Relaxed) {
            rename_limit(&mut body);
        }
        if self.own_temperature.load(Ordering::Relaxed) {
            without_temperature(&mut body);
        }
        let (mut plain, mut other_limit, mut own_temperature) = (false, false, false);
        loop {
            match self.endpoint.post(PATH, &body) {
                Err(EndpointError { status: Some(400 | 422), other_limit: true, .. })
                    if rename_limit(&mut body) =>
                {
                    other_limit = true;
                }
                Err(EndpointError { status: Some(400 | 422), own_temperature: true, .. })
                    if without_temperature(&mut body) =>
                {
                    own_temperature = true;
                }
                // It may be JSON mode that the endpoint does not know, or something else: then the next error is the one.
                Err(EndpointError { status: Some(400 | 422), .. }) if without_json_mode(&mut body) => {
                    plain = true;
                }
                Err(error) => return Err(error),
                Ok(answer) => {
                    self.plain.fetch_or(plain, Ordering::Relaxed);
                    self.other_limit.fetch_or(other_limit, Ordering::Relaxed);
                    self.own_temperature.fetch_or(own_temperature, Ordering::Relaxed);
                    return Ok(answer);
                }
            }
        }
    }

    fn failure(&self, error: &EndpointError) -> Failure {
        let kind = match error.status {
            Some(200) => FailureKind::Unusable,
            Some(429 | 500..) | None => FailureKind::Unreachable,
            Some(_) => FailureKind::Refused,
        };
        Failure::new(kind, format!("{}: {}", self.endpoint.shown_url(PATH), error.reason))
    }

    fn read(&self, bytes: &[u8], request: &Request, latency: Duration) -> Result<Completion, Failure> {
        let unusable = |what: &str| {
            let reason = format!("{}: its answer is {what}", self.endpoint.shown_url(PATH));
            Failure::new(FailureKind::Unusable, reason)
        };
        let answer: Answer = serde_json::from_slice(bytes).map_err(|error| match error.is_data() {
            true => unusable("not the JSON of a completion"),
            false => unusable("not JSON"),
        })?;
        let choice = answer.choices.into_iter().next().ok_or_else(|| unusable("no completion"))?;
        let refusal = choice.message.refusal.as_ref().is_some_and(|refusal| !refusal.is_empty());
        // Some endpoints don't say how an answer ended.
        let full = answer
            .usage
            .as_ref()
            .is_some_and(|usage| usage.completion_tokens >= u64::from(request.max_tokens));
        let finish = match choice.finish_reason.as_deref() {
            Some("length" | "max_tokens") => Finish::Length,
            Some("content_filter" | "refusal") => Finish::Refused,
            _ if refusal => Finish::Refused,
            None if full => Finish::Length,
            _ => Finish::Stop,
        };
        let usage = answer.usage.map_or_else(
            || request.most(),
            |Tokens { prompt_tokens: tokens_in, completion_tokens: tokens_out }| Usage {
                tokens_in,
                tokens_out,
                estimated: false,
            },
        );
        let Said { content, tool_calls, .. } = choice.message;
        let tool_calls = tool_calls.filter(|calls| calls.as_array().is_some_and(|calls| !calls.is_empty()));
        Ok(Completion { tool_calls, ..Completion::new(content.unwrap_or_default(), finish, usage, latency) })
    }
}

/// Takes JSON mode out of a body; false where there is none.
fn without_json_mode(body: &mut Value) -> bool {
    body.as_object_mut().is_some_and(|body| body.remove("response_format").is_some())
}

/// Takes the temperature out of a body; false where there is none.
fn without_temperature(body: &mut Value) -> bool {
    body.as_object_mut().is_some_and(|body| body.remove("temperature").is_some())
}

/// Calls the longest answer by its other name; false where it has that already.
fn rename_limit(body: &mut Value) -> bool {
    let Some(body) = body.as_object_mut() else { return false };
    let Some(limit) = body.remove("max_tokens") else { return false };
    body.insert("max_completion_tokens".to_owned(), limit);
    true
}

impl LanguageModel for OpenAi {
    fn name(&self) -> &str {
        &self.model
    }

    fn complete(&self, request: &Request) -> Result<Completion, Failure> {
        let begun = Instant::now();
        let bytes = self.ask(request).map_err(|error| self.failure(&error))?;
        self.read(&bytes, request, begun.elapsed())
    }
}

/// Shows what the settings show: not the key.
impl fmt::Debug for OpenAi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenAi").field("model", &self.model).field("endpoint", &self.endpoint).finish()
    }
}

//! [`OpenAi`]: chat completions of an OpenAI-compatible endpoint.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use crate::endpoint::{Endpoint, EndpointError, EndpointSettings};
use crate::{Completion, Failure, FailureKind, Finish, Form, Key, LanguageModel, Request, Usage};

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
        Ok(Self { model, endpoint: Endpoint::new(endpoint)?, plain: AtomicBool::new(false) })
    }

    fn ask(&self, request: &Request) -> Result<Vec<u8>, EndpointError> {
        let post = |body: &Value| self.endpoint.post(PATH, body);
        if request.form == Form::Text {
            return post(&request.body(&self.model));
        }
        let plain = Request { form: Form::Text, ..request.clone() }.body(&self.model);
        if self.plain.load(Ordering::Relaxed) {
            return post(&plain);
        }
        match post(&request.body(&self.model)) {
            // It may be JSON mode that the endpoint does not know, or something else: then the second error is the one.
            Err(EndpointError { status: Some(400), .. }) => {
                let answer = post(&plain)?;
                self.plain.store(true, Ordering::Relaxed);
                Ok(answer)
            }
            answer => answer,
        }
    }

    fn failure(&self, error: &EndpointError) -> Failure {
        let kind = match error.status {
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
        let refusal = choice.message.refusal.is_some_and(|refusal| !refusal.is_empty());
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
        Ok(Completion { text: choice.message.content.unwrap_or_default(), finish, usage, latency })
    }
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

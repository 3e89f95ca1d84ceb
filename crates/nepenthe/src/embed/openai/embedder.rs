//! Asking the endpoint.

use std::fmt;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Proxy};

use super::answer::Answer;
use super::config::{OpenAiConfig, RequestedDimension};
use crate::embed::{EmbedError, Embedder};

/// An answer larger than this is refused.
const MAX_ANSWER_BYTES: u64 = 256 * 1024 * 1024;
/// No wait between two attempts is longer, whatever the endpoint asks for.
const MAX_WAIT: Duration = Duration::from_secs(30);
/// An endpoint's own words are shown up to this length.
const MAX_MESSAGE_CHARS: usize = 200;

/// Turns texts into vectors by asking an OpenAI-compatible endpoint.
///
/// The texts leave this machine. The key is sent to the endpoint and shown nowhere.
pub struct OpenAiEmbedder {
    config: OpenAiConfig,
    name: String,
    agent: Agent,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: &'a [&'a str],
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

/// Why one attempt failed.
enum Failure {
    /// Another attempt may succeed, after the wait that the endpoint asked for, if any.
    Passing(String, Option<Duration>),
    /// No other attempt will do better.
    Final(String),
}

impl OpenAiEmbedder {
    /// Takes the settings; asks nothing yet.
    ///
    /// # Errors
    /// [`EmbedError::Endpoint`] when the proxy's URL cannot be read.
    pub fn new(config: OpenAiConfig) -> Result<OpenAiEmbedder, EmbedError> {
        // The reason is left out of the error, since it may quote the URL, and that a password.
        let proxy =
            config.proxy.as_deref().map(Proxy::new).transpose().map_err(|_| EmbedError::Endpoint {
                endpoint: config.shown_url(),
                reason: "the proxy's URL cannot be read".to_owned(),
            })?;
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let agent = Agent::config_builder()
            .tls_config(tls)
            .proxy(proxy)
            .timeout_global(Some(config.timeout))
            .http_status_as_error(false)
            // A redirect would take the texts, and the key, to a place not configured.
            .max_redirects(0)
            .build()
            .new_agent();
        Ok(OpenAiEmbedder { name: format!("openai:{}", config.model), config, agent })
    }

    /// Embeds one batch, repeating what may pass.
    fn embed_batch(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut wait = self.config.backoff;
        for _ in 0..self.config.retries {
            match self.ask(texts) {
                Ok(answer) => return answer.into_vectors(texts.len(), self.config.dimension),
                Err(Failure::Final(reason)) => return Err(self.error(reason)),
                Err(Failure::Passing(_, asked)) => thread::sleep(asked.unwrap_or(wait).min(MAX_WAIT)),
            }
            wait = wait.saturating_mul(2);
        }
        match self.ask(texts) {
            Ok(answer) => answer.into_vectors(texts.len(), self.config.dimension),
            Err(Failure::Final(reason) | Failure::Passing(reason, _)) => Err(self.error(reason)),
        }
    }

    /// Makes one attempt.
    fn ask(&self, texts: &[&str]) -> Result<Answer, Failure> {
        let dimensions = match self.config.requested {
            RequestedDimension::Native => None,
            RequestedDimension::Configured => Some(self.config.dimension),
        };
        let body = serde_json::to_vec(&Request { model: &self.config.model, input: texts, dimensions })
            .map_err(|error| Failure::Final(error.to_string()))?;
        let mut request = self.agent.post(self.config.url()).content_type("application/json");
        if let Some(key) = &self.config.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let mut response = request.send(body.as_slice()).map_err(transport)?;
        let (status, wait) = (response.status(), retry_after(response.headers()));
        let bytes =
            response.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_vec().map_err(transport)?;
        match status.as_u16() {
            200 => serde_json::from_slice(&bytes).map_err(|error| {
                Failure::Final(format!("its answer is not understood: {}", explain(&error)))
            }),
            429 | 500.. => {
                Err(Failure::Passing(format!("status {}{}", status, self.message(&bytes, texts)), wait))
            }
            // Here an endpoint may quote the key, whole or in part.
            401 | 403 => Err(Failure::Final(format!("status {status}; check the key"))),
            _ => Err(Failure::Final(format!("status {}{}", status, self.message(&bytes, texts)))),
        }
    }

    /// Returns the endpoint's own words, unless they quote the key or one of the texts.
    fn message(&self, body: &[u8], texts: &[&str]) -> String {
        #[derive(Deserialize)]
        struct Body {
            error: Words,
        }
        #[derive(Deserialize)]
        struct Words {
            message: String,
        }
        let Ok(Body { error: Words { message } }) = serde_json::from_slice(body) else {
            return String::new();
        };
        let quotes = |secret: &str| !secret.is_empty() && message.contains(secret);
        if self.config.key.as_deref().is_some_and(quotes) || texts.iter().any(|text| quotes(text)) {
            return String::new();
        }
        let shown: String = message.chars().filter(|c| !c.is_control()).take(MAX_MESSAGE_CHARS).collect();
        format!(": {shown}")
    }

    fn error(&self, reason: String) -> EmbedError {
        EmbedError::Endpoint { endpoint: self.config.shown_url(), reason }
    }
}

impl Embedder for OpenAiEmbedder {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimension(&self) -> usize {
        self.config.dimension
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(self.config.batch_size) {
            vectors.extend(self.embed_batch(batch)?);
        }
        Ok(vectors)
    }
}

/// Shows what the settings show: not the key.
impl fmt::Debug for OpenAiEmbedder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OpenAiEmbedder").field(&self.config).finish()
    }
}

/// Sorts errors below HTTP: settings that can never work are final, the rest may pass.
fn transport(error: ureq::Error) -> Failure {
    use ureq::Error;
    match error {
        // These two may quote the URL or a header, so they are named and not shown.
        Error::BadUri(_) => Failure::Final("its URL cannot be read".to_owned()),
        Error::Http(_) => {
            Failure::Final("its URL or the key holds characters that cannot be sent".to_owned())
        }
        Error::BodyExceedsLimit(limit) => Failure::Final(format!("its answer is longer than {limit} bytes")),
        other => Failure::Passing(other.to_string(), None),
    }
}

/// Says where JSON is wrong without quoting it.
fn explain(error: &serde_json::Error) -> String {
    let what = match error.classify() {
        serde_json::error::Category::Data => "not the JSON of embeddings",
        _ => "not JSON",
    };
    format!("{what} (line {}, column {})", error.line(), error.column())
}

/// Reads how many seconds the endpoint asks to wait.
fn retry_after(headers: &ureq::http::HeaderMap) -> Option<Duration> {
    let seconds = headers.get("retry-after")?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

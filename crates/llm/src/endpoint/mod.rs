//! OpenAI-compatible endpoints: where one is, and asking it with patience.

mod settings;
mod wait;

use std::fmt;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ureq::http::{HeaderMap, HeaderValue};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Proxy};

pub use settings::EndpointSettings;

use crate::Key;

/// A longer code of an error is not shown.
const MAX_CODE_BYTES: usize = 48;

/// An OpenAI-compatible endpoint. What is posted leaves this machine. The key is sent to the endpoint and shown nowhere.
pub struct Endpoint {
    settings: EndpointSettings,
    agent: Agent,
}

/// Why an endpoint did not answer with status 200. Holds neither the key nor what was posted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct EndpointError {
    /// The status of the last answer, where there was one.
    pub status: Option<u16>,
    /// What went wrong, for people.
    pub reason: String,
    /// Whether it names the field `max_completion_tokens`, as endpoints do that do not know `max_tokens`.
    pub(crate) other_limit: bool,
    /// Whether it names the field `temperature`, as endpoints do whose models have one of their own, and not JSON mode.
    pub(crate) own_temperature: bool,
}

/// Why one attempt failed.
enum Failed {
    /// Another attempt may succeed, after the wait that the endpoint asked for, if any.
    Passing(EndpointError, Option<Duration>),
    /// No other attempt will do better.
    Final(EndpointError),
}

impl Endpoint {
    /// Takes the settings; asks nothing yet.
    ///
    /// # Errors
    /// [`EndpointError`] where the proxy's URL cannot be read.
    pub fn new(settings: EndpointSettings) -> Result<Self, EndpointError> {
        // The reason is left out of the error, since it may quote the URL, and that a password.
        let proxy = settings
            .proxy
            .as_deref()
            .map(Proxy::new)
            .transpose()
            .map_err(|_| without_status("the proxy's URL cannot be read"))?;
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let agent = Agent::config_builder()
            .tls_config(tls)
            .proxy(proxy)
            .timeout_connect(Some(settings.connect_timeout))
            .timeout_global(Some(settings.timeout))
            .http_status_as_error(false)
            // A redirect would take the texts, and the key, to a place not configured.
            .max_redirects(0)
            .build()
            .new_agent();
        Ok(Self { settings, agent })
    }

    /// The endpoint's URL as errors show it, without credentials; `path` is such as `/embeddings`.
    #[must_use]
    pub fn shown_url(&self, path: &str) -> String {
        self.settings.shown_url(path)
    }

    /// Posts JSON and returns the body of the answer, repeating what may pass: no connection, no answer in time, and the
    /// statuses 429 and 5xx. Of what the endpoint says of an error only `code` and `type` are shown, since its message may
    /// quote what was posted, or the key.
    ///
    /// # Errors
    /// [`EndpointError`] for anything but status 200.
    pub fn post(&self, path: &str, body: &impl Serialize) -> Result<Vec<u8>, EndpointError> {
        let body = serde_json::to_vec(body).map_err(|error| without_status(error.to_string()))?;
        for attempt in 0..self.settings.retries {
            match self.attempt(path, &body) {
                Ok(answer) => return Ok(answer),
                Err(Failed::Final(error)) => return Err(error),
                Err(Failed::Passing(error, asked)) => {
                    match wait::before(attempt, self.settings.backoff, asked, wait::chance()) {
                        Some(wait) => thread::sleep(wait),
                        None => return Err(error.asked_to_wait(asked)),
                    }
                }
            }
        }
        self.attempt(path, &body).map_err(|failed| match failed {
            Failed::Final(error) | Failed::Passing(error, _) => error,
        })
    }

    fn attempt(&self, path: &str, body: &[u8]) -> Result<Vec<u8>, Failed> {
        let mut request = self.agent.post(self.settings.url(path)).content_type("application/json");
        if let Some(key) = &self.settings.key {
            let mut value = HeaderValue::from_str(&format!("Bearer {}", key.expose()))
                .map_err(|_| Failed::Final(without_status("the key holds characters that cannot be sent")))?;
            value.set_sensitive(true);
            request = request.header("Authorization", value);
        }
        let mut response = request.send(body).map_err(transport)?;
        let (status, wait) = (response.status(), retry_after(response.headers()));
        let limit = self.settings.largest_answer;
        let bytes = match response.body_mut().with_config().limit(limit).read_to_vec() {
            Ok(bytes) => bytes,
            // An answer came, and is paid for.
            Err(ureq::Error::BodyExceedsLimit(limit)) => {
                let reason = format!("its answer is longer than {limit} bytes");
                let status = Some(status.as_u16());
                return Err(Failed::Final(EndpointError { status, ..without_status(reason) }));
            }
            Err(error) => return Err(transport(error)),
        };
        let names = |field: &[u8]| bytes.windows(field.len()).any(|piece| piece == field);
        let error = |words: String| EndpointError {
            status: Some(status.as_u16()),
            reason: format!("status {status}{words}"),
            other_limit: names(b"max_completion_tokens"),
            own_temperature: names(b"temperature") && !names(b"response_format"),
        };
        match status.as_u16() {
            200 => Ok(bytes),
            429 | 500.. => Err(Failed::Passing(error(self.codes(&bytes)), wait)),
            // Here an endpoint may quote the key, whole or in part.
            401 | 403 => Err(Failed::Final(error("; check the key".to_owned()))),
            _ => Err(Failed::Final(error(self.codes(&bytes)))),
        }
    }

    /// Returns the codes by which the endpoint names an error, as far as they are codes, and no piece of the key.
    fn codes(&self, body: &[u8]) -> String {
        #[derive(Deserialize)]
        struct Body {
            error: Error,
        }
        #[derive(Deserialize)]
        struct Error {
            code: Option<Value>,
            #[serde(rename = "type")]
            kind: Option<Value>,
        }
        let Ok(Body { error: Error { code, kind } }) = serde_json::from_slice(body) else {
            return String::new();
        };
        let key = self.settings.key.as_ref().map_or("", Key::expose);
        let of_key = |code: &str| !key.is_empty() && (key.contains(code) || code.contains(key));
        let is_code = |code: &String| {
            let of_codes = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
            (1..=MAX_CODE_BYTES).contains(&code.len()) && code.bytes().all(of_codes) && !of_key(code)
        };
        let text = |value: Value| match value {
            Value::String(code) => Some(code),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let codes = [code, kind].into_iter().flatten().filter_map(text).filter(is_code);
        let mut codes: Vec<String> = codes.collect();
        codes.dedup();
        if codes.is_empty() { String::new() } else { format!(" ({})", codes.join(", ")) }
    }
}

/// Shows what the settings show: not the key.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Endpoint").field(&self.settings).finish()
    }
}

impl EndpointError {
    fn asked_to_wait(mut self, asked: Option<Duration>) -> Self {
        let seconds = asked.unwrap_or_default().as_secs();
        self.reason.push_str(&format!("; it asks to wait {seconds} s"));
        self
    }
}

fn without_status(reason: impl Into<String>) -> EndpointError {
    EndpointError { status: None, reason: reason.into(), other_limit: false, own_temperature: false }
}

/// Sorts errors below HTTP: settings that can never work are final, the rest may pass.
fn transport(error: ureq::Error) -> Failed {
    use ureq::Error;
    match error {
        // These two may quote the URL or a header, so they are named and not shown.
        Error::BadUri(_) => Failed::Final(without_status("its URL cannot be read")),
        Error::Http(_) => {
            Failed::Final(without_status("its URL or the key holds characters that cannot be sent"))
        }
        other => Failed::Passing(without_status(other.to_string()), None),
    }
}

/// Reads how many seconds the endpoint asks to wait.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get("retry-after")?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

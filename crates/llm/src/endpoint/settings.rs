//! Where an endpoint is, and how it is asked.

use std::fmt;
use std::time::Duration;

use crate::Key;

/// Settings of an [`Endpoint`](super::Endpoint).
#[derive(Clone)]
pub struct EndpointSettings {
    base_url: String,
    pub(super) key: Option<Key>,
    pub(super) proxy: Option<String>,
    pub(super) connect_timeout: Duration,
    pub(super) timeout: Duration,
    pub(super) retries: u32,
    pub(super) backoff: Duration,
    pub(super) largest_answer: u64,
}

impl EndpointSettings {
    /// An endpoint such as `https://api.openai.com/v1` or `http://localhost:11434/v1`.
    pub fn new(base_url: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            key: None,
            proxy: None,
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(30),
            retries: 3,
            backoff: Duration::from_millis(500),
            largest_answer: 256 * 1024 * 1024,
        }
    }

    /// Sets the key that is sent as a bearer token. By default none is sent.
    #[must_use]
    pub fn with_key(mut self, key: Option<Key>) -> Self {
        self.key = key;
        self
    }

    /// Sets an HTTP or SOCKS proxy, as a URL. By default there is none; the environment is not read.
    #[must_use]
    pub fn with_proxy(mut self, proxy: Option<String>) -> Self {
        self.proxy = proxy;
        self
    }

    /// Sets how long a connection may take. By default 10 seconds.
    #[must_use]
    pub fn with_connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Sets how long one attempt may take as a whole. By default 30 seconds.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets how often a request is repeated that met status 429 or 5xx or no answer. By default 3 times.
    #[must_use]
    pub fn with_retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// Sets the longest wait before the first repetition; it doubles with each. By default half a second.
    #[must_use]
    pub fn with_backoff(mut self, backoff: Duration) -> Self {
        self.backoff = backoff;
        self
    }

    /// Sets how many bytes an answer may have. By default 256 MiB.
    #[must_use]
    pub fn with_largest_answer(mut self, bytes: u64) -> Self {
        self.largest_answer = bytes;
        self
    }

    /// Returns the URL asked.
    pub(super) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url.trim_end_matches('/'))
    }

    /// Returns the URL asked as errors show it: without user, password and query.
    #[must_use]
    pub fn shown_url(&self, path: &str) -> String {
        let url = self.url(path);
        let Some((scheme, rest)) = url.split_once("://") else { return "(not a URL)".to_owned() };
        let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let host = host.rsplit('@').next().unwrap_or(host);
        let path = path.split(['?', '#']).next().unwrap_or_default();
        format!("{scheme}://{host}{path}")
    }
}

/// Shows everything but the key, the proxy and credentials in the URL.
impl fmt::Debug for EndpointSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EndpointSettings")
            .field("url", &self.shown_url(""))
            .field("connect_timeout", &self.connect_timeout)
            .field("timeout", &self.timeout)
            .field("retries", &self.retries)
            .field("backoff", &self.backoff)
            .field("largest_answer", &self.largest_answer)
            .finish_non_exhaustive()
    }
}

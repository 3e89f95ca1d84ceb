//! Where the endpoint is, and how it is asked.

use std::fmt;
use std::time::Duration;

/// Settings of an [`OpenAiEmbedder`](super::OpenAiEmbedder).
#[derive(Clone)]
pub struct OpenAiConfig {
    pub(super) base_url: String,
    pub(super) model: String,
    pub(super) dimension: usize,
    pub(super) requested: RequestedDimension,
    pub(super) key: Option<String>,
    pub(super) proxy: Option<String>,
    pub(super) batch_size: usize,
    pub(super) timeout: Duration,
    pub(super) retries: u32,
    pub(super) backoff: Duration,
}

/// Whether the endpoint is told how many components to answer with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RequestedDimension {
    /// The model's own number of components, which must be the configured one. The default.
    #[default]
    Native,
    /// Sent with each request; for models that can shorten their vectors.
    Configured,
}

impl OpenAiConfig {
    /// Asks `{base_url}/embeddings`, for vectors of `model` that have `dimension` components.
    ///
    /// `base_url` is such as `https://api.openai.com/v1` or `http://localhost:11434/v1`.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>, dimension: usize) -> OpenAiConfig {
        OpenAiConfig {
            base_url: base_url.into(),
            model: model.into(),
            dimension,
            requested: RequestedDimension::default(),
            key: None,
            proxy: None,
            batch_size: 64,
            timeout: Duration::from_secs(30),
            retries: 3,
            backoff: Duration::from_millis(500),
        }
    }

    /// Sets the key that is sent as a bearer token. By default none is sent.
    pub fn with_key(mut self, key: Option<String>) -> OpenAiConfig {
        self.key = key;
        self
    }

    /// Sets whether the dimension is sent with each request.
    pub fn with_requested_dimension(mut self, requested: RequestedDimension) -> OpenAiConfig {
        self.requested = requested;
        self
    }

    /// Sets an HTTP or SOCKS proxy, as a URL. By default there is none; the environment is not read.
    pub fn with_proxy(mut self, proxy: Option<String>) -> OpenAiConfig {
        self.proxy = proxy;
        self
    }

    /// Sets how many texts go into one request, at least 1. By default 64.
    pub fn with_batch_size(mut self, batch_size: usize) -> OpenAiConfig {
        self.batch_size = batch_size.max(1);
        self
    }

    /// Sets how long one attempt may take. By default 30 seconds.
    pub fn with_timeout(mut self, timeout: Duration) -> OpenAiConfig {
        self.timeout = timeout;
        self
    }

    /// Sets how often a request is repeated that met status 429 or 5xx or no answer. By default 3 times.
    pub fn with_retries(mut self, retries: u32) -> OpenAiConfig {
        self.retries = retries;
        self
    }

    /// Sets the wait before the first repetition; it doubles with each. By default half a second.
    pub fn with_backoff(mut self, backoff: Duration) -> OpenAiConfig {
        self.backoff = backoff;
        self
    }

    /// Returns the URL asked.
    pub(super) fn url(&self) -> String {
        format!("{}/embeddings", self.base_url.trim_end_matches('/'))
    }

    /// Returns the URL asked as errors show it: without user, password and query.
    pub(super) fn shown_url(&self) -> String {
        let url = self.url();
        let Some((scheme, rest)) = url.split_once("://") else { return "(not a URL)".to_owned() };
        let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let host = host.rsplit('@').next().unwrap_or(host);
        let path = path.split(['?', '#']).next().unwrap_or_default();
        format!("{scheme}://{host}{path}")
    }
}

/// Shows everything but the key, the proxy and credentials in the URL.
impl fmt::Debug for OpenAiConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenAiConfig")
            .field("url", &self.shown_url())
            .field("model", &self.model)
            .field("dimension", &self.dimension)
            .field("requested", &self.requested)
            .field("batch_size", &self.batch_size)
            .field("timeout", &self.timeout)
            .field("retries", &self.retries)
            .finish_non_exhaustive()
    }
}

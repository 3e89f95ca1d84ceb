//! Where the endpoint is, and how it is asked.

use std::time::Duration;

use nepenthe_llm::{EndpointSettings, Key};

/// Settings of an [`OpenAiEmbedder`](super::OpenAiEmbedder).
#[derive(Debug, Clone)]
pub struct OpenAiConfig {
    pub(super) endpoint: EndpointSettings,
    pub(super) model: String,
    pub(super) dimension: usize,
    pub(super) requested: RequestedDimension,
    pub(super) batch_size: usize,
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
            endpoint: EndpointSettings::new(base_url),
            model: model.into(),
            dimension,
            requested: RequestedDimension::default(),
            batch_size: 64,
        }
    }

    /// Sets the key that is sent as a bearer token. By default none is sent.
    pub fn with_key(mut self, key: Option<String>) -> OpenAiConfig {
        self.endpoint = self.endpoint.with_key(key.and_then(Key::new));
        self
    }

    /// Sets whether the dimension is sent with each request.
    pub fn with_requested_dimension(mut self, requested: RequestedDimension) -> OpenAiConfig {
        self.requested = requested;
        self
    }

    /// Sets an HTTP or SOCKS proxy, as a URL. By default there is none; the environment is not read.
    pub fn with_proxy(mut self, proxy: Option<String>) -> OpenAiConfig {
        self.endpoint = self.endpoint.with_proxy(proxy);
        self
    }

    /// Sets how many texts go into one request, at least 1. By default 64.
    pub fn with_batch_size(mut self, batch_size: usize) -> OpenAiConfig {
        self.batch_size = batch_size.max(1);
        self
    }

    /// Sets how long one attempt may take. By default 30 seconds.
    pub fn with_timeout(mut self, timeout: Duration) -> OpenAiConfig {
        self.endpoint = self.endpoint.with_timeout(timeout);
        self
    }

    /// Sets how often a request is repeated that met status 429 or 5xx or no answer. By default 3 times.
    pub fn with_retries(mut self, retries: u32) -> OpenAiConfig {
        self.endpoint = self.endpoint.with_retries(retries);
        self
    }

    /// Sets the longest wait before the first repetition; it doubles with each. By default half a second.
    pub fn with_backoff(mut self, backoff: Duration) -> OpenAiConfig {
        self.endpoint = self.endpoint.with_backoff(backoff);
        self
    }
}

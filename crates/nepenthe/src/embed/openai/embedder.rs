//! Asking the endpoint.

use std::fmt;

use nepenthe_llm::{Endpoint, EndpointError};
use serde::Serialize;

use super::answer::Answer;
use super::config::{OpenAiConfig, RequestedDimension};
use crate::embed::{EmbedError, Embedder};

const PATH: &str = "/embeddings";

/// Turns texts into vectors by asking an OpenAI-compatible endpoint.
///
/// The texts leave this machine. The key is sent to the endpoint and shown nowhere.
pub struct OpenAiEmbedder {
    config: OpenAiConfig,
    name: String,
    endpoint: Endpoint,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: &'a [&'a str],
    #[serde(skip_serializing_if = "Option::is_none")]
    dimensions: Option<usize>,
}

impl OpenAiEmbedder {
    /// Takes the settings; asks nothing yet.
    ///
    /// # Errors
    /// [`EmbedError::Endpoint`] when the proxy's URL cannot be read.
    pub fn new(config: OpenAiConfig) -> Result<OpenAiEmbedder, EmbedError> {
        let error = |error: EndpointError| EmbedError::Endpoint {
            endpoint: config.endpoint.shown_url(PATH),
            reason: error.reason,
        };
        let endpoint = Endpoint::new(config.endpoint.clone()).map_err(error)?;
        Ok(OpenAiEmbedder { name: format!("openai:{}", config.model), config, endpoint })
    }

    /// Embeds one batch.
    fn embed_batch(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let dimensions = match self.config.requested {
            RequestedDimension::Native => None,
            RequestedDimension::Configured => Some(self.config.dimension),
        };
        let request = Request { model: &self.config.model, input: texts, dimensions };
        let bytes = self.endpoint.post(PATH, &request).map_err(|error| self.error(error.reason))?;
        let answer: Answer = serde_json::from_slice(&bytes)
            .map_err(|error| self.error(format!("its answer is not understood: {}", explain(&error))))?;
        answer.into_vectors(texts.len(), self.config.dimension)
    }

    fn error(&self, reason: String) -> EmbedError {
        EmbedError::Endpoint { endpoint: self.endpoint.shown_url(PATH), reason }
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

/// Says where JSON is wrong without quoting it.
fn explain(error: &serde_json::Error) -> String {
    let what = match error.classify() {
        serde_json::error::Category::Data => "not the JSON of embeddings",
        _ => "not JSON",
    };
    format!("{what} (line {}, column {})", error.line(), error.column())
}

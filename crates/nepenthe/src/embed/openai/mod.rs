//! Embeddings from an OpenAI-compatible HTTP endpoint.

mod answer;
mod config;
mod embedder;
#[cfg(test)]
mod tests;

pub use config::{OpenAiConfig, RequestedDimension};
pub use embedder::OpenAiEmbedder;

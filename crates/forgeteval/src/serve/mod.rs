//! What a run serves to the systems that are other processes: the embedder, at an OpenAI-compatible endpoint.

mod embeddings;
mod ledger;
mod request;
mod response;
mod server;

pub use server::{Access, EmbeddingServer, ServeError};

//! Texts to vectors: the seam [`Embedder`] and what implements it.

mod checked;
mod embedder;
#[cfg(feature = "minilm")]
pub mod minilm;
mod none;
mod once;
#[cfg(feature = "openai")]
mod openai;
mod passages;

pub(crate) use checked::{embed_checked, embed_stored};
pub use embedder::{EmbedError, Embedder, Relevance};
#[cfg(feature = "minilm")]
pub use minilm::MiniLm;
pub use none::NoEmbedder;
pub(crate) use once::{embed_once, once};
#[cfg(feature = "openai")]
pub use openai::{OpenAiConfig, OpenAiEmbedder, RequestedDimension};

//! The gateway: what a run serves to the systems that are other processes. The embedder and the language model, at an
//! OpenAI-compatible endpoint of this machine.

mod chat;
mod embeddings;
mod ledger;
mod request;
mod response;
mod route;
mod server;

pub use server::{Access, EmbedderAccess, Gateway, ServeError};

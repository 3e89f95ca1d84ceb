//! What training changed of all-MiniLM-L6-v2 for the two readers of Nepenthe's relevance model: safetensors of factors in eight bits
//! and of f32, 2.8 MB each. A crate of its own, since a package of the registry has at most 10 MB.

/// The first reader's changes, a safetensors file.
pub const FIRST: &[u8] = include_bytes!("reader-1.safetensors");

/// The second reader's changes, a safetensors file.
pub const SECOND: &[u8] = include_bytes!("reader-2.safetensors");

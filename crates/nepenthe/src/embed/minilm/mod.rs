//! all-MiniLM-L6-v2 (Reimers and Gurevych; Apache-2.0), run in this process from its official files.
//!
//! The forward pass is written out here, on the matrix kernels of rten. It needs no graph, no padding and no
//! attention mask: the tokens of a batch lie one text behind the other, and each text attends to itself alone.

mod adapter;
mod attention;
mod eight_bits;
mod encoder;
mod file;
mod folder;
mod mapped;
mod model;
mod norm;
mod official;
mod packed;
mod panel;
mod relevance;
mod tokenizer;
mod vocabulary;
mod weights;
mod words;

pub use file::{FILES, ModelFile, TOKENIZER_FILE, WEIGHTS_FILE};
pub use model::{DIMENSION, MAX_TOKENS, MiniLm, NAME, name_cut_at};

//! How a run is made.

/// How a run is made; every verdict records it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How many texts a recall may return; 10 is the default.
    pub k: usize,
    /// The name of the embedder that the systems share; `none` is the default.
    pub embedder: String,
}

impl Default for Options {
    fn default() -> Self {
        Self { k: 10, embedder: "none".to_owned() }
    }
}

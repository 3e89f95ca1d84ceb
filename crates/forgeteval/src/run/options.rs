//! How a run is made.

/// How a run is made; what tells verdicts apart, k and the embedder, is in each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How many texts a recall may return; 10 is the default.
    pub k: usize,
    /// How many systems play at once, where several do; 1 is the default.
    pub jobs: usize,
    /// The name of the embedder that the systems share; `none` is the default.
    pub embedder: String,
}

impl Default for Options {
    fn default() -> Self {
        Self { k: 10, jobs: 1, embedder: "none".to_owned() }
    }
}

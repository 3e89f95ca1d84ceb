//! The embedder that a run's systems share.

use std::path::Path;
use std::sync::Arc;

use clap::ValueEnum;
use nepenthe::embed::minilm::MAX_TOKENS;
use nepenthe::embed::{Embedder, NoEmbedder};
use nepenthe_model::{LazyMiniLm, ModelFinder};

/// The embedders that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum EmbedderChoice {
    /// all-MiniLM-L6-v2, in this process; fetched once if it is not there
    Minilm,
    /// no vectors: lexical recall, or the order of writing
    None,
}

/// Makes the embedder asked for; nothing is read before it is used.
pub(super) fn open(choice: EmbedderChoice, model_dir: Option<&Path>) -> Arc<dyn Embedder> {
    open_cut(choice, model_dir, MAX_TOKENS)
}

/// Makes the embedder asked for, which cuts texts behind so many tokens.
pub(super) fn open_cut(
    choice: EmbedderChoice,
    model_dir: Option<&Path>,
    max_tokens: usize,
) -> Arc<dyn Embedder> {
    match choice {
        EmbedderChoice::None => Arc::new(NoEmbedder),
        EmbedderChoice::Minilm => {
            let finder = ModelFinder::from_env().with_dir(model_dir.map(Path::to_path_buf));
            Arc::new(LazyMiniLm::new(finder).with_max_tokens(max_tokens))
        }
    }
}

//! The embedder that a run's systems share.

use std::path::Path;
use std::sync::Arc;

use clap::ValueEnum;
use nepenthe::embed::minilm::MAX_TOKENS;
use nepenthe::embed::{Embedder, NoEmbedder, OpenAiConfig, OpenAiEmbedder};
use nepenthe_model::{LazyMiniLm, ModelFinder};

use super::error::CliError;

/// Where an endpoint of embeddings is told; its key never comes from the command line, which every process can read.
const URL: &str = "FORGETEVAL_EMBEDDER_URL";
const MODEL: &str = "FORGETEVAL_EMBEDDER_MODEL";
const DIMENSION: &str = "FORGETEVAL_EMBEDDER_DIMENSION";
const KEY: &str = "FORGETEVAL_EMBEDDER_KEY";

/// The embedders that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum EmbedderChoice {
    /// all-MiniLM-L6-v2, in this process; fetched once if it is not there
    Minilm,
    /// an OpenAI-compatible endpoint: `FORGETEVAL_EMBEDDER_URL` up to /v1, `_MODEL`, `_DIMENSION` and, if it wants one, `_KEY`
    Openai,
    /// no vectors: lexical recall, or the order of writing
    None,
}

/// Makes the embedder asked for; nothing is read or reached before it is used.
pub(super) fn open(choice: EmbedderChoice, model_dir: Option<&Path>) -> Result<Arc<dyn Embedder>, CliError> {
    open_cut(choice, model_dir, MAX_TOKENS)
}

/// Makes the embedder asked for, which cuts texts behind so many tokens, where it is in this process.
pub(super) fn open_cut(
    choice: EmbedderChoice,
    model_dir: Option<&Path>,
    max_tokens: usize,
) -> Result<Arc<dyn Embedder>, CliError> {
    Ok(match choice {
        EmbedderChoice::None => Arc::new(NoEmbedder),
        EmbedderChoice::Minilm => {
            let finder = ModelFinder::from_env().with_dir(model_dir.map(Path::to_path_buf));
            Arc::new(LazyMiniLm::new(finder).with_max_tokens(max_tokens))
        }
        EmbedderChoice::Openai => Arc::new(endpoint()?),
    })
}

fn endpoint() -> Result<OpenAiEmbedder, CliError> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let needed = |name: &str| {
        variable(name).ok_or_else(|| CliError::usage(format!("--embedder openai needs the variable {name}")))
    };
    let dimension = needed(DIMENSION)?;
    let dimension: usize = dimension
        .parse()
        .ok()
        .filter(|dimension| *dimension > 0)
        .ok_or_else(|| CliError::usage(format!("{DIMENSION} is no dimension: {dimension}")))?;
    let config = OpenAiConfig::new(needed(URL)?, needed(MODEL)?, dimension).with_key(variable(KEY));
    OpenAiEmbedder::new(config).map_err(CliError::usage)
}

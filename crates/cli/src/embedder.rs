//! Which embedder a command works with. None is loaded or reached before it is used.

use std::sync::Arc;

use nepenthe::StoredEmbedder;
use nepenthe::embed::minilm;
use nepenthe::embed::{EmbedError, Embedder, NoEmbedder, OpenAiConfig, OpenAiEmbedder};
use nepenthe_model::{LazyMiniLm, ModelFinder, Progress};

use crate::args::{EmbedderName, GlobalArgs};
use crate::error::CliError;

/// What leads the name of an endpoint's model, as a store records it.
const OPENAI_PREFIX: &str = "openai:";

/// Where the endpoint's key may come from; never from the command line, which every process can read.
const KEYS: [&str; 2] = ["NEPENTHE_EMBED_KEY", "OPENAI_API_KEY"];

/// Returns the embedder asked for, or else the one that the store records, or else minilm.
pub(crate) fn choose(
    global: &GlobalArgs,
    stored: Option<&StoredEmbedder>,
) -> Result<Arc<dyn Embedder>, CliError> {
    match (global.embedder, stored) {
        (Some(EmbedderName::Minilm), _) | (None, None) => Ok(lazy_minilm(global)),
        (Some(EmbedderName::None), _) => Ok(Arc::new(NoEmbedder)),
        (Some(EmbedderName::Openai), stored) => openai(global, stored),
        (None, Some(stored)) if stored.dimension == 0 => Ok(Arc::new(NoEmbedder)),
        (None, Some(stored)) if stored.name == minilm::NAME => Ok(lazy_minilm(global)),
        (None, Some(stored)) if global.embed_url.is_some() => openai(global, Some(stored)),
        (None, Some(stored)) => Ok(Arc::new(OnlyRecorded(stored.clone()))),
    }
}

/// Returns the search for the files of minilm.
pub(crate) fn model_finder(global: &GlobalArgs) -> ModelFinder {
    let progress = if global.quiet || global.json { Progress::Silent } else { Progress::Stderr };
    ModelFinder::from_env().with_dir(global.model_dir.clone()).with_progress(progress)
}

fn lazy_minilm(global: &GlobalArgs) -> Arc<dyn Embedder> {
    Arc::new(LazyMiniLm::new(model_finder(global)))
}

fn openai(global: &GlobalArgs, stored: Option<&StoredEmbedder>) -> Result<Arc<dyn Embedder>, CliError> {
    let missing = |option| {
        CliError::usage(format!("the embedder openai needs {option}")).with_hint(
            "as in --embed-url http://localhost:11434/v1 --embed-model all-minilm --embed-dimension 384",
        )
    };
    let url = global.embed_url.as_ref().ok_or_else(|| missing("--embed-url"))?;
    // A store that was made with an endpoint's model records the model and its dimension.
    let stored = stored.and_then(|stored| Some((stored.name.strip_prefix(OPENAI_PREFIX)?, stored.dimension)));
    let model = global.embed_model.as_deref().or(stored.map(|(model, _)| model));
    let model = model.ok_or_else(|| missing("--embed-model"))?;
    let recorded = stored.filter(|(name, _)| *name == model).map(|(_, dimension)| dimension);
    let dimension = global.embed_dimension.map(|dimension| dimension as usize).or(recorded);
    let dimension = dimension.ok_or_else(|| missing("--embed-dimension"))?;
    let key = KEYS.into_iter().find_map(|name| std::env::var(name).ok().filter(|key| !key.is_empty()));
    let embedder = OpenAiEmbedder::new(OpenAiConfig::new(url, model, dimension).with_key(key));
    Ok(Arc::new(embedder.map_err(|error| CliError::usage(format!("--embed-url cannot be used: {error}")))?))
}

/// Stands for the embedder that made a store's vectors, where nothing says how to reach it: enough for whatever
/// needs no new vector.
struct OnlyRecorded(StoredEmbedder);

impl Embedder for OnlyRecorded {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn dimension(&self) -> usize {
        self.0.dimension
    }

    fn embed(&self, _texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let name = &self.0.name;
        Err(EmbedError::Unavailable(format!(
            "the store's vectors were made by the embedder {name}; say how to reach it with --embed-url"
        )))
    }
}

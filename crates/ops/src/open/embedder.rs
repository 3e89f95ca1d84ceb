//! Which embedder a store is opened with. None is loaded or reached before it is used.

use std::sync::Arc;

use nepenthe::StoredEmbedder;
use nepenthe::embed::minilm;
use nepenthe::embed::{EmbedError, Embedder, NoEmbedder, OpenAiConfig, OpenAiEmbedder};
use nepenthe_model::LazyMiniLm;

use super::{EmbedderName, EmbedderSettings, Setting, SettingError};

/// What leads the name of an endpoint's model, as a store records it.
const OPENAI_PREFIX: &str = "openai:";

/// What is said where nothing says how to reach the embedder of a store's vectors; its name goes behind.
const UNNAMED: &str = "nothing says how to reach the embedder that made the store's vectors";

/// Returns the embedder asked for, or else the one that the store records, or else minilm.
pub(super) fn choose(
    settings: &EmbedderSettings,
    stored: Option<&StoredEmbedder>,
) -> Result<Arc<dyn Embedder>, SettingError> {
    let minilm = || Arc::new(LazyMiniLm::new(settings.model_finder()));
    match (settings.name, stored) {
        (Some(EmbedderName::Minilm), _) | (None, None) => Ok(minilm()),
        (Some(EmbedderName::None), _) => Ok(Arc::new(NoEmbedder)),
        (Some(EmbedderName::Openai), stored) => openai(settings, stored),
        (None, Some(stored)) if stored.dimension == 0 => Ok(Arc::new(NoEmbedder)),
        (None, Some(stored)) if stored.name == minilm::NAME => Ok(minilm()),
        (None, Some(stored)) if settings.url.is_some() => openai(settings, Some(stored)),
        (None, Some(stored)) => Ok(Arc::new(OnlyRecorded(stored.clone()))),
    }
}

/// Tells whether that is why an embedder cannot be had.
pub(crate) fn is_unnamed(why: &str) -> bool {
    why.starts_with(UNNAMED)
}

fn openai(
    settings: &EmbedderSettings,
    stored: Option<&StoredEmbedder>,
) -> Result<Arc<dyn Embedder>, SettingError> {
    let missing = SettingError::EmbedderLacks;
    let url = settings.url.as_ref().ok_or(missing(Setting::EmbedUrl))?;
    // A store that was made with an endpoint's model records the model and its dimension.
    let stored = stored.and_then(|stored| Some((stored.name.strip_prefix(OPENAI_PREFIX)?, stored.dimension)));
    let model = settings.model.as_deref().or(stored.map(|(model, _)| model));
    let model = model.ok_or(missing(Setting::EmbedModel))?;
    let recorded = stored.filter(|(name, _)| *name == model).map(|(_, dimension)| dimension);
    let dimension = settings.dimension.or(recorded).ok_or(missing(Setting::EmbedDimension))?;
    let key = settings.key.as_ref().map(|key| key.0.clone());
    let embedder = OpenAiEmbedder::new(OpenAiConfig::new(url, model, dimension).with_key(key));
    Ok(Arc::new(embedder.map_err(|error| SettingError::EmbedUrl(error.to_string()))?))
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
        Err(EmbedError::Unavailable(format!("{UNNAMED}, {}", self.0.name)))
    }
}

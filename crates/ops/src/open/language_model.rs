//! Which language model a store is opened with. None is reached before it is used.

use std::sync::Arc;

use nepenthe::llm::cassette::CassetteError;
use nepenthe::llm::{
    Budget, Key, LanguageModel, Metered, OpenAi, OpenAiSettings, Recorder, Replayer, Unpriced,
};

use super::{LanguageModelSettings, Setting, SettingError, Settings};

/// A model under its budget, with its account.
pub(super) type Model = Arc<Metered<Box<dyn LanguageModel>>>;

/// Returns the model that the planner, or the placement when a text is written, asks; `None` where nobody is asked
/// for what is done: planning with words, writing texts.
pub(super) fn choose(settings: &Settings, words: bool, writes: bool) -> Result<Option<Model>, SettingError> {
    let asks = words && settings.planner_asks() || writes && settings.placement.annotates();
    if !asks {
        return Ok(None);
    }
    let model = &settings.language_model;
    let missing = |setting| SettingError::ModelLacks(settings.placement, setting);
    let budget = Budget::new(model.limits);
    if let Some(path) = &model.replay {
        let replayer = match &model.name {
            Some(name) => Some(Replayer::read(name, path)),
            None => Replayer::of_first(path).transpose(),
        };
        let replayer = replayer.transpose().map_err(cassette)?.ok_or_else(|| missing(Setting::ModelName))?;
        return metered(replayer, budget, model).map(Some);
    }
    let name = model.name.as_deref().ok_or_else(|| missing(Setting::ModelName))?;
    budget.check(name, model.price).map_err(unpriced)?;
    let url = model.url.as_deref().ok_or_else(|| missing(Setting::ModelUrl))?;
    let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    if !matches!(scheme.as_deref(), Some("http" | "https")) {
        return Err(SettingError::ModelScheme);
    }
    let key = match &model.key_file {
        Some(path) => {
            Some(Key::from_file(path).map_err(|error| SettingError::ModelKeyFile(error.to_string()))?)
        }
        None => model.key.clone(),
    };
    let asked = OpenAi::new(OpenAiSettings::new(url, name).with_key(key))
        .map_err(|error| SettingError::ModelUrl(error.to_string()))?;
    match &model.record {
        Some(path) => metered(Recorder::later(asked, path).map_err(cassette)?, budget, model),
        None => metered(asked, budget, model),
    }
    .map(Some)
}

fn metered(
    asked: impl LanguageModel + 'static,
    budget: Budget,
    settings: &LanguageModelSettings,
) -> Result<Model, SettingError> {
    let asked = Box::new(asked) as Box<dyn LanguageModel>;
    Ok(Arc::new(Metered::new(asked, budget, settings.price).map_err(unpriced)?))
}

#[expect(clippy::needless_pass_by_value, reason = "map_err hands it over")]
fn unpriced(error: Unpriced) -> SettingError {
    SettingError::Unpriced(error.to_string())
}

fn cassette(error: CassetteError) -> SettingError {
    let why = error.to_string();
    match error {
        CassetteError::File { source, .. } if source.kind() == std::io::ErrorKind::AlreadyExists => {
            SettingError::RecordExists(why)
        }
        CassetteError::File { .. } => SettingError::CassetteFile(why),
        _ => SettingError::CassetteContent(why),
    }
}

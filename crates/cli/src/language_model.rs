//! Which language model the planners of a command may ask. None is reached before it is used.

use std::sync::Arc;

use nepenthe::llm::cassette::CassetteError;
use nepenthe::llm::{
    Budget, Key, LanguageModel, Limits, Metered, OpenAi, OpenAiSettings, Recorder, Replayer,
};

use crate::args::{GlobalArgs, LlmArgs, PlannerName};
use crate::error::{CliError, Kind};

/// Where the endpoint's key may come from; never from the command line, which every process can read.
const KEY: &str = "NEPENTHE_LLM_KEY";

/// Returns the model that the planner asks; `None` where it asks none.
pub(crate) fn choose(global: &GlobalArgs) -> Result<Option<Arc<dyn LanguageModel>>, CliError> {
    if !matches!(global.planner, PlannerName::Llm | PlannerName::Routed) {
        return Ok(None);
    }
    let llm = &global.llm;
    let missing = |option: &str| {
        CliError::usage(format!("this planner needs {option}"))
            .with_hint("as in --llm http://localhost:11434/v1 --llm-model qwen3; or --llm-replay FILE")
    };
    let name = llm.llm_model.as_deref().ok_or_else(|| missing("--llm-model"))?;
    if let Some(path) = &llm.llm_replay {
        return metered(Replayer::read(name, path).map_err(cassette)?, llm).map(Some);
    }
    let url = llm.llm_url.as_deref().ok_or_else(|| missing("--llm"))?;
    let key = match &llm.llm_key_file {
        Some(path) => {
            Some(Key::from_file(path).map_err(|error| CliError::new(Kind::Input, error.to_string()))?)
        }
        None => Key::from_environment(KEY),
    };
    let model = OpenAi::new(OpenAiSettings::new(url, name).with_key(key))
        .map_err(|error| CliError::usage(format!("--llm cannot be used: {error}")))?;
    match &llm.llm_record {
        Some(path) => metered(Recorder::create(model, path).map_err(cassette)?, llm),
        None => metered(model, llm),
    }
    .map(Some)
}

fn metered(model: impl LanguageModel + 'static, llm: &LlmArgs) -> Result<Arc<dyn LanguageModel>, CliError> {
    let budget = Budget::new(Limits { calls: llm.llm_calls, tokens: llm.llm_tokens, money: llm.llm_money });
    let metered = Metered::new(model, budget, llm.llm_price).map_err(|error| {
        CliError::usage(error.to_string()).with_hint("say what it costs with --llm-price")
    })?;
    Ok(Arc::new(metered))
}

fn cassette(error: CassetteError) -> CliError {
    let kind = match &error {
        CassetteError::File { source, .. } if source.kind() == std::io::ErrorKind::AlreadyExists => {
            Kind::Exists
        }
        CassetteError::File { .. } => Kind::Io,
        _ => Kind::Input,
    };
    CliError::new(kind, error.to_string())
}

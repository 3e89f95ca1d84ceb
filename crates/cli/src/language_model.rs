//! Which language model a command may ask. None is reached before it is used.

use std::sync::Arc;

use nepenthe::Placement;
use nepenthe::llm::cassette::CassetteError;
use nepenthe::llm::{
    Budget, Key, LanguageModel, Limits, Metered, OpenAi, OpenAiSettings, Recorder, Replayer, Unpriced,
};

use crate::args::{GlobalArgs, LlmArgs};
use crate::error::{CliError, Kind};

/// Where the endpoint's key may come from; never from the command line, which every process can read.
const KEY: &str = "NEPENTHE_LLM_KEY";
const EXAMPLE: &str = "as in --llm http://localhost:11434/v1 --llm-model qwen3";

/// A model under the budget that was typed, with its account.
pub(crate) type Model = Arc<Metered<Box<dyn LanguageModel>>>;

/// Returns the model that the planner, or the placement when a text is written, asks; `None` where nobody is asked
/// for what the command does: it plans with words, it writes texts.
pub(crate) fn choose(global: &GlobalArgs, plans: bool, writes: bool) -> Result<Option<Model>, CliError> {
    let asks = plans && global.planner_asks() || writes && global.placement().annotates();
    if !asks {
        return Ok(None);
    }
    let llm = &global.llm;
    let who = match global.placement() {
        Placement::None => "this planner".to_owned(),
        placement => format!("--placement {placement}"),
    };
    let missing = |option: &str| {
        CliError::usage(format!("{who} needs {option}")).with_hint(format!("{EXAMPLE}; or --llm-replay FILE"))
    };
    let budget = Budget::new(Limits { calls: llm.llm_calls, tokens: llm.llm_tokens, money: llm.llm_money });
    if let Some(path) = &llm.llm_replay {
        let replayer = match &llm.llm_model {
            Some(name) => Some(Replayer::read(name, path)),
            None => Replayer::of_first(path).transpose(),
        };
        let replayer = replayer.transpose().map_err(cassette)?.ok_or_else(|| missing("--llm-model"))?;
        return metered(replayer, budget, llm).map(Some);
    }
    let name = llm.llm_model.as_deref().ok_or_else(|| missing("--llm-model"))?;
    budget.check(name, llm.llm_price).map_err(unpriced)?;
    let url = llm.llm_url.as_deref().ok_or_else(|| missing("--llm"))?;
    let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    if !matches!(scheme.as_deref(), Some("http" | "https")) {
        return Err(CliError::usage("--llm is not the URL of an HTTP endpoint").with_hint(EXAMPLE));
    }
    let key = match &llm.llm_key_file {
        Some(path) => {
            Some(Key::from_file(path).map_err(|error| CliError::new(Kind::Input, error.to_string()))?)
        }
        None => Key::from_environment(KEY),
    };
    let model = OpenAi::new(OpenAiSettings::new(url, name).with_key(key))
        .map_err(|error| CliError::usage(format!("--llm cannot be used: {error}")))?;
    match &llm.llm_record {
        Some(path) => metered(Recorder::later(model, path).map_err(cassette)?, budget, llm),
        None => metered(model, budget, llm),
    }
    .map(Some)
}

fn metered(model: impl LanguageModel + 'static, budget: Budget, llm: &LlmArgs) -> Result<Model, CliError> {
    Ok(Arc::new(
        Metered::new(Box::new(model) as Box<dyn LanguageModel>, budget, llm.llm_price).map_err(unpriced)?,
    ))
}

#[expect(clippy::needless_pass_by_value, reason = "map_err hands it over")]
fn unpriced(error: Unpriced) -> CliError {
    CliError::usage(error.to_string()).with_hint("say what it costs with --llm-price")
}

fn cassette(error: CassetteError) -> CliError {
    let kind = match &error {
        CassetteError::File { source, .. } if source.kind() == std::io::ErrorKind::AlreadyExists => {
            Kind::Exists
        }
        CassetteError::File { .. } => Kind::Io,
        _ => Kind::Input,
    };
    let error = CliError::new(kind, error.to_string());
    match kind {
        Kind::Exists => error.with_hint("name another file, or replay this one with --llm-replay"),
        _ => error,
    }
}

//! The language model that a run gives to its systems.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use forgeteval::llm::{Origin, RunModel, rivals};
use nepenthe_llm::cassette::CassetteError;
use nepenthe_llm::scripted::Mode;
use nepenthe_llm::{
    Budget, EndpointSettings, Key, LanguageModel, Limits, Money, OpenAi, OpenAiSettings, Price, Recorder,
    Replayer, Scripted,
};

use super::error::CliError;

/// Where the endpoint's key may come from; never from the command line, which every process can read. Systems find another
/// key under this name.
const KEY: &str = "FORGETEVAL_LLM_KEY";

/// What `--llm` says for the model without a model.
const SCRIPTED: &str = "scripted";

/// The language model that a run gives to its systems, and what they may take of it.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Language model")]
pub(super) struct LlmArgs {
    /// The endpoint that systems ask, OpenAI-compatible, up to /v1; its key comes from FORGETEVAL_LLM_KEY or a file. Or
    /// `scripted`: rules in its place, for tests, with `scripted:MODE` for good, greedy, malformed, truncated, slow,
    /// refusing or unreachable
    #[arg(long, value_name = "URL")]
    llm: Option<String>,
    /// The model that is asked of the endpoint, whatever a system asks for
    #[arg(long, value_name = "NAME")]
    llm_model: Option<String>,
    /// The file with the endpoint's key [default: the variable FORGETEVAL_LLM_KEY]
    #[arg(long, value_name = "FILE", requires = "llm")]
    llm_key_file: Option<PathBuf>,
    /// What a million tokens of prompts and of answers cost, such as 0.14/0.28
    #[arg(long, value_name = "IN/OUT")]
    price: Option<Price>,
    /// Answer from a recorded file, without a network
    #[arg(long, value_name = "FILE", conflicts_with_all = ["llm", "record"])]
    replay: Option<PathBuf>,
    /// Write what is asked and answered into a new file; the texts of cases are in it
    #[arg(long, value_name = "FILE", requires = "llm")]
    record: Option<PathBuf>,
    /// Stop before the model is asked more often than that, all systems together
    #[arg(long, value_name = "N")]
    llm_calls: Option<u64>,
    /// Stop before the model takes more tokens than that, prompts and answers together
    #[arg(long, value_name = "N")]
    llm_tokens: Option<u64>,
    /// Stop before the model costs more than that; needs --price
    #[arg(long, value_name = "AMOUNT")]
    llm_money: Option<Money>,
}

impl LlmArgs {
    /// What `--llm scripted` alone means.
    pub(super) fn scripted() -> Self {
        Self { llm: Some(SCRIPTED.to_owned()), ..Self::default() }
    }

    /// Makes the model; `None` where none was asked for. It is reached by the first question, and not before.
    pub(super) fn open(&self) -> Result<Option<Arc<RunModel>>, CliError> {
        let limits = Limits { calls: self.llm_calls, tokens: self.llm_tokens, money: self.llm_money };
        if self.llm.is_none() && self.replay.is_none() {
            if self.llm_model.is_some() || self.price.is_some() || limits != Limits::default() {
                return Err(CliError::usage(
                    "there is no language model; give one with --llm URL or --replay FILE",
                ));
            }
            return Ok(None);
        }
        let (model, origin) = self.model()?;
        let model = match &self.record {
            Some(path) => Arc::new(Recorder::later(model, path).map_err(cassette)?),
            None => model,
        };
        let model = RunModel::new(model, origin, Budget::new(limits), self.price)
            .map_err(|error| CliError::usage(format!("{error}; say it with --price IN/OUT")))?;
        Ok(Some(Arc::new(model)))
    }

    fn model(&self) -> Result<(Arc<dyn LanguageModel>, Origin), CliError> {
        if let Some(path) = &self.replay {
            let replayer = match &self.llm_model {
                Some(name) => Replayer::read(name, path).map(Some),
                None => Replayer::of_first(path),
            };
            let replayer = replayer.map_err(cassette)?.ok_or_else(|| {
                CliError::failed(format!(
                    "{} holds no answer; name the model with --llm-model",
                    path.display()
                ))
            })?;
            return Ok((Arc::new(replayer), Origin::Replay));
        }
        let url = self.llm.as_deref().unwrap_or_default();
        if let Some(mode) = url.strip_prefix(SCRIPTED) {
            let mode = match mode.strip_prefix(':') {
                Some(mode) => mode,
                None if mode.is_empty() => "good",
                None => {
                    return Err(CliError::usage(format!("--llm {url}: write scripted, or scripted:MODE")));
                }
            };
            if self.llm_model.is_some() || self.llm_key_file.is_some() {
                return Err(CliError::usage("--llm scripted has one model, and no key"));
            }
            let origin = Origin::Scripted { mode: mode.to_owned() };
            // Named as tables name it, so that a replay of it is too.
            let model = Scripted::new(mode.parse::<Mode>().map_err(CliError::usage)?)
                .with_name(origin.label(SCRIPTED))
                .with_rule(rivals::answer);
            return Ok((Arc::new(model), origin));
        }
        let name = self.llm_model.as_deref().ok_or_else(|| {
            CliError::usage(
                "--llm needs --llm-model, as in --llm http://localhost:11434/v1 --llm-model qwen3",
            )
        })?;
        let key = match &self.llm_key_file {
            Some(path) => Some(Key::from_file(path).map_err(CliError::failed)?),
            None => Key::from_environment(KEY),
        };
        let shown = EndpointSettings::new(url).shown_url("");
        let model = OpenAi::new(OpenAiSettings::new(url, name).with_key(key))
            .map_err(|error| CliError::usage(format!("--llm cannot be used: {error}")))?;
        Ok((Arc::new(model), Origin::Endpoint { url: shown }))
    }
}

fn cassette(error: CassetteError) -> CliError {
    let exists = matches!(&error, CassetteError::File { source, .. }
        if source.kind() == std::io::ErrorKind::AlreadyExists);
    CliError::Failed {
        message: error.to_string(),
        hint: exists.then(|| "--record writes a new file; name another".to_owned()),
    }
}

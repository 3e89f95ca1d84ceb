//! What the command says of a setting that keeps a store from being opened: its option, and what to type.

use nepenthe::Placement;
use nepenthe_ops::{PlannerName, Setting, SettingError};

use super::{CliError, Kind};

const MODEL: &str = "as in --llm http://localhost:11434/v1 --llm-model qwen3";
const EMBEDDER: &str =
    "as in --embed-url http://localhost:11434/v1 --embed-model all-minilm --embed-dimension 384";

impl From<&SettingError> for CliError {
    fn from(error: &SettingError) -> Self {
        match error {
            SettingError::EmbedderLacks(setting) => {
                Self::usage(format!("the embedder openai needs {}", option(*setting))).with_hint(EMBEDDER)
            }
            SettingError::EmbedUrl(why) => Self::usage(format!("--embed-url cannot be used: {why}")),
            SettingError::ModelLacks(placement, setting) => {
                let who = match placement {
                    Placement::None => "this planner".to_owned(),
                    placement => format!("--placement {placement}"),
                };
                Self::usage(format!("{who} needs {}", option(*setting)))
                    .with_hint(format!("{MODEL}; or --llm-replay FILE"))
            }
            SettingError::ModelScheme => {
                Self::usage("--llm is not the URL of an HTTP endpoint").with_hint(MODEL)
            }
            SettingError::ModelUrl(why) => Self::usage(format!("--llm cannot be used: {why}")),
            SettingError::ModelKeyFile(why) | SettingError::CassetteContent(why) => Self::input(why),
            SettingError::Unpriced(why) => Self::usage(why).with_hint("say what it costs with --llm-price"),
            SettingError::RecordExists(why) => Self::new(Kind::Exists, why)
                .with_hint("name another file, or replay this one with --llm-replay"),
            SettingError::CassetteFile(why) => Self::new(Kind::Io, why),
            SettingError::PlannerClash(placement, planner) => Self::usage(format!(
                "--placement {placement} does not go with --planner {}",
                planner.as_str()
            ))
            .with_hint(together(*placement, *planner)),
            SettingError::MergeUnasked(placement) => Self::usage(format!(
                "--merge is asked when a text is written, and --placement {placement} asks nobody then"
            ))
            .with_hint("say --placement inscribe, inscribe-aware or joint"),
            other => Self::usage(other),
        }
    }
}

/// The option of a setting.
fn option(setting: Setting) -> &'static str {
    match setting {
        Setting::EmbedUrl => "--embed-url",
        Setting::EmbedModel => "--embed-model",
        Setting::EmbedDimension => "--embed-dimension",
        Setting::ModelUrl => "--llm",
        Setting::ModelKeyFile => "--llm-key-file",
        Setting::ModelPrice => "--llm-price",
        Setting::Cassette => "--llm-replay",
        Setting::Planner => "--planner",
        Setting::Merge => "--merge",
        _ => "--llm-model",
    }
}

/// How a planner and a placement that do not go together can be had.
fn together(placement: Placement, planner: PlannerName) -> &'static str {
    match (placement, planner) {
        (Placement::Inscribe | Placement::InscribeAware, PlannerName::Llm) => "say --placement joint",
        (Placement::Inscribe | Placement::InscribeAware, _) => {
            "annotations and the planner routed cannot be had together; say --placement joint"
        }
        _ => "leave out --planner and NEPENTHE_PLANNER: this placement has its own",
    }
}

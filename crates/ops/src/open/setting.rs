//! [`SettingError`]: which setting keeps a store from being opened, and why.

use std::fmt;

use nepenthe::Placement;

use super::PlannerName;
use crate::{Code, OpError};

/// A setting, for whoever knows how it is written where the settings come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// [`EmbedderSettings::url`](super::EmbedderSettings::url).
    EmbedUrl,
    /// [`EmbedderSettings::model`](super::EmbedderSettings::model).
    EmbedModel,
    /// [`EmbedderSettings::dimension`](super::EmbedderSettings::dimension).
    EmbedDimension,
    /// [`LanguageModelSettings::url`](super::LanguageModelSettings::url).
    ModelUrl,
    /// [`LanguageModelSettings::name`](super::LanguageModelSettings::name).
    ModelName,
    /// [`LanguageModelSettings::key_file`](super::LanguageModelSettings::key_file).
    ModelKeyFile,
    /// [`LanguageModelSettings::price`](super::LanguageModelSettings::price).
    ModelPrice,
    /// [`LanguageModelSettings::record`](super::LanguageModelSettings::record) or
    /// [`replay`](super::LanguageModelSettings::replay).
    Cassette,
    /// [`Settings::planner`](super::Settings::planner).
    Planner,
    /// [`Settings::merge`](super::Settings::merge).
    Merge,
}

/// Why a store is not opened as the settings say.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingError {
    /// An endpoint's embedder needs it.
    EmbedderLacks(Setting),
    /// The endpoint for vectors cannot be used, for this reason.
    EmbedUrl(String),
    /// The planner, or this placement, asks a language model, which needs it.
    ModelLacks(Placement, Setting),
    /// The endpoint of the language model is no URL of HTTP.
    ModelScheme,
    /// The endpoint of the language model cannot be used, for this reason.
    ModelUrl(String),
    /// The file with the endpoint's key cannot be used, for this reason.
    ModelKeyFile(String),
    /// Money is limited, and there is no price.
    Unpriced(String),
    /// The file that is recorded into exists.
    RecordExists(String),
    /// A file of questions and answers cannot be read or written.
    CassetteFile(String),
    /// What a file of questions and answers holds cannot be used.
    CassetteContent(String),
    /// The placement has a planner of its own, or none that goes with this one.
    PlannerClash(Placement, PlannerName),
    /// The placement asks nobody when a text is written.
    MergeUnasked(Placement),
}

impl SettingError {
    /// Returns the setting that is to be changed.
    #[must_use]
    pub fn setting(&self) -> Setting {
        match self {
            Self::EmbedderLacks(setting) | Self::ModelLacks(_, setting) => *setting,
            Self::EmbedUrl(_) => Setting::EmbedUrl,
            Self::ModelScheme | Self::ModelUrl(_) => Setting::ModelUrl,
            Self::ModelKeyFile(_) => Setting::ModelKeyFile,
            Self::Unpriced(_) => Setting::ModelPrice,
            Self::RecordExists(_) | Self::CassetteFile(_) | Self::CassetteContent(_) => Setting::Cassette,
            Self::PlannerClash(..) => Setting::Planner,
            Self::MergeUnasked(_) => Setting::Merge,
        }
    }

    /// Returns the code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::RecordExists(_) => Code::FileExists,
            Self::CassetteFile(_) => Code::FileFailed,
            _ => Code::BadSetting,
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EmbedUrl => "the URL of an endpoint",
            Self::EmbedModel => "the name of the endpoint's model",
            Self::EmbedDimension => "the number of components of its vectors",
            Self::ModelUrl => "the URL of a language model's endpoint",
            Self::ModelName => "the name of a language model",
            Self::ModelKeyFile => "the key of a language model's endpoint",
            Self::ModelPrice => "the price of the language model",
            Self::Cassette => "a file of questions and answers",
            Self::Planner => "a planner",
            Self::Merge => "what becomes of older memories",
        })
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmbedderLacks(setting) => write!(f, "the embedder openai needs {setting}"),
            Self::EmbedUrl(why) => write!(f, "the endpoint for vectors cannot be used: {why}"),
            Self::ModelLacks(Placement::None, setting) => write!(f, "this planner needs {setting}"),
            Self::ModelLacks(placement, setting) => write!(f, "the placement {placement} needs {setting}"),
            Self::ModelScheme => {
                f.write_str("the language model's endpoint is not the URL of an HTTP endpoint")
            }
            Self::ModelUrl(why) => write!(f, "the language model's endpoint cannot be used: {why}"),
            Self::ModelKeyFile(why)
            | Self::Unpriced(why)
            | Self::RecordExists(why)
            | Self::CassetteFile(why)
            | Self::CassetteContent(why) => f.write_str(why),
            Self::PlannerClash(placement, planner) => {
                write!(f, "the placement {placement} does not go with the planner {}", planner.as_str())
            }
            Self::MergeUnasked(placement) => write!(
                f,
                "what becomes of older memories is asked when a text is written, and the placement {placement} asks nobody then"
            ),
        }
    }
}

impl From<SettingError> for OpError {
    fn from(error: SettingError) -> Self {
        Self::of_setting(error)
    }
}

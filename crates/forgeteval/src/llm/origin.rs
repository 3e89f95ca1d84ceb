//! Where the answers of a run's language model come from.

use serde::{Deserialize, Serialize};

/// Where the answers of a run's language model come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// From an endpoint, while the run lasts.
    Endpoint {
        /// Its address, without credentials.
        url: String,
    },
    /// From a cassette, of a run before.
    Replay,
    /// From rules: what they answer is no result.
    Scripted {
        /// How the rules behave, such as `good` or `truncated`.
        mode: String,
    },
}

impl Origin {
    /// Returns how tables name a model with answers from here: `scripted`, `scripted:truncated`, `replay of MODEL`, `MODEL`.
    #[must_use]
    pub fn label(&self, model: &str) -> String {
        match self {
            Self::Endpoint { .. } => model.to_owned(),
            Self::Replay => format!("replay of {model}"),
            Self::Scripted { mode } if mode == "good" => "scripted".to_owned(),
            Self::Scripted { mode } => format!("scripted:{mode}"),
        }
    }
}

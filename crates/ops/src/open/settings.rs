//! [`Settings`]: how a store is opened.

use std::path::PathBuf;

use nepenthe::llm::{Key, Limits, Price};
use nepenthe::{Indexes, Merge, Placement, Unanswered};
use nepenthe_model::{ModelFinder, Progress};

use crate::Text;

/// How a store is opened. What is left out is as the store records it, or else as usual.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The store's file. Of one whose rows are in PostgreSQL, the file beside which what belongs to it here lies.
    pub db: PathBuf,
    /// Where the store's rows are, if not in a file.
    pub server: Option<ServerSettings>,
    /// Who acts, as the log and receipts name it.
    pub actor: String,
    /// What makes the vectors.
    pub embedder: EmbedderSettings,
    /// What chooses the memories that words mean; by itself the placement's.
    pub planner: Option<PlannerName>,
    /// Where a language model is asked.
    pub placement: Placement,
    /// What becomes of the memory that a new text brings up to date.
    pub merge: Option<Merge>,
    /// What happens where the model's answer about a text that is written cannot be used.
    pub unanswered: Unanswered,
    /// Which language model.
    pub language_model: LanguageModelSettings,
    /// The file of the master key of an encrypted store; a store that is made is encrypted then.
    pub master_key: Option<PathBuf>,
    /// Where an encrypted store has its indexes.
    pub indexes: Option<Indexes>,
}

/// A store whose rows are in PostgreSQL.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The URL of the database, in which a password may stand.
    pub url: Text,
    /// The file of the memories' keys.
    pub keys: PathBuf,
    /// The folder for the mirror, which may be thrown away.
    pub cache: PathBuf,
}

/// What makes the vectors.
#[derive(Debug, Clone, Default)]
pub struct EmbedderSettings {
    /// Which; by itself the one that the store records, or minilm for a new one.
    pub name: Option<EmbedderName>,
    /// The folder with the files of minilm; then nothing is fetched.
    pub model_dir: Option<PathBuf>,
    /// Who is told of a download.
    pub progress: Option<Progress>,
    /// The endpoint (openai).
    pub url: Option<String>,
    /// The endpoint's model (openai).
    pub model: Option<String>,
    /// The components of its vectors (openai).
    pub dimension: Option<usize>,
    /// The endpoint's key (openai).
    pub key: Option<Text>,
}

/// Which language model is asked, and how much.
#[derive(Debug, Clone, Default)]
pub struct LanguageModelSettings {
    /// The OpenAI-compatible endpoint.
    pub url: Option<String>,
    /// The endpoint's model.
    pub name: Option<String>,
    /// The file with the endpoint's key; it goes before `key`.
    pub key_file: Option<PathBuf>,
    /// The endpoint's key.
    pub key: Option<Key>,
    /// What happens where an answer cannot be used.
    pub otherwise: OtherwiseName,
    /// How much may be asked.
    pub limits: Limits,
    /// What it costs.
    pub price: Option<Price>,
    /// The new file that keeps what is asked and answered.
    pub record: Option<PathBuf>,
    /// Such a file, which answers instead.
    pub replay: Option<PathBuf>,
}

/// The embedders that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmbedderName {
    /// all-MiniLM-L6-v2, run in this process.
    Minilm,
    /// No vectors.
    None,
    /// An OpenAI-compatible endpoint.
    Openai,
}

/// The planners that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlannerName {
    /// Nepenthe's own, without a language model.
    Canonical,
    /// The policy of the paper's reference store.
    Published,
    /// A language model.
    Llm,
    /// Nepenthe's own, and a language model where that is not sure.
    Routed,
}

/// What happens where a language model's answer about words cannot be used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OtherwiseName {
    /// Nothing is changed.
    #[default]
    Fail,
    /// The planner canonical chooses.
    Canonical,
    /// The planner published chooses.
    Published,
}

impl Settings {
    /// A store with everything as usual.
    pub fn new(db: impl Into<PathBuf>, actor: impl Into<String>) -> Self {
        Self {
            db: db.into(),
            server: None,
            actor: actor.into(),
            embedder: EmbedderSettings::default(),
            planner: None,
            placement: Placement::None,
            merge: None,
            unanswered: Unanswered::Plain,
            language_model: LanguageModelSettings::default(),
            master_key: None,
            indexes: None,
        }
    }

    /// The planner that was asked for, or the placement's.
    #[must_use]
    pub fn planner_name(&self) -> PlannerName {
        self.planner.unwrap_or(match self.placement {
            Placement::Mutation | Placement::Joint => PlannerName::Llm,
            Placement::Routed => PlannerName::Routed,
            _ => PlannerName::Canonical,
        })
    }

    /// Tells whether the planner asks a language model.
    #[must_use]
    pub fn planner_asks(&self) -> bool {
        matches!(self.planner_name(), PlannerName::Llm | PlannerName::Routed)
    }
}

impl EmbedderSettings {
    /// Returns the search for the files of minilm.
    #[must_use]
    pub fn model_finder(&self) -> ModelFinder {
        let progress = self.progress.unwrap_or(Progress::Silent);
        ModelFinder::from_env().with_dir(self.model_dir.clone()).with_progress(progress)
    }
}

impl PlannerName {
    /// Returns the word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Canonical => "canonical",
            Self::Published => "published",
            Self::Llm => "llm",
            Self::Routed => "routed",
        }
    }
}

//! From the options that were typed to the settings that a store is opened with.

use std::path::{Path, PathBuf};

use nepenthe::Unanswered;
use nepenthe::llm::{Key, Limits};
use nepenthe_model::Progress;
use nepenthe_ops::{
    EmbedderName, EmbedderSettings, LanguageModelSettings, OtherwiseName, PlannerName, ServerSettings,
    Settings,
};

use crate::args::{self, GlobalArgs};

/// Where the store is if nobody says otherwise.
const USUAL_STORE: &str = "nepenthe.db";

/// Who acts then.
const USUAL_ACTOR: &str = "cli";

/// Where the keys of endpoints may come from; never from the command line, which every process can read.
const EMBED_KEYS: [&str; 2] = ["NEPENTHE_EMBED_KEY", "OPENAI_API_KEY"];
const MODEL_KEY: &str = "NEPENTHE_LLM_KEY";

/// Where the keys of memories are if nobody says otherwise.
const USUAL_KEYS: &str = "nepenthe.keys";

/// Tells whether a store that was named is in PostgreSQL.
pub(crate) fn is_server(db: &str) -> bool {
    db.starts_with("postgres://") || db.starts_with("postgresql://")
}

/// Where the keys of memories of a store in PostgreSQL are.
pub(crate) fn memory_keys(typed: &GlobalArgs) -> PathBuf {
    typed.memory_keys.clone().unwrap_or_else(|| USUAL_KEYS.into())
}

/// The path that a file of keys lies beside, with `.keys` behind it.
fn beside(keys: &Path) -> PathBuf {
    if keys.extension().is_some_and(|end| end == "keys") { keys.with_extension("") } else { keys.to_owned() }
}

impl GlobalArgs {
    /// Returns how the store is opened.
    pub(crate) fn settings(&self) -> Settings {
        let server = self.server_settings();
        let db = match &server {
            None => self.db.clone().unwrap_or_else(|| USUAL_STORE.into()),
            Some(server) => beside(&server.keys),
        };
        let usual = Settings::new(db, self.actor.as_deref().unwrap_or(USUAL_ACTOR));
        Settings {
            server,
            embedder: self.embedder_settings(),
            planner: self.planner.map(Into::into),
            placement: self.placement(),
            merge: self.merge.map(Into::into),
            unanswered: self.llm.llm_unanswered.into(),
            language_model: self.language_model_settings(),
            master_key: self.master_key.clone(),
            indexes: self.indexes.map(Into::into),
            ..usual
        }
    }

    /// Where the store's rows are, if --db names a database in PostgreSQL.
    fn server_settings(&self) -> Option<ServerSettings> {
        let url = self.db.as_deref()?.to_str().filter(|db| is_server(db))?;
        let usual = || {
            let folders = directories::ProjectDirs::from("", "", "nepenthe");
            folders.map_or_else(|| "nepenthe-mirrors".into(), |folders| folders.cache_dir().join("mirrors"))
        };
        Some(ServerSettings {
            url: url.to_owned().into(),
            keys: memory_keys(self),
            cache: self.cache.clone().unwrap_or_else(usual),
        })
    }

    fn embedder_settings(&self) -> EmbedderSettings {
        let key = |name| std::env::var(name).ok().filter(|key| !key.is_empty());
        let progress = if self.quiet || self.json { Progress::Silent } else { Progress::Stderr };
        EmbedderSettings {
            name: self.embedder.map(Into::into),
            model_dir: self.model_dir.clone(),
            progress: Some(progress),
            url: self.embed_url.clone(),
            model: self.embed_model.clone(),
            dimension: self.embed_dimension.map(|dimension| dimension as usize),
            key: EMBED_KEYS.into_iter().find_map(key).map(Into::into),
        }
    }

    fn language_model_settings(&self) -> LanguageModelSettings {
        let llm = &self.llm;
        LanguageModelSettings {
            url: llm.llm_url.clone(),
            name: llm.llm_model.clone(),
            key_file: llm.llm_key_file.clone(),
            key: Key::from_environment(MODEL_KEY),
            otherwise: llm.llm_otherwise.into(),
            limits: Limits { calls: llm.llm_calls, tokens: llm.llm_tokens, money: llm.llm_money },
            price: llm.llm_price,
            record: llm.llm_record.clone(),
            replay: llm.llm_replay.clone(),
        }
    }
}

/// What can be typed, as the operations have it.
macro_rules! means {
    ($($typed:ident -> $meant:ident { $($name:ident),* })*) => {
        $(impl From<args::$typed> for $meant {
            fn from(name: args::$typed) -> Self {
                match name {
                    $(args::$typed::$name => Self::$name,)*
                }
            }
        })*
    };
}

means! {
    EmbedderName -> EmbedderName { Minilm, None, Openai }
    PlannerName -> PlannerName { Canonical, Published, Llm, Routed }
    OtherwiseName -> OtherwiseName { Fail, Canonical, Published }
    UnansweredName -> Unanswered { Plain, Fail }
}

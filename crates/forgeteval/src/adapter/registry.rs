//! The systems that the command knows by name.

use std::sync::Arc;

use nepenthe::control::planner::{Canonical, Llm, Otherwise, Published, Routed};
use nepenthe::{Merge, Placement};

use super::nepenthe::WITHOUT;
use super::{Baseline, CachedEmbedder, NaiveSql, Nepenthe, NormalizedKeys, Null, OracleEdits, System};
use crate::llm::{ModelMeter, RunModel};

/// What systems are made with.
#[derive(Clone)]
pub struct Settings {
    /// The embedder that all systems of a run share; each gets a handle of its own.
    pub embedder: Arc<CachedEmbedder>,
    /// The language model that all systems of a run share, where it has one.
    pub model: Option<Arc<RunModel>>,
    /// The PostgreSQL database in which Nepenthe has its stores, one for each case, by a URL.
    pub database: Option<String>,
}

impl Settings {
    /// Settings without a language model and a database.
    #[must_use]
    pub fn new(embedder: Arc<CachedEmbedder>) -> Self {
        Self { embedder, model: None, database: None }
    }

    /// Returns the language model for a system of this process, by its name: what is asked of it goes to that system's account.
    #[must_use]
    pub fn language_model(&self, system: &str) -> Option<Arc<ModelMeter>> {
        let meter = self.model.as_ref()?.meter(system);
        // Systems in this process tell of answers that they cannot use.
        meter.judges();
        Some(meter)
    }
}

/// A system that the command knows.
pub struct Entry {
    /// The name it is asked for by, and that its [`System::name`] returns.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Makes it; `None` where it needs a language model, and the settings have none.
    pub build: fn(&Settings) -> Option<Arc<dyn System>>,
    /// Whether it needs a language model.
    pub language_model: bool,
}

/// Every system that the command knows, in the order of a table's rows.
pub const REGISTRY: &[Entry] = &[
    Entry {
        name: "nepenthe:published",
        about: "Nepenthe with the paper's deterministic policy",
        build: |settings| Some(Arc::new(Nepenthe::published(settings))),
        language_model: false,
    },
    Entry {
        name: "nepenthe:canonical",
        about: "Nepenthe with its own planner, without a language model",
        build: |settings| Some(Arc::new(Nepenthe::canonical(settings))),
        language_model: false,
    },
    Entry {
        name: "nepenthe-llm",
        about: "Nepenthe, and a language model at each change in words (the paper's mutation-time hook)",
        build: |settings| {
            let planner = Llm::new(Otherwise::Planner(Arc::new(Published)));
            Some(Arc::new(Nepenthe::asking("nepenthe-llm", Arc::new(planner), settings)?))
        },
        language_model: true,
    },
    Entry {
        name: "nepenthe-inscribe",
        about: "Nepenthe with the paper's deterministic policy; a language model annotates each text that is written, and nothing reads that",
        build: |settings| {
            Some(Arc::new(Nepenthe::placed("nepenthe-inscribe", Placement::Inscribe, None, settings)?))
        },
        language_model: true,
    },
    Entry {
        name: "nepenthe-inscribe-aware",
        about: "the same, and the policy reads the annotations",
        build: |settings| {
            Some(Arc::new(Nepenthe::placed(
                "nepenthe-inscribe-aware",
                Placement::InscribeAware,
                None,
                settings,
            )?))
        },
        language_model: true,
    },
    Entry {
        name: "nepenthe-merge",
        about: "the same as nepenthe-inscribe, and a text takes the place of what it brings up to date, as the language model says",
        build: |settings| {
            Some(Arc::new(Nepenthe::placed(
                "nepenthe-merge",
                Placement::Inscribe,
                Some(Merge::Replace),
                settings,
            )?))
        },
        language_model: true,
    },
    Entry {
        name: "nepenthe-joint",
        about: "Nepenthe, and a language model at each text that is written and each change in words",
        build: |settings| {
            Some(Arc::new(Nepenthe::placed("nepenthe-joint", Placement::Joint, None, settings)?))
        },
        language_model: true,
    },
    Entry {
        name: "nepenthe-routed",
        about: "Nepenthe with its own planner, and a language model only where that is not sure",
        build: |settings| {
            let planner = Routed::new(Otherwise::Planner(Arc::new(Canonical::default())));
            Some(Arc::new(Nepenthe::asking("nepenthe-routed", Arc::new(planner), settings)?))
        },
        language_model: true,
    },
    Entry {
        name: "null",
        about: "floor: returns nothing, and passes where nothing has to survive",
        build: |_| Some(Arc::new(Null)),
        language_model: false,
    },
    Entry {
        name: "keep",
        about: "floor: forgets nothing; a supersede only adds",
        build: |settings| Some(Arc::new(Baseline::keep(settings.embedder.handle()))),
        language_model: false,
    },
    Entry {
        name: "nuke",
        about: "floor: every mutation empties the store; a supersede then adds",
        build: |settings| Some(Arc::new(Baseline::nuke(settings.embedder.handle()))),
        language_model: false,
    },
    Entry {
        name: "oracle",
        about: "ceiling: removes exactly the rows that hold a forbidden string",
        build: |settings| Some(Arc::new(Baseline::oracle(settings.embedder.handle()))),
        language_model: false,
    },
    Entry {
        name: "oracle-edits",
        about: "ceiling: as oracle, and cuts the forbidden part out of a row that is needed",
        build: |settings| Some(Arc::new(OracleEdits::new(settings.embedder.handle()))),
        language_model: false,
    },
    Entry {
        name: "normalized-keys",
        about: "baseline: purges and releases by normalized strings, without any understanding",
        build: |settings| Some(Arc::new(NormalizedKeys::new(settings.embedder.handle()))),
        language_model: false,
    },
    Entry {
        name: "naive-sql",
        about: "rival: SQLite FTS5 with BM25 recall, deletes by word match and LIKE",
        build: |_| Some(Arc::new(NaiveSql)),
        language_model: false,
    },
];

/// Makes the systems of the given names, in the order of the names; every known one that the settings suffice for where there
/// is no name.
///
/// # Errors
/// The first name that is not known, or that needs a language model.
pub fn build_systems(names: &[String], settings: &Settings) -> Result<Vec<Arc<dyn System>>, String> {
    if names.is_empty() {
        return Ok(REGISTRY.iter().filter_map(|entry| (entry.build)(settings)).collect());
    }
    names.iter().map(|name| build(name, settings).ok_or_else(|| name.clone())).collect()
}

/// Makes the system of a name, an ablated one too; `None` where there is none, or it needs a language model.
pub(super) fn build(name: &str, settings: &Settings) -> Option<Arc<dyn System>> {
    if let Some(component) = name.strip_prefix(WITHOUT) {
        return Some(Arc::new(Nepenthe::without(component, settings)?));
    }
    REGISTRY.iter().find(|entry| entry.name == name).and_then(|entry| (entry.build)(settings))
}

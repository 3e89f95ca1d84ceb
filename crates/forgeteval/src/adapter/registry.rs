//! The systems that the command knows by name.

use std::sync::Arc;

use super::nepenthe::WITHOUT;
use super::{Baseline, CachedEmbedder, NaiveSql, Nepenthe, Normalize, Null, OracleEdits, System};

/// What systems are made with.
#[derive(Clone)]
pub struct Settings {
    /// The embedder that all systems of a run share; each gets a handle of its own.
    pub embedder: Arc<CachedEmbedder>,
}

/// A system that the command knows.
pub struct Entry {
    /// The name it is asked for by, and that its [`System::name`] returns.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Makes it.
    pub build: fn(&Settings) -> Arc<dyn System>,
}

/// Every system that the command knows, in the order of a table's rows.
pub const REGISTRY: &[Entry] = &[
    Entry {
        name: "nepenthe:published",
        about: "Nepenthe with the paper's deterministic policy",
        build: |settings| Arc::new(Nepenthe::published(settings.embedder.handle())),
    },
    Entry {
        name: "nepenthe:canonical",
        about: "Nepenthe with its own planner, without a language model",
        build: |settings| Arc::new(Nepenthe::canonical(settings.embedder.handle())),
    },
    Entry {
        name: "null",
        about: "floor: returns nothing, and passes where nothing has to survive",
        build: |_| Arc::new(Null),
    },
    Entry {
        name: "keep",
        about: "floor: forgets nothing; a supersede only adds",
        build: |settings| Arc::new(Baseline::keep(settings.embedder.handle())),
    },
    Entry {
        name: "nuke",
        about: "floor: every mutation empties the store; a supersede then adds",
        build: |settings| Arc::new(Baseline::nuke(settings.embedder.handle())),
    },
    Entry {
        name: "oracle",
        about: "ceiling: removes exactly the rows that hold a forbidden string",
        build: |settings| Arc::new(Baseline::oracle(settings.embedder.handle())),
    },
    Entry {
        name: "oracle-edits",
        about: "ceiling: as oracle, and cuts the forbidden part out of a row that is needed",
        build: |settings| Arc::new(OracleEdits::new(settings.embedder.handle())),
    },
    Entry {
        name: "normalize",
        about: "baseline: purges and releases by normalized strings, without any understanding",
        build: |settings| Arc::new(Normalize::new(settings.embedder.handle())),
    },
    Entry {
        name: "naive-sql",
        about: "rival: SQLite FTS5 with BM25 recall, deletes by word match and LIKE",
        build: |_| Arc::new(NaiveSql),
    },
];

/// Makes the systems of the given names, in the order of the names; every known one where there is no name.
///
/// # Errors
/// The first name that is not known.
pub fn build_systems(names: &[String], settings: &Settings) -> Result<Vec<Arc<dyn System>>, String> {
    if names.is_empty() {
        return Ok(REGISTRY.iter().map(|entry| (entry.build)(settings)).collect());
    }
    names.iter().map(|name| build(name, settings).ok_or_else(|| name.clone())).collect()
}

/// Makes the system of a name, an ablated one too; `None` where there is none.
pub(super) fn build(name: &str, settings: &Settings) -> Option<Arc<dyn System>> {
    if let Some(component) = name.strip_prefix(WITHOUT) {
        return Some(Arc::new(Nepenthe::without(component, settings.embedder.handle())?));
    }
    REGISTRY.iter().find(|entry| entry.name == name).map(|entry| (entry.build)(settings))
}

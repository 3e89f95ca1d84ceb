//! Nepenthe itself, with one of its planners, on a store in memory.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nepenthe::control::Planner;
use nepenthe::control::planner::canonical::Components;
use nepenthe::control::planner::{Canonical, Otherwise, Published};
use nepenthe::embed::Embedder;
use nepenthe::{
    ApplyError, InscribeError, Merge, Mutation, NewMemory, Options, Placement, RecallMode, RecallOptions,
    Returning, Scope, Store, Why,
};
use tempfile::TempDir;

use super::{Adapter, AdapterError, CachedEmbedder, Meter, Settings, System, Times};
use crate::case::Case;
use crate::llm::ModelMeter;
use crate::mutation::FIRST_SCOPE;

/// Nepenthe with the planner of a name, such as `nepenthe:published`. Recall is by vector alone, as in the paper's
/// adapter; by words where there is no embedder.
pub struct Nepenthe {
    name: String,
    planner: Arc<dyn Planner>,
    embedder: Arc<CachedEmbedder>,
    model: Option<Arc<ModelMeter>>,
    placement: Placement,
    merge: Option<Merge>,
}

impl Nepenthe {
    /// Makes the system with the paper's deterministic policy.
    #[must_use]
    pub fn published(embedder: Arc<CachedEmbedder>) -> Self {
        Self::alone("nepenthe:published".into(), Arc::new(Published), embedder)
    }

    /// Makes the system with Nepenthe's own planner, which needs no language model.
    #[must_use]
    pub fn canonical(embedder: Arc<CachedEmbedder>) -> Self {
        Self::alone("nepenthe:canonical".into(), Arc::new(Canonical::default()), embedder)
    }

    fn alone(name: String, planner: Arc<dyn Planner>, embedder: Arc<CachedEmbedder>) -> Self {
        Self { name, planner, embedder, model: None, placement: Placement::None, merge: None }
    }

    /// The same with one component of the planner switched off, for an ablation: named
    /// `nepenthe:canonical/without-COMPONENT`. `None` where no component has that name.
    #[must_use]
    pub fn without(component: &str, embedder: Arc<CachedEmbedder>) -> Option<Self> {
        let components = Components::default().without(component)?;
        let planner = Arc::new(Canonical::default().with_components(components));
        Some(Self::alone(format!("{WITHOUT}{component}"), planner, embedder))
    }

    /// Makes a system of a name whose planner asks a language model; `None` where the settings have none.
    #[must_use]
    pub fn asking(name: &str, planner: Arc<dyn Planner>, settings: &Settings) -> Option<Self> {
        let model = settings.language_model(name)?;
        model.need();
        let alone = Self::alone(name.to_owned(), planner, settings.embedder.handle());
        Some(Self { model: Some(model), ..alone })
    }

    /// Makes a system of a name with the published policy and a language model at a placement; `None` where the settings have none.
    #[must_use]
    pub fn placed(
        name: &str,
        placement: Placement,
        merge: Option<Merge>,
        settings: &Settings,
    ) -> Option<Self> {
        let planner = placement.planner(Arc::new(Published), otherwise());
        Some(Self { placement, merge, ..Self::asking(name, planner, settings)? })
    }
}

impl Nepenthe {
    /// The published policy knows no tombstones: what was purged may come back. Otherwise what else a text says is kept.
    fn returning(&self) -> Returning {
        match self.planner.name() {
            "published" => Returning::Admit { reason: Why::Test.into() },
            _ => Returning::Trim,
        }
    }
}

/// What happens where an answer about a mutation cannot be used: the published policy chooses, and the account says so.
fn otherwise() -> Otherwise {
    Otherwise::Planner(Arc::new(Published))
}

/// What the names of ablated systems begin with.
pub(super) const WITHOUT: &str = "nepenthe:canonical/without-";

impl System for Nepenthe {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn language_model(&self) -> Option<&ModelMeter> {
        self.model.as_deref()
    }

    fn open(&self, case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        let shared: Arc<dyn Embedder> = Arc::<CachedEmbedder>::clone(&self.embedder);
        let options = Options::default()
            .with_shared_embedder(shared)
            .with_shared_planner(Arc::clone(&self.planner))
            .with_placement(self.placement, otherwise())
            .with_returning(self.returning())
            .with_actor("forgeteval");
        let options = match &self.model {
            Some(model) => options.with_shared_language_model(Arc::<ModelMeter>::clone(model)),
            None => options,
        };
        let options = match self.merge {
            Some(merge) => options.with_merge(merge),
            None => options,
        };
        // On disk only where the case looks into the files.
        let folder = match case.residue {
            None => None,
            Some(_) => {
                Some(TempDir::with_prefix("forgeteval-").map_err(|error| AdapterError::failed(&error))?)
            }
        };
        let store = match &folder {
            None => Store::open_in_memory(options),
            Some(folder) => Store::open(folder.path().join("memory.db"), options),
        }
        .map_err(|error| AdapterError::failed(&error))?;
        let scope = store.scope(FIRST_SCOPE).map_err(|error| AdapterError::failed(&error))?;
        let mode = if self.embedder.dimension() > 0 { RecallMode::Vector } else { RecallMode::Lexical };
        let meter = Meter::start(Arc::clone(&self.embedder));
        let planner = Duration::ZERO;
        let merges = self.merge.is_some();
        Ok(Box::new(NepentheMemory { store, scope, mode, merges, meter, planner, folder }))
    }
}

struct NepentheMemory {
    store: Store,
    scope: Scope,
    mode: RecallMode,
    merges: bool,
    meter: Meter,
    planner: Duration,
    folder: Option<TempDir>,
}

impl NepentheMemory {
    fn mutate(&mut self, mutation: Mutation) -> Result<(), AdapterError> {
        let (started, embedding) = (Instant::now(), self.meter.spent());
        let mut plan = self.scope.plan(mutation).map_err(|error| AdapterError::failed(&error))?;
        // In the cases, whoever asks for everything about somebody means that the name stays out too.
        plan.keep_name_out();
        // The time of embedding the query is the embedder's, not the planner's.
        self.planner += started.elapsed().saturating_sub(self.meter.spent().saturating_sub(embedding));
        match self.scope.apply(plan) {
            // That what was erased does not come back is an answer.
            Ok(_) | Err(ApplyError::Erased { .. }) => Ok(()),
            Err(error) => Err(AdapterError::failed(&error)),
        }
    }
}

impl Adapter for NepentheMemory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        let memories: Vec<NewMemory> = facts.iter().map(|fact| NewMemory::new(fact.as_str())).collect();
        // The texts of a batch bring none of each other up to date.
        if !self.merges {
            match self.scope.inscribe_batch(&memories, &mut |_| {}) {
                // What was erased stays out; the rest of the batch comes in.
                Err(InscribeError::Erased { .. }) => {}
                other => return other.map(drop).map_err(|error| AdapterError::failed(&error)),
            }
        }
        for memory in memories {
            match self.scope.inscribe(memory) {
                Ok(_) | Err(InscribeError::Erased { .. }) => {}
                Err(error) => return Err(AdapterError::failed(&error)),
            }
        }
        Ok(())
    }

    fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        let options = RecallOptions::new(k).with_mode(self.mode);
        let hits = self.scope.recall_with(query, &options).map_err(|error| AdapterError::failed(&error))?;
        Ok(hits.into_iter().map(|hit| hit.memory.text).collect())
    }

    fn supersede(&mut self, query: &str, new_text: &str) -> Result<(), AdapterError> {
        self.mutate(Mutation::supersede(query, new_text))
    }

    fn release(&mut self, query: &str) -> Result<(), AdapterError> {
        self.mutate(Mutation::release(query))
    }

    fn purge(&mut self, query: &str) -> Result<(), AdapterError> {
        self.mutate(Mutation::purge(query))
    }

    fn restore(&mut self, query: &str) -> Result<(), AdapterError> {
        self.mutate(Mutation::restore(query))
    }

    /// As from another store's export: a store that holds the texts exports them, and this one imports that.
    fn import(&mut self, texts: &[String]) -> Result<(), AdapterError> {
        let export = || -> Result<Vec<u8>, Box<dyn std::error::Error>> {
            let other = Store::open_in_memory(Options::default())?.scope(FIRST_SCOPE)?;
            let memories: Vec<NewMemory> = texts.iter().map(|text| NewMemory::new(text.as_str())).collect();
            other.inscribe_batch(&memories, &mut |_| {})?;
            let mut lines = Vec::new();
            other.export(&mut lines, &mut |_| {})?;
            Ok(lines)
        };
        let lines = export().map_err(|error| AdapterError::failed(error.as_ref()))?;
        let report = self.scope.import(lines.as_slice(), &mut |_| {});
        report.map(drop).map_err(|error| AdapterError::failed(&error))
    }

    fn enter(&mut self, scope: &str) -> Result<(), AdapterError> {
        self.scope = self.store.scope(scope).map_err(|error| AdapterError::failed(&error))?;
        Ok(())
    }

    fn folder(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.path().to_path_buf())
    }

    fn times(&self) -> Times {
        Times { embedder: self.meter.spent(), planner: self.planner }
    }
}

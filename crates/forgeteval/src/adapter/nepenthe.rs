//! Nepenthe itself, with one of its planners, on a store in memory, or in PostgreSQL.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nepenthe::control::Planner;
use nepenthe::control::planner::canonical::Components;
use nepenthe::control::planner::{Canonical, Otherwise, Published};
use nepenthe::embed::Embedder;
use nepenthe::{
    ApplyError, InscribeError, Merge, Mutation, NewMemory, OpenError, Options, Placement, RecallMode,
    RecallOptions, Returning, Scope, Store, Why,
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
    database: Option<String>,
}

impl Nepenthe {
    /// Makes the system with the paper's deterministic policy.
    #[must_use]
    pub fn published(settings: &Settings) -> Self {
        Self::alone("nepenthe:published".into(), Arc::new(Published), settings)
    }

    /// Makes the system with Nepenthe's own planner, which needs no language model.
    #[must_use]
    pub fn canonical(settings: &Settings) -> Self {
        Self::alone("nepenthe:canonical".into(), Arc::new(Canonical::default()), settings)
    }

    fn alone(name: String, planner: Arc<dyn Planner>, settings: &Settings) -> Self {
        let (embedder, database) = (settings.embedder.handle(), settings.database.clone());
        Self { name, planner, embedder, model: None, placement: Placement::None, merge: None, database }
    }

    /// The same with one component of the planner switched off, for an ablation: named
    /// `nepenthe:canonical/without-COMPONENT`. `None` where no component has that name.
    #[must_use]
    pub fn without(component: &str, settings: &Settings) -> Option<Self> {
        let components = Components::default().without(component)?;
        let planner = Arc::new(Canonical::default().with_components(components));
        Some(Self::alone(format!("{WITHOUT}{component}"), planner, settings))
    }

    /// Makes a system of a name whose planner asks a language model; `None` where the settings have none.
    #[must_use]
    pub fn asking(name: &str, planner: Arc<dyn Planner>, settings: &Settings) -> Option<Self> {
        let model = settings.language_model(name)?;
        model.need();
        let alone = Self::alone(name.to_owned(), planner, settings);
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
        // On disk only where the case looks into the files, and for the mirror of a database.
        let folder = match case.residue.is_some() || self.database.is_some() {
            false => None,
            true => Some(TempDir::with_prefix("forgeteval-").map_err(|error| AdapterError::failed(&error))?),
        };
        let store = match (&self.database, &folder) {
            (Some(url), Some(folder)) => connect(url, folder, options),
            (None, Some(folder)) => Store::open(folder.path().join("memory.db"), options),
            (_, None) => Store::open_in_memory(options),
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

/// Looks whether a database for stores is there, before the first case.
///
/// # Errors
/// Where the URL is none, or the database cannot be reached.
#[cfg(feature = "postgres")]
pub fn look_for_database(url: &str) -> Result<(), OpenError> {
    Store::embedder_at_server(&of_store(url, "none")).map(drop)
}

/// The URL of a store of a database.
#[cfg(feature = "postgres")]
fn of_store(url: &str, name: &str) -> String {
    let end = if url.contains('?') { '&' } else { '?' };
    format!("{url}{end}store={name}")
}

/// Says that this build knows no database.
///
/// # Errors
/// Always.
#[cfg(not(feature = "postgres"))]
pub fn look_for_database(_: &str) -> Result<(), OpenError> {
    Err(OpenError::Server("this program is built without the feature `postgres`".to_owned()))
}

/// Makes a new store in PostgreSQL, under a name that no other case has. It stays there.
#[cfg(feature = "postgres")]
fn connect(url: &str, folder: &TempDir, options: Options) -> Result<Store, OpenError> {
    let url = of_store(url, &folder.path().file_name().unwrap_or_default().to_string_lossy());
    let options = match url.contains("mode=plain") {
        true => options,
        false => {
            let master = nepenthe::MasterKey::from_bytes(&[7; 32]);
            options.with_encryption(master).with_key_file(folder.path().join("memory.keys"))
        }
    };
    Store::connect(&url, folder.path().join("mirror"), options)
}

#[cfg(not(feature = "postgres"))]
fn connect(url: &str, _: &TempDir, options: Options) -> Result<Store, OpenError> {
    look_for_database(url).and_then(|()| Store::open_in_memory(options))
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

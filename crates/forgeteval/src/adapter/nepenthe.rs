//! Nepenthe itself, with one of its planners, on a store in memory.

use std::sync::Arc;
use std::time::{Duration, Instant};

use nepenthe::control::Planner;
use nepenthe::control::planner::Published;
use nepenthe::embed::Embedder;
use nepenthe::{Mutation, NewMemory, Options, RecallMode, RecallOptions, Scope, Store};

use super::{Adapter, AdapterError, CachedEmbedder, Meter, System, Times};
use crate::case::Case;

/// The scope that a case is played in.
const SCOPE: &str = "case";

/// Nepenthe with the planner of a name, such as `nepenthe:published`. Recall is by vector alone, as in the paper's
/// adapter; by words where there is no embedder.
pub struct Nepenthe {
    name: &'static str,
    planner: fn() -> Arc<dyn Planner>,
    embedder: Arc<CachedEmbedder>,
}

impl Nepenthe {
    /// Makes the system with the paper's deterministic policy.
    #[must_use]
    pub fn published(embedder: Arc<CachedEmbedder>) -> Self {
        Self { name: "nepenthe:published", planner: || Arc::new(Published), embedder }
    }
}

impl System for Nepenthe {
    fn name(&self) -> &str {
        self.name
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn open(&self, _case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        let shared: Arc<dyn Embedder> = Arc::<CachedEmbedder>::clone(&self.embedder);
        let options = Options::default()
            .with_shared_embedder(shared)
            .with_shared_planner((self.planner)())
            .with_actor("forgeteval");
        let store = Store::open_in_memory(options).map_err(|error| AdapterError::failed(&error))?;
        let scope = store.scope(SCOPE).map_err(|error| AdapterError::failed(&error))?;
        let mode = if self.embedder.dimension() > 0 { RecallMode::Vector } else { RecallMode::Lexical };
        let meter = Meter::start(Arc::clone(&self.embedder));
        Ok(Box::new(NepentheMemory { scope, mode, meter, planner: Duration::ZERO }))
    }
}

struct NepentheMemory {
    scope: Scope,
    mode: RecallMode,
    meter: Meter,
    planner: Duration,
}

impl NepentheMemory {
    fn mutate(&mut self, mutation: Mutation) -> Result<(), AdapterError> {
        let (started, embedding) = (Instant::now(), self.meter.spent());
        let plan = self.scope.plan(mutation).map_err(|error| AdapterError::failed(&error))?;
        // The time of embedding the query is the embedder's, not the planner's.
        self.planner += started.elapsed().saturating_sub(self.meter.spent().saturating_sub(embedding));
        self.scope.apply(plan).map_err(|error| AdapterError::failed(&error))?;
        Ok(())
    }
}

impl Adapter for NepentheMemory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        let memories: Vec<NewMemory> = facts.iter().map(|fact| NewMemory::new(fact.as_str())).collect();
        self.scope
            .inscribe_batch(&memories, &mut |_| {})
            .map(drop)
            .map_err(|error| AdapterError::failed(&error))
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

    fn times(&self) -> Times {
        Times { embedder: self.meter.spent(), planner: self.planner }
    }
}

//! The floor `nuke`: a memory that forgets everything at once.

use std::sync::Arc;

use super::{Adapter, AdapterError, CachedEmbedder, Rows, System, Times};
use crate::case::Case;

/// Empties itself at every mutation; a supersede then adds. It passes each case in which only the last new text is asked for.
pub struct Nuke {
    embedder: Arc<CachedEmbedder>,
}

impl Nuke {
    /// Makes the system; the embedder ranks what is recalled.
    #[must_use]
    pub fn new(embedder: Arc<CachedEmbedder>) -> Self {
        Self { embedder }
    }
}

impl System for Nuke {
    fn name(&self) -> &str {
        "nuke"
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn open(&self, _case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        Ok(Box::new(NukeMemory { rows: Rows::new(Arc::clone(&self.embedder)) }))
    }
}

struct NukeMemory {
    rows: Rows,
}

impl Adapter for NukeMemory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        self.rows.extend(facts);
        Ok(())
    }

    fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        self.rows.recall(query, k)
    }

    fn supersede(&mut self, _query: &str, new_text: &str) -> Result<(), AdapterError> {
        self.rows.clear();
        self.rows.push(new_text);
        Ok(())
    }

    fn release(&mut self, _query: &str) -> Result<(), AdapterError> {
        self.rows.clear();
        Ok(())
    }

    fn purge(&mut self, _query: &str) -> Result<(), AdapterError> {
        self.rows.clear();
        Ok(())
    }

    fn times(&self) -> Times {
        Times { embedder: self.rows.embedder_time(), ..Times::default() }
    }
}

//! The floor `keep`: a memory that never forgets.

use std::sync::Arc;

use super::{Adapter, AdapterError, CachedEmbedder, Rows, System, Times};
use crate::case::Case;

/// Keeps everything; a supersede only adds. It passes no case in which something has to go.
pub struct Keep {
    embedder: Arc<CachedEmbedder>,
}

impl Keep {
    /// Makes the system; the embedder ranks what is recalled.
    #[must_use]
    pub fn new(embedder: Arc<CachedEmbedder>) -> Self {
        Self { embedder }
    }
}

impl System for Keep {
    fn name(&self) -> &str {
        "keep"
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn open(&self, _case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        Ok(Box::new(KeepMemory { rows: Rows::new(Arc::clone(&self.embedder)) }))
    }
}

struct KeepMemory {
    rows: Rows,
}

impl Adapter for KeepMemory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        self.rows.extend(facts);
        Ok(())
    }

    fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        self.rows.recall(query, k)
    }

    fn supersede(&mut self, _query: &str, new_text: &str) -> Result<(), AdapterError> {
        self.rows.push(new_text);
        Ok(())
    }

    fn release(&mut self, _query: &str) -> Result<(), AdapterError> {
        Ok(())
    }

    fn purge(&mut self, _query: &str) -> Result<(), AdapterError> {
        Ok(())
    }

    fn times(&self) -> Times {
        Times { embedder: self.rows.embedder_time(), ..Times::default() }
    }
}

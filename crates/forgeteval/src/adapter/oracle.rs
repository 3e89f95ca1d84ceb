//! The ceiling `oracle`: a memory that knows what a case forbids.

use std::sync::Arc;

use super::{Adapter, AdapterError, CachedEmbedder, Rows, System, Times};
use crate::case::Case;
use crate::score::fold;

/// At every mutation removes each row that holds a forbidden string; a supersede then adds. It is a bound for systems that
/// remove whole rows: a row that must lose a part and keep the rest is beyond it.
pub struct Oracle {
    embedder: Arc<CachedEmbedder>,
}

impl Oracle {
    /// Makes the system; the embedder ranks what is recalled.
    #[must_use]
    pub fn new(embedder: Arc<CachedEmbedder>) -> Self {
        Self { embedder }
    }
}

impl System for Oracle {
    fn name(&self) -> &str {
        "oracle"
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn open(&self, case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        Ok(Box::new(OracleMemory {
            rows: Rows::new(Arc::clone(&self.embedder)),
            forbidden: case.must_not_contain.iter().map(|text| fold(text)).collect(),
        }))
    }
}

struct OracleMemory {
    rows: Rows,
    forbidden: Vec<String>,
}

impl OracleMemory {
    fn remove_forbidden(&mut self) {
        self.rows.retain(|text| {
            let text = fold(text);
            !self.forbidden.iter().any(|forbidden| text.contains(forbidden))
        });
    }
}

impl Adapter for OracleMemory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        self.rows.extend(facts);
        Ok(())
    }

    fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        self.rows.recall(query, k)
    }

    fn supersede(&mut self, _query: &str, new_text: &str) -> Result<(), AdapterError> {
        self.remove_forbidden();
        self.rows.push(new_text);
        Ok(())
    }

    fn release(&mut self, _query: &str) -> Result<(), AdapterError> {
        self.remove_forbidden();
        Ok(())
    }

    fn purge(&mut self, _query: &str) -> Result<(), AdapterError> {
        self.remove_forbidden();
        Ok(())
    }

    fn times(&self) -> Times {
        Times { embedder: self.rows.embedder_time(), ..Times::default() }
    }
}

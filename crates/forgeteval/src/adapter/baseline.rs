//! The floors `keep` and `nuke` and the ceiling `oracle`: one memory, which differs in what a mutation forgets.

use std::sync::Arc;

use super::scoped_rows::ScopedRows;
use super::{Adapter, AdapterError, CachedEmbedder, Shown, System, Times};
use crate::case::Case;
use crate::score::fold;

/// A system that forgets by a rule which looks at no query; a supersede then adds the new text.
pub struct Baseline {
    name: &'static str,
    forgets: Forgets,
    embedder: Arc<CachedEmbedder>,
}

#[derive(Clone, Copy)]
enum Forgets {
    Nothing,
    Everything,
    Forbidden,
}

impl Baseline {
    /// Makes the floor that keeps everything. It passes no case in which something has to go.
    #[must_use]
    pub fn keep(embedder: Arc<CachedEmbedder>) -> Self {
        Self { name: "keep", forgets: Forgets::Nothing, embedder }
    }

    /// Makes the floor that empties itself at every mutation. It passes each case in which only the last new text is
    /// asked for.
    #[must_use]
    pub fn nuke(embedder: Arc<CachedEmbedder>) -> Self {
        Self { name: "nuke", forgets: Forgets::Everything, embedder }
    }

    /// Makes the ceiling that looks into the case, and at every mutation removes each row that holds a forbidden
    /// string. It is a bound for systems that remove whole rows: a row that must lose a part and keep the rest is
    /// beyond it.
    #[must_use]
    pub fn oracle(embedder: Arc<CachedEmbedder>) -> Self {
        Self { name: "oracle", forgets: Forgets::Forbidden, embedder }
    }
}

impl System for Baseline {
    fn name(&self) -> &str {
        self.name
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn open(&self, _case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        Ok(Box::new(BaselineMemory {
            rows: ScopedRows::new(Arc::clone(&self.embedder)),
            forgets: self.forgets,
            forbidden: Vec::new(),
        }))
    }
}

struct BaselineMemory {
    rows: ScopedRows,
    forgets: Forgets,
    forbidden: Vec<String>,
}

impl BaselineMemory {
    fn forget(&mut self) {
        match self.forgets {
            Forgets::Nothing => {}
            Forgets::Everything => self.rows.rows().clear(),
            Forgets::Forbidden => self.rows.rows().retain(|text| {
                let text = fold(text);
                !self.forbidden.iter().any(|forbidden| text.contains(forbidden))
            }),
        }
    }
}

impl Adapter for BaselineMemory {
    fn begin(&mut self, case: &Case) {
        self.forbidden = case.must_not_contain.iter().map(|text| fold(text)).collect();
    }

    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        self.rows.rows().extend(facts);
        Ok(())
    }

    fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        self.rows.rows().recall(query, k)
    }

    fn supersede(&mut self, _query: &str, new_text: &str) -> Result<(), AdapterError> {
        self.forget();
        self.rows.rows().push(new_text);
        Ok(())
    }

    fn release(&mut self, _query: &str) -> Result<(), AdapterError> {
        self.forget();
        Ok(())
    }

    fn purge(&mut self, _query: &str) -> Result<(), AdapterError> {
        self.forget();
        Ok(())
    }

    /// What was forgotten is gone.
    fn restore(&mut self, _query: &str) -> Result<(), AdapterError> {
        Ok(())
    }

    fn import(&mut self, texts: &[String]) -> Result<(), AdapterError> {
        self.inscribe(texts)
    }

    /// A floor asks nobody. The ceiling shows what it removes, and on a no removes nothing.
    fn consent(&mut self, _query: &str, yes: bool, meanwhile: &[String]) -> Result<Vec<Shown>, AdapterError> {
        self.inscribe(meanwhile)?;
        let before = self.rows.rows().texts().to_vec();
        let asks = matches!(self.forgets, Forgets::Forbidden);
        if yes || !asks {
            self.forget();
        }
        let rows = self.rows.rows();
        let gone = before.into_iter().filter(|text| asks && !rows.texts().contains(text));
        Ok(gone.map(|text| Shown { text, after: None }).collect())
    }

    fn enter(&mut self, scope: &str) -> Result<(), AdapterError> {
        self.rows.enter(scope);
        Ok(())
    }

    fn times(&self) -> Times {
        Times { embedder: self.rows.embedder_time(), ..Times::default() }
    }
}

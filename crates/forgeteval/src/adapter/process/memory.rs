//! One memory of a child process, from `reset` to the next.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Description;
use super::shared::{Opened, Shared};
use crate::adapter::{Adapter, AdapterError, Shown, Times, Usage};
use crate::mutation::Op;

/// The scope of a case that names none.
const SCOPE: &str = "default";

/// One memory of a child process.
pub(super) struct ProcessMemory {
    shared: Arc<Shared>,
    about: Description,
    turn: u64,
    scope: String,
    /// What the embedder had taken when the memory was opened.
    embedded: Duration,
    /// What the language model had.
    modelled: Duration,
}

/// The result of `recall`.
#[derive(Deserialize)]
struct Recalled {
    texts: Vec<String>,
}

/// The result of `consent`.
#[derive(Deserialize)]
struct Consented {
    shown: Vec<Shown>,
}

impl ProcessMemory {
    /// Opens a memory: the child is empty afterwards.
    pub(super) fn open(shared: Arc<Shared>) -> Result<Self, AdapterError> {
        let (embedded, modelled) = (shared.embedder_time(), shared.model_time());
        let Opened { turn, about } = shared.open()?;
        Ok(Self { shared, about, turn, scope: SCOPE.to_owned(), embedded, modelled })
    }

    /// Asks for an operation, unless the child said that it has none.
    fn ask(
        &self,
        method: &str,
        op: Option<Op>,
        mut params: Value,
        limit: Duration,
    ) -> Result<Value, AdapterError> {
        if let Some(op) = op.filter(|op| self.lacks(*op)) {
            return Err(AdapterError::Unsupported(op));
        }
        params["scope"] = json!(self.scope);
        self.shared.call(self.turn, method, op, &params, limit)
    }

    fn change(&self, op: Op, params: Value) -> Result<(), AdapterError> {
        self.ask(&op.to_string(), Some(op), params, self.shared.launch.limits.operation).map(drop)
    }

    fn write(&self, method: &str, op: Option<Op>, texts: &[String]) -> Result<(), AdapterError> {
        let limit = self.shared.launch.limits.writing(texts.len());
        self.ask(method, op, json!({ "texts": texts }), limit).map(drop)
    }

    fn shaped<T: DeserializeOwned>(&self, method: &str, result: Value) -> Result<T, AdapterError> {
        serde_json::from_value(result)
            .map_err(|error| self.shared.misshapen(self.turn, method, &error.to_string()))
    }
}

impl Adapter for ProcessMemory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        self.write("inscribe", None, facts)
    }

    fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        let limit = self.shared.launch.limits.operation;
        let result = self.ask("recall", None, json!({ "query": query, "k": k }), limit)?;
        self.shaped::<Recalled>("recall", result).map(|recalled| recalled.texts)
    }

    fn supersede(&mut self, query: &str, new_text: &str) -> Result<(), AdapterError> {
        self.change(Op::Supersede, json!({ "query": query, "new_text": new_text }))
    }

    fn release(&mut self, query: &str) -> Result<(), AdapterError> {
        self.change(Op::Release, json!({ "query": query }))
    }

    fn purge(&mut self, query: &str) -> Result<(), AdapterError> {
        self.change(Op::Purge, json!({ "query": query }))
    }

    fn restore(&mut self, query: &str) -> Result<(), AdapterError> {
        self.change(Op::Restore, json!({ "query": query }))
    }

    fn import(&mut self, texts: &[String]) -> Result<(), AdapterError> {
        self.write("import", Some(Op::Import), texts)
    }

    fn consent(&mut self, query: &str, yes: bool, meanwhile: &[String]) -> Result<Vec<Shown>, AdapterError> {
        let limit = self.shared.launch.limits.operation;
        let params = json!({ "query": query, "yes": yes, "meanwhile": meanwhile });
        let result = self.ask("consent", Some(Op::Consent), params, limit)?;
        self.shaped::<Consented>("consent", result).map(|consented| consented.shown)
    }

    fn enter(&mut self, scope: &str) -> Result<(), AdapterError> {
        if self.lacks(Op::Scope) {
            return Err(AdapterError::Unsupported(Op::Scope));
        }
        scope.clone_into(&mut self.scope);
        Ok(())
    }

    fn lacks(&self, op: Op) -> bool {
        match op {
            Op::Inscribe => false,
            Op::Scope => !self.about.scopes,
            op => !self.about.offers(&op.to_string()),
        }
    }

    fn folder(&self) -> Option<PathBuf> {
        self.about.folder.clone()
    }

    fn usage(&mut self) -> Result<Option<Usage>, AdapterError> {
        if !self.about.offers("usage") {
            return Ok(None);
        }
        let limit = self.shared.launch.limits.operation;
        let result = self.shared.call(self.turn, "usage", None, &json!({}), limit)?;
        self.shaped("usage", result)
    }

    fn times(&self) -> Times {
        Times {
            embedder: self.shared.embedder_time().saturating_sub(self.embedded),
            planner: self.shared.model_time().saturating_sub(self.modelled),
        }
    }
}

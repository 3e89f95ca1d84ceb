//! Systems under the names of their rows, where outcomes keep no account of a model: the other benchmarks.

use std::sync::Arc;

use super::ModelMeter;
use crate::adapter::{Adapter, AdapterError, System};
use crate::case::Case;

/// A system that cannot work without a language model, under its own name and the model's.
struct Named {
    system: Arc<dyn System>,
    name: String,
}

/// Names a system after its language model too, where it cannot work without one: `lethe-llm (qwen3)`.
#[must_use]
pub fn named_after_model(system: Arc<dyn System>) -> Arc<dyn System> {
    let needed = system.language_model().filter(|meter| meter.needed());
    match needed.map(|meter| format!("{} ({})", system.name(), meter.label())) {
        None => system,
        Some(name) => Arc::new(Named { system, name }),
    }
}

impl System for Named {
    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        self.system.version()
    }

    fn language_model(&self) -> Option<&ModelMeter> {
        self.system.language_model()
    }

    fn open(&self, case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        self.system.open(case)
    }
}

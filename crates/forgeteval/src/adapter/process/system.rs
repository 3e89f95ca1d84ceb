//! The system that is another process.

use std::sync::Arc;

use super::Launch;
use super::memory::ProcessMemory;
use super::shared::Shared;
use crate::adapter::{Adapter, AdapterError, System};
use crate::case::Case;
use crate::llm::ModelMeter;
use crate::serve::Access;

/// A memory system in a child process.
///
/// The child is started when it is first needed, and serves all cases: each begins with `reset`. Whatever goes wrong
/// with it fails the case in play alone; after a fault the next case gets a fresh child. Where it could not be started
/// or emptied three times in a row, later cases fail at once.
pub struct Process {
    shared: Arc<Shared>,
    version: String,
}

impl Process {
    /// Makes the system of a name and a version; the version that the child tells takes its place. With access to an
    /// embedder or a language model, the child is told of it.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        version: impl Into<String>,
        launch: Launch,
        access: Option<Access>,
    ) -> Self {
        Self { shared: Arc::new(Shared::new(name.into(), launch, access)), version: version.into() }
    }
}

impl System for Process {
    fn name(&self) -> &str {
        &self.shared.name
    }

    /// Starts the child where it has not told its version yet.
    fn version(&self) -> &str {
        if self.shared.described.get().is_none() {
            // Every case will fail with what is wrong; until then the version is what it was said to be.
            let _ = self.shared.describe();
        }
        self.shared.described.get().map_or(&self.version, |about| &about.version)
    }

    fn language_model(&self) -> Option<&ModelMeter> {
        self.shared.access.as_ref()?.language_model.as_deref()
    }

    fn open(&self, _case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        Ok(Box::new(ProcessMemory::open(Arc::clone(&self.shared))?))
    }
}

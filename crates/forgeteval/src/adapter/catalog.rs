//! Every system that can be asked for: those built in, and those in folders.

use std::path::PathBuf;
use std::sync::Arc;

use nepenthe::embed::Embedder;

use super::registry::build;
use super::rival::{RivalError, Shelf};
use super::{REGISTRY, Settings, System};
use crate::serve::{Access, EmbeddingServer, ServeError};

/// Every system that can be asked for.
pub struct Catalog {
    settings: Settings,
    shelf: Shelf,
    logs: Option<PathBuf>,
    server: Option<Arc<EmbeddingServer>>,
}

impl Catalog {
    /// Makes the catalog. What systems in folders write to standard error goes to the folder of logs, where there is
    /// one.
    #[must_use]
    pub fn new(settings: Settings, shelf: Shelf, logs: Option<PathBuf>) -> Self {
        Self { settings, shelf, logs, server: None }
    }

    /// Makes the systems of the given names, in the order of the names; every one built in where there is no name. A
    /// name is looked for among those built in first.
    ///
    /// # Errors
    /// [`CatalogError`] for the first that cannot be made.
    pub fn build(mut self, names: &[String]) -> Result<Vec<Arc<dyn System>>, CatalogError> {
        if names.is_empty() {
            return Ok(REGISTRY.iter().map(|entry| (entry.build)(&self.settings)).collect());
        }
        let mut systems: Vec<Arc<dyn System>> = Vec::new();
        for name in names {
            let system = self.system(name)?;
            if systems.iter().any(|other| other.name() == system.name()) {
                return Err(CatalogError::Twice { name: system.name().to_owned() });
            }
            systems.push(system);
        }
        Ok(systems)
    }

    fn system(&mut self, name: &str) -> Result<Arc<dyn System>, CatalogError> {
        if let Some(system) = build(name, &self.settings) {
            return Ok(system);
        }
        let Some(rival) = self.shelf.find(name)? else {
            let known = REGISTRY.iter().map(|entry| entry.name.to_owned()).chain(self.shelf.names());
            let known = known.collect::<Vec<_>>().join(", ");
            return Err(CatalogError::Unknown { name: name.to_owned(), known });
        };
        rival.check_installed()?;
        let access = self.access(&rival.manifest.name)?;
        Ok(Arc::new(rival.build(access, self.logs.as_deref())?))
    }

    /// Gives access to the embedder, where there is one; it is served from the first time on.
    fn access(&mut self, name: &str) -> Result<Option<Access>, CatalogError> {
        if self.settings.embedder.dimension() == 0 {
            return Ok(None);
        }
        let server = match &self.server {
            Some(server) => Arc::clone(server),
            None => {
                let server = Arc::new(EmbeddingServer::start(self.settings.embedder.handle())?);
                Arc::clone(self.server.insert(server))
            }
        };
        Ok(Some(server.access(name)))
    }
}

/// Why a system cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// There is none of the name.
    #[error(
        "there is no system `{name}`; there are {known}; name a folder that has a system.toml by its path, such as ./mine"
    )]
    Unknown {
        /// The name.
        name: String,
        /// All names there are.
        known: String,
    },
    /// Two of the systems asked for have one name, so that no table could tell them apart.
    #[error(
        "two of the systems have the name `{name}`; give the one in a folder another name, or leave one out"
    )]
    Twice {
        /// The name.
        name: String,
    },
    /// Its folder cannot be used.
    #[error(transparent)]
    Rival(#[from] RivalError),
    /// The embedder cannot be served to it.
    #[error(transparent)]
    Serve(#[from] ServeError),
}

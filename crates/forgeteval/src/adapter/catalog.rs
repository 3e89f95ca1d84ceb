//! Every system that can be asked for: those built in, and those in folders.

use std::path::PathBuf;
use std::sync::Arc;

use nepenthe::embed::Embedder;

use super::registry::build;
use super::rival::{RivalError, Shelf};
use super::{REGISTRY, Settings, System};
use crate::serve::{Access, Gateway, ServeError};

/// Every system that can be asked for.
pub struct Catalog {
    settings: Settings,
    shelf: Shelf,
    logs: Option<PathBuf>,
    server: Option<Arc<Gateway>>,
}

impl Catalog {
    /// Makes the catalog. What systems in folders write to standard error goes to the folder of logs, where there is
    /// one.
    #[must_use]
    pub fn new(settings: Settings, shelf: Shelf, logs: Option<PathBuf>) -> Self {
        Self { settings, shelf, logs, server: None }
    }

    /// Makes the systems of the given names, in the order of the names; every one built in where there is no name, but for
    /// those that need a language model where there is none. A name is looked for among those built in first.
    ///
    /// # Errors
    /// [`CatalogError`] for the first that cannot be made.
    pub fn build(mut self, names: &[String]) -> Result<Vec<Arc<dyn System>>, CatalogError> {
        if names.is_empty() {
            return Ok(REGISTRY.iter().filter_map(|entry| (entry.build)(&self.settings)).collect());
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
        let no_model = || Err(CatalogError::NoLanguageModel { name: name.to_owned() });
        if REGISTRY.iter().any(|entry| entry.name == name && entry.language_model) {
            return no_model();
        }
        let Some(rival) = self.shelf.find(name)? else {
            let known = REGISTRY.iter().map(|entry| entry.name.to_owned()).chain(self.shelf.names());
            let known = known.collect::<Vec<_>>().join(", ");
            return Err(CatalogError::Unknown { name: name.to_owned(), known });
        };
        if rival.manifest.language_model && self.settings.model.is_none() {
            return no_model();
        }
        rival.check_installed()?;
        let access = self.access(&rival.manifest.name)?;
        Ok(Arc::new(rival.build(access, self.logs.as_deref())?))
    }

    /// Gives access to what the run offers, where there is anything; it is served from the first time on.
    fn access(&mut self, name: &str) -> Result<Option<Access>, CatalogError> {
        let Settings { embedder, model, .. } = &self.settings;
        if embedder.dimension() == 0 && model.is_none() {
            return Ok(None);
        }
        let server = match &self.server {
            Some(server) => Arc::clone(server),
            None => {
                Arc::clone(self.server.insert(Arc::new(Gateway::start(embedder.handle(), model.clone())?)))
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
    /// It asks a language model, and there is none.
    #[error(
        "the system `{name}` needs a language model; `forgeteval run` gives one with --llm URL --llm-model NAME, with --replay FILE, \
         or with --llm scripted for a test of the plumbing"
    )]
    NoLanguageModel {
        /// Its name.
        name: String,
    },
    /// Its folder cannot be used.
    #[error(transparent)]
    Rival(#[from] RivalError),
    /// The models cannot be served to it.
    #[error(transparent)]
    Serve(#[from] ServeError),
}

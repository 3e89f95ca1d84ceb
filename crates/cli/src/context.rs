//! [`Context`]: what was typed for every command, and the store that it names.

use std::path::{Path, PathBuf};

use nepenthe::{Access, Options, Scope, ScopePath, Store, StoredEmbedder};

use crate::args::GlobalArgs;
use crate::embedder;
use crate::error::CliError;
use crate::keys::KeyFile;
use crate::language_model;
use crate::master_key;
use crate::output::Printer;

/// What every command is given.
pub(crate) struct Context {
    global: GlobalArgs,
    printer: Printer,
}

impl Context {
    /// Takes what was typed.
    pub(crate) fn new(global: GlobalArgs, printer: Printer) -> Self {
        Self { global, printer }
    }

    /// Returns where results and status go.
    pub(crate) fn printer(&self) -> Printer {
        self.printer
    }

    /// Returns the options typed.
    pub(crate) fn global(&self) -> &GlobalArgs {
        &self.global
    }

    /// Returns the store's path, written so that SQLite takes it for a file: `:memory:` would be none, and `file:x` a
    /// URI.
    pub(crate) fn db(&self) -> PathBuf {
        let bytes = self.global.db.as_os_str().as_encoded_bytes();
        match bytes.starts_with(b":") || bytes.starts_with(b"file:") {
            true => Path::new(".").join(&self.global.db),
            false => self.global.db.clone(),
        }
    }

    /// Returns where the key that signs receipts lies.
    pub(crate) fn key_file(&self) -> Result<PathBuf, CliError> {
        self.global.key_file.clone().map_or_else(KeyFile::usual_path, Ok)
    }

    /// Returns the scope named, without opening anything.
    pub(crate) fn scope_path(&self) -> Result<ScopePath, CliError> {
        Ok(self.global.scope.parse::<ScopePath>()?)
    }

    /// Returns how the store is opened; reads from it which embedder it needs.
    pub(crate) fn options(&self, access: Access) -> Result<Options, CliError> {
        let stored = Store::embedder_of(self.db())?;
        self.options_for(stored.as_ref(), access)
    }

    /// Returns how a store is opened whose vectors are of an embedder.
    pub(crate) fn options_for(
        &self,
        stored: Option<&StoredEmbedder>,
        access: Access,
    ) -> Result<Options, CliError> {
        let embedder = embedder::choose(&self.global, stored)?;
        Ok(self.usual()?.with_access(access).with_shared_embedder(embedder))
    }

    /// What was typed of how a store is opened, whatever its embedder.
    fn usual(&self) -> Result<Options, CliError> {
        let options =
            Options::default().with_actor(&self.global.actor).with_shared_planner(self.global.planner());
        let options = match &self.global.master_key {
            Some(file) => options.with_encryption(master_key::read(file)?),
            None => options,
        };
        Ok(if self.global.indexes_in_memory { options.with_indexes_in_memory() } else { options })
    }

    /// Opens the store.
    pub(crate) fn store(&self, access: Access) -> Result<Store, CliError> {
        Ok(Store::open(self.db(), self.options(access)?)?)
    }

    /// Returns the scope named, to write new memories into; makes the store where there is none. A store is not made
    /// for an embedder that does not work, since it would record that one for good.
    pub(crate) fn scope_for_new_memories(&self) -> Result<Scope, CliError> {
        let path = self.scope_path()?;
        let stored = Store::embedder_of(self.db())?;
        let embedder = embedder::choose(&self.global, stored.as_ref())?;
        if stored.is_none() {
            embedder.embed(&["probe"])?;
        }
        let options = self.usual()?.with_shared_embedder(embedder);
        Ok(Store::open(self.db(), options)?.scope(path.as_str())?)
    }

    /// Opens the store and returns the scope named.
    pub(crate) fn scope(&self, access: Access) -> Result<Scope, CliError> {
        let path = self.scope_path()?;
        Ok(self.store(access)?.scope(path.as_str())?)
    }

    /// Opens the store and returns the scope named, to plan a change in words: the only thing that a language model is for.
    pub(crate) fn scope_for_words(&self, access: Access) -> Result<Scope, CliError> {
        let path = self.scope_path()?;
        let options = match language_model::choose(&self.global)? {
            Some(model) => self.options(access)?.with_shared_language_model(model),
            None => self.options(access)?,
        };
        Ok(Store::open(self.db(), options)?.scope(path.as_str())?)
    }
}

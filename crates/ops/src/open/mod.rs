//! Opening a store: [`Settings`] in, an open [`Store`] out. Which embedder, planner, language model, key and indexes it
//! has.

mod embedder;
mod language_model;
mod planner;
mod server;
mod setting;
mod settings;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use nepenthe::llm::Account;
use nepenthe::{Access, Options, Progress, Store, StoredEmbedder};

pub(crate) use embedder::is_unnamed;
pub use setting::{Setting, SettingError};
pub use settings::{
    EmbedderName, EmbedderSettings, LanguageModelSettings, OtherwiseName, PlannerName, ServerSettings,
    Settings,
};

use crate::{OpError, read_master_key};
use language_model::Model;

/// Opens one store by its settings, as often as is wanted. No embedder and no language model is loaded or reached
/// before it is used.
pub struct Opener {
    settings: Settings,
    /// The language model that a store was opened with, once one was: all of them share it, and its account.
    model: OnceLock<Model>,
}

impl Opener {
    /// Takes the settings; looks at nothing yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, model: OnceLock::new() }
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the store's path, written so that SQLite takes it for a file: `:memory:` would be none, and `file:x` a
    /// URI.
    #[must_use]
    pub fn db(&self) -> PathBuf {
        let db = &self.settings.db;
        let bytes = db.as_os_str().as_encoded_bytes();
        match bytes.starts_with(b":") || bytes.starts_with(b"file:") {
            true => PathBuf::from(".").join(db),
            false => db.clone(),
        }
    }

    /// Returns how the store is opened; reads from it which embedder it needs.
    ///
    /// # Errors
    /// [`OpError`], with a [`SettingError`] where a setting is to blame.
    pub fn options(&self, access: Access) -> Result<Options, OpError> {
        self.options_for(self.stored_embedder()?.as_ref(), access)
    }

    /// Reads which embedder the store's vectors were made with; `None` where there is no store.
    ///
    /// # Errors
    /// Of the store.
    pub fn stored_embedder(&self) -> Result<Option<StoredEmbedder>, OpError> {
        match &self.settings.server {
            None => Ok(Store::embedder_of(self.db())?),
            Some(server) => server::embedder_of(server),
        }
    }

    /// Opens the store, as the settings say where it is.
    fn open(&self, options: Options) -> Result<Store, OpError> {
        match &self.settings.server {
            None => Ok(Store::open(self.db(), options)?),
            Some(server) => server::connect(server, options),
        }
    }

    /// Rebuilds the store's vectors with the embedder of the options, and opens it.
    pub(crate) fn reembed(
        &self,
        options: Options,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Store, OpError> {
        match &self.settings.server {
            None => Ok(Store::reembed(self.db(), options, progress)?),
            Some(server) => server::reembed(server, options, progress),
        }
    }

    /// Returns how a store is opened whose vectors are of an embedder.
    ///
    /// # Errors
    /// As for [`options`](Self::options).
    pub fn options_for(&self, stored: Option<&StoredEmbedder>, access: Access) -> Result<Options, OpError> {
        let embedder = embedder::choose(&self.settings.embedder, stored)?;
        Ok(self.usual()?.with_access(access).with_shared_embedder(embedder))
    }

    /// Opens the store that is there.
    ///
    /// # Errors
    /// As for [`options`](Self::options), and of the store.
    pub fn store(&self, access: Access) -> Result<Store, OpError> {
        self.open(self.options(access)?)
    }

    /// Opens the store to change it: with the language model, where one is asked for what is done. `words` says that
    /// changes are planned with words, `writes` that texts are written.
    ///
    /// # Errors
    /// As for [`store`](Self::store).
    pub fn for_change(&self, access: Access, words: bool, writes: bool) -> Result<Store, OpError> {
        // The model last: it may begin a cassette, and what cannot be done leaves none.
        let options = self.with_model(self.options(access)?, words, writes)?;
        self.open(options)
    }

    /// Opens the store to write new memories, and makes it where there is none; says whether it did. A store is not
    /// made for an embedder that does not work, since it would record that one for good.
    ///
    /// # Errors
    /// As for [`store`](Self::store), and of the embedder.
    pub fn for_new_memories(&self, words: bool, writes: bool) -> Result<(Store, bool), OpError> {
        let stored = self.stored_embedder()?;
        let embedder = embedder::choose(&self.settings.embedder, stored.as_ref())?;
        if stored.is_none() {
            embedder.embed(&["probe"])?;
        }
        let options = self.usual()?.with_shared_embedder(embedder);
        let options = self.with_model(options, words, writes)?;
        Ok((self.open(options)?, stored.is_none()))
    }

    /// What was asked of the language model so far; `None` where nothing was.
    #[must_use]
    pub fn account(&self) -> Option<Account> {
        self.model.get().map(|model| model.account()).filter(|account| *account != Account::default())
    }

    /// How the store is opened, whatever its embedder.
    fn usual(&self) -> Result<Options, OpError> {
        let settings = &self.settings;
        let options = planner::place(settings, Options::default().with_actor(&settings.actor))?;
        let options = match &settings.master_key {
            Some(file) => options.with_encryption(read_master_key(file)?),
            None => options,
        };
        Ok(match settings.indexes {
            Some(indexes) => options.with_indexes(indexes),
            None => options,
        })
    }

    fn with_model(&self, options: Options, words: bool, writes: bool) -> Result<Options, OpError> {
        let Some(model) = language_model::choose(&self.settings, words, writes)? else { return Ok(options) };
        Ok(options.with_shared_language_model(Arc::clone(self.model.get_or_init(|| model)) as _))
    }
}

//! [`SharedStore`]: the one open store behind all doors of a process.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nepenthe::{Access, Store};
use nepenthe_ops::{Code, KeyFile, OpError, Opener, Right, Rights};

/// The one open store behind all doors of a process, opened when it is first needed.
pub struct SharedStore {
    opener: Opener,
    key_file: Option<PathBuf>,
    /// For what it is opened, whoever comes first.
    rights: Option<Rights>,
    store: Mutex<Option<Store>>,
}

impl SharedStore {
    /// Takes what is needed to open the store; looks at nothing yet. Receipts are signed with the key in `key_file`.
    #[must_use]
    pub fn new(opener: Opener, key_file: Option<PathBuf>) -> Self {
        Self { opener, key_file, rights: None, store: Mutex::new(None) }
    }

    /// Says for what it is opened, whoever comes first.
    #[must_use]
    pub fn with_rights(self, rights: Rights) -> Self {
        Self { rights: Some(rights), ..self }
    }

    /// Returns the store's path.
    #[must_use]
    pub fn db(&self) -> PathBuf {
        self.opener.db()
    }

    /// Returns who acts where nobody else is named.
    #[must_use]
    pub fn actor(&self) -> &str {
        &self.opener.settings().actor
    }

    /// Returns the store, opened as the first who asks for it needs it: made, where there is none and that one may write.
    ///
    /// # Errors
    /// Those of opening the store.
    pub fn store(&self, rights: Rights) -> Result<Store, OpError> {
        let mut held = self.held();
        if let Some(store) = &*held {
            return Ok(store.clone());
        }
        let rights = self.rights.unwrap_or(rights);
        let store = match (rights.allows(Right::Write), rights.allows(Right::Forget)) {
            (true, _) => self.opener.for_new_memories(true, true)?.0,
            (false, true) => self.opener.for_change(Access::Existing, true, false)?,
            (false, false) => self.opener.store(Access::ReadOnly)?,
        };
        Ok(held.insert(store).clone())
    }

    /// Lets the store go: whoever needs it next opens it again.
    pub fn let_go(&self) {
        *self.held() = None;
    }

    /// Reads the key that signs receipts; `None` where there is no such file.
    ///
    /// # Errors
    /// As for [`KeyFile::read`].
    pub fn signing_key(&self) -> Result<Option<KeyFile>, OpError> {
        match self.key_file.as_deref().map(KeyFile::read) {
            None => Ok(None),
            Some(Err(error)) if error.code() == Code::KeyMissing => Ok(None),
            Some(read) => read.map(Some),
        }
    }

    /// What is held is a handle: whoever panicked with it left it whole.
    fn held(&self) -> MutexGuard<'_, Option<Store>> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

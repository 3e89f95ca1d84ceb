//! [`Door`]: one scope of a store, with the rights of whoever comes in.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use nepenthe::{Access, Scope, ScopePath};
use nepenthe_ops::{Code, KeyFile, OpError, Opener, Operation, Right, Rights};

/// One scope of a store, opened when it is first needed, with the rights of whoever comes in.
pub struct Door {
    opener: Opener,
    path: ScopePath,
    rights: Rights,
    key_file: Option<PathBuf>,
    scope: Mutex<Option<Scope>>,
}

impl Door {
    /// Takes what is needed to open the store; looks at nothing yet. Receipts are signed with the key in `key_file`.
    #[must_use]
    pub fn new(opener: Opener, path: ScopePath, rights: Rights, key_file: Option<PathBuf>) -> Self {
        Self { opener, path, rights, key_file, scope: Mutex::new(None) }
    }

    /// Returns who acts, as the log has it.
    #[must_use]
    pub fn actor(&self) -> &str {
        &self.opener.settings().actor
    }

    /// Returns the scope's path.
    #[must_use]
    pub fn path(&self) -> &ScopePath {
        &self.path
    }

    /// Tells whether whoever comes in may do this.
    #[must_use]
    pub fn allows(&self, operation: &Operation) -> bool {
        self.rights.allows(operation.right)
    }

    /// Refuses what whoever comes in may not do.
    ///
    /// # Errors
    /// [`Code::RightMissing`].
    pub fn demand(&self, operation: &Operation) -> Result<(), OpError> {
        match self.allows(operation) {
            true => Ok(()),
            false => {
                let message = format!(
                    "this needs the right {}, which this server was started without",
                    operation.right
                );
                Err(OpError::new(Code::RightMissing, message))
            }
        }
    }

    /// Does something in the scope. Where another process rebuilt the vectors meanwhile, the store is opened again.
    ///
    /// # Errors
    /// Those of `work`, and of opening the store.
    pub fn with<T>(&self, work: impl Fn(&Scope) -> Result<T, OpError>) -> Result<T, OpError> {
        match work(&self.scope()?) {
            Err(error) if error.code() == Code::Reembedded => {
                *self.held() = None;
                work(&self.scope()?)
            }
            done => done,
        }
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

    /// The scope; of a store that is made now, where there is none and whoever comes in may write.
    fn scope(&self) -> Result<Scope, OpError> {
        let mut held = self.held();
        if let Some(scope) = &*held {
            return Ok(scope.clone());
        }
        let (writes, forgets) = (self.rights.allows(Right::Write), self.rights.allows(Right::Forget));
        let store = match (writes, forgets) {
            (true, _) => self.opener.for_new_memories(true, true)?.0,
            (false, true) => self.opener.for_change(Access::Existing, true, false)?,
            (false, false) => self.opener.store(Access::ReadOnly)?,
        };
        Ok(held.insert(store.scope(self.path.as_str())?).clone())
    }

    /// What is held is a handle: whoever panicked with it left it whole.
    fn held(&self) -> std::sync::MutexGuard<'_, Option<Scope>> {
        self.scope.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

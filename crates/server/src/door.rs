//! [`Door`]: one scope of a store, with the rights of whoever comes in.

use std::path::PathBuf;
use std::sync::Arc;

use nepenthe::{Scope, ScopePath};
use nepenthe_ops::{Code, KeyFile, OpError, Opener, Operation, Plan, Right, Rights};

use crate::SharedStore;

/// One scope of a store, with the actor and the rights of whoever comes in. Cheap to make: the store behind it is shared.
pub struct Door {
    shared: Arc<SharedStore>,
    path: ScopePath,
    rights: Rights,
    actor: String,
}

impl Door {
    /// Takes what is needed to open the store; looks at nothing yet. Receipts are signed with the key in `key_file`.
    #[must_use]
    pub fn new(opener: Opener, path: ScopePath, rights: Rights, key_file: Option<PathBuf>) -> Self {
        let shared = Arc::new(SharedStore::new(opener, key_file));
        let actor = shared.actor().to_owned();
        Self::of(shared, path, rights, actor)
    }

    /// Makes a door into a store that has others.
    #[must_use]
    pub fn of(shared: Arc<SharedStore>, path: ScopePath, rights: Rights, actor: String) -> Self {
        Self { shared, path, rights, actor }
    }

    /// Returns who acts, as the log has it.
    #[must_use]
    pub fn actor(&self) -> &str {
        &self.actor
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

    /// Returns what whoever comes in may see of a plan: without the right to read, no text.
    #[must_use]
    pub fn shown(&self, plan: Plan) -> Plan {
        match self.rights.allows(Right::Read) {
            true => plan,
            false => plan.without_texts(),
        }
    }

    /// Refuses what whoever comes in may not do.
    ///
    /// # Errors
    /// [`Code::RightMissing`].
    pub fn demand(&self, operation: &Operation) -> Result<(), OpError> {
        demand(self.rights, operation)
    }

    /// Does something in the scope. Where another process rebuilt the vectors meanwhile, the store is opened again.
    ///
    /// # Errors
    /// Those of `work`, and of opening the store.
    pub fn with<T>(&self, work: impl Fn(&Scope) -> Result<T, OpError>) -> Result<T, OpError> {
        match work(&self.scope()?) {
            Err(error) if error.code() == Code::Reembedded => {
                self.shared.let_go();
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
        self.shared.signing_key()
    }

    /// The scope; of a store that is made now, where there is none and whoever comes in may write.
    fn scope(&self) -> Result<Scope, OpError> {
        Ok(self.shared.store(self.rights)?.scope(self.path.as_str())?.with_actor(&self.actor))
    }
}

/// Refuses what these rights do not allow.
pub(crate) fn demand(rights: Rights, operation: &Operation) -> Result<(), OpError> {
    match rights.allows(operation.right) {
        true => Ok(()),
        false => {
            let message = format!("this needs the right {}, which was not given", operation.right);
            Err(OpError::new(Code::RightMissing, message))
        }
    }
}

//! What the log shows to others: checkpoints, proofs and receipts.

use nepenthe_receipt::merkle::Hash;
use nepenthe_receipt::note::{Note, SigningKey};
use nepenthe_receipt::receipt::{Body, Receipt};

use crate::handle::{Scope, Store};
use crate::log::{self, ProofsError};
use crate::model::ReceiptId;
use crate::store::StorageError;
use crate::store::query::{receipt, scope, tree};

impl Store {
    /// Returns the log's name, the first line of its checkpoints: `nepenthe/` and a UUID. After a backup was restored it
    /// is another one.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn origin(&self) -> Result<String, StorageError> {
        self.inner.database.read_once(log::origin)
    }

    /// Returns how many leaves the log has, of events and of receipts: it grows with every change of every scope.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn log_size(&self) -> Result<u64, StorageError> {
        self.inner.database.read_once(tree::size)
    }

    /// Signs the log as it is now: its name, its size and its root (C2SP tlog-checkpoint).
    ///
    /// # Errors
    /// [`ProofsError`].
    pub fn checkpoint(&self, key: &SigningKey) -> Result<Note, ProofsError> {
        self.inner.database.read(|session| log::sign(session, tree::size(session)?, key))
    }

    /// Returns what the receipts of every scope say, oldest first: for whoever runs the whole store. A scope's own are
    /// [`Scope::receipts`].
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn receipts(&self) -> Result<Vec<(ReceiptId, Body)>, StorageError> {
        self.inner.database.read(|session| log::bodies(session, receipt::all(session)?))
    }

    /// Returns a receipt of any scope with the proof that it stands in the log, and the log's signature: for whoever runs
    /// the whole store. A scope's own are [`Scope::receipt`].
    ///
    /// # Errors
    /// [`ProofsError`].
    pub fn receipt(&self, id: ReceiptId, key: &SigningKey) -> Result<Receipt, ProofsError> {
        self.inner.database.read(|session| log::signed(session, id, None, key))
    }

    /// Returns the hashes that show that the log of `old` events is the beginning of the one of `new` (RFC 9162, section
    /// 2.1.4).
    ///
    /// # Errors
    /// [`ProofsError`].
    pub fn consistency(&self, old: u64, new: u64) -> Result<Vec<Hash>, ProofsError> {
        self.inner.database.read(|session| log::consistency(session, old, new))
    }
}

impl Scope {
    /// Returns what the receipts of this scope's erasures say, oldest first.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn receipts(&self) -> Result<Vec<(ReceiptId, Body)>, StorageError> {
        let found = self.read(|session, scope| log::bodies(session, receipt::of_scope(session, scope)?))?;
        Ok(found.unwrap_or_default())
    }

    /// Returns a receipt of one of this scope's erasures with the proof that it stands in the log, and the log's signature.
    /// The log is that of all scopes: of the others the proof holds hashes alone, and how many events there are.
    ///
    /// # Errors
    /// [`ProofsError`]; a receipt of another scope is not found.
    pub fn receipt(&self, id: ReceiptId, key: &SigningKey) -> Result<Receipt, ProofsError> {
        self.database().read(|session| {
            let scope = scope::find(session, self.path())?.ok_or(ProofsError::NotFound(id))?;
            log::signed(session, id, Some(scope), key)
        })
    }
}

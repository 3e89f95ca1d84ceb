//! What the log shows of itself to others: its checkpoints, its proofs, and the receipts that stand in it.

use nepenthe_receipt::merkle::{self, Hash, TreeError};
use nepenthe_receipt::note::{Note, SignError, SigningKey};
use nepenthe_receipt::receipt::{Body, Receipt, ReceiptError};
use nepenthe_receipt::{Checkpoint, ParseError, Proof};
use rusqlite::Connection;

use crate::model::{EventSeq, MemoryId, ReceiptId};
use crate::scope::Scope;
use crate::store::query::{ScopeKey, event, meta, receipt, scope, tree};
use crate::store::{StorageError, Store};

/// Why the log shows nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofsError {
    /// No receipt of this id in the scope, or in the store where that was asked. Ids of other scopes are not found either.
    #[error("there is no receipt {0} here")]
    NotFound(ReceiptId),
    /// The key is another log's: its name must be the log's origin.
    #[error("the key is named {found}, but this log is {origin}; name the key after the log")]
    OtherLog {
        /// The key's name.
        found: String,
        /// The log's origin.
        origin: String,
    },
    /// The log never had that many events.
    #[error("the log has {size} events, not {asked}")]
    TooFar {
        /// The events that there are.
        size: u64,
        /// The events asked for.
        asked: u64,
    },
    /// The key cannot sign.
    #[error(transparent)]
    Sign(#[from] SignError),
    /// What the store holds is no receipt.
    #[error("the store's receipt cannot be read: {0}")]
    Unreadable(#[from] ParseError),
    /// Receipt and tree do not agree: `check` says more.
    #[error("the store's receipt does not stand in its log: {0}")]
    Receipt(#[from] ReceiptError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Store {
    /// Returns the log's name, the first line of its checkpoints: `nepenthe/` and a UUID. After a backup was restored it
    /// is another one.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn origin(&self) -> Result<String, StorageError> {
        self.inner.read_once(origin)
    }

    /// Signs the log as it is now: its name, its size and its root (C2SP tlog-checkpoint).
    ///
    /// # Errors
    /// [`ProofsError`].
    pub fn checkpoint(&self, key: &SigningKey) -> Result<Note, ProofsError> {
        self.inner.read(|connection| sign(connection, tree::size(connection)?, key))
    }

    /// Returns what the receipts of every scope say, oldest first: for whoever runs the whole store. A scope's own are
    /// [`Scope::receipts`].
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn receipts(&self) -> Result<Vec<(ReceiptId, Body)>, StorageError> {
        self.inner.read(|connection| bodies(connection, receipt::all(connection)?))
    }

    /// Returns a receipt of any scope with the proof that it stands in the log, and the log's signature: for whoever runs
    /// the whole store. A scope's own are [`Scope::receipt`].
    ///
    /// # Errors
    /// [`ProofsError`].
    pub fn receipt(&self, id: ReceiptId, key: &SigningKey) -> Result<Receipt, ProofsError> {
        self.inner.read(|connection| signed(connection, id, None, key))
    }

    /// Returns the hashes that show that the log of `old` events is the beginning of the one of `new` (RFC 9162, section
    /// 2.1.4).
    ///
    /// # Errors
    /// [`ProofsError`].
    pub fn consistency(&self, old: u64, new: u64) -> Result<Vec<Hash>, ProofsError> {
        self.inner.read(|connection| {
            let size = tree::size(connection)?;
            if new > size {
                return Err(ProofsError::TooFar { size, asked: new });
            }
            match merkle::consistency(old, new, |node| tree::node(connection, node)) {
                Err(TreeError::OutOfRange) => Err(ProofsError::TooFar { size: new, asked: old }),
                found => Ok(found.map_err(tree::failed)?),
            }
        })
    }
}

impl Scope {
    /// Returns what the receipts of this scope's erasures say, oldest first.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn receipts(&self) -> Result<Vec<(ReceiptId, Body)>, StorageError> {
        let found =
            self.read(|connection, scope| bodies(connection, receipt::of_scope(connection, scope)?))?;
        Ok(found.unwrap_or_default())
    }

    /// Returns a receipt of one of this scope's erasures with the proof that it stands in the log, and the log's signature.
    /// The log is that of all scopes: of the others the proof holds hashes alone, and how many events there are.
    ///
    /// # Errors
    /// [`ProofsError`]; a receipt of another scope is not found.
    pub fn receipt(&self, id: ReceiptId, key: &SigningKey) -> Result<Receipt, ProofsError> {
        self.inner().read(|connection| {
            let scope = scope::find(connection, self.path())?.ok_or(ProofsError::NotFound(id))?;
            signed(connection, id, Some(scope), key)
        })
    }
}

fn bodies(connection: &Connection, ids: Vec<MemoryId>) -> Result<Vec<(ReceiptId, Body)>, StorageError> {
    let mut receipts = Vec::new();
    for id in ids {
        if let Some((_, line)) = receipt::body(connection, id)? {
            receipts.push((ReceiptId(id), Body::from_line(&line).map_err(StorageError::corrupt)?));
        }
    }
    Ok(receipts)
}

/// Signs a receipt: one of a scope, where one is named.
fn signed(
    connection: &Connection,
    id: ReceiptId,
    scope: Option<ScopeKey>,
    key: &SigningKey,
) -> Result<Receipt, ProofsError> {
    let (seq, body) = receipt::body(connection, id.0)?.ok_or(ProofsError::NotFound(id))?;
    if let Some(scope) = scope
        && event::get(connection, seq)?.is_none_or(|(of, _)| of != scope)
    {
        return Err(ProofsError::NotFound(id));
    }
    let size = tree::size(connection)?;
    let index = leaf_index(seq)?;
    let hashes = merkle::inclusion(index, size, |node| tree::node(connection, node));
    let hashes = hashes.map_err(tree::failed)?;
    let proof = Proof::new(index, hashes, sign(connection, size, key)?)?;
    Ok(Receipt::new(Body::from_line(&body)?, proof)?)
}

pub(crate) fn origin(connection: &Connection) -> Result<String, StorageError> {
    Ok(format!("nepenthe/{}", uuid::Uuid::from_bytes(meta::log(connection)?)))
}

fn sign(connection: &Connection, size: u64, key: &SigningKey) -> Result<Note, ProofsError> {
    let origin = origin(connection)?;
    if key.verifying_key().name() != origin {
        return Err(ProofsError::OtherLog { found: key.verifying_key().name().to_owned(), origin });
    }
    let root = merkle::root(size, |node| tree::node(connection, node)).map_err(tree::failed)?;
    let checkpoint = Checkpoint { origin, size, root, extensions: Vec::new() };
    Ok(Note::sign(&checkpoint.to_string(), key)?)
}

fn leaf_index(seq: EventSeq) -> Result<u64, StorageError> {
    u64::try_from(seq.0 - 1).map_err(StorageError::corrupt)
}

//! What the log shows of itself to others: its checkpoints, its proofs, and the receipts that stand in it.

use nepenthe_receipt::merkle::{self, Hash, TreeError};
use nepenthe_receipt::note::{Note, SignError, SigningKey};
use nepenthe_receipt::receipt::{Body, Receipt, ReceiptError};
use nepenthe_receipt::{Checkpoint, ParseError, Proof};

use crate::model::{EventSeq, MemoryId, ReceiptId};
use crate::store::query::{ScopeKey, event, meta, receipt, tree};
use crate::store::{Session, StorageError};

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

pub(crate) fn bodies(
    session: Session<'_>,
    ids: Vec<MemoryId>,
) -> Result<Vec<(ReceiptId, Body)>, StorageError> {
    let mut receipts = Vec::new();
    for id in ids {
        if let Some((_, line)) = receipt::body(session, id)? {
            receipts.push((ReceiptId(id), Body::from_line(&line).map_err(StorageError::corrupt)?));
        }
    }
    Ok(receipts)
}

/// Signs a receipt: one of a scope, where one is named.
pub(crate) fn signed(
    session: Session<'_>,
    id: ReceiptId,
    scope: Option<ScopeKey>,
    key: &SigningKey,
) -> Result<Receipt, ProofsError> {
    let (seq, body) = receipt::body(session, id.0)?.ok_or(ProofsError::NotFound(id))?;
    if let Some(scope) = scope
        && event::get(session, seq)?.is_none_or(|(of, _)| of != scope)
    {
        return Err(ProofsError::NotFound(id));
    }
    let size = tree::size(session)?;
    let index = leaf_index(seq)?;
    let hashes = merkle::inclusion(index, size, |node| tree::node(session, node));
    let hashes = hashes.map_err(tree::failed)?;
    let proof = Proof::new(index, hashes, sign(session, size, key)?)?;
    Ok(Receipt::new(Body::from_line(&body)?, proof)?)
}

/// Returns the hashes that show that the log of `old` events is the beginning of the one of `new` (RFC 9162, section 2.1.4).
pub(crate) fn consistency(session: Session<'_>, old: u64, new: u64) -> Result<Vec<Hash>, ProofsError> {
    let size = tree::size(session)?;
    if new > size {
        return Err(ProofsError::TooFar { size, asked: new });
    }
    match merkle::consistency(old, new, |node| tree::node(session, node)) {
        Err(TreeError::OutOfRange) => Err(ProofsError::TooFar { size: new, asked: old }),
        found => Ok(found.map_err(tree::failed)?),
    }
}

pub(crate) fn origin(session: Session<'_>) -> Result<String, StorageError> {
    Ok(format!("nepenthe/{}", uuid::Uuid::from_bytes(meta::log(session)?)))
}

/// Signs the log of the first `size` events.
pub(crate) fn sign(session: Session<'_>, size: u64, key: &SigningKey) -> Result<Note, ProofsError> {
    let origin = origin(session)?;
    if key.verifying_key().name() != origin {
        return Err(ProofsError::OtherLog { found: key.verifying_key().name().to_owned(), origin });
    }
    let root = merkle::root(size, |node| tree::node(session, node)).map_err(tree::failed)?;
    let checkpoint = Checkpoint { origin, size, root, extensions: Vec::new() };
    Ok(Note::sign(&checkpoint.to_string(), key)?)
}

fn leaf_index(seq: EventSeq) -> Result<u64, StorageError> {
    u64::try_from(seq.0 - 1).map_err(StorageError::corrupt)
}

//! Signing the state of the log.

use nepenthe::Store;
use nepenthe::receipt::note::SigningKey;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Code, OpError};

/// Nothing has to be said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckpointInput {}

/// A signed checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SignedCheckpoint {
    /// The note as C2SP's tlog-checkpoint says.
    pub checkpoint: String,
}

/// Signs how many events the log has and the root of their tree, with the key under the name of the log.
///
/// # Errors
/// [`OpError`].
pub fn checkpoint(store: &Store, _: &CheckpointInput, key: &SigningKey) -> Result<SignedCheckpoint, OpError> {
    let note = store.checkpoint(&of_log(store, key)?)?;
    Ok(SignedCheckpoint { checkpoint: note.to_string() })
}

/// The key under the name of the store's log.
pub(crate) fn of_log(store: &Store, key: &SigningKey) -> Result<SigningKey, OpError> {
    key.named(&store.origin()?).map_err(|error| OpError::new(Code::StorageFailed, error))
}

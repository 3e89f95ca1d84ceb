//! The one root error, for callers that do not tell operations apart.

use crate::backup::{BackupError, RestoreError};
use crate::control::{ApplyError, PlanError};
use crate::embed::EmbedError;
use crate::engine::{InscribeError, LookupError, ReembedError};
use crate::log::ProofsError;
use crate::model::{ParseIdError, ScopeError};
use crate::recall::RecallError;
use crate::store::{OpenError, StorageError};
use crate::transfer::{ExportError, ImportError};

/// Anything that an operation can answer instead of what was asked for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Opening a store.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Naming a scope.
    #[error(transparent)]
    Scope(#[from] ScopeError),
    /// Naming a memory.
    #[error(transparent)]
    Id(#[from] ParseIdError),
    /// Writing memories.
    #[error(transparent)]
    Inscribe(#[from] InscribeError),
    /// Recalling.
    #[error(transparent)]
    Recall(#[from] RecallError),
    /// Looking a memory up.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// Planning a mutation.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Applying a plan.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// Exporting.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// Importing.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// Rebuilding vectors.
    #[error(transparent)]
    Reembed(#[from] ReembedError),
    /// Showing what the log holds.
    #[error(transparent)]
    Proofs(#[from] ProofsError),
    /// Making a backup.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// Restoring a backup.
    #[error(transparent)]
    RestoreBackup(#[from] RestoreError),
    /// Embedding.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The storage underneath.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

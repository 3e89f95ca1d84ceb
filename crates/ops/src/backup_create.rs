//! Making a backup.

use std::path::PathBuf;

use jiff::Timestamp;
use nepenthe::{BackupReport, Progress, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::OpError;

/// Where the backup goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupCreateInput {
    /// The file, which must not exist.
    pub file: PathBuf,
    /// Until when it is kept; receipts repeat it.
    #[serde(default)]
    pub expires: Option<Timestamp>,
}

/// A backup that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BackedUp {
    /// When.
    pub at: Timestamp,
    /// Until when it is kept.
    pub expires: Option<Timestamp>,
    /// The events of its log.
    pub events: u64,
    /// What the file takes, in bytes.
    pub bytes: u64,
}

/// Copies the whole store to a new file. `progress` counts pages.
///
/// # Errors
/// [`OpError`]; there is no such file then.
pub fn backup_create(
    store: &Store,
    input: &BackupCreateInput,
    progress: &mut dyn FnMut(Progress),
) -> Result<BackedUp, OpError> {
    let BackupReport { at, expires, events, bytes } = store.backup(&input.file, input.expires, progress)?;
    Ok(BackedUp { at, expires, events, bytes })
}

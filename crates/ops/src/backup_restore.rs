//! The way back from a backup.

use std::path::{Path, PathBuf};

use nepenthe::receipt::Receipt;
use nepenthe::receipt::note::VerifyingKey;
use nepenthe::{Backup, Known, Options, Progress, ReceiptId, RestoreOptions, RestoreReport};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::read::{keys, read};
use crate::types::schema::{Id, KnownWord};
use crate::{OpError, Text};

/// From where it is known what was erased after the backup was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BackupRestoreInput {
    /// The store that the backup was made of, as it is now.
    pub current: Option<PathBuf>,
    /// Whether that one is where the restored one goes, and is kept beside it.
    pub replace: bool,
    /// Signed receipts; what none of them names comes back.
    pub receipts: Vec<Text>,
    /// The public keys of which one must have signed each receipt.
    pub keys: Vec<String>,
    /// Whether to restore although nothing says what was erased since.
    pub without_erasures: bool,
}

/// What a restore did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Restored {
    /// The events of the backup's log.
    pub events: u64,
    /// The name of the log in the backup.
    pub origin_before: String,
    /// The name under which the restored store's log goes on.
    pub origin: String,
    /// What is known of the erasures since.
    #[schemars(with = "KnownWord")]
    pub known: Known,
    /// Memories of the backup that were erased again.
    pub erased: usize,
    /// Memories of the backup that lost a part again.
    pub redacted: usize,
    /// Tombstones taken over from the current store.
    pub tombstones: usize,
    /// Receipts given that ask for nothing.
    #[schemars(with = "Vec<Id>")]
    pub receipts_unused: Vec<ReceiptId>,
    /// The receipts of what was erased again.
    #[schemars(with = "Vec<Id>")]
    pub receipts: Vec<ReceiptId>,
    /// Where the store is now whose place was taken.
    pub aside: Option<PathBuf>,
    /// Whether the key file may still hold keys of what was erased.
    pub keys_left: bool,
}

/// Makes a store of a backup, at a path, without what was erased since. `progress` is told how far it is.
///
/// # Errors
/// [`OpError`]; there is no new file then.
pub fn backup_restore(
    backup: &Backup,
    into: &Path,
    options: Options,
    input: &BackupRestoreInput,
    progress: &mut dyn FnMut(Progress),
) -> Result<Restored, OpError> {
    let receipts: Vec<Receipt> =
        input.receipts.iter().map(|text| read("receipt", text)).collect::<Result<_, _>>()?;
    let trusted: Vec<VerifyingKey> = keys(&input.keys)?;
    let mut how = RestoreOptions::default().with_receipts(receipts, trusted);
    if let Some(current) = &input.current {
        how = how.with_current(current);
    }
    if input.replace {
        how = how.replacing();
    }
    if input.without_erasures {
        how = how.without_erasures();
    }
    let report: RestoreReport = backup.restore(into, options, &how, progress)?;
    Ok(Restored {
        events: report.events,
        origin_before: report.origin_before,
        origin: report.origin,
        known: report.known,
        erased: report.erased,
        redacted: report.redacted,
        tombstones: report.tombstones,
        receipts_unused: report.receipts_unused,
        receipts: report.receipts,
        aside: report.aside,
        keys_left: report.keys_left,
    })
}

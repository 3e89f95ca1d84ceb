//! The key that signs receipts ([`KeyFile`]), and the master key of encrypted stores.

mod key_file;
mod master_key;
mod private;

use std::path::PathBuf;

use nepenthe::Store;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use key_file::KeyFile;
pub use master_key::{MasterKeyInput, MasterKeyMade, master_key, read_master_key};

use crate::OpError;

/// Which key that signs receipts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeyInput {
    /// The file where it lies.
    pub file: PathBuf,
}

/// The public keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Keys {
    /// Where the private key lies.
    pub file: PathBuf,
    /// The log under whose name the keys are shown; null without a store.
    pub log: Option<String>,
    /// The public keys, the current one first.
    pub keys: Vec<String>,
}

/// Makes a key, in a file that must not exist.
///
/// # Errors
/// As for [`KeyFile::create`], and of the store.
pub fn key_new(input: &KeyInput, store: Option<&Store>) -> Result<Keys, OpError> {
    shown(input, store, KeyFile::create)
}

/// Shows the public keys, former ones too.
///
/// # Errors
/// As for [`KeyFile::read`], and of the store.
pub fn key_show(input: &KeyInput, store: Option<&Store>) -> Result<Keys, OpError> {
    shown(input, store, KeyFile::read)
}

/// Puts a new key in the place of the old one, whose receipts stay verifiable.
///
/// # Errors
/// As for [`KeyFile::rotate`], and of the store.
pub fn key_rotate(input: &KeyInput, store: Option<&Store>) -> Result<Keys, OpError> {
    shown(input, store, KeyFile::rotate)
}

/// Before a key is made or changed: a store that cannot be read leaves all as it was.
fn shown(
    input: &KeyInput,
    store: Option<&Store>,
    make: impl FnOnce(&std::path::Path) -> Result<KeyFile, OpError>,
) -> Result<Keys, OpError> {
    let log = store.map(Store::origin).transpose()?;
    let keys = make(&input.file)?.public(log.as_deref())?;
    Ok(Keys { file: input.file.clone(), log, keys: keys.iter().map(ToString::to_string).collect() })
}

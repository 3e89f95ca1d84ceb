//! Opening an encrypted store: its key file is found, its master key tried, and its statements can read from then on.

use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use super::error::OpenError;
use super::key_file::KeyFile;
use super::options::Options;
use super::query::meta;
use crate::model::StoreKey;
use crate::seal::{self, Sealer};

/// Makes ready what a new store is to be sealed with, where one is asked for.
pub(super) fn begin(path: &Path, options: &Options) -> Result<Option<Sealer>, OpenError> {
    let Some(master) = &options.master_key else { return Ok(None) };
    let file = KeyFile::create(path, options.busy_timeout, &*options.random)?;
    Ok(Some(Sealer::new(master.clone(), file)))
}

/// Opens the keys of an encrypted store; `None` for one that is not.
pub(super) fn unlock(
    path: &Path,
    connection: &Connection,
    options: &Options,
) -> Result<Option<Arc<Sealer>>, OpenError> {
    let (name, master) = match (meta::key_file(connection)?, &options.master_key) {
        (None, None) => return Ok(None),
        (None, Some(_)) => return Err(OpenError::NotEncrypted),
        (Some(_), None) => return Err(OpenError::Encrypted),
        (Some(name), Some(master)) => (name, master),
    };
    let file = KeyFile::open(path, options.access, options.busy_timeout)?;
    if file.name != name {
        return Err(OpenError::OtherKeyFile(KeyFile::beside(path)));
    }
    let sealer = Arc::new(Sealer::new(master.clone(), file));
    store_key(connection, Some(&sealer))?;
    seal::register(connection, &sealer)?;
    Ok(Some(sealer))
}

/// Returns a store's key, which is sealed in an encrypted one.
pub(super) fn store_key(connection: &Connection, sealer: Option<&Sealer>) -> Result<StoreKey, OpenError> {
    match sealer {
        None => Ok(meta::store_key(connection)?),
        Some(sealer) => sealer.open_store_key(&meta::stored_store_key(connection)?),
    }
}

//! Opening an encrypted store: its key file is found, its master key tried, and its statements can read from then on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::functions::register;
use super::key_file::KeyFile;
use super::sealer::Sealer;
use crate::model::StoreKey;
use crate::store::error::OpenError;
use crate::store::open_options::OpenOptions;
use crate::store::query::meta;
use crate::store::session::Session;

/// Makes ready what a new store is to be sealed with, where one is asked for.
pub(crate) fn begin(path: &Path, options: &OpenOptions<'_>) -> Result<Option<Sealer>, OpenError> {
    let Some(master) = options.master_key else { return Ok(None) };
    let file = KeyFile::create(place(path, options), options.busy_timeout, &*options.random)?;
    Ok(Some(Sealer::new(master.clone(), file)))
}

/// Opens the keys of an encrypted store; `None` for one that is not.
pub(crate) fn unlock(
    path: &Path,
    session: Session<'_>,
    options: &OpenOptions<'_>,
) -> Result<Option<Arc<Sealer>>, OpenError> {
    let (name, master) = match (meta::key_file(session)?, options.master_key) {
        (None, None) => return Ok(None),
        (None, Some(_)) => return Err(OpenError::NotEncrypted),
        (Some(_), None) => return Err(OpenError::Encrypted),
        (Some(name), Some(master)) => (name, master),
    };
    let file = KeyFile::open_at(place(path, options), options.access, options.busy_timeout)?;
    if file.name != name {
        return Err(OpenError::OtherKeyFile(place(path, options)));
    }
    let sealer = Arc::new(Sealer::new(master.clone(), file));
    store_key(session, Some(&sealer))?;
    register(session.sql(), &sealer)?;
    Ok(Some(sealer))
}

fn place(store: &Path, options: &OpenOptions<'_>) -> PathBuf {
    options.key_file.map_or_else(|| KeyFile::beside(store), Path::to_path_buf)
}

/// Returns a store's key, which is sealed in an encrypted one.
pub(crate) fn store_key(session: Session<'_>, sealer: Option<&Sealer>) -> Result<StoreKey, OpenError> {
    match sealer {
        None => Ok(meta::store_key(session)?),
        Some(sealer) => sealer.open_store_key(&meta::stored_store_key(session)?),
    }
}

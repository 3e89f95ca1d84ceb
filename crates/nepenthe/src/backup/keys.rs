//! [`Keys`], [`Made`]: the key file of an encrypted store on its way to the restored one. A backup has no keys: with those of
//! today, what was erased since cannot be read in it.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempPath;

use super::restore_error::RestoreError;
use super::restore_options::RestoreOptions;
use super::workplace::left_beside;
use crate::handle::Options;
use crate::store::query::{memory, memory_key, meta};
use crate::store::sealing::KeyFile;
use crate::store::{Access, OpenError, Session, connection};

/// The key file of which the backup's keys are: that of the current store, or the one at the target.
pub(super) struct Keys {
    /// The store that it is beside.
    store: PathBuf,
}

impl Keys {
    /// Finds it; `None` where the backup is not encrypted. Where the keys come from elsewhere, none may be at the target.
    pub(super) fn find(
        backup: Session<'_>,
        into: &Path,
        how: &RestoreOptions,
    ) -> Result<Option<Self>, RestoreError> {
        // An older backup has no such name, and is not encrypted.
        if meta::key_file(backup)?.is_none() {
            return Ok(None);
        }
        let store = how.current().unwrap_or(into);
        let path = KeyFile::beside(store);
        if !path.is_file() {
            return Err(RestoreError::NoKeys(path));
        }
        // One that was left there has keys of its own under the numbers that the restored store will use.
        let left = KeyFile::beside(into);
        if left != path {
            if left.symlink_metadata().is_ok() {
                return Err(OpenError::OtherKeyFile(left).into());
            }
            if let Some(log) = left_beside(&left) {
                return Err(RestoreError::LeftBeside(log));
            }
        }
        Ok(Some(Self { store: store.to_owned() }))
    }

    /// Tells whether they are those at the target, from which what is erased again goes only after the store has its place.
    pub(super) fn in_place(&self, into: &Path) -> bool {
        KeyFile::beside(&self.store) == KeyFile::beside(into)
    }

    /// Copies it beside the file that the restored store is made in.
    pub(super) fn bring(&self, file: &Path, options: &Options) -> Result<(), RestoreError> {
        copy_keys(&self.store, file, file, options.busy_timeout)
    }

    /// Tells what became of the keys in the file that the restored store was made in.
    pub(super) fn made(&self, backup: Session<'_>, file: &Path, into: &Path) -> Result<Made, RestoreError> {
        let keys = KeyFile::open(file, Access::Existing, Duration::ZERO)?;
        let left: BTreeSet<i64> = memory_key::all(keys.session())?.into_iter().collect();
        let gone = memory::sealing_keys(backup)?.into_iter().filter(|key| !left.contains(key)).collect();
        Ok(Made { file: file.to_owned(), in_place: self.in_place(into), gone })
    }

    /// Takes away the copy that was made for a store that then did not come to be. Where that fails, it stays.
    pub(super) fn remove(store: &Path) {
        drop(std::fs::remove_file(KeyFile::beside(store)));
    }
}

/// The keys of the restored store, before it has its place.
pub(super) struct Made {
    file: PathBuf,
    /// Whether the target's key file is the one that the keys came from.
    pub(super) in_place: bool,
    /// Keys of the backup's memories that were erased again.
    gone: Vec<i64>,
}

impl Made {
    /// Keeps a copy of the keys of a store for when it is aside.
    pub(super) fn keep(&self, store: &Path, aside: &Path, options: &Options) -> Result<(), RestoreError> {
        copy_keys(store, &self.file, aside, options.busy_timeout)
    }

    /// Gives the restored store its keys: those that the target has not yet.
    pub(super) fn publish(&self, into: &Path, options: &Options) -> Result<(), RestoreError> {
        if !self.in_place {
            return copy_keys(&self.file, &self.file, into, options.busy_timeout);
        }
        let made = KeyFile::open(&self.file, Access::Existing, options.busy_timeout)?;
        let mut target = KeyFile::open(into, Access::Existing, options.busy_timeout)?;
        let other = || OpenError::OtherKeyFile(KeyFile::beside(into));
        if target.name != made.name {
            return Err(other().into());
        }
        if target.take_over(&made)? { Ok(()) } else { Err(other().into()) }
    }

    /// Erases from the target's key file what was erased again, and nothing else. `false` where another connection is in the way.
    pub(super) fn erase_gone(&self, into: &Path, options: &Options) -> Result<bool, RestoreError> {
        let mut target = KeyFile::open(into, Access::Existing, options.busy_timeout)?;
        Ok(target.erase(&self.gone, options.busy_timeout)?)
    }
}

/// Copies the key file of one store for another; it appears whole or not at all, and where nothing is. It is made in the folder
/// of `workplace`, which goes away whatever happens.
fn copy_keys(from: &Path, workplace: &Path, to: &Path, busy: Duration) -> Result<(), RestoreError> {
    let failed = |source| RestoreError::File { path: KeyFile::beside(to), source };
    let from = KeyFile::open(from, Access::ReadOnly, busy)?;
    let target = KeyFile::beside(to);
    if let Some(left) = left_beside(&target) {
        return Err(RestoreError::LeftBeside(left));
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = workplace.with_extension("keys");
    let made = from.copy(&file)?;
    connection::empty_log(made.session(), busy, busy)?;
    made.close()?;
    File::open(&file).and_then(|file| file.sync_all()).map_err(failed)?;
    let made = TempPath::try_from_path(file).map_err(failed)?;
    made.persist_noclobber(&target).map_err(|error| failed(error.error))?;
    if cfg!(unix) { File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed) } else { Ok(()) }
}

//! [`Backup`]: the way back from a backup.
//!
//! Everything happens to a copy that nobody can open: the erasures that came after the backup are made again and
//! certified, the whole is checked, and only then does the copy get its name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use nepenthe_receipt::receipt::Assurance;
use serde::{Deserialize, Serialize};

use super::file_guard::FileGuard;
use super::keys::Keys;
use super::receipts;
use super::restore_error::RestoreError;
use super::restore_options::RestoreOptions;
use super::since::Since;
use super::workplace::{Workplace, left_beside};
use crate::control::{Redo, redo};
use crate::engine::CheckOptions;
use crate::erase::{Returning, Why};
use crate::handle::{Options, Store};
use crate::log;
use crate::model::{EventKind, EventSeq, MemoryId, Progress, ReceiptId};
use crate::store::query::{carry, scope as scopes, tree};
use crate::store::{
    Access, OpenError, OpenFile, Snapshot, StorageError, StoredEmbedder, connection, copy, open_file,
    open_still, sums, write_log,
};

/// How much is known of what was erased after the backup was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Known {
    /// All: it stands in the log of the current store.
    Log,
    /// What the receipts name. Of others nothing is known.
    Receipts,
    /// What no key of the encrypted backup opens any more. Of others nothing is known.
    Keys,
    /// Nothing: what was erased since may be back.
    Nothing,
}

/// What a restore did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RestoreReport {
    /// How many events the backup's log had.
    pub events: u64,
    /// The name of the log in the backup.
    pub origin_before: String,
    /// The name under which the restored store's log goes on.
    pub origin: String,
    /// How much is known of what was erased after the backup was made.
    pub known: Known,
    /// Memories of the backup that were erased again.
    pub erased: usize,
    /// Memories of the backup that lost a part again.
    pub redacted: usize,
    /// Tombstones taken over from the current store.
    pub tombstones: usize,
    /// The receipts given that ask for nothing: what they name went before the backup was made, or was written after it.
    pub receipts_unused: Vec<ReceiptId>,
    /// The physical receipts (`crypto` ones, of an encrypted store whose keys come from another place) of what was erased again,
    /// and of erasures that the backup had not finished.
    pub receipts: Vec<ReceiptId>,
    /// Where the store is now whose place was taken.
    pub aside: Option<PathBuf>,
    /// Whether the target's key file may still hold keys of what was erased, because another connection reads it, or it could not
    /// be written: scrub later.
    pub keys_left: bool,
}

/// A backup, open to be restored. It is never written.
#[derive(Debug)]
pub struct Backup {
    file: OpenFile,
    embedder: StoredEmbedder,
}

/// The store as it is now.
enum Current {
    Held(FileGuard),
    Open(OpenFile),
}

impl Current {
    fn file(&self) -> &OpenFile {
        match self {
            Self::Held(held) => held.file(),
            Self::Open(file) => file,
        }
    }
}

impl Backup {
    /// Opens a backup, or any other copy of a store that nobody writes.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        let (file, embedder) = open_still(path.as_ref())?;
        Ok(Self { file, embedder })
    }

    /// Returns the embedder of its vectors: the restored store has to be opened with that one.
    pub fn embedder(&self) -> &StoredEmbedder {
        &self.embedder
    }

    /// Makes a store of the backup, at a path where nothing is. What was erased after the backup was made is
    /// erased in it again, with receipts, and scanned for, before the file gets its name. Its log goes on under a
    /// new name. `progress` counts pages first, then texts.
    ///
    /// # Errors
    /// [`RestoreError`].
    pub fn restore(
        &self,
        into: impl AsRef<Path>,
        options: Options,
        how: &RestoreOptions,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<RestoreReport, RestoreError> {
        let into = into.as_ref();
        receipts::check(&how.receipts, &how.trusted)?;
        // A link is replaced where it leads to.
        let target = if how.replace { into.canonicalize() } else { Ok(into.to_owned()) };
        let into = &*target.map_err(|source| failed(into, source))?;
        let current = current(into, &options, how)?;
        if current.is_none() && how.receipts.is_empty() && !how.without_erasures {
            return Err(RestoreError::NoErasures);
        }
        let workplace = Workplace::beside(into).map_err(|source| failed(into, source))?;
        workplace.begin().map_err(|source| failed(into, source))?;
        let now = options.clock.now();
        let keys = Keys::find(self.file.session(), into, how)?;
        let mut own = options.clone();
        if let Some(keys) = &keys {
            keys.bring(&workplace.file(), &options)?;
            own.keys_elsewhere = keys.in_place(into);
        }
        let mut report = self.fill(&workplace.file(), own, how, current.as_ref(), progress)?;
        let without_current = current.is_none();
        let made =
            keys.as_ref().map(|keys| keys.made(self.file.session(), &workplace.file(), into)).transpose()?;
        // The keys first: a store without them would be no store. Copies of them do not outlive a failure.
        match current {
            Some(Current::Held(held)) => {
                let aside = aside(into, now);
                if let Some(error) = in_the_way(&aside) {
                    return Err(error);
                }
                let replaced = made
                    .as_ref()
                    .map_or(Ok(()), |made| {
                        made.keep(into, &aside, &options)?;
                        made.publish(into, &options)
                    })
                    .and_then(|()| held.give_way(into, workplace, &aside));
                if replaced.is_err() && made.is_some() && !aside.exists() {
                    Keys::remove(&aside);
                }
                replaced?;
                report.aside = Some(aside);
            }
            _ => {
                if let Some(made) = &made {
                    made.publish(into, &options)?;
                }
                let published = workplace.publish().map_err(|source| failed(into, source));
                // Not where the store stands and only the folder could not be driven to the disk.
                let unmade = matches!(published, Err(RestoreError::Exists(_))) || !into.exists();
                if unmade && made.as_ref().is_some_and(|made| !made.in_place) {
                    Keys::remove(into);
                }
                published?;
            }
        }
        // The store has its place: from here on nothing fails any more.
        report.keys_left = match &made {
            None => false,
            // The others are those of newer backups, and nowhere else.
            Some(made) if without_current => !made.erase_gone(into, &options).unwrap_or(false),
            // Keys of memories that the backup does not have: the current store, or the one that is aside, has them too.
            Some(_) => Store::open(into, options.with_access(Access::Existing))
                .map_or(true, |store| store.scrub(false).map_or(true, |scrubbed| scrubbed.busy)),
        };
        Ok(report)
    }

    /// Makes the restored store in a file that nobody knows of.
    fn fill(
        &self,
        file: &Path,
        options: Options,
        how: &RestoreOptions,
        current: Option<&Current>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<RestoreReport, RestoreError> {
        let snapshot = self.file.snapshot()?;
        copy::copy(snapshot.session(), file, progress)?.close()?;
        drop(snapshot);
        // What is left of a memory that lost a part is written as it was then.
        let returning = Returning::Admit { reason: Why::Restored.into() };
        let options = options.with_access(Access::Existing).with_returning(returning);
        let store = Store::open(file, options)?;
        let database = store.database();
        let snapshot = current.map(|current| current.file().snapshot()).transpose()?;
        let current = snapshot.as_ref().map(Snapshot::session);

        let (since, events, origin_before) = database.read(|copy| {
            let mut since = match current {
                Some(current) => Since::in_store(current, copy)?,
                None => Since::default(),
            };
            since.add_receipts(copy, &how.receipts)?;
            if let Some(sealer) = &database.sealer {
                since.add_keyless(copy, &sealer.all()?)?;
            }
            Ok::<_, RestoreError>((since, tree::size(copy)?, log::origin(copy)?))
        })?;
        // From here on the log is another one: no two logs of one name may ever disagree.
        database.write_alone(|session| {
            write_log(session, &*database.random)?;
            since.backups.iter().try_for_each(|row| carry::note(session, *row, events))
        })?;
        database.with_connection(connection::rebuild)?;
        let known = match (&current, how.receipts.is_empty()) {
            (Some(_), _) => Known::Log,
            (None, false) => Known::Receipts,
            (None, true) if database.sealer.is_some() => Known::Keys,
            (None, true) => Known::Nothing,
        };
        let mut report = RestoreReport {
            events,
            origin_before,
            origin: store.origin()?,
            known,
            erased: 0,
            redacted: 0,
            tombstones: 0,
            receipts_unused: since.unused,
            receipts: Vec::new(),
            aside: None,
            keys_left: false,
        };
        // What no erasing event names is still in the current store, so that no tombstone can forbid anything else
        // here.
        erase(&store, &since.erasures, &mut report)?;
        report.tombstones = database.write_alone(|session| {
            let (mut laid, event) = (0, EventSeq(i64::try_from(tree::size(session)?).unwrap_or(i64::MAX)));
            for tombstone in &since.tombstones {
                let path = tombstone.scope.parse().map_err(StorageError::corrupt)?;
                let scope = scopes::find_or_create(session, &database.key, &path)?;
                laid += usize::from(carry::lay(session, scope, tombstone, event)?);
            }
            sums::write(session, &database.key)?;
            Ok::<_, StorageError>(laid)
        })?;
        report.receipts.extend(store.scrub(false)?.issued);

        let checked = store.check_with(&CheckOptions::default().deep(), progress)?;
        if checked.is_sound() { Ok(report) } else { Err(RestoreError::Unsound(checked)) }
    }
}

/// Opens the current store, if there is one: for itself alone where its place is taken.
fn current(into: &Path, options: &Options, how: &RestoreOptions) -> Result<Option<Current>, RestoreError> {
    if how.replace {
        return Ok(Some(Current::Held(FileGuard::take(into, options)?)));
    }
    if let Some(error) = in_the_way(into) {
        return Err(error);
    }
    let Some(path) = &how.current else { return Ok(None) };
    let opened = open_file(path, &options.clone().with_access(Access::ReadOnly).of_file())?;
    Ok(Some(Current::Open(opened.into_file())))
}

/// Makes erasures again, scope by scope, each with a physical receipt.
fn erase(
    store: &Store,
    erasures: &BTreeMap<String, BTreeMap<MemoryId, Redo>>,
    report: &mut RestoreReport,
) -> Result<(), RestoreError> {
    for (path, wanted) in erasures {
        let scope = store.scope(path).map_err(StorageError::corrupt)?;
        let outcome = scope.apply(redo(&scope, wanted)?)?;
        for change in &outcome.changes {
            match change.kind {
                EventKind::Redact => report.redacted += 1,
                _ => report.erased += 1,
            }
        }
        if let Some(erasure) = outcome.erasure {
            if erasure.assurance == Assurance::Logical {
                return Err(RestoreError::Residue(erasure.residue));
            }
            report.receipts.push(erasure.receipt);
        }
    }
    Ok(())
}

/// Where a store goes whose place is taken.
fn aside(path: &Path, now: Timestamp) -> PathBuf {
    let mut aside = path.as_os_str().to_owned();
    aside.push(now.strftime(".before-restore-%Y%m%dT%H%M%SZ").to_string());
    aside.into()
}

/// Says what keeps a store from coming to be at the path.
fn in_the_way(path: &Path) -> Option<RestoreError> {
    if path.symlink_metadata().is_ok() {
        return Some(RestoreError::Exists(path.into()));
    }
    left_beside(path).map(RestoreError::LeftBeside)
}

fn failed(path: &Path, source: std::io::Error) -> RestoreError {
    match source.kind() {
        std::io::ErrorKind::AlreadyExists => in_the_way(path).unwrap_or(RestoreError::Exists(path.into())),
        std::io::ErrorKind::NotFound if !path.exists() && path.parent().is_some_and(Path::exists) => {
            OpenError::NotFound(path.into()).into()
        }
        _ => RestoreError::File { path: path.into(), source },
    }
}

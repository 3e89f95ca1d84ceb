//! [`Backup`]: the way back from a backup.
//!
//! Everything happens to a copy that nobody can open: the erasures that came after the backup are made again and
//! certified, the whole is checked, and only then does the copy get its name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use nepenthe_receipt::Receipt;
use nepenthe_receipt::note::VerifyingKey;
use nepenthe_receipt::receipt::Assurance;
use rusqlite::Connection;
use serde::Serialize;

use super::held::Held;
use super::keys::Keys;
use super::receipts;
use super::since::Since;
use super::workplace::{Workplace, left_beside};
use crate::control::{ApplyError, Redo, redo};
use crate::erase::{Residue, Returning, Why};
use crate::log::{self, EventKind};
use crate::model::{EventSeq, MemoryId, ReceiptId};
use crate::scope::Progress;
use crate::store::query::{carry, scope as scopes, tree};
use crate::store::{
    Access, CheckOptions, CheckReport, OpenError, Options, StorageError, Store, StoredEmbedder, connection,
    copy, open_file, open_still, sums, write_log,
};

/// From where it is known what was erased after the backup was made.
#[derive(Debug, Clone, Default)]
pub struct RestoreOptions {
    current: Option<PathBuf>,
    receipts: Vec<Receipt>,
    trusted: Vec<VerifyingKey>,
    without_erasures: bool,
    replace: bool,
}

impl RestoreOptions {
    /// Names the store that the backup was made of, as it is now: its log says what was erased since.
    #[must_use]
    pub fn with_current(mut self, store: impl Into<PathBuf>) -> Self {
        self.current = Some(store.into());
        self
    }

    /// Gives receipts of what was erased since, for where there is no such store any more, and the keys of its log, of which one
    /// must have signed each. What no receipt names comes back.
    #[must_use]
    pub fn with_receipts(mut self, receipts: Vec<Receipt>, trusted: Vec<VerifyingKey>) -> Self {
        self.receipts = receipts;
        self.trusted = trusted;
        self
    }

    /// Restores also where nothing says what was erased since: all of it comes back, but what no key opens any more.
    #[must_use]
    pub fn without_erasures(mut self) -> Self {
        self.without_erasures = true;
        self
    }

    /// Returns the store that was named as the current one, where that is not the one at the target.
    pub(super) fn current(&self) -> Option<&Path> {
        self.current.as_deref().filter(|_| !self.replace)
    }

    /// Takes the store at the target for the current one, and its place.
    #[must_use]
    pub fn replacing(mut self) -> Self {
        self.replace = true;
        self
    }
}

/// How much is known of what was erased after the backup was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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

/// Why nothing was restored. There is no new file; backup and current store are as they were.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// Something is at the path already. Name another one, or replace it on purpose.
    #[error("{} exists; a restore overwrites nothing by itself", .0.display())]
    Exists(PathBuf),
    /// Beside the path lies what another database has left. Move that away.
    #[error("{} exists; SQLite would take it for a part of the restored store", .0.display())]
    LeftBeside(PathBuf),
    /// Nothing says what was erased after the backup was made.
    #[error(
        "nothing says what was erased after the backup was made: name the current store, give the receipts, or say \
         that the erasures are to be undone"
    )]
    NoErasures,
    /// The backup is of an encrypted store, and nothing says where its keys are.
    #[error(
        "the backup is of an encrypted store, whose keys are not in it: name the current store, or put its key file at {}",
        .0.display()
    )]
    NoKeys(PathBuf),
    /// The current store's log does not begin with the backup's.
    #[error(
        "the backup is not one of this store: the log of the store does not begin with that of the backup"
    )]
    OtherLog,
    /// A receipt of another store's log.
    #[error("the receipt {0} is of another store than the backup")]
    OtherReceipt(String),
    /// A receipt was altered, or none of the keys that are trusted has signed it.
    #[error("the receipt {receipt} does not hold ({failed})")]
    Receipt {
        /// Which of those given, from 0.
        index: usize,
        /// What it is called.
        receipt: String,
        /// Which check failed, and why.
        failed: String,
    },
    /// Another process has the store open whose place is to be taken.
    #[error("{} is in use; end what has it open first", .0.display())]
    InUse(PathBuf),
    /// Erased bytes are still in the file, so it is not shown to anybody.
    #[error("the restored file still holds bytes of what was erased")]
    Residue(Vec<Residue>),
    /// The backup is damaged.
    #[error("what the backup holds does not agree with itself: {}", first(.0))]
    Unsound(CheckReport),
    /// The file cannot be written.
    #[error("cannot write {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The backup or the current store cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// An erasure could not be made again.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

fn first(report: &CheckReport) -> &str {
    report.findings.first().map_or("", |finding| &finding.problem)
}

/// A backup, open to be restored. It is never written.
#[derive(Debug)]
pub struct Backup {
    connection: Connection,
    embedder: StoredEmbedder,
}

/// The store as it is now.
enum Current {
    Held(Held),
    Open(Connection),
}

impl Current {
    fn connection(&self) -> &Connection {
        match self {
            Self::Held(held) => held.connection(),
            Self::Open(connection) => connection,
        }
    }
}

impl Backup {
    /// Opens a backup, or any other copy of a store that nobody writes.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        let (connection, embedder) = open_still(path.as_ref())?;
        Ok(Self { connection, embedder })
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
        let keys = Keys::find(&self.connection, into, how)?;
        let mut own = options.clone();
        if let Some(keys) = &keys {
            keys.bring(&workplace.file(), &options)?;
            own.keys_elsewhere = keys.in_place(into);
        }
        let mut report = self.fill(&workplace.file(), own, how, current.as_ref(), progress)?;
        let without_current = current.is_none();
        let made =
            keys.as_ref().map(|keys| keys.made(&self.connection, &workplace.file(), into)).transpose()?;
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
        let snapshot = self.connection.unchecked_transaction().map_err(StorageError::from)?;
        copy::close(copy::copy(&snapshot, file, progress)?)?;
        drop(snapshot);
        // What is left of a memory that lost a part is written as it was then.
        let returning = Returning::Admit { reason: Why::Restored.into() };
        let options = options.with_access(Access::Existing).with_returning(returning);
        let store = Store::open(file, options)?;
        let inner = &store.inner;
        let snapshot = current.map(|current| current.connection().unchecked_transaction()).transpose();
        let current = snapshot.map_err(StorageError::from)?;

        let (since, events, origin_before) = inner.read(|copy| {
            let mut since = match &current {
                Some(current) => Since::in_store(current, copy)?,
                None => Since::default(),
            };
            since.add_receipts(copy, &how.receipts)?;
            if let Some(sealer) = &inner.sealer {
                since.add_keyless(copy, &sealer.all()?)?;
            }
            Ok::<_, RestoreError>((since, tree::size(copy)?, log::origin(copy)?))
        })?;
        // From here on the log is another one: no two logs of one name may ever disagree.
        inner.write_only(|transaction| {
            write_log(transaction, &*inner.random)?;
            since.backups.iter().try_for_each(|row| carry::note(transaction, *row, events))
        })?;
        inner.with_connection(connection::rebuild).map_err(StorageError::from)?;
        let known = match (&current, how.receipts.is_empty()) {
            (Some(_), _) => Known::Log,
            (None, false) => Known::Receipts,
            (None, true) if inner.sealer.is_some() => Known::Keys,
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
        report.tombstones = inner.write_only(|transaction| {
            let (mut laid, event) =
                (0, EventSeq(i64::try_from(tree::size(transaction)?).unwrap_or(i64::MAX)));
            for tombstone in &since.tombstones {
                let path = tombstone.scope.parse().map_err(StorageError::corrupt)?;
                let scope = scopes::find_or_create(transaction, &inner.key, &path)?;
                laid += usize::from(carry::lay(transaction, scope, tombstone, event)?);
            }
            sums::write(transaction, &inner.key)?;
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
        return Ok(Some(Current::Held(Held::take(into, options)?)));
    }
    if let Some(error) = in_the_way(into) {
        return Err(error);
    }
    let Some(path) = &how.current else { return Ok(None) };
    let opened = open_file(path, &options.clone().with_access(Access::ReadOnly))?;
    Ok(Some(Current::Open(opened.connection)))
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

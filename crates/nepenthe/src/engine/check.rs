//! `check`: rows, versions, both indexes and the log of every scope agree.

use std::collections::BTreeMap;

use jiff::Timestamp;
use nepenthe_receipt::Checkpoint;
use serde::Serialize;

use super::{check_deep, check_log};
use crate::handle::Store;
use crate::log::replay;
use crate::model::{Digest, Event, EventKind, MemoryId, Progress};
use crate::store::query::view::{Include, View};
use crate::store::query::{
    ScopeKey, annotation, event, integrity, memory, mention, meta, posting, scope, supersession, vector,
    visible,
};
use crate::store::{Database, Session, StorageError, lexical};

/// Something that does not agree with the rest. Names scopes and ids, never texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The scope, where it concerns one.
    pub scope: Option<String>,
    /// What is wrong.
    pub problem: String,
}

/// What a check looked at and found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// Scopes looked at.
    pub scopes: usize,
    /// Memories looked at.
    pub memories: usize,
    /// Versions of texts looked at.
    pub versions: usize,
    /// Events looked at.
    pub events: usize,
    /// What does not agree; empty for a sound store.
    pub findings: Vec<Finding>,
}

impl CheckReport {
    /// Tells whether everything agrees.
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }

    fn find(&mut self, scope: Option<&str>, problem: impl Into<String>) {
        self.findings.push(Finding { scope: scope.map(Into::into), problem: problem.into() });
    }
}

/// How much a check looks at.
#[derive(Debug, Clone, Default)]
pub struct CheckOptions {
    pub(super) deep: bool,
    pub(super) checkpoint: Option<Checkpoint>,
}

impl CheckOptions {
    /// Also looks for rows that belong to nothing, texts that a tombstone forbids, and settings under which an erasure
    /// would leave bytes behind.
    #[must_use]
    pub fn deep(mut self) -> Self {
        self.deep = true;
        self
    }

    /// Also compares the log with what it once was: it must still begin with the tree of this checkpoint. Who signed that
    /// is the caller's to ask.
    #[must_use]
    pub fn with_checkpoint(mut self, checkpoint: Checkpoint) -> Self {
        self.checkpoint = Some(checkpoint);
        self
    }
}

impl Store {
    /// Checks the whole store on one snapshot: SQLite's own checks; each memory against the replay of its events;
    /// each version against both indexes; each purge against the rows. Writes nothing.
    /// `progress` must not use this store: its connection is locked meanwhile.
    ///
    /// # Errors
    /// [`StorageError`] where the file can no longer be read at all.
    pub fn check(&self, progress: &mut dyn FnMut(Progress)) -> Result<CheckReport, StorageError> {
        self.check_with(&CheckOptions::default(), progress)
    }

    /// Checks what [`Store::check`] does, and what the options add.
    ///
    /// # Errors
    /// [`StorageError`] where the file can no longer be read at all.
    pub fn check_with(
        &self,
        options: &CheckOptions,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<CheckReport, StorageError> {
        let database = self.database();
        let (mut report, unread) =
            database.read_indexed(|session| check(database, session, options, progress))?;
        // Of a store in PostgreSQL another server may have erased it since: the key goes at once, the row with what is read next.
        for Unread { what, at, finding } in unread.into_iter().rev() {
            if database.read(|session| what.is_there(session))? {
                report.findings.insert(at, finding);
            }
        }
        if options.deep
            && let Some(finding) = check_deep::orphan_keys(database)?
        {
            report.find(None, finding);
        }
        Ok(report)
    }
}

/// What the snapshot has and what cannot be read.
struct Unread {
    what: Sealed,
    /// How many findings are before it.
    at: usize,
    finding: Finding,
}

/// What is sealed under the key of a memory.
enum Sealed {
    Memory(ScopeKey, MemoryId),
    /// Of a version.
    Annotations(i64),
}

impl Sealed {
    /// Whether it is there, and cannot be read.
    fn is_there(&self, session: Session<'_>) -> Result<bool, StorageError> {
        match self {
            Self::Memory(scope, memory) => {
                let Some(row) = memory::get(session, *scope, *memory)? else { return Ok(false) };
                let versions = memory::versions(session, row.row)?;
                Ok(!row.readable || versions.iter().any(|version| !version.readable))
            }
            Self::Annotations(version) => {
                let read = annotation::of_version(session, *version)?;
                let is_read = read.is_some_and(|annotations| !annotations.entries.is_empty());
                Ok(annotation::is_there(session, *version)? && !is_read)
            }
        }
    }
}

fn check(
    database: &Database,
    session: Session<'_>,
    options: &CheckOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<(CheckReport, Vec<Unread>), StorageError> {
    let (mut report, mut unread) = (CheckReport::default(), Vec::new());
    let total = memory::count_versions(session)?;
    for (key, path) in scope::all(session)? {
        report.scopes += 1;
        let before = unread.len();
        check_memories(database, session, (key, &path), &mut report, &mut unread)?;
        let readable = unread.len() == before;
        // The index of texts that cannot be read cannot be made again.
        if readable && let Some(reason) = lexical::disagreement(session, key)? {
            report.find(Some(&path), format!("the lexical index disagrees with the texts: {reason}"));
        }
        progress(Progress { done: report.versions.min(total), total });
    }
    for finding in check_log::findings(session)? {
        report.find(None, finding);
    }
    let strays = mention::strays(session)?;
    if strays > 0 {
        report.find(None, format!("the index of mentions has {strays} rows of no scope"));
    }
    let strays = posting::strays(session)?;
    if strays > 0 {
        report.find(None, format!("the lexical index has {strays} rows of no scope"));
    }
    if let Some(checkpoint) = &options.checkpoint
        && let Some(finding) = check_log::since(session, checkpoint)?
    {
        report.find(None, finding);
    }
    // In memory there are no vectors of what cannot be opened.
    let vectors_are_there = unread.is_empty() || !database.indexes_in_memory;
    if options.deep {
        for version in annotation::unreadable(session)? {
            let finding = Finding {
                scope: None,
                problem: format!("version {version}: its annotations cannot be read"),
            };
            unread.push(Unread { what: Sealed::Annotations(version), at: report.findings.len(), finding });
        }
        for (scope, finding) in check_deep::findings(database, session)? {
            report.find(scope.as_deref(), finding);
        }
    }
    // As the file says: another process may have rebuilt the vectors.
    let (_, dimension) = meta::embedder(session)?;
    if dimension > 0 && vectors_are_there {
        check_vectors(session, dimension, &mut report)?;
    }
    for finding in integrity::sqlite_findings(session)? {
        report.find(None, finding);
    }
    Ok((report, unread))
}

/// Each memory of the scope is what its events say, and each memory that the log names is there or purged. Adds those that
/// cannot be read.
fn check_memories(
    database: &Database,
    session: Session<'_>,
    (key, path): (ScopeKey, &str),
    report: &mut CheckReport,
    unread: &mut Vec<Unread>,
) -> Result<(), StorageError> {
    let mut there = 0;
    let mentions_are_current = meta::mention_rules(session)? == mention::RULES;
    let mut mentions = match mention::There::read(session, key) {
        Err(StorageError::Corrupt(reason)) => {
            report.find(Some(path), reason);
            None
        }
        there => Some(there?),
    };
    for id in event::memories(session, key)? {
        let events = event::of_memory(session, key, id)?;
        report.events += events.len();
        let row = memory::get(session, key, id)?;
        let replayed = match replay(&events) {
            Ok(replayed) => replayed,
            Err(contradiction) => {
                report.find(Some(path), format!("memory {id}: {contradiction}"));
                continue;
            }
        };
        let Some(replayed) = replayed else { continue };
        let (row, depth) = match (row, replayed.depth) {
            (Some(row), Some(depth)) => (row, depth),
            (None, None) => continue,
            (None, Some(_)) => {
                report.find(Some(path), format!("memory {id} is in the log, but not in the store"));
                continue;
            }
            (Some(_), None) => {
                report.find(Some(path), format!("memory {id} is still there after its purge"));
                continue;
            }
        };
        there += 1;
        let versions = memory::versions(session, row.row)?;
        report.versions += versions.len();
        let readable = row.readable && versions.iter().all(|version| version.readable);
        if !readable {
            let sealed = database.sealer.as_ref().zip(row.sealed_by);
            let gone = match sealed {
                Some((sealer, by)) => sealer.wrapped(by)?.is_none(),
                None => true,
            };
            let why = if gone { "its key is gone" } else { "what is sealed is not what was sealed there" };
            let problem = format!("memory {id} cannot be read: {why}");
            let finding = Finding { scope: Some(path.to_owned()), problem };
            unread.push(Unread { what: Sealed::Memory(key, id), at: report.findings.len(), finding });
        }
        for version in versions.iter().filter(|version| version.readable) {
            let Some(mentions) = &mut mentions else { break };
            let annotations = annotation::of_version(session, version.id)?;
            let expected = mention::expected(&database.key, &version.text, annotations.as_ref());
            if !mentions.take(version.id, &expected) && mentions_are_current {
                report
                    .find(Some(path), format!("memory {id}: the index of mentions disagrees with its text"));
            }
        }
        let (digests, begins): (Vec<Digest>, Vec<Timestamp>) = replayed.versions.into_iter().unzip();
        let last = versions.last();
        let gapless = versions.windows(2).all(|pair| pair[0].to == Some(pair[1].from))
            && last.is_some_and(|version| version.to.is_none());
        let edges = supersession::touching(session, key, id)?;
        let took_its_place = edges_by_log(session, key, &events)?;
        for (agrees, what) in [
            (row.depth == depth, "depth"),
            (row.superseded == replayed.superseded, "superseded mark"),
            (row.created == replayed.created, "time of creation"),
            (row.changed == replayed.changed, "time of change"),
            (row.last_event == replayed.last_event, "last event"),
            (
                !readable || versions.iter().map(|version| row.key.digest(&version.text)).eq(digests),
                "text, or history of texts",
            ),
            (versions.iter().map(|version| version.from).eq(begins), "time for its text"),
            (last.map(|version| version.id) == Some(row.version) && gapless, "chain of versions"),
            (
                edges
                    .iter()
                    .filter(|edge| edge.old == id)
                    .map(|edge| (edge.new, edge.at))
                    .collect::<BTreeMap<_, _>>()
                    == took_its_place,
                "set of supersession edges",
            ),
        ] {
            if !agrees {
                report.find(Some(path), format!("memory {id}: by the log it has another {what}"));
            }
        }
    }
    let strays = mentions.map_or(Ok(0), |mentions| mentions.strays(session, key))?;
    if strays > 0 {
        report.find(Some(path), format!("the index of mentions has {strays} entries of no version"));
    }
    let view = View { scope: key, at: database.now(), past: false, include: Include::All };
    let rows = visible::count(session, &view)?;
    if rows != there {
        report.find(Some(path), format!("{rows} memories in the store, {there} by the log"));
    }
    report.memories += rows;
    Ok(())
}

/// The memories that took the place of one, by its events, and when; without those that are not there (any more).
fn edges_by_log(
    session: Session<'_>,
    key: ScopeKey,
    events: &[Event],
) -> Result<BTreeMap<MemoryId, Timestamp>, StorageError> {
    let mut there = BTreeMap::new();
    for event in events.iter().filter(|event| event.kind == EventKind::Supersede) {
        if let Some(new) = event.related
            && memory::get(session, key, new)?.is_some()
        {
            there.insert(new, event.at);
        }
    }
    Ok(there)
}

/// Each version has exactly one vector, in its scope and of the store's dimension.
fn check_vectors(
    session: Session<'_>,
    dimension: usize,
    report: &mut CheckReport,
) -> Result<(), StorageError> {
    let reachable = vector::reachable(session, dimension)?;
    if reachable.strays > 0 {
        report.find(
            None,
            format!("the vector index has {} rows that are no vector of the store", reachable.strays),
        );
    }
    let (mut last, mut versions) = (0, 0);
    loop {
        let batch = memory::indexed_versions(session, last, 512)?;
        let Some(end) = batch.last() else { break };
        last = end.id;
        versions += batch.len();
        for version in batch {
            if reachable.versions.get(&version.id) != Some(&version.scope) {
                report.find(None, format!("version {}: the vector index disagrees with its row", version.id));
            }
        }
    }
    let found = reachable.versions.len();
    if found != versions {
        report.find(None, format!("{found} vectors in the index, for {versions} versions"));
    }
    Ok(())
}

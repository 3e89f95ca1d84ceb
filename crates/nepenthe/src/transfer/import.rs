//! Reading JSON lines back, into any scope of any store. All or nothing; what is already there is left alone.

use std::collections::HashSet;
use std::io::BufRead;

use jiff::Timestamp;
use nepenthe_receipt::json_problem;
use serde::{Deserialize, Serialize};

use super::line::{FORMAT, Line};
use super::words;
use crate::embed::EmbedError;
use crate::erase::{Admission, ReadmissionGate, UNDISCLOSED};
use crate::handle::Scope;
use crate::log::replay;
use crate::model::{
    Digest, Event, EventKind, EventSeq, MemoryId, NewEvent, Progress, Provenance, check_exact, check_text,
    texts_left,
};
use crate::store::query::memory::{self, StoredMemory};
use crate::store::query::supersession::{self, Edge};
use crate::store::query::{ScopeKey, event, scope as scopes};
use crate::store::{Session, StorageError};
use crate::write::Writer;

/// Why a memory of the file was not imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum SkipReason {
    /// The scope has it, with the same history.
    Unchanged,
    /// The scope has a memory of this id with another history. The scope's own stays.
    Differs,
    /// The scope has purged it. It does not come back by import.
    Purged,
    /// It says, or once said, again what the scope has erased ([`Scope::with_returning`]).
    Erased,
}

/// A memory of the file that was not imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The memory.
    pub id: MemoryId,
    /// Why.
    pub reason: SkipReason,
}

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ImportReport {
    /// Memories written.
    pub imported: usize,
    /// Memories left alone, in the order of the file.
    pub skipped: Vec<Skipped>,
    /// Memories that were written without what was erased of them ([`Scope::with_returning`]).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trimmed: Vec<MemoryId>,
    /// Memories whose events were written without an actor, a planner or a note of the file, or their texts without
    /// annotations: the log keeps such words for good, and takes none that are free text, nor any that were erased.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cleared: Vec<MemoryId>,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file cannot be read.
    #[error("line {line}: cannot be read")]
    Read {
        /// The line, from 1.
        line: usize,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line is not what an export writes. Nothing of the file was imported.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A text is let in with a reference that stands in it, or in what was erased; the log would keep that for good. Name
    /// another, or none.
    #[error(
        "the reference for letting memory {0} in says itself what was erased, and the log would keep it; nothing was imported"
    )]
    Reference(MemoryId),
    /// A text could not be embedded.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Scope {
    /// Reads an export into this scope in one transaction. Ids, depths, versions, events and expiry are kept; the
    /// events are appended to the log, marked with the time of the import. Importing a file twice changes nothing.
    ///
    /// # Errors
    /// [`ImportError`], which names the line; nothing is imported then.
    pub fn import(
        &self,
        file: impl BufRead,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<ImportReport, ImportError> {
        let mut lines = read(file)?;
        let mut cleared: HashSet<MemoryId> =
            lines.iter_mut().filter_map(|line| words::clear(line).then_some(line.id)).collect();
        let gate = self.gate(lines.iter().flat_map(Line::texts).map(|text| (text, None)))?;
        let gate = gate.with_provenances(lines.iter().map(Line::provenance))?;
        let lines = lines.into_iter().map(|line| line.with_texts(|text| gate.admissible(text).to_owned()));
        // What is there already, or may not come in, need not be embedded.
        let mut wanted = Vec::new();
        let mut report = ImportReport::default();
        for line in lines {
            match self.read(|session, scope| way(&gate, session, scope, &line))? {
                Some(Err(reason)) => report.skipped.push(Skipped { id: line.id, reason }),
                Some(Ok(_)) | None => wanted.push(line),
            }
        }
        if wanted.is_empty() {
            return Ok(report);
        }
        let texts: Vec<&str> = wanted.iter().flat_map(Line::texts).collect();
        let vectors = self.embed_batches(&texts, progress)?;
        self.inner().write_all(wanted.len(), |session| {
            let now = self.now();
            let scope = scopes::find_or_create(session, &self.database().key, self.path())?;
            let writer = Writer::new(session, self, scope)?;
            let mut vectors = vectors.iter();
            for line in &wanted {
                let vectors: Vec<&Vec<f32>> = vectors.by_ref().take(line.versions.len()).collect();
                // Another process may have written the same file in the meantime.
                match way(&gate, session, scope, line)? {
                    Err(reason) => report.skipped.push(Skipped { id: line.id, reason }),
                    Ok((Admission::ReferenceTells, _)) => return Err(ImportError::Reference(line.id)),
                    Ok((admission, provenance)) => {
                        let (line, unsaid) = unsaid(&gate, session, scope, line)?;
                        let line = Line { source: provenance.source, metadata: provenance.metadata, ..line };
                        write(self, session, &writer, scope, (&line, admission), &vectors, now)?;
                        report.imported += 1;
                        if cleared.remove(&line.id) || unsaid {
                            report.cleared.push(line.id);
                        }
                        report.trimmed.extend(Some(line.id).filter(|_| admission == Admission::Trimmed));
                    }
                }
            }
            Ok::<_, ImportError>(())
        })?;
        Ok(report)
    }
}

/// A byte order mark, with which a file may begin.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads and checks every line before anything is written.
fn read(mut file: impl BufRead) -> Result<Vec<Line>, ImportError> {
    let mut lines = Vec::new();
    let mut ids = HashSet::new();
    let mut raw = Vec::new();
    for number in 1.. {
        raw.clear();
        let read = file.read_until(b'\n', &mut raw);
        if read.map_err(|source| ImportError::Read { line: number, source })? == 0 {
            break;
        }
        let mark = if number == 1 { MARK } else { b"" };
        let json = raw.strip_prefix(mark).unwrap_or(&raw).trim_ascii();
        if json.is_empty() {
            continue;
        }
        let problem = |problem: String| ImportError::Line { line: number, problem };
        let line: Line = serde_json::from_slice(json).map_err(|error| problem(json_problem(&error)))?;
        let json = std::str::from_utf8(json).map_err(|error| problem(error.to_string()))?;
        check_exact(json).map_err(|error| problem(error.to_string()))?;
        let line = line.with_stored_times();
        check(&line).map_err(problem)?;
        if !ids.insert(line.id) {
            return Err(problem(format!("memory {} stands in the file twice", line.id)));
        }
        lines.push(line);
    }
    Ok(lines)
}

/// A line must be something that a store could have written: its events lead to its state.
fn check(line: &Line) -> Result<(), String> {
    if line.nepenthe != FORMAT {
        return Err(format!("the line has format {}; this Nepenthe reads {FORMAT}", line.nepenthe));
    }
    for version in &line.versions {
        check_text(&version.text).map_err(|error| error.to_string())?;
    }
    if line.versions.last().map(|version| &version.text) != Some(&line.text) {
        return Err("the text is not that of the last version".into());
    }
    let replayed = replay(&as_events(line, |_| Digest([0; 32])))?.ok_or("the memory has no events")?;
    if replayed.depth != Some(line.depth) {
        return Err("the depth is not the one that the events lead to".into());
    }
    let kinds: Vec<EventKind> = line.events.iter().map(|event| event.kind).collect();
    let left = texts_left(&kinds);
    let mut begun: Vec<Timestamp> = Vec::new();
    for (event, left) in line.events.iter().zip(left) {
        if left == Some(begun.len()) {
            begun.push(event.at);
        }
    }
    if begun != line.versions.iter().map(|version| version.from).collect::<Vec<_>>() {
        return Err("the versions are not those that the events begin".into());
    }
    Ok(())
}

/// The line's events as a store would hold them, with the digest of the version that each leaves.
fn as_events(line: &Line, digest: impl Fn(&str) -> Digest) -> Vec<Event> {
    let kinds: Vec<EventKind> = line.events.iter().map(|event| event.kind).collect();
    line.events
        .iter()
        .zip(1..)
        .zip(texts_left(&kinds))
        .map(|((event, seq), left)| {
            let text = left.and_then(|at| line.versions.get(at)).map_or("", |version| &version.text);
            Event {
                seq: EventSeq(seq),
                memory: line.id,
                kind: event.kind,
                at: event.at,
                actor: event.actor.clone(),
                depth_before: event.depth_before,
                depth_after: event.depth_after,
                digest: digest(text),
                related: event.related,
                planner: event.planner.clone(),
                imported: None,
                note: event.note.clone(),
            }
        })
        .collect()
}

/// Says how a line may come in, or why it is not written.
fn way<'a>(
    gate: &ReadmissionGate<'a>,
    session: Session<'_>,
    scope: ScopeKey,
    line: &Line,
) -> Result<Result<(Admission<'a>, Provenance), SkipReason>, StorageError> {
    if let Some(reason) = present(session, scope, line)? {
        return Ok(Err(reason));
    }
    let (mut whole, provenance) = gate.admission_of_provenance(session, scope, line.provenance(), true)?;
    for text in line.texts() {
        whole = whole.and(gate.admission(session, scope, text, None)?);
    }
    Ok(if let Admission::Refused(..) = whole { Err(SkipReason::Erased) } else { Ok((whole, provenance)) })
}

/// The line without an actor or a planner that names what was erased; tells whether there was any.
fn unsaid(
    gate: &ReadmissionGate<'_>,
    session: Session<'_>,
    scope: ScopeKey,
    line: &Line,
) -> Result<(Line, bool), StorageError> {
    let (mut line, mut unsaid) = (line.clone(), false);
    for event in &mut line.events {
        if gate.stops(session, scope, &event.actor)? {
            UNDISCLOSED.clone_into(&mut event.actor);
            unsaid = true;
        }
        if let Some(planner) = &event.planner
            && (gate.stops(session, scope, planner)?
                || gate.stops(session, scope, &words::spoken(planner))?)
        {
            event.planner = None;
            unsaid = true;
        }
    }
    Ok((line, unsaid))
}

/// Tells why the line needs no writing, if it does not.
fn present(session: Session<'_>, scope: ScopeKey, line: &Line) -> Result<Option<SkipReason>, StorageError> {
    let Some(row) = memory::get(session, scope, line.id)? else {
        let purged = event::purged_at(session, scope, line.id)?;
        return Ok(purged.map(|_| SkipReason::Purged));
    };
    let events = event::of_memory(session, scope, line.id)?;
    let same = row.text == line.text
        && events.len() == line.events.len()
        && events.iter().zip(&line.events).all(|(here, there)| {
            (here.kind, here.at, here.depth_after) == (there.kind, there.at, there.depth_after)
        });
    Ok(Some(if same { SkipReason::Unchanged } else { SkipReason::Differs }))
}

fn write(
    scope: &Scope,
    session: Session<'_>,
    writer: &Writer<'_>,
    key: ScopeKey,
    (line, admission): (&Line, Admission<'_>),
    vectors: &[&Vec<f32>],
    now: Timestamp,
) -> Result<(), StorageError> {
    // The log says at the first event why an erased text came back.
    let mut reason = admission.note().filter(|_| admission != Admission::Quarantined);
    let own = scope.database().new_memory_key()?;
    let events = as_events(line, |text| own.digest(text));
    let mut last_event = EventSeq(0);
    for event in &events {
        last_event = writer.append(&NewEvent {
            memory: line.id,
            kind: event.kind,
            at: event.at,
            actor: &event.actor,
            depth_before: event.depth_before,
            depth_after: event.depth_after,
            digest: event.digest,
            related: event.related,
            planner: event.planner.as_deref(),
            imported: Some(now),
            note: reason.take().or(event.note.as_deref()),
        })?;
        // No row but those of the log names a memory once it is purged.
        if let (EventKind::Supersede, Some(new)) = (event.kind, event.related)
            && event::purged_at(session, key, new)?.is_none()
        {
            supersession::insert(session, key, Edge { old: line.id, new, at: event.at })?;
        }
    }
    let replayed = replay(&events).ok().flatten();
    let replayed = replayed.ok_or_else(|| StorageError::corrupt("a checked line replays no more"))?;
    let first = memory::next_version(session)?;
    let current = first + line.versions.len() as i64 - 1;
    let stored = StoredMemory {
        row: 0,
        key: own,
        sealed_by: writer.new_sealing_key()?,
        readable: true,
        version: current,
        superseded: replayed.superseded,
        quarantined: false,
        accessed: line.accessed,
        last_event,
        id: line.id,
        text: line.text.clone(),
        depth: line.depth,
        created: replayed.created,
        changed: replayed.changed,
        expires: line.expires,
        source: line.source.clone(),
        metadata: line.metadata.clone(),
        accesses: line.accesses,
    };
    let mut made_from = Vec::new();
    for source in &line.derived_from {
        // No row but those of the log names a memory once it is purged.
        if event::purged_at(session, key, *source)?.is_none() {
            made_from.push(*source);
        }
    }
    let stored = writer.insert(stored, &made_from)?;
    for (index, version) in line.versions.iter().enumerate() {
        let number = first + index as i64;
        let end = line.versions.get(index + 1).map(|next| next.from);
        let times = (version.from, end);
        let annotations = version.annotations();
        let text = (version.text.as_str(), annotations.as_ref());
        writer.add_version(&stored, number, text, vectors[index], times)?;
    }
    if admission == Admission::Quarantined {
        writer.quarantine(line.id, now.max(replayed.changed))?;
    }
    Ok(())
}

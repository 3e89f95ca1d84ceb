//! `check --deep`: rows that belong to nothing, texts that a tombstone forbids, and settings under which an
//! erasure would leave bytes behind.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use nepenthe_receipt::receipt::{Assurance, Body, JournalMode, SecureDelete};

use crate::erase::{QUARANTINED, forbidden_since, keys};
use crate::model::{Event, EventKind, MemoryId};
use crate::store::query::{carry, event, orphan, receipt, row_sum, scope, tombstone};
use crate::store::raw::{self, FileName};
use crate::store::{Database, Session, StorageError, connection, objects, sums};

/// Texts looked at a time.
const BATCH: usize = 512;

/// How often, and how long apart, it is looked for keys of no memory.
const TRIES: usize = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// Where SQLite's header says how the file is written and read: both are 2 with a write-ahead log.
const FORMAT_VERSIONS: std::ops::Range<usize> = 18..20;

/// A finding, with the scope that it concerns.
type Found = (Option<String>, String);

/// Returns what is wrong, in order.
pub(super) fn findings(database: &Database, session: Session<'_>) -> Result<Vec<Found>, StorageError> {
    let mut findings: Vec<Found> =
        orphan::findings(session)?.into_iter().map(|finding| (None, finding)).collect();
    pending(session, &mut findings)?;
    findings.extend(sums::findings(session, &database.key)?.into_iter().map(|finding| (None, finding)));
    let changed = row_sum::changed(session, &database.key)?.into_iter();
    findings.extend(changed.map(|changed| (changed.scope, changed.problem)));
    findings.extend(objects::findings(session)?.into_iter().map(|finding| (None, finding)));
    forbidden(database, session, &mut findings)?;
    settings(session, &mut findings)?;
    Ok(findings)
}

/// Says whether the key file of an encrypted store has keys of no memory, which nobody is about to use or to erase.
pub(super) fn orphan_keys(database: &Database) -> Result<Option<String>, StorageError> {
    let Some(sealer) = &database.sealer else { return Ok(None) };
    let mut found = 0;
    // A key is there before its memory: a writer may be between the two.
    for _ in 0..TRIES {
        found = database.read(|session| {
            let waiting = !receipt::pending(session)?.is_empty();
            if waiting { Ok(0) } else { keys::orphans(session, sealer).map(|keys| keys.len()) }
        })?;
        if found == 0 {
            return Ok(None);
        }
        std::thread::sleep(PAUSE);
    }
    Ok(Some(format!("the key file has keys of no memory ({found}): `scrub` erases them")))
}

/// The last logical receipt of an erasure is pending or another completes it, and what is pending is such a one. A store in memory has
/// no files to wait for.
fn pending(session: Session<'_>, findings: &mut Vec<Found>) -> Result<(), StorageError> {
    let pending: BTreeSet<MemoryId> = receipt::pending(session)?.into_iter().collect();
    let mut bodies = Vec::new();
    for id in receipt::all(session)? {
        // One that cannot be read is a finding of the log's part.
        let body = receipt::body(session, id)?.and_then(|(_, line)| Body::from_line(&line).ok());
        bodies.extend(body.map(|body| (id, body)));
    }
    let completed: BTreeSet<[u8; 16]> =
        bodies.iter().filter_map(|(_, body)| body.completes).map(|id| id.0).collect();
    // Of several of one erasure the last says why it is still logical and has taken the place of the others.
    let last: HashMap<_, _> = bodies.iter().map(|(id, body)| (&body.events, *id)).collect();
    for (id, body) in &bodies {
        let replaced = last[&body.events] != *id;
        let open = body.assurance == Assurance::Logical && !completed.contains(&body.receipt.0) && !replaced;
        let finding = match (open, pending.contains(id)) {
            (false, true) => "is pending, but its erasure is physical",
            (true, false) if body.engine.journal_mode != JournalMode::Memory => {
                "is logical and no other completes it, but it is not pending: `scrub` would not finish its erasure"
            }
            _ => continue,
        };
        findings.push((None, format!("the receipt {id} {finding}")));
    }
    Ok(())
}

/// No text came in that a tombstone forbade by then, but for those of which the log says why.
fn forbidden(
    database: &Database,
    session: Session<'_>,
    findings: &mut Vec<Found>,
) -> Result<(), StorageError> {
    let mut guarded = false;
    for (key, _) in scope::all(session)? {
        guarded |= tombstone::any(session, key)?;
    }
    if !guarded {
        return Ok(());
    }
    let mut after = 0;
    loop {
        let batch = carry::held_texts(session, after, BATCH)?;
        let Some(last) = batch.last() else { return Ok(()) };
        after = last.version;
        for held in batch {
            let Some(text) = &held.text else { continue };
            let Some(since) = forbidden_since(session, held.scope, &database.key, text)? else { continue };
            let events = event::of_memory(session, held.scope, held.memory)?;
            // An edit may keep what its memory said before; a redact writes what a purge leaves.
            let begun = events.iter().rfind(|event| begins_text(event.kind) && event.at <= held.from);
            let inscribed = begun.filter(|event| event.kind == EventKind::Inscribe);
            // An import keeps the events of the file, and says at a release that it is in quarantine.
            let quarantined = events.iter().any(|event| event.note.as_deref() == Some(QUARANTINED));
            let said = |event: &Event| event.note.is_some() || event.imported.is_some() && quarantined;
            if inscribed.is_some_and(|event| event.seq > since && !said(event)) {
                let finding = format!("memory {}: it has a text that was erased before", held.memory);
                findings.push((Some(held.path), finding));
            }
        }
    }
}

fn begins_text(kind: EventKind) -> bool {
    matches!(kind, EventKind::Inscribe | EventKind::Edit | EventKind::Redact)
}

/// The recipe of erasing is on: in the file, and in this connection.
fn settings(session: Session<'_>, findings: &mut Vec<Found>) -> Result<(), StorageError> {
    if session.is_in_memory() {
        return Ok(());
    }
    // Not by the pragma: on a medium that cannot be written, SQLite leaves the log out.
    let mut versions = None;
    raw::read(session, FileName::Main, &mut |block| {
        versions.get_or_insert_with(|| block.get(FORMAT_VERSIONS).map(<[u8]>::to_vec));
    })?;
    if versions.flatten().is_none_or(|versions| versions != [2, 2]) {
        findings.push((None, "the file is not in write-ahead-log mode".into()));
    }
    let engine = connection::engine(session)?;
    if engine.secure_delete != SecureDelete::On {
        findings.push((None, "SQLite keeps what is deleted: secure_delete is off".into()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::erase::{Erased, Gone, bury_texts};
    use crate::model::EventSeq;
    use crate::store::query::ScopeKey;
    use crate::store::sums;
    use crate::{CheckOptions, Options, Store};

    #[test]
    fn a_text_that_came_in_past_its_tombstone_is_found_and_one_from_before_is_not() {
        let store = Store::open_in_memory(Options::default()).expect("opens");
        let scope = store.scope("a").expect("a scope");
        scope.inscribe("The code is 4711.").expect("is written");
        let lay = |after| {
            let key = &store.database().key;
            let (texts, event) = (vec!["The code is 4711.".to_owned()], EventSeq(after));
            let mut erased = Erased::default();
            erased.gone.push(Gone { texts, left: None, event });
            store.database().write(|session| {
                bury_texts(session, ScopeKey(1), key, &mut erased)?;
                sums::write(session, key)
            })
        };
        lay(1).expect("is laid");
        let deep = CheckOptions::default().deep();
        let findings = || store.check_with(&deep, &mut |_| {}).expect("checks").findings;
        assert_eq!(findings(), []);
        scope.inscribe("The kettle is broken.").expect("is written");
        let second = store.database().write(|session| {
            session.tamper("UPDATE tombstone SET event = 0")?;
            sums::write(session, &store.database().key)
        });
        second.expect("is changed");
        assert_eq!(findings().len(), 1);
    }
}

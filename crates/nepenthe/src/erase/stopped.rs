//! [`Stopped`]: by what a text was stopped that says again what was erased, told to whoever wrote the text.

use std::fmt;
use std::ops::Range;

use jiff::Timestamp;
use nepenthe_text::clause;
use nepenthe_text::fingerprint::{self, Collision, in_characters};
use serde::Serialize;

use super::guard;
use super::marks::{self, Mark, met_forms, named};
use crate::model::{EventSeq, MemoryId, ReceiptId, StoreKey};
use crate::store::query::tombstone::{self, Kind, Kinds};
use crate::store::query::{ScopeKey, event, receipt};
use crate::store::{Session, StorageError};

/// Parts of a text that are told.
const MOST: usize = 4;

/// By what a text was stopped. It says no word of the text, nor of what was erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stopped {
    /// When it was erased.
    pub since: Timestamp,
    /// The receipt of that erasure, the physical one where there is one; none where a restored store has taken it over.
    pub receipt: Option<ReceiptId>,
    /// The memory that was erased then, or lost a part; none likewise.
    pub memory: Option<MemoryId>,
    /// Which parts of the text were erased, at most four.
    pub parts: Vec<StoppedPart>,
}

/// A part of a text that was erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoppedPart {
    /// What it is: "a telephone number".
    pub what: &'static str,
    /// Its first character in the text, from 1; none where it is the whole, or stands there in disguise.
    pub from: Option<usize>,
    /// Its last character.
    pub to: Option<usize>,
}

impl StoppedPart {
    fn new(what: Collision, characters: Option<Range<usize>>) -> Self {
        let characters = characters.filter(|characters| !characters.is_empty());
        let (from, to) = characters.map(|place| (place.start + 1, place.end)).unzip();
        Self { what: what.as_str(), from, to }
    }
}

impl fmt::Display for StoppedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)?;
        match (self.from, self.to) {
            (Some(from), Some(to)) => write!(f, " (characters {from} to {to})"),
            _ => Ok(()),
        }
    }
}

/// "2026-11-29T10:26:58Z (receipt 01a2...): a telephone number (characters 12 to 24)".
impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.since)?;
        if let Some(receipt) = &self.receipt {
            write!(f, " (receipt {receipt})")?;
        }
        for (at, part) in self.parts.iter().enumerate() {
            write!(f, "{}{part}", if at == 0 { ": " } else { ", " })?;
        }
        Ok(())
    }
}

/// Says by what a text is stopped, last by the tombstones of this event, which erased at `since`. Where the text itself is free, it is by
/// what stands beside it.
pub(super) fn explain(
    session: Session<'_>,
    scope: ScopeKey,
    key: &StoreKey,
    (since, last): (Timestamp, EventSeq),
    text: &str,
) -> Result<Stopped, StorageError> {
    let kinds = tombstone::kinds(session, scope)?;
    let mut met = met_strings(session, scope, (key, &kinds), text)?;
    met.sort();
    let mut parts: Vec<StoppedPart> = Vec::new();
    let mut add = |part: StoppedPart| {
        let known = parts.contains(&part);
        if !known && parts.len() < MOST {
            parts.push(part);
        }
    };
    let said: Vec<&str> = of_kind(&met, Kind::Text).collect();
    if !said.is_empty() {
        let clauses = clause::split(text);
        let mut found = false;
        for clause in clauses.iter().filter(|_| clauses.len() > 1) {
            if met_forms(&clause.standalone).iter().any(|form| said.contains(&form.as_str())) {
                add(StoppedPart::new(Collision::Statement, Some(in_characters(text, clause.span.clone()))));
                found = true;
            }
        }
        if !found {
            add(StoppedPart::new(Collision::Text, None));
        }
    }
    let carried: Vec<&str> = of_kind(&met, Kind::Identity).collect();
    let mut sorts: Vec<Collision> = carried.iter().map(|string| fingerprint::what(string)).collect();
    sorts.sort_unstable();
    sorts.dedup();
    // A secret is a code too.
    if sorts.contains(&Collision::Secret) {
        sorts.retain(|sort| *sort != Collision::Code);
    }
    for sort in sorts {
        let strings: Vec<&str> =
            carried.iter().copied().filter(|string| fingerprint::what(string) == sort).collect();
        add(StoppedPart::new(sort, Collision::place(text, &strings)));
    }
    if parts.is_empty() {
        parts.push(StoppedPart::new(Collision::Beside, None));
    }
    let scope_of = event::get(session, last)?;
    Ok(Stopped {
        since,
        receipt: receipt::first_since(session, scope, last)?.filter(|_| scope_of.is_some()).map(ReceiptId),
        memory: scope_of.map(|(_, event)| event.memory),
        parts,
    })
}

fn of_kind(met: &[(Kind, String)], kind: Kind) -> impl Iterator<Item = &str> {
    met.iter().filter(move |(of, _)| *of == kind).map(|(_, string)| string.as_str())
}

/// The strings of a text that tombstones of the scope are of.
fn met_strings(
    session: Session<'_>,
    scope: ScopeKey,
    (key, kinds): (&StoreKey, &Kinds),
    text: &str,
) -> Result<Vec<(Kind, String)>, StorageError> {
    let (mut met, mut guarded) = (Vec::new(), Vec::new());
    for (kind, string) in marks::strings(kinds, text) {
        let class = guard::guarded(kind, &string).filter(|class| kinds.has(*class));
        let plain: Option<Mark> = kinds.has(kind).then(|| marks::mark(key, kind, &string));
        match plain.map(|mark| tombstone::laid_by(session, scope, mark, kind)).transpose()?.flatten() {
            Some(_) => met.push((kind, string)),
            None => guarded.extend(class.map(|class| (class, kind, string))),
        }
    }
    let dear: Vec<String> = guarded.iter().map(|(_, kind, string)| named(*kind, string)).collect();
    for ((class, kind, string), mark) in guarded.into_iter().zip(key.guarded(&dear)) {
        if tombstone::laid_by(session, scope, mark, class)?.is_some() {
            met.push((kind, string));
        }
    }
    Ok(met)
}

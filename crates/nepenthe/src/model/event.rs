//! [`Event`]: one entry of the log for each change of a memory's state; and [`NewEvent`], one about to be written.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Depth, Digest, EventSeq, MemoryId};

/// What happened to a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum EventKind {
    /// It was written.
    Inscribe,
    /// Another memory took its place.
    Supersede,
    /// It left recall, reversibly.
    Release,
    /// It came back into recall.
    Restore,
    /// Its text was replaced; its depth was not.
    Edit,
    /// It was made immune to decay.
    Pin,
    /// It lost that immunity.
    Unpin,
    /// Its depth was halved.
    Decay,
    /// Its depth sank with the time since it last changed or was recalled.
    Consolidate,
    /// It was lifted above the surface because it is recalled often.
    Promote,
    /// A part of its text was erased, with every earlier text.
    Redact,
    /// It was erased.
    Purge,
    /// A receipt for an erasure was issued. The event's memory is the receipt's id.
    Receipt,
}

impl EventKind {
    /// Every kind, in the order of declaration.
    pub const ALL: [Self; 13] = [
        Self::Inscribe,
        Self::Supersede,
        Self::Release,
        Self::Restore,
        Self::Edit,
        Self::Pin,
        Self::Unpin,
        Self::Decay,
        Self::Consolidate,
        Self::Promote,
        Self::Redact,
        Self::Purge,
        Self::Receipt,
    ];

    /// Returns the word that the log holds.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Inscribe => "inscribe",
            Self::Supersede => "supersede",
            Self::Release => "release",
            Self::Restore => "restore",
            Self::Edit => "edit",
            Self::Pin => "pin",
            Self::Unpin => "unpin",
            Self::Decay => "decay",
            Self::Consolidate => "consolidate",
            Self::Promote => "promote",
            Self::Redact => "redact",
            Self::Purge => "purge",
            Self::Receipt => "receipt",
        }
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for EventKind {
    type Err = UnknownEventKind;

    fn from_str(word: &str) -> Result<Self, UnknownEventKind> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word).ok_or(UnknownEventKind(()))
    }
}

/// A word that names no event kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such kind of event")]
pub struct UnknownEventKind(());

/// One entry of the append-only log. It commits to content by keyed digest and never holds it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Event {
    /// Its place in the log of the whole store.
    pub seq: EventSeq,
    /// The memory it is about.
    pub memory: MemoryId,
    /// What happened.
    pub kind: EventKind,
    /// When it happened.
    pub at: Timestamp,
    /// Who did it, as the caller named itself.
    pub actor: String,
    /// The depth before; null for an inscribe.
    pub depth_before: Option<Depth>,
    /// The depth after; null for a purge.
    pub depth_after: Option<Depth>,
    /// Commits to the memory's text after the event (before it, for a purge), under a key that goes with the memory; for a
    /// receipt, the SHA-256 of its body.
    pub digest: Digest,
    /// For a supersede, the memory that took its place.
    pub related: Option<MemoryId>,
    /// Who chose the memory: the name of the planner, or `id` where the caller named it. None where nobody had to choose,
    /// and in logs written before version 2 of the file's format.
    pub planner: Option<String>,
    /// When the entry came in by import, if it did.
    pub imported: Option<Timestamp>,
    /// Why, where the caller had to say: an erased text was let in again, or was kept out of recall.
    pub note: Option<String>,
}

/// An event about to be written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewEvent<'a> {
    pub(crate) memory: MemoryId,
    pub(crate) kind: EventKind,
    pub(crate) at: Timestamp,
    pub(crate) actor: &'a str,
    pub(crate) depth_before: Option<Depth>,
    pub(crate) depth_after: Option<Depth>,
    pub(crate) digest: Digest,
    pub(crate) related: Option<MemoryId>,
    pub(crate) planner: Option<&'a str>,
    pub(crate) imported: Option<Timestamp>,
    pub(crate) note: Option<&'a str>,
}

impl NewEvent<'_> {
    /// The event as it stands at its place in the log.
    pub(crate) fn written(&self, seq: EventSeq) -> Event {
        Event {
            seq,
            memory: self.memory,
            kind: self.kind,
            at: self.at,
            actor: self.actor.to_owned(),
            depth_before: self.depth_before,
            depth_after: self.depth_after,
            digest: self.digest,
            related: self.related,
            planner: self.planner.map(str::to_owned),
            imported: self.imported,
            note: self.note.map(str::to_owned),
        }
    }
}

/// For each event of a memory, oldest first: which of the texts that are left it leaves, from 0. `None` for what came
/// before those texts: a redact erases every earlier one.
pub(crate) fn texts_left(kinds: &[EventKind]) -> Vec<Option<usize>> {
    let first = kinds.iter().rposition(|kind| *kind == EventKind::Redact).unwrap_or(0);
    let mut begun = 0_usize;
    let left = kinds.iter().enumerate().map(|(at, kind)| {
        let begins = matches!(kind, EventKind::Inscribe | EventKind::Edit | EventKind::Redact);
        begun += usize::from(at >= first && begins);
        begun.checked_sub(1)
    });
    left.collect()
}

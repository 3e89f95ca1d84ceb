//! [`Outcome`]: what a change did.

use std::collections::BTreeMap;
use std::fmt;

use nepenthe::receipt::receipt::Assurance;
use nepenthe::{Awaiting, Depth, EventKind, EventSeq, FileName, MemoryId, Needle, ReceiptId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schema::{AssuranceWord, AwaitingWord, DepthValue, EventWord, FileWord, Id, NeedleWord, Seq};
use super::{Account, Asked};

/// What a change did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// Every change, in order.
    pub changes: Vec<Change>,
    /// The memory that a supersede wrote.
    #[schemars(with = "Option<Id>")]
    pub inscribed: Option<MemoryId>,
    /// Memories whose new text lacks what was erased of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Id>")]
    pub trimmed: Vec<MemoryId>,
    /// What an erasure came to, for a purge that erased something.
    pub erasure: Option<Erasure>,
    /// What a language model was asked about the texts that were written.
    pub asked: Vec<Asked>,
    /// What was asked of a language model, for the plan and for texts; the caller, whose model it is, fills this in.
    #[serde(default)]
    pub account: Option<Account>,
}

/// One change that was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// The memory.
    #[schemars(with = "Id")]
    pub id: MemoryId,
    /// What happened.
    #[schemars(with = "EventWord")]
    pub kind: EventKind,
    /// Its depth before.
    #[schemars(with = "DepthValue")]
    pub depth_before: Depth,
    /// Its depth after; null once purged.
    #[schemars(with = "Option<DepthValue>")]
    pub depth_after: Option<Depth>,
    /// The log's entry for it.
    #[schemars(with = "Seq")]
    pub event: EventSeq,
}

/// What an erasure came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Erasure {
    /// The receipt that was issued last.
    #[schemars(with = "Id")]
    pub receipt: ReceiptId,
    /// How far the erasure is known to reach.
    #[schemars(with = "AssuranceWord")]
    pub assurance: Assurance,
    /// What keeps it logical.
    #[schemars(with = "Option<AwaitingWord>")]
    pub awaiting: Option<Awaiting>,
    /// Where erased bytes were found all the same.
    pub residue: Vec<Residue>,
    /// The keys of the receipt's commitments, which are in no JSON.
    #[serde(skip)]
    pub openings: Openings,
}

/// For each memory, the key under which the receipt commits to its last text. Kept nowhere: for whoever asked for the
/// erasure, or to be let go.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Openings(pub BTreeMap<MemoryId, [u8; 32]>);

/// How many there are, and no key.
impl fmt::Debug for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Openings({})", self.0.len())
    }
}

/// Erased bytes that are still in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Residue {
    /// The file.
    #[schemars(with = "FileWord")]
    pub file: FileName,
    /// Where in it, in bytes.
    pub offset: u64,
    /// What they are of.
    #[schemars(with = "NeedleWord")]
    pub what: Needle,
}

impl From<nepenthe::Outcome> for Outcome {
    fn from(outcome: nepenthe::Outcome) -> Self {
        let nepenthe::Outcome { changes, inscribed, trimmed, erasure } = outcome;
        let changes = changes.into_iter().map(Change::from).collect();
        let erasure = erasure.map(Erasure::from);
        Self { changes, inscribed, trimmed, erasure, asked: Vec::new(), account: None }
    }
}

impl From<nepenthe::Change> for Change {
    fn from(change: nepenthe::Change) -> Self {
        let nepenthe::Change { id, kind, depth_before, depth_after, event } = change;
        Self { id, kind, depth_before, depth_after, event }
    }
}

impl From<nepenthe::Erasure> for Erasure {
    fn from(erasure: nepenthe::Erasure) -> Self {
        let nepenthe::Erasure { receipt, assurance, awaiting, residue, openings } = erasure;
        let residue = residue.into_iter().map(|nepenthe::Residue { file, offset, what }| Residue {
            file,
            offset,
            what,
        });
        Self { receipt, assurance, awaiting, residue: residue.collect(), openings: Openings(openings) }
    }
}

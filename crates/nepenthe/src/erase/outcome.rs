//! What an erasure is asked for on, and what it came to.

use std::collections::BTreeMap;

use nepenthe_receipt::receipt::{Assurance, Basis};
use serde::{Deserialize, Serialize};

use super::reason::Reference;
use super::scan::Residue;
use crate::model::{MemoryId, ReceiptId};

/// On whose request and on what grounds something is erased; the receipt says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grounds {
    /// The caller's own number of the request. It must not stand in what is erased.
    pub request: Option<Reference>,
    /// The legal basis.
    pub basis: Basis,
}

impl Default for Grounds {
    /// Nobody's request, on no basis that was named.
    fn default() -> Self {
        Self { request: None, basis: Basis::None }
    }
}

/// What an erasure came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Erasure {
    /// The receipt that was issued last: [`Store::receipt`](crate::Store::receipt) signs it.
    pub receipt: ReceiptId,
    /// How far the erasure is known to reach.
    pub assurance: Assurance,
    /// What keeps it from reaching the files' bytes, where it does not yet.
    pub awaiting: Option<Awaiting>,
    /// Erased bytes that the scan found all the same. Where there are any, the erasure stays logical.
    pub residue: Vec<Residue>,
    /// For each memory, the key under which the receipt commits to its last text. Kept nowhere: hand it to whoever asked for
    /// the erasure, or let it go.
    #[serde(skip)]
    pub openings: BTreeMap<MemoryId, [u8; 32]>,
}

/// What keeps an erasure from reaching the bytes of the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Awaiting {
    /// Another connection reads a state from before, or writes without a pause. When it ends, the next write of this process, or of any ten seconds later, or `scrub` finishes.
    Readers,
    /// The files could not be read or written just now: a full disk, a lock; or, of a plain store in PostgreSQL, the role does not own the
    /// tables, and `scrub` by the one that does finishes. Else the next write of this process, or of any ten seconds later, or `scrub` finishes.
    Storage,
    /// The scan found residue. `scrub` rebuilds the files.
    Scrub,
    /// The store is in memory and has no files.
    Files,
    /// It is finished in the background ([`Waiting::ForLogical`](crate::Waiting::ForLogical)).
    Later,
}

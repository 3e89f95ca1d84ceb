//! [`Recorded`], [`Pending`]: an erasure as its transaction knows it, and once it is committed and not yet physical.

use jiff::Timestamp;
use nepenthe_receipt::receipt::{Awaiting, Body};

use super::erased::Erased;
use super::outcome::Grounds;
use crate::model::MemoryId;
use crate::store::query::ScopeKey;

/// An erasure that is not yet physical, with what must be found nowhere: in memory only.
pub(crate) struct Pending {
    pub(super) receipt: MemoryId,
    pub(super) scope: ScopeKey,
    pub(super) actor: String,
    pub(super) body: Body,
    pub(super) erased: Erased,
}

impl Pending {
    /// Whether something of it was found in the files.
    pub(super) fn is_found(&self) -> bool {
        self.body.awaiting == Some(Awaiting::Residue)
    }
}

/// An erasure as its transaction knows it: where, by whom, what was planned, and what went.
pub(crate) struct Recorded<'a> {
    pub(crate) scope: ScopeKey,
    /// As the log names them.
    pub(crate) actor: &'a str,
    pub(crate) planner: &'a str,
    /// The plan as JSON: the receipt commits to it.
    pub(crate) plan: String,
    pub(crate) grounds: &'a Grounds,
    pub(crate) erased: Erased,
    /// When it was asked for.
    pub(crate) requested: Timestamp,
    /// When it is done.
    pub(crate) now: Timestamp,
}

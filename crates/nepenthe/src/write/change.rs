//! [`Change`]: one change that was made.

use serde::Serialize;

use crate::model::{Depth, EventKind, EventSeq, MemoryId};

/// One change that was made.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// The memory.
    pub id: MemoryId,
    /// What happened to it.
    pub kind: EventKind,
    /// Its depth before.
    pub depth_before: Depth,
    /// Its depth after; null once purged.
    pub depth_after: Option<Depth>,
    /// The log's entry for it.
    pub event: EventSeq,
}

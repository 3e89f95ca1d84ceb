//! [`Unread`]: what a plan was made without reading, because there was too much of it.

use std::fmt;

use serde::Serialize;

use crate::model::MemoryId;

/// How sure a plan can be, at most, that left something unread.
pub(super) const SURE: f64 = 0.5;

/// Something that a plan was made without reading: there was more than is read for one plan. What was read is the same for the same
/// state, on any machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Unread {
    /// The memory; none where it is a part of the request.
    pub memory: Option<MemoryId>,
    /// How many bytes of it were read.
    pub read: usize,
    /// How many it has.
    pub bytes: usize,
    /// What that means for the plan.
    pub reason: String,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.memory {
            Some(id) => write!(f, "{id}  ")?,
            None => write!(f, "the request  ")?,
        }
        write!(f, "{} of {} bytes: {}", self.read, self.bytes, self.reason)
    }
}

//! [`Unread`]: what a plan was made without reading, because there was too much of it.

use std::fmt;

use serde::Serialize;

use crate::memory::{Memory, MemoryId};

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

impl Unread {
    /// Notes a memory of which nothing was read.
    #[must_use]
    pub fn memory(memory: &Memory, reason: impl Into<String>) -> Self {
        Self { memory: Some(memory.id), read: 0, bytes: memory.text.len(), reason: reason.into() }
    }
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

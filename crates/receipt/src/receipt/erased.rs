//! The list of what was erased, and its sums.

use serde::{Deserialize, Serialize};

use super::{Commitment, How, Uuid};

/// A memory of which something was erased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erased {
    /// The memory's id, which says nothing about its text.
    pub memory: Uuid,
    /// How many texts of it were erased, at least 1: it may have been edited before.
    pub versions: u64,
    /// Commits to the latest of them.
    pub commitment: Commitment,
    /// Why it is in the list.
    pub how: How,
}

/// How many memories the list has of each sort.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Memories that the request itself meant: [`How::Matched`] and [`How::Edited`].
    pub matched: u64,
    /// Memories that are gone whole: all but [`How::Edited`].
    pub erased: u64,
    /// [`How::Edited`].
    pub edited: u64,
    /// [`How::Derived`].
    pub derived: u64,
    /// [`How::Copy`].
    pub copies: u64,
}

impl Counts {
    /// Counts a list.
    #[must_use]
    pub fn of(erased: &[Erased]) -> Self {
        let count = |how: &[How]| erased.iter().filter(|entry| how.contains(&entry.how)).count() as u64;
        Self {
            matched: count(&[How::Matched, How::Edited]),
            erased: count(&[How::Matched, How::Derived, How::Copy]),
            edited: count(&[How::Edited]),
            derived: count(&[How::Derived]),
            copies: count(&[How::Copy]),
        }
    }
}

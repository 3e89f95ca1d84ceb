//! [`Returning`], [`Admission`]: what is done with a text that says again what was erased, and how one may come in.

use jiff::Timestamp;

use super::reason::Reason;
use crate::model::EventSeq;

/// What is done with a text that says again what was erased, or names whom a purge erased.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Returning {
    /// It is not written; the answer says so. This is the default.
    #[default]
    Refuse,
    /// It is written out of recall, from where only a restore by its id brings it back.
    Quarantine,
    /// The statements and parties of it that were erased are left out, and the rest is written; the log notes that. Where
    /// there is no such rest, it is refused.
    Trim,
    /// It is written. The tombstones stay: the next text is stopped again.
    Admit {
        /// Why; the log keeps it for good.
        reason: Reason,
    },
}

/// How a text may come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Admission<'a> {
    /// Nothing of it was erased.
    Free,
    /// It is what is left of a text of which a part was erased.
    Trimmed,
    /// For this reason.
    Admitted(&'a str),
    /// Out of recall.
    Quarantined,
    /// Not at all: it was erased then, last by this event.
    Refused(Timestamp, EventSeq),
    /// Not with the reference that was given: the log would keep it, and it says itself what was erased or is let in.
    ReferenceTells,
}

impl<'a> Admission<'a> {
    /// What the log says of it.
    pub(crate) fn note(self) -> Option<&'a str> {
        match self {
            Self::Admitted(reason) => Some(reason),
            Self::Quarantined => Some(QUARANTINED),
            Self::Trimmed => Some(TRIMMED),
            Self::Free | Self::Refused(..) | Self::ReferenceTells => None,
        }
    }

    /// Tells whether nothing is written.
    pub(crate) fn is_closed(self) -> bool {
        matches!(self, Self::Refused(..) | Self::ReferenceTells)
    }

    /// How a memory may come in of which this is said of one part, and `other` of another.
    pub(crate) fn and(self, other: Self) -> Self {
        let rank = |admission| match admission {
            Self::Free => 0,
            Self::Trimmed => 1,
            Self::Admitted(_) | Self::Quarantined => 2,
            Self::Refused(..) | Self::ReferenceTells => 3,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// The note of an event that puts a memory into quarantine: it is what tells one from a released memory.
pub(crate) const QUARANTINED: &str = "quarantined";

/// The note of an event whose text is the rest of one that was to come in.
pub(crate) const TRIMMED: &str = "trimmed";

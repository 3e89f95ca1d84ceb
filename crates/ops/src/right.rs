//! [`Right`] and [`Rights`]: what a caller may do.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A right that an operation needs. Whether the caller has it is asked by whoever calls the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Right {
    /// To see the texts of the scope: recall, list, history, export.
    Read,
    /// To change the scope in a way that its history keeps: inscribe, supersede, release, restore, edit, pin.
    Write,
    /// To change it in a way that nothing keeps: purge, and scrub, which finishes purges.
    Forget,
    /// To do what is the operator's: whole stores copied or written anew, and histories taken from elsewhere.
    Admin,
    /// To see what was done, without texts: log, receipts, checkpoint, check, verify.
    Audit,
    /// To see which scopes a store has.
    Scopes,
}

/// Some of the rights.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Rights(u8);

impl Right {
    /// Every right, in the order of declaration.
    pub const ALL: [Self; 6] =
        [Self::Read, Self::Write, Self::Forget, Self::Admin, Self::Audit, Self::Scopes];

    /// Returns the word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Forget => "forget",
            Self::Admin => "admin",
            Self::Audit => "audit",
            Self::Scopes => "scopes",
        }
    }
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Right {
    type Err = UnknownRight;

    fn from_str(word: &str) -> Result<Self, UnknownRight> {
        Self::ALL.into_iter().find(|right| right.as_str() == word).ok_or(UnknownRight)
    }
}

/// A word that names no right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownRight;

impl fmt::Display for UnknownRight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a right is read, write, forget, admin, audit or scopes")
    }
}

impl std::error::Error for UnknownRight {}

impl Rights {
    /// Every right.
    #[must_use]
    pub fn all() -> Self {
        Right::ALL.into_iter().collect()
    }

    /// Tells whether a right is among them. None contains another.
    #[must_use]
    pub fn allows(self, right: Right) -> bool {
        self.0 & (1 << right as u8) != 0
    }

    /// Returns those that are among others too.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }
}

impl FromIterator<Right> for Rights {
    fn from_iter<I: IntoIterator<Item = Right>>(rights: I) -> Self {
        Self(rights.into_iter().fold(0, |all, right| all | 1 << right as u8))
    }
}

impl fmt::Debug for Rights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Right::ALL.into_iter().filter(|right| self.allows(*right))).finish()
    }
}

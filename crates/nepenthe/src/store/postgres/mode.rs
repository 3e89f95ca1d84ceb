//! [`Mode`]: what PostgreSQL can read of a store.

use super::tables::{SEALED, TABLES, Table};

/// Chosen when a store is made, and kept in its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Rows of an encrypted store, as they are: nothing.
    Sealed,
    /// Rows of one that is not encrypted, and words and vectors beside them, for SQL: all.
    Plain,
}

impl Mode {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sealed => "sealed",
            Self::Plain => "plain",
        }
    }

    pub(super) fn of(name: &str) -> Option<Self> {
        [Self::Sealed, Self::Plain].into_iter().find(|mode| mode.name() == name)
    }

    /// The tables of its mirror that are its truth.
    pub(super) fn tables(self) -> &'static [Table] {
        match self {
            Self::Sealed => &TABLES[..SEALED],
            Self::Plain => &TABLES,
        }
    }
}

//! Under what circumstances it was erased: the engine and its settings, tombstones, backups.

use serde::{Deserialize, Serialize};

use super::{Checkpointing, JournalMode, Label, SecureDelete, Time};

/// The programs that erased, and the settings that decide whether bytes stay behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    /// The version of Nepenthe.
    pub nepenthe: Label,
    /// The version of SQLite.
    pub sqlite: Label,
    /// The version of sqlite-vec.
    pub sqlite_vec: Label,
    /// SQLite's journal mode.
    pub journal_mode: JournalMode,
    /// SQLite's `secure_delete`.
    pub secure_delete: SecureDelete,
    /// Whether every lexical index has FTS5's `secure-delete` on.
    pub fts5_secure_delete: bool,
    /// The checkpoint after the erasure.
    pub checkpoint: Checkpointing,
}

/// Marks that keep what was erased from being inscribed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tombstones {
    /// Set by this erasure.
    pub added: u64,
    /// In force in the scope when the receipt was signed.
    pub in_force: u64,
}

/// Copies of the file that the store knows of, and that may hold what was erased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Backups {
    /// How many.
    pub known: u64,
    /// When the last of them will be gone, where that is known of every one.
    pub latest_expiry: Option<Time>,
}

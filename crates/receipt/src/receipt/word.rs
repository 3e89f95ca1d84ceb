//! The words that a body may use, each written in lower case with hyphens.

use serde::{Deserialize, Serialize};

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// Memories erased; of those that say other things too, a part.
    Purge,
    /// A part of memories erased, and no memory as a whole because the request named it.
    Edit,
}

/// How sure the store is that nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assurance {
    /// Out of every table and index; the bytes may still be in the files.
    Logical,
    /// Besides, the tables of the database server that held it were written anew without it, and the files of the store's mirror
    /// searched. What the server keeps beside its tables may have it still.
    Compacted,
    /// The files were searched for what went, byte by byte, and it is not there; or they were written anew.
    Physical,
    /// It was stored encrypted under a key of its own, and that key is erased.
    Crypto,
}

/// Why a receipt is logical only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Awaiting {
    /// Another connection reads an old state, so the write-ahead log cannot be truncated.
    Readers,
    /// The process ended before the scan, and what to search for is gone with it.
    Crash,
    /// No scan was asked for, or it could not be made.
    NotScanned,
    /// The scan found something left.
    Residue,
}

/// Why a memory is in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The request meant it; erased.
    Matched,
    /// The request meant a part of it; the old text erased, a new one kept.
    Edited,
    /// It was made from one that the request meant, such as a summary; erased.
    Derived,
    /// It had the same text as one that the request meant; erased.
    Copy,
}

/// One of the files that SQLite keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// The database.
    Main,
    /// The write-ahead log.
    Wal,
    /// The index of the write-ahead log.
    Shm,
    /// The rollback journal.
    Journal,
}

/// What the scan of a file showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileState {
    /// Read from the first byte to the last, and nothing found.
    Clean,
    /// There is no such file.
    Absent,
    /// Something found.
    Residue,
}

/// SQLite's `journal_mode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "SQLite's own words")]
pub enum JournalMode {
    Wal,
    Delete,
    Truncate,
    Persist,
    Memory,
    Off,
}

/// SQLite's `secure_delete`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecureDelete {
    /// Whatever is deleted is overwritten with zeros.
    On,
    /// Only where that costs no further writing.
    Fast,
    /// Deleted bytes stay.
    Off,
}

/// What became of the write-ahead log after the erasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checkpointing {
    /// `wal_checkpoint(TRUNCATE)` was carried out whole.
    Truncate,
    /// `VACUUM` wrote the whole database anew, and then `wal_checkpoint(TRUNCATE)` was carried out whole.
    Rebuild,
    /// It was asked for, and other connections kept it from ending.
    Busy,
    /// None was asked for.
    None,
}

/// The ground on which the erasure was asked for. What the store was told, not what it judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// None was named.
    None,
    /// GDPR, Art. 17(1)(b): consent was withdrawn.
    ConsentWithdrawn,
    /// GDPR, Art. 17(1)(a): no longer needed for the purposes for which it was collected.
    NoLongerNeeded,
    /// GDPR, Art. 17(1)(c): the person objected under Art. 21.
    Objection,
    /// GDPR, Art. 17(1)(d): it was processed unlawfully.
    Unlawful,
    /// GDPR, Art. 17(1)(e): a law of the Union or a member state demands it.
    LegalObligation,
    /// GDPR, Art. 17(1)(f): collected from a child for a service of the information society (Art. 8(1)).
    Child,
    /// California Civil Code, section 1798.105: a consumer asked for deletion.
    CcpaRequest,
    /// The time for which it was to be kept is over.
    RetentionExpired,
    /// It was a danger where it was, such as a password.
    Security,
}

/// What this receipt does not speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotCovered {
    /// Blocks that a solid-state disk put aside.
    SsdRemapping,
    /// Snapshots and older blocks that a file system keeps.
    FilesystemSnapshots,
    /// Memory that the operating system wrote to disk.
    Swap,
    /// What a language model was shown before.
    ModelContext,
    /// Copies of the file that the store was not told of.
    ForeignBackups,
    /// Whoever can change the program or the file as they like.
    Operator,
    /// What the indexes of an encrypted store held in the clear, in copies of its file.
    IndexCopies,
    /// What whoever has the file can find out of what went by guessing, since the key of the tombstones lies beside them.
    TombstoneGuesses,
    /// The write-ahead log of the database server that has the rows, and its archives.
    ServerLog,
    /// That server's replicas and replication slots.
    Replicas,
    /// What that server logs of queries.
    QueryLogs,
    /// Base backups and dumps of that server.
    BaseBackups,
    /// The mirrors of other servers of the store, until they follow.
    Mirrors,
}

impl NotCovered {
    /// What a receipt that says [`Assurance::Compacted`] must name.
    pub const OF_COMPACTED: [Self; 5] =
        [Self::ServerLog, Self::Replicas, Self::QueryLogs, Self::BaseBackups, Self::Mirrors];
}

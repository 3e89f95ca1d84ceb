//! Which fields of a body have to agree with which others.

use std::collections::HashSet;
use std::fmt;

use super::{
    Assurance, Awaiting, Body, Checkpointing, Counts, Engine, FileKind, FileState, How, JournalMode, Needles,
    NotCovered, Operation, Scan, SecureDelete,
};

/// The largest number in a body, 2^53 - 1: the largest that every reader of JSON keeps exactly.
const MAX_NUMBER: u64 = (1 << 53) - 1;

/// A body that says two things which cannot both be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyError {
    field: &'static str,
    problem: &'static str,
}

impl BodyError {
    /// The field at fault, with dots between the names.
    #[must_use]
    pub fn field(&self) -> &'static str {
        self.field
    }
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.problem)
    }
}

impl std::error::Error for BodyError {}

fn require(holds: bool, field: &'static str, problem: &'static str) -> Result<(), BodyError> {
    if holds { Ok(()) } else { Err(BodyError { field, problem }) }
}

impl Body {
    /// Checks that the fields are in range and agree with each other.
    ///
    /// # Errors
    /// The first field that is not or does not.
    pub fn check(&self) -> Result<(), BodyError> {
        self.check_numbers()?;
        self.check_list()?;
        if let Some(scan) = &self.scan {
            check_scan(scan)?;
        }
        self.check_assurance()?;

        let times = &self.times;
        let ordered = times.requested <= times.erased && times.erased <= times.certified;
        require(ordered, "times", "not in the order requested, erased, certified")?;
        let expires = self.backups.latest_expiry.is_none() || self.backups.known > 0;
        require(expires, "backups.latest_expiry", "there is no backup that could expire")?;
        let mut words = self.not_covered.iter().enumerate();
        let twice = words.any(|(at, word)| self.not_covered[..at].contains(word));
        require(!twice, "not_covered", "a word stands there twice")
    }

    pub(super) fn check_numbers(&self) -> Result<(), BodyError> {
        let small = |number: &u64| *number <= MAX_NUMBER;
        let too_large = "a number is above 2^53 - 1";
        require(self.erased.iter().all(|entry| small(&entry.versions)), "erased", too_large)?;
        let Counts { matched, erased, edited, derived, copies } = &self.counts;
        require([matched, erased, edited, derived, copies].into_iter().all(small), "counts", too_large)?;
        require(self.events.iter().all(small), "events", too_large)?;
        if let Some(Scan { needles, files, indexes, .. }) = &self.scan {
            let numbers = [needles.texts, needles.identifiers, needles.vectors];
            require(numbers.iter().all(small), "scan.needles", too_large)?;
            require(files.iter().all(|f| small(&f.bytes) && small(&f.hits)), "scan.files", too_large)?;
            let numbers = [indexes.lexical, indexes.vectors, indexes.mentions];
            require(numbers.iter().all(small), "scan.indexes", too_large)?;
        }
        let tombstones = [self.tombstones.added, self.tombstones.in_force];
        require(tombstones.iter().all(small), "tombstones", too_large)?;
        require(small(&self.backups.known), "backups.known", too_large)
    }

    fn check_list(&self) -> Result<(), BodyError> {
        let mut seen = HashSet::new();
        require(
            self.erased.iter().all(|entry| seen.insert(entry.memory)),
            "erased",
            "a memory is there twice",
        )?;
        require(self.erased.iter().all(|entry| entry.versions > 0), "erased", "a memory without versions")?;
        let matched = self.erased.iter().any(|entry| entry.how == How::Matched);
        let whole = self.operation == Operation::Edit && matched;
        require(!whole, "operation", "an edit erases no memory that was matched as a whole")?;
        require(
            self.counts == Counts::of(&self.erased),
            "counts",
            "not the sums of the list of what was erased",
        )?;
        let ascending = self.events.is_sorted_by(|earlier, later| earlier < later);
        require(ascending, "events", "not in ascending order")?;
        require(
            self.erased.is_empty() || !self.events.is_empty(),
            "events",
            "nothing is erased without an event",
        )
    }

    fn check_assurance(&self) -> Result<(), BodyError> {
        let logical = self.assurance == Assurance::Logical;
        require(
            logical == self.awaiting.is_some(),
            "awaiting",
            "there if the receipt is logical, else null",
        )?;
        require(self.completes.is_none() || !logical, "completes", "a logical receipt completes nothing")?;
        require(self.completes != Some(self.receipt), "completes", "a receipt does not complete itself")?;
        match (self.assurance, self.awaiting) {
            (Assurance::Logical, Some(Awaiting::Readers)) => {
                let busy = self.engine.checkpoint == Checkpointing::Busy;
                require(busy, "awaiting", "with readers, the checkpoint is busy")
            }
            (Assurance::Logical, Some(Awaiting::Crash | Awaiting::NotScanned)) => {
                require(self.scan.is_none(), "awaiting", "there is a scan")
            }
            (Assurance::Logical, _) => {
                let found = self.scan.as_ref().is_some_and(|scan| !scan.is_clean());
                require(found, "awaiting", "no residue is in the scan")
            }
            (Assurance::Crypto, _) => {
                require(self.scan.as_ref().is_none_or(Scan::is_clean), "scan", "something was found")
            }
            (Assurance::Physical, _) => self.check_physical(),
            (Assurance::Compacted, _) => {
                let named = NotCovered::OF_COMPACTED.iter().all(|word| self.not_covered.contains(word));
                require(
                    named,
                    "not_covered",
                    "a compacted receipt names what the server keeps beside its tables",
                )?;
                self.check_physical()
            }
        }
    }

    fn check_physical(&self) -> Result<(), BodyError> {
        let Engine { journal_mode, secure_delete, fts5_secure_delete, checkpoint, .. } = &self.engine;
        match &self.scan {
            Some(scan) => {
                require(scan.is_clean(), "scan", "a physical or compacted receipt needs a clean scan")?;
                let Needles { texts, identifiers, vectors } = scan.needles;
                let searched = texts > 0 || identifiers > 0 || vectors > 0;
                require(searched || self.erased.is_empty(), "scan.needles", "nothing was searched for")?;
            }
            // What to search for was gone with the process, and every byte was written again instead.
            None => require(
                *checkpoint == Checkpointing::Rebuild,
                "scan",
                "a physical or compacted receipt needs a clean scan, or files that were written anew",
            )?,
        }
        require(
            *journal_mode == JournalMode::Wal,
            "engine.journal_mode",
            "a physical or compacted receipt needs `wal`",
        )?;
        require(
            *secure_delete == SecureDelete::On,
            "engine.secure_delete",
            "a physical or compacted receipt needs `on`",
        )?;
        require(
            *fts5_secure_delete,
            "engine.fts5_secure_delete",
            "a physical or compacted receipt needs `true`",
        )?;
        require(
            matches!(checkpoint, Checkpointing::Truncate | Checkpointing::Rebuild),
            "engine.checkpoint",
            "a physical or compacted receipt needs `truncate` or `rebuild`",
        )
    }
}

fn check_scan(scan: &Scan) -> Result<(), BodyError> {
    let kinds = scan.files.each_ref().map(|file| file.file);
    let order = [FileKind::Main, FileKind::Wal, FileKind::Shm, FileKind::Journal];
    require(kinds == order, "scan.files", "not main, wal, shm and journal in this order")?;
    let [main, ..] = &scan.files;
    require(main.state != FileState::Absent, "scan.files", "a store has a main file")?;
    let agrees = scan.files.iter().all(|file| match file.state {
        FileState::Clean => file.hits == 0,
        FileState::Absent => file.hits == 0 && file.bytes == 0,
        FileState::Residue => file.hits > 0 && file.bytes > 0,
    });
    require(agrees, "scan.files", "a file's state is not what its bytes and hits say")
}

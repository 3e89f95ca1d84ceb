//! A proof that a leaf is in a log (c2sp.org/tlog-proof): its index, its inclusion proof, and a signed checkpoint.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::ParseError;
use crate::checkpoint::{Checkpoint, decimal};
use crate::merkle::{Hash, MAX_SIZE, ProofError, leaf_hash, verify_inclusion};
use crate::note::Note;

const VERSION: &str = "c2sp.org/tlog-proof@v1";

/// The most hashes that an inclusion proof can have: one for each level of a tree of 2^63 leaves.
const MAX_HASHES: usize = 63;

/// The longest `extra` data, in bytes.
const MAX_EXTRA_BYTES: usize = 65_536;

/// What shows that a leaf is in a log: to be read offline, with the log's key alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    index: u64,
    hashes: Vec<Hash>,
    extra: Option<Vec<u8>>,
    note: Note,
    checkpoint: Checkpoint,
}

impl Proof {
    /// Puts together what a log has: the leaf's index, its inclusion proof, and the signed checkpoint.
    ///
    /// # Errors
    /// When the note's text is no checkpoint, or no proof can have that index or that many hashes.
    pub fn new(index: u64, hashes: Vec<Hash>, note: Note) -> Result<Self, ParseError> {
        if index > MAX_SIZE {
            return Err(ParseError::new(2, BAD_INDEX));
        }
        if hashes.len() > MAX_HASHES {
            return Err(ParseError::new(3 + MAX_HASHES, TOO_MANY));
        }
        let checkpoint = note.text().parse().map_err(|error: ParseError| error.after(3 + hashes.len()))?;
        Ok(Self { index, hashes, extra: None, note, checkpoint })
    }

    /// Where the leaf is, from 0.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// The inclusion proof, lowest first.
    #[must_use]
    pub fn hashes(&self) -> &[Hash] {
        &self.hashes
    }

    /// Data that a log may add. Nothing signs it.
    #[must_use]
    pub fn extra(&self) -> Option<&[u8]> {
        self.extra.as_deref()
    }

    /// The checkpoint with its signatures.
    #[must_use]
    pub fn note(&self) -> &Note {
        &self.note
    }

    /// The checkpoint that is signed.
    #[must_use]
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    /// Checks that the leaf with these data is in the tree of the checkpoint. Whether that is signed, is not asked.
    ///
    /// # Errors
    /// When the proof does not lead to the checkpoint's root.
    pub fn includes(&self, leaf: &[u8]) -> Result<(), ProofError> {
        verify_inclusion(
            leaf_hash(leaf),
            self.index,
            self.checkpoint.size,
            self.checkpoint.root,
            &self.hashes,
        )
    }
}

const BAD_INDEX: &str = "`index` and a decimal number below 2^63 were expected";
const TOO_MANY: &str = "more than 63 hashes";

impl FromStr for Proof {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut rest = text;
        let mut number = 0;
        let mut line = || {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = after;
            number += 1;
            (number, line, after)
        };

        if line().1 != VERSION {
            return Err(ParseError::new(1, "`c2sp.org/tlog-proof@v1` was expected"));
        }
        let (mut at, mut current, _) = line();
        let mut extra = None;
        if let Some(encoded) = current.strip_prefix("extra ") {
            let data = STANDARD.decode(encoded).ok().filter(|data| data.len() <= MAX_EXTRA_BYTES);
            extra =
                Some(data.ok_or(ParseError::new(at, "`extra` is not padded base64 of up to 65,536 bytes"))?);
            (at, current, _) = line();
        }
        let index = current.strip_prefix("index ").and_then(decimal);
        let index = index.ok_or(ParseError::new(at, BAD_INDEX))?;
        let mut hashes = Vec::new();
        let (at, note) = loop {
            let (at, current, after) = line();
            if current.is_empty() {
                break (at, after);
            }
            if hashes.len() == MAX_HASHES {
                return Err(ParseError::new(at, TOO_MANY));
            }
            hashes.push(current.parse().map_err(|_| ParseError::new(at, "not 32 bytes in padded base64"))?);
        };
        let note: Note = note.parse().map_err(|error: ParseError| error.after(at))?;
        let checkpoint = note.text().parse().map_err(|error: ParseError| error.after(at))?;
        Ok(Self { index, hashes, extra, note, checkpoint })
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{VERSION}")?;
        if let Some(extra) = &self.extra {
            writeln!(f, "extra {}", STANDARD.encode(extra))?;
        }
        writeln!(f, "index {}", self.index)?;
        self.hashes.iter().try_for_each(|hash| writeln!(f, "{hash}"))?;
        write!(f, "\n{}", self.note)
    }
}

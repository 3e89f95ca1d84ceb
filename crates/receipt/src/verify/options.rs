//! What a receipt is asked beyond its signature.

use std::fmt;

use crate::note::VerifyingKey;
use crate::receipt::Uuid;

/// Whose cosignatures are needed, and which texts are compared. By default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Witnesses that are trusted.
    pub witnesses: Vec<VerifyingKey>,
    /// How many of them must have cosigned.
    pub witnesses_needed: usize,
    /// Keys of commitments that were handed over, with the texts to compare.
    pub openings: Vec<Opening>,
}

impl Options {
    /// Asks for cosignatures of at least `needed` of these witnesses.
    #[must_use]
    pub fn with_witnesses(mut self, witnesses: Vec<VerifyingKey>, needed: usize) -> Self {
        self.witnesses = witnesses;
        self.witnesses_needed = needed;
        self
    }

    /// Compares these texts too.
    #[must_use]
    pub fn with_openings(mut self, openings: Vec<Opening>) -> Self {
        self.openings = openings;
        self
    }
}

/// The key of a memory's commitment, and the text that it is said to commit to.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening {
    /// Which memory of the receipt.
    pub memory: Uuid,
    /// The key, as the store handed it over.
    pub key: [u8; 32],
    /// The text.
    pub text: String,
}

/// Neither key nor text, which have no place in a log of the program.
impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opening({})", self.memory)
    }
}

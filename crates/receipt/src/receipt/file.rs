//! The file: a line with the version, the body's line, a blank line, and the proof that the body is in the log.

use std::fmt;
use std::str::FromStr;

use super::body::Body;
use crate::merkle::ProofError;
use crate::note::MAX_BYTES;
use crate::{ParseError, Proof};

const VERSION: &str = "nepenthe-receipt/v1";

/// The longest body, in bytes: about 200,000 memories.
pub const MAX_BODY_BYTES: usize = 32 << 20;

/// The longest receipt, in bytes.
pub const MAX_RECEIPT_BYTES: usize = MAX_BODY_BYTES + 2 * MAX_BYTES;

/// A receipt as it is handed out. That it holds, only [`verify()`](crate::verify()) says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    body: Body,
    proof: Proof,
}

impl Receipt {
    /// Puts a body together with the proof that its leaf is in the log.
    ///
    /// # Errors
    /// When the proof is of another leaf, or the log has another origin than the body says.
    pub fn new(body: Body, proof: Proof) -> Result<Self, ReceiptError> {
        if proof.checkpoint().origin != body.origin.as_str() {
            return Err(ReceiptError::OtherOrigin);
        }
        proof.includes(&body.leaf()).map_err(ReceiptError::OtherLeaf)?;
        Ok(Self { body, proof })
    }

    /// What it says.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The proof that the log holds it.
    #[must_use]
    pub fn proof(&self) -> &Proof {
        &self.proof
    }
}

/// The lines of a receipt: the body's, whatever it is, and the proof.
pub(crate) fn split(text: &str) -> Result<(&str, Proof), ParseError> {
    if text.len() > MAX_RECEIPT_BYTES {
        return Err(ParseError::new(1, "the receipt is longer than 35,554,432 bytes"));
    }
    let mut lines = text.splitn(4, '\n');
    if lines.next() != Some(VERSION) {
        return Err(ParseError::new(1, "`nepenthe-receipt/v1` was expected"));
    }
    let body = lines.next().ok_or(ParseError::new(2, "there is no body"))?;
    if lines.next() != Some("") {
        return Err(ParseError::new(3, "a blank line was expected"));
    }
    let proof: Proof = lines.next().unwrap_or("").parse().map_err(|error: ParseError| error.after(3))?;
    match proof.extra() {
        Some(_) => Err(ParseError::new(5, "a receipt's proof has no `extra` line, because nothing signs it")),
        None => Ok((body, proof)),
    }
}

impl FromStr for Receipt {
    type Err = ParseError;

    /// Reads both parts. That they belong together is not asked.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (line, proof) = split(text)?;
        let body = Body::from_line(line).map_err(|error| error.after(1))?;
        Ok(Self { body, proof })
    }
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}\n{}\n\n{}", self.body.to_line(), self.proof)
    }
}

/// Why a body and a proof make no receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReceiptError {
    /// The proof is of another log than the body says.
    OtherOrigin,
    /// The proof does not show the leaf of this body.
    OtherLeaf(ProofError),
}

impl fmt::Display for ReceiptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherOrigin => "the proof is of another log than the body names",
            Self::OtherLeaf(_) => "the proof does not show the leaf of this body",
        })
    }
}

impl std::error::Error for ReceiptError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::OtherLeaf(error) => Some(error),
            Self::OtherOrigin => None,
        }
    }
}

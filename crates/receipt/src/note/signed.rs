//! A note: its text, its signatures, and how they are checked.

use std::fmt;
use std::str::FromStr;

use super::cosignature;
use super::key::{Algorithm, SigningKey, VerifyingKey};
use super::signature::Signature;
use crate::ParseError;

/// The longest note, in bytes, signatures included.
pub const MAX_BYTES: usize = 1_000_000;

/// The most signatures under a note.
pub const MAX_SIGNATURES: usize = 100;

/// A text with the signatures under it. Printed and parsed as c2sp.org/signed-note has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    text: String,
    signatures: Vec<Signature>,
}

impl Note {
    /// Signs a text with the key of a log.
    ///
    /// # Errors
    /// When the text cannot be a note's, or the key is a witness's.
    pub fn sign(text: &str, key: &SigningKey) -> Result<Self, SignError> {
        check_text(text).map_err(SignError::Text)?;
        let public = key.verifying_key();
        if public.algorithm() != Algorithm::Ed25519 {
            return Err(SignError::Algorithm);
        }
        let bytes = key.sign(text.as_bytes()).to_vec();
        let signature = Signature { name: public.name().to_owned(), id: public.id(), bytes };
        Ok(Self { text: text.to_owned(), signatures: vec![signature] })
    }

    /// Adds a witness's cosignature, made at `time`, in seconds since 1970.
    ///
    /// # Errors
    /// When the key is a log's, or the note has [`MAX_SIGNATURES`] already.
    pub fn cosign(&mut self, key: &SigningKey, time: u64) -> Result<(), SignError> {
        if key.verifying_key().algorithm() != Algorithm::CosignatureV1 {
            return Err(SignError::Algorithm);
        }
        self.add(cosignature::sign(key, &self.text, time))
    }

    /// Adds a signature that somebody else made.
    ///
    /// # Errors
    /// When the note has [`MAX_SIGNATURES`] already.
    pub fn add(&mut self, signature: Signature) -> Result<(), SignError> {
        if self.signatures.len() >= MAX_SIGNATURES {
            return Err(SignError::TooManySignatures);
        }
        self.signatures.push(signature);
        Ok(())
    }

    /// What is signed, with the line feed at its end.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines under it, in their order.
    #[must_use]
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    /// Says whether this key signed the note. Signatures of other keys are ignored.
    ///
    /// # Errors
    /// When a signature claims to be this key's and is not.
    pub fn verify(&self, key: &VerifyingKey) -> Result<bool, VerifyError> {
        self.signed_by(key).map(|found| found.is_some())
    }

    /// Returns the time of a witness's cosignature, in seconds since 1970, or nothing where there is none of this key.
    ///
    /// # Errors
    /// When a signature claims to be this key's and is not, or the key is not a witness's.
    pub fn cosigned(&self, key: &VerifyingKey) -> Result<Option<u64>, VerifyError> {
        if key.algorithm() != Algorithm::CosignatureV1 {
            return Err(VerifyError::Algorithm);
        }
        self.signed_by(key)
    }

    /// The latest time of the key's signatures, 0 for those without. Every one of them has to hold.
    fn signed_by(&self, key: &VerifyingKey) -> Result<Option<u64>, VerifyError> {
        let mut latest = None;
        for signature in self.signatures.iter().filter(|line| line.name == key.name() && line.id == key.id())
        {
            let time = match key.algorithm() {
                Algorithm::CosignatureV1 => cosignature::verify(key, &self.text, &signature.bytes),
                Algorithm::Ed25519 => {
                    let bytes: Option<&[u8; 64]> = signature.bytes.as_slice().try_into().ok();
                    bytes.filter(|bytes| key.verifies(self.text.as_bytes(), bytes)).map(|_| 0)
                }
            };
            latest = latest.max(Some(time.ok_or(VerifyError::Invalid)?));
        }
        Ok(latest)
    }
}

/// A text of lines: not empty, the last one ended, no control characters.
fn check_text(text: &str) -> Result<(), ParseError> {
    if text.len() > MAX_BYTES {
        return Err(ParseError::new(1, "the text is longer than 1,000,000 bytes"));
    }
    if !text.ends_with('\n') {
        return Err(ParseError::new(text.lines().count().max(1), "the text does not end in a line feed"));
    }
    check_controls(text)
}

fn check_controls(text: &str) -> Result<(), ParseError> {
    match text.bytes().position(|byte| byte < 0x20 && byte != b'\n') {
        Some(at) => Err(ParseError::new(line_of(text, at), "control characters are not allowed")),
        None => Ok(()),
    }
}

/// The line, from 1, in which the byte at `at` is.
fn line_of(text: &str, at: usize) -> usize {
    1 + text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count()
}

impl FromStr for Note {
    type Err = ParseError;

    fn from_str(note: &str) -> Result<Self, ParseError> {
        if note.len() > MAX_BYTES {
            return Err(ParseError::new(1, "the note is longer than 1,000,000 bytes"));
        }
        check_controls(note)?;
        let blank = note.rfind("\n\n").ok_or(ParseError::new(1, "no blank line before the signatures"))?;
        let (text, lines) = (&note[..=blank], &note[blank + 2..]);
        let first = line_of(note, blank + 2);
        let Some(lines) = lines.strip_suffix('\n') else {
            let last = first + lines.lines().count().saturating_sub(1);
            return Err(ParseError::new(last, "a signature that ends in a line feed was expected"));
        };
        let mut signatures = Vec::new();
        for (number, line) in lines.split('\n').enumerate() {
            if signatures.len() == MAX_SIGNATURES {
                return Err(ParseError::new(first + number, "more than 100 signatures"));
            }
            signatures.push(Signature::parse(line).map_err(|why| ParseError::new(first + number, why))?);
        }
        Ok(Self { text: text.to_owned(), signatures })
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text)?;
        self.signatures.iter().try_for_each(|signature| writeln!(f, "{signature}"))
    }
}

/// Why a note could not be signed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignError {
    /// The text is not one that a note can have.
    Text(ParseError),
    /// The key signs something else: a log's key the text alone, a witness's the time too.
    Algorithm,
    /// There are [`MAX_SIGNATURES`] already.
    TooManySignatures,
}

impl fmt::Display for SignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text(_) => "the text cannot be signed as a note",
            Self::Algorithm => "the key is of the other algorithm",
            Self::TooManySignatures => "the note has 100 signatures already",
        })
    }
}

impl std::error::Error for SignError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Text(error) => Some(error),
            _ => None,
        }
    }
}

/// Why a signature under a note does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The line bears the key's name and id, and is not its signature of this text.
    Invalid,
    /// A cosignature was asked for with a log's key.
    Algorithm,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Invalid => "the signature is not one of this key over this text",
            Self::Algorithm => "the key is a log's, not a witness's",
        })
    }
}

impl std::error::Error for VerifyError {}

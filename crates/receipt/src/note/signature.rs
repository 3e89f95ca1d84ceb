//! One signature line: a dash, the key's name, and base64 of the key's id and the signature.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::key::{KeyId, is_name};

/// A line under a note. Whose it is, is claimed and not yet checked.
#[derive(Clone, PartialEq, Eq)]
pub struct Signature {
    pub(super) name: String,
    pub(super) id: KeyId,
    pub(super) bytes: Vec<u8>,
}

impl Signature {
    /// The name of the key.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The id of the key.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }

    /// What follows the id: for Ed25519 the signature, for a cosignature a time and the signature.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Reads a line without its line feed.
    pub(super) fn parse(line: &str) -> Result<Self, &'static str> {
        let rest = line.strip_prefix("— ").ok_or("a signature begins with an em dash and a space")?;
        let (name, encoded) = rest.split_once(' ').ok_or("a signature has a name, a space and base64")?;
        if !is_name(name) {
            return Err("the name of the signature's key is empty or has a space or a plus sign");
        }
        let decoded = STANDARD.decode(encoded).map_err(|_| "the signature is not in padded base64")?;
        match decoded.split_first_chunk() {
            Some((id, bytes)) if !bytes.is_empty() => {
                Ok(Self { name: name.to_owned(), id: KeyId(*id), bytes: bytes.to_vec() })
            }
            _ => Err("the signature is shorter than 5 bytes"),
        }
    }
}

/// The line, without a line feed.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "— {} {}", self.name, STANDARD.encode([&self.id.0[..], &self.bytes].concat()))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

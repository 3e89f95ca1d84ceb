//! Keys with names, and their text forms: `vkey` and `PRIVATE+KEY`.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek as ed25519;
use sha2::{Digest as _, Sha256};

/// What a key signs, by the number that stands in its text form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// The note's text, with Ed25519 (1): what a log signs with.
    Ed25519,
    /// The note's text and a time, with Ed25519 (4, `cosignature/v1`): what a witness signs with.
    CosignatureV1,
}

impl Algorithm {
    fn byte(self) -> u8 {
        match self {
            Self::Ed25519 => 1,
            Self::CosignatureV1 => 4,
        }
    }

    fn from_byte(byte: u8) -> Result<Self, KeyError> {
        match byte {
            1 => Ok(Self::Ed25519),
            4 => Ok(Self::CosignatureV1),
            _ => Err(KeyError::Algorithm),
        }
    }
}

/// Tells keys of one name apart: the first 4 bytes of SHA-256 over name, line feed, algorithm and public key. A hint,
/// not a commitment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(pub [u8; 4]);

impl KeyId {
    fn new(name: &str, algorithm: Algorithm, public: &[u8; 32]) -> Self {
        let hash: [u8; 32] = Sha256::new_with_prefix(name)
            .chain_update([b'\n', algorithm.byte()])
            .chain_update(public)
            .finalize()
            .into();
        Self(*hash.first_chunk().expect("32 bytes hold 4"))
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", u32::from_be_bytes(self.0))
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyId({self})")
    }
}

/// The longest name of a key, in bytes.
const MAX_NAME_BYTES: usize = 1024;

/// Says whether a key may have this name: not empty, without spaces, control characters and plus signs.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= MAX_NAME_BYTES
        && !name.contains(|c: char| c.is_whitespace() || c.is_control() || c == '+')
}

/// A public key with its name. Printed and parsed as a `vkey`: name, id in hex, and base64 of algorithm and key, with
/// plus signs between them.
#[derive(Clone, PartialEq, Eq)]
pub struct VerifyingKey {
    name: String,
    algorithm: Algorithm,
    id: KeyId,
    key: ed25519::VerifyingKey,
}

impl VerifyingKey {
    /// Names a public key of 32 bytes (RFC 8032).
    ///
    /// # Errors
    /// When the name cannot be a key's, or the bytes are no point of the curve, or one for which signatures can be
    /// made without a private key.
    pub fn new(name: &str, algorithm: Algorithm, public: &[u8; 32]) -> Result<Self, KeyError> {
        if !is_name(name) {
            return Err(KeyError::Name);
        }
        let key = ed25519::VerifyingKey::from_bytes(public).map_err(|_| KeyError::Key)?;
        if key.is_weak() {
            return Err(KeyError::Key);
        }
        Ok(Self { name: name.to_owned(), algorithm, id: KeyId::new(name, algorithm, public), key })
    }

    /// The name, which for a log's key is the log's origin.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The id that stands in its signatures.
    #[must_use]
    pub fn id(&self) -> KeyId {
        self.id
    }

    /// What it signs.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The same key under another name: of another log that its holder keeps.
    ///
    /// # Errors
    /// When the name cannot be a key's.
    pub fn named(&self, name: &str) -> Result<Self, KeyError> {
        Self::new(name, self.algorithm, &self.public())
    }

    /// The public key (RFC 8032).
    #[must_use]
    pub fn public(&self) -> [u8; 32] {
        self.key.to_bytes()
    }

    /// The equation of RFC 8032, section 5.1.7, without the cofactor, as nearly every library has it.
    pub(super) fn verifies(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        let signature = ed25519::Signature::from_bytes(signature);
        ed25519::Verifier::verify(&self.key, message, &signature).is_ok()
    }
}

impl fmt::Display for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}+{}", self.name, self.id, encode(self.algorithm, self.key.as_bytes()))
    }
}

impl fmt::Debug for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VerifyingKey({self})")
    }
}

impl FromStr for VerifyingKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let (name, id, algorithm, public) = decode(text)?;
        let key = Self::new(name, algorithm, &public)?;
        if key.id == id { Ok(key) } else { Err(KeyError::Id) }
    }
}

/// A private key with its name. It is printed by [`SigningKey::to_secret`] alone, and forgotten from memory when
/// dropped.
#[derive(Clone)]
pub struct SigningKey {
    verifying: VerifyingKey,
    key: ed25519::SigningKey,
}

impl SigningKey {
    /// Makes the key of a log from 32 random bytes, its seed (RFC 8032).
    ///
    /// # Errors
    /// When the name cannot be a key's.
    pub fn from_seed(name: &str, seed: &[u8; 32]) -> Result<Self, KeyError> {
        Self::with_algorithm(name, Algorithm::Ed25519, seed)
    }

    /// Makes the key of a witness from 32 random bytes, its seed (RFC 8032).
    ///
    /// # Errors
    /// When the name cannot be a key's.
    pub fn witness_from_seed(name: &str, seed: &[u8; 32]) -> Result<Self, KeyError> {
        Self::with_algorithm(name, Algorithm::CosignatureV1, seed)
    }

    fn with_algorithm(name: &str, algorithm: Algorithm, seed: &[u8; 32]) -> Result<Self, KeyError> {
        let key = ed25519::SigningKey::from_bytes(seed);
        let verifying = VerifyingKey::new(name, algorithm, key.verifying_key().as_bytes())?;
        Ok(Self { verifying, key })
    }

    /// The same key under another name: of another log that its holder keeps.
    ///
    /// # Errors
    /// When the name cannot be a key's.
    pub fn named(&self, name: &str) -> Result<Self, KeyError> {
        Self::with_algorithm(name, self.verifying.algorithm, self.key.as_bytes())
    }

    /// The public half.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        self.verifying.clone()
    }

    /// Writes the key as `PRIVATE+KEY`, name, id in hex, and base64 of algorithm and seed, with plus signs between
    /// them: a secret.
    #[must_use]
    pub fn to_secret(&self) -> String {
        let VerifyingKey { name, algorithm, id, .. } = &self.verifying;
        format!("{SECRET_PREFIX}{name}+{id}+{}", encode(*algorithm, self.key.as_bytes()))
    }

    /// Reads what [`SigningKey::to_secret`] wrote.
    ///
    /// # Errors
    /// When the text is something else.
    pub fn from_secret(text: &str) -> Result<Self, KeyError> {
        let rest = text.strip_prefix(SECRET_PREFIX).ok_or(KeyError::Format)?;
        let (name, id, algorithm, seed) = decode(rest)?;
        let key = Self::with_algorithm(name, algorithm, &seed)?;
        if key.verifying.id == id { Ok(key) } else { Err(KeyError::Id) }
    }

    pub(super) fn sign(&self, message: &[u8]) -> [u8; 64] {
        ed25519::Signer::sign(&self.key, message).to_bytes()
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({}, secret)", self.verifying)
    }
}

const SECRET_PREFIX: &str = "PRIVATE+KEY+";

fn encode(algorithm: Algorithm, key: &[u8; 32]) -> String {
    STANDARD.encode([&[algorithm.byte()], &key[..]].concat())
}

fn decode(text: &str) -> Result<(&str, KeyId, Algorithm, [u8; 32]), KeyError> {
    // Base64 may hold plus signs, names may not.
    let mut parts = text.splitn(3, '+');
    let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(KeyError::Format);
    };
    if id.len() != 8 || !id.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)) {
        return Err(KeyError::Format);
    }
    let id = u32::from_str_radix(id, 16).map_err(|_| KeyError::Format)?;
    let bytes = STANDARD.decode(key).map_err(|_| KeyError::Format)?;
    let (algorithm, key) = bytes.split_first().ok_or(KeyError::Format)?;
    let algorithm = Algorithm::from_byte(*algorithm)?;
    let key = key.try_into().map_err(|_| KeyError::Key)?;
    Ok((name, KeyId(id.to_be_bytes()), algorithm, key))
}

/// Why a text or bytes are no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// Not three parts with plus signs between them, or a part in another encoding.
    Format,
    /// The name is empty, too long, or has a space, a control character or a plus sign.
    Name,
    /// The id is not that of this name and key: a part was changed or mistyped.
    Id,
    /// Neither Ed25519 (1) nor `cosignature/v1` (4).
    Algorithm,
    /// Not 32 bytes, or no key that anybody could hold.
    Key,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => "not a key: name, id of 8 hex digits and base64, with plus signs between them",
            Self::Name => "a key's name has neither spaces nor plus signs, and is not empty",
            Self::Id => "the key's id does not fit its name and key",
            Self::Algorithm => "only Ed25519 (1) and cosignature/v1 (4) are known",
            Self::Key => "not a public key of 32 bytes that a private key exists for",
        })
    }
}

impl std::error::Error for KeyError {}

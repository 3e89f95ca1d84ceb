//! [`MasterKey`]: what opens an encrypted store. It is kept in neither of the store's files.

use std::str::FromStr;

use zeroize::Zeroizing;

use super::cipher::Key;
use crate::model::{RandomSource, SystemRandom};

/// How a master key begins where it is written down.
const PREFIX: &str = "nepenthe-master-key-1:";

/// The key of an encrypted store: 32 random bytes. Without it nothing in the store can be read, and nobody can make it again.
/// Zeroed when dropped, never printed.
#[derive(Clone, Debug)]
pub struct MasterKey(pub(super) Key);

/// What was given is no master key. Says nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a master key: one is a line of `{PREFIX}` and 64 hexadecimal digits")]
pub struct MasterKeyError;

impl MasterKey {
    /// Makes a key of the system's random bytes.
    ///
    /// # Errors
    /// Whatever keeps the system from giving them.
    pub fn generate() -> std::io::Result<Self> {
        let mut bytes = Zeroizing::new([0; 32]);
        SystemRandom.fill(&mut *bytes)?;
        Ok(Self::from_bytes(&bytes))
    }

    /// Takes 32 bytes that nobody can guess.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self(Key::new(*bytes))
    }

    pub(crate) fn key(&self) -> &Key {
        &self.0
    }

    /// Writes the key down, in one line: for a file that its owner alone can read.
    #[must_use]
    pub fn to_secret(&self) -> Zeroizing<String> {
        // With all of its room from the start: a text that grows leaves copies behind.
        let mut text = Zeroizing::new(String::with_capacity(PREFIX.len() + 64));
        text.push_str(PREFIX);
        for byte in self.0.bytes() {
            for digit in [byte >> 4, byte & 15] {
                text.push(char::from_digit(u32::from(digit), 16).unwrap_or_default());
            }
        }
        text
    }
}

impl FromStr for MasterKey {
    type Err = MasterKeyError;

    /// Reads what [`MasterKey::to_secret`] wrote.
    fn from_str(text: &str) -> Result<Self, MasterKeyError> {
        let digits = text.trim().strip_prefix(PREFIX).ok_or(MasterKeyError)?.as_bytes();
        let mut bytes = Zeroizing::new([0; 32]);
        let (pairs, rest) = digits.as_chunks::<2>();
        if pairs.len() != bytes.len() || !rest.is_empty() {
            return Err(MasterKeyError);
        }
        let digit = |byte: u8| char::from(byte).to_digit(16).ok_or(MasterKeyError);
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = u8::try_from(digit(*high)? * 16 + digit(*low)?).map_err(|_| MasterKeyError)?;
        }
        Ok(Self::from_bytes(&bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_comes_back_as_it_was_written_and_is_never_printed() {
        let key = MasterKey::from_bytes(&std::array::from_fn(|at| at as u8 * 7));
        let written = key.to_secret();
        assert_eq!(written.parse::<MasterKey>().unwrap().0.bytes(), key.0.bytes());
        assert_eq!(format!("{key:?}"), "MasterKey(Key(..))");
        for wrong in ["", PREFIX, &written[1..], &written[..written.len() - 1], &format!("{}0", *written)] {
            assert_eq!(wrong.parse::<MasterKey>().unwrap_err(), MasterKeyError, "{wrong}");
        }
    }
}

//! [`Key`]: XChaCha20-Poly1305 under a random nonce. What is sealed is the nonce, the ciphertext and its tag.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use crate::model::RandomSource;

/// Bytes of a nonce: enough that random ones never meet.
const NONCE: usize = 24;

/// Bytes that sealing adds: nonce and tag.
const OVERHEAD: usize = NONCE + 16;

/// Bytes of a key that is sealed under another.
pub(crate) const WRAPPED: usize = 32 + OVERHEAD;

/// Why nothing was sealed.
#[derive(Debug)]
pub(crate) enum SealError {
    /// The random source failed.
    Random(std::io::Error),
    /// It is longer than the cipher takes.
    TooLong,
}

/// 32 bytes that open what was sealed under them. Zeroed when dropped, never printed.
#[derive(Clone)]
pub(crate) struct Key(Zeroizing<[u8; 32]>);

/// What a ciphertext is and where it stands: it opens nowhere else.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) what: &'a str,
    pub(crate) id: &'a [u8; 16],
    pub(crate) number: i64,
}

impl Place<'_> {
    fn bytes(&self) -> Vec<u8> {
        let number = self.number.to_be_bytes();
        [b"nepenthe/seal/1\0", self.what.as_bytes(), b"\0", self.id, &number].concat()
    }
}

impl Key {
    pub(crate) fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    pub(crate) fn random(random: &dyn RandomSource) -> Result<Self, SealError> {
        let mut key = Self::new([0; 32]);
        random.fill(&mut *key.0).map_err(SealError::Random)?;
        Ok(key)
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub(crate) fn seal(
        &self,
        random: &dyn RandomSource,
        place: Place<'_>,
        plain: &[u8],
    ) -> Result<Vec<u8>, SealError> {
        let mut nonce = [0; NONCE];
        random.fill(&mut nonce).map_err(SealError::Random)?;
        let payload = Payload { msg: plain, aad: &place.bytes() };
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| SealError::TooLong)?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// Opens what was sealed; `None` where this is not its key, its place is another, or a byte was changed.
    pub(crate) fn open(&self, place: Place<'_>, sealed: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let payload = Payload { msg: sealed, aad: &place.bytes() };
        self.cipher().decrypt(&XNonce::from(*nonce), payload).ok().map(Zeroizing::new)
    }

    /// Opens a key that was sealed.
    pub(crate) fn unwrap(&self, place: Place<'_>, wrapped: &[u8]) -> Option<Self> {
        let bytes = self.open(place, wrapped)?;
        bytes.as_slice().try_into().ok().map(Self::new)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&(*self.0).into())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SystemRandom;

    const PLACE: Place<'_> = Place { what: "text", id: &[1; 16], number: 7 };

    #[test]
    fn what_is_sealed_opens_under_its_key_in_its_place_alone() {
        let key = Key::random(&SystemRandom).unwrap();
        let sealed = key.seal(&SystemRandom, PLACE, b"Alice").unwrap();
        assert_eq!(sealed.len(), 5 + OVERHEAD);
        assert_eq!(key.open(PLACE, &sealed).as_deref().map(Vec::as_slice), Some(&b"Alice"[..]));
        assert!(Key::random(&SystemRandom).unwrap().open(PLACE, &sealed).is_none());
        for place in
            [Place { what: "row", ..PLACE }, Place { id: &[2; 16], ..PLACE }, Place { number: 8, ..PLACE }]
        {
            assert!(key.open(place, &sealed).is_none());
        }
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(key.open(PLACE, &changed).is_none(), "byte {at}");
            assert!(key.open(PLACE, &sealed[..at]).is_none(), "cut at {at}");
        }
    }

    #[test]
    fn the_same_text_is_never_sealed_alike() {
        let key = Key::random(&SystemRandom).unwrap();
        let sealed = || key.seal(&SystemRandom, PLACE, b"Alice").unwrap();
        assert_ne!(sealed(), sealed());
    }

    #[test]
    fn a_known_ciphertext_still_opens() {
        // Golden: other associated data or another layout would leave every store unreadable.
        struct Counting;
        impl RandomSource for Counting {
            fn fill(&self, buffer: &mut [u8]) -> std::io::Result<()> {
                buffer.iter_mut().zip(0..).for_each(|(byte, n)| *byte = n);
                Ok(())
            }
        }
        let sealed = Key::new([7; 32]).seal(&Counting, PLACE, b"Alice").unwrap();
        let hex: String = sealed.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hex,
            "000102030405060708090a0b0c0d0e0f1011121314151617e97bc2e69f0a8c5f1243d8d4f3bb43710412df4f00"
        );
    }
}

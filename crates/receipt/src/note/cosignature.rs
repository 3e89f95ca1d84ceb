//! `cosignature/v1` (c2sp.org/tlog-cosignature): a witness signs a checkpoint together with the time at which it saw that
//! the log had only grown.

use super::key::{Algorithm, SigningKey, VerifyingKey};
use super::signature::Signature;

/// What is signed: a line with the version, a line with the time, and the note's text.
fn message(text: &str, time: u64) -> Vec<u8> {
    format!("cosignature/v1\ntime {time}\n{text}").into_bytes()
}

pub(super) fn sign(key: &SigningKey, text: &str, time: u64) -> Signature {
    let public = key.verifying_key();
    let mut bytes = time.to_be_bytes().to_vec();
    bytes.extend(key.sign(&message(text, time)));
    Signature { name: public.name().to_owned(), id: public.id(), bytes }
}

/// Returns the time that was signed, in seconds since 1970, or nothing where the signature does not hold.
pub(super) fn verify(key: &VerifyingKey, text: &str, bytes: &[u8]) -> Option<u64> {
    debug_assert_eq!(key.algorithm(), Algorithm::CosignatureV1);
    let (time, signature) = bytes.split_first_chunk()?;
    let time = u64::from_be_bytes(*time);
    key.verifies(&message(text, time), signature.try_into().ok()?).then_some(time)
}

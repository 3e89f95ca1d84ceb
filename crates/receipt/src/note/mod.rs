//! Signed notes (c2sp.org/signed-note): a text, and under it lines with signatures of named keys.
//!
//! The log signs with plain Ed25519. Witnesses, who saw that the log only ever grew, sign with the time
//! (c2sp.org/tlog-cosignature).

mod cosignature;
mod key;
mod signature;
mod signed;

pub use key::{Algorithm, KeyError, KeyId, SigningKey, VerifyingKey};
pub use signature::Signature;
pub use signed::{MAX_BYTES, MAX_SIGNATURES, Note, SignError, VerifyError};

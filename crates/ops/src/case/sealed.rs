//! [`case_left`]: what an edit of a case will leave of a memory, which the case keeps sealed.
//!
//! The key is made of the memory's text as it was found, under the store's key. Once that text is erased, by whichever way, nobody can
//! make the key again, and what the case's file has of it is noise.

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use nepenthe::{LookupError, MemoryId, Scope};

use super::Row;
use crate::{Action, Code, OpError, Text};

/// How long a nonce is, in bytes.
const NONCE: usize = 24;

/// Seals what an edit of a memory leaves, under the memory's text as it is.
pub(super) fn seal(scope: &Scope, id: MemoryId, text: &str, left: &str) -> Result<Text, OpError> {
    let mut nonce = [0; NONCE];
    getrandom::fill(&mut nonce)
        .map_err(|error| OpError::new(Code::FileFailed, format!("no random bytes could be had: {error}")))?;
    let sealed = cipher(scope, id, text).encrypt(&XNonce::from(nonce), left.as_bytes());
    let sealed = sealed.map_err(|_| OpError::new(Code::FileFailed, "the text is too long to be sealed"))?;
    Ok(nonce.iter().chain(&sealed).map(|byte| format!("{byte:02x}")).collect::<String>().into())
}

/// Returns what an edit will leave of a memory; `None` of a row that is no edit or is done, and where the memory is another since or
/// is erased.
///
/// # Errors
/// Those of reading the store.
pub fn case_left(scope: &Scope, row: &Row) -> Result<Option<Text>, OpError> {
    let Action::Edit { text: sealed } = &row.action else { return Ok(None) };
    let memory = match scope.get(row.id) {
        Err(LookupError::NotFound(_)) => return Ok(None),
        found => found?,
    };
    Ok(bytes(sealed).and_then(|sealed| {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let left = cipher(scope, row.id, &memory.text).decrypt(&XNonce::from(*nonce), sealed).ok()?;
        String::from_utf8(left).ok().map(Text)
    }))
}

fn cipher(scope: &Scope, id: MemoryId, text: &str) -> XChaCha20Poly1305 {
    let key = scope.seal_of(["case edit", &id.to_string(), text].join("\0").as_bytes());
    XChaCha20Poly1305::new(&key.into())
}

/// Reads hexadecimal digits.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

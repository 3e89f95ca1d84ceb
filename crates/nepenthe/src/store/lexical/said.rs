//! Whether some text of a scope says something, asked of the lists of its words: a few texts are read, however many there are.

use super::block;
use super::terms;
use crate::store::error::StorageError;
use crate::store::query::{ScopeKey, memory, posting};
use crate::store::session::Session;

/// Texts that are read for one question.
const READ: usize = 32;

/// Tells whether one of the first texts that have the rarest of its words has these bytes, as they are or in small letters.
/// False says nothing: another text may.
pub(crate) fn is_said(session: Session<'_>, scope: ScopeKey, bytes: &[u8]) -> Result<bool, StorageError> {
    let mut rarest: Option<Vec<block::Entry>> = None;
    // A piece of a text begins and ends within words, which then have no list.
    for term in terms(&String::from_utf8_lossy(bytes))? {
        let Some((first, list)) = posting::first_block(session, scope, &term)? else { continue };
        let entries = block::decode(first, &list)?;
        if rarest.as_ref().is_none_or(|rarest| entries.len() < rarest.len()) {
            rarest = Some(entries);
        }
    }
    for entry in rarest.into_iter().flatten().take(READ) {
        let version = memory::indexed_versions(session, entry.version - 1, 1)?.into_iter().next();
        let text = version.filter(|version| version.id == entry.version).and_then(|version| version.text);
        let has = |text: &str| text.as_bytes().windows(bytes.len()).any(|window| window == bytes);
        if text.is_some_and(|text| has(&text) || has(&text.to_lowercase())) {
            return Ok(true);
        }
    }
    Ok(false)
}

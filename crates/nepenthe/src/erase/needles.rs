//! [`Needles`]: what must be found nowhere once it is erased. Only ever in memory.

use std::collections::BTreeSet;

use nepenthe_text::entity::identifier;
use nepenthe_text::pages::head;

use crate::model::{MemoryKey, Provenance};

/// Bytes of a window of a text. A page boundary can cut a text in two, so it is looked for in pieces.
const WINDOW: usize = 24;

/// A text shorter than this is looked for whole, if at all.
const SHORTEST: usize = 5;

/// A word shorter than this, without a digit, says little: others use it too, and the lexical index cuts off what it has
/// in common with the word before.
const TELLING: usize = 8;

/// Bytes of a window of a vector: eight components, which no other vector repeats by accident.
const VECTOR_WINDOW: usize = 16;

/// Bytes of a piece of a wrapped key. Three of them have the key itself.
const KEY_WINDOW: usize = 16;

/// How many bytes of a text are read for its identifiers; all of its pieces and words are needles.
const READ: usize = 64 * 1024;

/// Byte strings to look for, by what they are of.
#[derive(Default, Clone)]
pub(crate) struct Needles {
    /// Pieces of the erased texts, their words, the keys of their digests, and their checksums.
    pub(crate) texts: BTreeSet<Vec<u8>>,
    /// Identifiers, as written and in canonical form.
    pub(crate) identifiers: BTreeSet<Vec<u8>>,
    /// Pieces of vectors, as they are stored.
    pub(crate) vectors: BTreeSet<Vec<u8>>,
    /// Pieces of keys as they lie in the key file of an encrypted store: to be looked for there alone.
    pub(crate) keys: BTreeSet<Vec<u8>>,
    /// Entries of the index of mentions, as they are stored.
    pub(crate) mentions: BTreeSet<Vec<u8>>,
}

impl Needles {
    /// Adds a text that was erased.
    pub(crate) fn add_text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        if bytes.len() <= WINDOW {
            self.texts.extend((bytes.len() >= SHORTEST).then(|| bytes.to_vec()));
        } else {
            let last = bytes.len() - WINDOW;
            let starts = (0..last).step_by(WINDOW).chain([last]);
            self.texts.extend(starts.map(|start| bytes[start..start + WINDOW].to_vec()));
        }
        // As they are written, and as the lexical index holds them where the stemmer cuts nothing off.
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            for word in [word.to_owned(), word.to_lowercase()] {
                let digits = word.bytes().any(|byte| byte.is_ascii_digit());
                if word.len() >= if digits { SHORTEST } else { TELLING } {
                    self.texts.insert(word.into_bytes());
                }
            }
        }
        for found in identifier::recognise(head(text, READ)) {
            for form in [found.text.as_bytes(), found.canonical.as_bytes()] {
                if form.len() >= SHORTEST {
                    self.identifiers.insert(form.to_vec());
                }
            }
        }
    }

    /// Adds what stood beside a text, but for what is `kept` of it.
    pub(crate) fn add_provenance(&mut self, before: &Provenance, kept: &Provenance) {
        for gone in before.strings().difference(&kept.strings()) {
            self.add_text(gone);
            // As the table has it: JSON writes some characters otherwise.
            let json = serde_json::Value::from(gone.as_str()).to_string();
            self.add_text(&json[1..json.len() - 1]);
        }
    }

    /// Adds the key of a memory's digests, which stands in its row alone: something to look for where a text is too short.
    pub(crate) fn add_key(&mut self, key: &MemoryKey) {
        self.texts.insert(key.0.to_vec());
    }

    /// Adds a checksum, which stands in one row alone; an empty one is none.
    pub(crate) fn add_sum(&mut self, sum: &[u8]) {
        self.texts.extend((!sum.is_empty()).then(|| sum.to_vec()));
    }

    /// Adds something as it was sealed.
    pub(crate) fn add_sealed(&mut self, sealed: &[u8]) {
        self.texts.extend(sealed.chunks_exact(WINDOW).map(<[u8]>::to_vec));
    }

    /// Adds a key as it was wrapped.
    pub(crate) fn add_wrapped(&mut self, wrapped: &[u8]) {
        self.keys.extend(wrapped.chunks_exact(KEY_WINDOW).map(<[u8]>::to_vec));
    }

    /// Adds a vector as it is stored.
    pub(crate) fn add_vector(&mut self, vector: &[u8]) {
        // Small numbers are alike in many vectors; a piece of zeros stands everywhere.
        let telling = |piece: &&[u8]| piece.iter().filter(|byte| **byte != 0).count() > VECTOR_WINDOW / 2;
        let pieces = vector.chunks_exact(VECTOR_WINDOW).filter(telling);
        self.vectors.extend(pieces.map(<[u8]>::to_vec));
    }

    /// Adds the digests of what a version mentions.
    pub(crate) fn add_mentions(&mut self, digests: &[i64]) {
        self.mentions.extend(digests.iter().map(|digest| digest.to_be_bytes().to_vec()));
    }

    /// Adds those of another erasure.
    pub(crate) fn add(&mut self, other: &Self) {
        self.texts.extend(other.texts.iter().cloned());
        self.identifiers.extend(other.identifiers.iter().cloned());
        self.vectors.extend(other.vectors.iter().cloned());
        self.keys.extend(other.keys.iter().cloned());
        self.mentions.extend(other.mentions.iter().cloned());
    }

    /// Returns every byte string that the key file may hold.
    pub(crate) fn of_keys(&self) -> impl Iterator<Item = (Needle, &[u8])> {
        self.keys.iter().map(|bytes| (Needle::Key, &**bytes))
    }

    /// Returns every byte string that the store's file may hold, with what it is of.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Needle, &[u8])> {
        let sets = [
            (Needle::Text, &self.texts),
            (Needle::Identifier, &self.identifiers),
            (Needle::Vector, &self.vectors),
            (Needle::Mention, &self.mentions),
        ];
        sets.into_iter().flat_map(|(kind, set)| set.iter().map(move |bytes| (kind, &**bytes)))
    }
}

/// What a needle is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Needle {
    /// A piece of an erased text.
    Text,
    /// An identifier that an erased text carried.
    Identifier,
    /// A piece of an erased text's vector.
    Vector,
    /// An entry of the index of mentions.
    Mention,
    /// A piece of a key that an encrypted store was sealed with.
    Key,
}

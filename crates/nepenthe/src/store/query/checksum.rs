//! What checksums of rows are made of ([`row_sum`](super::row_sum)): of what the log does not commit to.

use std::collections::BTreeSet;

use super::ScopeKey;
use super::time::micros;
use crate::model::{MemoryId, StoreKey, Sum, Summed};
use crate::seal::SealedRow;

/// What the checksum of a memory is of, as it is stored: source and metadata are null in an encrypted store, which seals them.
pub(super) struct Kept<'a> {
    pub(super) scope: ScopeKey,
    pub(super) id: MemoryId,
    pub(super) expires: Option<i64>,
    pub(super) beside: [Option<&'a [u8]>; 2],
    pub(super) made_from: BTreeSet<MemoryId>,
}

impl<'a> Kept<'a> {
    /// Of a memory about to be written; `open` is what stands beside its text, where that is not sealed.
    pub(super) fn new(
        scope: ScopeKey,
        id: MemoryId,
        expires: Option<jiff::Timestamp>,
        open: Option<&'a SealedRow>,
        made_from: &[MemoryId],
    ) -> Self {
        let source = open.and_then(|beside| beside.source.as_deref()).map(str::as_bytes);
        let metadata = open.and_then(|beside| beside.metadata.as_deref()).map(str::as_bytes);
        let made_from = made_from.iter().copied().collect();
        Self { scope, id, expires: expires.map(micros), beside: [source, metadata], made_from }
    }

    pub(super) fn sum(&self, key: &StoreKey) -> Sum {
        let mut bytes = self.scope.0.to_le_bytes().to_vec();
        bytes.extend(self.id.as_bytes());
        bytes.extend(self.expires.unwrap_or(i64::MIN).to_le_bytes());
        for part in self.beside {
            put(&mut bytes, part);
        }
        for id in &self.made_from {
            bytes.extend(id.as_bytes());
        }
        key.sum(Summed::Memory, &bytes)
    }
}

/// Adds bytes, led by their length and one; of nothing, 0.
pub(super) fn put(bytes: &mut Vec<u8>, part: Option<&[u8]>) {
    let length = part.map_or(0, |part| part.len() as u64 + 1);
    bytes.extend(length.to_le_bytes());
    bytes.extend(part.unwrap_or_default());
}

/// The checksum of a scope: of its path.
pub(super) fn of_scope(key: &StoreKey, scope: ScopeKey, path: &str) -> Sum {
    key.sum(Summed::Scope, &[&scope.0.to_le_bytes(), path.as_bytes()].concat())
}

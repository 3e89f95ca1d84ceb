//! [`SealedRow`]: what a memory's row holds in words, sealed as one.

use crate::model::MemoryKey;

/// The key of a memory's digests, its source, and its metadata as JSON.
pub(crate) struct SealedRow {
    pub(crate) key: MemoryKey,
    pub(crate) source: Option<String>,
    pub(crate) metadata: Option<String>,
}

impl SealedRow {
    /// The 32 bytes of the key; the source's length and one in 4 bytes, big-endian, or 0 where there is none, and the source; the
    /// metadata, empty where there is none.
    pub(crate) fn encode(&self) -> Option<Vec<u8>> {
        let source = self.source.as_deref();
        let length = source.map_or(Some(0), |source| u32::try_from(source.len()).ok()?.checked_add(1))?;
        let metadata = self.metadata.as_deref().unwrap_or_default();
        Some(
            [
                &self.key.0,
                &length.to_be_bytes()[..],
                source.unwrap_or_default().as_bytes(),
                metadata.as_bytes(),
            ]
            .concat(),
        )
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (key, rest) = bytes.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let (source, metadata) = rest.split_at_checked(length.saturating_sub(1))?;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        Some(Self {
            key: MemoryKey(*key),
            source: if length == 0 { None } else { Some(text(source)?) },
            metadata: if metadata.is_empty() { None } else { Some(text(metadata)?) },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_encoded_is_decoded_as_it_was() {
        for source in [None, Some(""), Some("mail 7")] {
            for metadata in [None, Some("{\"a\":1}")] {
                let (source, metadata) = (source.map(str::to_owned), metadata.map(str::to_owned));
                let beside = SealedRow { key: MemoryKey([3; 32]), source, metadata };
                let bytes = beside.encode().unwrap();
                let again = SealedRow::decode(&bytes).unwrap();
                assert_eq!((again.source, again.metadata), (beside.source, beside.metadata));
                assert!(again.key == beside.key);
                assert!(SealedRow::decode(&bytes[..35]).is_none());
            }
        }
    }
}

//! A block of postings: the versions that have one word, in the order of their ids, each with the number of its words and the
//! places where the word stands.
//!
//! First the [`Summary`], then of each entry, as LEB128: the distance of its version from the one before (of the first, from
//! the block's number), the length of its text in words, how often the word stands in it, and the places, each as the distance
//! from the one before.

use crate::store::error::StorageError;

/// Bytes from which on a block takes no more entries.
pub(super) const FULL: usize = 512;

/// That a version has a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) version: i64,
    /// Words of its text.
    pub(crate) length: u32,
    /// Where the word stands, ascending, from 0.
    pub(crate) places: Vec<u32>,
}

/// What a block begins with: enough to know without reading on how much it can weigh in a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Summary {
    /// Entries of the block.
    pub(super) texts: u32,
    /// The most often that the word stands in one of the texts.
    pub(super) most: u32,
    /// Words of the shortest text.
    pub(super) least: u32,
}

impl Summary {
    /// Reads what a block begins with.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, StorageError> {
        Ok(Cursor::begin(0, bytes)?.0)
    }

    fn of(entries: &[Entry]) -> Self {
        let none = Self { texts: 0, most: 0, least: u32::MAX };
        entries.iter().fold(none, Self::with)
    }

    fn with(self, entry: &Entry) -> Self {
        let count = u32::try_from(entry.places.len()).unwrap_or(u32::MAX);
        Self { texts: self.texts + 1, most: self.most.max(count), least: self.least.min(entry.length) }
    }

    fn put(self, bytes: &mut Vec<u8>) {
        [self.texts, self.most, self.least].into_iter().for_each(|number| put(bytes, number.into()));
    }
}

/// Writes a block of at least one entry; `first` is at most the first entry's version.
pub(super) fn encode(first: i64, entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::new();
    Summary::of(entries).put(&mut bytes);
    let mut before = first;
    for entry in entries {
        put_entry(&mut bytes, before, entry);
        before = entry.version;
    }
    bytes
}

/// Adds an entry to a block, which may be empty, behind that of the version `before`.
pub(super) fn push(bytes: &mut Vec<u8>, before: i64, entry: &Entry) -> Result<(), StorageError> {
    if bytes.is_empty() {
        *bytes = encode(before, std::slice::from_ref(entry));
        return Ok(());
    }
    let (summary, rest) = Cursor::begin(0, bytes)?;
    let begin = bytes.len() - rest.bytes.len();
    let mut head = Vec::with_capacity(8);
    summary.with(entry).put(&mut head);
    bytes.splice(..begin, head);
    put_entry(bytes, before, entry);
    Ok(())
}

fn put_entry(bytes: &mut Vec<u8>, before: i64, entry: &Entry) {
    put(bytes, entry.version.abs_diff(before));
    put(bytes, entry.length.into());
    put(bytes, entry.places.len() as u64);
    let mut last = 0;
    for place in &entry.places {
        put(bytes, (place - last).into());
        last = *place;
    }
}

/// Reads a whole block.
pub(super) fn decode(first: i64, bytes: &[u8]) -> Result<Vec<Entry>, StorageError> {
    let mut entries = Vec::new();
    let (summary, mut cursor) = Cursor::begin(first, bytes)?;
    while let Some(head) = cursor.next_head()? {
        let places = cursor.places(&head)?;
        entries.push(Entry { version: head.version, length: head.length, places });
    }
    // Else a rank would be cut off where it must not be.
    if summary != Summary::of(&entries) {
        return Err(damaged());
    }
    Ok(entries)
}

/// Returns the last version of a block; `None` of an empty one.
pub(super) fn last(first: i64, bytes: &[u8]) -> Result<Option<i64>, StorageError> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let (mut cursor, mut last) = (Cursor::new(first, bytes)?, None);
    while let Some(head) = cursor.next_head()? {
        cursor.skip(&head)?;
        last = Some(head.version);
    }
    Ok(last)
}

/// An entry without its places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) version: i64,
    pub(super) length: u32,
    /// How often the word stands in the text; at least once.
    pub(super) count: u32,
}

/// Reads a block entry by entry: after each head, its places or `skip`.
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    before: i64,
    is_first: bool,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(first: i64, bytes: &'a [u8]) -> Result<Self, StorageError> {
        Ok(Self::begin(first, bytes)?.1)
    }

    fn begin(first: i64, bytes: &'a [u8]) -> Result<(Summary, Self), StorageError> {
        let mut cursor = Self { bytes, before: first, is_first: true };
        let (texts, most, least) = (cursor.small()?, cursor.small()?, cursor.small()?);
        Ok((Summary { texts, most, least }, cursor))
    }

    /// Reads the next entry up to its places; `None` at the end.
    pub(super) fn next_head(&mut self) -> Result<Option<Head>, StorageError> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let gap = self.number()?;
        let (length, count) = (self.small()?, self.small()?);
        if gap == 0 && !self.is_first || count == 0 || count > length {
            return Err(damaged());
        }
        let version = self.before.checked_add_unsigned(gap).ok_or_else(damaged)?;
        (self.before, self.is_first) = (version, false);
        Ok(Some(Head { version, length, count }))
    }

    /// Reads the places of the entry whose head was read last.
    pub(super) fn places(&mut self, head: &Head) -> Result<Vec<u32>, StorageError> {
        let mut places = Vec::with_capacity(head.count.min(1 << 16) as usize);
        let mut last = 0u32;
        for at in 0..head.count {
            let gap = self.small()?;
            last = last.checked_add(gap).ok_or_else(damaged)?;
            if at > 0 && gap == 0 || last >= head.length {
                return Err(damaged());
            }
            places.push(last);
        }
        Ok(places)
    }

    /// Passes over the places of the entry whose head was read last.
    pub(super) fn skip(&mut self, head: &Head) -> Result<(), StorageError> {
        for _ in 0..head.count {
            let end = self.bytes.iter().position(|byte| byte & 0x80 == 0).ok_or_else(damaged)?;
            self.bytes = &self.bytes[end + 1..];
        }
        Ok(())
    }

    fn small(&mut self) -> Result<u32, StorageError> {
        u32::try_from(self.number()?).map_err(|_| damaged())
    }

    fn number(&mut self) -> Result<u64, StorageError> {
        let mut number = 0u64;
        for (at, byte) in self.bytes.iter().enumerate().take(9) {
            number |= u64::from(byte & 0x7f) << (7 * at);
            if byte & 0x80 == 0 {
                self.bytes = &self.bytes[at + 1..];
                return Ok(number);
            }
        }
        Err(damaged())
    }
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

pub(super) fn damaged() -> StorageError {
    StorageError::corrupt("a block of the lexical index cannot be read")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry() -> impl Strategy<Value = (u32, u32, Vec<u32>)> {
        (1u32..100_000, prop::collection::btree_set(0u32..3000, 1..6))
            .prop_map(|(gap, places)| (gap, 3000, places.into_iter().collect()))
    }

    proptest! {
        #[test]
        fn a_block_reads_as_it_was_written(first in 0i64..1 << 40, entries in prop::collection::vec(entry(), 1..40)) {
            let mut version = first - 1;
            let entries: Vec<Entry> = entries.into_iter().map(|(gap, length, places)| {
                version += i64::from(gap);
                Entry { version, length, places }
            }).collect();
            let bytes = encode(first, &entries);
            prop_assert_eq!(decode(first, &bytes).expect("a block"), entries.clone());
            let (mut pushed, mut before) = (encode(first, &entries[..1]), entries[0].version);
            for entry in &entries[1..] {
                push(&mut pushed, before, entry).expect("a block");
                before = entry.version;
            }
            prop_assert_eq!(&pushed, &bytes);
            let mut cursor = Cursor::new(first, &bytes).expect("a summary");
            for entry in &entries {
                let head = cursor.next_head().expect("a head").expect("an entry");
                prop_assert_eq!((head.version, head.count as usize), (entry.version, entry.places.len()));
                cursor.skip(&head).expect("places");
            }
            prop_assert!(cursor.next_head().expect("the end").is_none());
        }

        #[test]
        fn damage_is_an_error_or_other_entries_and_never_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            if let Ok(entries) = decode(7, &bytes) {
                prop_assert!(entries.windows(2).all(|pair| pair[0].version < pair[1].version));
            }
        }
    }
}

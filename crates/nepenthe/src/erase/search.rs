//! [`Search`]: many byte strings looked for at once in files of hundreds of megabytes.
//!
//! Of each needle the first few runs of four bytes are known, one for each place at which it can begin relative to a probe;
//! so probing every `stride`-th byte cannot miss it. A bitmap tells most probes apart at the cost of one look.

use std::collections::HashMap;

use aho_corasick::AhoCorasick;

use crate::store::StorageError;

/// Bytes that a probe compares.
const GRAM: usize = 4;

/// Strides, each for the needles that are long enough: `stride + GRAM - 1` bytes.
const STRIDES: [usize; 4] = [13, 5, 2, 1];

/// With more needles than this, too many share their first bytes: an automaton does not care.
const FEW: usize = 5000;

/// Needles made ready to be looked for.
pub(super) enum Search<'a> {
    Few { needles: Vec<&'a [u8]>, groups: Vec<Group> },
    Many(AhoCorasick),
}

impl<'a> Search<'a> {
    pub(super) fn new(needles: &[&'a [u8]]) -> Result<Self, StorageError> {
        if needles.len() > FEW || needles.iter().any(|needle| needle.len() < GRAM) {
            let automaton = AhoCorasick::new(needles);
            let failed = |error| StorageError::corrupt(format!("cannot be scanned: {error}"));
            return Ok(Self::Many(automaton.map_err(failed)?));
        }
        let mut groups: Vec<Group> = STRIDES.iter().map(|stride| Group::new(*stride)).collect();
        for (at, needle) in needles.iter().enumerate() {
            let fits = |group: &&mut Group| group.stride + GRAM - 1 <= needle.len();
            if let Some(group) = groups.iter_mut().find(fits) {
                group.add(at, needle);
            }
        }
        groups.retain(|group| !group.grams.is_empty());
        groups.iter_mut().for_each(Group::fill);
        Ok(Self::Few { needles: needles.to_vec(), groups })
    }

    /// Tells of every place where a needle stands: which, and where it begins.
    pub(super) fn find(&self, bytes: &[u8], tell: &mut dyn FnMut(usize, usize)) {
        match self {
            Self::Few { needles, groups } => groups.iter().for_each(|group| group.find(bytes, needles, tell)),
            Self::Many(automaton) => {
                for found in automaton.find_overlapping_iter(bytes) {
                    tell(found.pattern().as_usize(), found.start());
                }
            }
        }
    }
}

/// The needles of one stride.
pub(super) struct Group {
    stride: usize,
    /// For each run of four bytes, which needles have it and how far from their begin.
    grams: HashMap<u32, Vec<(usize, usize)>>,
    /// A bit for each hash that some run has.
    filter: Vec<u64>,
    shift: u32,
}

impl Group {
    fn new(stride: usize) -> Self {
        Self { stride, grams: HashMap::new(), filter: Vec::new(), shift: 0 }
    }

    fn add(&mut self, at: usize, needle: &[u8]) {
        for (offset, gram) in needle.windows(GRAM).take(self.stride).enumerate() {
            self.grams.entry(number(gram)).or_default().push((at, offset));
        }
    }

    fn fill(&mut self) {
        // One bit of 32 is set: the bitmap of a usual erasure fits into the first cache.
        let bits = (self.grams.len() * 32).next_power_of_two().max(1 << 16);
        self.shift = 32 - bits.ilog2();
        self.filter = vec![0; bits / 64];
        for gram in self.grams.keys() {
            let bit = hash(*gram, self.shift);
            self.filter[bit / 64] |= 1 << (bit % 64);
        }
    }

    fn find(&self, bytes: &[u8], needles: &[&[u8]], tell: &mut dyn FnMut(usize, usize)) {
        let mut probe = 0;
        while let Some(gram) = bytes.get(probe..probe + GRAM) {
            let gram = number(gram);
            let bit = hash(gram, self.shift);
            if self.filter[bit / 64] >> (bit % 64) & 1 == 1 {
                for (at, offset) in self.grams.get(&gram).into_iter().flatten() {
                    if let Some(begin) = probe.checked_sub(*offset)
                        && bytes[begin..].starts_with(needles[*at])
                    {
                        tell(*at, begin);
                    }
                }
            }
            probe += self.stride;
        }
    }
}

fn number(gram: &[u8]) -> u32 {
    gram.first_chunk().map_or(0, |gram| u32::from_le_bytes(*gram))
}

fn hash(gram: u32, shift: u32) -> usize {
    (gram.wrapping_mul(0x9e37_79b1) >> shift) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_found_that_an_automaton_finds() {
        // Few letters, so that needles overlap, repeat and share their beginnings.
        let mut state = 1u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let file: Vec<u8> = (0..20_000).map(|_| b'a' + next(3) as u8).collect();
        let mut needles: Vec<Vec<u8>> = Vec::new();
        for length in [4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 40] {
            for _ in 0..8 {
                let begin = next((file.len() - length) as u64) as usize;
                needles.push(file[begin..begin + length].to_vec());
                needles.push((0..length).map(|_| b'a' + next(3) as u8).collect());
            }
        }
        needles.sort();
        needles.dedup();
        let needles: Vec<&[u8]> = needles.iter().map(Vec::as_slice).collect();
        let search = Search::new(&needles).expect("needles");
        assert!(matches!(search, Search::Few { .. }));
        let mut found = Vec::new();
        search.find(&file, &mut |at, begin| found.push((begin, at)));
        found.sort_unstable();
        let automaton = AhoCorasick::new(&needles).expect("needles");
        let mut expected: Vec<(usize, usize)> = automaton
            .find_overlapping_iter(&file)
            .map(|found| (found.start(), found.pattern().as_usize()))
            .collect();
        expected.sort_unstable();
        assert!(expected.len() > 1000);
        assert_eq!(found, expected);
    }
}

//! [`Search`]: many byte strings looked for at once in files of hundreds of megabytes.
//!
//! Of few needles the first runs of four bytes are known, one for each place at which a needle can begin relative to a probe; so
//! probing every `stride`-th byte cannot miss it. Of many the first bytes alone are, and every byte is probed. A bitmap tells most probes
//! apart at the cost of one look.

use std::collections::HashMap;
use std::ops::Range;

/// Bytes that a probe compares.
const GRAM: usize = 4;

/// First bytes of many needles that a probe compares, each for the needles that are long enough.
const HEADS: [usize; 3] = [24, 8, GRAM];

/// Strides, each for the needles that are long enough: `stride + GRAM - 1` bytes.
const STRIDES: [usize; 4] = [13, 5, 2, 1];

/// With more needles than this, too many share their first runs.
const FEW: usize = 12_000;

/// Needles of at least [`GRAM`] bytes, made ready to be looked for.
pub(super) enum Search<'a> {
    Few { needles: Vec<&'a [u8]>, groups: Vec<Group> },
    Many(Vec<Heads<'a>>),
}

impl<'a> Search<'a> {
    pub(super) fn new(needles: &[&'a [u8]]) -> Self {
        assert!(needles.iter().all(|needle| needle.len() >= GRAM), "a needle is too short to be probed for");
        if needles.len() > FEW {
            let mut by_head = HEADS.map(|head| (head, Vec::new()));
            for (at, needle) in needles.iter().enumerate() {
                if let Some((_, some)) = by_head.iter_mut().find(|(head, _)| *head <= needle.len()) {
                    some.push((*needle, at));
                }
            }
            return Self::Many(
                by_head.into_iter().map(|(head, needles)| Heads::new(head, needles)).collect(),
            );
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
        Self::Few { needles: needles.to_vec(), groups }
    }

    /// Tells of every place where a needle stands: which, and where it begins.
    pub(super) fn find(&self, bytes: &[u8], tell: &mut dyn FnMut(usize, usize)) {
        match self {
            Self::Few { needles, groups } => groups.iter().for_each(|group| group.find(bytes, needles, tell)),
            Self::Many(heads) => heads.iter().for_each(|heads| heads.find(bytes, tell)),
        }
    }
}

/// Many needles by their first bytes.
pub(super) struct Heads<'a> {
    /// How many bytes those are.
    head: usize,
    /// In the order of their heads' numbers, then of their bytes, each with its own number.
    needles: Vec<(&'a [u8], usize)>,
    /// Where in that order those whose heads have a number stand, and of which lengths they are.
    places: HashMap<u64, (Range<usize>, Vec<usize>)>,
    filter: Filter,
}

impl<'a> Heads<'a> {
    fn new(head: usize, mut needles: Vec<(&'a [u8], usize)>) -> Self {
        needles.sort_unstable_by_key(|(needle, _)| (number(&needle[..head]), *needle));
        let (mut places, mut at) = (HashMap::new(), 0);
        for group in needles.chunk_by(|a, b| number(&a.0[..head]) == number(&b.0[..head])) {
            let mut lengths: Vec<usize> = group.iter().map(|(needle, _)| needle.len()).collect();
            lengths.sort_unstable();
            lengths.dedup();
            places.insert(number(&group[0].0[..head]), (at..at + group.len(), lengths));
            at += group.len();
        }
        let filter = Filter::new(places.keys().copied(), places.len());
        Self { head, needles, places, filter }
    }

    fn find(&self, bytes: &[u8], tell: &mut dyn FnMut(usize, usize)) {
        if self.needles.is_empty() {
            return;
        }
        for (begin, head) in bytes.windows(self.head).enumerate() {
            let head = number(head);
            if !self.filter.may_have(head) {
                continue;
            }
            let Some((range, lengths)) = self.places.get(&head) else { continue };
            let needles = &self.needles[range.clone()];
            for length in lengths {
                let Some(written) = bytes.get(begin..begin + length) else { break };
                let first = needles.partition_point(|(needle, _)| *needle < written);
                let equal = needles[first..].iter().take_while(|(needle, _)| *needle == written);
                equal.for_each(|(_, at)| tell(*at, begin));
            }
        }
    }
}

/// A bit for each hash that some head has.
#[derive(Default)]
struct Filter {
    bits: Vec<u64>,
    shift: u32,
}

impl Filter {
    /// One bit of 32 is set: the bitmap of a usual erasure fits into the first cache.
    fn new(heads: impl Iterator<Item = u64>, count: usize) -> Self {
        let bits = (count * 32).next_power_of_two().max(1 << 16);
        let mut filter = Self { bits: vec![0; bits / 64], shift: 64 - bits.ilog2() };
        for head in heads {
            let bit = filter.bit(head);
            filter.bits[bit / 64] |= 1 << (bit % 64);
        }
        filter
    }

    fn bit(&self, head: u64) -> usize {
        (head.wrapping_mul(MIX) >> self.shift) as usize
    }

    fn may_have(&self, head: u64) -> bool {
        let bit = self.bit(head);
        self.bits[bit / 64] >> (bit % 64) & 1 == 1
    }
}

/// The needles of one stride.
pub(super) struct Group {
    stride: usize,
    /// Every run of four bytes of a needle, where a probe may meet it: by the hash of its bytes.
    grams: Vec<Gram>,
    /// Where the runs of each hash begin among them, and behind the last where they end.
    begins: Vec<u32>,
    shift: u32,
    filter: Filter,
}

/// A run of four bytes of a needle: which needle, and how far from its begin.
#[derive(Clone, Copy, Default)]
struct Gram {
    bytes: u32,
    needle: u32,
    offset: u32,
}

impl Group {
    fn new(stride: usize) -> Self {
        Self { stride, grams: Vec::new(), begins: Vec::new(), shift: 0, filter: Filter::default() }
    }

    fn add(&mut self, at: usize, needle: &[u8]) {
        for (offset, gram) in needle.windows(GRAM).take(self.stride).enumerate() {
            self.grams.push(Gram { bytes: number(gram) as u32, needle: at as u32, offset: offset as u32 });
        }
    }

    /// Puts the runs in the order of their hashes.
    fn fill(&mut self) {
        let hashes = (self.grams.len() * 2).next_power_of_two();
        self.shift = 64 - hashes.ilog2();
        let hash = |gram: &Gram| (u64::from(gram.bytes).wrapping_mul(MIX) >> self.shift) as usize;
        let mut begins = vec![0_u32; hashes + 1];
        self.grams.iter().for_each(|gram| begins[hash(gram) + 1] += 1);
        for at in 1..begins.len() {
            begins[at] += begins[at - 1];
        }
        let (mut next, mut ordered) = (begins.clone(), vec![Gram::default(); self.grams.len()]);
        for gram in &self.grams {
            let place = &mut next[hash(gram)];
            ordered[*place as usize] = *gram;
            *place += 1;
        }
        self.filter = Filter::new(self.grams.iter().map(|gram| gram.bytes.into()), self.grams.len());
        (self.grams, self.begins) = (ordered, begins);
    }

    fn find(&self, bytes: &[u8], needles: &[&[u8]], tell: &mut dyn FnMut(usize, usize)) {
        let mut probe = 0;
        while let Some(gram) = bytes.get(probe..probe + GRAM) {
            let gram = number(gram);
            if self.filter.may_have(gram) {
                let hash = (gram.wrapping_mul(MIX) >> self.shift) as usize;
                let range = self.begins[hash] as usize..self.begins[hash + 1] as usize;
                for Gram { needle, offset, .. } in
                    self.grams[range].iter().filter(|one| u64::from(one.bytes) == gram)
                {
                    if let Some(begin) = probe.checked_sub(*offset as usize)
                        && bytes[begin..].starts_with(needles[*needle as usize])
                    {
                        tell(*needle as usize, begin);
                    }
                }
            }
            probe += self.stride;
        }
    }
}

/// Bytes as a number, which up to eight of them share with no others.
fn number(head: &[u8]) -> u64 {
    let (eights, rest) = head.as_chunks();
    let rest = rest.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
    eights
        .iter()
        .fold(rest, |number, eight| number.wrapping_mul(MIX).rotate_left(32) ^ u64::from_le_bytes(*eight))
}

/// An odd number whose bits are well mixed.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

#[cfg(test)]
mod tests {
    use super::*;

    /// Random letters, few of them, so that needles overlap, repeat and share their beginnings.
    struct Letters(u64);

    impl Letters {
        fn next(&mut self, below: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % below
        }

        fn some(&mut self, count: usize) -> Vec<u8> {
            (0..count).map(|_| b'a' + self.next(3) as u8).collect()
        }
    }

    /// What is found of needles of these lengths, `each` in the file and as many that may not be.
    fn same_as_one_by_one(lengths: &[usize], each: usize, few: bool) {
        let mut letters = Letters(1);
        let file = letters.some(20_000);
        let mut needles: Vec<Vec<u8>> = Vec::new();
        for length in lengths {
            for _ in 0..each {
                let begin = letters.next((file.len() - length) as u64) as usize;
                needles.push(file[begin..begin + length].to_vec());
                needles.push(letters.some(*length));
            }
        }
        needles.sort();
        needles.dedup();
        let needles: Vec<&[u8]> = needles.iter().map(Vec::as_slice).collect();
        let search = Search::new(&needles);
        assert_eq!(matches!(search, Search::Few { .. }), few);
        let mut found = Vec::new();
        search.find(&file, &mut |at, begin| found.push((begin, at)));
        found.sort_unstable();
        let mut expected: Vec<(usize, usize)> = Vec::new();
        for (at, needle) in needles.iter().enumerate() {
            let is_there = |begin: &usize| file[*begin..].starts_with(needle);
            expected.extend((0..file.len()).filter(is_there).map(|begin| (begin, at)));
        }
        expected.sort_unstable();
        assert!(expected.len() > 1000);
        assert_eq!(found, expected);
    }

    #[test]
    fn every_place_is_found_that_a_search_for_one_finds() {
        same_as_one_by_one(&[4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 40], 8, true);
    }

    #[test]
    fn of_many_needles_too() {
        same_as_one_by_one(&[4, 5, 7, 8, 9, 12, 16, 24, 25, 40, 200], 1000, false);
    }
}

//! The generator's random numbers: SplitMix64, in integers only, the same on every platform.

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64 (Steele, Lea and Flood 2014). Its outputs are part of every generated suite's hash: never change them.
#[derive(Debug, Clone)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// Makes the stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Makes the stream of one case, apart from every other case's, so that a case does not depend on how many
    /// others are made.
    #[must_use]
    pub fn for_case(seed: u64, family: u64, index: u64) -> Self {
        let seed = Self::new(seed).next_u64();
        let family = Self::new(seed ^ family).next_u64();
        Self::new(family ^ index)
    }

    /// Returns the next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound` by multiply and shift; `bound` is far below 2^32 here, so its bias is nil.
    pub fn below(&mut self, bound: usize) -> usize {
        let wide = u128::from(self.next_u64()) * bound as u128;
        usize::try_from(wide >> 64).expect("a number below a usize is a usize")
    }

    /// Returns a number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// Returns one of the words.
    pub fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    /// Returns `count` different words, in random order.
    pub fn pick_many<'a>(&mut self, words: &[&'a str], count: usize) -> Vec<&'a str> {
        let mut left = words.to_vec();
        (0..count).map(|_| left.swap_remove(self.below(left.len()))).collect()
    }

    /// Returns `N` different words, in random order.
    pub fn pick_some<'a, const N: usize>(&mut self, words: &[&'a str]) -> [&'a str; N] {
        <[&str; N]>::try_from(self.pick_many(words, N)).expect("as many words as asked for")
    }

    /// Returns `length` characters of an ASCII alphabet.
    pub fn text(&mut self, alphabet: &[u8], length: usize) -> String {
        (0..length).map(|_| char::from(alphabet[self.below(alphabet.len())])).collect()
    }

    /// Shuffles in place (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn the_stream_is_splitmix64() {
        // The first outputs for seed 1234567 in Vigna's reference implementation.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
        assert_eq!(rng.next_u64(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn every_word_of_a_pool_is_picked_once() {
        let words = ["a", "b", "c", "d", "e"];
        let mut picked: [&str; 5] = Rng::new(7).pick_some(&words);
        picked.sort_unstable();
        assert_eq!(picked, words);
    }
}

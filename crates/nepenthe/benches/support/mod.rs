//! What the benchmarks share: numbers that are the same on every machine, an embedder that costs nothing, percentiles.

use nepenthe::embed::{EmbedError, Embedder};

/// Components of a vector, as all-MiniLM-L6-v2 has them.
pub(crate) const DIMENSION: usize = 384;

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A vector of length 1.
    pub(crate) fn vector(&mut self) -> Vec<f32> {
        let mut vector: Vec<f32> = (0..DIMENSION).map(|_| (self.unit() - 0.5) as f32).collect();
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|x| *x /= length);
        vector
    }
}

/// Gives a vector that costs nothing: made from the text's hash.
pub(crate) struct Given;

impl Embedder for Given {
    fn name(&self) -> &str {
        "given"
    }

    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let seed = |text: &str| text.bytes().fold(7u64, |h, b| h.wrapping_mul(31).wrapping_add(u64::from(b)));
        Ok(texts.iter().map(|text| Random(seed(text)).vector()).collect())
    }
}

/// Median and 99th percentile of times in ms.
pub(crate) fn percentiles(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize];
    format!("{:.2} / {:.2}", at(0.5), at(0.99))
}

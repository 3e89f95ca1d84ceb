//! Embedders that need no model.

use nepenthe::embed::{EmbedError, Embedder};

use super::Random;

/// Vectors of unit length: bags of hashed words, or numbers that follow from a hash of the whole text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vectors {
    /// Texts that share words share numbers too.
    Words(usize),
    /// No two texts share a number.
    Own(usize),
}

impl Vectors {
    /// Returns a text's vector.
    pub fn of(self, text: &str) -> Vec<f32> {
        let mut vector = match self {
            Self::Words(dimension) => {
                let mut vector = vec![0.001; dimension];
                for word in text.split_whitespace() {
                    vector[(hash(word) % dimension as u64) as usize] += 1.0;
                }
                vector
            }
            Self::Own(dimension) => {
                let mut random = Random::new(hash(text));
                (0..dimension).map(|_| random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0).collect()
            }
        };
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|x| *x /= length);
        vector
    }

    /// The bytes that the store has for it: what a number of 1 stands for, and the numbers.
    pub fn bytes_of(self, text: &str) -> Vec<u8> {
        let vector = self.of(text);
        let unit = vector.iter().fold(0.0_f32, |most, x| most.max(x.abs())) / 32_767.0;
        let numbers = vector.iter().flat_map(|x| ((x / unit).round() as i16).to_le_bytes());
        unit.to_le_bytes().into_iter().chain(numbers).collect()
    }
}

impl Embedder for Vectors {
    fn name(&self) -> &str {
        match self {
            Self::Words(_) => "words",
            Self::Own(_) => "own",
        }
    }

    fn dimension(&self) -> usize {
        match self {
            Self::Words(dimension) | Self::Own(dimension) => *dimension,
        }
    }

    /// Few, so that the longer texts have passages.
    fn max_tokens(&self) -> Option<usize> {
        Some(24)
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| self.of(text)).collect())
    }
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(14_695_981_039_346_656_037, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    })
}

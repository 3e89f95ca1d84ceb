//! The corpus of the benchmarks that fill a file: made-up words by Zipf's law, random vectors.

use std::time::Instant;

use nepenthe::{MemoryId, NewMemory, Scope};

use crate::support::Random;

/// Memories written in one transaction.
const BATCH: usize = 1000;

/// A word of the corpus, its rank by Zipf's law: the inverse of a cumulated 1 / rank.
fn word(random: &mut Random) -> String {
    let rank = 20_000f64.powf(random.unit()) as u64;
    let mut word = String::from("w");
    let mut left = rank;
    while left > 0 {
        word.push(char::from(b'a' + (left % 26) as u8));
        left /= 26;
    }
    word
}

pub(crate) fn text(random: &mut Random, words: usize) -> String {
    (0..words).map(|_| word(random)).collect::<Vec<_>>().join(" ")
}

/// Writes memories with random vectors. Returns their ids, and the seconds that writing took.
pub(crate) fn fill(
    scope: &Scope,
    rows: usize,
    random: &mut Random,
    text: impl Fn(&mut Random) -> String,
) -> (Vec<MemoryId>, f64) {
    let mut ids = Vec::with_capacity(rows);
    let mut writing = 0.0;
    for start in (0..rows).step_by(BATCH) {
        let count = BATCH.min(rows - start);
        let memories: Vec<NewMemory> = (0..count).map(|_| NewMemory::new(text(random))).collect();
        let vectors: Vec<Vec<f32>> = (0..count).map(|_| random.vector()).collect();
        let started = Instant::now();
        ids.extend(scope.inscribe_with_vectors(&memories, &vectors).unwrap());
        writing += started.elapsed().as_secs_f64();
    }
    (ids, writing)
}

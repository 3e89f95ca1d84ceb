//! What writing costs: `cargo bench -p nepenthe --bench writes`.
//!
//! 1, 8 and 64 threads write one memory after the other, a transaction each, for a few seconds. What counts is acknowledged, so
//! it is on the disk. No embedder and no network.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

#[path = "support/corpus.rs"]
mod corpus;
mod support;

use std::time::{Duration, Instant};

use nepenthe::{Options, Scope, Store};

use crate::corpus::{fill, text};
use crate::support::{Given, Random, percentiles};

const ROWS: usize = 1000;
const LASTS: Duration = Duration::from_secs(3);

fn main() {
    println!("{:>8} {:>9} {:>17}", "threads", "writes/s", "p50/p99 ms");
    for threads in [1, 8, 64] {
        let folder = tempfile::tempdir().unwrap();
        let options = Options::default().with_embedder(Given);
        let store = Store::open(folder.path().join("bench.db"), options).unwrap();
        let scope = store.scope("bench").unwrap();
        fill(&scope, ROWS, &mut Random(42), |random| text(random, 12));
        let started = Instant::now();
        let times: Vec<f64> = std::thread::scope(|running| {
            let writers: Vec<_> = (0..threads)
                .map(|thread| {
                    let scope = &scope;
                    running.spawn(move || write(scope, started, Random(thread + 1000)))
                })
                .collect();
            writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
        });
        let rate = times.len() as f64 / started.elapsed().as_secs_f64();
        println!("{threads:>8} {rate:>9.0} {:>17}", percentiles(times));
    }
}

/// Writes until the time is up; returns how long each took, in ms.
fn write(scope: &Scope, started: Instant, mut random: Random) -> Vec<f64> {
    let mut times = Vec::new();
    while started.elapsed() < LASTS {
        let began = Instant::now();
        scope.inscribe(text(&mut random, 12)).unwrap();
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    times
}

//! What the engine costs with vectors given: `cargo bench -p nepenthe --bench store [-- ROWS...]`.
//!
//! Corpus: texts of 12 words drawn from 20,000 made-up ones by Zipf's law, random unit vectors of 384 components;
//! queries of 3 words drawn alike. Measured on a file, one process, after the write: inserts in batches of 1,000,
//! one transaction each; recall with k = 10 by BM25 (any word), by vector and hybrid; a purge by id; the file's
//! size after a checkpoint. Figures are medians and 99th percentiles of one run. No embedder and no network.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

#[path = "support/corpus.rs"]
mod corpus;
mod support;

use std::time::Instant;

use nepenthe::{Mutation, Options, RecallMode, RecallOptions, Store};

use crate::corpus::{fill, text};
use crate::support::{Given, Random, percentiles};

const QUERIES: usize = 200;
const PURGES: usize = 50;

fn main() {
    let mut sizes: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    println!(
        "{:>8} {:>9} {:>17} {:>17} {:>17} {:>17} {:>8}",
        "rows",
        "inserts/s",
        "BM25 p50/p99 ms",
        "vector p50/p99 ms",
        "hybrid p50/p99 ms",
        "purge p50/p99 ms",
        "file MB"
    );
    for rows in sizes {
        measure(rows);
    }
}

fn measure(rows: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    let store = Store::open(&path, Options::default().with_embedder(Given)).unwrap();
    let scope = store.scope("bench").unwrap();
    let mut random = Random(42);

    let (ids, writing) = fill(&scope, rows, &mut random, |random| text(random, 12));

    let queries: Vec<String> = (0..QUERIES).map(|_| text(&mut random, 3)).collect();
    let recall = |mode: RecallMode| {
        let options = RecallOptions::new(10).with_mode(mode);
        let times = queries.iter().map(|query| {
            let started = Instant::now();
            scope.recall_with(query, &options).unwrap();
            started.elapsed().as_secs_f64() * 1e3
        });
        percentiles(times.collect())
    };
    let (bm25, vector, hybrid) =
        (recall(RecallMode::Lexical), recall(RecallMode::Vector), recall(RecallMode::Hybrid));

    let purges = ids.iter().step_by((rows / PURGES).max(1)).take(PURGES).map(|id| {
        let started = Instant::now();
        let plan = scope.plan(Mutation::purge(*id)).unwrap();
        scope.apply(plan).unwrap();
        started.elapsed().as_secs_f64() * 1e3
    });
    let purge = percentiles(purges.collect());
    drop((scope, store));
    let size = std::fs::metadata(&path).unwrap().len() as f64 / 1e6;
    println!(
        "{rows:>8} {:>9.0} {bm25:>17} {vector:>17} {hybrid:>17} {purge:>17} {size:>8.1}",
        rows as f64 / writing
    );
}

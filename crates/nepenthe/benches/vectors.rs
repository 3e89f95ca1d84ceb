//! What a search by vectors costs: `cargo bench -p nepenthe --bench vectors [-- ROWS...]`.
//!
//! Vectors of 384 components in clusters of about 100, queries near one of the clusters. Written past the engine, since only searches
//! are measured, and without words. On a file, one process: the first search, which reads every vector; the second, which reads them
//! into memory; those after it, one at a time and from two threads at once, k = 10 (40 candidates); the memory that the process
//! took for what it holds; the bytes of the file a row.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

#[allow(dead_code, reason = "vectors are in clusters here")]
mod support;

use std::path::Path;
use std::time::Instant;

use nepenthe::embed::{EmbedError, Embedder};
use nepenthe::{Options, RecallMode, RecallOptions, Scope, Store};
use rusqlite::{Connection, params};

use crate::support::{DIMENSION, Random, percentiles};

const QUERIES: usize = 200;
/// Vectors of a cluster.
const CLUSTER: usize = 100;
/// How far from the middle of its cluster a vector is.
const APART: f32 = 0.9;

/// Gives each query, by its number, its vector.
#[derive(Clone)]
struct Queries(Vec<Vec<f32>>);

impl Embedder for Queries {
    fn name(&self) -> &str {
        "queries"
    }

    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| self.0[text.parse().unwrap_or(0)].clone()).collect())
    }
}

fn main() {
    let mut sizes: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![10_000, 100_000];
    }
    println!(
        "{:>8} {:>9} {:>10} {:>15} {:>15} {:>9} {:>12}",
        "rows", "first ms", "second ms", "p50/p99 ms", "two threads", "held MiB", "file B/row"
    );
    sizes.into_iter().for_each(measure);
}

/// A vector of length 1 near another.
fn near(random: &mut Random, centre: &[f32]) -> Vec<f32> {
    let even = APART * (12.0_f32).sqrt() / (DIMENSION as f32).sqrt();
    let mut vector: Vec<f32> = centre.iter().map(|x| x + even * (random.unit() as f32 - 0.5)).collect();
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.iter_mut().for_each(|x| *x /= length);
    vector
}

/// MiB that the process takes.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
}

/// Writes live memories with vectors, as docs/format.md has them. Returns the bytes of the file.
fn fill(path: &Path, vectors: impl Iterator<Item = Vec<f32>>) -> i64 {
    let mut file = Connection::open(path).unwrap();
    file.execute_batch("PRAGMA synchronous = OFF").unwrap();
    let transaction = file.transaction().unwrap();
    {
        let mut memory = transaction
            .prepare("INSERT INTO memory (scope, id, version, depth, created_at, changed_at, last_event, key) VALUES (1, randomblob(16), ?1, 1.0, 0, 0, 1, zeroblob(32))")
            .unwrap();
        let mut version = transaction
            .prepare("INSERT INTO version (id, memory, text, valid_from) VALUES (?1, ?1, '', 0)")
            .unwrap();
        let mut vector = transaction.prepare("INSERT INTO vector VALUES (1, ?1, ?2)").unwrap();
        for (row, components) in (2_i64..).zip(vectors) {
            let greatest = components.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
            let unit = greatest / 32_767.0;
            let mut stored = unit.to_le_bytes().to_vec();
            stored.extend(components.iter().flat_map(|x| ((x / unit).round() as i16).to_le_bytes()));
            memory.execute([row]).unwrap();
            version.execute([row]).unwrap();
            vector.execute(params![row, stored]).unwrap();
        }
    }
    transaction.commit().unwrap();
    file.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    std::fs::metadata(path).unwrap().len() as i64
}

fn measure(rows: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    let mut random = Random(42);
    let nothing = vec![0.0; DIMENSION];
    let centres: Vec<Vec<f32>> = (0..rows.div_ceil(CLUSTER)).map(|_| near(&mut random, &nothing)).collect();
    let any = |random: &mut Random| {
        let at = random.next() as usize % centres.len();
        near(random, &centres[at])
    };
    let queries = Queries((0..QUERIES).map(|_| any(&mut random)).collect());
    let open = || Store::open(&path, Options::default().with_embedder(queries.clone())).unwrap();
    open().scope("bench").unwrap().inscribe("0").unwrap();
    let empty = std::fs::metadata(&path).unwrap().len() as i64;
    let full = fill(&path, (1..rows).map(|_| any(&mut random)));

    let scope = open().scope("bench").unwrap();
    let search = |scope: &Scope, query: usize| {
        let started = Instant::now();
        let options = RecallOptions::new(10).with_mode(RecallMode::Vector);
        assert_eq!(scope.recall_with(&query.to_string(), &options).unwrap().len(), 10);
        started.elapsed().as_secs_f64() * 1e3
    };
    let first = search(&scope, 0);
    let before = resident();
    let second = search(&scope, 1);
    let held = resident() - before;
    let one = percentiles((0..QUERIES).map(|query| search(&scope, query)).collect());
    let two: Vec<f64> = std::thread::scope(|threads| {
        let each = [0, 7].map(|begin| {
            let (search, scope) = (&search, scope.clone());
            let all = (0..QUERIES).map(move |query| search(&scope, (query + begin) % QUERIES));
            threads.spawn(move || all.collect::<Vec<f64>>())
        });
        each.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let two = percentiles(two);
    let each = (full - empty) as f64 / rows as f64;
    println!("{rows:>8} {first:>9.1} {second:>10.1} {one:>15} {two:>15} {held:>9.1} {each:>12.0}");
}

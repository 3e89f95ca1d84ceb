//! What erasing costs: `cargo bench -p nepenthe --bench erase [-- ROWS...] [--events N]`.
//!
//! 1. A purge by id with its physical receipt, on a file of rows as in the benchmark `store`: plan, transaction, checkpoint,
//!    scan of the files, second receipt. Beside it the time that reading the file once takes, and the file's size.
//! 2. The log: a signed checkpoint and the proofs of a receipt at a million events (or `--events N`).
//! 3. What the log adds to an inscribe: single transactions and batches, against the same rows without tree (see there).

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

mod support;

use std::time::Instant;

use nepenthe::receipt::note::SigningKey;
use nepenthe::receipt::receipt::Assurance;
use nepenthe::{Mutation, NewMemory, Options, Store};

use crate::support::{Given, Random, percentiles};

const BATCH: usize = 1000;
const PURGES: usize = 60;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let events = arguments.iter().position(|argument| argument == "--events");
    let events = events.map_or(1_000_000, |at| arguments[at + 1].parse().unwrap());
    let named = arguments.iter().take_while(|argument| *argument != "--events");
    let mut sizes: Vec<usize> = named.map(|argument| argument.parse().unwrap()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    println!("{:>8} {:>9} {:>17} {:>19}", "rows", "file MB", "purge p50/p99 ms", "of it reading, ms");
    sizes.into_iter().for_each(purges);
    log(events);
}

fn text(random: &mut Random) -> String {
    let word = |random: &mut Random| {
        let mut rank = 20_000f64.powf(random.unit()) as u64;
        let mut word = String::from("w");
        while rank > 0 {
            word.push(char::from(b'a' + (rank % 26) as u8));
            rank /= 26;
        }
        word
    };
    let words: Vec<String> = (0..12).map(|_| word(random)).collect();
    format!("{} {:010}", words.join(" "), random.next() % 10_000_000_000)
}

fn purges(rows: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    let store = Store::open(&path, Options::default().with_embedder(Given)).unwrap();
    let scope = store.scope("bench").unwrap();
    let mut random = Random(42);
    let mut ids = Vec::with_capacity(rows);
    for start in (0..rows).step_by(BATCH) {
        let count = BATCH.min(rows - start);
        let memories: Vec<NewMemory> = (0..count).map(|_| NewMemory::new(text(&mut random))).collect();
        let vectors: Vec<Vec<f32>> = (0..count).map(|_| random.vector()).collect();
        ids.extend(scope.inscribe_with_vectors(&memories, &vectors).unwrap());
    }
    let purge = |id| {
        let started = Instant::now();
        let plan = scope.plan(Mutation::purge(id)).unwrap();
        let erasure = scope.apply(plan).unwrap().erasure.unwrap();
        assert_eq!(erasure.assurance, Assurance::Physical, "{erasure:?}");
        started.elapsed().as_secs_f64() * 1e3
    };
    let mut chosen = ids.iter().step_by((rows / PURGES).max(1)).take(PURGES).copied();
    // The first one after many writes copies the write-ahead log into the file.
    let first = purge(chosen.next().unwrap());
    let times = percentiles(chosen.map(purge).collect());
    drop((scope, store));
    let size = std::fs::metadata(&path).unwrap().len();
    let started = Instant::now();
    let read = std::fs::read(&path).unwrap().len();
    let reading = started.elapsed().as_secs_f64() * 1e3;
    assert_eq!(read as u64, size);
    println!("{rows:>8} {:>9.1} {times:>17} {reading:>19.2}   (the first {first:.1})", size as f64 / 1e6);
}

/// Checkpoints and proofs at many events; the overhead of the tree on what writes them.
fn log(events: usize) {
    const ROWS: usize = 1000;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("log.db"), Options::default()).unwrap();
    let scope = store.scope("bench").unwrap();
    let rows: Vec<NewMemory> = (0..ROWS).map(|n| NewMemory::new(format!("row {n}"))).collect();
    let ids = scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    let key = SigningKey::from_seed(&store.origin().unwrap(), &[7; 32]).unwrap();
    let purged = scope.inscribe("to be purged").unwrap();
    let early = scope.apply(scope.plan(Mutation::purge(purged)).unwrap()).unwrap().erasure.unwrap();
    let started = Instant::now();
    for round in 0..events / ROWS {
        let mutation = if round % 2 == 0 { Mutation::pin(ids.clone()) } else { Mutation::unpin(ids.clone()) };
        scope.apply(scope.plan(mutation).unwrap()).unwrap();
    }
    let writing = started.elapsed().as_secs_f64();
    let timed = |work: &dyn Fn()| {
        let time = |_| {
            let started = Instant::now();
            work();
            started.elapsed().as_secs_f64() * 1e3
        };
        percentiles((0..200).map(time).collect())
    };
    let checkpoint = timed(&|| drop(store.checkpoint(&key).unwrap()));
    let proof = timed(&|| drop(store.receipt(early.receipt, &key).unwrap()));
    println!("{events} events, written at {:.0} a second", events as f64 / writing);
    println!("checkpoint, signed: p50/p99 {checkpoint} ms");
    println!("receipt with checkpoint and inclusion proof: p50/p99 {proof} ms");
}

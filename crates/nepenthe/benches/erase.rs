//! What erasing costs: `cargo bench -p nepenthe --bench erase [-- ROWS...] [--events N]`.
//!
//! 1. A purge by id with its physical receipt, on a file of rows as in the benchmark `store`: plan, transaction, checkpoint,
//!    scan of the files, second receipt. Beside it the time that reading the file once takes, and the file's size; a hundred
//!    purged together; and a purge that does not wait for its physical receipt, with nothing waiting.
//! 2. The log: a signed checkpoint and the proofs of a receipt at a million events (or `--events N`).
//! 3. What the log's tree adds to an inscribe: the same rows with it and without, one a transaction and 1,000.
//!
//! Times are of the wall; where it says CPU, of the processor (Linux only): those of a busy machine mean something too.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

#[path = "support/corpus.rs"]
mod corpus;
mod support;

use std::io::Read;
use std::time::Instant;

use nepenthe::receipt::note::SigningKey;
use nepenthe::receipt::receipt::Assurance;
use nepenthe::{MemoryId, Mutation, NewMemory, Options, RecipePart, Store, Waiting};

use crate::corpus::{fill, text};
use crate::support::{Given, Random, percentiles};

const BATCH: usize = 1000;
const PURGES: usize = 60;
/// Purged together; fewer in a small file.
const HUNDRED: usize = 100;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let events = arguments.iter().position(|argument| argument == "--events");
    let events = events.map_or(1_000_000, |at| arguments[at + 1].parse().unwrap());
    let named = arguments.iter().take_while(|argument| *argument != "--events");
    let mut sizes: Vec<usize> = named.map(|argument| argument.parse().unwrap()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 100_000];
    }
    println!(
        "{:>8} {:>9} {:>17} {:>17} {:>12} {:>8} {:>17}",
        "rows", "file MB", "purge p50/p99 ms", "CPU p50/p99 ms", "reading, CPU", "100 ms", "logical ms"
    );
    sizes.into_iter().for_each(purges);
    log(events);
    inscribes();
}

/// Milliseconds that this thread has been on a processor.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1e6
}

/// Runs something; returns milliseconds of the wall and of the processor.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, f64) {
    let (started, busy) = (Instant::now(), cpu());
    drop(work());
    (started.elapsed().as_secs_f64() * 1e3, cpu() - busy)
}

/// A text of the corpus with a number that no other has.
fn numbered(random: &mut Random) -> String {
    format!("{} {:010}", text(random, 12), random.next() % 10_000_000_000)
}

fn purges(rows: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    let store = Store::open(&path, Options::default().with_embedder(Given)).unwrap();
    let scope = store.scope("bench").unwrap();
    let (ids, _) = fill(&scope, rows, &mut Random(42), numbered);
    let purge = |id| {
        timed(|| {
            let plan = scope.plan(Mutation::purge(id)).unwrap();
            let erasure = scope.apply(plan).unwrap().erasure.unwrap();
            assert_eq!(erasure.assurance, Assurance::Physical, "{erasure:?}");
        })
    };
    // One that is still there.
    let (mut left, mut random) = (ids, Random(7));
    let mut pick = || left.swap_remove((random.next() % left.len() as u64) as usize);
    let mut chosen = (0..PURGES).map(|_| pick()).collect::<Vec<_>>().into_iter();
    // The first one after many writes copies the write-ahead log into the file.
    let (first, _) = purge(chosen.next().unwrap());
    let (wall, busy): (Vec<f64>, Vec<f64>) = chosen.map(purge).unzip();
    let (wall, busy) = (percentiles(wall), percentiles(busy));
    let many = (0..5).map(|_| {
        let many: Vec<MemoryId> = (0..HUNDRED.min(rows / 40)).map(|_| pick()).collect();
        let plan = scope.plan(Mutation::purge(many)).unwrap();
        timed(|| assert_eq!(scope.apply(plan).unwrap().erasure.unwrap().assurance, Assurance::Physical)).0
    });
    let many = percentiles(many.collect());
    drop((scope, store));
    let store = Store::open(&path, Options::default().with_embedder(Given).with_waiting(Waiting::ForLogical))
        .unwrap();
    let scope = store.scope("bench").unwrap();
    let logical = (0..30).map(|_| {
        let plan = scope.plan(Mutation::purge(pick())).unwrap();
        let (wall, _) = timed(|| scope.apply(plan).unwrap());
        store.finish_erasures().unwrap();
        wall
    });
    let logical = percentiles(logical.collect());
    drop((scope, store));
    let size = std::fs::metadata(&path).unwrap().len() as f64 / 1e6;
    let (_, reading) = timed(|| {
        let mut block = vec![0; 1 << 20];
        let mut file = std::fs::File::open(&path).unwrap();
        while file.read(&mut block).unwrap() > 0 {}
    });
    println!(
        "{rows:>8} {size:>9.1} {wall:>17} {busy:>17} {reading:>12.2} {many:>8} {logical:>17}   (the first {first:.1})"
    );
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
    let times = |work: &dyn Fn()| percentiles((0..200).map(|_| timed(work).0).collect());
    let checkpoint = times(&|| drop(store.checkpoint(&key).unwrap()));
    let proof = times(&|| drop(store.receipt(early.receipt, &key).unwrap()));
    println!("{events} events, written at {:.0} a second", events as f64 / writing);
    println!("checkpoint, signed: p50/p99 {checkpoint} ms");
    println!("receipt with checkpoint and inclusion proof: p50/p99 {proof} ms");
}

/// What an inscribe costs with the log's tree and without it, in turns.
fn inscribes() {
    for (rows, batch) in [(600, 1), (20_000, BATCH)] {
        let mut busy = [Vec::new(), Vec::new()];
        for round in 0..6 {
            let options = Options::default().with_embedder(Given);
            let options = if round % 2 == 0 { options } else { options.leaving_out(RecipePart::Tree) };
            let folder = tempfile::tempdir().unwrap();
            let store = Store::open(folder.path().join("bench.db"), options).unwrap();
            let scope = store.scope("bench").unwrap();
            let mut random = Random(round / 2);
            for _ in 0..rows / batch {
                let memories: Vec<NewMemory> =
                    (0..batch).map(|_| NewMemory::new(numbered(&mut random))).collect();
                let vectors: Vec<Vec<f32>> = (0..batch).map(|_| random.vector()).collect();
                let (_, time) = timed(|| scope.inscribe_with_vectors(&memories, &vectors).unwrap());
                busy[round as usize % 2].push(time / batch as f64);
            }
        }
        let [with, without] = busy.map(|times| times.iter().sum::<f64>() / times.len() as f64);
        println!(
            "an inscribe, {batch} a transaction: {with:.4} ms of CPU with the tree, {without:.4} without: {:+.1} %",
            (with / without - 1.0) * 100.0
        );
    }
}

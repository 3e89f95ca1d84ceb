//! Threads that read and threads that write one store: `cargo bench -p nepenthe --bench readers [-- reads | writes]`.
//!
//! *Reads*: 1, 2, 4 and 8 threads recall from a scope of 10,000 memories, by words and by both, alone, beside a thread that
//! writes one memory after the other, and beside one that purges one after the other. *Writes*: 1, 8 and 64 threads write one
//! memory after the other; what counts is acknowledged, so it is on the disk. A few seconds a row. No embedder and no network.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

#[path = "support/corpus.rs"]
mod corpus;
mod support;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nepenthe::{Mutation, Options, RecallMode, RecallOptions, Scope, Store};

use crate::corpus::{fill, text};
use crate::support::{Given, Random, percentiles};

const ROWS: usize = 10_000;
/// How long each row is measured.
const FOR: Duration = Duration::from_secs(3);

#[derive(Clone, Copy)]
enum Beside {
    Nobody,
    Writer,
    Purger,
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wants = |what: &str| asked.is_empty() || asked.iter().any(|asked| asked == what);
    if wants("writes") {
        println!("{:>8} {:>9} {:>17}", "threads", "writes/s", "p50/p99 ms");
        for threads in [1, 8, 64] {
            let (_folder, scope) = store(1000);
            let (done, times) = all(threads, |random| _ = scope.inscribe(text(random, 12)).unwrap());
            println!("{threads:>8} {done:>9.0} {:>17}", percentiles(times));
        }
    }
    if wants("reads") {
        let (_folder, scope) = store(ROWS);
        println!(
            "{:>8} {:>8} {:>9} {:>9} {:>17} {:>9}",
            "mode", "beside", "threads", "reads/s", "p50/p99 ms", "changes/s"
        );
        for mode in [RecallMode::Lexical, RecallMode::Hybrid] {
            for (beside, name) in
                [(Beside::Nobody, "nobody"), (Beside::Writer, "writer"), (Beside::Purger, "purger")]
            {
                for threads in [1, 2, 4, 8] {
                    let (done, times, changes) = reads(&scope, mode, threads, beside);
                    let mode = format!("{mode:?}").to_lowercase();
                    println!(
                        "{mode:>8} {name:>8} {threads:>9} {done:>9.0} {:>17} {changes:>9.0}",
                        percentiles(times)
                    );
                }
            }
        }
    }
}

fn store(rows: usize) -> (tempfile::TempDir, Scope) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("bench.db"), Options::default().with_embedder(Given)).unwrap();
    let scope = store.scope("bench").unwrap();
    fill(&scope, rows, &mut Random(42), |random| text(random, 12));
    (folder, scope)
}

fn reads(scope: &Scope, mode: RecallMode, threads: usize, beside: Beside) -> (f64, Vec<f64>, f64) {
    let options = RecallOptions::new(10).with_mode(mode);
    let (ended, mut changes) = (AtomicBool::new(false), 0);
    std::thread::scope(|running| {
        let change = running.spawn(|| {
            let (mut random, mut changes) = (Random(7), 0);
            while !matches!(beside, Beside::Nobody) && !ended.load(Ordering::Relaxed) {
                let id = scope.inscribe(text(&mut random, 12)).unwrap();
                if matches!(beside, Beside::Purger) {
                    scope.apply(scope.plan(Mutation::purge(id)).unwrap()).unwrap();
                }
                changes += 1;
            }
            changes
        });
        let (done, times) =
            all(threads, |random| drop(scope.recall_with(&text(random, 3), &options).unwrap()));
        ended.store(true, Ordering::Relaxed);
        changes += change.join().unwrap();
        (done, times, f64::from(changes) / FOR.as_secs_f64())
    })
}

/// Does something again and again in as many threads. Returns how often a second, and how long each took, in ms.
fn all(threads: usize, work: impl Fn(&mut Random) + Sync) -> (f64, Vec<f64>) {
    let started = Instant::now();
    let times: Vec<f64> = std::thread::scope(|running| {
        let threads: Vec<_> = (0..threads)
            .map(|number| {
                let work = &work;
                running.spawn(move || {
                    let (mut random, mut times) = (Random(number as u64 + 1000), Vec::new());
                    while started.elapsed() < FOR {
                        let began = Instant::now();
                        work(&mut random);
                        times.push(began.elapsed().as_secs_f64() * 1e3);
                    }
                    times
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    (times.len() as f64 / started.elapsed().as_secs_f64(), times)
}

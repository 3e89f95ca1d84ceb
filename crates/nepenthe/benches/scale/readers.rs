//! Threads that recall side by side, alone and beside one that writes and erases.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nepenthe::{Mutation, NewMemory, Options, Store};

use crate::Run;
use crate::corpus::{Corpus, QUESTIONS};
use crate::figures::{timed, times};
use crate::rows::fill;

const ROWS: usize = 10_000;
const THREADS: [usize; 4] = [1, 2, 4, 8];
const LASTS: Duration = Duration::from_secs(4);

pub(crate) fn measure(run: &mut Run, corpus: &Corpus) {
    run.figures.heading("Readers side by side, among 10,000 memories");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("readers.db");
    let store = Store::open(&path, Options::default().with_embedder(corpus.embedder())).unwrap();
    fill(&store.scope("bench").unwrap(), corpus, ROWS);
    let next = &AtomicUsize::new(ROWS);
    for beside in ["alone", "beside a writer", "beside a writer who erases"] {
        for threads in THREADS {
            let done = AtomicBool::new(false);
            let (store, done) = (&store, &done);
            let (each, took) = thread::scope(|scope| {
                let writer = (beside != "alone").then(|| {
                    scope.spawn(move || write(store, corpus, (done, next), beside.ends_with("erases")))
                });
                let started = Instant::now();
                let readers: Vec<_> =
                    (0..threads).map(|thread| scope.spawn(move || read(store, thread))).collect();
                let each: Vec<f64> = readers.into_iter().flat_map(|reader| reader.join().unwrap()).collect();
                let took = started.elapsed().as_secs_f64();
                done.store(true, Ordering::Relaxed);
                if let Some(writer) = writer {
                    writer.join().unwrap();
                }
                (each, took)
            });
            let what = format!("{threads} recalling, {beside}");
            run.figures.add("readers", threads, &what, "a second", each.len() as f64 / took);
            run.figures.times("readers", threads, &what, times(each.into_iter()));
        }
    }
}

fn read(store: &Store, thread: usize) -> Vec<f64> {
    let scope = store.scope("bench").unwrap();
    let started = Instant::now();
    let mut each = Vec::new();
    for at in (thread * 37..).take_while(|_| started.elapsed() < LASTS) {
        each.push(timed(|| scope.recall(&Corpus::question(at % QUESTIONS), 10).unwrap()).1);
    }
    each
}

/// Writes a memory a transaction, and erases every tenth.
fn write(store: &Store, corpus: &Corpus, (done, next): (&AtomicBool, &AtomicUsize), erases: bool) {
    let scope = store.scope("bench").unwrap();
    while !done.load(Ordering::Relaxed) {
        let row = next.fetch_add(1, Ordering::Relaxed);
        let (memory, vector) = (NewMemory::new(Corpus::text(row)), corpus.vector(row).into_owned());
        let ids = scope.inscribe_with_vectors(&[memory], &[vector]).unwrap();
        if erases && row % 10 == 0 {
            scope.apply(scope.plan(Mutation::purge(ids[0])).unwrap()).unwrap();
        }
    }
}

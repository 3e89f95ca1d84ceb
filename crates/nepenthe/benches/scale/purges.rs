//! Purges by id: until they are durable, until the bytes are known to be gone, and a hundred together.

use nepenthe::receipt::receipt::Assurance;
use nepenthe::{MemoryId, Mutation, Options, Scope, Store, Target, Waiting};

use crate::Run;
use crate::corpus::Corpus;
use crate::figures::{timed, times};
use crate::rows::fill;

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];
const PURGES: usize = 50;
const TOGETHER: usize = 100;

pub(crate) fn measure(run: &mut Run, corpus: &Corpus) {
    run.figures.heading("Purges by id");
    for rows in run.sizes(&SIZES) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("purges.db");
        let store = Store::open(&path, Options::default().with_embedder(corpus.embedder())).unwrap();
        let scope = store.scope("bench").unwrap();
        let (ids, _) = fill(&scope, corpus, rows);
        let mut next = ids.chunks((rows / (2 * PURGES + 58)).max(1)).map(|part| part[0]);
        let one = times(next.by_ref().take(PURGES).map(|id| physical(&scope, vec![id])));
        run.figures.times("purges", rows, "one, physical", one);
        let parts: Vec<Vec<MemoryId>> = ids.rchunks(TOGETHER).take(3).map(|part| part.to_vec()).collect();
        let hundred = times(parts.into_iter().map(|ids| physical(&scope, ids)));
        run.figures.times("purges", rows, "a hundred together, physical", hundred);
        run.figures.add("purges", rows, "a hundred together, beside one", "times", hundred.p50 / one.p50);
        drop((scope, store));
        let options = Options::default().with_embedder(corpus.embedder()).with_waiting(Waiting::ForLogical);
        let store = Store::open(&path, options).unwrap();
        let scope = store.scope("bench").unwrap();
        let one = times(next.take(PURGES).map(|id| {
            let took = purge(&scope, vec![id], Assurance::Logical);
            // What each leaves to the background is done before the next.
            store.scrub(false).unwrap();
            took
        }));
        run.figures.times("purges", rows, "one, durable", one);
    }
}

fn physical(scope: &Scope, ids: Vec<MemoryId>) -> f64 {
    purge(scope, ids, Assurance::Physical)
}

/// Plans and applies a purge; returns the milliseconds that it took.
fn purge(scope: &Scope, ids: Vec<MemoryId>, assurance: Assurance) -> f64 {
    let (outcome, took) = timed(|| {
        let plan = scope.plan(Mutation::purge(Target::Ids(ids))).unwrap();
        scope.apply(plan).unwrap()
    });
    assert_eq!(outcome.erasure.unwrap().assurance, assurance);
    took
}

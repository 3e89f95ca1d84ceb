//! What encryption at rest costs: `cargo bench -p nepenthe --bench encryption [-- ROWS...]`.
//!
//! Three stores side by side, one of each kind: plain, encrypted, and encrypted with its indexes in memory. They take turns at the
//! same work, operation by operation, so that what else the machine does falls on all three; figures are medians in ms, and in
//! brackets how many times the plain one's. Corpus as in the benchmark `store`.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

#[path = "support/corpus.rs"]
#[expect(dead_code, reason = "three stores are filled in turns here")]
mod corpus;
#[expect(dead_code, reason = "medians are enough here")]
mod support;

use std::path::PathBuf;
use std::time::Instant;

use nepenthe::receipt::receipt::Assurance;
use nepenthe::{Indexes, MasterKey, MemoryId, Mutation, NewMemory, Options, Scope, Store};
use tempfile::TempDir;

use crate::corpus::text;
use crate::support::{Given, Random};

const BATCH: usize = 1000;
const TURNS: usize = 100;
const PURGES: usize = 40;

struct Side {
    folder: TempDir,
    options: Options,
    store: Option<Store>,
    ids: Vec<MemoryId>,
}

impl Side {
    fn new(options: Options) -> Self {
        let mut side = Self { folder: tempfile::tempdir().unwrap(), options, store: None, ids: Vec::new() };
        side.open();
        side
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("bench.db")
    }

    fn open(&mut self) {
        self.store = Some(Store::open(self.path(), self.options.clone()).unwrap());
    }

    fn scope(&self) -> Scope {
        self.store.as_ref().unwrap().scope("bench").unwrap()
    }

    fn bytes(&self) -> u64 {
        let files = ["bench.db", "bench.db.keys"].map(|name| self.folder.path().join(name));
        files.iter().filter_map(|file| Some(file.metadata().ok()?.len())).sum()
    }
}

fn main() {
    let mut sizes: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000];
    }
    for rows in sizes {
        println!("{rows} rows{:>31} {:>20} {:>20}", "plain", "encrypted", "indexes in memory");
        measure(rows);
    }
}

/// Lets the sides take turns, and prints the median of each.
fn compare(what: &str, sides: &mut [Side], turns: usize, mut work: impl FnMut(&mut Side, usize)) {
    let mut times = [const { Vec::new() }; 3];
    for turn in 0..turns {
        for at in 0..sides.len() {
            // Nobody is always the first.
            let at = (at + turn) % sides.len();
            let started = Instant::now();
            work(&mut sides[at], turn);
            times[at].push(started.elapsed().as_secs_f64() * 1e3);
        }
    }
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    let shown = medians.map(|median| format!("{median:.3} ({:.2})", median / medians[0]));
    println!("  {what:<22} {:>20} {:>20} {:>20}", shown[0], shown[1], shown[2]);
}

fn measure(rows: usize) {
    let plain = Options::default().with_embedder(Given);
    let hidden = plain.clone().with_encryption(MasterKey::generate().unwrap());
    let encrypted = hidden.clone().with_indexes(Indexes::InFile);
    let mut sides = [plain, encrypted, hidden].map(Side::new);
    let mut random = Random(42);
    let batches: Vec<(Vec<NewMemory>, Vec<Vec<f32>>)> = (0..rows / BATCH)
        .map(|_| {
            let memories = (0..BATCH).map(|_| NewMemory::new(text(&mut random, 12))).collect();
            (memories, (0..BATCH).map(|_| random.vector()).collect())
        })
        .collect();
    compare("inscribe 1,000 at once", &mut sides, batches.len(), |side, turn| {
        let (memories, vectors) = &batches[turn];
        let ids = side.scope().inscribe_with_vectors(memories, vectors).unwrap();
        side.ids.extend(ids);
    });
    let singles: Vec<(NewMemory, Vec<f32>)> =
        (0..TURNS).map(|_| (NewMemory::new(text(&mut random, 12)), random.vector())).collect();
    compare("inscribe one", &mut sides, TURNS, |side, turn| {
        let (memory, vector) = singles[turn].clone();
        side.scope().inscribe_with_vectors(&[memory], &[vector]).unwrap();
    });
    compare("open, and recall once", &mut sides, 5, |side, _| {
        side.store = None;
        side.open();
        side.scope().recall("wabc wde", 10).unwrap();
    });
    let queries: Vec<String> = (0..TURNS).map(|_| text(&mut random, 3)).collect();
    compare("recall, k = 10", &mut sides, TURNS, |side, turn| {
        side.scope().recall(&queries[turn], 10).unwrap();
    });
    compare("purge with receipt", &mut sides, PURGES, |side, turn| {
        let scope = side.scope();
        let plan = scope.plan(Mutation::purge(side.ids[turn * (rows / PURGES)])).unwrap();
        let erasure = scope.apply(plan).unwrap().erasure.unwrap();
        assert_ne!(erasure.assurance, Assurance::Logical, "{erasure:?}");
    });
    let sizes = sides.map(|mut side| {
        side.store = None;
        side.bytes() as f64 / 1e6
    });
    let shown = sizes.map(|size| format!("{size:.1} ({:.2})", size / sizes[0]));
    println!("  {:<22} {:>20} {:>20} {:>20}", "MB, keys included", shown[0], shown[1], shown[2]);
}

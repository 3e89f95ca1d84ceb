//! Many memories in one scope: writing them, recalling, and whether the ten found are those of an exhaustive search.

use std::collections::HashMap;

use nepenthe::{MemoryId, NewMemory, Options, RecallMode, RecallOptions, Scope, Store};

use crate::corpus::{Corpus, QUESTIONS};
use crate::figures::{held, timed, times};
use crate::{Run, exact, rivals};

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];
const BATCH: usize = 1_000;
const K: usize = 10;

/// Cosines that are nearer to each other than this are equal: components are stored in 16 bits.
const EQUAL: f64 = 2e-5;

/// Writes the first memories of the corpus. Returns their ids, and the milliseconds that writing took.
pub(crate) fn fill(scope: &Scope, corpus: &Corpus, rows: usize) -> (Vec<MemoryId>, f64) {
    let (mut ids, mut writing) = (Vec::with_capacity(rows), 0.0);
    for begin in (0..rows).step_by(BATCH) {
        let batch = begin..rows.min(begin + BATCH);
        let memories: Vec<NewMemory> = batch.clone().map(|row| NewMemory::new(Corpus::text(row))).collect();
        let vectors: Vec<Vec<f32>> = batch.map(|row| corpus.vector(row).into_owned()).collect();
        let (written, took) = timed(|| scope.inscribe_with_vectors(&memories, &vectors).unwrap());
        ids.extend(written);
        writing += took;
    }
    (ids, writing)
}

pub(crate) fn measure(run: &mut Run, corpus: &Corpus) {
    run.figures.heading("Many memories in one scope");
    for rows in run.sizes(&SIZES) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.db");
        let open = || Store::open(&path, Options::default().with_embedder(corpus.embedder())).unwrap();
        let store = open();
        let (ids, writing) = fill(&store.scope("bench").unwrap(), corpus, rows);
        run.figures.add("rows", rows, "inserts in batches of 1,000", "a second", rows as f64 * 1e3 / writing);
        drop(store);
        let texts: usize = (0..rows).map(|row| Corpus::text(row).len()).sum();
        let size = std::fs::metadata(&path).unwrap().len() as usize;
        let beyond = size.saturating_sub(texts) as f64 / rows as f64;
        run.figures.add("rows", rows, "file beyond its texts", "bytes a memory", beyond);
        let (store, opening) = timed(open);
        run.figures.add("rows", rows, "opening", "ms", opening);
        let scope = store.scope("bench").unwrap();
        let first = times((0..5).map(|at| timed(|| scope.recall(&Corpus::question(at), K).unwrap()).1));
        run.figures.add("rows", rows, "slowest of the first five recalls", "ms", first.p99);
        for (mode, name) in [
            (RecallMode::Lexical, "recall by words"),
            (RecallMode::Vector, "recall by vector"),
            (RecallMode::Hybrid, "hybrid recall"),
        ] {
            let options = RecallOptions::new(K).with_mode(mode);
            let each = (0..QUESTIONS).map(|at| {
                let question = Corpus::question(at);
                timed(|| scope.recall_with(&question, &options).unwrap()).1
            });
            run.figures.times("rows", rows, name, times(each));
        }
        agreement(run, corpus, &scope, &ids);
        run.figures.add("rows", rows, "memory of the process", "MB", held() / 1e6);
        drop((scope, store));
        if run.rivals {
            rivals::measure(run, corpus, rows);
        }
    }
}

/// Counts the questions whose ten by vector are those of an exhaustive search.
fn agreement(run: &mut Run, corpus: &Corpus, scope: &Scope, ids: &[MemoryId]) {
    let place: HashMap<MemoryId, usize> = ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let questions: Vec<Vec<f32>> = (0..QUESTIONS).map(|at| corpus.question_vector(at).to_vec()).collect();
    let exhaustive = exact::nearest(ids.len(), |row| corpus.vector(row), &questions, K);
    let options = RecallOptions::new(K).with_mode(RecallMode::Vector);
    let same = exhaustive.iter().enumerate().filter(|(at, best)| {
        let hits = scope.recall_with(&Corpus::question(*at), &options).unwrap();
        let cosine = |row: usize| -> f64 {
            let vector = corpus.vector(row);
            vector.iter().zip(&questions[*at]).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
        };
        let least = best.last().unwrap().1 - EQUAL;
        hits.len() == best.len() && hits.iter().all(|hit| cosine(place[&hit.memory.id]) >= least)
    });
    let same = same.count() as f64 * 100.0 / QUESTIONS as f64;
    run.figures.add("rows", ids.len(), "the same ten as an exhaustive search", "% of questions", same);
}

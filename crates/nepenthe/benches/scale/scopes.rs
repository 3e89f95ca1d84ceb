//! Ten memories in each of many scopes: opening, one more memory, a recall, and bytes a memory beyond its text.

use nepenthe::{NewMemory, Options, Store};

use crate::Run;
use crate::corpus::{Corpus, QUESTIONS, below};
use crate::figures::{held, timed, times};
use crate::support::Random;

const SIZES: [usize; 4] = [10, 1_000, 10_000, 100_000];
const EACH: usize = 10;
const MORE: usize = 300;

pub(crate) fn measure(run: &mut Run, corpus: &Corpus) {
    run.figures.heading("Many scopes of ten memories");
    for scopes in run.sizes(&SIZES) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scopes.db");
        let open = || Store::open(&path, Options::default().with_embedder(corpus.embedder())).unwrap();
        let store = open();
        let path_of = |scope: usize| format!("org{}/user{scope}", scope % 97);
        let mut text_bytes = 0;
        let (_, writing) = timed(|| {
            for scope in 0..scopes {
                let rows = scope * EACH..(scope + 1) * EACH;
                let memories: Vec<NewMemory> =
                    rows.clone().map(|row| NewMemory::new(Corpus::text(row))).collect();
                text_bytes += memories.iter().map(|memory| memory.text.len()).sum::<usize>();
                let vectors: Vec<Vec<f32>> = rows.map(|row| corpus.vector(row).into_owned()).collect();
                store.scope(&path_of(scope)).unwrap().inscribe_with_vectors(&memories, &vectors).unwrap();
            }
        });
        run.figures.add(
            "scopes",
            scopes,
            "filling, a scope a transaction",
            "ms a scope",
            writing / scopes as f64,
        );
        drop(store);
        let size = std::fs::metadata(&path).unwrap().len() as usize;
        let beyond = size.saturating_sub(text_bytes) as f64 / (scopes * EACH) as f64;
        run.figures.add("scopes", scopes, "file beyond its texts", "bytes a memory", beyond);
        let opened = times((0..9).map(|_| timed(open).1));
        run.figures.times("scopes", scopes, "opening", opened);
        let store = open();
        let mut random = Random(7);
        let recalls = times((0..QUESTIONS).map(|at| {
            let scope = store.scope(&path_of(below(&mut random, scopes))).unwrap();
            timed(|| scope.recall(&Corpus::question(at), 10).unwrap()).1
        }));
        run.figures.times("scopes", scopes, "hybrid recall in a scope drawn at random", recalls);
        let more = times((0..MORE).map(|at| {
            let scope = store.scope(&path_of(below(&mut random, scopes))).unwrap();
            let row = scopes * EACH + at;
            let (memory, vector) = (NewMemory::new(Corpus::text(row)), corpus.vector(row).into_owned());
            timed(|| scope.inscribe_with_vectors(&[memory], &[vector]).unwrap()).1
        }));
        run.figures.times("scopes", scopes, "inscribing one memory, durable", more);
        run.figures.add("scopes", scopes, "memory of the process", "MB", held() / 1e6);
    }
}

//! Texts of hard shapes in a store of a thousand memories: the slowest of three requests.

use std::sync::Arc;

use nepenthe::{Mutation, NewMemory, Options, Store};
use nepenthe_model::ModelFinder;

use crate::Run;
use crate::corpus::{Corpus, below};
use crate::figures::timed;
use crate::rows::fill;
use crate::support::Random;

const ROWS: usize = 1_000;

pub(crate) fn measure(run: &mut Run, corpus: &Corpus) {
    run.figures.heading("Texts of hard shapes");
    let model = Arc::new(ModelFinder::from_env().load().expect("the model all-MiniLM-L6-v2"));
    let shapes: [(&str, String); 5] = [
        ("a note of 10,000 lines", (0..10_000).map(|line| Corpus::text(line) + "\n").collect()),
        ("a list of 4,000 names", (0..4_000).map(name).collect::<Vec<_>>().join(", ")),
        ("one letter 200,000 times", "a".repeat(200_000)),
        ("base64, 200,000 letters", base64()),
        ("nested brackets, 100,000 deep", "(".repeat(100_000) + "Ana Dahl" + &")".repeat(100_000)),
    ];
    for (name, text) in shapes {
        let options = Options::default().with_shared_embedder(Arc::clone(&model) as _);
        let store = Store::open_in_memory(options).unwrap();
        let scope = store.scope("bench").unwrap();
        fill(&scope, corpus, ROWS);
        let bytes = text.len();
        let (_, writing) = timed(|| scope.inscribe(NewMemory::new(text)).unwrap());
        run.figures.add("shapes", bytes, &format!("{name}: inscribing"), "ms", writing);
        for (verb, mutation) in [
            ("purge by identifier", Mutation::purge("order 4711007")),
            ("release by name", Mutation::release("everything about Ana Dahl")),
            ("supersede", Mutation::supersede("where Ana Dahl lives", "Ana Dahl lives in Bern.")),
        ] {
            let (_, took) = timed(|| scope.plan(mutation).unwrap());
            run.figures.add("shapes", bytes, &format!("{name}: {verb}"), "ms", took);
        }
    }
}

fn name(at: usize) -> String {
    Corpus::text(at).split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

fn base64() -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut random = Random(3);
    (0..200_000).map(|_| char::from(LETTERS[below(&mut random, 64)])).collect()
}

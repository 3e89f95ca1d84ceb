//! What the index of mentions adds to inscribing with all-MiniLM-L6-v2: `cargo bench -p nepenthe-model --bench inscribe`.
//!
//! Texts are the labelled memories in `training/data`, each once, into two stores on files, in turn: one as it is, and one in
//! which a trigger drops the rows of `mention` before they are written. What that second store still does for the index, it
//! makes the keys, is timed apart and counted to the index too. Texts go in one by one, a transaction each, and then others
//! in batches. Medians of one run, those of `table` of the differences between the two stores.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

mod support;

use std::path::Path;
use std::time::Instant;

use nepenthe::embed::Embedder;
use nepenthe::{NewMemory, Options, Scope, Store};
use nepenthe_model::ModelFinder;

use crate::support::texts;

/// Texts that are inscribed one by one, and as many in batches.
const TEXTS: usize = 2000;
/// Texts of a batch.
const BATCH: usize = 50;

fn main() {
    let Ok(model) = ModelFinder::from_env().load() else {
        println!("no model is installed, and none could be fetched: nothing is measured");
        return;
    };
    let folders = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let with = open(&folders.0.path().join("bench.db"));
    let without = open(&folders.1.path().join("bench.db"));
    // The tables are there once the store is: the trigger comes from another connection.
    rusqlite::Connection::open(folders.1.path().join("bench.db"))
        .unwrap()
        .execute_batch("CREATE TRIGGER none BEFORE INSERT ON mention BEGIN SELECT RAISE(IGNORE); END")
        .unwrap();
    model.embed(&["The first text takes longer."]).unwrap();

    println!("ms a text");
    println!(
        "{:>14} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "", "inscribe", "embedder", "keys", "table", "index"
    );
    let texts = sample();
    for (name, texts, size) in
        [("one by one", &texts[..TEXTS], 1), ("batches of 50", &texts[TEXTS..2 * TEXTS], BATCH)]
    {
        let (mut on, mut off, mut table) = (Vec::new(), Vec::new(), Vec::new());
        let (mut keys, mut embedder) = (Vec::new(), Vec::new());
        for batch in texts.chunks(size) {
            let memories: Vec<NewMemory> = batch.iter().map(NewMemory::new).collect();
            let inscribe = |scope: &Scope| drop(scope.inscribe_batch(&memories, &mut |_| {}).unwrap());
            on.push(timed(|| inscribe(&with)));
            off.push(timed(|| inscribe(&without)));
            table.push(on[on.len() - 1] - off[off.len() - 1]);
            let make_keys = |text: &String| drop(std::hint::black_box(nepenthe_text::keys(text)));
            keys.push(timed(|| batch.iter().for_each(make_keys)));
            let asked: Vec<&str> = batch.iter().map(String::as_str).collect();
            embedder.push(timed(|| drop(model.embed(&asked).unwrap())));
        }
        let [on, off, table, keys, embedder] =
            [on, off, table, keys, embedder].map(|times| 1e3 * median(times) / size as f64);
        let index = 100.0 * (keys + table) / (off - keys);
        println!("{name:>14} {on:>10.3} {embedder:>10.3} {keys:>10.3} {table:>10.3} {index:>9.1}%");
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn open(path: &Path) -> Scope {
    let model = ModelFinder::from_env().load().unwrap();
    let store = Store::open(path, Options::default().with_embedder(model)).unwrap();
    let scope = store.scope("bench").unwrap();
    scope.inscribe("The first text makes the scope.").unwrap();
    scope
}

fn timed(work: impl FnOnce()) -> f64 {
    let started = Instant::now();
    work();
    started.elapsed().as_secs_f64()
}

/// From all files alike.
fn sample() -> Vec<String> {
    let texts = texts();
    let step = (texts.len() / (2 * TEXTS)).max(1);
    texts.into_iter().step_by(step).collect()
}

//! What is done with one text, each operation timed.

use std::time::Instant;

use nepenthe::control::planner::Canonical;
use nepenthe::{MAX_REQUEST_BYTES, MemoryId, Mutation, Options, Scope, Store};

/// The operations, in order.
pub const OPERATIONS: [&str; 6] =
    ["inscribe", "recall", "purge in words", "as a request", "supersede", "purge by id"];

/// Ordinary memories.
const ORDINARY: [&str; 6] = [
    "Ida Quist's booking code is QH7K2M.",
    "The roof above bay three leaks; Bert Marsh is to mend it in May.",
    "Write to chloe@post.example about the new lock.",
    "Dario has the keys of the cellar. The gate is shut at ten.",
    "Invoice 4471-22 is due on 3 May 2026.",
    "Zuzka Wiercioch likes tea and has three cats.",
];

/// Plays all operations with a text, and prints the milliseconds of each on a line.
pub fn play(text: &str) {
    let folder = std::env::temp_dir().join(format!("nepenthe-shapes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let store =
        Store::open(folder.join("shapes.db"), Options::default().with_planner(Canonical::default())).unwrap();
    let scope = store.scope("shapes").unwrap();
    for text in ORDINARY {
        scope.inscribe(text).unwrap();
    }
    // What comes in is compared with what was erased.
    erase(&scope, "everything about Zuzka Wiercioch");
    let id = timed(|| scope.inscribe(text).unwrap());
    timed(|| scope.recall(&text[..text.floor_char_boundary(MAX_REQUEST_BYTES)], 5).unwrap());
    timed(|| erase(&scope, "booking code QH7K2M"));
    let request = text[..text.floor_char_boundary(MAX_REQUEST_BYTES)].trim();
    timed(|| drop(scope.plan(Mutation::release(request))));
    let new = format!("Bert Marsh has mended the roof above bay three.\n{text}");
    let near = timed(|| {
        let plan = scope.plan(Mutation::supersede("the roof above bay three leaks", new)).unwrap();
        scope.apply(plan).unwrap().inscribed
    });
    let other = scope.inscribe(format!("{text}\nThe gate is shut at nine.")).unwrap();
    timed(|| purge(&scope, id));
    drop((near, other, store));
    std::fs::remove_dir_all(&folder).unwrap();
}

fn erase(scope: &Scope, words: &str) {
    let plan = scope.plan(Mutation::purge(words)).unwrap();
    scope.apply(plan).unwrap();
}

fn purge(scope: &Scope, id: MemoryId) {
    let plan = scope.plan(Mutation::purge(id)).unwrap();
    assert!(plan.steps.iter().any(|step| step.memory.id == id));
    scope.apply(plan).unwrap();
}

fn timed<T>(operation: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = operation();
    println!("{}", started.elapsed().as_millis());
    done
}

//! What planning one mutation costs with all-MiniLM-L6-v2 and its relevance model: `cargo bench -p nepenthe-model --bench plan
//! [-- ROWS...]`.
//!
//! Rows are the labelled memories in `training/data`, each once, and, where those are too few, numbered ones again. Timed is `Scope::plan`
//! of the planner `canonical`, with the embedding of the request: a purge by a number that nothing has, a release of all about a
//! name, and a supersede in words, 30 times each. Medians and 99th percentiles of one run.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

mod support;

use std::sync::Arc;
use std::time::Instant;

use nepenthe::{Mutation, NewMemory, Options, Scope, Store};
use nepenthe_model::ModelFinder;

use crate::support::texts;

const PLANS: usize = 30;
const BATCH: usize = 500;
const NAMES: [&str; 6] = ["Ivo", "Rose Hart", "Nadia", "Marco", "Mrs Lindqvist", "Tomas"];
const STATES: [&str; 5] = [
    "how {} gets to work", "where {} lives", "{}'s shoe size", "what {} drinks in the morning",
    "{}'s dentist",
];

fn main() {
    let Ok(model) = ModelFinder::from_env().load() else {
        println!("no model is installed, and none could be fetched: nothing is measured");
        return;
    };
    let model = Arc::new(model);
    let mut sizes: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![10, 1_000, 10_000];
    }
    let texts = texts();
    println!("ms, p50 / p99");
    println!("{:>8} {:>17} {:>17} {:>17}", "rows", "purge by number", "release by name", "supersede");
    for rows in sizes {
        let store =
            Store::open_in_memory(Options::default().with_shared_embedder(Arc::clone(&model) as _)).unwrap();
        let scope = store.scope("bench").unwrap();
        for start in (0..rows).step_by(BATCH) {
            let row = |row: usize| match row / texts.len() {
                0 => NewMemory::new(&texts[row]),
                again => NewMemory::new(format!("{} ({again})", texts[row % texts.len()])),
            };
            let memories: Vec<NewMemory> = (start..rows.min(start + BATCH)).map(row).collect();
            scope.inscribe_batch(&memories, &mut |_| {}).unwrap();
        }
        let name = |plan: usize| NAMES[plan % NAMES.len()];
        let state = |plan: usize| STATES[plan / NAMES.len()].replace("{}", name(plan));
        let purge = plans(&scope, |plan| Mutation::purge(format!("order {}", 700_000 + plan)));
        let release = plans(&scope, |plan| Mutation::release(format!("everything about {}", name(plan))));
        let supersede = plans(&scope, |plan| {
            Mutation::supersede(state(plan), format!("It is otherwise with {} now.", name(plan)))
        });
        println!("{rows:>8} {purge:>17} {release:>17} {supersede:>17}");
    }
}

fn plans(scope: &Scope, mutation: impl Fn(usize) -> Mutation) -> String {
    let mut times: Vec<f64> = (0..PLANS)
        .map(|plan| {
            let mutation = mutation(plan);
            let started = Instant::now();
            scope.plan(mutation).unwrap();
            started.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    format!("{:.2} / {:.2}", times[PLANS / 2], times[PLANS - 1])
}

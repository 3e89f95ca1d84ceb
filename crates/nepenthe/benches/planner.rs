//! What planning one mutation costs: `cargo bench -p nepenthe --bench planner [-- ROWS...]`.
//!
//! Rows are made-up notes, each with a name and an order number, with random unit vectors of 384 components. Timed is
//! `Scope::plan` of the planner `canonical` alone, 60 times each: a purge by identifier, a release of all about a name, and
//! a supersede in words. The embedder gives vectors that cost nothing, and has no relevance model. Medians and 99th
//! percentiles of one run.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

mod support;

use std::time::Instant;

use nepenthe::control::planner::{Canonical, Published};
use nepenthe::{Mutation, NewMemory, Options, Scope, Store};

use crate::support::{Given, Random, percentiles};

const BATCH: usize = 1000;
const PLANS: usize = 60;

const FIRST: [&str; 12] =
    ["Ana", "Bo", "Chidi", "Dana", "Emre", "Freya", "Goran", "Hana", "Ivo", "Jun", "Katya", "Lena"];
const LAST: [&str; 12] = [
    "Almeida", "Brandt", "Castro", "Dahl", "Egger", "Fonseca", "Grabow", "Horvat", "Ito", "Jansen", "Kruse",
    "Lund",
];
const DEED: [&str; 8] = [
    "wants the invoice by mail", "was promised a call on Tuesday", "works in the Aalst office",
    "pays in three instalments", "keeps the key of the shed", "sent back the blue kettle",
    "asked for a larger room", "prefers tea to coffee",
];

fn of<'a>(random: &mut Random, words: &[&'a str]) -> &'a str {
    words[(random.next() % words.len() as u64) as usize]
}

fn main() {
    let mut sizes: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![10, 1_000, 10_000, 100_000];
    }
    println!("ms, p50 / p99");
    println!(
        "{:>8} {:>17} {:>17} {:>17} {:>17}",
        "rows", "purge by number", "release by name", "supersede", "published"
    );
    for rows in sizes {
        measure(rows);
    }
}

fn measure(rows: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    let mut random = Random(42);
    let store =
        Store::open(&path, Options::default().with_embedder(Given).with_planner(Canonical::default()))
            .unwrap();
    let scope = store.scope("bench").unwrap();
    for start in (0..rows).step_by(BATCH) {
        let memories: Vec<NewMemory> = (start..rows.min(start + BATCH))
            .map(|row| {
                let name = format!("{} {}", of(&mut random, &FIRST), of(&mut random, &LAST));
                NewMemory::new(format!("{name} {}, order {}.", of(&mut random, &DEED), 100_000 + row))
            })
            .collect();
        let vectors: Vec<Vec<f32>> = memories.iter().map(|_| random.vector()).collect();
        scope.inscribe_with_vectors(&memories, &vectors).unwrap();
    }
    let purge = plans(&scope, |plan| Mutation::purge(format!("order {}", 100_000 + plan * rows / PLANS)));
    let release = plans(&scope, |plan| {
        Mutation::release(format!("everything about {} {}", FIRST[plan % 12], LAST[plan / 12 % 12]))
    });
    let change = |plan: usize| {
        let name = format!("{} {}", FIRST[plan % 12], LAST[plan / 12 % 12]);
        Mutation::supersede(format!("how {name} pays"), format!("{name} pays by card."))
    };
    let supersede = plans(&scope, change);
    drop((scope, store));
    let published = Options::default().with_embedder(Given).with_planner(Published);
    let published = plans(&Store::open(&path, published).unwrap().scope("bench").unwrap(), change);
    println!("{rows:>8} {purge:>17} {release:>17} {supersede:>17} {published:>17}");
}

fn plans(scope: &Scope, mutation: impl Fn(usize) -> Mutation) -> String {
    let times = (0..PLANS).map(|plan| {
        let mutation = mutation(plan);
        let started = Instant::now();
        scope.plan(mutation).unwrap();
        started.elapsed().as_secs_f64() * 1e3
    });
    percentiles(times.collect())
}

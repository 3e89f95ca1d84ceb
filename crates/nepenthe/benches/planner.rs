//! What planning one mutation costs: `cargo bench -p nepenthe --bench planner [-- ROWS...]`.
//!
//! Rows are made-up notes, each with a name and an order number, with random unit vectors of 384 components. Timed is
//! `Scope::plan` of the planner `canonical` alone, 60 times each: a purge by identifier, a release of all about a name, and
//! a supersede in words. The embedder gives vectors that cost nothing, and has no relevance model. Medians and 99th
//! percentiles of one run.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]

use std::time::Instant;

use nepenthe::control::planner::{Canonical, Published};
use nepenthe::embed::{EmbedError, Embedder};
use nepenthe::{Mutation, NewMemory, Options, Scope, Store};

const DIMENSION: usize = 384;
const BATCH: usize = 1000;
const PLANS: usize = 60;

const FIRST: [&str; 12] =
    ["Ana", "Bo", "Chidi", "Dana", "Emre", "Freya", "Goran", "Hana", "Ivo", "Jun", "Katya", "Lena"];
const LAST: [&str; 12] = [
    "Almeida", "Brandt", "Castro", "Dahl", "Egger", "Fonseca", "Grabow", "Horvat", "Ito", "Jansen", "Kruse",
    "Lund",
];
const DEED: [&str; 8] = [
    "wants the invoice by mail",
    "was promised a call on Tuesday",
    "works in the Aalst office",
    "pays in three instalments",
    "keeps the key of the shed",
    "sent back the blue kettle",
    "asked for a larger room",
    "prefers tea to coffee",
];

/// SplitMix64: the same corpus on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[(self.next() % words.len() as u64) as usize]
    }

    fn vector(&mut self) -> Vec<f32> {
        let mut vector: Vec<f32> = (0..DIMENSION).map(|_| (self.next() >> 40) as f32 - 8_388_608.0).collect();
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|x| *x /= length);
        vector
    }
}

/// Gives a vector that costs nothing: made from the text's hash.
struct Given;

impl Embedder for Given {
    fn name(&self) -> &str {
        "given"
    }

    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let seed = |text: &str| text.bytes().fold(7u64, |h, b| h.wrapping_mul(31).wrapping_add(u64::from(b)));
        Ok(texts.iter().map(|text| Random(seed(text)).vector()).collect())
    }
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
                let name = format!("{} {}", random.of(&FIRST), random.of(&LAST));
                NewMemory::new(format!("{name} {}, order {}.", random.of(&DEED), 100_000 + row))
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
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part).round() as usize];
    format!("{:.2} / {:.2}", at(0.5), at(0.99))
}

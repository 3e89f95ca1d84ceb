//! How long a store in PostgreSQL takes for what a file takes, plain and encrypted, in one run.
//!
//!     scripts/postgres.sh cargo run --release -p nepenthe --features postgres --example server_scale -- 100000 1
//!
//! The arguments are how many memories, and in how many scopes. Vectors have 384 components, of hashed words: no model runs.

#![expect(clippy::unwrap_used, reason = "an example that fails loudly")]

use std::time::Instant;

use nepenthe::embed::{EmbedError, Embedder};
use nepenthe::{MasterKey, MemoryId, Mutation, NewMemory, Options, Store};

const COMPONENTS: usize = 384;

struct Hashed;

impl Embedder for Hashed {
    fn name(&self) -> &str {
        "hashed-words"
    }

    fn dimension(&self) -> usize {
        COMPONENTS
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let of = |text: &&str| {
            let mut vector = vec![0.01; COMPONENTS];
            for word in text.split(' ') {
                let hash = word.bytes().fold(14_695_981_039_346_656_037_u64, |hash, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
                });
                vector[(hash % COMPONENTS as u64) as usize] += 1.0;
            }
            vector
        };
        Ok(texts.iter().map(of).collect())
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>().expect("a number"));
    let (memories, scopes) = (arguments.next().unwrap_or(10_000), arguments.next().unwrap_or(1));
    let url = std::env::var("NEPENTHE_TEST_POSTGRES").expect("run it by scripts/postgres.sh");
    let folder = tempfile::tempdir().unwrap();
    let usual = || Options::default().with_embedder(Hashed);
    let sealed = || usual().with_encryption(MasterKey::from_bytes(&[42; 32]));
    let postgres = || {
        let options = sealed().with_key_file(folder.path().join("keys"));
        Store::connect(&format!("{url}?store=scale"), folder.path().join("mirror"), options).unwrap()
    };
    let stores = [
        ("file", Store::open(folder.path().join("plain.db"), usual()).unwrap()),
        ("file, encrypted", Store::open(folder.path().join("sealed.db"), sealed()).unwrap()),
        ("PostgreSQL", postgres()),
    ];
    println!("{memories} memories in {scopes} scopes; p50 and p99 in ms\n");
    println!(
        "| store | written, s | first recall, s | recall | inscribe | purge |\n|---|---|---|---|---|---|"
    );
    for (name, store) in &stores {
        let began = Instant::now();
        let ids = fill(store, memories, scopes);
        let written = began.elapsed().as_secs_f64();
        let began = Instant::now();
        store.scope(&scope(0)).unwrap().recall("harbour", 5).unwrap();
        let first = began.elapsed().as_secs_f64();
        let of = |turn: usize| store.scope(&scope(turn * 7919 % scopes)).unwrap();
        let recall = timed(300, |turn| {
            drop(of(turn).recall(&format!("word{} harbour", turn * 31 % 5000), 5).unwrap())
        });
        let inscribe = timed(200, |turn| {
            of(turn).inscribe(text(memories + turn)).unwrap();
        });
        let purge = timed(30, |turn| {
            let (scope, id) = ids[turn * ids.len() / 31];
            let scope = store.scope(&self::scope(scope)).unwrap();
            scope.apply(scope.plan(Mutation::purge(vec![id])).unwrap()).unwrap();
        });
        println!("| {name} | {written:.1} | {first:.2} | {recall} | {inscribe} | {purge} |");
    }
    let began = Instant::now();
    let other = Store::connect(
        &format!("{url}?store=scale"),
        folder.path().join("other"),
        sealed().with_key_file(folder.path().join("keys")),
    )
    .unwrap();
    let fetched = began.elapsed().as_secs_f64();
    other.scope(&scope(0)).unwrap().recall("harbour", 5).unwrap();
    println!(
        "\nAnother server: {fetched:.1} s until its mirror is whole, {:.1} s until it recalls.",
        began.elapsed().as_secs_f64()
    );
    println!("The database has {} MiB.", database_mib(&url));
}

fn fill(store: &Store, memories: usize, scopes: usize) -> Vec<(usize, MemoryId)> {
    let mut ids = Vec::new();
    let each = memories / scopes;
    for number in 0..scopes {
        let scope = store.scope(&scope(number)).unwrap();
        for begin in (0..each).step_by(1000) {
            let texts: Vec<NewMemory> =
                (begin..each.min(begin + 1000)).map(|n| NewMemory::new(text(number * each + n))).collect();
            let written = scope.inscribe_batch(&texts, &mut |_| {}).unwrap();
            ids.extend(written.into_iter().map(|id| (number, id)));
        }
    }
    ids
}

fn scope(number: usize) -> String {
    format!("tenant/{number}")
}

fn text(number: usize) -> String {
    let word = |salt: usize| (number * salt + salt) % 5000;
    format!("Note {number}: word{} met word{} at the harbour about word{}", word(31), word(17), word(97))
}

/// Runs something so often; its median and its 99th percentile.
fn timed(times: usize, mut run: impl FnMut(usize)) -> String {
    let mut took: Vec<f64> = (0..times)
        .map(|turn| {
            let began = Instant::now();
            run(turn);
            began.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    took.sort_by(f64::total_cmp);
    format!("{:.1}, {:.1}", took[times / 2], took[(times - 1) * 99 / 100])
}

fn database_mib(url: &str) -> i64 {
    let mut client = postgres::Client::connect(url, postgres::NoTls).unwrap();
    client.query_one("SELECT pg_database_size(current_database()) / 1048576", &[]).unwrap().get(0)
}

//! Recall through REST, through MCP and in the library, by so many clients at a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nepenthe::Access;
use nepenthe_ops::{self as ops, Opener, RecallInput, Settings};

use crate::Asked;
use crate::client::Client;
use crate::noise::Noise;
use crate::server::Place;
use crate::texts;

/// The scope of all of it.
const SCOPE: &str = "load/recall";

pub(crate) fn run(asked: &Asked) -> usize {
    let place = Place::new(asked.embedder.as_deref());
    let served = place.serve();
    let start = served.resident();
    let writer = Client::new(served.address, &place.key, SCOPE);
    let texts = texts::many(asked.memories);
    for texts in texts.chunks(250) {
        assert!(writer.inscribe(texts).is_some(), "a memory was not written");
    }
    println!("{} memories in one scope; each query is one of their texts, cut in half", texts.len());
    println!("| way | clients | requests a second | p50 ms | p99 ms | errors |\n|---|---|---|---|---|---|");
    let queries: Vec<String> = texts.iter().map(|text| half(text)).collect();
    let mut wrong = 0;
    let seconds = Duration::from_secs(asked.seconds);
    for clients in [1, 8, 64] {
        wrong += row("REST", clients, seconds, &queries, || {
            let client = Client::new(served.address, &place.key, SCOPE);
            move |query: &str| client.recall(query)
        });
        wrong += row("MCP", clients, seconds, &queries, || {
            let client = Client::new(served.address, &place.key, SCOPE);
            move |query: &str| client.recall_by_mcp(query)
        });
    }
    println!("resident: {start:.0} MB at the start, {:.0} MB after", served.resident());
    let (code, written) = served.stop();
    assert_eq!((code, written.as_str()), (Some(0), ""));
    let store = Opener::new(Settings::new(place.db(), "load")).store(Access::ReadOnly).unwrap();
    for clients in [1, 8, 64] {
        wrong += row("library", clients, seconds, &queries, || {
            let scope = store.scope(SCOPE).unwrap();
            move |query: &str| ops::recall(&scope, &input(query)).is_ok()
        });
    }
    wrong
}

fn input(query: &str) -> RecallInput {
    serde_json::from_value(serde_json::json!({ "query": query })).unwrap()
}

/// The first half of a text, to a letter.
fn half(text: &str) -> String {
    text.chars().take(text.chars().count() / 2 + 1).collect()
}

/// Asks for so long by so many clients, prints what it took, and returns how many answers were wrong.
fn row<F: Fn(&str) -> bool + Send>(
    way: &str,
    clients: u64,
    time: Duration,
    queries: &[String],
    client: impl Fn() -> F,
) -> usize {
    let ends = AtomicBool::new(false);
    let start = Instant::now();
    let (mut took, mut wrong) = (Vec::new(), 0);
    std::thread::scope(|threads| {
        let running: Vec<_> = (0..clients)
            .map(|number| {
                let (ask, ends) = (client(), &ends);
                threads.spawn(move || {
                    let mut noise = Noise::new(number + 1);
                    let (mut took, mut wrong) = (Vec::new(), 0);
                    while !ends.load(Ordering::Relaxed) {
                        let query = &queries[noise.below(queries.len())];
                        let start = Instant::now();
                        wrong += usize::from(!ask(query));
                        took.push(start.elapsed());
                    }
                    (took, wrong)
                })
            })
            .collect();
        std::thread::sleep(time);
        ends.store(true, Ordering::Relaxed);
        for thread in running {
            let (times, errors) = thread.join().unwrap();
            took.extend(times);
            wrong += errors;
        }
    });
    let whole = start.elapsed().as_secs_f64();
    took.sort_unstable();
    let at = |share: usize| took[(took.len() - 1) * share / 100].as_secs_f64() * 1e3;
    let rate = f64::from(u32::try_from(took.len()).unwrap()) / whole;
    println!("| {way} | {clients} | {rate:.0} | {:.2} | {:.2} | {wrong} |", at(50), at(99));
    wrong
}

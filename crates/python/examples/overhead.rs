//! What one recall and one inscribe take without Python, for bench/overhead.py to compare with: JSON, in microseconds.

#![expect(clippy::unwrap_used, reason = "a measurement")]

use std::time::Instant;

use nepenthe::Access;
use nepenthe_ops::{InscribeInput, NewMemory, Opener, RecallInput, Settings, inscribe, recall};

#[global_allocator]
static ALLOCATOR: nepenthe::ZeroingAllocator = nepenthe::ZeroingAllocator;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (db, calls) = (&args[1], args[2].parse().unwrap());
    let store = Opener::new(Settings::new(db, "bench")).store(Access::Existing).unwrap();
    let scope = store.scope("bench").unwrap();
    let recalled = timed(calls, |n| {
        let found = recall(&scope, &RecallInput::new(format!("depot number {n}"))).unwrap();
        assert_eq!(found.hits.len(), 5);
    });
    let inscribed = timed(calls, |n| {
        let memories = vec![NewMemory::from(format!("Rust wrote line {n}.").as_str())];
        inscribe(&scope, InscribeInput { memories, ..InscribeInput::default() }, &mut |_| {}).unwrap();
    });
    println!("{{\"recall\": {recalled}, \"inscribe\": {inscribed}}}");
}

/// The median of so many calls, in microseconds.
fn timed(calls: usize, mut call: impl FnMut(usize)) -> f64 {
    let mut took: Vec<f64> = (0..calls)
        .map(|n| {
            let start = Instant::now();
            call(n);
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    took.sort_by(f64::total_cmp);
    took[calls / 2]
}

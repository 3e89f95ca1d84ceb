//! Plays random sequences of operations and looks for what they erased in the store's files:
//! `cargo run --release -p nepenthe --example residue -- [--sequences 10000] [--seed 1] [--operations 20] [--without PART]
//! [--encrypted | --indexes-in-memory]`.
//!
//! PART is `checkpoint`, `secure-delete`, `fts5-secure-delete`, `zeroed-vectors` or `slack`: a part of the recipe that is left out.
//! `all` leaves out each in turn. `--encrypted` plays with encrypted stores, `--indexes-in-memory` with
//! those that have no index in their file. Exits with 1 where something is found and no part is left out.

#![expect(clippy::unwrap_used, reason = "a tool of the tests, which stops at the first error")]

mod play;

use std::process::ExitCode;
use std::time::Instant;

use play::{Kind, Tally, Without, play};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| *argument == format!("--{name}"))?;
        arguments.get(at + 1).cloned()
    };
    let number = |name: &str, usual: u64| value(name).map_or(usual, |value| value.parse().unwrap());
    let (sequences, seed, operations) =
        (number("sequences", 10_000), number("seed", 1), number("operations", 20));
    let without: Vec<Option<Without>> = match value("without").as_deref() {
        None => vec![None],
        Some("all") => Without::ALL.map(Some).to_vec(),
        Some("checkpoint") => vec![Some(Without::Checkpoint)],
        Some("secure-delete") => vec![Some(Without::SecureDelete)],
        Some("fts5-secure-delete") => vec![Some(Without::Fts5SecureDelete)],
        Some("zeroed-vectors") => vec![Some(Without::ZeroedVectors)],
        Some("slack") => vec![Some(Without::Slack)],
        Some(other) => panic!("no part {other}"),
    };
    let asked = |name: &str| arguments.iter().any(|argument| argument == name);
    let kind = match (asked("--indexes-in-memory"), asked("--encrypted")) {
        (true, _) => Kind::Hidden,
        (_, true) => Kind::Encrypted,
        _ => Kind::Plain,
    };
    let mut clean = true;
    for without in without {
        let (mut tally, started) = (Tally::default(), Instant::now());
        for sequence in 0..sequences {
            tally.add(play(seed.wrapping_mul(1_000_003).wrapping_add(sequence), operations, without, kind));
            if (sequence + 1) % 500 == 0 {
                let [main, wal, shm, keys] = tally.hits;
                eprintln!(
                    "{} sequences, {} s: {} erasures, {} physical at once, {} refused, {} looks, {} found, {main} {wal} {shm} {keys}",
                    sequence + 1,
                    started.elapsed().as_secs(),
                    tally.erasures,
                    tally.physical,
                    tally.refused,
                    tally.looks,
                    tally.found
                );
            }
        }
        print(without, sequences, &tally);
        clean &= without.is_some() || tally.found + tally.refused == 0;
    }
    if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print(without: Option<Without>, sequences: u64, tally: &Tally) {
    println!("left out: {}", without.map_or("nothing".into(), |part| format!("{part:?}")));
    println!("  sequences {sequences}, operations {}", tally.operations);
    println!("  erasures {}, texts erased {}", tally.erasures, tally.texts);
    println!(
        "  physical at once {}, waited for a reader {}, refused by the engine's own scan {}",
        tally.physical, tally.waited, tally.refused
    );
    println!("  looks {}, bytes looked at {:.1} GB", tally.looks, tally.bytes as f64 / 1e9);
    let [main, wal, shm, keys] = tally.hits;
    println!(
        "  looks that found something {}; pieces in main file {main}, WAL {wal}, shm {shm}, keys {keys}",
        tally.found
    );
    tally.first.iter().for_each(|line| println!("    {line}"));
}

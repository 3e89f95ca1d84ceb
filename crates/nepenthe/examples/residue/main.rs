//! Plays random sequences of operations and looks for what they erased in the store's files:
//! `cargo run --release -p nepenthe --example residue -- [--sequences 10000] [--seed 1] [--operations 20] [--without PART]
//! [--encrypted | --indexes-in-memory]`, or on a store that is large from the beginning with `--base 10000 [--dimension 16]
//! [--scan-every 500]`.
//!
//! PART is `checkpoint`, `secure-delete`, `words`, `vectors`, `slack` or `shim`: a part of the recipe that is left out.
//! `all` leaves out each in turn. `--encrypted` plays with encrypted stores, `--indexes-in-memory` with
//! those that have no index in their file. Exits with 1 where something is found and no part is left out.

#![expect(clippy::unwrap_used, reason = "a tool of the tests, which stops at the first error")]

mod large;
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
        Some("words") => vec![Some(Without::Words)],
        Some("vectors") => vec![Some(Without::Vectors)],
        Some("slack") => vec![Some(Without::Slack)],
        Some("shim") => vec![Some(Without::Shim)],
        Some(other) => panic!("no part {other}"),
    };
    let asked = |name: &str| arguments.iter().any(|argument| argument == name);
    let kind = match (asked("--indexes-in-memory"), asked("--encrypted")) {
        (true, _) => Kind::Hidden,
        (_, true) => Kind::Encrypted,
        _ => Kind::Plain,
    };
    let base = number("base", 0) as usize;
    if base > 0 {
        let settings = large::Settings {
            base,
            sequences: sequences as usize,
            scan_every: number("scan-every", 500) as usize,
            dimension: number("dimension", 16) as usize,
            kind,
        };
        return on_large(settings, seed);
    }
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

fn on_large(settings: large::Settings, seed: u64) -> ExitCode {
    let started = Instant::now();
    let tally = large::play(settings, seed, &mut |done, tally| {
        if done % 500 == 0 {
            eprintln!("{done} sequences, {} s: {:?} found", started.elapsed().as_secs(), tally.found);
        }
    });
    println!("{settings:?}");
    println!("  purges {}, physical at once {}", tally.purges, tally.physical);
    println!("  memories erased {}, with {} words that no other has", tally.memories, tally.words);
    println!("  chosen because a word stood in an inner page {}", tally.inner);
    println!(
        "  looks {}, by the second scanner {}; bytes of the file {}",
        tally.looks[0], tally.looks[1], tally.bytes
    );
    println!("  found {}, by the second scanner {}", tally.found[0].len(), tally.found[1].len());
    tally.found.iter().flatten().take(20).for_each(|line| println!("    {line}"));
    if tally.found.iter().all(Vec::is_empty) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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

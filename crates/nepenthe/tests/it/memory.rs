//! What an erasure leaves in the memory of the process: read from the outside, by another process.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use aho_corasick::AhoCorasick;
use nepenthe::receipt::receipt::Assurance;
use nepenthe::{MemoryId, Mutation, Options};

use crate::allocator;
use crate::child::wait_for_the_end;
use crate::support::{BagOfWords, Dice, Place, Process, change, options_at, rounds, say};

const OPERATIONS: usize = 400;

/// Words that stand in no other text, nor anywhere else. Every third text is long, and one in ten does not fit into a page.
fn words(number: usize) -> Vec<String> {
    let mut dice = Dice::from_seed(0x5eed_0000 + number as u64);
    let mut letter = |_| char::from(b'a' + dice.roll(26) as u8);
    let count = if number % 10 == 9 {
        2000
    } else if number % 3 == 2 {
        100
    } else {
        6
    };
    (0..count).map(|_| (0..14).map(&mut letter).collect()).collect()
}

fn text(number: usize) -> String {
    words(number).join(" ")
}

/// The role: some hundred random operations with erasures. Says the number of each text that was erased.
pub fn erases(path: &Path, argument: &str) {
    allocator::zero(argument != "as it is");
    let store = crate::support::open(path, options(path)).unwrap();
    let scope = store.scope("a").unwrap();
    let (mut dice, mut next) = (Dice::from_seed(20_261_129), 0);
    let mut live: Vec<(MemoryId, Vec<usize>)> = Vec::new();
    let mut new = || {
        next += 1;
        next - 1
    };
    for _ in 0..rounds(OPERATIONS) {
        let some = dice.roll(live.len().max(1) as u64) as usize;
        match dice.roll(7) {
            0..3 => {
                let number = new();
                // A piece of it may stand for what was erased, by chance.
                let Ok(id) = scope.inscribe(text(number)) else { continue };
                live.push((id, vec![number]));
            }
            3 if some < live.len() => {
                let number = new();
                let plan = scope.plan(Mutation::edit(live[some].0, text(number))).unwrap();
                if scope.apply(plan).is_ok() {
                    live[some].1.push(number);
                }
            }
            4 if some < live.len() => {
                let number = *live[some].1.last().unwrap();
                assert!(!scope.recall(&words(number)[..2].join(" "), 3).unwrap().is_empty());
            }
            5 if some < live.len() => {
                let (id, numbers) = live.swap_remove(some);
                let erasure = change(&scope, Mutation::purge(id)).erasure.unwrap();
                assert!(matches!(erasure.assurance, Assurance::Physical | Assurance::Crypto));
                numbers.into_iter().for_each(say);
            }
            _ => {}
        }
    }
    say("done");
    wait_for_the_end()
}

fn options(path: &Path) -> Options {
    options_at(path).with_embedder(BagOfWords(64))
}

/// The bytes of a process's memory, region by region, each with its name and where it begins.
fn memory_of(process: u32) -> Vec<(String, u64, Vec<u8>)> {
    let maps = std::fs::read_to_string(format!("/proc/{process}/maps")).unwrap();
    let mut memory = File::open(format!("/proc/{process}/mem")).unwrap();
    let mut regions = Vec::new();
    for line in maps.lines() {
        let mut columns = line.split_whitespace();
        let (range, rights) = (columns.next().unwrap(), columns.next().unwrap());
        let (begin, end) = range.split_once('-').unwrap();
        let number = |hex: &str| u64::from_str_radix(hex, 16).unwrap();
        let (begin, end) = (number(begin), number(end));
        let name = columns.nth(3).unwrap_or("anonymous").to_owned();
        // The kernel's own page of clocks cannot be read.
        if !rights.starts_with('r') || name.starts_with("[v") {
            continue;
        }
        let mut bytes = vec![0; (end - begin) as usize];
        memory.seek(SeekFrom::Start(begin)).unwrap();
        let read = memory.read_exact(&mut bytes);
        // Behind the end of a file that is mapped nothing can be read.
        assert!(read.is_ok() || name.starts_with('/'), "{line}");
        regions.push((name, begin, bytes));
    }
    regions
}

/// What of erased texts is found in the memory of a process that erased them, and how many texts that were.
fn found(place: &Place, argument: &str) -> (Vec<String>, usize) {
    let mut process = Process::start_with("memory", &place.path, argument);
    let mut erased = Vec::new();
    while let Some(said) = process.next().filter(|said| said != "done") {
        erased.push(said.parse::<usize>().unwrap());
    }
    let needles: Vec<(usize, String)> =
        erased.iter().flat_map(|number| words(*number).into_iter().map(|word| (*number, word))).collect();
    let search = AhoCorasick::new(needles.iter().map(|(_, word)| word)).unwrap();
    let mut found = Vec::new();
    for (name, begin, bytes) in memory_of(process.id()) {
        for hit in search.find_iter(&bytes) {
            let (number, word) = &needles[hit.pattern().as_usize()];
            let around = &bytes[hit.start().saturating_sub(24)..(hit.end() + 24).min(bytes.len())];
            let around = String::from_utf8_lossy(around).escape_debug().to_string();
            found.push(format!("{number} {word} in {name} at {:x}: {around}", begin + hit.start() as u64));
        }
    }
    process.kill();
    (found, erased.len())
}

#[test]
fn no_word_of_what_was_erased_is_in_the_memory_of_a_process_that_zeroes_what_it_frees() {
    for place in [Place::new(), Place::encrypted()] {
        let (found, erased) = found(&place, "zeroed");
        assert!(erased > 30, "{erased}");
        let some = found.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
        assert!(found.is_empty(), "{}:\n{some}", found.len());
    }
}

#[test]
fn a_process_that_leaves_what_it_frees_as_it_is_has_words_of_what_was_erased() {
    let (found, erased) = found(&Place::new(), "as it is");
    assert!(erased > 30 && !found.is_empty(), "{erased}");
}

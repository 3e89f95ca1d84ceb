//! What an erasure leaves in the memory of a server: read from the outside, by another process.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use serde_json::json;

use super::client::{ALL, Client, Server, key};
use crate::support::{World, text_of};

const OPERATIONS: u64 = 400;

/// Letters of each word.
const LETTERS: usize = 14;

/// Dice that fall the same way in every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }
}

/// Words that stand in no other text, nor anywhere else. Every third text is long, and one in ten does not fit into a page.
fn words(number: u64) -> Vec<String> {
    let mut dice = Dice(0x5eed_0000 + number);
    let mut letter = |_| char::from(b'a' + dice.roll(26) as u8);
    let count = match number {
        _ if number % 10 == 9 => 2000,
        _ if number % 3 == 2 => 100,
        _ => 6,
    };
    (0..count).map(|_| (0..LETTERS).map(&mut letter).collect()).collect()
}

fn text(number: u64) -> String {
    words(number).join(" ")
}

/// Some hundred operations with erasures, by id and in words. Returns the numbers of the texts that were erased.
fn operate(client: &Client) -> Vec<u64> {
    let (mut dice, mut next, mut erased) = (Dice(20_261_130), 0, Vec::new());
    let mut live: Vec<(String, Vec<u64>)> = Vec::new();
    for _ in 0..OPERATIONS {
        let some = dice.roll(live.len().max(1) as u64) as usize;
        next += 1;
        match dice.roll(8) {
            0..3 => {
                let (source, metadata) = (words(next)[0].clone(), json!({ "by": words(next)[1] }));
                let memory = json!({ "text": text(next), "source": source, "metadata": metadata });
                let written = client.post("/v1/memories", json!({ "memories": [memory] })).ok(201);
                live.push((text_of(&written["ids"][0]), vec![next]));
            }
            3 if some < live.len() => {
                let (id, numbers) = &mut live[some];
                client.patch(&format!("/v1/memories/{id}"), json!({ "text": text(next) })).ok(200);
                numbers.push(next);
            }
            4 if some < live.len() => {
                let query = words(*live[some].1.last().unwrap())[..2].join(" ");
                let found = client.post("/v1/recall", json!({ "query": query })).ok(200);
                assert!(!found["hits"].as_array().unwrap().is_empty());
            }
            5 if some < live.len() => {
                client.get(&format!("/v1/memories/{}/history", live[some].0)).ok(200);
            }
            6 if some < live.len() => {
                let (id, numbers) = live.swap_remove(some);
                let gone = client.delete(&format!("/v1/memories/{id}")).ok(200);
                assert!(
                    ["physical", "crypto"].contains(&text_of(&gone["erasure"]["assurance"]).as_str()),
                    "{gone}"
                );
                erased.extend(numbers);
            }
            7 if some < live.len() => {
                let (id, numbers) = live.swap_remove(some);
                let body = json!({ "verb": "purge", "target": { "ids": [id] } });
                let plan = client.post("/v1/plans", body).ok(201);
                let commit = format!("/v1/plans/{}/commit", text_of(&plan["id"]));
                client.post(&commit, json!({ "digest": plan["digest"] })).ok(200);
                erased.extend(numbers);
            }
            _ => {}
        }
    }
    erased
}

/// Where words stand in the memory of a process, by region.
fn found(process: u32, words: &HashMap<Vec<u8>, u64>) -> Vec<String> {
    let maps = std::fs::read_to_string(format!("/proc/{process}/maps")).unwrap();
    let mut memory = File::open(format!("/proc/{process}/mem")).unwrap();
    let mut found = Vec::new();
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
        let mut run = 0;
        for (at, byte) in bytes.iter().enumerate() {
            run = if byte.is_ascii_lowercase() { run + 1 } else { 0 };
            if run >= LETTERS
                && let Some(number) = words.get(&bytes[at + 1 - LETTERS..=at])
            {
                let around = &bytes[(at + 1 - LETTERS).saturating_sub(40)..(at + 40).min(bytes.len())];
                let around = String::from_utf8_lossy(around).escape_debug().to_string();
                found.push(format!("{number} in {name} at {:x}: {around}", begin + at as u64));
            }
        }
    }
    found
}

#[test]
fn no_word_of_what_was_erased_is_in_the_memory_of_the_server() {
    for args in [&[][..], &["--master-key", "master", "--indexes", "in-file"]] {
        let world = World::new();
        world.ok(["key", "master", "master"]);
        let token = key(&world, ALL, "s");
        let server = Server::start(&world, args);
        let client = server.anybody().with("X-API-Key", &token);
        let erased = operate(&client);
        assert!(erased.len() > 60, "{}", erased.len());
        let needles: HashMap<Vec<u8>, u64> = erased
            .iter()
            .flat_map(|number| words(*number).into_iter().map(|word| (word.into_bytes(), *number)))
            .collect();
        let found = found(server.id(), &needles);
        let some = found.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n");
        assert!(found.is_empty(), "{args:?}, {}:\n{some}", found.len());
        // What is still there is found: the look is one.
        let id = client.inscribe(&[&text(10_000)]).remove(0);
        client.get(&format!("/v1/memories/{id}")).ok(200);
        let there: HashMap<Vec<u8>, u64> =
            words(10_000).into_iter().map(|word| (word.into_bytes(), 0)).collect();
        assert!(!self::found(server.id(), &there).is_empty());
    }
}

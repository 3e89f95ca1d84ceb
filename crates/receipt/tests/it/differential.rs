//! The verifier and `scripts/verify_receipt.py` say the same of each check, whatever somebody has done to a receipt.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use nepenthe_receipt::note::VerifyingKey;
use nepenthe_receipt::{Body, Opening, Options, verify};
use serde_json::json;

use crate::vectors::folder;
use crate::world::{TEXTS, bodies, certify, commitment_key, log_key, memory, witness};

/// Receipts that are made.
const ROUNDS: usize = 3_000;

/// Dice that fall the same way every time (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % below as u64) as usize
    }

    fn of<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.roll(list.len())]
    }

    /// A place between two characters.
    fn place(&mut self, text: &str) -> usize {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        places[self.roll(places.len())]
    }
}

/// Values that JSON has, or nearly has.
const VALUES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "-0",
    "-1",
    "01",
    "1.0",
    "1e0",
    "1E2",
    "1E400",
    "1.",
    ".5",
    "+1",
    "0x1",
    "NaN",
    "Infinity",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "null",
    "true",
    "false",
    "[]",
    "{}",
    "[null]",
    "\"\"",
    "\"1\"",
    "\"none\"",
    "\"logical\"",
    "\"physical\"",
    "\"crypto\"",
    "\"compacted\"",
    "\"edit\"",
    "\"purge\"",
    "\"residue\"",
    "\"busy\"",
    "\"truncate\"",
    "\"rebuild\"",
    "\"readers\"",
    "\"crash\"",
    "\"not-scanned\"",
    "\"clean\"",
    "\"absent\"",
    "\"copy\"",
    "\"matched\"",
    "\"edited\"",
    "\"Purge\"",
    "\"\\u0061\"",
    "\"a\\/b\"",
    "\"\\ud800\"",
    "\"\\ud83d\\ude00\"",
    "\"\\u0000\"",
    "\"é\"",
    "\"\u{7f}\"",
    "\"\u{85}\"",
    "\"\u{feff}\"",
    "\"a b\"",
    "\"a+b\"",
    "'a'",
    "\"2026-02-29T00:00:00.000Z\"",
    "\"2024-02-29T23:59:59.999Z\"",
    "\"0000-01-01T00:00:00.000Z\"",
    "\"2026-11-21T24:00:00.000Z\"",
    "\"2026-11-21T23:59:60.000Z\"",
    "\"٢026-11-21T16:20:00.250Z\"",
    "\"c1c1c1c1-c1c1-c1c1-c1c1-c1c1c1c1c1c1\"",
    "\"C1C1C1C1-c1c1-c1c1-c1c1-c1c1c1c1c1c1\"",
    "{\"purge\":null}",
];
const PIECES: &[&str] = &[
    " ", "\t", "\n", "\r", "\u{a0}", "\u{feff}", "\u{0}", "\u{1f}", "\u{7f}", "\"", "\\", "\\u", ",", ":",
    "{", "}", "[", "]", "0", "9", "a", "A", "+", "=", "/", "-", "é", "\u{2028}", "null", "//",
];

/// Where the values of a line of JSON are, strings and names with their quotation marks.
fn tokens(line: &str) -> Vec<(usize, usize)> {
    let bytes = line.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let begin = at;
        at += 1;
        if bytes[begin] == b'"' {
            while at < bytes.len() && bytes[at] != b'"' {
                at += 1;
            }
            at = (at + 1).min(bytes.len());
            found.push((begin, at));
        } else if bytes[begin].is_ascii_alphanumeric() {
            while at < bytes.len() && bytes[at].is_ascii_alphanumeric() {
                at += 1;
            }
            found.push((begin, at));
        }
    }
    found
}

fn spliced(text: &str, (begin, end): (usize, usize), with: &str) -> String {
    format!("{}{with}{}", &text[..begin], &text[end..])
}

/// Does something to a body's line.
fn bent(line: &str, dice: &mut Dice) -> String {
    let tokens = tokens(line);
    let token = tokens[dice.roll(tokens.len())];
    let place = dice.place(line);
    match dice.roll(12) {
        0..=3 => spliced(line, token, dice.of(VALUES)),
        4 => {
            // One of two fields of the same name.
            let names: Vec<_> = tokens.iter().filter(|(_, end)| line[*end..].starts_with(':')).collect();
            let (begin, end) = *names[dice.roll(names.len())];
            let again = format!("{}:{},", &line[begin..end], dice.of(VALUES));
            spliced(line, (begin, begin), &again)
        }
        5 => {
            let deep = *dice.of(&[&1_usize, &2, &64, &126, &127, &128, &129, &500, &5_000, &100_000]);
            spliced(line, token, &format!("{}{}", "[".repeat(deep), "]".repeat(deep)))
        }
        6 => spliced(line, (place, place), dice.of(PIECES)),
        7 => {
            let end = place + line[place..].chars().next().map_or(0, char::len_utf8);
            spliced(line, (place, end), "")
        }
        8 => format!("{line}{}", dice.of(&[" ", "}", "{}", ",", "null", "\r", "\t", "\u{0}", "//"])),
        9 => format!("{}{line}", dice.of(&[" ", "\u{feff}", "[", "\t", "null", "\r"])),
        10 => {
            // A letter as an escape.
            let name = &line[token.0..token.1];
            let letter = name.char_indices().find(|(_, c)| c.is_ascii_lowercase());
            let escaped = |(at, c): (usize, char)| {
                let at = token.0 + at;
                spliced(line, (at, at + 1), &format!("\\u{:04x}", c as u32))
            };
            letter.map_or_else(|| spliced(line, token, &"7".repeat(5_000)), escaped)
        }
        _ => {
            let other = tokens[dice.roll(tokens.len())];
            spliced(line, token, &line[other.0..other.1])
        }
    }
}

/// Does something to the lines of a receipt.
fn broken(receipt: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = receipt.split('\n').map(str::to_owned).collect();
    let at = dice.roll(lines.len());
    let other = dice.roll(lines.len());
    match dice.roll(9) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[other].clone()),
        2 => lines.swap(at, other),
        3 => {
            lines.insert(at, dice.of(&["", " ", "extra AAAA", "index 3", "a", "\u{2014} x AAAA"]).to_owned())
        }
        4 => {
            let place = dice.place(&lines[at]);
            lines[at].insert_str(place, dice.of(PIECES));
        }
        5 => {
            // A number, if there is one on the line.
            let numbers: Vec<_> = tokens(&lines[at])
                .into_iter()
                .filter(|(begin, _)| lines[at][*begin..].starts_with(|c: char| c.is_numeric()))
                .collect();
            let with = dice.of(VALUES);
            if let Some(token) = numbers.first() {
                lines[at] = spliced(&lines[at], *token, with);
            }
        }
        6 => {
            let place = dice.place(&lines[at]);
            lines[at].truncate(place);
        }
        7 => {
            // Other bits that are not looked at in the last letter before `=`.
            lines[at] = lines[at].replace("A=", "B=").replace("g=", "h=").replace("w=", "x=");
        }
        _ => lines[at].push_str(dice.of(&["\r", " ", "=", "\t"])),
    }
    lines.join("\n")
}

#[test]
fn both_verifiers_say_the_same_of_whatever_was_done_to_a_receipt() {
    let run = |arguments: &[&str]| Command::new("python3").args(arguments).output();
    if !run(&["-c", "import cryptography"]).is_ok_and(|output| output.status.success()) {
        println!("skipped: python3 is not on PATH, or lacks the package cryptography");
        return;
    }
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("differential");
    drop(std::fs::remove_dir_all(&target));
    std::fs::create_dir_all(&target).unwrap();
    let (key, witnesses) = (log_key().verifying_key(), [1, 2].map(|number| witness(number).verifying_key()));
    let lines: Vec<String> = bodies().into_iter().map(|(_, body): (_, Body)| body.to_line()).collect();
    let mut dice = Dice(20_261_128);
    let mut vectors = Vec::new();
    let mut outcomes_seen: BTreeMap<String, usize> = BTreeMap::new();
    for round in 0..ROUNDS {
        let line = &lines[dice.roll(lines.len())];
        let changes = 1 + dice.roll(2);
        let mut receipt = certify(line);
        // Mostly under a true signature: only then do the later checks have something to say.
        match dice.roll(4) {
            0..=2 => {
                let bent = (0..changes).fold(line.clone(), |line, _| bent(&line, &mut dice));
                receipt = certify(&bent);
            }
            _ => receipt = (0..changes).fold(receipt, |receipt, _| broken(&receipt, &mut dice)),
        }
        let (asks, opens) = (dice.roll(2) == 0, dice.roll(2) == 0);
        let (witnesses, needed) = if asks { (&witnesses[..], 1 + dice.roll(2)) } else { (&[][..], 0) };
        let openings: Vec<Opening> = if opens {
            let number = dice.roll(2) as u8;
            vec![Opening {
                memory: memory(number),
                key: commitment_key(number),
                text: TEXTS[usize::from(number)].to_owned(),
            }]
        } else {
            Vec::new()
        };
        let file = format!("{round}.txt");
        std::fs::write(target.join(&file), &receipt).unwrap();
        let words = |keys: &[VerifyingKey]| keys.iter().map(ToString::to_string).collect::<Vec<_>>();
        let handed: Vec<_> = openings
            .iter()
            .map(|opening| {
                let key: String = opening.key.iter().map(|byte| format!("{byte:02x}")).collect();
                json!({"memory": opening.memory.to_string(), "key": key, "text": opening.text})
            })
            .collect();
        let options = Options::default().with_witnesses(witnesses.to_vec(), needed).with_openings(openings);
        let report = verify(&receipt, std::slice::from_ref(&key), &options);
        let outcomes: BTreeMap<String, String> = report
            .checks()
            .iter()
            .map(|checked| (checked.check.name().to_owned(), checked.outcome.word().to_owned()))
            .collect();
        for (check, outcome) in &outcomes {
            *outcomes_seen.entry(format!("{check} {outcome}")).or_default() += 1;
        }
        vectors.push(json!({
            "name": format!("round {round}"), "file": file, "keys": words(std::slice::from_ref(&key)),
            "witnesses": words(witnesses), "witnesses_needed": needed, "openings": handed,
            "holds": report.holds(), "outcomes": outcomes,
        }));
    }
    std::fs::write(target.join("vectors.json"), serde_json::to_vec(&vectors).unwrap()).unwrap();
    // Otherwise the two would agree on nothing but that it is no receipt.
    for seen in [
        "format failed", "format passed", "body failed", "body passed", "origin skipped", "origin passed",
        "inclusion failed",
    ] {
        assert!(outcomes_seen.get(seen).is_some_and(|count| *count > 20), "{seen}: {outcomes_seen:?}");
    }
    let script: &Path = &folder().join("../../../scripts/verify_receipt.py");
    let output = run(&[script.to_str().unwrap(), "--vectors", target.to_str().unwrap()]).unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let differing: Vec<&str> = said.lines().filter(|line| line.starts_with("round ")).take(5).collect();
    assert!(
        output.status.success() && said.contains(&format!("{ROUNDS} of {ROUNDS} vectors")),
        "{}\n{}{}",
        differing.join("\n"),
        said.lines().last().unwrap_or_default(),
        String::from_utf8_lossy(&output.stderr)
    );
    std::fs::remove_dir_all(&target).unwrap();
}

//! `vectors/vectors.json`: receipts good and bad, with the outcome of every check. Expected outcomes are written down
//! here by hand, not taken from the verifier. `cargo test -p nepenthe-receipt make_vectors -- --ignored` writes the files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use nepenthe_receipt::note::{Note, SigningKey, VerifyingKey};
use nepenthe_receipt::{Check, Opening, Options, RECEIPT_LEAF_PREFIX, verify};
use serde::{Deserialize, Serialize};

use crate::vector_rows::{CHANGED, CONTRADICTING, Row};
use crate::world::{
    COSIGNED, ORIGIN, TEXTS, bodies, certify, commitment_key, log_key, memory, physical, prove, witness,
};

/// The folder of the vectors.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

/// Reads hex.
pub fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// One verification: a file, perhaps with a replacement in it, what is trusted and asked, and what must come out.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Vector {
    name: String,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    replace: Option<Replace>,
    keys: Vec<String>,
    witnesses: Vec<String>,
    witnesses_needed: usize,
    openings: Vec<Handed>,
    holds: bool,
    outcomes: BTreeMap<String, String>,
}

/// `from`, which is in the file exactly once, gives way to `to`.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Replace {
    from: String,
    to: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Handed {
    memory: String,
    key: String,
    text: String,
}

fn once(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from:?} is to be there once");
    text.replacen(from, to, 1)
}

/// The outcomes, from words such as `inclusion` for a check that fails and `-origin` for one that is skipped.
fn outcomes(words: &str, witnesses: bool, openings: bool) -> BTreeMap<String, String> {
    let words: BTreeSet<&str> = words.split_whitespace().collect();
    let unreadable = words.contains("format");
    let outcome = |check: Check| {
        let asked = match check {
            Check::Witnesses => witnesses,
            Check::Commitments => openings,
            _ => true,
        };
        if words.contains(check.name()) {
            "failed"
        } else if unreadable || !asked || words.contains(format!("-{check}").as_str()) {
            "skipped"
        } else {
            "passed"
        }
    };
    Check::ALL.iter().map(|check| (check.name().to_owned(), outcome(*check).to_owned())).collect()
}

struct Made {
    files: BTreeMap<String, Vec<u8>>,
    vectors: Vec<Vector>,
}

impl Made {
    fn file(&mut self, file: &str, content: impl Into<Vec<u8>>) {
        assert!(self.files.insert(file.to_owned(), content.into()).is_none(), "{file} twice");
    }

    fn vector(&mut self, name: &str, file: &str, ask: Ask, fails: &str) -> &mut Vector {
        let text = |keys: Vec<VerifyingKey>| keys.iter().map(ToString::to_string).collect();
        let (witnesses, witnesses_needed) = ask.witnesses;
        let outcomes =
            outcomes(fails, !witnesses.is_empty() || witnesses_needed > 0, !ask.openings.is_empty());
        self.vectors.push(Vector {
            name: name.to_owned(),
            file: file.to_owned(),
            replace: None,
            keys: text(ask.keys),
            witnesses: text(witnesses),
            witnesses_needed,
            openings: ask.openings,
            holds: fails.is_empty(),
            outcomes,
        });
        self.vectors.last_mut().unwrap()
    }
}

/// What is trusted and asked: by default the log's key, and nothing else.
struct Ask {
    keys: Vec<VerifyingKey>,
    witnesses: (Vec<VerifyingKey>, usize),
    openings: Vec<Handed>,
}

fn plain() -> Ask {
    Ask { keys: vec![log_key().verifying_key()], witnesses: (Vec::new(), 0), openings: Vec::new() }
}

fn with_keys(keys: Vec<VerifyingKey>) -> Ask {
    Ask { keys, ..plain() }
}

fn with_witnesses(numbers: &[u8], needed: usize) -> Ask {
    let witnesses = numbers.iter().map(|number| witness(*number).verifying_key()).collect();
    Ask { witnesses: (witnesses, needed), ..plain() }
}

fn with_openings(openings: &[(u8, u8, &str)]) -> Ask {
    let handed = openings.iter().map(|(number, key, text)| Handed {
        memory: memory(*number).to_string(),
        key: commitment_key(*key).iter().map(|byte| format!("{byte:02x}")).collect(),
        text: (*text).to_owned(),
    });
    Ask { openings: handed.collect(), ..plain() }
}

const PHYSICAL: &str = "good/physical.txt";

fn make() -> Made {
    let mut made = Made { files: BTreeMap::new(), vectors: Vec::new() };
    for (name, body) in bodies() {
        let file = format!("good/{name}.txt");
        made.file(&file, certify(&body.to_line()));
        made.vector(name, &file, with_witnesses(&[1, 2], 2), "");
    }
    good_logs(&mut made);
    asked(&mut made);
    for Row { name, base: _, replace, fails } in CHANGED {
        let [(from, to)] = replace else { panic!("{name}: one replacement") };
        let vector = made.vector(name, PHYSICAL, with_witnesses(&[1, 2], 2), fails);
        vector.replace = Some(Replace { from: (*from).to_owned(), to: (*to).to_owned() });
    }
    signatures(&mut made);
    for Row { name, base, replace, fails } in CONTRADICTING {
        let (_, body) = bodies().into_iter().find(|(name, _)| name == base).unwrap();
        let line = replace.iter().fold(body.to_line(), |line, (from, to)| once(&line, from, to));
        let proof = prove(&[RECEIPT_LEAF_PREFIX, &line].concat().into_bytes(), ORIGIN, &log_key(), &[]);
        let file = format!("signed/{name}.txt");
        made.file(&file, format!("nepenthe-receipt/v1\n{line}\n\n{proof}"));
        made.vector(name, &file, plain(), fails);
    }
    made
}

/// Good receipts in other logs.
fn good_logs(made: &mut Made) {
    let body = physical();
    let rotated = SigningKey::from_seed(ORIGIN, &[5; 32]).unwrap();
    let proof = prove(&body.leaf(), ORIGIN, &rotated, &[]);
    made.file("good/new-key.txt", format!("nepenthe-receipt/v1\n{}\n\n{proof}", body.to_line()));
    let both = vec![log_key().verifying_key(), rotated.verifying_key()];
    made.vector("signed by the second of two keys of the log", "good/new-key.txt", with_keys(both), "");

    // A log of the receipt alone, with a line in its checkpoint that only the log knows.
    let root = nepenthe_receipt::merkle::leaf_hash(&body.leaf());
    let note = Note::sign(&format!("{ORIGIN}\n1\n{root}\na line of the log's own\n"), &log_key()).unwrap();
    let text =
        format!("nepenthe-receipt/v1\n{}\n\nc2sp.org/tlog-proof@v1\nindex 0\n\n{note}", body.to_line());
    made.file("good/alone.txt", text);
    made.vector("the only leaf of a log, and a checkpoint with an extension", "good/alone.txt", plain(), "");

    let mut latin = certify(&body.to_line()).into_bytes();
    let at = latin.windows(8).position(|window| window == b"operator").unwrap();
    latin[at] = 0xe9;
    made.file("bad/latin-1.txt", latin);
    made.vector("not UTF-8", "bad/latin-1.txt", plain(), "format");
    made.file("bad/empty.txt", "");
    made.vector("an empty file", "bad/empty.txt", plain(), "format");
}

/// The same good receipt, asked with other keys, witnesses and openings.
fn asked(made: &mut Made) {
    let key = |name: &str, fill: u8| SigningKey::from_seed(name, &[fill; 32]).unwrap().verifying_key();
    let log = log_key().verifying_key();
    let mut ask = |name: &str, ask: Ask, fails: &str| _ = made.vector(name, PHYSICAL, ask, fails);
    ask("no key is trusted", with_keys(vec![]), "key -signature");
    ask("another key of the same name", with_keys(vec![key(ORIGIN, 8)]), "key -signature");
    ask("the key of another log", with_keys(vec![key("elsewhere.example", 1)]), "key -signature");
    ask("a witness's key for the log's", with_keys(vec![witness(1).verifying_key()]), "key -signature");
    ask("the log's key among others", with_keys(vec![key("elsewhere.example", 1), log.clone()]), "");
    ask("two of three witnesses", with_witnesses(&[1, 2, 3], 2), "");
    ask("three of three witnesses", with_witnesses(&[1, 2, 3], 3), "witnesses");
    ask("one witness counted twice", with_witnesses(&[1, 1], 2), "witnesses");
    ask("a witness is needed and none is trusted", with_witnesses(&[], 1), "witnesses");
    ask("no witness is needed", with_witnesses(&[3], 0), "");
    let as_witness = Ask { witnesses: (vec![log], 1), ..plain() };
    ask("the log's key for a witness's", as_witness, "witnesses");
    let all: Vec<_> = TEXTS.iter().zip(0..).map(|(text, number)| (number, number, *text)).collect();
    ask("every commitment opened", with_openings(&all), "");
    ask("a commitment with another text", with_openings(&[(0, 0, TEXTS[1])]), "commitments");
    ask("a commitment with another memory's key", with_openings(&[(0, 3, TEXTS[0])]), "commitments");
    ask(
        "a commitment of an unknown memory",
        with_openings(&[(0, 0, TEXTS[0]), (9, 0, TEXTS[0])]),
        "commitments",
    );
}

/// Changes to the signatures, whose bytes depend on the keys.
fn signatures(made: &mut Made) {
    let receipt = certify(&physical().to_line());
    let (_, text) = receipt.split_once("\n\nc2sp").unwrap();
    let (_, note) = text.split_once("\n\n").unwrap();
    let note: Note = note.parse().unwrap();
    let [log, one, two]: [String; 3] =
        note.signatures().iter().map(ToString::to_string).collect::<Vec<_>>().try_into().unwrap();
    let stranger = Note::sign(note.text(), &SigningKey::from_seed("x", &[6; 32]).unwrap()).unwrap();
    let stranger = stranger.signatures()[0].to_string();
    let elsewhere = Note::sign("Another text.\n", &log_key()).unwrap().signatures()[0].to_string();
    let mut later = note.clone();
    later.cosign(&witness(1), COSIGNED + 60).unwrap();
    let later = later.signatures()[3].to_string();
    // The last but one sextet before the padding belongs to the signature's last bytes.
    let flip = |line: &str, at: usize| {
        let at = line.rfind(' ').unwrap() + 1 + at;
        let other = if &line[at..=at] == "A" { "B" } else { "A" };
        format!("{}{other}{}", &line[..at], &line[at + 1..])
    };

    let mut change = |name: &str, from: &str, to: &str, asked: &[u8], fails: &str| {
        once(&receipt, from, to);
        let vector = made.vector(name, PHYSICAL, with_witnesses(asked, asked.len()), fails);
        vector.replace = Some(Replace { from: from.to_owned(), to: to.to_owned() });
    };
    let id = "the id in the log's signature changed";
    change(id, &log, &flip(&log, 0), &[1, 2], "key -signature");
    change("the log's signature changed", &log, &flip(&log, 40), &[1, 2], "signature");
    change("the log's signature is of another text", &log, &elsewhere, &[1, 2], "signature");
    let renamed = log.replace("store-1", "store-2");
    change("the name in the log's signature changed", &log, &renamed, &[1, 2], "key -signature");
    change("no signature of the log", &format!("{log}\n"), "", &[1, 2], "key -signature");
    change("no signature at all", &format!("{log}\n{one}\n{two}\n"), "", &[], "format");
    change("the log's signature twice", &log, &format!("{log}\n{log}"), &[1, 2], "");
    let spoiled = format!("{log}\n{elsewhere}");
    change("a false signature of the log beside the true one", &log, &spoiled, &[1, 2], "signature");
    change("a signature of a stranger", &log, &format!("{stranger}\n{log}"), &[1, 2], "");
    change("the time of a cosignature changed", &one, &flip(&one, 14), &[1, 2], "witnesses");
    change("a cosignature changed", &one, &flip(&one, 60), &[1, 2], "witnesses");
    change("a cosignature changed that nobody asks for", &one, &flip(&one, 60), &[2], "");
    change("a cosignature missing", &format!("{two}\n"), "", &[1, 2], "witnesses");
    change("a witness cosigned twice", &one, &format!("{one}\n{later}"), &[1, 2], "");
    let hundred = vec![stranger.as_str(); 97].join("\n");
    change("a hundred signatures", &log, &format!("{log}\n{hundred}"), &[1, 2], "");
    change("a hundred and one signatures", &log, &format!("{log}\n{hundred}\n{stranger}"), &[1, 2], "format");
    let cut = log[..log.len() - 1].to_owned();
    change("base64 without its padding", &log, &cut, &[1, 2], "format");
    change("a signature that begins with a hyphen", &log, &log.replace('—', "-"), &[1, 2], "format");
    change("no line feed at the end", &format!("{two}\n"), &two, &[1, 2], "format");
    change("a blank line at the end", &two, &format!("{two}\n"), &[1, 2], "format");
    change("text after the signatures", &two, &format!("{two}\nend"), &[1, 2], "format");
}

fn json(vectors: &[Vector]) -> String {
    let lines: Vec<String> = vectors.iter().map(|vector| serde_json::to_string(vector).unwrap()).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

#[test]
#[ignore = "writes the vectors anew"]
fn make_vectors() {
    let made = make();
    for (file, content) in &made.files {
        let path = folder().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    std::fs::write(folder().join("vectors.json"), json(&made.vectors)).unwrap();
}

#[test]
fn the_vectors_are_those_that_are_written_down_here() {
    let made = make();
    let names: BTreeSet<&str> = made.vectors.iter().map(|vector| vector.name.as_str()).collect();
    assert_eq!(names.len(), made.vectors.len(), "every name is there once");
    assert_eq!(std::fs::read_to_string(folder().join("vectors.json")).unwrap(), json(&made.vectors));
    for (file, content) in &made.files {
        assert!(std::fs::read(folder().join(file)).unwrap() == *content, "{file}");
    }
}

#[test]
fn every_check_of_every_vector_comes_out_as_written() {
    let vectors = std::fs::read(folder().join("vectors.json")).unwrap();
    let vectors: Vec<Vector> = serde_json::from_slice(&vectors).unwrap();
    let keys = |keys: &[String]| keys.iter().map(|key| key.parse().unwrap()).collect::<Vec<VerifyingKey>>();
    let mut wrong = Vec::new();
    for vector in &vectors {
        let mut receipt = std::fs::read(folder().join(&vector.file)).unwrap();
        if let Some(Replace { from, to }) = &vector.replace {
            receipt = once(&String::from_utf8(receipt).unwrap(), from, to).into_bytes();
        }
        let openings = vector.openings.iter().map(|handed| Opening {
            memory: handed.memory.parse().unwrap(),
            key: bytes(&handed.key).try_into().unwrap(),
            text: handed.text.clone(),
        });
        let options = Options::default()
            .with_witnesses(keys(&vector.witnesses), vector.witnesses_needed)
            .with_openings(openings.collect());
        let report = verify(&receipt, &keys(&vector.keys), &options);
        let outcomes: BTreeMap<String, String> = report
            .checks()
            .iter()
            .map(|checked| (checked.check.name().to_owned(), checked.outcome.word().to_owned()))
            .collect();
        if outcomes != vector.outcomes || report.holds() != vector.holds {
            wrong.push(format!("{}: {report}", vector.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let failing: BTreeSet<&String> = vectors
        .iter()
        .flat_map(|vector| vector.outcomes.iter().filter(|(_, outcome)| *outcome == "failed"))
        .map(|(check, _)| check)
        .collect();
    assert_eq!(failing.len(), Check::ALL.len(), "some vector fails every check: {failing:?}");
}

/// The second implementation, which was written from `docs/receipt.md`.
#[test]
fn the_python_verifier_agrees_on_every_vector() {
    let run = |arguments: &[&str]| Command::new("python3").args(arguments).output();
    if !run(&["-c", "import cryptography"]).is_ok_and(|output| output.status.success()) {
        println!("skipped: python3 is not on PATH, or lacks the package cryptography");
        return;
    }
    let script = folder().join("../../../scripts/verify_receipt.py");
    let output = run(&[script.to_str().unwrap(), "--vectors", folder().to_str().unwrap()]).unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let vectors = make().vectors.len();
    assert!(said.contains(&format!("{vectors} of {vectors} vectors")), "{said}");

    // Wrong use: a key that anybody can sign for, one that is no point, an opening that is no key.
    let receipt = folder().join("vectors.json");
    let verify =
        |option, value: &str| run(&[script.to_str().unwrap(), receipt.to_str().unwrap(), option, value]);
    for vkey in [
        "log.example/x+1ee3e726+AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "log.example/x+5ec4aafc+AQIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ] {
        assert!(vkey.parse::<VerifyingKey>().is_err(), "{vkey}");
        let output = verify("--key", vkey).unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    }
    for opening in ["A0".repeat(32), "a0 ".repeat(32), "a0".repeat(33)] {
        assert_eq!(verify("--opening", &format!("m:{opening}:text")).unwrap().status.code(), Some(2));
    }
    assert_eq!(verify("--witnesses-needed", "-1").unwrap().status.code(), Some(2));
}

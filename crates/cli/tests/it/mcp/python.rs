//! The official Python client, unchanged.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::client::text;
use crate::support::{NEPENTHE, World, finish};

/// The Python that has the client; installed where it is missing.
pub fn python() -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/mcp_client.sh");
    let run = finish(&mut Command::new(script), b"");
    assert_eq!(run.code, Some(0), "the Python client cannot be installed: {run:?}");
    run.stdout.trim().to_owned()
}

fn played(mode: &str, answer: &str) -> (World, Value) {
    let world = World::new();
    world.ok(["key", "new"]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/mcp/client.py");
    let mut command = Command::new(python());
    world.prepare(&mut command);
    let db = world.db();
    command.args([script, mode, answer, NEPENTHE, "mcp", "--embedder", "none", "--db"]).arg(&db);
    command.args(["--key-file"]).arg(world.path(".local/share/nepenthe/signing-key"));
    let run = finish(&mut command, b"");
    assert_eq!(run.code, Some(0), "{run:?}");
    let played = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
    (world, played)
}

/// What is the same whoever is asked.
fn is_usual(played: &Value) {
    assert_eq!(played["tools"].as_array().unwrap().len(), 9, "{played}");
    assert_eq!(played["recalled"]["memories"][0]["text"], "The vault's code is VX-4242.");
    assert_eq!(played["history"]["events"][0]["kind"], "inscribe");
    assert_eq!(played["statuses"], serde_json::json!(["done", "done", "done"]), "{played}");
    assert_eq!((&played["refused"][0], &played["refused"][1]["code"]), (&true.into(), &"bad_id".into()));
}

fn holds(world: &World, receipt: &Value) {
    world.write("receipt.txt", text(&receipt["signed"]));
    let key = text(&world.json(["key", "show"])["keys"][0]);
    world.ok(["verify", "receipt.txt", "--key", &key]);
}

#[test]
fn a_person_who_says_yes_is_asked_once_and_it_is_erased() {
    let (world, played) = played("auto", "accept");
    is_usual(&played);
    let questions = played["questions"].as_array().unwrap();
    assert_eq!(questions.len(), 1, "{played}");
    assert!(text(&questions[0]).contains("The vault's code is VX-4242."), "{played}");
    assert_eq!(
        (&played["purged"]["status"], &played["committed"]),
        (&"erased".into(), &Value::Null),
        "{played}"
    );
    assert!(!played["left"].to_string().contains("4242"), "{played}");
    holds(&world, &played["purged"]["receipt"]);
}

#[test]
fn a_person_who_says_no_is_asked_once_and_it_stays() {
    let (world, played) = played("auto", "decline");
    is_usual(&played);
    assert_eq!(played["questions"].as_array().unwrap().len(), 1, "{played}");
    assert_eq!(
        (&played["purged"]["status"], &played["committed"]),
        (&"declined".into(), &Value::Null),
        "{played}"
    );
    assert!(played["left"].to_string().contains("4242"), "{played}");
    assert!(world.live().contains(&"The vault's code is VX-4242.".to_owned()));
}

#[test]
fn without_anybody_to_ask_there_is_a_plan_in_both_eras() {
    for (mode, answer) in
        [("auto", "nobody"), ("legacy", "nobody"), ("legacy", "accept"), ("legacy", "decline")]
    {
        let (world, played) = played(mode, answer);
        is_usual(&played);
        assert!(played["questions"].as_array().unwrap().is_empty(), "{played}");
        assert_eq!(
            (&played["purged"]["status"], &played["committed"]["status"]),
            (&"planned".into(), &"erased".into()),
            "{played}"
        );
        assert!(!played["left"].to_string().contains("4242"), "{played}");
        holds(&world, &played["committed"]["receipt"]);
    }
}

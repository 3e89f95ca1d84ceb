//! The official Python client, unchanged.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::client::text;
use crate::support::{NEPENTHE, World, finish, shows};

/// The Python that has the client; installed where it is missing.
pub fn python() -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/mcp_client.sh");
    let run = finish(&mut Command::new(script), b"");
    assert_eq!(run.code, Some(0), "the Python client cannot be installed: {run:?}");
    run.stdout.trim().to_owned()
}

/// Runs a script of this folder, to which `key` is what it shows to a server of HTTP, and returns what it printed.
pub fn run(world: &World, script: &str, args: &[&str], key: &str) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/mcp").join(script);
    let mut command = Command::new(python());
    world.prepare(&mut command);
    command.arg(script).args(args).env("MCP_KEY", key).env("PYTHONDONTWRITEBYTECODE", "1");
    let run = finish(&mut command, b"");
    // What the client complains of is on standard error.
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"))
}

fn played(mode: &str, answer: &str) -> (World, Value) {
    let world = World::new();
    world.ok(["key", "new"]);
    let (db, key) = (world.db(), world.path(".local/share/nepenthe/signing-key"));
    let (db, key) = (db.to_str().unwrap(), key.to_str().unwrap());
    let server = [NEPENTHE, "mcp", "--embedder", "none", "--db", db, "--key-file", key];
    let played = run(&world, "client.py", &[&[mode, answer], &server[..]].concat(), "");
    (world, played)
}

/// What is the same whoever is asked.
pub fn is_usual(played: &Value) {
    assert_eq!(played["tools"].as_array().unwrap().len(), 9, "{played}");
    assert_eq!(played["recalled"]["memories"][0]["text"], "The vault's code is VX-4242.");
    assert_eq!(played["history"]["events"][0]["kind"], "inscribe");
    assert_eq!(played["statuses"], json!(["done", "done", "done"]), "{played}");
    assert_eq!((&played["refused"][0], &played["refused"][1]["code"]), (&true.into(), &"bad_id".into()));
}

/// The receipt in an answer is signed by the key of this world.
pub fn holds(world: &World, receipt: &Value) {
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
    assert!(!shows(&played["left"].to_string(), "4242"), "{played}");
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
        assert!(!shows(&played["left"].to_string(), "4242"), "{played}");
        holds(&world, &played["committed"]["receipt"]);
    }
}

/// What a walk through a profile must come to.
pub fn walked(profile: &str, mode: &str, walk: &Value) {
    let names = |field: &str| -> Vec<String> { walk[field].as_array().unwrap().iter().map(text).collect() };
    let (core, graph) = (["core", "all"].contains(&profile), ["graph", "all"].contains(&profile));
    let (files, chatgpt) = (["files", "all"].contains(&profile), ["chatgpt", "all"].contains(&profile));
    let many = 9 * usize::from(core) + 9 * usize::from(graph) + usize::from(files) + 2 * usize::from(chatgpt);
    let mut tools = names("tools");
    assert_eq!(tools.len(), many, "{walk}");
    // Who can ask a person commits nothing.
    tools.retain(|tool| tool != "purge_commit" || mode == "legacy");
    tools.sort();
    assert_eq!(names("called"), tools, "{walk}");
    if core {
        assert_eq!(
            (&walk["purged"], &walk["recalled"][0]),
            (&"erased".into(), &"Bo has a van.".into()),
            "{walk}"
        );
        assert!(walk["receipts"].as_u64().unwrap() > 0, "{walk}");
    }
    if graph {
        let ann = json!({ "name": "Ann", "entityType": "person", "observations": ["likes tea"] });
        let left = json!({ "entities": [ann], "relations": [] });
        assert_eq!(
            (&walk["graph"], &walk["resource"], &walk["opened"]),
            (&left, &left, &left["entities"]),
            "{walk}"
        );
        assert_eq!(walk["found"], json!(["Acme"]), "{walk}");
    }
    if files {
        let (file, folder) = (text(&walk["file"]), text(&walk["folder"]));
        assert!(file.ends_with("     1\tzero\n     2\tone\n     3\tthree\n     4\t"), "{file}");
        assert!(folder.ends_with("0B\t/memories"), "{folder}");
    }
    if chatgpt {
        assert_eq!(walk["fetched"], "Ann bought 3 kettles.", "{walk}");
    }
}

#[test]
fn every_tool_of_every_profile_does_its_work_in_both_eras() {
    for mode in ["auto", "legacy"] {
        for profile in ["core", "graph", "files", "chatgpt", "all"] {
            let world = World::new();
            world.ok(["inscribe", "Ann bought 3 kettles."]);
            let db = world.db();
            let args = [mode, profile, NEPENTHE, "mcp", "--profile", profile, "--db", db.to_str().unwrap()];
            walked(profile, mode, &run(&world, "profiles.py", &args, ""));
        }
    }
}

#[test]
fn a_newcomer_gets_from_the_command_to_a_recall_and_a_certificate() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/newcomer.sh");
    let run = finish(Command::new(script).arg(NEPENTHE), b"");
    assert_eq!(run.code, Some(0), "{run:?}");
    for reached in [
        "the first recall of an agent, after 2 commands",
        "the first certificate of an erasure, after 7 commands",
    ] {
        assert!(run.stdout.contains(reached), "{run:?}");
    }
}

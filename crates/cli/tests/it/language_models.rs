//! Planners that ask a language model: the scripted one, at an endpoint on the loopback device.

use nepenthe_llm::Scripted;
use nepenthe_llm::scripted::{Mode, Server};
use serde_json::Value;

use crate::json::is;
use crate::support::{Run, World};

fn serve(mode: Mode) -> Server {
    Server::start(Scripted::new(mode), []).unwrap()
}

fn purge(world: &World, server: &Server, more: &[&str]) -> Run {
    let url = server.url();
    let args = ["purge", "P-17", "--planner", "llm", "--llm", &url, "--llm-model", "m"];
    world.run([&args, more].concat())
}

#[test]
fn the_model_is_asked_for_changes_in_words_alone_and_sent_the_key() {
    let world = World::with_memories();
    let server = serve(Mode::Good);
    let key = world.write("key", "sk-planted-1\n");
    let run = purge(&world, &server, &["--dry-run", "--json", "--llm-key-file", key.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let plan: Value = serde_json::from_str(&run.stdout).unwrap();
    is(&plan, &["Plan"]);
    let mut consulted = plan["consulted"].clone();
    consulted["failure"] = Value::Null;
    is(&consulted, &["Consulted"]);
    assert_eq!((plan["steps"].as_array().unwrap().len(), &plan["planner"]), (1, &"llm".into()));
    assert_eq!(server.served("sk-planted-1").completions, 1);

    // From the variable, too; and nothing else that a command does asks.
    let mut command = world.command(["purge", "P-17", "--dry-run", "--planner", "llm", "--llm-model", "m"]);
    command.env("NEPENTHE_LLM_KEY", "sk-planted-2").env("NEPENTHE_LLM_URL", server.url());
    let run = crate::support::finish(&mut command, b"");
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(server.served("sk-planted-2").completions, 1);
    let id = world.ids(&[])[0].clone();
    for args in
        [vec!["recall", "Alice"], vec!["list"], vec!["stats"], vec!["release", "--id", &id], vec!["check"]]
    {
        let mut command = world.command([&args[..], &["--planner", "llm", "--llm-model", "m"]].concat());
        let run = crate::support::finish(command.env("NEPENTHE_LLM_URL", server.url()), b"");
        assert_eq!(run.code, Some(0), "{run:?}");
    }
    assert_eq!(server.bodies().len(), 2);
}

#[test]
fn an_answer_that_cannot_be_used_is_said_and_another_planner_chooses_if_it_may() {
    let world = World::with_memories();
    for (mode, word) in [(Mode::Truncated, "truncated"), (Mode::Refusing, "refused")] {
        let server = serve(mode);
        let run = purge(&world, &server, &["--yes"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.stderr.contains(word) && run.stderr.contains("--llm-otherwise"), "{}", run.stderr);
        assert_eq!(world.ids(&[]).len(), 3);
        let run = purge(&world, &server, &["--dry-run", "--llm-otherwise", "canonical"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stdout.contains(&format!("planner llm:{word}:canonical")), "{}", run.stdout);
    }
    let server = serve(Mode::Good);
    let run = purge(&world, &server, &["--yes", "--llm-tokens", "10", "--json"]);
    let error: Value = serde_json::from_str(&run.stderr).unwrap();
    assert_eq!((run.code, &error["kind"]), (Some(1), &"language-model".into()), "{run:?}");
    assert!(error["error"].as_str().unwrap().contains("over budget"), "{error}");
    assert!(server.bodies().is_empty());
}

#[test]
fn what_was_recorded_is_replayed_without_a_network() {
    let world = World::with_memories();
    let server = serve(Mode::Good);
    let file = world.path("cassette.jsonl");
    let file = file.to_str().unwrap();
    let recorded = purge(&world, &server, &["--dry-run", "--llm-record", file]);
    assert_eq!(recorded.code, Some(0), "{recorded:?}");
    assert_eq!(purge(&world, &server, &["--dry-run", "--llm-record", file]).code, Some(2));
    drop(server);
    let replay = ["--planner", "llm", "--llm-model", "m", "--llm-replay", file];
    let replayed = world.run([&["purge", "P-17", "--dry-run"][..], &replay].concat());
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
    let without_time =
        |run: &Run| run.stdout.lines().filter(|line| !line.starts_with("  model")).collect::<String>();
    assert_eq!(without_time(&replayed), without_time(&recorded));
    let unknown = world.run([&["purge", "coffee", "--dry-run"][..], &replay].concat());
    assert_eq!(unknown.code, Some(1), "{unknown:?}");
    assert!(unknown.stderr.contains("no answer to request"), "{}", unknown.stderr);
}

#[test]
fn what_is_missing_is_asked_for() {
    let world = World::with_memories();
    let table = [
        (vec!["--planner", "llm"], "--llm-model"),
        (vec!["--planner", "routed", "--llm-model", "m"], "--llm"),
        (
            vec!["--planner", "llm", "--llm", "http://127.0.0.1:1", "--llm-model", "m", "--llm-money", "1"],
            "--llm-price",
        ),
        (vec!["--llm-price", "1"], "0.14/0.28"),
        (vec!["--llm-otherwise", "llm"], "fail"),
    ];
    for (args, expected) in table {
        let run = world.run([&["purge", "P-17", "--dry-run"], &args[..]].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {run:?}");
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
}

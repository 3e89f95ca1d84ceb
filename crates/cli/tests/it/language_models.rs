//! Planners that ask a language model: the scripted one, at an endpoint on the loopback device.

use nepenthe_llm::Scripted;
use nepenthe_llm::scripted::{Mode, Server};
use serde_json::{Value, json};

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
    is(&plan["account"], &["Account"]);
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
    let modes =
        [(Mode::Truncated, "truncated", "run the command again"), (Mode::Refusing, "refused", "the key")];
    for (mode, word, hint) in modes {
        let server = serve(mode);
        let run = purge(&world, &server, &["--yes"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.stderr.contains(word) && run.stderr.contains("--llm-otherwise"), "{}", run.stderr);
        assert!(run.stderr.contains(hint), "{}", run.stderr);
        assert!(run.stderr.contains("Language model: 1 call, "), "what it took: {}", run.stderr);
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
    assert!(error["hint"].as_str().unwrap().contains("raise --llm-calls"), "{error}");
    assert_eq!(
        (&error["account"]["calls"], &error["account"]["failures"]["over budget"]),
        (&json!(0), &json!(1))
    );
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
    let again = purge(&world, &server, &["--dry-run", "--llm-record", file]);
    assert!(again.code == Some(2) && again.stderr.contains("name another file"), "{again:?}");
    let other = world.path("other.jsonl");
    let run = purge(&world, &server, &["--llm-record", other.to_str().unwrap(), "--llm-money", "1"]);
    assert!(run.code == Some(2) && !other.exists(), "{run:?}");
    drop(server);
    // The cassette names the model.
    let replay = ["--planner", "llm", "--llm-replay", file];
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
fn what_a_question_took_is_shown_with_its_price() {
    let world = World::with_memories();
    let server = serve(Mode::Good);
    let price = ["--llm-price", "1/2"];
    let run = purge(&world, &server, &[&["--dry-run", "--json"][..], &price].concat());
    let plan: Value = serde_json::from_str(&run.stdout).unwrap();
    let account = &plan["account"];
    let tokens = |field: &str| account[field].as_u64().unwrap();
    let millionths = tokens("tokens_in") + 2 * tokens("tokens_out");
    let money = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    assert!(millionths > 0 && account["money"] == money.as_str(), "{account}");
    let run = purge(&world, &server, &[&["--dry-run"][..], &price].concat());
    assert!(run.stderr.contains(&format!(", {money}, ")), "{}", run.stderr);
    let plain = purge(&world, &server, &["--dry-run", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&plain.stdout).unwrap()["account"]["money"], Value::Null);
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
        (vec!["--planner", "llm", "--llm", "ftp://127.0.0.1", "--llm-model", "m"], "--llm http"),
        (vec!["--planner", "llm", "--llm", "127.0.0.1:1", "--llm-model", "m"], "--llm http"),
        (vec!["--llm-otherwise", "llm"], "fail"),
    ];
    for (args, expected) in table {
        let run = world.run([&["purge", "P-17", "--dry-run"], &args[..]].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {run:?}");
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_placement_asks_when_a_text_is_written_and_says_what_it_needs() {
    let world = World::with_memories();
    let server = serve(Mode::Good);
    let url = server.url();
    let placed = |args: &[&str], placement: &str| {
        world.run([args, &["--placement", placement, "--llm", &url, "--llm-model", "m"]].concat())
    };
    let text = "Sam Roe, +1 (555) 010-0199, is in 東京.";
    let run = placed(&["inscribe", text, "--json"], "inscribe-aware");
    assert_eq!((run.code, server.bodies().len()), (Some(0), 1), "{run:?}");
    let written: Value = serde_json::from_str(&run.stdout).unwrap();
    is(&written["account"], &["Account"]);
    assert_eq!(written["account"]["calls"], 1);
    let id = written["ids"][0].as_str().unwrap();
    let history = world.json(["history", id]);
    is(&history, &["History"]);
    is(&history["annotations"][0], &["Annotation"]);
    assert_eq!(history["events"][0]["planner"], "annotate-1");
    let shown = world.ok(["history", id]);
    assert!(shown.contains("alias       東京: Tokyo"), "{shown}");

    // What is read, planned or erased asks nobody in this placement.
    let plan = placed(&["purge", "everything about Tokyo", "--yes", "--dry-run"], "inscribe-aware");
    assert!(plan.stdout.contains("1 memory") && plan.stdout.contains(text), "{plan:?}");
    // An edit that asks nobody leaves the earlier text with its annotations.
    world.ok(["edit", "--id", id, "--to", "Sam Roe is in 東京 again."]);
    let before = history["annotations"].clone();
    let history = world.json(["history", id]);
    is(&history["events"][0], &["Event", "HistoryEntry"]);
    assert_eq!(history["events"][0]["annotations"], before);
    assert_eq!((&history["events"][1]["annotations"], &history["annotations"]), (&json!([]), &json!([])));
    let shown = world.ok(["history", id]);
    assert_eq!(shown.matches("alias       東京: Tokyo").count(), 1, "{shown}");
    for args in [
        vec!["recall", "Tokyo"],
        vec!["list"],
        vec!["release", "--id", id],
        vec!["purge", "--id", id, "--yes"],
    ] {
        let run = placed(&args, "inscribe-aware");
        assert_eq!(run.code, Some(0), "{run:?}");
    }
    assert_eq!(server.bodies().len(), 1);

    for placement in ["inscribe", "inscribe-aware", "joint"] {
        for args in [vec!["inscribe", "x y"], vec!["edit", "Alice works", "--to", "Alice rests.", "--yes"]] {
            let run = world.run([&args[..], &["--placement", placement]].concat());
            assert_eq!(run.code, Some(2), "{run:?}");
            let needs = format!("--placement {placement} needs --llm-model");
            assert!(run.stderr.contains(&needs) && run.stderr.contains("--llm http"), "{}", run.stderr);
        }
    }
}

#[test]
fn an_unusable_answer_about_a_text_leaves_it_plain_or_fails() {
    let world = World::with_memories();
    let server = serve(Mode::Truncated);
    let url = server.url();
    let inscribe = |more: &[&str]| {
        let args =
            ["inscribe", "Sam Roe rests.", "--placement", "inscribe", "--llm", &url, "--llm-model", "m"];
        world.run([&args, more].concat())
    };
    let run = inscribe(&["--llm-unanswered", "fail"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(
        run.stderr.contains("truncated") && run.stderr.contains("--llm-unanswered plain"),
        "{}",
        run.stderr
    );
    assert_eq!(world.ids(&[]).len(), 3);
    let plain = inscribe(&[]);
    assert_eq!((plain.code, world.ids(&[]).len()), (Some(0), 4), "{plain:?}");
    assert!(plain.stderr.contains("might have added (annotate-1:truncated)"), "{}", plain.stderr);
    assert!(world.ok(["log"]).contains("annotate-1:truncated"));
    let written: Value = serde_json::from_str(&inscribe(&["--json"]).stdout).unwrap();
    is(&written["asked"][0], &["Asked"]);
    assert_eq!(written["asked"][0]["outcome"], "annotate-1:truncated");

    // The annotate step of a change is told of in the same way.
    let id = world.ids(&[])[0].clone();
    for verb in [["edit", "--to"], ["supersede", "--with"]] {
        let change = |text: &str, more: &[&str]| {
            let args = [verb[0], "--id", &id, verb[1], text, "--placement", "inscribe"];
            world.run([&args[..], &["--llm", &url, "--llm-model", "m"], more].concat())
        };
        let run = change("Alice rests.", &[]);
        assert!(run.code == Some(0) && run.stderr.contains("(annotate-1:truncated)"), "{run:?}");
        if verb[0] == "edit" {
            let outcome: Value = serde_json::from_str(&change("Alice walks.", &["--json"]).stdout).unwrap();
            is(&outcome, &["Outcome"]);
            assert_eq!(outcome["asked"][0]["outcome"], "annotate-1:truncated");
        }
    }
}

#[test]
fn a_text_takes_the_place_of_what_it_brings_up_to_date() {
    let world = World::with_memories();
    let server = serve(Mode::Good);
    let url = server.url();
    let inscribe = |text: &str, merge: &str| {
        let args = [
            "inscribe", text, "--placement", "inscribe", "--merge", merge, "--llm", &url, "--llm-model", "m",
        ];
        let run = world.run(args);
        assert_eq!(run.code, Some(0), "{run:?}");
        (run.stdout.trim().to_owned(), run.stderr)
    };
    let (initech, _) = inscribe("Carol works at Initech.", "replace");
    let (hooli, said) = inscribe("Carol works at Hooli.", "replace");
    assert!(said.contains(&format!("{hooli} takes the place of {initech}")), "{said}");
    assert!(!world.ok(["list"]).contains("Carol works at Initech."));
    let (globex, said) = inscribe("Carol works at Globex.", "link");
    assert!(said.contains(&format!("{globex} is linked with {hooli}")), "{said}");
    assert!(world.ok(["list"]).contains("Carol works at Hooli."));
}

#[test]
fn what_does_not_go_together_is_said() {
    let world = World::with_memories();
    for (args, expected) in [
        (vec!["--placement", "mutation", "--planner", "canonical"], "leave out --planner"),
        (vec!["--placement", "routed", "--planner", "llm"], "leave out --planner"),
        (vec!["--placement", "inscribe", "--planner", "llm"], "--placement joint"),
        (vec!["--placement", "inscribe-aware", "--planner", "routed"], "--placement joint"),
        (vec!["--placement", "mutation", "--merge", "link"], "--placement inscribe"),
        (vec!["--merge", "replace"], "--placement inscribe"),
        (vec!["--placement", "mutation"], "--placement mutation needs --llm-model"),
        (vec!["--placement", "routed"], "--placement routed needs --llm-model"),
    ] {
        let run = world.run([&["purge", "P-17", "--dry-run"], &args[..]].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {run:?}");
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
    for planner in ["canonical", "published"] {
        let args = ["purge", "P-17", "--dry-run", "--placement", "inscribe-aware", "--planner", planner];
        assert_eq!(world.run(args).code, Some(0));
    }
}

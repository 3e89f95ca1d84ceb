//! What reaches a whole scope or all of an age: `--all`, `--before`, `--older-than`, and the same in words.

use serde_json::json;

use crate::support::{Run, World, finish};

fn run(world: &World, args: &[&str]) -> Run {
    finish(world.command(args).env_remove("NEPENTHE_MIN_CONFIDENCE"), b"")
}

/// Two memories of another age, one of today, and some that have the words of the requests.
fn aged() -> World {
    let world = World::new();
    for text in ["The data plan costs 20 euros.", "My notes are blue.", "Ida knows everything about ferns."] {
        world.ok(["inscribe", text]);
    }
    world
}

#[test]
fn all_of_ones_own_is_the_whole_scope_and_never_a_row_with_the_word() {
    for request in [
        "delete all my data", "erase everything you know about me", "everything about me", "wipe my memory",
        "start from scratch", "please forget everything I told you", "lösche alle meine Daten",
        "忘记关于我的一切",
    ] {
        let world = aged();
        let refused = run(&world, &["purge", request]);
        refused.refused(4, "nothing was changed");
        assert!(
            refused.stderr.contains("touches 3 memories (planner scope, confidence 1.00)"),
            "{refused:?}"
        );
        let done = run(&world, &["purge", request, "--yes", "--json"]);
        assert_eq!((done.code, world.live().len()), (Some(0), 0), "{request}: {done:?}");
    }
    let world = aged();
    assert_eq!(run(&world, &["release", "delete all my data", "--yes"]).code, Some(0));
    assert_eq!((world.live().len(), world.ids(&["--include", "all"]).len()), (0, 3));
    run(&world, &["purge", "delete all my data", "--yes", "--scope", "other"])
        .refused(3, "never held a memory");
}

#[test]
fn what_names_something_or_orders_nothing_never_takes_the_scope() {
    let world = aged();
    for request in [
        "delete all my data about the Lisbon trip",
        "everything about me and Ida",
        "I deleted all my data yesterday",
        "what happens if I delete all my data?",
        "don't delete all my data",
        "keep everything about me",
        "everything",
        "should I wipe my memory?",
        "if I leave, delete all my data",
        "all data centre notes",
    ] {
        let run = run(&world, &["purge", request, "--dry-run"]);
        assert!(!run.stdout.contains("planner scope"), "{request}: {run:?}");
        assert!(!run.stdout.contains("touches 3"), "{request}: {run:?}");
    }
    // A memory that says it word for word is that memory.
    world.ok(["inscribe", "Delete all my data."]);
    let run = run(&world, &["purge", "Delete all my data.", "--dry-run"]);
    assert!(run.stdout.contains("touches 1 memory"), "{run:?}");
}

#[test]
fn what_is_excepted_from_the_whole_scope_stays_and_is_shown() {
    let request = "delete all my data except the data plan";
    let world = aged();
    let refused = run(&world, &["purge", request, "--yes"]);
    refused.refused(4, "the plan is unsure");
    let shown = &refused.stderr;
    assert!(shown.contains("touches 2 memories (planner scope, confidence 0."), "{shown}");
    assert!(
        shown.contains("but \"the data plan\"") && shown.contains("is to stay: \"the data plan\""),
        "{shown}"
    );
    assert_eq!(world.live().len(), 3);
    let plan = world.json(["purge", request, "--dry-run"]);
    assert!(plan["confidence"].as_f64().unwrap() <= 0.9, "{plan}");
    assert_eq!(run(&world, &["purge", request, "--yes", "--min-confidence", "0.1"]).code, Some(0));
    assert_eq!(world.live(), ["The data plan costs 20 euros."]);
    // What nobody said stays nowhere, and the plan says so.
    let world = aged();
    let none = run(&world, &["purge", "forget everything but my blood type", "--dry-run"]);
    assert!(
        none.stdout.contains("touches 3") && none.stdout.contains("which nothing in it says"),
        "{none:?}"
    );
    assert!(none.stdout.contains("confidence 0.50"), "{none:?}");
    // What is out of recall stays too.
    world.ok(["release", "--id", &world.ids(&[])[0]]);
    assert_eq!(run(&world, &["purge", request, "--yes", "--min-confidence", "0.1"]).code, Some(0));
    assert_eq!(world.ids(&["--include", "all"]).len(), 1);
    run(&world, &["purge", "everything except the data plan"]).refused(2, "only what is to stay");
}

#[test]
fn before_takes_what_was_inscribed_before_and_not_at_the_time() {
    let world = aged();
    let created = |text: &str| {
        let listed = world.json(["list"]);
        let memories = listed["memories"].as_array().unwrap().clone();
        let one = memories.iter().find(|memory| memory["text"] == text).unwrap();
        one["created"].as_str().unwrap().to_owned()
    };
    let second = created("My notes are blue.");
    run(&world, &["purge", "--before", "2001-01-01"]).refused(3, "there is nothing to purge");
    run(&world, &["purge", "--older-than", "30d", "--yes"]).refused(3, "there is nothing to purge");
    run(&world, &["purge", "forget everything older than 30 days", "--yes"]).refused(3, "nothing to purge");
    run(&world, &["purge", "--before", &second]).refused(4, "nothing was changed");
    let plan = world.json(["release", "--before", &second, "--dry-run"]);
    assert_eq!(plan["mutation"]["target"], json!({ "before": second }));
    assert_eq!(plan["steps"].as_array().unwrap().len(), 1);
    assert_eq!(run(&world, &["purge", "--before", &second, "--yes"]).code, Some(0));
    assert_eq!(world.live(), ["My notes are blue.", "Ida knows everything about ferns."]);
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert_eq!(run(&world, &["release", "--older-than", "1s", "--yes"]).code, Some(0));
    assert!(world.live().is_empty());
    for args in [
        &["purge", "--before", "soon"][..],
        &["purge", "--older-than", "30"],
        &["purge", "--older-than=-3d"],
        &["purge", "--before", "2024-01-01", "--all"],
        &["purge", "fern", "--older-than", "3d"],
        &["pin", "--before", "2024-01-01"],
        &["supersede", "--before", "2024-01-01", "--with", "x"],
    ] {
        assert_eq!(run(&world, args).code, Some(2), "{args:?}");
    }
}

#[test]
fn a_memory_that_states_its_date_is_judged_by_that() {
    let world = World::new();
    for text in [
        "The boiler was serviced on 4 November 2023.",
        "The chimney was swept on 11 February 2024.",
        "The roof was patched on 30 June 2025.",
        "Nils rents the barn from 2022 to 2026.",
        "The gate is green.",
    ] {
        world.ok(["inscribe", text]);
    }
    let before = run(&world, &["purge", "everything from before 2024", "--dry-run"]);
    assert!(before.stdout.contains("touches 1 memory") && before.stdout.contains("boiler"), "{before:?}");
    // What begins before and ends after is spared, and makes the plan unsure.
    assert!(before.stdout.contains("spared") && before.stdout.contains("barn"), "{before:?}");
    run(&world, &["purge", "everything from before 2024", "--yes"]).refused(4, "the plan is unsure");
    world.ok(["purge", "--id", &world.ids(&[])[3]]);
    assert_eq!(run(&world, &["purge", "everything from before 2024", "--yes"]).code, Some(0));
    let older = run(&world, &["purge", "delete everything older than 1 January 2025", "--yes"]);
    assert_eq!(older.code, Some(0), "{older:?}");
    assert_eq!(world.live(), ["The roof was patched on 30 June 2025.", "The gate is green."]);
}

#[test]
fn of_a_whole_scope_the_first_memories_are_shown_and_the_rest_counted() {
    let world = World::new();
    let lines: String = (0..25).map(|number| format!("{{\"text\":\"Shed {number} is green.\"}}\n")).collect();
    assert_eq!(world.run_with(["inscribe", "--file", "-"], lines.as_bytes()).code, Some(0));
    for args in [["purge", "--all", "-n"], ["release", "wipe my memory", "-n"]] {
        let shown = run(&world, &args).stdout;
        assert!(shown.contains("touches 25 memories") && shown.contains("\n  and 5 more\n"), "{shown}");
        assert!(shown.contains("Shed 19 ") && !shown.contains("Shed 20 "), "{shown}");
    }
    let plan = world.json(["purge", "--all", "-n"]);
    assert_eq!(plan["steps"].as_array().unwrap().len(), 25);
}

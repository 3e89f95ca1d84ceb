//! What is asked before a change, and what happens without an answer.

use crate::support::World;

const BY_WORDS: [&[&str]; 9] = [
    &["supersede", "parking", "--with", "new"],
    &["release", "parking"],
    &["restore", "parking"],
    &["purge", "parking"],
    &["edit", "parking", "--to", "new"],
    &["pin", "parking"],
    &["unpin", "parking"],
    &["decay", "parking"],
    &["consolidate", "parking"],
];

/// A world in which each verb has something to do.
fn world_for(verb: &str) -> World {
    let world = World::with_memories();
    match verb {
        "restore" => drop(world.ok(["release", "parking", "--yes"])),
        "unpin" => drop(world.ok(["pin", "parking", "--yes"])),
        _ => {}
    }
    world
}

#[test]
fn by_words_nothing_happens_without_a_yes() {
    for args in BY_WORDS {
        let world = world_for(args[0]);
        let before = std::fs::read(world.db()).unwrap();
        let run = world.run_with(args, b"y\n");
        run.refused(4, "nothing was changed.\nhint: look at the plan with --dry-run");
        assert!(run.stderr.contains("The parking permit is P-17."), "{run:?}");
        assert_eq!(std::fs::read(world.db()).unwrap(), before, "{args:?}");
        let quiet = world.run([args, &["--quiet"]].concat());
        assert_eq!(quiet.stderr.lines().count(), 2, "{quiet:?}");
    }
}

#[test]
fn dry_run_shows_the_plan_and_changes_nothing() {
    for args in BY_WORDS {
        let world = world_for(args[0]);
        let before = std::fs::read(world.db()).unwrap();
        let run = world.run([args, &["--dry-run", "--yes"]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
        assert!(run.stdout.contains("The parking permit is P-17."), "{run:?}");
        let plan = world.json([args, &["-n"]].concat());
        assert_eq!((&plan["mutation"]["verb"], &plan["planner"]), (&args[0].into(), &"canonical".into()));
        assert_eq!(std::fs::read(world.db()).unwrap(), before, "{args:?}");
    }
}

#[test]
fn yes_applies_and_says_what_changed() {
    for args in BY_WORDS {
        let world = world_for(args[0]);
        let run = world.run([args, &["-y"]].concat());
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stdout.lines().any(|line| line.starts_with(args[0])), "{run:?}");
        assert!(run.stderr.contains(&format!("\n{}: 1 change", args[0])), "{run:?}");
        let seen = world.json(["log"]);
        let mut kinds = seen["events"].as_array().unwrap().iter().map(|event| &event["kind"]);
        let last = kinds.rfind(|kind| *kind != "receipt").unwrap();
        assert_eq!(last, args[0]);
    }
}

#[test]
fn an_empty_plan_is_a_code_of_its_own() {
    let world = World::with_memories();
    for args in
        [["release", "zebra"], ["purge", "zebra"], ["restore", "zebra"], ["pin", "zebra"], ["decay", "zebra"]]
    {
        world.run(args).refused(3, "nothing in default matches; there is nothing to");
        let dry = world.run([&args[..], &["--dry-run"]].concat());
        assert_eq!(dry.code, Some(3), "{dry:?}");
        assert!(dry.stdout.contains("touches 0 memories"), "{dry:?}");
        let json = world.run([&args[..], &["--json"]].concat());
        assert!(json.stderr.contains(r#""kind":"nothing-matched""#), "{json:?}");
    }
    world.run(["unpin", "parking", "--yes"]).refused(3, "stays as it is; there is nothing to unpin.");
    world.run(["release", "parking", "--scope", "other"]).refused(3, "the scope other never held a memory");
}

#[test]
fn a_whole_scope_is_asked_about_where_it_is_not_simply_undone() {
    let world = World::with_memories();
    for verb in ["release", "purge"] {
        world.run([verb, "--all"]).refused(4, "nothing was changed");
    }
    for verb in ["pin", "unpin", "decay", "consolidate", "decay"] {
        world.ok([verb, "--all"]);
    }
    world.ok(["release", "--all", "--yes"]);
    world.run(["restore", "--all"]).refused(4, "nothing was changed");
    world.ok(["restore", "--all", "--yes"]);
    world.ok(["inscribe", "elsewhere", "--scope", "other"]);
    let purged = world.json(["purge", "--all", "--yes"]);
    assert_eq!(purged["changes"].as_array().unwrap().len(), 3);
    assert_eq!(world.ids(&["--include", "all"]).len(), 0);
    assert_eq!(world.ids(&["--scope", "other"]).len(), 1);
}

#[test]
fn json_says_why_nothing_was_done() {
    let world = World::with_memories();
    let run = world.run(["purge", "parking", "--json"]);
    run.refused(4, "");
    let error: serde_json::Value = serde_json::from_str(&run.stderr).unwrap();
    assert_eq!(error["kind"], "not-confirmed");
}

//! Sure and unsure plans: the floor, and plans that are saved, read and applied.

use serde_json::Value;

use crate::support::{Run, World, finish, text_of};

/// Runs the command with the usual floor.
fn run(world: &World, args: &[&str]) -> Run {
    finish(world.command(args).env_remove("NEPENTHE_MIN_CONFIDENCE"), b"")
}

fn people() -> World {
    let world = World::new();
    for text in [
        "Sam Roe bought 3 kettles.", "Sam Roe and Ida Lund share the van.", "Ida Lund lives in Moss.",
        "Order 48213 was paid in cash.", "The PIN of the bike lock is 1184.",
    ] {
        world.ok(["inscribe", text]);
    }
    world
}

fn plan(world: &World, args: &[&str]) -> Value {
    let run = run(world, &[args, &["--dry-run", "--json"]].concat());
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn what_is_told_by_an_identifier_an_id_or_the_whole_scope_is_sure() {
    let world = people();
    let id = world.ids(&[])[2].clone();
    for (args, gone) in [
        (&["purge", "order 48213", "--yes"][..], "48213"),
        (&["purge", "--id", &id], "Moss"),
        (&["purge", "everything about Ida Lund", "--id", &id], ""),
        (&["purge", "--all", "--yes"], "Sam"),
    ] {
        let run = run(&world, args);
        match gone {
            "" => run.refused(2, "cannot be used with"),
            gone => {
                assert_eq!(run.code, Some(0), "{run:?}");
                assert!(!world.live().join(" ").contains(gone), "{args:?}");
            }
        }
    }
}

#[test]
fn a_full_name_that_edits_nothing_is_sure() {
    let world = World::new();
    world.ok(["inscribe", "Sam Roe bought 3 kettles."]);
    world.ok(["inscribe", "Ida Lund lives in Moss."]);
    let shown = plan(&world, &["purge", "everything about Sam Roe"]);
    assert_eq!((&shown["sure"], &shown["unsure"]), (&true.into(), &serde_json::json!([])), "{shown}");
    assert!(shown["confidence"].as_f64().unwrap() >= 0.95 && shown["min_confidence"] == 0.95);
    assert!(shown["steps"][0]["confidence"].as_f64().unwrap() >= 0.95, "{shown}");
    assert_eq!(run(&world, &["purge", "everything about Sam Roe", "--yes"]).code, Some(0));
    assert_eq!(world.live(), ["Ida Lund lives in Moss."]);
}

#[test]
fn an_unsure_plan_is_told_and_not_applied() {
    for args in [&["purge", "everything about Sam Roe"][..], &["purge", "the PIN of the garage"]] {
        let world = people();
        let before = std::fs::read(world.db()).unwrap();
        let shown = plan(&world, args);
        if shown["steps"].as_array().unwrap().is_empty() {
            continue;
        }
        assert_eq!(shown["sure"], false, "{shown}");
        let refused = run(&world, &[args, &["--yes"]].concat());
        refused.refused(4, "nepenthe: the plan is unsure: ");
        assert!(
            refused.stderr.contains("hint: ") && refused.stderr.contains("nepenthe apply FILE"),
            "{refused:?}"
        );
        for step in shown["steps"].as_array().unwrap() {
            assert!(refused.stderr.contains(&text_of(&step["memory"]["id"])), "{refused:?}");
        }
        let quiet = run(&world, &[args, &["--yes", "--quiet"]].concat());
        assert!(quiet.stderr.contains("because: "), "what it would do is never left out: {quiet:?}");
        let json = run(&world, &[args, &["--yes", "--json"]].concat());
        let (told, error): (Value, Value) =
            (serde_json::from_str(&json.stdout).unwrap(), serde_json::from_str(&json.stderr).unwrap());
        assert_eq!((json.code, &error["kind"], &told["sure"]), (Some(4), &"unsure".into(), &false.into()));
        assert_eq!(std::fs::read(world.db()).unwrap(), before);
        // Without a terminal nobody is asked, and that says why --yes will not do.
        run(&world, args).refused(4, "the plan is unsure, so --yes will not do");
        // A lower floor is consent too, as an option and as a variable.
        let lower = run(&world, &[args, &["--yes", "--min-confidence", "0"]].concat());
        assert_eq!(lower.code, Some(0), "{lower:?}");
    }
}

#[test]
fn the_floor_is_a_number_from_0_to_1() {
    let world = people();
    for floor in ["1.01", "-0.1", "NaN", "high", ""] {
        let option = format!("--min-confidence={floor}");
        run(&world, &["purge", "order 48213", "--yes", &option]).refused(2, "a number from 0 to 1");
    }
    assert_eq!(world.live().len(), 5);
    run(&world, &["purge", "order 48213", "--yes", "--min-confidence", "1"]).code.unwrap();
    let mut command = world.command(["purge", "everything about Sam Roe", "--yes"]);
    let run = finish(command.env("NEPENTHE_MIN_CONFIDENCE", "0.5"), b"");
    assert_eq!(run.code, Some(0), "{run:?}");
}

#[test]
fn what_can_be_undone_needs_less_and_a_restore_needs_none() {
    let world = people();
    assert_eq!(plan(&world, &["release", "everything about Sam Roe"])["min_confidence"], 0.5);
    assert_eq!(run(&world, &["release", "everything about Sam Roe", "--yes"]).code, Some(0));
    assert_eq!(plan(&world, &["restore", "everything about Sam Roe"])["min_confidence"], Value::Null);
    assert_eq!(run(&world, &["restore", "everything about Sam Roe", "--yes"]).code, Some(0));
    // A planner that cannot say how sure it is, is not.
    let published = ["purge", "the bike lock", "--planner", "published", "--yes"];
    run(&world, &published).refused(4, "it cannot say how sure it is");
}

#[test]
fn what_changes_depths_is_not_carried_out_where_it_is_unsure() {
    let world = people();
    for verb in ["decay", "pin", "unpin"] {
        let asked = [verb, "everything about Sam Roe", "--yes"];
        assert_eq!(plan(&world, &asked[..2])["min_confidence"], 0.9, "{verb}");
        let before = world.run(["list"]).stdout;
        // The plan is less sure than the whole of a certainty.
        run(&world, &[&asked[..], &["--min-confidence", "1"]].concat()).refused(4, "the plan is unsure");
        assert_eq!(world.run(["list"]).stdout, before, "{verb}");
        assert_eq!(run(&world, &[&asked[..], &["--min-confidence", "0.3"]].concat()).code, Some(0), "{verb}");
        assert_ne!(world.run(["list"]).stdout, before, "{verb}");
        // By id and of all there is nothing to be unsure of.
        assert_eq!(plan(&world, &[verb, "--all"])["min_confidence"], Value::Null, "{verb}");
    }
}

#[test]
fn a_plan_that_cannot_be_written_is_named_as_it_was_asked_for() {
    let world = people();
    for file in ["nowhere/p.json", "nepenthe.db/p.json"] {
        let refused = run(&world, &["purge", "everything about Sam Roe", "--plan", file]);
        assert_ne!(refused.code, Some(0), "{refused:?}");
        assert!(refused.stderr.contains(&format!("cannot write {file}: ")), "{refused:?}");
        assert!(!refused.stderr.contains(".part-"), "{refused:?}");
    }
}

#[test]
fn a_row_shows_what_the_floor_is_compared_with() {
    let world = World::new();
    world.ok(["inscribe", "Lena Voss rents the loft."]);
    let shown = run(&world, &["purge", "everything about Lena Voss", "--dry-run"]);
    let plan = plan(&world, &["purge", "everything about Lena Voss"]);
    let sure = plan["steps"][0]["confidence"].as_f64().unwrap();
    assert!(sure >= 0.95 && shown.stdout.contains(&format!("({:.0} %)", sure * 100.0)), "{sure} {shown:?}");
}

#[test]
fn a_plan_is_saved_and_applied_as_it_was_read() {
    let world = people();
    let args =
        ["purge", "everything about Sam Roe", "--basis", "objection", "--request", "T-7", "--plan", "p.json"];
    let saved = run(&world, &args);
    assert_eq!(saved.code, Some(0), "{saved:?}");
    assert!(saved.stdout.contains("touches 2 memories") && saved.stderr.contains("nothing was changed"));
    assert_eq!(world.live().len(), 5);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(world.path("p.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let file: Value = serde_json::from_slice(&std::fs::read(world.path("p.json")).unwrap()).unwrap();
    assert_eq!((&file["plan"]["scope"], &file["request"]), (&"default".into(), &"T-7".into()), "{file}");
    // What comes in meanwhile and would have been meant stays: the plan is what was read.
    world.ok(["inscribe", "Sam Roe rang."]);
    world.ok(["key", "new"]);
    let applied = run(&world, &["apply", "p.json", "--receipt", "r.txt"]);
    assert_eq!(applied.code, Some(0), "{applied:?}");
    assert!(applied.stderr.contains("p.json still holds the texts"), "{applied:?}");
    let live = world.live();
    assert!(
        live.contains(&"Ida Lund has the van.".to_owned()) && live.contains(&"Sam Roe rang.".to_owned()),
        "{live:?}"
    );
    assert!(!live.join(" ").contains("kettles"), "{live:?}");
    assert!(std::fs::read_to_string(world.path("r.txt")).unwrap().contains(r#""request":"T-7""#));
    // Once is enough.
    assert!([Some(6), Some(3)].contains(&run(&world, &["apply", "p.json"]).code));
    let there = run(&world, &args);
    there.refused(2, "p.json exists");
}

#[test]
fn other_changes_are_saved_and_applied_too() {
    let world = people();
    let id = world.ids(&[])[3].clone();
    for (args, live) in [
        (
            &["supersede", "where Ida Lund lives", "--with", "Ida Lund lives in Ulm."][..],
            "Ida Lund lives in Ulm.",
        ),
        (&["edit", "--id", &id, "--to", "Order 48213 was paid by card."], "Order 48213 was paid by card."),
    ] {
        let name = format!("{}.json", args[0]);
        assert_eq!(run(&world, &[args, &["--plan", &name]].concat()).code, Some(0));
        let applied = run(&world, &["apply", &name]);
        assert_eq!(applied.code, Some(0), "{applied:?}");
        assert!(world.live().contains(&live.to_owned()), "{:?}", world.live());
    }
    let stdin = std::fs::read(world.path("edit.json")).unwrap();
    world.run_with(["apply", "-"], &stdin).refused(6, "has changed since the plan was made");
}

#[test]
fn a_plan_that_is_not_the_saved_one_is_refused_whole() {
    let world = people();
    run(&world, &["purge", "everything about Sam Roe", "--plan", "p.json"]);
    let text = std::fs::read_to_string(world.path("p.json")).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let ids: Vec<String> =
        file["plan"]["steps"].as_array().unwrap().iter().map(|step| text_of(&step["memory"]["id"])).collect();
    let other = world.ids(&[]).into_iter().find(|id| !ids.contains(id)).unwrap();
    let altered = [
        text.replace(&ids[0], &other),
        text.replace("Ida Lund has the van.", "Ida Lund has the van now."),
        text.replace("everything about Sam Roe", "everything about Ida Lund"),
        text.replace("kettles", "bottles"),
        text.replacen("\"expires\":\"2", "\"expires\":\"3", 1),
        text.replace("\"purge\"", "\"release\""),
        text.replace("\"basis\":\"none\"", "\"basis\":\"security\""),
    ];
    for altered in altered {
        assert_ne!(altered, text);
        world.write("q.json", &altered);
        run(&world, &["apply", "q.json"])
            .refused(2, "the saved plan is not as it was made; nothing was changed");
    }
    for none in ["", "{}", "[]", "no plan", &text[..text.len() / 2]] {
        world.write("q.json", none);
        run(&world, &["apply", "q.json"]).refused(2, "q.json is no plan");
    }
    run(&world, &["apply", "none.json"]).refused(1, "cannot read none.json");
    run(&world, &["apply", "p.json", "--scope", "other"]).refused(2, "made in another scope");
    world.ok(["inscribe", "elsewhere", "--db", "other.db"]);
    run(&world, &["apply", "p.json", "--db", "other.db"]).refused(2, "made in another store");
    // A row that changed since.
    world.ok(["pin", "--id", &ids[1]]);
    run(&world, &["apply", "p.json"]).refused(6, "has changed since the plan was made");
    assert_eq!(world.live().len(), 5);
}

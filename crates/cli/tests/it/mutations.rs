//! `supersede`, `release`, `restore`, `purge`, `edit`, `pin`, `unpin`, `decay`, `consolidate`: what each changes.

use serde_json::json;

use crate::support::World;

/// The one memory that a query finds, whatever its state.
fn found(world: &World, query: &str) -> serde_json::Value {
    world.json(["recall", query, "-k", "1", "--include", "all"])["hits"][0].clone()
}

#[test]
fn release_and_restore_undo_each_other() {
    let world = World::with_memories();
    let outcome = world.json(["release", "parking", "--yes"]);
    assert_eq!(outcome["changes"][0]["kind"], "release");
    assert_eq!(found(&world, "parking")["state"], "released");
    let line = world.ok(["restore", "parking", "--yes"]);
    assert!(line.starts_with("restore ") && line.ends_with("0.000 -> 1.000\n"), "{line}");
    assert_eq!(found(&world, "parking")["state"], "live");
}

#[test]
fn purge_leaves_nothing_but_events() {
    let world = World::with_memories();
    let id = found(&world, "parking")["id"].as_str().unwrap().to_owned();
    let outcome = world.json(["purge", "parking", "--yes"]);
    assert_eq!(outcome["changes"][0]["depth_after"], json!(null));
    assert_eq!(world.ids(&["--include", "all"]).len(), 2);
    let history = world.json(["history", &id]);
    let events = history["events"].as_array().unwrap();
    assert_eq!(events.len(), 2);
    assert!(events.iter().all(|event| event["text"].is_null()), "{history}");
    world.run(["restore", "--id", &id]).refused(3, "there is no memory");
}

#[test]
fn supersede_links_the_new_to_the_old() {
    let world = World::with_memories();
    let args =
        ["supersede", "where Alice works", "--with", "Alice works at Hooli.", "--source", "chat-43", "--yes"];
    let new = world.json(args)["inscribed"].as_str().unwrap().to_owned();
    assert_eq!(found(&world, "Hooli")["source"], "chat-43");
    assert_eq!(found(&world, "Initech")["state"], "superseded");
    let blame = world.json(["blame", "Hooli"]);
    assert_eq!(blame["memories"][0]["superseded_by"][0]["id"], new);
}

#[test]
fn a_supersede_that_matches_nothing_inscribes() {
    let world = World::with_memories();
    let line = world.ok(["supersede", "zebra", "--with", "Zebras are striped.", "--yes"]);
    assert!(line.starts_with("inscribe ") && line.lines().count() == 1, "{line}");
    assert_eq!(world.live().len(), 4);
}

#[test]
fn edit_replaces_one_text() {
    let world = World::with_memories();
    world.ok(["edit", "parking permit", "--to", "The parking permit is P-18.", "--yes"]);
    assert_eq!(found(&world, "P-18")["state"], "live");
    assert_eq!(world.ids(&["--include", "all"]).len(), 3);
    let ids = world.ids(&[]);
    world.run(["edit", "--id", &ids[0], "--id", &ids[1], "--to", "a"]).refused(2, "edit needs one target");
    world.run(["edit", "--id", &ids[0], "--to", " "]).refused(2, "the text is empty or blank.");
    world.run(["edit", "--all", "--to", "a"]).refused(2, "--all");
    world.run(["supersede", "--id", &ids[0], "--with", ""]).refused(2, "the text is empty or blank.");
}

#[test]
fn pinned_memories_do_not_decay() {
    let world = World::with_memories();
    world.ok(["pin", "parking", "--yes"]);
    assert_eq!(found(&world, "parking")["depth"], "pinned");
    let outcome = world.json(["decay"]);
    assert_eq!(outcome["changes"].as_array().unwrap().len(), 2);
    assert_eq!(found(&world, "coffee")["depth"], 0.5);
    world.ok(["unpin", "--all"]);
    assert_eq!(found(&world, "parking")["depth"], 1.0);
    world.ok(["decay", "coffee", "--yes"]);
    assert_eq!(found(&world, "coffee")["depth"], 0.25);
}

#[test]
fn consolidate_sinks_by_age() {
    let world = World::with_memories();
    let outcome = world.json(["consolidate", "--tau", "1ms"]);
    assert_eq!(outcome["changes"].as_array().unwrap().len(), 3);
    assert!(found(&world, "coffee")["depth"].as_f64().unwrap() < 1.0);
    for tau in ["0s", "-7d", "7", "long"] {
        world.run(["consolidate", &format!("--tau={tau}")]).refused(2, "is no duration");
    }
    world.run(["consolidate", "--promote-depth", "NaN"]).refused(2, "the depth for promotion");
}

#[test]
fn ids_are_taken_as_they_are_named() {
    let world = World::with_memories();
    let ids = world.ids(&[]);
    let outcome = world.json(["release", "--id", &ids[0], "--id", &ids[2]]);
    assert_eq!(outcome["changes"].as_array().unwrap().len(), 2);
    assert_eq!(world.live(), ["The parking permit is P-17."]);
    world.run(["release", "--id", &ids[0]]).refused(3, "there is nothing to release.");
    world.ok(["purge", "--id", &ids[1]]);
    assert!(world.live().is_empty());
}

#[test]
fn ids_that_name_nothing_here_are_refused_and_nothing_is_changed() {
    let world = World::with_memories();
    let id = world.ids(&[])[0].clone();
    let unknown = "0192f0c1-2b3c-7d4e-8f50-112233445566";
    for verb in ["release", "restore", "purge", "pin", "unpin", "decay", "consolidate"] {
        world.run([verb, "--id", unknown]).refused(3, "hint: see `nepenthe list --include all`");
        world.run([verb, "--id", &id, "--scope", "other"]).refused(3, "there is no memory");
        world.run([verb, "--id", &id[1..]]).refused(2, "is not a memory id");
        world.run([verb, "--id", &id.to_uppercase().replace('-', "")]).refused(2, "is not a memory id");
        world.run([verb, &id]).refused(2, "this is the id of a memory; write --id before it");
    }
    world.run(["purge", "--id", &id, "--id", unknown]).refused(3, "there is no memory");
    world.run(["history", unknown]).refused(3, "there is no memory");
    world.run(["history", &id, "--scope", "other"]).refused(3, "there is no memory");
    assert_eq!(world.live().len(), 3);
}

#[test]
fn a_target_is_needed_and_only_one() {
    let world = World::with_memories();
    let id = world.ids(&[])[0].clone();
    for verb in ["release", "restore", "purge", "pin", "unpin"] {
        world.run([verb]).refused(2, "required");
        world.run([verb, "parking", "--all"]).refused(2, "cannot be used with");
        world.run([verb, "parking", "--id", &id]).refused(2, "cannot be used with");
        world.run([verb, " "]).refused(2, "say in words");
    }
    world.run(["supersede", "--with", "a"]).refused(2, "required");
    world.run(["supersede", "a"]).refused(2, "--with");
    world.run(["edit", "a"]).refused(2, "--to");
}

#[test]
fn a_supersede_names_no_memory_that_is_at_0_percent_and_a_purge_does() {
    let world = World::new();
    for text in [
        "+1 555 010 0199 is the office.", "+1 555 010 0191 is the garage.",
        "sam.roe@acme.example is Sam's address.", "sam.rae@acme.example is another's.",
        "The badge of Ida is B-1201.", "The badge of Olga is B-1202.",
    ] {
        world.ok(["inscribe", text]);
    }
    let mut spared = 0;
    for words in ["+15550100199", "sam.roe@acme.example", "B-1201", "the badge B-1202", "+1 (555) 010-0191"] {
        let purge = world.ok(["purge", words, "-n"]);
        spared += purge.matches("(0 %)").count();
        let supersede = world.ok(["supersede", words, "--with", "It is all new.", "-n"]);
        assert!(!supersede.contains("(0 %)"), "{words}: {supersede}");
        assert!(supersede.contains("inscribe    \"It is all new.\""), "{words}: {supersede}");
    }
    assert!(spared >= 3, "{spared}");
}

#[test]
fn a_request_is_named_by_a_number_and_by_nothing_that_may_be_of_a_person() {
    let world = World::with_memories();
    for request in [
        "sam@roe.example", "Sam Roe", "+15550100199", "555-0199", "T-1192 Sam", "T-1192@acme.example",
        "SAMROE-1", "T-12345678", "DE89-3704", "1985-03-12", "t-1192", "T1192", "Т-1192", "T-1192\n", "",
        "-",
    ] {
        for option in ["--request", "--reference"] {
            let verb: &[&str] = match option {
                "--request" => &["purge", "parking", "-y"],
                _ => &["inscribe", "x", "--returning", "admit", "--reason", "mistake"],
            };
            let run = world.run([verb, &[&format!("{option}={request}")]].concat());
            run.refused(2, "");
            assert!(request.len() < 4 || !run.stderr.contains(request), "{request}: {run:?}");
        }
    }
    assert_eq!(world.live().len(), 3);
    // Nor by one that says itself what is erased.
    world.ok(["inscribe", "The file of Ms Roe is ROE-1985."]);
    world.run(["purge", "Ms Roe", "-y", "--request", "ROE-7"]).refused(7, "");
    world.run(["purge", "Ms Roe", "-y", "--request", "T-1985"]).refused(7, "");
    world.ok(["purge", "Ms Roe", "-y", "--request", "T-1192"]);
}

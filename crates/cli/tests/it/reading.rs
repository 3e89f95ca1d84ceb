//! `list`, `history`, `blame`, `log`, `stats`: what happened, and what there is.

use crate::support::World;

#[test]
fn list_shows_what_is_asked_for() {
    let world = World::with_memories();
    world.ok(["release", "parking", "--yes"]);
    world.ok(["inscribe", "old", "--expires", "2000-01-01"]);
    assert_eq!(world.ids(&[]).len(), 2);
    assert_eq!(world.ids(&["--include", "submerged"]).len(), 3);
    let all = world.ok(["list", "--include", "all"]);
    assert_eq!(all.lines().count(), 4);
    assert!(all.contains("released") && all.contains("expired"), "{all}");
    let empty = world.run(["list", "--scope", "other"]);
    assert_eq!((empty.code, empty.stdout.as_str()), (Some(0), ""));
    world.run(["list", "--include", "some"]).refused(2, "possible values: live, submerged, all");
}

#[test]
fn history_tells_each_event_with_its_text() {
    let world = World::new();
    world.ok(["inscribe", "first", "--actor", "ann"]);
    let id = world.ids(&[])[0].clone();
    world.ok(["edit", "--id", &id, "--to", "second", "--actor", "bob"]);
    let told = world.ok(["history", &id]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 4, "{told}");
    assert!(lines[0].contains("inscribe") && lines[0].ends_with("ann"), "{told}");
    assert_eq!((lines[1].trim(), lines[3].trim()), ("first", "second"));
    world.run(["history", "x"]).refused(2, "is not a memory id");
    world.run(["history"]).refused(2, "<ID>");
}

#[test]
fn blame_follows_the_chain_from_either_end() {
    let world = World::new();
    world.ok(["inscribe", "Alice works at Initech."]);
    world.ok(["supersede", "Alice works", "--with", "Alice works at Hooli.", "--yes"]);
    world.ok(["supersede", "Alice works", "--with", "Alice works at Pied Piper.", "--yes"]);
    for words in ["Initech", "Hooli", "Piper"] {
        let told = world.ok(["blame", words]);
        let told: Vec<&str> = told.lines().collect();
        assert_eq!(told.len(), 5, "{told:?}");
        assert!(
            told[0].contains("Initech") && told[1].contains("superseded by") && told[4].contains("Piper")
        );
    }
    let id = world.ids(&[])[0].clone();
    assert_eq!(world.json(["blame", &id])["memories"].as_array().unwrap().len(), 3);
    world.run(["blame", "zebra"]).refused(3, "nothing in default matches.");
    world.run(["blame", " "]).refused(2, "name a memory");
    world.run(["blame", "0192f0c1-2b3c-7d4e-8f50-112233445566"]).refused(3, "there is no memory");
}

#[test]
fn log_can_be_read_in_parts() {
    let world = World::with_memories();
    world.ok(["release", "parking", "--yes"]);
    assert_eq!(world.ok(["log"]).lines().count(), 4);
    let kinds = |args: &[&str]| -> Vec<String> {
        let logged = world.json([&["log"], args].concat());
        logged["events"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| event["kind"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(kinds(&["--after", "2"]), ["inscribe", "release"]);
    assert_eq!(kinds(&["--after", "1", "--limit", "1"]), ["inscribe"]);
    assert_eq!(kinds(&["--limit", "0"]).len(), 0);
    assert_eq!(kinds(&["--since", "2000-01-01"]).len(), 4);
    assert_eq!(kinds(&["--until", "2000-01-01"]).len(), 0);
    assert_eq!(kinds(&["--scope", "other"]).len(), 0);
    world.run(["log", "--since", "noon"]).refused(2, "is no time");
    world.run(["log", "--after", "-1"]).refused(2, "--after");
}

#[test]
fn the_log_names_the_actor() {
    let world = World::new();
    world.ok(["inscribe", "a"]);
    world.ok(["inscribe", "b", "--actor", "Zoë"]);
    let logged = world.json(["log"]);
    assert_eq!(
        (&logged["events"][0]["actor"], &logged["events"][1]["actor"]),
        (&"cli".into(), &"Zoë".into())
    );
    world.run(["inscribe", "c", "--actor", ""]).refused(2, "--actor");
}

#[test]
fn stats_count_by_state() {
    let world = World::with_memories();
    world.ok(["release", "parking", "--yes"]);
    world.ok(["pin", "coffee", "--yes"]);
    let told = world.ok(["stats"]);
    for line in ["live        1", "pinned      1", "released    1", "events      5", "embedder    none"] {
        assert!(told.contains(line), "{line:?} is not in {told}");
    }
    assert_eq!(world.json(["stats", "--scope", "other"])["events"], 0);
}

#[test]
fn scopes_do_not_see_each_other() {
    let world = World::with_memories();
    world.ok(["inscribe", "elsewhere", "--scope", "acme/alice"]);
    assert_eq!(world.live().len(), 3);
    assert_eq!(world.ids(&["--scope", "acme/alice"]).len(), 1);
    assert_eq!(world.ids(&["--scope", "acme"]).len(), 0);
    assert_eq!(world.ids(&["--scope", "Default"]).len(), 0);
}

#[test]
fn reading_neither_makes_nor_changes_a_store() {
    let world = World::with_memories();
    let id = world.ids(&[])[0].clone();
    let before = std::fs::read(world.db()).unwrap();
    let reading: [&[&str]; 9] = [
        &["recall", "parking"],
        &["list", "--include", "all"],
        &["history", &id],
        &["blame", "parking"],
        &["log"],
        &["stats"],
        &["export", "out.jsonl", "--force"],
        &["check"],
        &["purge", "parking", "--dry-run"],
    ];
    for args in reading {
        world.ok(args);
        assert_eq!(std::fs::read(world.db()).unwrap(), before, "{args:?}");
        let run = world.run([args, &["--db", "other.db"]].concat());
        run.refused(3, "there is no store at other.db.\nhint: run `nepenthe inscribe` first, or name the store with --db");
        assert!(!world.path("other.db").exists(), "{args:?}");
    }
    for args in
        [&["purge", "a", "--yes"][..], &["supersede", "a", "--with", "b", "--yes"], &["reembed"], &["decay"]]
    {
        world.run([args, &["--db", "other.db"]].concat()).refused(3, "there is no store at other.db.");
        assert!(!world.path("other.db").exists(), "{args:?}");
    }
}

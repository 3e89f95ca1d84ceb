//! A byte order mark belongs to a file, not to what it holds: every reader takes it away.

use std::fs;

use crate::support::{World, finish};

const MARK: &str = "\u{feff}";

/// Puts a mark before a file that is there.
fn mark(world: &World, name: &str) {
    let bytes = fs::read(world.path(name)).unwrap();
    fs::write(world.path(name), [MARK.as_bytes(), &bytes].concat()).unwrap();
}

#[test]
fn texts_lines_and_exports_lose_their_mark() {
    let world = World::new();
    let run = |args: &[&str], stdin: &str| {
        let run = world.run_with(args, format!("{MARK}{stdin}").as_bytes());
        assert_eq!(run.code, Some(0), "{args:?}: {run:?}");
        run.stdout
    };
    run(&["inscribe"], "Alice works at Initech.\n");
    run(&["inscribe", "-"], "The permit is P-17.");
    run(&["inscribe", "--lines"], "one\r\n\r\ntwo\n");
    run(&["inscribe", "--file", "-"], "{\"text\": \"three\"}\n");
    world.write("notes.txt", format!("{MARK}four\nfive\n"));
    world.ok(["inscribe", "--lines", "--file", "notes.txt"]);
    run(&["edit", "the permit", "--to", "-", "-y"], "The permit is P-18.\n");
    assert!(run(&["recall", "-"], "permit").contains("P-18"));
    run(&["release", "-", "-y"], "the permit");
    assert_eq!(world.live(), ["Alice works at Initech.", "one", "two", "three", "four", "five"]);
    // Inside a text, and in an argument, it is a character as others are.
    world.ok(["inscribe", &format!("{MARK}six")]);
    run(&["inscribe"], &format!("se{MARK}ven"));
    assert_eq!(world.live()[6..], [format!("{MARK}six"), format!("se{MARK}ven")]);

    world.ok(["export", "all.jsonl"]);
    mark(&world, "all.jsonl");
    world.ok(["import", "all.jsonl", "--db", "other.db"]);
    assert_eq!(world.ok(["export"]), world.ok(["export", "--db", "other.db"]));
    let bytes = fs::read(world.path("all.jsonl")).unwrap();
    assert_eq!(world.run_with(["import", "-", "--db", "third.db"], &bytes).code, Some(0));
    // At the beginning alone.
    let line = fs::read_to_string(world.path("all.jsonl")).unwrap();
    world.write("all.jsonl", format!("\n{line}"));
    world.run(["import", "all.jsonl", "--db", "fourth.db"]).refused(2, "all.jsonl, line 2:");
    let mut lines = fs::read_to_string(world.path("notes.txt")).unwrap();
    lines += &format!("{MARK}\n");
    world.write("notes.txt", lines);
    assert_eq!(world.ok(["inscribe", "--lines", "--file", "notes.txt", "--db", "n.db"]).lines().count(), 2);
}

#[test]
fn keys_receipts_checkpoints_and_openings_are_read_behind_a_mark() {
    let world = World::with_memories();
    world.ok(["key", "new", "--key-file", "key"]);
    world.write("pub", world.ok(["key", "show", "--key-file", "key"]));
    world.write("then", world.ok(["checkpoint", "--key-file", "key"]));
    world.ok(["backup", "create", "old.db"]);
    mark(&world, "key");
    world.ok(["purge", "parking", "-y", "--key-file", "key", "--receipt", "r.txt", "--openings", "o.jsonl"]);
    let opening = fs::read_to_string(world.path("o.jsonl")).unwrap();
    world.write("o.jsonl", opening.replace('}', ",\"text\":\"The parking permit is P-17.\"}"));
    for name in ["pub", "then", "r.txt", "o.jsonl"] {
        mark(&world, name);
    }
    world.ok(["verify", "r.txt", "--key", "pub", "--openings", "o.jsonl"]);
    world.ok(["check", "--checkpoint", "then"]);
    world.ok(["backup", "restore", "old.db", "--db", "new.db", "--receipts", "r.txt", "--key", "pub"]);
    world.ok(["key", "rotate", "--key-file", "key"]);

    world.ok(["key", "master", "m"]);
    mark(&world, "m");
    world.ok(["inscribe", "x", "--db", "sealed.db", "--master-key", "m"]);
    assert_eq!(world.ok(["list", "--db", "sealed.db", "--master-key", "m"]).lines().count(), 1);

    // The second implementation, too.
    let mut python = std::process::Command::new("python3");
    python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/verify_receipt.py"));
    python.args(["r.txt", "--key", "pub"]);
    world.prepare(&mut python);
    let run = finish(&mut python, b"");
    assert_eq!((run.code, run.stdout.ends_with("The receipt holds.\n")), (Some(0), true), "{run:?}");
}

#[test]
fn a_key_of_the_second_implementation_is_typed_or_in_a_file() {
    let world = World::with_memories();
    world.ok(["key", "new", "--key-file", "key"]);
    let public = world.ok(["key", "show", "--key-file", "key"]);
    world.write("pub", &public);
    world.ok(["key", "new", "--key-file", "stranger"]);
    let stranger = world.ok(["key", "show", "--key-file", "stranger"]);
    world.write("stranger.pub", &stranger);
    world.write("both.pub", format!("{stranger}\n  {public}"));
    world.write("none.pub", "no key\n");
    world.ok(["purge", "parking", "-y", "--key-file", "key", "--receipt", "r.txt"]);
    let verify = |key: &str| {
        let mut python = std::process::Command::new("python3");
        python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/verify_receipt.py"));
        python.args(["r.txt", "--key", key]);
        world.prepare(&mut python);
        finish(&mut python, b"")
    };
    for (key, code) in [
        ("pub", 0),
        ("./pub", 0),
        ("both.pub", 0),
        (public.trim(), 0),
        ("stranger.pub", 1),
        (stranger.trim(), 1),
        ("none.pub", 2),
        ("nowhere.pub", 2),
        ("", 2),
    ] {
        let run = verify(key);
        assert_eq!(run.code, Some(code), "{key}: {run:?}");
        // Both say the same of each.
        let ours = world.run(["verify", "r.txt", "--key", key]);
        let expected = match code {
            1 => 5,
            code => code,
        };
        assert_eq!(ours.code, Some(expected), "{key}: {ours:?}");
    }
    let secret = fs::read_to_string(world.path("key")).unwrap();
    for key in [secret.trim(), &"PRIVATE+KEY+CANARYxq77".repeat(40), "a\nb"] {
        let run = verify(key);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(!run.stderr.contains(key) && !run.stderr.contains("CANARY"), "{run:?}");
    }
    let run = verify("none.pub");
    assert!(run.stderr.contains("none.pub, line 1: no public key"), "{run:?}");
}

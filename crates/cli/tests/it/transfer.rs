//! `export` and `import`.

use crate::support::World;

#[test]
fn an_export_comes_back_as_it_was() {
    let world = World::with_memories();
    world.ok(["release", "parking", "--yes"]);
    world.ok(["supersede", "Alice works", "--with", "Alice works at Hooli.", "--yes"]);
    let run = world.run(["export", "out.jsonl"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
    assert!(run.stderr.contains("4 memories of default exported."), "{run:?}");
    let lines = std::fs::read_to_string(world.path("out.jsonl")).unwrap();
    assert_eq!(world.ok(["export"]), lines);
    assert_eq!(world.ok(["export", "-", "--json"]), lines);

    let other = ["--db", "copy.db", "--scope", "b/c"];
    let imported = world.json([&["import", "out.jsonl"], &other[..]].concat());
    assert_eq!((&imported["imported"], &imported["skipped"]), (&4.into(), &serde_json::json!([])));
    assert_eq!(world.ok([&["export"], &other[..]].concat()), lines);
    let again = world.ok([&["import", "out.jsonl"], &other[..]].concat());
    assert_eq!(again.lines().filter(|line| line.ends_with("  unchanged")).count(), 4);
    assert_eq!(world.run_with([&["import", "-"], &other[..]].concat(), lines.as_bytes()).code, Some(0));
}

#[test]
fn what_was_purged_does_not_come_back() {
    let world = World::with_memories();
    world.ok(["export", "out.jsonl"]);
    world.ok(["purge", "parking", "--yes"]);
    let told = world.ok(["import", "out.jsonl"]);
    assert_eq!(told.lines().filter(|line| line.ends_with("  purged")).count(), 1, "{told}");
    assert_eq!(world.live().len(), 2);
}

#[test]
fn a_file_is_not_overwritten_unasked() {
    let world = World::with_memories();
    world.write("out.jsonl", "precious");
    world.run(["export", "out.jsonl"]).refused(2, "exists.\nhint: add --force");
    assert_eq!(std::fs::read_to_string(world.path("out.jsonl")).unwrap(), "precious");
    world.ok(["export", "out.jsonl", "--force"]);
    assert_eq!(std::fs::read_to_string(world.path("out.jsonl")).unwrap().lines().count(), 3);
}

#[test]
fn an_export_leaves_the_store_and_folders_alone() {
    let world = World::with_memories();
    std::fs::create_dir(world.path("folder")).unwrap();
    world.run(["export", "nepenthe.db", "--force"]).refused(2, "is the store itself.");
    world.run(["export", "./folder/../nepenthe.db", "--force"]).refused(2, "is the store itself.");
    world.run(["export", "folder", "--force"]).refused(2, "is no regular file.");
    world.run(["export", "missing/out.jsonl"]).refused(1, "cannot write missing/out.jsonl");
    world.run(["export", ""]).refused(2, "the path is empty");
    world.ok(["check"]);
    let names: Vec<String> = std::fs::read_dir(world.path("."))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains(".part-"))
        .collect();
    assert!(names.is_empty(), "{names:?}");
}

#[test]
fn a_bad_file_is_named_and_leaves_no_store() {
    let world = World::with_memories();
    let good = world.ok(["export"]);
    let first = good.lines().next().unwrap();
    for (bad, problem) in [
        ("{}".to_owned(), "line 2: missing field"),
        ("nonsense".to_owned(), "line 2: expected"),
        (r#"{"text": "a"}"#.to_owned(), "line 2: "),
        (first.to_owned(), "stands in the file twice"),
        (first.replace("Initech", "\\ud800"), "line 2: "),
        (first.replace("\"nepenthe\":1", "\"nepenthe\":9"), "line 2: "),
    ] {
        world.write("bad.jsonl", format!("{first}\n{bad}\n"));
        for db in ["new.db", "nepenthe.db"] {
            let run = world.run(["import", "bad.jsonl", "--db", db]);
            run.refused(2, problem);
            assert!(run.stderr.contains("bad.jsonl, line 2"), "{run:?}");
        }
    }
    assert!(!world.path("new.db").exists());
    world.run(["import", "none.jsonl"]).refused(1, "cannot read none.jsonl");
    world.run(["import"]).refused(2, "<FILE>");
    assert_eq!(world.live().len(), 3);
}

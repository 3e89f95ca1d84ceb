//! Files that are no stores, stores that are damaged, and places where nothing may be written.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::support::{NEPENTHE, Run, World, finish, skip, sqlite};

/// Reading, and writing three ways: none of them may change a file that is no sound store of ours.
const COMMANDS: [&[&str]; 6] =
    [&["recall", "a"], &["list"], &["inscribe", "a"], &["purge", "a", "--yes"], &["reembed"], &["check"]];

fn all_refuse(world: &World, code: i32, words: &str) {
    let before = std::fs::read(world.db()).unwrap();
    for args in COMMANDS {
        world.run(args).refused(code, words);
        assert_eq!(std::fs::read(world.db()).unwrap(), before, "{args:?}");
    }
}

#[test]
fn another_kind_of_file_is_left_alone() {
    let world = World::new();
    world.write(
        "nepenthe.db",
        "these are my notes, and they are long enough to be no header at all\n".repeat(100),
    );
    all_refuse(
        &world,
        1,
        "nepenthe.db is not a SQLite file, so it is no store.\nhint: name another file with --db.",
    );
}

#[test]
fn another_programs_database_is_left_alone() {
    let world = World::new();
    sqlite(&world.db()).execute_batch("CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 1").unwrap();
    all_refuse(&world, 1, "another program's, not a Nepenthe store.\nhint: name another file with --db.");
}

#[test]
fn a_newer_store_is_left_alone() {
    let world = World::with_memories();
    sqlite(&world.db()).execute_batch("PRAGMA user_version = 99").unwrap();
    all_refuse(&world, 1, "format version 99");
}

#[test]
fn a_folder_is_no_store() {
    let world = World::new();
    std::fs::create_dir(world.db()).unwrap();
    for args in COMMANDS {
        let run = world.run(args);
        run.refused(1, "nepenthe.db");
    }
    for args in [&["list"][..], &["inscribe", "a"]] {
        world
            .run([args, &["--db", "missing/x.db"]].concat())
            .refused(if args[0] == "list" { 3 } else { 1 }, "missing/x.db");
    }
}

#[test]
fn an_empty_file_is_no_store_yet() {
    let world = World::new();
    world.write("nepenthe.db", "");
    world.run(["list"]).refused(3, "there is no store at nepenthe.db.");
    world.ok(["inscribe", "a"]);
    assert!(world.ok(["list"]).ends_with("  a\n"));
}

#[test]
fn a_truncated_store_is_said_to_be_damaged() {
    let whole = World::with_memories();
    let bytes = std::fs::read(whole.db()).unwrap();
    for part in [100, 4096, 16_384, bytes.len() / 2, bytes.len() - 16_384] {
        let world = World::new();
        world.write("nepenthe.db", &bytes[..part]);
        for args in [&["list"][..], &["inscribe", "a"], &["check"]] {
            let run = world.run(args);
            assert!(matches!(run.code, Some(1 | 5)), "{part} {args:?}: {run:?}");
            assert!(
                !run.stderr.contains("panicked") && run.stderr.ends_with(".\n"),
                "{part} {args:?}: {run:?}"
            );
        }
    }
}

#[test]
fn a_medium_that_cannot_be_written_can_be_read() {
    let world = World::with_memories();
    let folder = world.path(".");
    // The store was closed by its writer, so nothing lies beside it.
    std::fs::set_permissions(world.db(), Permissions::from_mode(0o444)).unwrap();
    std::fs::set_permissions(&folder, Permissions::from_mode(0o555)).unwrap();
    if let Some(run) = as_nobody(&world, &["recall", "parking"]) {
        assert!(run.code == Some(0) && run.stdout.contains("P-17"), "{run:?}");
        for args in
            [&["inscribe", "a"][..], &["purge", "parking", "--yes"], &["recall", "parking", "--count"]]
        {
            let run = as_nobody(&world, args).unwrap();
            assert_eq!(run.code, Some(1), "{args:?}: {run:?}");
            assert!(run.stderr.contains("hint: give this user the right to write"), "{args:?}: {run:?}");
        }
        let run = as_nobody(&world, &["inscribe", "a", "--db", "new.db"]).unwrap();
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
        let run = as_nobody(&world, &["export", "out.jsonl"]).unwrap();
        run.refused(1, "cannot write out.jsonl: ");
    }
    std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    std::fs::set_permissions(world.db(), Permissions::from_mode(0o600)).unwrap();
    if let Some(run) = as_nobody(&world, &["list"]) {
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.stderr.contains("nepenthe.db"), "{run:?}");
    }
}

/// Runs the command as somebody whom permissions bind; root is not.
fn as_nobody(world: &World, args: &[&str]) -> Option<Run> {
    if std::fs::metadata("/proc/self").is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) != 0) {
        return Some(world.run(args));
    }
    let nobody = |args: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups", NEPENTHE]).args(args);
        world.prepare(&mut command);
        command
    };
    if !nobody(&["--version"]).output().is_ok_and(|output| output.status.success()) {
        skip("`setpriv` cannot run the command as another user here");
        return None;
    }
    Some(finish(&mut nobody(args), b""))
}

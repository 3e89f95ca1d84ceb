//! Who may read the files that the command makes: their owner alone, whatever the umask.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::json::is;
use crate::support::{NEPENTHE, Run, World, finish};

/// Runs the command under a umask that takes no right away.
fn open_handed(world: &World, args: &[&str]) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", r#"umask 000; exec "$0" "$@""#, NEPENTHE]).args(args);
    world.prepare(&mut command);
    let run = finish(&mut command, b"");
    assert_eq!(run.code, Some(0), "{args:?}: {run:?}");
    run
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Everything in the folder that is a file, with its mode.
fn modes(world: &World) -> Vec<(String, u32)> {
    let entries = fs::read_dir(world.path("")).unwrap().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    let mut found: Vec<_> =
        files.map(|file| (file.file_name().into_string().unwrap(), mode(&file.path()))).collect();
    found.sort_unstable();
    found
}

#[test]
fn what_holds_memories_or_keys_is_its_owner_s_alone_under_any_umask() {
    let world = World::new();
    open_handed(&world, &["key", "new", "--key-file", "key"]);
    open_handed(&world, &["key", "master", "master"]);
    for text in ["The locker is 7741.", "The parking permit is P-17."] {
        open_handed(&world, &["inscribe", text]);
        open_handed(&world, &["inscribe", text, "--db", "sealed.db", "--master-key", "master"]);
    }
    open_handed(&world, &["export", "out.jsonl"]);
    let purge =
        ["purge", "parking", "-y", "--key-file", "key", "--receipt", "r.txt", "--openings", "o.jsonl"];
    open_handed(&world, &purge);
    open_handed(&world, &["receipt", "last", "again.txt", "--key-file", "key"]);
    open_handed(&world, &["import", "out.jsonl", "--db", "imported.db"]);
    for (db, to) in [("nepenthe.db", "copy.db"), ("sealed.db", "sealed-copy.db")] {
        let key: &[&str] = if db == "sealed.db" { &["--master-key", "master"] } else { &[] };
        open_handed(&world, &[&["backup", "create", to, "--db", db], key].concat());
        let back = format!("back-{db}");
        open_handed(&world, &[&["backup", "restore", to, "--db", &back, "--current", db], key].concat());
    }
    let found = modes(&world);
    let beside = ["-wal", "-shm", ".keys-wal"].map(|end| found.iter().any(|(name, _)| name.ends_with(end)));
    assert!(found.len() >= 15 && beside == [true; 3], "{found:?}");
    for (name, mode) in found {
        assert_eq!(mode, 0o600, "{name} is {mode:o}");
    }
}

#[test]
fn a_file_that_is_there_keeps_its_mode() {
    let world = World::new();
    for (name, mode) in [("nepenthe.db", 0o664), ("out.jsonl", 0o640)] {
        fs::set_permissions(world.write(name, ""), fs::Permissions::from_mode(mode)).unwrap();
    }
    open_handed(&world, &["inscribe", "The locker is 7741."]);
    open_handed(&world, &["export", "out.jsonl", "--force"]);
    assert_eq!((mode(&world.db()), mode(&world.path("out.jsonl"))), (0o664, 0o640));
}

/// What a command says of the store's files.
fn warned(world: &World, args: &[&str]) -> String {
    let run = finish(&mut world.command(args), b"");
    assert_eq!(run.code, Some(0), "{args:?}: {run:?}");
    run.stderr
}

fn set(world: &World, name: &str, mode: u32) {
    fs::set_permissions(world.path(name), fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_store_that_others_can_read_is_warned_of_once_a_command_with_what_mends_it() {
    let world = World::with_memories();
    assert_eq!(warned(&world, &["list"]), "");
    for mode in [0o644, 0o640, 0o604, 0o620, 0o666, 0o777] {
        set(&world, "nepenthe.db", mode);
        let said = warned(&world, &["list"]);
        let warning = "nepenthe: warning: other users of this machine can read or write nepenthe.db";
        assert!(said.starts_with(warning), "{mode:o}: {said}");
        assert!(said.contains("\nhint: run `chmod 600 nepenthe.db"), "{mode:o}: {said}");
        assert_eq!(said.lines().count(), 2, "{mode:o}: {said}");
    }
    for mode in [0o600, 0o700] {
        for name in ["nepenthe.db", "nepenthe.db-wal", "nepenthe.db-shm"] {
            set(&world, name, mode);
        }
        assert_eq!(warned(&world, &["list"]), "", "{mode:o}");
    }
    set(&world, "nepenthe.db", 0o644);
    // Whatever a command does, it is done; what it prints stays what it is.
    for args in [
        &["recall", "permit"][..],
        &["inscribe", "-q", "x"],
        &["purge", "permit", "-y", "-q"],
        &["check", "-q"],
        &["log"],
        &["export"],
        &["scopes"],
        &["reembed", "-q"],
        &["key", "new", "--key-file", "key", "-q"],
        &["receipt", "last", "--key-file", "key"],
        &["backup", "create", "b.db", "-q"],
        &["scrub", "-q"],
    ] {
        let said = warned(&world, args);
        assert_eq!(said.matches("warning").count(), 1, "{args:?}: {said}");
        assert!(said.contains("chmod 600 nepenthe.db"), "{args:?}: {said}");
    }
    for args in [&["list", "--json"][..], &["recall", "Alice", "--json"], &["stats", "--json"]] {
        let run = finish(&mut world.command(args), b"");
        assert_eq!(run.code, Some(0), "{run:?}");
        serde_json::from_str::<serde_json::Value>(&run.stdout).unwrap();
        let said: serde_json::Value = serde_json::from_str(&run.stderr).unwrap();
        is(&said, &["Warning"]);
        assert!(said["warning"].as_str().unwrap().contains("nepenthe.db"), "{said}");
        assert!(said["hint"].as_str().unwrap().contains("chmod 600 nepenthe.db"), "{said}");
    }
    // An error is an object, too, on a line of its own.
    let run = finish(&mut world.command(["history", "01a2262b-6e8c-730f-a667-4fa069dc29be", "--json"]), b"");
    assert_eq!((run.code, run.stderr.lines().count()), (Some(3), 2), "{run:?}");
    for line in run.stderr.lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
    // What mends it is what it says.
    let mut shell = Command::new("sh");
    let said = warned(&world, &["list"]);
    let mend = said.split('`').nth(1).unwrap();
    world.prepare(shell.args(["-c", mend]));
    assert!(shell.status().unwrap().success());
    assert_eq!(warned(&world, &["list"]), "");
}

#[test]
fn a_key_file_and_a_name_that_a_shell_would_read_are_warned_of_too() {
    let world = World::new();
    let key = ["--master-key", "master", "--db", "my store's.db"];
    warned(&world, &["key", "master", "master", "-q"]);
    warned(&world, &[&["inscribe", "The locker is 7741."][..], &key].concat());
    assert_eq!(warned(&world, &[&["list"][..], &key].concat()), "");
    for name in ["my store's.db.keys", "my store's.db"] {
        set(&world, name, 0o644);
        let said = warned(&world, &[&["list"][..], &key].concat());
        assert!(said.contains(name), "{said}");
        let mut shell = Command::new("sh");
        world.prepare(shell.args(["-c", said.split('`').nth(1).unwrap()]));
        assert!(shell.status().unwrap().success(), "{said}");
        assert_eq!(mode(&world.path(name)), 0o600);
    }
    // Through a link, of the files that it leads to.
    std::os::unix::fs::symlink("my store's.db", world.path("link.db")).unwrap();
    set(&world, "my store's.db", 0o644);
    let said = warned(&world, &["list", "--db", "link.db", "--master-key", "master"]);
    assert!(said.contains("my store's.db") && !said.contains("link.db"), "{said}");
    // No store, no warning.
    let run = finish(&mut world.command(["list", "--db", "none.db"]), b"");
    assert!(run.code == Some(3) && !run.stderr.contains("warning"), "{run:?}");
}

#[test]
fn a_store_made_through_links_is_its_owner_s_alone() {
    let world = World::new();
    std::os::unix::fs::symlink("second.db", world.path("first.db")).unwrap();
    std::os::unix::fs::symlink("real.db", world.path("second.db")).unwrap();
    open_handed(&world, &["inscribe", "The locker is 7741.", "--db", "first.db"]);
    assert_eq!(mode(&world.path("real.db")), 0o600);
}

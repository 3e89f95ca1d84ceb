//! Who may read the files that the command makes: their owner alone, whatever the umask.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

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

#[test]
fn a_store_made_through_links_is_its_owner_s_alone() {
    let world = World::new();
    std::os::unix::fs::symlink("second.db", world.path("first.db")).unwrap();
    std::os::unix::fs::symlink("real.db", world.path("second.db")).unwrap();
    open_handed(&world, &["inscribe", "The locker is 7741.", "--db", "first.db"]);
    assert_eq!(mode(&world.path("real.db")), 0o600);
}

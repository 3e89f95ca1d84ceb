//! `purge --openings` and `--receipt`: nothing is erased whose evidence could not be written, and none is lost.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use crate::support::World;

const KEY: [&str; 2] = ["--key-file", "key"];

fn with_key() -> World {
    let world = World::with_memories();
    world.ok(["key", "new", "--key-file", "key"]);
    world
}

#[test]
fn what_cannot_be_written_stops_a_purge_before_anything_is_erased() {
    let world = with_key();
    let (before, long) = (fs::read(world.db()).unwrap(), "x".repeat(300));
    world.write("there", "precious");
    fs::create_dir(world.path("folder")).unwrap();
    for (openings, receipt, code, why) in [
        ("there", "r", 2, "there exists.\nhint: name another file."),
        ("o", "there", 2, "there exists.\nhint: name another file."),
        ("o", "missing/r", 1, "cannot write missing/r"),
        ("missing/o", "r", 1, "cannot write missing/o"),
        ("folder", "r", 2, "is no regular file.\nhint: name another file."),
        ("o", &long, 1, "cannot write"),
        ("o", "./folder/../o", 2, "the same file"),
        ("o", "nepenthe.db.keys", 2, "is the key file of the store"),
        ("nepenthe.db-wal", "r", 2, "is the store itself"),
        ("o", "key", 2, "is the key that signs receipts"),
    ] {
        let purge = ["purge", "parking", "-y", "--openings", openings, "--receipt", receipt];
        world.run([&purge[..], &KEY].concat()).refused(code, why);
        assert_eq!(fs::read(world.db()).unwrap(), before, "{why}");
        assert!(!world.path("o").exists() && !world.path("r").exists(), "{why}");
    }
    assert_eq!(fs::read(world.path("there")).unwrap(), b"precious");
}

#[test]
fn a_link_to_nowhere_stops_a_purge_too() {
    let world = with_key();
    std::os::unix::fs::symlink("nowhere", world.path("link")).unwrap();
    let purge = ["purge", "parking", "-y", "--receipt", "link"];
    world.run([&purge[..], &KEY].concat()).refused(2, "link is no regular file");
    assert_eq!(world.live().len(), 3);
}

#[test]
fn what_cannot_be_written_any_more_is_printed() {
    const MEMORIES: usize = 2_000;
    for json in [false, true] {
        let world = World::new();
        world.ok(["key", "new", "--key-file", "key"]);
        let lines: String =
            (0..MEMORIES).map(|n| format!("{{\"text\": \"Locker {n} is free.\"}}\n")).collect();
        world.write("facts.jsonl", lines);
        world.ok(["inscribe", "--file", "facts.jsonl"]);
        let purge = ["purge", "--all", "-y", "--openings", "o", "--receipt", "r"];
        let more = if json { ["--json"] } else { ["--quiet"] };
        let mut child = world
            .command([&purge[..], &KEY, &more].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // More is printed than a pipe holds: the erasure is made, and the process waits before it writes the files.
        let (mut pipe, mut stdout) = (child.stdout.take().unwrap(), vec![0]);
        pipe.read_exact(&mut stdout).unwrap();
        for file in ["o", "r"] {
            world.write(file, "somebody else's");
        }
        pipe.read_to_end(&mut stdout).unwrap();
        let output = child.wait_with_output().unwrap();
        let (stdout, stderr) =
            (String::from_utf8(stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains("the memories are erased, but o exists"), "{stderr}");
        assert!(stderr.contains("the memories are erased, but r exists"), "{stderr}");
        assert!(!stderr.contains("--force"), "{stderr}");
        let keys = stdout.lines().filter(|line| line.starts_with("{\"memory\":\"") && line.len() == 122);
        assert_eq!(keys.count(), MEMORIES);
        let id = world.json(["receipt"])["receipts"][1]["id"].as_str().unwrap().to_owned();
        let printed = if json { format!("\"receipt\":\"{id}\"") } else { format!("receipt      {id}\n") };
        assert!(stdout.contains(&printed), "{stdout}");
        assert!(stderr.contains(&format!("nepenthe receipt {id} FILE")), "{stderr}");
        assert_eq!(fs::read(world.path("o")).unwrap(), b"somebody else's");
    }
}

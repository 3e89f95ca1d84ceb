//! `backup create`, `backup restore`, and `check` with its options.

use crate::support::{World, sqlite};

/// A world with a backup `old.db` of three memories, of which the permit was purged since.
fn purged_since() -> World {
    let world = World::with_memories();
    let printed = world.ok(["backup", "create", "old.db", "--expires", "30d"]);
    assert_eq!(printed, "old.db  3\n");
    world.ok(["purge", "The parking permit is P-17.", "--yes"]);
    world
}

fn texts(world: &World, db: &str) -> Vec<String> {
    let listed = world.json(["list", "--include", "all", "--db", db]);
    let memories = listed["memories"].as_array().unwrap().iter();
    memories.map(|memory| memory["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_restore_leaves_out_what_was_purged_since() {
    let world = purged_since();
    let run = world.run(["backup", "restore", "old.db", "--db", "new.db", "--current", "nepenthe.db"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "new.db  log  1\n"), "{run:?}");
    assert!(run.stderr.contains("erased in it too"), "{run:?}");
    assert_eq!(texts(&world, "new.db"), ["Alice works at Initech.", "The coffee machine is broken."]);
    assert!(!std::fs::read(world.path("new.db")).unwrap().windows(4).any(|bytes| bytes == b"P-17"));
    world.ok(["check", "--deep", "--db", "new.db"]);

    let run = world.run(["backup", "restore", "old.db", "--replace"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "nepenthe.db  log  1");
    assert!(lines[1].contains("nepenthe.db.before-restore-") && world.path(lines[1]).exists(), "{run:?}");
    assert_eq!(texts(&world, "nepenthe.db").len(), 2);
}

#[test]
fn without_knowledge_of_the_erasures_a_restore_has_to_be_insisted_on() {
    let world = purged_since();
    world.run(["backup", "restore", "old.db", "--db", "new.db"]).refused(2, "--without-erasures");
    assert!(!world.path("new.db").exists());
    let run = world.run(["backup", "restore", "old.db", "--db", "new.db", "--without-erasures"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "new.db  nothing  0\n"), "{run:?}");
    assert!(run.stderr.contains("is back"), "{run:?}");
    assert_eq!(texts(&world, "new.db").len(), 3);
}

#[test]
fn a_restore_goes_by_receipts_that_hold_alone() {
    let world = World::with_memories();
    world.ok(["key", "new", "--key-file", "key"]);
    world.ok(["backup", "create", "old.db"]);
    let kept = world.ids(&[])[0].clone();
    world.ok(["purge", "The parking permit is P-17.", "--yes", "--receipt", "r.txt", "--key-file", "key"]);
    let public = world.ok(["key", "show", "--key-file", "key"]);
    let restore = ["backup", "restore", "old.db", "--db", "new.db", "--receipts"];
    let with = |more: &[&str]| world.run([&restore[..], more].concat());

    let receipt = std::fs::read_to_string(world.path("r.txt")).unwrap();
    let named = receipt.split_once(r#""memory":""#).unwrap().1.split_once('"').unwrap().0;
    world.write("altered.txt", receipt.replace(named, &kept));
    let run = with(&["altered.txt", "--key-file", "key"]);
    run.refused(5, "altered.txt, the receipt ");
    assert!(run.stderr.contains("does not hold (inclusion: "), "{run:?}");
    with(&["r.txt", "--key-file", "none"]).refused(3, "with --key");
    world.ok(["key", "new", "--key-file", "other"]);
    with(&["r.txt", "--key-file", "other"]).refused(5, "does not hold (key: ");
    assert!(!world.path("new.db").exists());

    let run = with(&["r.txt", "--key", public.trim()]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "new.db  receipts  1\n"), "{run:?}");
    assert!(!run.stderr.contains("without effect"), "{run:?}");
    assert_eq!(texts(&world, "new.db"), ["Alice works at Initech.", "The coffee machine is broken."]);

    world.ok(["backup", "create", "late.db"]);
    let late = ["backup", "restore", "late.db", "--db", "n.db", "--receipts", "r.txt", "--key-file", "key"];
    let run = world.run(late);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "n.db  receipts  0\n"), "{run:?}");
    assert!(run.stderr.contains("Receipts without effect: 1."), "{run:?}");
}

#[test]
fn a_backup_takes_no_place_of_what_the_store_keeps_beside_it() {
    let world = purged_since();
    for name in ["nepenthe.db", "nepenthe.db-wal", "./nepenthe.db-journal", "nepenthe.db.keys-journal"] {
        world.run(["backup", "create", name]).refused(2, "hint: name another file");
    }
}

#[test]
fn what_a_store_left_beside_its_file_is_no_part_of_another() {
    let world = purged_since();
    // As a process leaves it that is killed: with all that was written since.
    let reader = sqlite(&world.db());
    let mut rows = reader.prepare("SELECT count(*) FROM memory").unwrap();
    rows.query_row([], |row| row.get::<_, i64>(0)).unwrap();
    world.ok(["inscribe", "The kettle is in room 4."]);
    std::fs::copy(world.path("nepenthe.db-wal"), world.path("z.db-wal")).unwrap();
    std::fs::copy(world.path("nepenthe.db-wal"), world.path("b.db-wal")).unwrap();
    let restore = ["backup", "restore", "old.db", "--db", "z.db", "--without-erasures"];
    world.run(restore).refused(2, "z.db-wal exists");
    let run = world.run(["backup", "create", "b.db"]);
    run.refused(2, "b.db-wal exists");
    assert!(run.stderr.contains("hint: move it away"), "{run:?}");
    assert!(!world.path("z.db").exists() && !world.path("b.db").exists());
    std::fs::remove_file(world.path("z.db-wal")).unwrap();
    world.ok(restore);
    world.ok(["check", "--deep", "--db", "z.db"]);
}

#[test]
fn nothing_is_overwritten() {
    let world = purged_since();
    world.run(["backup", "create", "old.db"]).refused(2, "exists");
    world.run(["backup", "create", "nepenthe.db"]).refused(2, "is the store itself");
    world.run(["backup", "restore", "old.db", "--current", "nepenthe.db"]).refused(2, "--replace");
    world.run(["backup", "create", "b.db", "--expires", "2020-01-01"]).refused(2, "past");
    world.run(["backup", "create", "b.db", "--db", "none.db"]).refused(3, "no store");
    world.run(["backup", "restore", "none.db", "--replace"]).refused(3, "no store");
    world.write("odd.txt", "no receipt");
    let args = ["backup", "restore", "old.db", "--db", "new.db", "--receipts", "odd.txt"];
    world.run(args).refused(2, "odd.txt");
}

#[test]
fn the_hint_of_a_restore_names_the_store_that_is_not_the_one() {
    let world = purged_since();
    world.ok(["inscribe", "another store", "--db", "foreign.db"]);
    world
        .write("notes.db", "these are my notes, and they are long enough to be no header at all\n".repeat(9));
    let restore =
        |current: &str| world.run(["backup", "restore", "old.db", "--db", "new.db", "--current", current]);
    restore("foreign.db").refused(2, "hint: foreign.db is not the store that old.db was made of");
    for current in ["notes.db", "none.db"] {
        let run = restore(current);
        let hint = format!("hint: name with --current the store that old.db was made of, not {current}");
        assert!(run.stderr.contains(&hint) && run.stdout.is_empty(), "{run:?}");
    }
    let replace = ["backup", "restore", "old.db", "--db", "foreign.db", "--replace"];
    world.run(replace).refused(2, "hint: foreign.db is not the store that old.db was made of");
    let run = world.run(["backup", "restore", "notes.db", "--db", "new.db", "--without-erasures"]);
    assert!(run.stderr.contains("hint: name a file that `nepenthe backup create` has made"), "{run:?}");
    assert!(!world.path("new.db").exists());
}

#[test]
fn a_check_compares_the_log_with_a_checkpoint() {
    let world = World::with_memories();
    let log = nepenthe::Store::open(world.db(), nepenthe::Options::default()).unwrap();
    let key = nepenthe::receipt::note::SigningKey::from_seed(&log.origin().unwrap(), &[7; 32]).unwrap();
    world.write("kept.note", log.checkpoint(&key).unwrap().to_string());
    drop(log);
    world.ok(["inscribe", "One more."]);
    world.ok(["check", "--deep", "--checkpoint", "kept.note"]);
    world.ok(["backup", "create", "b.db"]);
    world.ok(["backup", "restore", "b.db", "--db", "new.db", "--current", "nepenthe.db"]);
    let run = world.run(["check", "--checkpoint", "kept.note", "--db", "new.db"]);
    assert_eq!(run.code, Some(5), "{run:?}");
    assert!(run.stdout.contains("the checkpoint is of the log"), "{run:?}");
    world.write("odd.note", "no note");
    world.run(["check", "--checkpoint", "odd.note"]).refused(2, "odd.note");
}

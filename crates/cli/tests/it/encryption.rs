//! Stores encrypted at rest: `key master`, `--master-key`.

use crate::json::is;
use crate::support::{World, finish, sqlite};

const KEY: [&str; 2] = ["--master-key", "master"];

fn with_key(args: &[&str]) -> Vec<String> {
    args.iter().chain(&KEY).map(|arg| (*arg).to_owned()).collect()
}

/// A world with a master key and a store encrypted with it.
fn encrypted() -> World {
    let world = World::new();
    assert_eq!(world.ok(["key", "master", "master"]), "master\n");
    for text in ["Alice works at Initech.", "The parking permit is P-17."] {
        world.ok(with_key(&["inscribe", text]));
    }
    world
}

fn sealed(world: &World) -> bool {
    let bytes = std::fs::read(world.db()).unwrap();
    !String::from_utf8_lossy(&bytes).contains("works at Initech")
}

#[test]
fn a_store_is_made_encrypted_and_opens_with_its_key_alone() {
    let world = encrypted();
    assert!(world.path("nepenthe.db.keys").exists() && sealed(&world));
    let listed = world.json(with_key(&["list"]));
    assert_eq!(listed["memories"].as_array().unwrap().len(), 2);
    assert!(world.ok(with_key(&["recall", "parking"])).contains("P-17"));
    assert!(world.ok(with_key(&["check", "--deep"])).contains("problems 0"));

    let run = world.run(["list"]);
    run.refused(2, "the store is encrypted; open it with its master key");
    assert!(run.stderr.contains("hint: name the file of its master key with --master-key"), "{run:?}");
    world.ok(["key", "master", "other"]);
    world.run(["list", "--master-key", "other"]).refused(2, "the master key is not the one");
    world.run(["list", "--master-key", "nowhere"]).refused(3, "there is no master key at nowhere");
    world.run(["key", "master", "master"]).refused(2, "master exists");
    let mut command = world.command(["list"]);
    assert_eq!(finish(command.env("NEPENTHE_MASTER_KEY", "master"), b"").code, Some(0));

    std::fs::rename(world.path("nepenthe.db.keys"), world.path("away")).unwrap();
    world.run(with_key(&["list"])).refused(2, "put its key file there");
    world.ok(["inscribe", "plain", "--db", "plain.db"]);
    world.run(with_key(&["list", "--db", "plain.db"])).refused(2, "the store is not encrypted");
}

#[cfg(unix)]
#[test]
fn a_master_key_is_its_owners_alone_and_never_shown() {
    use std::os::unix::fs::PermissionsExt;
    let world = encrypted();
    let file = world.path("master");
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&file), mode(&world.path("nepenthe.db.keys"))), (0o600, 0o600));
    let secret = std::fs::read_to_string(&file).unwrap();
    let digits = secret.trim().rsplit(':').next().unwrap();
    std::fs::write(&file, &secret[..secret.len() - 3]).unwrap();
    let run = world.run(with_key(&["list"]));
    run.refused(2, "not a master key");
    assert!(!run.stderr.contains(&digits[..16]), "{run:?}");
    std::fs::write(&file, &secret).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    world.run(with_key(&["list"])).refused(2, "can be read by others");
}

#[cfg(unix)]
#[test]
fn no_output_takes_the_place_of_a_key() {
    let world = encrypted();
    world.ok(with_key(&["key", "new", "--key-file", "signing"]));
    world.ok(with_key(&["purge", "parking", "-y"]));
    std::fs::create_dir(world.path("folder")).unwrap();
    std::os::unix::fs::symlink("nepenthe.db.keys", world.path("link")).unwrap();
    std::os::unix::fs::symlink("nepenthe.db", world.path("store")).unwrap();
    let files = ["nepenthe.db.keys", "master", "signing"].map(|file| world.path(file));
    let read = || files.each_ref().map(|file| std::fs::read(file).unwrap());
    let before = read();
    let keys = "is the key file of the store";
    for (file, what) in [
        ("nepenthe.db.keys", keys),
        ("./folder/../nepenthe.db.keys", keys),
        ("link", keys),
        ("nepenthe.db.keys-wal", keys),
        ("folder/../nepenthe.db.keys-journal", keys),
        ("master", "is the master key"),
        ("./master", "is the master key"),
        ("signing", "is the key that signs receipts"),
    ] {
        // By whatever path the store is named, and whether an option or a variable names the key.
        let export = ["export", file, "--force", "--db", "store", "--key-file", "signing"];
        world.run(with_key(&export)).refused(2, what);
        let mut command = world.command(with_key(&["receipt", "last", file, "--force"]));
        finish(command.env("NEPENTHE_KEY_FILE", "signing"), b"").refused(2, what);
    }
    std::fs::copy(world.path("master"), world.path("copy")).unwrap();
    let mut command = world.command(["export", "master", "--force", "--master-key", "copy"]);
    finish(command.env("NEPENTHE_MASTER_KEY", "master"), b"").refused(2, "is the master key");
    assert_eq!(read(), before);
}

#[test]
fn a_purge_issues_a_receipt_of_the_key_s_end() {
    let world = encrypted();
    let outcome = world.json(with_key(&["purge", "parking", "-y"]));
    assert_eq!(outcome["erasure"]["assurance"], "crypto");
    let receipts = world.json(with_key(&["receipt"]));
    assert_eq!(receipts["receipts"][1]["assurance"], "crypto");
    is(&world.json(with_key(&["scrub"])), &["Scrubbed"]);
    is(&world.json(["key", "master", "another"]), &["MasterKeyMade"]);
}

#[test]
fn a_backup_has_no_keys_and_comes_back_with_those_of_today() {
    let world = encrypted();
    world.ok(with_key(&["backup", "create", "old.db"]));
    assert!(!world.path("old.db.keys").exists());
    world.ok(with_key(&["purge", "parking", "-y"]));
    let without = with_key(&["backup", "restore", "old.db", "--db", "n.db", "--without-erasures"]);
    world.run(without.clone()).refused(2, "whose keys are not in it");
    std::fs::copy(world.path("nepenthe.db.keys"), world.path("n.db.keys")).unwrap();
    let run = world.run(without);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "n.db  keys  1\n"), "{run:?}");
    assert!(run.stderr.contains("What no key opens any more is erased in it too"), "{run:?}");
    world.ok(with_key(&["backup", "restore", "old.db", "--db", "new.db", "--current", "nepenthe.db"]));
    let listed = world.json(with_key(&["list", "--db", "new.db"]));
    assert_eq!(listed["memories"][0]["text"], "Alice works at Initech.");
    assert_eq!(listed["memories"].as_array().unwrap().len(), 1);
    assert!(world.ok(with_key(&["check", "--deep", "--db", "new.db"])).contains("problems 0"));
}

#[test]
fn an_export_moves_a_plain_store_into_an_encrypted_one() {
    let world = World::with_memories();
    world.ok(["export", "all.jsonl"]);
    world.ok(["key", "master", "master"]);
    world.ok(with_key(&["import", "all.jsonl", "--db", "sealed.db"]));
    let lines = world.ok(with_key(&["export", "--db", "sealed.db"]));
    assert_eq!(lines, std::fs::read_to_string(world.path("all.jsonl")).unwrap());
    let bytes = std::fs::read(world.path("sealed.db")).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("works at Initech"));
}

#[test]
fn by_default_no_word_of_an_encrypted_store_is_in_its_files() {
    let world = World::new();
    world.ok(["key", "master", "master"]);
    for text in ["Zebulon has the stapler.", "Ophelia has the trombone."] {
        world.ok(with_key(&["inscribe", text]));
    }
    assert!(world.ok(with_key(&["recall", "trombone", "-k", "1"])).contains("Ophelia"));
    world.ok(with_key(&["edit", "trombone", "--to", "Ophelia has the xylophone.", "-y"]));
    assert!(world.ok(with_key(&["recall", "xylophone", "-k", "1"])).contains("Ophelia"));
    assert_eq!(world.json(with_key(&["purge", "stapler", "-y"]))["erasure"]["assurance"], "crypto");
    assert!(world.ok(with_key(&["check", "--deep"])).contains("problems 0"));
    assert_eq!(in_files(&world, &["zebulon", "stapler", "ophelia", "trombone", "xylophone"]), [""; 0]);
    // Asked for, it is the same; a plain store has them in its file.
    world.ok(with_key(&["inscribe", "Quentin paints.", "--db", "asked.db", "--indexes", "in-memory"]));
    assert_eq!(in_files(&world, &["quentin", "paints"]), [""; 0]);
    world.ok(["inscribe", "plain", "--db", "plain.db"]);
    let memory = ["--indexes", "in-memory"];
    for args in [
        &["list", "--db", "plain.db"][..],
        &["inscribe", "x", "--db", "new.db"],
        &["reembed", "--db", "plain.db"],
    ] {
        world.run([args, &memory].concat()).refused(2, "has its indexes in its file");
    }
    assert!(!world.path("new.db").exists() || world.run(["list", "--db", "new.db"]).code == Some(3));
    let plain = world.run(["list", "--db", "plain.db", "--indexes", "in-file"]);
    assert_eq!(plain.code, Some(0), "{plain:?}");
    assert!(plain.stderr.contains("--indexes changes nothing: this store is not encrypted"), "{plain:?}");
}

/// The words that stand in a file of the world, in any case.
fn in_files<'w>(world: &World, words: &[&'w str]) -> Vec<&'w str> {
    let mut found = Vec::new();
    for file in std::fs::read_dir(world.path("")).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(bytes) = std::fs::read(&file) else { continue };
        let bytes = String::from_utf8_lossy(&bytes).to_lowercase();
        found.extend(words.iter().filter(|word| bytes.contains(**word)));
    }
    found
}

#[test]
fn indexes_in_the_file_say_what_they_cost_and_can_be_moved() {
    let world = World::new();
    world.ok(["key", "master", "master"]);
    let run = world.run(with_key(&["inscribe", "Zebulon has the stapler.", "--indexes", "in-file"]));
    assert!(run.code == Some(0) && run.stderr.contains("lie in its file in the clear"), "{run:?}");
    // It was chosen, so that nobody is told again.
    let run = world.run(with_key(&["inscribe", "Ophelia has the trombone."]));
    assert!(run.code == Some(0) && !run.stderr.contains("in the clear"), "{run:?}");
    assert!(!in_files(&world, &["zebulon", "trombone"]).is_empty());
    let purged = world.json(with_key(&["purge", "stapler", "-y"]));
    assert_eq!(purged["erasure"]["assurance"], "crypto");
    world
        .run(with_key(&["list", "--indexes", "in-memory"]))
        .refused(2, "nepenthe reembed --indexes in-memory");

    let moved = world.ok(with_key(&["reembed", "--indexes", "in-memory"]));
    assert_eq!(moved, "none  0  0\n");
    assert_eq!(in_files(&world, &["zebulon", "stapler", "ophelia", "trombone"]), [""; 0]);
    assert!(world.ok(with_key(&["recall", "trombone", "-k", "1"])).contains("Ophelia"));
    world.ok(with_key(&["inscribe", "Quentin paints.", "--indexes", "in-memory"]));
    world.ok(with_key(&["reembed", "--indexes", "in-memory"]));
    // As it is now it stays.
    world.ok(with_key(&["list", "--indexes", "in-file"]));
    assert_eq!(in_files(&world, &["ophelia", "trombone", "quentin"]), [""; 0]);
    assert!(world.ok(with_key(&["check", "--deep"])).contains("problems 0"));
    world.run(with_key(&["inscribe", "Zebulon has the stapler."])).refused(7, "erased");
}

#[test]
fn a_store_that_was_made_when_nobody_was_asked_goes_on_and_says_how_to_move() {
    let world = World::new();
    world.ok(["key", "master", "master"]);
    world.ok(with_key(&["inscribe", "Zebulon has the stapler.", "--indexes", "in-file"]));
    sqlite(&world.db()).execute("DELETE FROM meta WHERE key = 'indexes'", []).unwrap();
    for args in [&["recall", "stapler"][..], &["inscribe", "Ophelia paints."], &["list"]] {
        let run = world.run(with_key(args));
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(
            run.stderr.contains("`nepenthe reembed --indexes in-memory` moves them"),
            "{args:?}: {run:?}"
        );
        let run = world.run(with_key(&[args, &["--quiet", "--scope", "other"]].concat()));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    }
    world.json(with_key(&["list"]));
    assert!(world.ok(with_key(&["check", "--deep"])).contains("problems 0"));
    world.ok(with_key(&["reembed", "--indexes", "in-memory"]));
    let run = world.run(with_key(&["recall", "stapler"]));
    assert!(run.stdout.contains("Zebulon") && run.stderr.is_empty(), "{run:?}");
    assert_eq!(in_files(&world, &["zebulon", "ophelia"]), [""; 0]);
}

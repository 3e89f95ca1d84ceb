//! From a purge to a receipt that somebody else verifies: keys, receipts, verify, scrub, checkpoint.

use std::fs;

use crate::json::is;
use crate::support::{World, finish, sqlite, text_of};

/// A world with a key and two memories.
fn with_key() -> World {
    let world = World::with_memories();
    world.ok(["key", "new", "--key-file", "key"]);
    world
}

const KEY: [&str; 2] = ["--key-file", "key"];

fn purged(world: &World) -> String {
    let args = ["purge", "parking", "-y", "--basis", "security", "--request", "T-11", "--receipt", "r.txt"];
    let run = world.run([&args[..], &KEY, &["--openings", "o.jsonl"]].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.stderr.contains("No erased byte is in the files."), "{run:?}");
    fs::read_to_string(world.path("r.txt")).unwrap()
}

#[test]
fn a_stranger_verifies_a_receipt_with_the_public_key_alone() {
    let world = with_key();
    let receipt = purged(&world);
    assert!(receipt.starts_with("nepenthe-receipt/v1\n"), "{receipt}");
    assert!(
        receipt.contains(r#""basis":"security""#) && receipt.contains(r#""request":"T-11""#),
        "{receipt}"
    );
    assert!(!receipt.contains("parking") && !receipt.contains("P-17"), "{receipt}");
    let public = world.ok([&["key", "show"][..], &KEY].concat());
    fs::write(world.path("pub"), &public).unwrap();

    let stranger = World::new();
    let elsewhere = ["verify", "r.txt", "--key", "pub"];
    stranger.write("pub", &public);
    stranger.write("r.txt", &receipt);
    let verified = stranger.json(elsewhere);
    is(&verified, &["Verified"]);
    assert_eq!((&verified["holds"], &verified["store"]), (&true.into(), &serde_json::Value::Null));
    let with_store = world.json(["verify", "r.txt", "--key", public.trim()]);
    let names: Vec<&str> =
        with_store["store"].as_array().unwrap().iter().map(|check| check["name"].as_str().unwrap()).collect();
    assert_eq!((names, &with_store["holds"]), (vec!["log", "tree", "events", "entry", "gone"], &true.into()));

    stranger.write("r.txt", receipt.replace("security", "unlawful"));
    let run = stranger.run(elsewhere);
    assert_eq!((run.code, run.stderr.contains("the receipt does not hold")), (Some(5), true), "{run:?}");
    assert!(run.stdout.lines().any(|line| line.starts_with("failed  inclusion")), "{run:?}");
}

#[test]
fn the_handed_over_keys_show_which_text_was_erased() {
    let world = with_key();
    purged(&world);
    fs::write(world.path("pub"), world.ok([&["key", "show"][..], &KEY].concat())).unwrap();
    let opening = fs::read_to_string(world.path("o.jsonl")).unwrap();
    for (text, code) in [("The parking permit is P-17.", 0), ("The parking permit is P-18.", 5)] {
        let line = opening.trim_end().replace('}', &format!(",\"text\":\"{text}\"}}"));
        fs::write(world.path("told.jsonl"), line).unwrap();
        let run = world.run(["verify", "r.txt", "--key", "pub", "--openings", "told.jsonl"]);
        assert_eq!(run.code, Some(code), "{run:?}");
    }
}

#[test]
fn a_rotated_key_signs_from_then_on_and_the_old_receipts_hold() {
    let world = with_key();
    purged(&world);
    let before = world.ok([&["key", "show"][..], &KEY].concat());
    let after = world.ok([&["key", "rotate"][..], &KEY].concat());
    assert_eq!((after.lines().count(), after.lines().nth(1)), (2, before.lines().next()));
    fs::write(world.path("pub"), &after).unwrap();
    world.ok(["verify", "r.txt", "--key", "pub"]);
    world.ok([&["receipt", "last", "new.txt"][..], &KEY].concat());
    world.ok(["verify", "new.txt", "--key", "pub"]);
    assert_eq!(world.run(["verify", "new.txt", "--key", before.trim()]).code, Some(5));
}

#[test]
fn a_key_is_made_once_and_for_its_owner_alone() {
    let world = with_key();
    world.run([&["key", "new"][..], &KEY].concat()).refused(2, "exists");
    let secret = fs::read_to_string(world.path("key")).unwrap();
    assert!(secret.starts_with("PRIVATE+KEY+"), "not a note's key");
    world.run(["key", "show", "--key-file", "none"]).refused(3, "there is no key at none");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |file: &str| fs::metadata(world.path(file)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode("key"), 0o600);
        fs::set_permissions(world.path("key"), fs::Permissions::from_mode(0o644)).unwrap();
        world.run([&["key", "show"][..], &KEY].concat()).refused(2, "can be read by others");
    }
}

#[test]
fn without_a_key_nothing_is_erased_where_a_receipt_is_wanted() {
    let world = World::with_memories();
    let count = world.ids(&[]).len();
    world.run(["purge", "parking", "-y", "--receipt", "r.txt", "--key-file", "none"]).refused(3, "no key");
    assert_eq!(world.ids(&[]).len(), count);
}

#[test]
fn receipts_are_listed_and_scrub_has_nothing_left_to_do() {
    let world = with_key();
    assert_eq!(world.ok(["receipt"]), "");
    purged(&world);
    let listed = world.json(["receipt"]);
    is(&listed, &["Receipts"]);
    is(&listed["receipts"][1], &["Issued"]);
    assert_eq!(listed["receipts"][1]["completes"], listed["receipts"][0]["id"]);
    is(&world.json(["scrub"]), &["Scrubbed"]);
    assert_eq!(world.json(["scrub", "--rebuild"])["rebuilt"], true);
    is(&world.json([&["key", "show"][..], &KEY].concat()), &["Keys"]);
    let checkpoint = world.ok([&["checkpoint"][..], &KEY].concat());
    assert!(
        checkpoint.starts_with("nepenthe/") && checkpoint.contains("\n\n\u{2014} nepenthe/"),
        "{checkpoint}"
    );
    world.ok(["check"]);
}

#[test]
fn a_scope_sees_its_own_receipts_alone() {
    let world = with_key();
    purged(&world);
    let of = |world: &World| text_of(&world.json(["receipt"])["receipts"][1]["id"]);
    let id = of(&world);
    let elsewhere = ["--scope", "elsewhere"];
    let show = |id: &str| world.run([&["receipt", id][..], &KEY, &elsewhere].concat());

    assert_eq!(world.json([&["receipt"][..], &elsewhere].concat())["receipts"], serde_json::json!([]));
    show("last").refused(3, "there is no receipt");
    let unknown = "0192f0c1-2b3c-7d4e-8f50-112233445566";
    let (theirs, none) = (show(&id), show(unknown));
    theirs.refused(3, "there is no receipt");
    assert_eq!(theirs.stderr.replace(&id, unknown), none.stderr);
    // The operator of the store asks for all.
    let all = [&["receipt", "--all-scopes"][..], &elsewhere].concat();
    assert_eq!(world.json(&all)["receipts"].as_array().unwrap().len(), 2);
    world.ok([&["receipt", &id, "--all-scopes"][..], &KEY, &elsewhere].concat());

    // Who opens the store finishes what is left of every scope, so that a scrub finds nothing.
    let erased = "DELETE FROM pending; INSERT INTO pending SELECT id FROM receipt WHERE body LIKE '%\"assurance\":\"logical\"%'";
    sqlite(&world.db()).execute_batch(erased).unwrap();
    let scrubbed = world.run([&["scrub"][..], &elsewhere].concat());
    assert_eq!((scrubbed.code, scrubbed.stdout.as_str()), (Some(0), ""), "{scrubbed:?}");
    assert!(scrubbed.stderr.contains("Nothing was left to finish."), "{scrubbed:?}");
    assert_eq!(world.json(["receipt"])["receipts"].as_array().unwrap().len(), 3);
    sqlite(&world.db()).execute_batch(erased).unwrap();
    let scrubbed = world.json([&["scrub"][..], &elsewhere].concat());
    assert_eq!((&scrubbed["issued"], &scrubbed["issued_elsewhere"]), (&serde_json::json!([]), &0.into()));
}

#[test]
fn what_was_made_from_an_erased_memory_is_erased_or_made_again() {
    let world = World::new();
    let id = |run: String| run.trim().to_owned();
    let source = id(world.ok(["inscribe", "Zoe's locker is 7741."]));
    let kept = id(world.ok(["inscribe", "Lockers: Zoe 7741, Yuri 9920.", "--from", &source]));
    let line = format!(r#"{{"text": "One locker is 7741.", "derived_from": ["{source}"]}}"#);
    world.write("more.jsonl", line);
    world.ok(["inscribe", "--file", "more.jsonl"]);
    world
        .run(["inscribe", "x", "--from", "0192f0c1-2b3c-7d4e-8f50-112233445566"])
        .refused(2, "not in this scope");

    let purge = ["purge", "--id", &source, "--rederive"];
    world.run([&purge[..], &[&format!("{source}=x")]].concat()).refused(2, "would not be erased for");
    let outcome = world.json([&purge[..], &[&format!("{kept}=Lockers: Yuri 9920.")]].concat());
    let kinds: Vec<&str> = outcome["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["kind"].as_str().unwrap())
        .collect();
    // What is made again comes last, since it must not say what went.
    assert_eq!(kinds, ["purge", "purge", "redact"]);
    assert_eq!(world.live(), ["Lockers: Yuri 9920."]);
}

/// Runs statements on the store with the triggers that keep its log as it is out of the way, and puts those back.
fn forge(world: &World, sql: &str) {
    let store = sqlite(&world.db());
    let mut select = store.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
    let triggers = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let triggers: Vec<(String, String)> = triggers.map(Result::unwrap).collect();
    drop(select);
    let drops: String = triggers.iter().map(|(name, _)| format!("DROP TRIGGER {name};")).collect();
    let again: String = triggers.iter().map(|(_, sql)| format!("{sql};")).collect();
    store.execute_batch(&format!("PRAGMA foreign_keys = OFF; {drops}{sql};{again}")).unwrap();
}

#[test]
fn a_store_whose_log_was_altered_does_not_agree_and_the_check_that_failed_is_named() {
    for (what, sql, failed) in [
        ("an actor", "UPDATE event SET actor = 'mallory' WHERE seq = 1", &["events"][..]),
        ("a kind", "UPDATE event SET kind = 'pin' WHERE seq = 2", &["events"]),
        ("no kind that there is", "UPDATE event SET kind = 'nothing' WHERE seq = 2", &["events"]),
        ("a time", "UPDATE event SET at = at + 1 WHERE kind = 'purge'", &["events"]),
        ("a digest", "UPDATE event SET digest = zeroblob(32) WHERE kind = 'purge'", &["events"]),
        ("the scope of an event", "UPDATE event SET scope = 2 WHERE seq = 3", &["events"]),
        (
            "who purged, by the receipt's event",
            "UPDATE event SET actor = 'x' WHERE kind = 'receipt'",
            &["events"],
        ),
        ("an event that is gone", "DELETE FROM event WHERE seq = 2", &["events"]),
        ("a node of the tree", "UPDATE tree_node SET hash = zeroblob(32) WHERE level = 2", &["tree"]),
        ("a node that is gone", "DELETE FROM tree_node WHERE level = 2", &["tree"]),
        ("the log's end", "DELETE FROM event WHERE kind = 'receipt'", &["tree", "events"]),
        (
            "another receipt",
            "UPDATE receipt SET body = replace(body, 'security', 'unlawful')",
            &["events", "entry"],
        ),
    ] {
        let world = with_key();
        purged(&world);
        let public = world.ok([&["key", "show"][..], &KEY].concat());
        forge(&world, sql);
        let run = world.run(["verify", "r.txt", "--key", public.trim(), "--json"]);
        assert_eq!(run.code, Some(5), "{what}: {run:?}");
        let verified: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        let checks = verified["store"].as_array().unwrap_or_else(|| panic!("{what}: {verified}"));
        let found: Vec<&str> = checks
            .iter()
            .filter(|check| check["agrees"] == false)
            .map(|check| check["name"].as_str().unwrap())
            .collect();
        assert_eq!(found, failed, "{what}: {verified}");
        assert_eq!(store_check(&verified).0, "failed", "{what}");
    }
    // What came behind the receipt is not what it was signed with.
    for later in [&["The kettle is new."][..], &["The kettle is new.", "The kettle is red."]] {
        let world = with_key();
        purged(&world);
        later.iter().for_each(|text| drop(world.ok(["inscribe", text])));
        forge(&world, "UPDATE event SET actor = 'mallory' WHERE seq = (SELECT max(seq) FROM event)");
        let public = world.ok([&["key", "show"][..], &KEY].concat());
        world.ok(["verify", "r.txt", "--key", public.trim()]);
        assert_eq!(world.run(["check"]).code, Some(5), "{later:?}");
    }
}

/// The check `store` of a verification: how it came out, and why.
fn store_check(verified: &serde_json::Value) -> (String, String) {
    let check = verified["checks"].as_array().unwrap().last().unwrap();
    assert_eq!(check["name"], "store");
    (text_of(&check["outcome"]), check["reason"].as_str().unwrap_or_default().to_owned())
}

#[test]
fn a_receipt_is_verified_whatever_the_store_is_and_what_was_not_compared_is_said() {
    let world = with_key();
    purged(&world);
    fs::write(world.path("pub"), world.ok([&["key", "show"][..], &KEY].concat())).unwrap();
    let verify = ["verify", "r.txt", "--key", "pub"];
    assert_eq!(store_check(&world.json(verify)), ("passed".into(), String::new()));

    world.ok(["inscribe", "elsewhere", "--db", "other.db"]);
    world.ok(["key", "master", "master"]);
    world.ok(["inscribe", "sealed", "--db", "sealed.db", "--master-key", "master"]);
    world
        .write("notes.db", "these are my notes, and they are long enough to be no header at all\n".repeat(9));
    for (db, why) in [("other.db", "another log"), ("sealed.db", "encrypted"), ("notes.db", "is no store")] {
        let (outcome, reason) = store_check(&world.json([&verify[..], &["--db", db]].concat()));
        assert!(outcome == "skipped" && reason.contains(why), "{outcome}: {reason}");
        let quiet = world.ok([&verify[..], &["--db", db, "-q"]].concat());
        assert!(quiet.lines().last().unwrap().starts_with("skipped store       "), "{quiet}");
    }

    sqlite(&world.db()).execute("DELETE FROM receipt", []).unwrap();
    let run = world.run(verify);
    assert_eq!(run.code, Some(5), "{run:?}");
    assert!(run.stdout.contains("\nfailed  store ") && run.stdout.starts_with("passed  format"), "{run:?}");
    sqlite(&world.db()).execute_batch("DROP TABLE receipt").unwrap();
    let run = world.run(verify);
    assert!(run.stdout.starts_with("passed  format") && !run.stdout.contains("passed  store"), "{run:?}");
}

#[test]
fn a_store_that_was_named_must_be_there_to_be_compared() {
    let world = with_key();
    purged(&world);
    let public = world.ok([&["key", "show"][..], &KEY].concat());
    let verify = ["verify", "r.txt", "--key", public.trim()];
    world.run([&verify[..], &["--db", "tpyo.db"]].concat()).refused(3, "there is no store at tpyo.db");
    let mut command = world.command(verify);
    finish(command.env("NEPENTHE_DB", "tpyo.db"), b"").refused(3, "leave out --db and NEPENTHE_DB");
    fs::remove_file(world.db()).unwrap();
    let (outcome, reason) = store_check(&world.json(verify));
    assert!(outcome == "skipped" && reason.contains("no store at nepenthe.db"), "{outcome}: {reason}");
}

#[test]
fn a_key_is_made_or_changed_only_where_the_log_can_be_read() {
    let world = with_key();
    world.ok(["key", "master", "master"]);
    world.ok(["inscribe", "sealed", "--db", "sealed.db", "--master-key", "master"]);
    world
        .write("notes.db", "these are my notes, and they are long enough to be no header at all\n".repeat(9));
    let before = fs::read(world.path("key")).unwrap();
    for (db, code, why) in [("sealed.db", 2, "is encrypted"), ("notes.db", 1, "is no store")] {
        world.run([&["key", "rotate", "--db", db][..], &KEY].concat()).refused(code, why);
        world.run(["key", "new", "--db", db, "--key-file", "new"]).refused(code, why);
    }
    assert_eq!(fs::read(world.path("key")).unwrap(), before);
    assert!(!world.path("new").exists());
}

//! `nepenthe serve key`: made, listed and revoked.

use serde_json::json;

use crate::support::{World, text_of};

#[test]
fn a_key_is_shown_once_listed_without_its_secret_and_revoked() {
    let world = World::new();
    let run = world.run(["serve", "key", "new", "--rights", "write,read,read", "--scope", "acme/**"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let token = run.stdout.trim();
    assert!(run.stderr.contains("opens acme/** as key-") && run.stderr.contains("only now"), "{run:?}");
    let parts: Vec<&str> = token.split('_').collect();
    assert!(parts.len() == 3 && parts[0] == "nep" && parts[1].len() == 12 && parts[2].len() == 64, "{token}");

    let kept = std::fs::read_to_string(world.path("nepenthe.db.keys.json")).unwrap();
    assert!(kept.contains(parts[1]) && !kept.contains(parts[2]), "{kept}");
    let listed = world.json(["serve", "key", "list"]);
    assert_eq!(listed["keys"][0]["rights"], json!(["read", "write"]));
    assert_eq!(listed["keys"][0]["scope"], "acme/**");
    assert_eq!(listed["keys"][0]["last_used"], json!(null));
    assert!(listed["keys"][0].get("hash").is_none() && listed["keys"][0].get("key").is_none(), "{listed}");
    let shown = world.ok(["serve", "key", "list"]);
    assert!(shown.contains(parts[1]) && shown.contains("acme/**  read,write") && !shown.contains(parts[2]));

    world.ok(["serve", "key", "revoke", parts[1]]);
    assert_eq!(world.json(["serve", "key", "list"]), json!({ "keys": [] }));
    world.run(["serve", "key", "revoke", parts[1]]).refused(3, "there is no key of this id");
    // No store was made for it.
    assert!(!world.db().exists());
}

#[test]
fn a_key_in_json_has_what_was_asked_for() {
    let world = World::new();
    let made = world.json([
        "serve", "key", "new", "--rights", "audit", "--scope", "**", "--actor", "auditor", "--expires",
        "30d", "--db", "other.db",
    ]);
    assert_eq!((&made["rights"], &made["actor"]), (&json!(["audit"]), &json!("auditor")));
    assert!(made["expires"].is_string() && text_of(&made["key"]).contains(&text_of(&made["id"])), "{made}");
    assert_eq!(world.json(["serve", "key", "list"])["keys"], json!([]));
    let usual = world.json(["serve", "key", "new"]);
    assert_eq!((&usual["scope"], &usual["rights"]), (&json!("default"), &json!(["read", "write"])));
}

#[test]
fn what_is_no_key_is_refused_and_nothing_is_kept() {
    let world = World::new();
    for (args, words) in [
        (&["--scope", "acme/*"][..], "a pattern of scopes is"),
        (&["--scope", "/**"], "the scope is empty"),
        (&["--scope", "a/../**"], "segment . or .."),
        (&["--rights", "everything"], "a right is read"),
        (&["--rights", ""], "a right is read"),
        (&["--rights", "read,,write"], "a right is read"),
        (&["--rights", "Read"], "a right is read"),
        (&["--expires", "yesterday"], "expired already"),
        (&["--expires", "soon"], "neither a time"),
        (&["extra"], "unexpected argument"),
        (&["--actor", ""], "value is required"),
    ] {
        let run = world.run([&["serve", "key", "new"], args].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?} {run:?}");
        assert!(run.stderr.contains(words), "{args:?} {run:?}");
    }
    assert!(!world.path("nepenthe.db.keys.json").exists());
}

#[test]
fn the_keys_are_not_overwritten_by_an_export() {
    let world = World::with_memories();
    world.ok(["serve", "key", "new"]);
    world.run(["export", "nepenthe.db.keys.json", "--force"]).refused(2, "keys of the store's server");
}

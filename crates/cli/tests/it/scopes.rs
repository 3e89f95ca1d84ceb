//! `scopes`.

use crate::json::is;
use crate::support::World;

#[test]
fn every_scope_is_listed_with_what_it_holds() {
    let world = World::new();
    world.run(["scopes"]).refused(3, "there is no store");
    for (scope, text) in [
        ("acme/bob", "Bob has a key."),
        ("acme/alice", "Alice has a key."),
        ("acme/alice", "The permit is P-17."),
        ("acme", "The depot is in Lima."),
        ("Zürich/用户", "Grüezi."),
        ("gone", "The badge is B-12."),
    ] {
        world.ok(["inscribe", text, "--scope", scope]);
    }
    world.ok(["release", "permit", "-y", "--scope", "acme/alice"]);
    world.ok(["inscribe", "old", "--expires", "2000-01-01", "--scope", "acme/alice"]);
    world.ok(["purge", "--all", "-y", "--scope", "gone"]);
    // Read, and never written to.
    world.ok(["list", "--scope", "acme/nobody"]);
    let expected = "     1       1  Zürich/用户\n     1       1  acme\n     1       3  acme/alice\n     1       1  acme/bob\n     0       0  gone\n";
    assert_eq!(world.ok(["scopes"]), expected);
    // Whatever scope is named.
    assert_eq!(world.ok(["scopes", "--scope", "acme/bob"]), expected);
    let scopes = world.json(["scopes"]);
    is(&scopes, &["Scopes"]);
    assert_eq!(scopes["scopes"][2], serde_json::json!({"scope": "acme/alice", "live": 1, "memories": 3}));
    world.run(["scopes", "acme"]).refused(2, "unexpected argument");
}

#[test]
fn an_encrypted_store_names_its_scopes_to_its_key() {
    let world = World::new();
    world.ok(["key", "master", "m"]);
    world.ok(["inscribe", "x", "--scope", "acme/alice", "--master-key", "m"]);
    assert_eq!(world.ok(["scopes", "--master-key", "m"]), "     1       1  acme/alice\n");
    world.run(["scopes"]).refused(2, "the store is encrypted");
}

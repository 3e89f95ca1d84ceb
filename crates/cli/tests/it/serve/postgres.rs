//! Servers on one store in PostgreSQL.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::json;

use super::client::{ALL, Server};
use crate::support::World;

/// A PostgreSQL server that ends with this.
struct Database {
    child: Child,
    url: String,
}

impl Database {
    fn start() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres.sh");
        let mut child =
            Command::new(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("URL=").expect("there is a PostgreSQL server").to_owned();
        Self { child, url }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

#[test]
fn two_servers_have_one_store_and_a_file_moves_there_and_back() {
    let (database, world) = (Database::start(), World::new());
    world.ok(["key", "master", "master-key"]);
    let there = ["--db", &database.url, "--memory-keys", "agent.keys", "--master-key", "master-key"];
    world.ok([
        "inscribe", "The PIN is 4711.", "--db", "first.db", "--scope", "s", "--master-key", "master-key",
    ]);
    world
        .ok(["copy", "first.db", &database.url, "--memory-keys", "agent.keys", "--master-key", "master-key"]);
    let token = {
        let args = [&["serve", "key", "new", "--rights", ALL, "--scope", "**"], &there[..]].concat();
        world.ok(args).trim().to_owned()
    };
    let start = |cache: &'static str| Server::start(&world, &[&there[..], &["--cache", cache]].concat());
    let (one, two) = (start("cache-1"), start("cache-2"));
    let client =
        |server: &Server| server.anybody().with("Authorization", &format!("Bearer {token}")).within("s");
    let (a, b) = (client(&one), client(&two));
    a.inscribe(&["The boat is called Vesper."]);
    let (mut seen, both) = (b.live(), ["The PIN is 4711.", "The boat is called Vesper."]);
    seen.sort_unstable_by_key(|text| both.iter().position(|one| one == text));
    assert_eq!(seen, both);
    let hits = b.post("/v1/recall", json!({ "query": "boat" })).ok(200);
    assert_eq!(hits["hits"][0]["text"], both[1], "{hits}");
    one.stop();
    b.inscribe(&["The boat sails on Friday."]);
    two.stop();
    world.ok([&["check", "--deep", "--cache", "cache-1"], &there[..]].concat());
    let purged = [&["purge", "4711", "--scope", "s", "--yes", "--cache", "cache-3"], &there[..]].concat();
    let printed = world.ok(purged);
    assert!(!printed.is_empty());
    world.ok(["copy", &database.url, "back.db", "--memory-keys", "agent.keys", "--master-key", "master-key"]);
    let back = world.ids(&["--db", "back.db", "--scope", "s", "--master-key", "master-key"]);
    assert_eq!(back.len(), 2);
    // What works on a file says so, and nobody shows the password.
    let run = world.run([&["backup", "restore", "a.backup"], &there[..]].concat());
    run.refused(2, "this is done with a store in a file");
    let rebuilt = world.ok([&["reembed", "--cache", "cache-3"], &there[..]].concat());
    assert_eq!(rebuilt, "none  0  0\n");
    let secret = database.url.split([':', '@']).nth(2).unwrap();
    for args in
        [&["stats", "--master-key", "none"][..], &["check"], &["inscribe", "x", "--indexes", "in-file"]]
    {
        let run = world.run([&there[..2], args].concat());
        assert_ne!(run.code, Some(0), "{run:?}");
        assert!(!format!("{run:?}").contains(secret), "{run:?}");
    }
}

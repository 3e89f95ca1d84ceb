//! Erasures that something is in the way of are finished by the server itself, as soon as it can.

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{ALL, Client, Server, key};
use crate::support::{World, sqlite, text_of};

/// Asks until the list has a receipt that completes another.
fn completed(client: &Client, receipt: &str) -> Value {
    loop {
        let listed = client.get("/v1/receipts").ok(200);
        let mut receipts = listed["receipts"].as_array().unwrap().iter();
        match receipts.find(|issued| issued["completes"] == receipt) {
            Some(found) => return found.clone(),
            None => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}

fn metric(client: &Client, name: &str) -> f64 {
    let metrics = client.get("/metrics").body;
    let line = metrics.lines().find(|line| line.starts_with(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("{name}\n{metrics}")).split(' ').next_back().unwrap().parse().unwrap()
}

/// Whether the store's files hold a text.
fn holds(world: &World, text: &str) -> bool {
    ["nepenthe.db", "nepenthe.db-wal"].iter().any(|name| {
        let bytes = std::fs::read(world.path(name)).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}

#[test]
fn what_a_reader_is_in_the_way_of_is_finished_when_it_lets_go() {
    let world = World::new();
    world.ok(["key", "new", "--key-file", "signing"]);
    let token = key(&world, ALL, "**");
    let server = Server::start(&world, &["--key-file", "signing"]);
    let client = server.anybody().with("X-API-Key", &token).within("s");
    let id = client.inscribe(&["The PIN is 4711-QX."]).remove(0);
    assert_eq!(metric(&client, "nepenthe_scrub_pending"), 0.0);

    let reader = sqlite(&world.db());
    reader.execute_batch("BEGIN").unwrap();
    let _: i64 = reader.query_row("SELECT count(*) FROM event", [], |row| row.get(0)).unwrap();
    let erased = client.delete(&format!("/v1/memories/{id}")).ok(200);
    assert_eq!(
        (&erased["erasure"]["assurance"], &erased["erasure"]["awaiting"]),
        (&json!("logical"), &json!("readers"))
    );
    let receipt = text_of(&erased["erasure"]["receipt"]);
    let signed = client.get(&format!("/v1/receipts/{receipt}"));
    assert_eq!((signed.status, signed.header("link")), (200, None));
    while metric(&client, "nepenthe_scrub_pending") == 0.0
        || metric(&client, "nepenthe_scrub_seconds_count") < 2.0
    {
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(holds(&world, "4711-QX"), "the reader may read it still");

    reader.execute_batch("COMMIT").unwrap();
    let done = completed(&client, &receipt);
    assert_eq!(done["assurance"], "physical");
    assert!(!holds(&world, "4711-QX"));
    let link = format!("</v1/receipts/{}>; rel=\"successor-version\"", text_of(&done["id"]));
    assert_eq!(client.get(&format!("/v1/receipts/{receipt}")).header("link"), Some(link.as_str()));
    while metric(&client, "nepenthe_scrub_pending") != 0.0 {
        std::thread::sleep(Duration::from_millis(100));
    }
    server.stop();
    world.ok(["check", "--deep"]);
}

#[test]
fn what_another_process_left_is_finished_and_a_stop_in_between_loses_nothing() {
    let world = World::new();
    let token = key(&world, ALL, "**");
    let id = world.json(["inscribe", "The PIN is 4711-QX.", "--scope", "s"])["ids"][0].clone();
    let reader = sqlite(&world.db());
    reader.execute_batch("BEGIN").unwrap();
    let _: i64 = reader.query_row("SELECT count(*) FROM event", [], |row| row.get(0)).unwrap();
    let erased = world.json(["purge", "--id", &text_of(&id), "--yes", "--scope", "s"]);
    assert_eq!(erased["erasure"]["awaiting"], "readers", "{erased}");
    let receipt = text_of(&erased["erasure"]["receipt"]);

    // One that may only read lets it be; one that is stopped at once finishes nothing, and breaks nothing.
    let reads = Server::start(&world, &["--read-only"]);
    Server::start(&world, &[]).stop();
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token).within("s");
    while metric(&client, "nepenthe_scrub_seconds_count") == 0.0 {
        std::thread::sleep(Duration::from_millis(100));
    }
    let other = reads.anybody().with("X-API-Key", &token).within("s");
    assert_eq!(metric(&other, "nepenthe_scrub_seconds_count"), 0.0);
    reader.execute_batch("COMMIT").unwrap();
    assert_eq!(completed(&client, &receipt)["assurance"], "physical");
    assert!(!holds(&world, "4711-QX"));
    reads.stop();
    server.stop();
}

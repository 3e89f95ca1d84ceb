//! Memories written, recalled, listed, edited, superseded, released, restored, erased, exported and imported.

use serde_json::json;

use super::client::{ALL, Server};
use crate::json::is;
use crate::support::{World, text_of};

#[test]
fn a_memory_is_written_recalled_edited_and_erased() {
    let world = World::new();
    let client = {
        let key = super::client::key(&world, ALL, "acme/alice");
        let server = Server::start(&world, &[]);
        (server.anybody().with("X-API-Key", &key), server)
    };
    let (client, server) = client;
    let body = json!({ "memories": [{ "text": "Alice works at Initech.", "metadata": { "a": 1 } }] });
    let written = client.post("/v1/memories", body);
    let id = text_of(&written.ok(201)["ids"][0]);
    is(&written.json(), &["Inscribed"]);
    assert_eq!(written.header("location"), Some(format!("/v1/memories/{id}").as_str()));

    let recalled = client.post("/v1/recall", json!({ "query": "Where does Alice work?" })).ok(200);
    is(&recalled["hits"][0], &["Memory", "Hit"]);
    assert_eq!((&recalled["hits"][0]["id"], &recalled["hits"][0]["metadata"]["a"]), (&json!(id), &json!(1)));
    let read = client.get(&format!("/v1/memories/{id}"));
    assert_eq!(
        (read.ok(200)["text"].as_str(), read.header("cache-control")),
        (Some("Alice works at Initech."), Some("no-store"))
    );

    let edited = client.patch(&format!("/v1/memories/{id}"), json!({ "text": "Alice works at Hooli." }));
    is(&edited.ok(200), &["Outcome"]);
    assert_eq!(client.live(), ["Alice works at Hooli."]);
    let history = client.get(&format!("/v1/memories/{id}/history")).ok(200);
    assert_eq!(history["events"][0]["text"], "Alice works at Initech.");
    assert!(text_of(&history["events"][0]["actor"]).starts_with("key-"), "{history}");

    let erased = client.delete(&format!("/v1/memories/{id}"));
    let outcome = erased.ok(200);
    assert_eq!(erased.header("nepenthe-receipt"), outcome["erasure"]["receipt"].as_str());
    assert_eq!(outcome["erasure"]["assurance"], "physical", "{outcome}");
    client.get(&format!("/v1/memories/{id}")).refused(404, "not_found");
    client.delete(&format!("/v1/memories/{id}")).refused(404, "not_found");
    let history = client.get(&format!("/v1/memories/{id}/history"));
    assert!(
        history.ok(200)["events"].as_array().unwrap().len() >= 3 && !history.body.contains("Hooli"),
        "{history:?}"
    );
    let again = json!({ "memories": [{ "text": "Alice works at Hooli." }] });
    client.post("/v1/memories", again).refused(409, "refused_erased");
    assert_eq!(client.get("/v1/stats").ok(200)["live"], 0);
    server.stop();
    // Its actor is in the log, and the command sees what the server did.
    assert!(world.ok(["log", "--scope", "acme/alice"]).contains("key-"));
}

#[test]
fn changes_are_made_where_they_are_sure_and_taken_back() {
    let world = World::new();
    world.ok(["serve", "key", "new"]);
    let server = Server::start(&world, &[]);
    let client = server.client(&world, "read,write", "home/**").within("home/kitchen");
    let ids = client.inscribe(&["The door code is 4711.", "The oven is on loan.", "Bo Lund has a cello."]);
    let body = json!({ "target": { "words": "the door code" }, "new": { "text": "The door code is 1184." } });
    let outcome = client.post("/v1/supersede", body).ok(200);
    assert!(outcome["inscribed"].is_string(), "{outcome}");
    assert_eq!(client.live(), ["The oven is on loan.", "Bo Lund has a cello.", "The door code is 1184."]);
    client.post("/v1/release", json!({ "target": { "ids": [ids[1]] } })).ok(200);
    assert_eq!(client.live().len(), 2);
    client.post("/v1/restore", json!({ "target": { "ids": [ids[1]] } })).ok(200);
    assert_eq!(client.live().len(), 3);
    client
        .post("/v1/release", json!({ "target": { "words": "the zeppelin" } }))
        .refused(404, "nothing_matched");
    client.within("home/attic").post("/v1/release", json!({ "target": "all" })).refused(400, "bad_scope");
    let attic = server.client(&world, "read,write", "home/attic");
    attic.post("/v1/release", json!({ "target": "all" })).refused(404, "scope_empty");
    // Whoever asks may not be content with less than usual.
    let lower = json!({ "target": { "words": "the oven" }, "min_confidence": 0.1 });
    client.post("/v1/release", lower).refused(400, "bad_request");
    assert_eq!(client.live().len(), 3);
    server.stop();
}

#[test]
fn a_list_comes_page_by_page_whatever_is_erased_in_between() {
    let world = World::new();
    let key = super::client::key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("Authorization", &format!("Token {key}"));
    let texts: Vec<String> =
        (0..25).map(|number| format!("Box {number} is in row {}.", number * 7)).collect();
    let ids = client.inscribe(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let mut path = "/v1/memories?limit=10".to_owned();
    let mut seen: Vec<String> = Vec::new();
    for page in 0..3 {
        let listed = client.get(&path).ok(200);
        seen.extend(listed["memories"].as_array().unwrap().iter().map(|memory| text_of(&memory["text"])));
        match listed["next"].as_str() {
            Some(next) => path = format!("/v1/memories?limit=10&cursor={next}"),
            None => assert_eq!(page, 2),
        }
        // The last that was shown, and one that was not.
        if page == 0 {
            client.delete(&format!("/v1/memories/{}", ids[9])).ok(200);
            client.delete(&format!("/v1/memories/{}", ids[20])).ok(200);
        }
    }
    let expected: Vec<&String> =
        texts.iter().enumerate().filter(|(at, _)| *at != 20).map(|(_, text)| text).collect();
    assert_eq!(seen.iter().collect::<Vec<_>>(), expected);
    for query in [
        "limit=0", "limit=1001", "limit=x", "limit=-1", "cursor=", "cursor=-1", "cursor=0", "cursor=%C3%A9",
        "cursor=zzzzzzzzzzzzzzzz", "include=some", "k=5", "limit=1&limit=2",
    ] {
        client.get(&format!("/v1/memories?{query}")).refused(400, "bad_request");
    }
    client.post("/v1/release", json!({ "target": { "ids": [ids[0]] } })).ok(200);
    let all = client.get("/v1/memories?include=all&limit=1000").ok(200);
    assert_eq!(all["memories"].as_array().unwrap().len(), 23);
    server.stop();
}

#[test]
fn an_export_of_one_scope_is_imported_into_another() {
    let world = World::new();
    let key = super::client::key(&world, ALL, "**");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("Authorization", &format!("bearer {key}"));
    let (from, to) = (client.within("from"), client.within("用户/七"));
    from.inscribe(&["Alice works at Initech.", "The parking permit is P-17."]);
    let lines = from.get("/v1/export");
    assert_eq!((lines.status, lines.header("content-type")), (200, Some("application/jsonl")), "{lines:?}");
    let import = |body: &[u8]| to.send("POST", "/v1/import", Some(("application/jsonl", body)));
    is(&import(lines.body.as_bytes()).ok(200), &["Imported"]);
    assert_eq!(to.live(), from.live());
    let problem = import(b"{\"text\": \"the secret word\"}\n").refused(400, "bad_line");
    assert!(!problem.to_string().contains("secret word"), "{problem}");
    to.send("POST", "/v1/import", Some(("application/json", b"{}"))).refused(415, "media_type");
    // An import takes the file's word for who did what.
    server
        .client(&world, "read,write,forget,audit,scopes", "x")
        .post("/v1/import", json!({}))
        .refused(403, "right_missing");
    server.stop();
}

#[test]
fn receipts_are_listed_signed_and_verified() {
    let world = World::new();
    world.ok(["key", "new", "--key-file", "signing"]);
    let key = super::client::key(&world, ALL, "a");
    let server = Server::start(&world, &["--key-file", "signing"]);
    let client = server.anybody().with("X-API-Key", &key);
    let id = client.inscribe(&["The PIN is 4711."]).remove(0);
    let receipt = client.delete(&format!("/v1/memories/{id}")).header("nepenthe-receipt").unwrap().to_owned();
    let listed = client.get("/v1/receipts").ok(200);
    assert_eq!(listed["receipts"].as_array().unwrap().last().unwrap()["id"], json!(receipt), "{listed}");
    let signed = client.get(&format!("/v1/receipts/{receipt}")).ok(200);
    let public = world.ok(["key", "show", "--key-file", "signing"]);
    let body = json!({ "receipt": signed["receipt"], "keys": [public.trim()] });
    let verified = client.post("/v1/receipts/verify", body).ok(200);
    assert_eq!(verified["holds"], true, "{verified}");
    let altered = text_of(&signed["receipt"]).replacen("\"erased\":1", "\"erased\":2", 1);
    let body = json!({ "receipt": altered, "keys": [public.trim()] });
    assert_eq!(client.post("/v1/receipts/verify", body).ok(200)["holds"], false);
    client.post("/v1/receipts/verify", json!({ "receipt": "x", "keys": ["y"] })).refused(400, "bad_receipt");
    client.get(&format!("/v1/receipts/{id}")).refused(404, "receipt_not_found");
    client.get("/v1/receipts/x").refused(400, "bad_id");
    server.stop();
    // Without a key that signs, there is still a list.
    let server = Server::start(&world, &["--key-file", "none"]);
    let client = server.anybody().with("X-API-Key", &key);
    client.get(&format!("/v1/receipts/{receipt}")).refused(409, "key_missing");
    client.get("/v1/receipts").ok(200);
    server.stop();
}

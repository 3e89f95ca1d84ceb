//! `Idempotency-Key`, `ETag` and `If-Match`.

use serde_json::{Value, json};

use super::client::{ALL, Server, key};
use crate::support::{World, text_of};

#[test]
fn a_request_with_a_key_is_done_once() {
    let world = World::new();
    let token = key(&world, ALL, "**");
    let server = Server::start(&world, &[]);
    let anywhere = server.anybody().with("X-API-Key", &token);
    let client = anywhere.within("s");
    let once = client.with("Idempotency-Key", "k1");
    let body = json!({ "memories": [{ "text": "The PIN is 4711." }] });
    let first = once.post("/v1/memories", body.clone());
    let again = once.post("/v1/memories", body.clone());
    assert_eq!(first.ok(201), again.ok(201));
    assert_eq!(
        (first.header("idempotency-replayed"), again.header("idempotency-replayed")),
        (None, Some("true"))
    );
    assert_eq!(first.header("location"), again.header("location"));
    assert_eq!(client.live().len(), 1);

    let other = json!({ "memories": [{ "text": "The PIN is 1184." }] });
    once.post("/v1/memories", other.clone()).refused(422, "idempotency_reused");
    once.post("/v1/release", json!({ "target": "all" })).refused(422, "idempotency_reused");
    // Another scope, and another key of the server, have keys of their own.
    anywhere.within("t").with("Idempotency-Key", "k1").post("/v1/memories", other.clone()).ok(201);
    server.client(&world, ALL, "s").with("Idempotency-Key", "k1").post("/v1/memories", other.clone()).ok(201);
    // What failed may come again, otherwise.
    let failing = client.with("Idempotency-Key", "k2");
    failing.post("/v1/memories", json!({ "memories": [] })).refused(400, "bad_request");
    failing.post("/v1/memories", json!({ "memories": [{ "text": "The bike is red." }] })).ok(201);
    for bad in ["", &"k".repeat(256)] {
        client.with("Idempotency-Key", bad).post("/v1/memories", other.clone()).refused(400, "bad_request");
    }
    // What reads has no use for one.
    let reading = client.with("Idempotency-Key", "k3");
    for query in ["PIN", "bike"] {
        reading.post("/v1/recall", json!({ "query": query })).ok(200);
    }
    server.stop();
}

#[test]
fn a_plan_and_its_commit_are_made_once_and_no_text_is_kept() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token);
    client.inscribe(&["Alice's key is sk-4242."]);
    let once = client.with("Idempotency-Key", "plan");
    let body = json!({ "verb": "purge", "target": { "words": "sk-4242" } });
    let plan = once.post("/v1/plans", body.clone()).ok(201);
    assert_eq!(once.post("/v1/plans", body.clone()).ok(201), plan);
    let path = format!("/v1/plans/{}/commit", text_of(&plan["id"]));
    let once_more = client.with("Idempotency-Key", "commit");
    let first = once_more.post(&path, json!({ "digest": plan["digest"] }));
    let again = once_more.post(&path, json!({ "digest": plan["digest"] }));
    assert_eq!(
        (first.ok(200), first.header("nepenthe-receipt")),
        (again.ok(200), again.header("nepenthe-receipt"))
    );
    assert!(!again.body.contains("sk-4242"));
    // The plan that was carried out is not shown again.
    let gone = once.post("/v1/plans", body);
    assert!(gone.refused(409, "plan_used").is_object() && !gone.body.contains("Alice"), "{gone:?}");
    server.stop();
}

#[test]
fn many_requests_at_once_with_one_key_write_once() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token);
    let once = client.with("Idempotency-Key", "k");
    let body = json!({ "memories": [{ "text": "The PIN is 4711." }] });
    let replies: Vec<_> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..12).map(|_| scope.spawn(|| once.post("/v1/memories", body.clone()))).collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    });
    let mut ids: Vec<Value> = Vec::new();
    for reply in replies {
        match reply.status {
            201 => ids.push(reply.json()["ids"].clone()),
            _ => drop(reply.refused(409, "idempotency_running")),
        }
    }
    ids.dedup();
    assert_eq!((ids.len(), client.live().len()), (1, 1));
    server.stop();
}

#[test]
fn a_change_is_made_only_to_the_version_that_is_meant() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token);
    let path = format!("/v1/memories/{}", client.inscribe(&["The PIN is 4711."]).remove(0));
    let tag = client.get(&path).header("etag").unwrap().to_owned();
    assert_eq!(client.get(&path).header("etag"), Some(tag.as_str()));
    let text = |text: &str| json!({ "text": text });
    for wrong in ["\"0\"", "W/\"1\"", "x", "", &format!("W/{tag}"), tag.trim_matches('"')] {
        client
            .with("If-Match", wrong)
            .patch(&path, text("The PIN is 1."))
            .refused(412, "precondition_failed");
        client.with("If-Match", wrong).delete(&path).refused(412, "precondition_failed");
    }
    let edited = client.with("If-Match", &tag).patch(&path, text("The PIN is 2."));
    edited.ok(200);
    let newer = edited.header("etag").unwrap().to_owned();
    assert_eq!(client.get(&path).header("etag"), Some(newer.as_str()));
    client.with("If-Match", &tag).patch(&path, text("The PIN is 3.")).refused(412, "precondition_failed");
    client.with("If-Match", &tag).delete(&path).refused(412, "precondition_failed");
    assert_eq!(client.live(), ["The PIN is 2."]);
    client.with("If-Match", "*").patch(&path, text("The PIN is 4.")).ok(200);
    let last = client.get(&path).header("etag").unwrap().to_owned();
    client.with("If-Match", &format!("\"0\", {last}")).delete(&path).ok(200);
    client.with("If-Match", &last).delete(&path).refused(404, "not_found");
    server.stop();
}

//! Paths: with their slash and without, never a redirect, and what each refuses.

use serde_json::json;

use super::support::{NONE, USUAL, add};
use crate::serve::client::{ALL, Server, key};
use crate::support::World;

#[test]
fn a_path_is_answered_with_its_slash_and_without() {
    let world = World::new();
    let token = key(&world, USUAL, "acme/**");
    let server = Server::start(&world, &[]);
    let acme = server.anybody().with("Authorization", &format!("Token {token}"));
    let list = json!({ "filters": { "user_id": "alice" } }).to_string();
    let search = json!({ "query": "x", "filters": { "user_id": "alice" } }).to_string();
    let new = json!({ "messages": [{ "role": "user", "content": "x" }], "user_id": "alice", "infer": false });
    let new = new.to_string();
    let one = format!("/v1/memories/{NONE}");
    for (method, path, body, status) in [
        ("GET", "/v1/ping", None, 200),
        ("POST", "/v3/memories/add", Some(&new), 200),
        ("POST", "/v3/memories/search", Some(&search), 200),
        ("POST", "/v3/memories", Some(&list), 200),
        ("PUT", &one, Some(&r#"{"text": "x"}"#.to_owned()), 404),
        ("PUT", "/v1/batch", Some(&r#"{"memories": []}"#.to_owned()), 400),
        ("DELETE", "/v1/batch", Some(&r#"{"memories": []}"#.to_owned()), 400),
        ("DELETE", "/v1/memories", None, 400),
        ("GET", "/v1/entities", None, 200),
        ("DELETE", "/v2/entities/user/nobody", None, 404),
        ("GET", &format!("/v1/event/{NONE}"), None, 404),
        ("POST", "/v1/exports", Some(&list), 501),
        ("POST", "/v1/exports/get", Some(&list), 501),
        ("POST", "/v1/summary", Some(&list), 501),
        ("POST", "/v1/feedback", Some(&list), 501),
        ("GET", "/v2/entities/user/alice/profile", None, 501),
        ("POST", "/v2/profiles/jobs", Some(&list), 501),
        ("GET", "/v2/profiles/settings", None, 501),
        ("GET", "/api/v1/orgs/organizations/o/projects/p", None, 501),
        ("POST", "/api/v1/webhooks/projects/p", Some(&list), 501),
        ("PUT", "/api/v1/webhooks/w", Some(&list), 501),
    ] {
        let body = body.map(|body| ("application/json", body.as_bytes()));
        for path in [path.to_owned(), format!("{path}/")] {
            let reply = acme.send(method, &path, body);
            assert_eq!(reply.status, status, "{method} {path} {reply:?}");
            assert!(reply.header("location").is_none());
            if status != 200 {
                reply.no(status);
            }
            server.anybody().send(method, &path, body).no(401);
            if status != 501 {
                acme.send(method, &format!("{path}?nope=1"), body).no(400);
            }
        }
    }
    server.stop();
}

#[test]
fn the_rest_api_keeps_its_own_paths() {
    let world = World::new();
    let token = key(&world, ALL, "acme/alice");
    let server = Server::start(&world, &[]);
    let alice = server.anybody().with("Authorization", &format!("Token {token}"));
    let id = add(&alice, "The bike is red.", json!({ "user_id": "u" }));
    let (rest, mem0) = (format!("/v1/memories/{id}"), format!("/v1/memories/{id}/"));
    assert_eq!(alice.get(&rest).ok(200)["text"], "The bike is red.");
    assert_eq!(alice.get(&mem0).ok(200)["memory"], "The bike is red.");
    assert!(alice.get(&format!("{rest}/history")).ok(200)["events"].is_array());
    assert!(alice.get(&format!("{mem0}history/")).ok(200).is_array());
    assert!(alice.get("/v1/memories").ok(200)["memories"].is_array());
    alice.get("/v1/memories/").refused(405, "method_not_allowed");
    alice.post("/v3/memories/add/", json!({ "messages": [] })).no(422);
    alice.get("/v3/memories/add/").refused(405, "method_not_allowed");
    alice.get("/v3/memories/nope/").refused(404, "no_route");
    assert!(alice.delete(&rest).ok(200)["erasure"].is_object());
    alice.get(&mem0).no(404);
    let metrics = server.client(&world, ALL, "**").get("/metrics").body;
    assert!(metrics.contains("route=\"/v1/memories/{id}/\"") && !metrics.contains(&id), "{metrics}");
    server.stop();
}

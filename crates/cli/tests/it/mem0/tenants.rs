//! Who may do what, and where: by the key alone.

use serde_json::json;

use super::support::{NONE, USUAL, add, delete_all, texts, try_add};
use crate::serve::client::{ALL, Server, key};
use crate::support::{World, text_of};

#[test]
fn what_is_another_tenant_s_is_not_there() {
    let world = World::new();
    let (acme, other) = (key(&world, USUAL, "acme/**"), key(&world, ALL, "other/**"));
    let server = Server::start(&world, &[]);
    let [acme, other] =
        [acme, other].map(|key| server.anybody().with("Authorization", &format!("Token {key}")));
    let id = add(&acme, "The PIN is 4711.", json!({ "user_id": "alice", "run_id": "r" }));
    let event = text_of(&try_add(&acme, "A box.", json!({ "user_id": "alice" })).ok(200)["event_id"]);
    for id in [id.as_str(), NONE, "mem_1", "..%2Falice"] {
        let one = format!("/v1/memories/{id}/");
        let of_none = [
            other.get(&one),
            other.get(&format!("{one}history/")),
            other.get(&format!("/v1/event/{id}/")),
            other.send("PUT", &one, Some(("application/json", br#"{"text": "x"}"#))),
            other.delete(&one),
            other.delete(&format!("{one}?delete_linked=true")),
            other.send("PUT", "/v1/batch/", Some(("application/json", batch(id, true).as_bytes()))),
            other.send("DELETE", "/v1/batch/", Some(("application/json", batch(id, false).as_bytes()))),
        ];
        for reply in of_none {
            let problem = reply.no(404);
            assert_eq!(problem["code"], "not_found", "{problem}");
            assert!(!problem.to_string().contains("acme"), "{problem}");
        }
    }
    other.get(&format!("/v1/event/{event}/")).no(404);
    for query in [&[("user_id", "alice")][..], &[("run_id", "r")], &[("user_id", "acme/alice")]] {
        assert_eq!(delete_all(&other, query).no(404)["code"], "not_found");
    }
    for path in ["user/alice", "run/r", "user/acme%2Falice", "user/..%2Facme%2Falice", "user/%2A%2A"] {
        for version in ["v1", "v2"] {
            other.delete(&format!("/{version}/entities/{path}/")).no(404);
        }
    }
    other.delete("/v2/entities/user/%2A/").no(400);
    for user in ["alice", "acme/alice", "../acme/alice", "acme", "**", "acme/**"] {
        assert!(texts(&other, json!({ "user_id": user })).is_empty(), "{user}");
    }
    assert!(texts(&other, json!({ "OR": [{ "user_id": "*" }, { "run_id": "*" }] })).is_empty());
    assert_eq!(other.get("/v1/entities/").ok(200)["count"], 0);
    // Ids that look like a way out lead into scopes of their own.
    for user in ["../acme/alice", "acme/alice", "/acme", "..", "a*", "**", "agent:x", "%2e%2e"] {
        add(&other, "Mine.", json!({ "user_id": user }));
        assert_eq!(texts(&other, json!({ "user_id": user })), ["Mine."], "{user}");
    }
    assert_eq!(other.get("/v1/entities/").ok(200)["count"], 8);
    assert_eq!(texts(&acme, json!({ "user_id": "*" })), ["A box.", "The PIN is 4711."]);
    server.stop();
    let scopes = world.json(["scopes"]);
    for scope in scopes["scopes"].as_array().unwrap() {
        let path = text_of(&scope["scope"]);
        assert!(
            path == "acme/alice" || path.starts_with("other/") && path.matches('/').count() == 1,
            "{path}"
        );
    }
}

fn batch(id: &str, with_text: bool) -> String {
    let memory = if with_text { json!({ "memory_id": id, "text": "x" }) } else { json!({ "memory_id": id }) };
    json!({ "memories": [memory] }).to_string()
}

#[test]
fn every_route_asks_for_its_rights() {
    let world = World::new();
    let token = key(&world, ALL, "acme/**");
    let server = Server::start(&world, &[]);
    let all = server.anybody().with("X-API-Key", &token);
    add(&all, "A box.", json!({ "user_id": "alice", "agent_id": "bot" }));
    let one = format!("/v1/memories/{NONE}/");
    let search = json!({ "query": "box", "filters": { "user_id": "alice" } }).to_string();
    let by_agent = json!({ "query": "box", "filters": { "agent_id": "bot" } }).to_string();
    let list = json!({ "filters": { "user_id": "alice" } }).to_string();
    let list_by_agent = json!({ "filters": { "agent_id": "bot" } }).to_string();
    let new = json!({ "messages": [{ "role": "user", "content": "x" }], "user_id": "u", "infer": false });
    let new = new.to_string();
    let (update, deletion) = (batch(NONE, true), batch(NONE, false));
    let text = json!({ "text": "x" }).to_string();
    for (method, path, body, rights) in [
        ("GET", "/v1/ping/", None, &[][..]),
        ("POST", "/v3/memories/add/", Some(&new), &["write"]),
        ("POST", "/v3/memories/search/", Some(&search), &["read"]),
        ("POST", "/v3/memories/search/", Some(&by_agent), &["read", "scopes"]),
        ("POST", "/v3/memories/", Some(&list), &["read"]),
        ("POST", "/v3/memories/", Some(&list_by_agent), &["read", "scopes"]),
        ("GET", &one, None, &["read"]),
        ("GET", &format!("{one}history/"), None, &["read"]),
        ("GET", &format!("/v1/event/{NONE}/"), None, &["read"]),
        ("PUT", &one, Some(&text), &["write", "read"]),
        ("PUT", "/v1/batch/", Some(&update), &["write"]),
        ("DELETE", &one, None, &["forget"]),
        ("DELETE", "/v1/batch/", Some(&deletion), &["forget"]),
        ("DELETE", "/v1/memories/?user_id=nobody", None, &["forget"]),
        ("DELETE", "/v1/memories/?agent_id=nobody", None, &["forget", "scopes"]),
        ("DELETE", "/v2/entities/user/nobody/", None, &["forget"]),
        ("DELETE", "/v2/entities/run/nobody/", None, &["forget", "scopes"]),
        ("GET", "/v1/entities/", None, &["read", "scopes"]),
    ] {
        let body = body.map(|body| ("application/json", body.as_bytes()));
        server.anybody().send(method, path, body).no(401);
        server.anybody().with("Authorization", "Token nep_x").send(method, path, body).no(401);
        let enough = server.client(&world, &[&["audit"], rights].concat().join(","), "acme/**");
        let reply = enough.send(method, path, body);
        assert!([200, 404].contains(&reply.status), "{method} {path} {reply:?}");
        for missing in rights {
            let less: Vec<&str> = ALL.split(',').filter(|right| right != missing).collect();
            let problem = server.client(&world, &less.join(","), "acme/**").send(method, path, body).no(403);
            assert_eq!(problem["code"], "right_missing", "{method} {path} {missing}");
        }
    }
    server.stop();
}

#[test]
fn a_key_of_one_scope_is_one_memory_that_ids_narrow() {
    let world = World::new();
    let (one, below) = (key(&world, "read,write,forget", "acme/alice"), key(&world, ALL, "acme/**"));
    let server = Server::start(&world, &[]);
    let [one, below] =
        [one, below].map(|key| server.anybody().with("Authorization", &format!("Token {key}")));
    add(&one, "A red box.", json!({ "user_id": "u1" }));
    let id = add(&one, "A blue box.", json!({ "user_id": "u2", "agent_id": "bot" }));
    assert_eq!(one.live().len(), 2);
    assert_eq!(texts(&one, json!({ "user_id": "u1" })), ["A red box."]);
    assert_eq!(texts(&one, json!({ "agent_id": "bot" })), ["A blue box."]);
    assert_eq!(one.get("/v1/entities/").ok(200)["count"], 3);
    // Of a key of more scopes it is the user of that scope.
    assert_eq!(texts(&below, json!({ "user_id": "alice" })).len(), 2);
    assert!(texts(&below, json!({ "user_id": "u1" })).is_empty());
    // The header narrows, and leads nowhere else.
    assert_eq!(texts(&below.within("acme/alice"), json!({ "user_id": "u2" })), ["A blue box."]);
    below.within("other").get(&format!("/v1/memories/{id}/")).no(404);
    below.within("acme/bob").get(&format!("/v1/memories/{id}/")).no(404);
    delete_all(&below.within("acme/bob"), &[("user_id", "u2")]).no(404);

    // The same text of another is not erased by the way: then nothing is.
    let same = add(&one, "A blue box.", json!({ "user_id": "u3" }));
    for reply in [
        delete_all(&one, &[("user_id", "u2")]),
        one.delete(&format!("/v1/memories/{id}/")),
        one.delete("/v2/entities/agent/bot/"),
        one.send("DELETE", "/v1/batch/", Some(("application/json", batch(&id, false).as_bytes()))),
    ] {
        let problem = reply.no(409);
        assert_eq!(problem["code"], "plan_wider");
        assert!(text_of(&problem["detail"]).contains(&same), "{problem}");
    }
    assert_eq!(one.live().len(), 3);
    delete_all(&one, &[("user_id", "u1")]).ok(200);
    assert_eq!(one.live().len(), 2);
    server.stop();
}

#[test]
fn what_other_doors_wrote_is_a_user_s() {
    let world = World::new();
    world.ok(["inscribe", "--scope", "acme/alice", "The bike is red."]);
    world.ok(["inscribe", "--scope", "acme/alice/notes", "A note."]);
    world.ok(["inscribe", "--scope", "acme", "The firm."]);
    let token = key(&world, USUAL, "acme/**");
    let server = Server::start(&world, &[]);
    let acme = server.anybody().with("Authorization", &format!("Token {token}"));
    assert_eq!(texts(&acme, json!({ "user_id": "*" })), ["The bike is red."]);
    assert_eq!(acme.get("/v1/entities/").ok(200)["results"][0]["name"], "alice");
    add(&acme, "The cat is grey.", json!({ "user_id": "alice", "run_id": "r1" }));
    let rest = acme.within("acme/alice");
    assert_eq!(rest.live(), ["The bike is red.", "The cat is grey."]);
    delete_all(&acme, &[("user_id", "alice")]).ok(200);
    server.stop();
    assert_eq!(world.json(["list", "--scope", "acme/alice/notes"])["memories"].as_array().unwrap().len(), 1);
    assert_eq!(world.json(["list", "--scope", "acme"])["memories"].as_array().unwrap().len(), 1);
}

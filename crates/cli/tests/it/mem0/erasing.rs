//! Deleting is erasing: receipts, what goes along, what does not, and what may not come back.

use serde_json::{Value, json};

use super::support::{USUAL, add, delete_all, texts, try_add};
use crate::serve::client::{ALL, Client, Server, key};
use crate::support::{World, text_of};

fn started(world: &World) -> (Server, Client) {
    let token = key(world, ALL, "acme/**");
    let server = Server::start(world, &[]);
    let client = server.anybody().with("Authorization", &format!("Token {token}"));
    (server, client)
}

#[test]
fn a_deletion_has_a_receipt_and_leaves_nothing_in_the_files() {
    let world = World::new();
    world.ok(["key", "new", "--key-file", "signing"]);
    let token = key(&world, ALL, "acme/**");
    let server = Server::start(&world, &["--key-file", "signing"]);
    let acme = server.anybody().with("Authorization", &format!("Token {token}"));
    let id = add(&acme, "The vault opens with zanzibar4711.", json!({ "user_id": "alice" }));
    add(&acme, "The bike is red.", json!({ "user_id": "alice" }));
    let reply = acme.delete(&format!("/v1/memories/{id}/"));
    let deleted = reply.ok(200);
    assert_eq!((&deleted["cascade_count"], deleted["message"].is_string()), (&json!(0), true), "{deleted}");
    let receipt = text_of(&deleted["receipt_id"]);
    assert_eq!(reply.header("nepenthe-receipt"), Some(receipt.as_str()));
    acme.get(&format!("/v1/memories/{id}/")).no(404);
    acme.get(&format!("/v1/memories/{id}/history/")).no(404);
    acme.get(&format!("/v1/event/{id}/")).no(404);
    let signed = acme.within("acme/alice").get(&format!("/v1/receipts/{receipt}")).ok(200);
    world.write("receipt.txt", text_of(&signed["receipt"]));
    server.stop();
    let public = text_of(&world.json(["key", "show", "--key-file", "signing"])["keys"][0]);
    world.ok(["verify", "receipt.txt", "--key", &public]);
    for file in std::fs::read_dir(world.path(".")).unwrap().map(|file| file.unwrap().path()) {
        let bytes = if file.is_file() { std::fs::read(&file).unwrap() } else { Vec::new() };
        assert!(!bytes.windows(12).any(|window| window == b"zanzibar4711"), "{}", file.display());
    }
}

#[test]
fn what_was_erased_comes_back_only_for_a_reason() {
    let world = World::new();
    let (server, acme) = started(&world);
    let alice = || json!({ "user_id": "alice" });
    let id = add(&acme, "The PIN is 4711.", json!({ "user_id": "alice", "run_id": "r1" }));
    acme.delete(&format!("/v1/memories/{id}/")).ok(200);
    for text in ["The PIN is 4711.", "the pin is  4711"] {
        let problem = try_add(&acme, text, json!({ "user_id": "alice", "run_id": "r2" })).no(409);
        assert_eq!(problem["code"], "refused_erased");
        let detail = text_of(&problem["detail"]);
        assert!(detail.contains("something else") && detail.contains("reason"), "{detail}");
    }
    let other = add(&acme, "The cat is grey.", alice());
    let body = json!({ "text": "The PIN is 4711." });
    let one = format!("/v1/memories/{other}/");
    let put = |body: &Value| acme.send("PUT", &one, Some(("application/json", body.to_string().as_bytes())));
    assert_eq!(put(&body).no(409)["code"], "refused_erased");
    // Another user's texts are another user's.
    add(&acme, "The PIN is 4711.", json!({ "user_id": "bob" }));
    let unreasoned = json!({ "admit": { "reason": "because" } });
    try_add(&acme, "The PIN is 4711.", json!({ "user_id": "alice", "returning": unreasoned })).no(400);
    let returning = json!({ "admit": { "reason": "consent" } });
    let id = add(&acme, "The PIN is 4711.", json!({ "user_id": "alice", "returning": returning }));
    acme.delete(&format!("/v1/memories/{id}/")).ok(200);
    let quarantined =
        try_add(&acme, "The PIN is 4711.", json!({ "user_id": "alice", "returning": "quarantine" })).ok(200);
    let id = text_of(&quarantined["results"][0]["id"]);
    assert_eq!(acme.get(&format!("/v1/memories/{id}/")).ok(200)["lifecycle_state"], "released");
    server.stop();
}

#[test]
fn copies_of_the_same_owner_go_along_and_are_counted() {
    let world = World::new();
    let (server, acme) = started(&world);
    let first = add(&acme, "The alarm code is 90210.", json!({ "user_id": "alice", "run_id": "a" }));
    let second = add(&acme, "The alarm code is 90210.", json!({ "user_id": "alice", "run_id": "b" }));
    add(&acme, "The alarm code is 90210.", json!({ "user_id": "bob", "run_id": "a" }));
    // Deleting a run would take a copy of another along: more than was asked for.
    let problem = delete_all(&acme, &[("run_id", "a"), ("user_id", "alice")]).no(409);
    assert_eq!(problem["code"], "plan_wider");
    assert!(text_of(&problem["detail"]).contains(&second), "{problem}");
    assert_eq!(texts(&acme, json!({ "user_id": "*" })).len(), 3);
    let deleted = acme.delete(&format!("/v1/memories/{first}/")).ok(200);
    assert_eq!(deleted["cascade_count"], 1);
    assert_eq!(texts(&acme, json!({ "user_id": "*" })).len(), 1);
    assert_eq!(texts(&acme, json!({ "user_id": "bob" })).len(), 1);
    server.stop();
}

#[test]
fn a_chain_is_shown_and_goes_whole_where_that_is_asked() {
    let world = World::new();
    let (server, acme) = started(&world);
    let rest = acme.within("acme/alice");
    let mut ids = rest.inscribe(&["Alice lives in Oslo."]);
    for city in ["Bergen", "Paris"] {
        let target = json!({ "ids": [ids.last().unwrap()] });
        let new = json!({ "text": format!("Alice lives in {city}.") });
        let done = rest.post("/v1/supersede", json!({ "target": target, "new": new })).ok(200);
        ids.push(text_of(&done["inscribed"]));
    }
    let alice = json!({ "user_id": "alice" });
    assert_eq!(texts(&acme, alice.clone()), ["Alice lives in Paris."]);
    let all = json!({ "filters": alice, "latest_only": false });
    let listed = acme.post("/v3/memories/", all).ok(200);
    let told: Vec<(&Value, &Value)> = listed["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|memory| (&memory["lifecycle_state"], &memory["replaced_by"]))
        .collect();
    assert_eq!(
        told,
        [
            (&json!("active"), &Value::Null),
            (&json!("superseded"), &json!(ids[2])),
            (&json!("superseded"), &json!(ids[1]))
        ]
    );
    let history = acme.get(&format!("/v1/memories/{}/history/", ids[0])).ok(200);
    assert_eq!((&history[0]["event"], &history[1]["event"]), (&json!("ADD"), &json!("DELETE")), "{history}");
    let middle = format!("/v1/memories/{}/?delete_linked=", ids[1]);
    acme.delete(&format!("{middle}perhaps")).no(400);
    // The older, and not the newer.
    assert_eq!(acme.delete(&format!("{middle}true")).ok(200)["cascade_count"], 1);
    assert_eq!(acme.get(&format!("/v1/memories/{}/", ids[2])).ok(200)["memory"], "Alice lives in Paris.");
    acme.get(&format!("/v1/memories/{}/", ids[0])).no(404);
    server.stop();
}

#[test]
fn everything_of_a_user_is_also_what_is_out_of_recall() {
    let world = World::new();
    let (server, acme) = started(&world);
    let rest = acme.within("acme/alice");
    let ids = rest.inscribe(&["The bike is red.", "The cat is grey."]);
    rest.post("/v1/release", json!({ "target": { "ids": [ids[0]] } })).ok(200);
    let expired = json!({ "user_id": "alice", "expiration_date": "2020-01-01" });
    let expired = add(&acme, "The parking permit is P-17.", expired);
    assert_eq!(texts(&acme, json!({ "user_id": "alice" })), ["The cat is grey."]);
    let shown = json!({ "filters": { "user_id": "alice" }, "show_expired": true });
    assert_eq!(acme.post("/v3/memories/", shown.clone()).ok(200)["count"], 2);
    let mut search = shown;
    search["query"] = "parking permit".into();
    assert_eq!(acme.post("/v3/memories/search/", search).ok(200)["results"][0]["id"], expired);
    assert_eq!(acme.get(&format!("/v1/memories/{}/", ids[0])).ok(200)["lifecycle_state"], "released");
    let deleted = delete_all(&acme, &[("user_id", "alice")]).ok(200);
    assert_eq!(deleted["deleted"], 3);
    // Again, since an answer may be lost; but not for whoever never was here.
    assert_eq!(delete_all(&acme, &[("user_id", "alice")]).ok(200)["deleted"], 0);
    assert_eq!(acme.delete("/v2/entities/user/alice/").ok(200)["receipt_id"], Value::Null);
    delete_all(&acme, &[("user_id", "bob")]).no(404);
    // What is new is welcome.
    add(&acme, "The lamp is green.", json!({ "user_id": "alice", "run_id": "r" }));
    assert_eq!(delete_all(&acme, &[("user_id", "alice")]).ok(200)["deleted"], 1);
    server.stop();
    assert_eq!(world.json(["stats", "--scope", "acme/alice"])["released"], 0);
}

#[test]
fn an_agent_s_memories_go_in_every_user_s_scope_and_the_users_stay() {
    let world = World::new();
    let (server, acme) = started(&world);
    for user in ["alice", "bob", "carol"] {
        add(&acme, &format!("{user} asked the bot."), json!({ "user_id": user, "agent_id": "bot" }));
        add(&acme, &format!("{user} has a bike."), json!({ "user_id": user }));
    }
    add(&acme, "The bot is polite.", json!({ "agent_id": "bot", "app_id": "shop" }));
    add(&acme, "The shop is open.", json!({ "app_id": "shop" }));
    let deleted = acme.delete("/v2/entities/agent/bot/");
    let receipts = deleted.headers.iter().filter(|(name, _)| name == "nepenthe-receipt").count();
    let deleted = deleted.ok(200);
    assert_eq!((&deleted["deleted"], receipts), (&json!(4), 4), "{deleted}");
    assert_eq!(deleted["receipt_ids"].as_array().unwrap().len(), 4);
    assert_eq!(texts(&acme, json!({ "user_id": "*" })).len(), 3);
    assert_eq!(texts(&acme, json!({ "app_id": "shop" })), ["The shop is open."]);
    assert_eq!(acme.get("/v1/entities/").ok(200)["count"], 4);
    server.stop();
}

#[test]
fn a_server_without_keys_serves_users_too() {
    let world = World::new();
    let server = Server::start(&world, &["--no-auth"]);
    let anybody = server.anybody().with("Authorization", "Token whatever");
    assert_eq!(anybody.get("/v1/ping/").ok(200)["project_id"], "local");
    let id = add(&anybody, "The bike is red.", json!({ "user_id": "alice" }));
    assert_eq!(anybody.get(&format!("/v1/memories/{id}/")).ok(200)["user_id"], "alice");
    anybody.with("Origin", "https://evil.example").delete("/v1/memories/?user_id=alice").no(403);
    delete_all(&anybody, &[("user_id", "alice")]).ok(200);
    server.stop();
    assert!(USUAL.split(',').all(|right| ALL.contains(right)));
}

//! Plans: made, read, and committed or dropped.

use serde_json::{Value, json};

use super::client::{ALL, Client, Server, key};
use crate::json::is;
use crate::support::{World, shows, text_of};

const KEY: &str = "Alice's key is sk-4242.";

fn served(world: &World) -> (Server, Client) {
    let key = key(world, ALL, "s");
    let server = Server::start(world, &[]);
    let client = server.anybody().with("X-API-Key", &key);
    (server, client)
}

fn purge(words: &str) -> Value {
    json!({ "verb": "purge", "target": { "words": words } })
}

#[test]
fn a_purge_in_words_is_planned_read_and_committed_once() {
    let world = World::new();
    let (server, client) = served(&world);
    client.inscribe(&[KEY, "Alice's key ring is red."]);
    let made = client.post("/v1/plans", purge("sk-4242"));
    let plan = made.ok(201);
    is(&plan["plan"], &["Plan"]);
    assert_eq!(
        (plan["plan"]["steps"][0]["memory"]["text"].as_str(), &plan["plan"]["sure"]),
        (Some(KEY), &json!(true))
    );
    let path = format!("/v1/plans/{}", text_of(&plan["id"]));
    assert_eq!(made.header("location"), Some(path.as_str()));
    assert_eq!(client.get(&path).ok(200), plan);
    assert_eq!(client.live().len(), 2);

    let commit = format!("{path}/commit");
    for digest in ["", "0", &"0".repeat(64)] {
        let problem = client.post(&commit, json!({ "digest": digest })).refused(409, "plan_altered");
        assert_eq!(problem["plan_id"], plan["id"]);
    }
    let wrong = json!({ "digest": plan["digest"], "ids": ["0192f0c1-2b3c-7d4e-8f50-112233445566"] });
    client.post(&commit, wrong).refused(409, "plan_unsure");
    assert_eq!(client.live().len(), 2);

    let committed = client.post(&commit, json!({ "digest": plan["digest"] }));
    is(&committed.ok(200), &["Outcome"]);
    let receipt = committed.header("nepenthe-receipt").unwrap().to_owned();
    assert_eq!(client.live(), ["Alice's key ring is red."]);
    let problem = client.post(&commit, json!({ "digest": plan["digest"] })).refused(409, "plan_used");
    assert!(text_of(&problem["detail"]).contains(&receipt), "{problem}");
    client.get(&path).refused(409, "plan_used");
    server.stop();
}

#[test]
fn a_plan_that_waits_shows_nothing_that_was_erased_since() {
    let world = World::new();
    let (server, client) = served(&world);
    let ids = client.inscribe(&[KEY, "Bob's key is sk-4243.", "Carol's desk is 12."]);
    let touching =
        client.post("/v1/plans", json!({ "verb": "release", "target": { "ids": [ids[0]] } })).ok(201);
    let all = client.post("/v1/plans", json!({ "verb": "purge", "target": "all" })).ok(201);
    let beside = client.post("/v1/plans", purge("Bob's key")).ok(201);
    let spares = beside["plan"]["spared"].to_string();
    assert!(spares.contains("sk-4242"), "{beside}");
    client.delete(&format!("/v1/memories/{}", ids[0])).ok(200);
    for plan in [&touching, &all] {
        let problem = client.get(&format!("/v1/plans/{}", text_of(&plan["id"]))).refused(409, "plan_changed");
        assert!(!shows(&problem.to_string(), "4242"), "{problem}");
    }
    let shown = client.get(&format!("/v1/plans/{}", text_of(&beside["id"]))).ok(200);
    assert!(!shows(&shown.to_string(), "4242"), "{shown}");
    assert_eq!(shown["digest"], beside["digest"]);
    // It is carried out as it was read.
    let commit = json!({ "digest": beside["digest"], "ids": [ids[1]] });
    client.post(&format!("/v1/plans/{}/commit", text_of(&beside["id"])), commit).ok(200);
    assert_eq!(client.live(), ["Carol's desk is 12."]);
    server.stop();
}

#[test]
fn a_plan_that_is_unsure_is_committed_by_the_ids_of_all_its_steps_alone() {
    let world = World::new();
    let (server, client) = served(&world);
    client.inscribe(&[
        "Ida plays chess, and Bo Lund has a cello.",
        "Bo Lund has a flat.",
        "Bo Lindt has a boat.",
    ]);
    let plan = client.post("/v1/plans", purge("everything about Bo Lund")).ok(201);
    assert_eq!(plan["plan"]["sure"], false, "{plan}");
    let commit = format!("/v1/plans/{}/commit", text_of(&plan["id"]));
    let ids: Vec<Value> =
        plan["plan"]["steps"].as_array().unwrap().iter().map(|step| step["memory"]["id"].clone()).collect();
    for ids in [Value::Null, json!([]), json!(ids[..1])] {
        client.post(&commit, json!({ "digest": plan["digest"], "ids": ids })).refused(409, "plan_unsure");
    }
    assert_eq!(client.live().len(), 3);
    client.post(&commit, json!({ "digest": plan["digest"], "ids": ids })).ok(200);
    assert_eq!(client.live(), ["Ida plays chess.", "Bo Lindt has a boat."]);

    // No wish of the request makes a plan surer than it is.
    let mut lower = purge("everything about Bo Lindt");
    lower["min_confidence"] = 0.into();
    client.post("/v1/plans", lower).refused(400, "bad_request");
    server.stop();
}

#[test]
fn a_change_that_is_unsure_changes_nothing_and_leaves_its_plan() {
    let world = World::new();
    let (server, client) = served(&world);
    client.inscribe(&[
        "Ida plays chess, and Bo Lund has a cello.",
        "Bo Lund has a flat.",
        "Bo Lindt has a boat.",
    ]);
    let before = client.live();
    // Whoever asks may want more than the usual confidence.
    let target = json!({ "words": "everything about Bo Lund" });
    let flat = json!({ "words": "Bo Lund's flat" });
    let new = json!({ "text": "Bo Lund has moved." });
    for (path, body) in [
        ("/v1/release", json!({ "target": target, "min_confidence": 1 })),
        ("/v1/supersede", json!({ "target": flat, "new": new, "min_confidence": 1 })),
    ] {
        let problem = client.post(path, body).refused(409, "plan_unsure");
        assert_eq!(client.live(), before);
        let path = format!("/v1/plans/{}", text_of(&problem["plan_id"]));
        let plan = client.get(&path).ok(200);
        assert_eq!(plan["plan"]["sure"], false);
        client
            .post(&format!("{path}/commit"), json!({ "digest": plan["digest"] }))
            .refused(409, "plan_unsure");
        assert_eq!(client.live(), before);
    }
    let problem = client.post("/v1/release", json!({ "target": target, "min_confidence": 1 })).json();
    let path = format!("/v1/plans/{}", text_of(&problem["plan_id"]));
    let plan = client.get(&path).ok(200);
    let steps = plan["plan"]["steps"].as_array().unwrap().iter();
    let ids: Vec<Value> = steps.map(|step| step["memory"]["id"].clone()).collect();
    client.post(&format!("{path}/commit"), json!({ "digest": plan["digest"], "ids": ids })).ok(200);
    assert_ne!(client.live(), before);
    server.stop();
}

#[test]
fn a_plan_of_memories_that_changed_since_is_refused_and_names_the_new_one() {
    let world = World::new();
    let (server, client) = served(&world);
    let id = client.inscribe(&[KEY]).remove(0);
    let plan = client.post("/v1/plans", purge("sk-4242")).ok(201);
    client.patch(&format!("/v1/memories/{id}"), json!({ "text": "Alice's spare key is sk-4242." })).ok(200);
    let commit = format!("/v1/plans/{}/commit", text_of(&plan["id"]));
    let problem = client.post(&commit, json!({ "digest": plan["digest"] })).refused(409, "plan_changed");
    assert_eq!(client.live().len(), 1);
    let new = client.get(&format!("/v1/plans/{}", text_of(&problem["plan_id"]))).ok(200);
    assert_ne!(new["digest"], plan["digest"]);
    assert_eq!(new["plan"]["steps"][0]["memory"]["text"], "Alice's spare key is sk-4242.");
    let commit = format!("/v1/plans/{}/commit", text_of(&new["id"]));
    client.post(&commit, json!({ "digest": new["digest"] })).ok(200);
    assert!(client.live().is_empty());
    server.stop();
}

#[test]
fn a_plan_is_its_actor_s_in_its_scope_and_can_be_dropped() {
    let world = World::new();
    let (server, client) = served(&world);
    client.inscribe(&[KEY]);
    let plan = client.post("/v1/plans", purge("sk-4242")).ok(201);
    let path = format!("/v1/plans/{}", text_of(&plan["id"]));
    let body = json!({ "digest": plan["digest"] });
    for other in [
        server.client(&world, ALL, "s"),
        server.client(&world, ALL, "t"),
        server.client(&world, ALL, "**").within("s"),
    ] {
        other.get(&path).refused(404, "not_found");
        other.delete(&path).refused(404, "not_found");
        other.post(&format!("{path}/commit"), body.clone()).refused(404, "not_found");
    }
    assert_eq!(client.delete(&path).status, 204);
    client.get(&path).refused(409, "plan_used");
    client.post(&format!("{path}/commit"), body).refused(409, "plan_used");
    assert_eq!(client.live(), [KEY]);
    for id in ["x", "0", &"0".repeat(32), &"g".repeat(32), "%00", &"é".repeat(16)] {
        client.get(&format!("/v1/plans/{id}")).refused(404, "not_found");
    }
    // A plan that would change nothing is a plan too.
    let nothing = client.post("/v1/plans", purge("sk-9999")).ok(201);
    let commit = format!("/v1/plans/{}/commit", text_of(&nothing["id"]));
    client.post(&commit, json!({ "digest": nothing["digest"] })).refused(404, "nothing_matched");
    server.stop();
}

#[test]
fn every_verb_is_planned_and_needs_its_own_right() {
    let world = World::new();
    let (server, client) = served(&world);
    let id = client.inscribe(&["The oven is on loan."]).remove(0);
    let target = json!({ "ids": [id] });
    let plans = [
        (json!({ "verb": "edit", "target": target, "text": "The oven is ours." }), "write"),
        (json!({ "verb": "release", "target": target }), "write"),
        (json!({ "verb": "restore", "target": target }), "write"),
        (json!({ "verb": "supersede", "target": target, "new": { "text": "The oven is gone." } }), "write"),
        (json!({ "verb": "purge", "target": target, "basis": "objection", "request": "T-1" }), "forget"),
    ];
    for (body, right) in plans {
        for key in ["write", "forget"] {
            let other = server.client(&world, key, "s");
            let reply = other.post("/v1/plans", body.clone());
            match key == right {
                true => drop(reply.ok(201)),
                false => drop(reply.refused(403, "right_missing")),
            }
        }
        let plan = client.post("/v1/plans", body).ok(201);
        client
            .post(&format!("/v1/plans/{}/commit", text_of(&plan["id"])), json!({ "digest": plan["digest"] }))
            .ok(200);
    }
    assert_eq!(client.live(), ["The oven is gone."]);
    client.post("/v1/plans", json!({ "verb": "decay", "target": "all" })).refused(400, "bad_request");
    server.stop();
}

#[test]
fn a_plan_shows_no_text_to_whoever_may_not_read() {
    let world = World::new();
    let (server, client) = served(&world);
    let ids = client.inscribe(&["Alice's key is sk-4242; Bob has the van.", "Alice sings."]);
    for (right, verb) in [("write", "release"), ("forget", "purge")] {
        let blind = server.client(&world, right, "s");
        for target in [json!("all"), json!({ "words": "everything about Alice" }), json!({ "ids": [ids[0]] })]
        {
            let made = blind.post("/v1/plans", json!({ "verb": verb, "target": target })).ok(201);
            let read = blind.get(&format!("/v1/plans/{}", text_of(&made["id"]))).ok(200);
            for shown in [&made, &read] {
                assert!(!shown["plan"]["steps"].as_array().unwrap().is_empty(), "{shown}");
                for text in ["4242", "van", "sings"] {
                    assert!(!shows(&shown.to_string(), text), "{right} {target}: {shown}");
                }
            }
        }
        // It is committed all the same, by its ids.
        let made = blind.post("/v1/plans", json!({ "verb": verb, "target": { "ids": [ids[1]] } })).ok(201);
        let commit = json!({ "digest": made["digest"], "ids": [ids[1]] });
        blind.post(&format!("/v1/plans/{}/commit", text_of(&made["id"])), commit).ok(200);
    }
    server.stop();
}

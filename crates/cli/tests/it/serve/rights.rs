//! Who may do what: every route of the OpenAPI document, with every set of rights, and with what is another's.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::{ALL, Client, Reply, Server, key};
use crate::support::{World, text_of};

/// A memory of nobody.
const NONE: &str = "0192f0c1-2b3c-7d4e-8f50-112233445566";

/// One method of one path, as the document has it.
#[derive(Debug)]
pub struct Route {
    method: String,
    path: String,
    name: String,
    pub rights: BTreeSet<String>,
    takes: Option<String>,
    in_scope: bool,
}

/// Every route, so that a new one is walked too.
pub fn routes(server: &Server) -> Vec<Route> {
    let document = server.anybody().get("/openapi.json").ok(200);
    let mut routes = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, told) in methods.as_object().unwrap() {
            let content = told["requestBody"]["content"].as_object();
            let headers = told["parameters"].as_array().unwrap().iter();
            routes.push(Route {
                method: method.to_uppercase(),
                path: path.clone(),
                name: text_of(&told["operationId"]),
                rights: told["x-rights"].as_array().unwrap().iter().map(text_of).collect(),
                takes: content.map(|content| content.keys().next().unwrap().clone()),
                in_scope: headers.into_iter().any(|header| header["name"] == "Nepenthe-Scope"),
            });
        }
    }
    assert!(routes.len() >= 24, "{}", routes.len());
    routes
}

impl Route {
    /// A body that the route takes, and that changes nothing of note.
    fn body(&self, rights: &[&str]) -> Option<String> {
        self.takes.as_ref()?;
        Some(match self.name.as_str() {
            "inscribe" => json!({ "memories": [{ "text": "A box." }] }).to_string(),
            "recall" => json!({ "query": "box" }).to_string(),
            "edit" => json!({ "text": "Another box." }).to_string(),
            "supersede" => json!({ "target": { "ids": [NONE] }, "new": { "text": "A box." } }).to_string(),
            "release" | "restore" => json!({ "target": { "ids": [NONE] } }).to_string(),
            "plan" => {
                let verb = if rights.contains(&"write") { "release" } else { "purge" };
                json!({ "verb": verb, "target": { "words": "a box" } }).to_string()
            }
            "commit" => json!({ "digest": "0" }).to_string(),
            "verify" => json!({ "receipt": "x", "keys": [] }).to_string(),
            "import" => String::new(),
            "open_case" => json!({ "number": "T-1", "person": { "names": ["Sam Roe"] } }).to_string(),
            "decide_case" => json!({ "rest": false }).to_string(),
            name => panic!("{name} takes a body: say here which"),
        })
    }

    pub fn ask(&self, client: &Client, id: &str) -> Reply {
        self.ask_with(client, id, &[])
    }

    fn ask_with(&self, client: &Client, id: &str, rights: &[&str]) -> Reply {
        let (body, path) = (self.body(rights), self.path.replace("{id}", id));
        let body = self.takes.as_deref().zip(body.as_ref().map(String::as_bytes));
        client.send(&self.method, &path, body)
    }
}

#[test]
fn every_route_needs_a_key_and_one_of_its_rights() {
    let world = World::new();
    let all: Vec<&str> = ALL.split(',').collect();
    let mut sets: Vec<Vec<&str>> = all.iter().map(|right| vec![*right]).collect();
    sets.extend(all.iter().map(|without| all.iter().copied().filter(|right| right != without).collect()));
    let first = key(&world, "read", "**");
    let server = Server::start(&world, &[]);
    let (routes, anybody) = (routes(&server), server.anybody());
    let keys: Vec<(Vec<&str>, Client)> = sets
        .into_iter()
        .map(|set| (set.clone(), server.client(&world, &set.join(","), "**").within("s")))
        .collect();
    let mut refused = 0;
    for route in &routes {
        if route.rights.is_empty() {
            assert_eq!(route.ask(&anybody, NONE).status, 200, "{route:?}");
            continue;
        }
        let other = if first.ends_with('0') { '1' } else { '0' };
        let wrong = format!("{}{other}", &first[..first.len() - 1]);
        for client in
            [&anybody, &anybody.with("Authorization", "Bearer x"), &anybody.with("X-API-Key", &wrong)]
        {
            let reply = route.ask(&client.within("s"), NONE);
            reply.refused(401, "unauthorized");
            assert!(reply.header("www-authenticate").unwrap().starts_with("Bearer"), "{reply:?}");
        }
        for (set, client) in &keys {
            let reply = route.ask_with(client, NONE, set);
            if set.iter().any(|right| route.rights.contains(*right)) {
                assert!(
                    ![401, 403].contains(&reply.status) && reply.status < 500,
                    "{route:?} {set:?} {reply:?}"
                );
            } else {
                reply.refused(403, "right_missing");
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused}");
    server.stop();
}

#[test]
fn every_route_is_on_the_page_with_its_right() {
    let world = World::new();
    let server = Server::start(&world, &["--no-auth"]);
    let page = include_str!("../../../../../docs/rest.md");
    for Route { method, path, rights, .. } in routes(&server) {
        let line = page.lines().find(|line| line.starts_with(&format!("| `{method} {path}` |")));
        let line = line.unwrap_or_else(|| panic!("{method} {path} is not on the page"));
        let right = match rights.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            [] => "| none |".to_owned(),
            [one] => format!("| `{one}`"),
            _ => "| of the verb |".to_owned(),
        };
        assert!(line.contains(&right), "{line} {right}");
    }
    server.stop();
}

#[test]
fn what_is_another_s_is_not_there() {
    let world = World::new();
    world.ok(["key", "new", "--key-file", "signing"]);
    let token = key(&world, ALL, "acme/alice");
    let server = Server::start(&world, &["--key-file", "signing"]);
    let alice = server.anybody().with("X-API-Key", &token);
    let ids = alice.inscribe(&["The PIN is 4711.", "The bike is red."]);
    let receipt =
        alice.delete(&format!("/v1/memories/{}", ids[1])).header("nepenthe-receipt").unwrap().to_owned();
    let plan = alice.post("/v1/plans", json!({ "verb": "purge", "target": { "words": "4711" } })).ok(201);
    let others = [
        server.client(&world, ALL, "acme/bob"),
        server.client(&world, ALL, "acme"),
        server.client(&world, ALL, "acme/alice/**").within("acme/alice/notes"),
        server.client(&world, ALL, "**").within("acme/Alice"),
    ];
    let (mut walked, told) = (0, ["4711", "bike", "plan_changed", "acme/alice"]);
    for route in routes(&server).iter().filter(|route| route.path.contains("{id}")) {
        for id in [ids[0].as_str(), &ids[1], &receipt, plan["id"].as_str().unwrap(), NONE] {
            for other in &others {
                let reply = route.ask(other, id);
                // The id of a plan is none of a memory.
                assert!(reply.status == 404 || reply.status == 400 && id.len() == 32, "{route:?} {reply:?}");
                assert!(told.iter().all(|text| !reply.body.contains(text)), "{route:?} {reply:?}");
                walked += 1;
            }
        }
    }
    assert!(walked > 100, "{walked}");
    // A scope that the key does not open is not there, whatever is asked of it, and whether or not it holds anything.
    let bob = &others[0];
    for route in routes(&server).iter().filter(|route| route.in_scope) {
        for scope in ["acme/alice", "acme", "nobody/here"] {
            route.ask(&bob.within(scope), NONE).refused(404, "not_found");
        }
    }
    // What others have stays, and goes into nobody's answers.
    for other in &others {
        other.post("/v1/release", json!({ "target": { "ids": [ids[0]] } })).refused(404, "not_found");
        let plan = json!({ "verb": "purge", "target": { "ids": [ids[0]] } });
        other.post("/v1/plans", plan).refused(404, "not_found");
        assert_eq!(other.post("/v1/recall", json!({ "query": "PIN 4711" })).ok(200)["hits"], json!([]));
        assert!(other.get("/v1/export").body.is_empty());
        assert_eq!(other.get("/v1/receipts").ok(200)["receipts"], json!([]));
    }
    assert_eq!(alice.live(), ["The PIN is 4711."]);
    server.stop();
}

#[test]
fn nothing_that_is_sent_widens_a_key() {
    let world = World::new();
    let token = key(&world, "read,write", "acme/**");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token).within("acme/alice");
    client.inscribe(&["The PIN is 4711."]);
    for (name, value) in [
        ("Nepenthe-Actor", "root"),
        ("Nepenthe-Rights", "forget"),
        ("X-Forwarded-User", "root"),
        ("Mem0-User-ID", "bob"),
    ] {
        let forgets = json!({ "verb": "purge", "target": { "words": "4711" } });
        client.with(name, value).post("/v1/plans", forgets).refused(403, "right_missing");
    }
    for field in ["scope", "user_id", "actor", "rights"] {
        let mut body = json!({ "query": "PIN" });
        body[field] = "acme/bob".into();
        client.post("/v1/recall", body).refused(400, "bad_request");
    }
    client.get("/v1/memories?scope=acme/bob").refused(400, "bad_request");
    client.with("Nepenthe-Scope", "acme/bob").get("/v1/memories").refused(400, "bad_scope");
    assert_eq!(client.get("/metrics").status, 403);
    server.stop();
}

#[test]
fn a_key_opens_until_it_is_revoked_or_expires_and_survives_a_restart() {
    let world = World::new();
    let made = world.json(["serve", "key", "new", "--scope", "s"]);
    let brief = world.json(["serve", "key", "new", "--scope", "s", "--expires", "2s"]);
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &text_of(&made["key"]));
    let short = server.anybody().with("X-API-Key", &text_of(&brief["key"]));
    client.inscribe(&["The PIN is 4711."]);
    while short.get("/v1/stats").status == 200 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    short.get("/v1/stats").refused(401, "unauthorized");
    server.stop();
    // When it was used is written down at the end at the latest.
    let listed: Value = world.json(["serve", "key", "list"]);
    assert!(listed["keys"][0]["last_used"].is_string(), "{listed}");

    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &text_of(&made["key"]));
    assert_eq!(client.live(), ["The PIN is 4711."]);
    server.anybody().with("X-API-Key", &text_of(&brief["key"])).get("/v1/stats").refused(401, "unauthorized");
    // A key that is made while the server runs opens at once, and one that is revoked opens nothing any more.
    let new = server.client(&world, "read", "s");
    new.get("/v1/stats").ok(200);
    world.ok(["serve", "key", "revoke", &text_of(&made["id"])]);
    client.get("/v1/stats").refused(401, "unauthorized");
    new.get("/v1/stats").ok(200);
    server.stop();
}

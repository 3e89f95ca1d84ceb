//! What the server is started with: only reading, who may ask how often and from where, and which tools agents are offered.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{ALL, Client, Server, key};
use super::mcp::{ask, call, tools};
use super::rights::routes;
use crate::support::{World, text_of};

const SITE: &str = "https://app.example";

#[test]
fn a_server_that_only_reads_writes_and_forgets_nothing() {
    let world = World::new();
    world.run(["serve", "--no-auth", "--read-only", "--listen", "127.0.0.1:0"]).refused(3, "");
    assert!(!world.db().exists(), "a server that only reads makes no store");
    let token = key(&world, ALL, "**");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token).within("s");
    let ids = client.inscribe(&["The PIN is 4711.", "The bike is red."]);
    client.delete(&format!("/v1/memories/{}", ids[1])).ok(200);
    server.stop();
    let before = world.json(["log", "--scope", "s"]);

    world.ok(["key", "new", "--key-file", "signing"]);
    let server = Server::start(&world, &["--read-only", "--key-file", "signing"]);
    let client = server.anybody().with("X-API-Key", &token).within("s");
    let reads = ["read", "audit", "scopes"];
    let (mut refused, mut answered) = (0, 0);
    for route in routes(&server).iter().filter(|route| !route.rights.is_empty()) {
        let reply = route.ask(&client, &ids[0]);
        if route.rights.iter().any(|right| reads.contains(&right.as_str())) {
            assert!(reply.status != 403 && reply.status < 500, "{route:?} {reply:?}");
            answered += 1;
        } else {
            reply.refused(403, "right_missing");
            refused += 1;
        }
    }
    assert!(refused >= 11 && answered >= 10, "{refused} {answered}");
    assert_eq!(client.live(), ["The PIN is 4711."]);
    client.post("/v1/recall", json!({ "query": "PIN" })).ok(200);
    let receipts = client.get("/v1/receipts").ok(200);
    let receipt = text_of(&receipts["receipts"][0]["id"]);
    client.get(&format!("/v1/receipts/{receipt}")).ok(200);
    assert_eq!(server.anybody().get("/readyz").status, 200);

    // Agents are offered the tools that read, and no others are called.
    let offered: BTreeSet<String> = tools(&client).into_iter().collect();
    assert_eq!(offered, ["history", "recall", "receipt"].map(str::to_owned).into());
    for (tool, arguments) in [
        ("inscribe", json!({ "texts": ["A box."] })),
        ("supersede", json!({ "what": "the PIN", "text": "The PIN is 1.", })),
        ("release", json!({ "ids": [ids[0]] })),
        ("restore", json!({ "ids": [ids[0]] })),
        ("purge", json!({ "what": "4711" })),
        ("purge_commit", json!({ "plan_id": "x", "digest": "x" })),
    ] {
        let result = call(&client, tool, arguments);
        assert_eq!(result["structuredContent"]["code"], "right_missing", "{tool} {result}");
    }
    server.stop();
    assert_eq!(world.json(["log", "--scope", "s"]), before);
}

#[test]
fn a_key_is_answered_as_often_as_it_may_ask_and_others_do_not_wait_for_it() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &["--rate-limit", "1"]);
    let client = server.anybody().with("X-API-Key", &token);
    // Until it is refused: a slow machine may ask once a second.
    let refused = |client: &Client, ask: &dyn Fn(&Client) -> super::client::Reply| {
        let asked = (0..1000).map(|_| ask(client)).find(|reply| reply.status == 429);
        let reply = asked.expect("refused at last");
        assert_eq!(reply.refused(429, "rate_limited")["retryable"], true);
        reply.header("retry-after").unwrap().parse::<u64>().unwrap()
    };
    let seconds = refused(&client, &|client| client.get("/v1/stats"));
    assert!(seconds >= 1, "{seconds}");
    server.client(&world, "read", "s").get("/v1/stats").ok(200);
    // What needs no key is not counted, and whoever has none is told that.
    for _ in 0..5 {
        server.anybody().get("/healthz").ok(200);
        server.anybody().get("/v1/stats").refused(401, "unauthorized");
    }
    std::thread::sleep(Duration::from_secs(seconds));
    client.get("/v1/stats").ok(200);
    let agent = server.client(&world, ALL, "s");
    refused(&agent, &|agent| ask(agent, "tools/list", json!({})));
    server.stop();
    for wrong in ["0", "-1", "x", "1.5", ""] {
        let run = world.run(["serve", "--rate-limit", wrong]);
        assert_eq!(run.code, Some(2), "{wrong} {run:?}");
    }
}

#[test]
fn pages_of_allowed_sites_may_ask_and_read_and_no_others() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &["--allow-origin", SITE, "--allow-origin", "http://tool.example:81"]);
    let client = server.anybody().with("X-API-Key", &token);
    client.inscribe(&["The PIN is 4711."]);
    for site in [SITE, "http://tool.example:81"] {
        // A browser asks first, and sends no key.
        let asks = server.anybody().with("Origin", site).with("Access-Control-Request-Method", "PATCH");
        for path in ["/v1/memories", "/v1/memories/x", "/mcp"] {
            let told = asks.with("Access-Control-Request-Headers", "x-api-key").send("OPTIONS", path, None);
            assert_eq!(
                (told.status, told.header("access-control-allow-origin")),
                (204, Some(site)),
                "{told:?}"
            );
            let headers = told.header("access-control-allow-headers").unwrap().to_lowercase();
            for name in ["x-api-key", "authorization", "content-type", "nepenthe-scope", "idempotency-key"] {
                assert!(headers.contains(name), "{headers}");
            }
            assert!(told.header("access-control-allow-methods").unwrap().contains("PATCH"), "{told:?}");
            assert_eq!(told.header("access-control-allow-credentials"), None);
        }
        let page = client.with("Origin", site);
        let listed = page.get("/v1/memories");
        assert_eq!((listed.status, listed.header("access-control-allow-origin")), (200, Some(site)));
        assert_eq!(listed.header("vary"), Some("Origin"));
        assert!(listed.header("access-control-expose-headers").unwrap().contains("Nepenthe-Receipt"));
        let refused = server.anybody().with("Origin", site).get("/v1/memories");
        assert_eq!((refused.status, refused.header("access-control-allow-origin")), (401, Some(site)));
        ask(&page, "tools/list", json!({})).ok(200);
    }
    for site in [
        "https://evil.example", "http://app.example", "https://app.example:8443",
        "https://app.example.evil.example", "https://sub.app.example", "https://APP.example", "null", "*",
        "http://localhost:3000",
    ] {
        let asks = server.anybody().with("Origin", site).with("Access-Control-Request-Method", "GET");
        let told = asks.send("OPTIONS", "/v1/memories", None);
        assert_eq!((told.status, told.header("access-control-allow-origin")), (405, None), "{site} {told:?}");
        assert_eq!(
            client.with("Origin", site).get("/v1/memories").header("access-control-allow-origin"),
            None
        );
    }
    assert_eq!(ask(&client.with("Origin", "https://evil.example"), "tools/list", json!({})).status, 403);
    assert_eq!(client.get("/v1/memories").header("access-control-allow-origin"), None);
    server.stop();

    let server = Server::start(&world, &["--no-auth", "--allow-origin", SITE]);
    let anybody = server.anybody().within("s");
    anybody.with("Origin", SITE).get("/v1/memories").ok(200);
    anybody.with("Origin", "https://evil.example").get("/v1/memories").refused(403, "foreign_origin");
    anybody
        .with("Origin", SITE)
        .with("Host", "evil.example")
        .get("/v1/memories")
        .refused(403, "foreign_origin");
    server.stop();
    for wrong in ["*", "null", "app.example", "https://app.example/", "https://*.example", ""] {
        let run = world.run(["serve", "--allow-origin", wrong]);
        assert_eq!(run.code, Some(2), "{wrong} {run:?}");
    }
}

#[test]
fn agents_are_offered_the_tools_of_the_profile() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let asks = |server: &Server| server.anybody().with("X-API-Key", &token);
    for (profile, has, lacks) in [
        ("core", "purge_commit", "read_graph"),
        ("graph", "read_graph", "recall"),
        ("files", "memory", "recall"),
        ("chatgpt", "fetch", "recall"),
        ("all", "memory", "nothing"),
    ] {
        let server = Server::start(&world, &["--profile", profile]);
        let offered = tools(&asks(&server));
        assert!(offered.iter().any(|tool| tool == has), "{profile} {offered:?}");
        assert!(offered.iter().all(|tool| tool != lacks), "{profile} {offered:?}");
        server.stop();
    }
    let sign = |args: &[&str]| {
        let server = Server::start(&world, args);
        let listed = ask(&asks(&server), "tools/list", json!({})).ok(200);
        server.stop();
        let tools = listed["result"]["tools"].as_array().unwrap().clone();
        let commit: Vec<Value> = tools.into_iter().filter(|tool| tool["name"] == "purge_commit").collect();
        commit[0]["_meta"]["anthropic/requiresUserInteraction"].clone()
    };
    assert_eq!((sign(&[]), sign(&["--no-user-interaction"])), (json!(true), json!(null)));
    assert_eq!(world.run(["serve", "--profile", "some"]).code, Some(2));
}

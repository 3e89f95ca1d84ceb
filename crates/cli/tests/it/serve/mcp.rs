//! MCP over HTTP: the same keys, scopes and rights.

use serde_json::{Value, json};

use super::client::{ALL, Client, Reply, Server, key};
use crate::support::{World, shows, text_of};

const TYPES: &str = "application/json, text/event-stream";

/// Asks as clients of 2026-07-28 do.
pub fn ask(client: &Client, method: &str, mut params: Value) -> Reply {
    let meta = &mut params["_meta"];
    meta["io.modelcontextprotocol/protocolVersion"] = "2026-07-28".into();
    meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let client =
        client.with("Accept", TYPES).with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", method);
    let client = match params["name"].as_str() {
        Some(name) => client.with("Mcp-Name", name),
        None => client,
    };
    client.post("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }))
}

/// Calls a tool, and returns its result.
#[track_caller]
pub fn call(client: &Client, tool: &str, arguments: Value) -> Value {
    ask(client, "tools/call", json!({ "name": tool, "arguments": arguments })).ok(200)["result"].clone()
}

pub fn tools(client: &Client) -> Vec<String> {
    let listed = ask(client, "tools/list", json!({})).ok(200);
    listed["result"]["tools"].as_array().unwrap().iter().map(|tool| text_of(&tool["name"])).collect()
}

#[test]
fn an_agent_remembers_recalls_and_purges_in_two_steps() {
    let world = World::new();
    let token = key(&world, ALL, "acme/**");
    let server = Server::start(&world, &[]);
    let alice = server.anybody().with("Authorization", &format!("Bearer {token}")).within("acme/alice");
    call(&alice, "inscribe", json!({ "texts": ["Alice's key is sk-4242."] }));
    let recalled = call(&alice, "recall", json!({ "query": "key" }));
    assert_eq!(recalled["structuredContent"]["memories"][0]["text"], "Alice's key is sk-4242.");
    // What MCP wrote, REST reads.
    assert_eq!(alice.live(), ["Alice's key is sk-4242."]);

    let planned = call(&alice, "purge", json!({ "what": "sk-4242" }))["structuredContent"].clone();
    assert_eq!(planned["status"], "planned", "{planned}");
    let commit = json!({ "plan_id": planned["plan_id"], "digest": planned["digest"] });
    // Neither another scope's agent nor another key's carries it out.
    let others = [
        alice.within("acme/bob"),
        server.client(&world, ALL, "acme/alice"),
        server.client(&world, ALL, "**").within("acme/alice"),
    ];
    let bob = server.anybody().with("Authorization", &format!("Bearer {token}")).within("acme/bob");
    for other in [&bob, &others[1], &others[2]] {
        let refused = call(other, "purge_commit", commit.clone());
        assert_eq!(
            (&refused["isError"], &refused["structuredContent"]["code"]),
            (&json!(true), &json!("plan_altered"))
        );
    }
    assert_eq!(alice.live().len(), 1);
    let erased = call(&alice, "purge_commit", commit);
    assert_eq!(erased["structuredContent"]["status"], "erased", "{erased}");
    assert!(alice.live().is_empty());
    server.stop();
}

#[test]
fn every_tool_asks_for_its_right_at_the_call() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let all = server.anybody().with("X-API-Key", &token);
    all.inscribe(&["The PIN is 4711."]);
    let every = tools(&all);
    assert!(every.len() >= 9, "{every:?}");
    for right in ["read", "write", "forget", "audit", "admin"] {
        let client = server.client(&world, right, "s");
        let listed = tools(&client);
        assert!(right == "admin" || !listed.is_empty(), "{right}");
        for tool in every.iter().filter(|tool| !listed.contains(tool)) {
            let result = call(&client, tool, json!({}));
            assert_eq!(
                (&result["isError"], &result["structuredContent"]["code"]),
                (&json!(true), &json!("right_missing")),
                "{right} {tool}"
            );
            assert!(!shows(&result.to_string(), "4711"), "{result}");
        }
    }
    assert_eq!(all.live(), ["The PIN is 4711."]);
    server.stop();
}

#[test]
fn nobody_comes_in_without_a_key_or_from_elsewhere() {
    let world = World::new();
    let token = key(&world, ALL, "acme/**");
    let server = Server::start(&world, &["--allow-host", "memory.example"]);
    let metadata = server.anybody().get("/.well-known/oauth-protected-resource").ok(200);
    assert_eq!(metadata["resource"], "https://memory.example/mcp");
    assert_eq!(metadata["bearer_methods_supported"], json!(["header"]));
    assert!(metadata["scopes_supported"].as_array().unwrap().contains(&json!("forget")), "{metadata}");
    assert_eq!(server.anybody().get("/.well-known/oauth-protected-resource/mcp").ok(200), metadata);

    let refused = ask(&server.anybody(), "tools/list", json!({}));
    refused.refused(401, "unauthorized");
    let told = refused.header("www-authenticate").unwrap();
    assert!(
        told.contains(
            r#"resource_metadata="https://memory.example/.well-known/oauth-protected-resource/mcp""#
        ),
        "{told}"
    );
    let client = server.anybody().with("X-API-Key", &token);
    ask(&client.within("other"), "tools/list", json!({})).refused(404, "not_found");
    ask(&client, "tools/list", json!({})).refused(400, "bad_scope");
    let client = client.within("acme/alice");
    for (name, value) in [("Host", "evil.example"), ("Origin", "https://evil.example"), ("Origin", "null")] {
        assert_eq!(ask(&client.with(name, value), "tools/list", json!({})).status, 403, "{name}: {value}");
    }
    for (name, value) in [
        ("Host", "memory.example"),
        ("Origin", "https://memory.example"),
        ("Origin", "http://localhost:3000"),
    ] {
        ask(&client.with(name, value), "tools/list", json!({})).ok(200);
    }
    let key_id = token.split('_').nth(1).unwrap();
    world.ok(["serve", "key", "revoke", key_id]);
    ask(&client, "tools/list", json!({})).refused(401, "unauthorized");
    server.stop();
}

#[test]
fn a_session_of_an_older_client_is_its_key_s_alone() {
    let world = World::new();
    let token = key(&world, ALL, "s");
    let server = Server::start(&world, &[]);
    let client = server.anybody().with("X-API-Key", &token).with("Accept", TYPES);
    let params = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "0" },
    });
    let greeted =
        client.post("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }));
    assert_eq!(greeted.status, 200, "{greeted:?}");
    let session = greeted.header("mcp-session-id").unwrap().to_owned();
    let with =
        |client: &Client| client.with("Mcp-Session-Id", &session).with("MCP-Protocol-Version", "2025-11-25");
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(with(&client).post("/mcp", ready).status, 202);
    let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" });
    let listed = with(&client).post("/mcp", list.clone());
    assert!(listed.status == 200 && listed.body.contains("purge_commit"), "{listed:?}");
    let other = server.client(&world, ALL, "s").with("Accept", TYPES);
    let refused = with(&other).post("/mcp", list);
    assert!(refused.status == 404 && !refused.body.contains("purge_commit"), "{refused:?}");
    // A stream that is open does not keep the server from stopping.
    server.stop();
}

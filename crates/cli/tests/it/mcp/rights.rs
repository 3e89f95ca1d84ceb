//! Who may call what: the rights are those that the server was started with.

use serde_json::{Value, json};

use super::client::{Client, Era, text};
use crate::support::{World, shows};

const RIGHTS: [&str; 4] = ["read", "write", "forget", "audit"];

/// Each tool with the right that it needs, and arguments that it takes.
fn tools() -> [(&'static str, &'static str, Value); 9] {
    [
        ("recall", "read", json!({ "query": "Alice" })),
        ("inscribe", "write", json!({ "texts": ["The van is blue."] })),
        ("supersede", "write", json!({ "what": "where Alice works", "new": "Alice works at Hooli." })),
        ("release", "write", json!({ "what": "the parking permit" })),
        ("restore", "write", json!({ "what": "the parking permit" })),
        ("history", "read", json!({ "id": "01a1fbdb-e881-7410-9c7c-365fddb6cca9" })),
        ("purge", "forget", json!({ "what": "P-17" })),
        ("purge_commit", "forget", json!({ "plan_id": "x", "digest": "y" })),
        ("receipt", "audit", json!({})),
    ]
}

#[test]
fn every_tool_with_every_set_of_rights() {
    for set in 1..1 << RIGHTS.len() {
        let rights: Vec<&str> = RIGHTS
            .into_iter()
            .enumerate()
            .filter(|(at, _)| set & (1 << at) != 0)
            .map(|(_, right)| right)
            .collect();
        let world = World::with_memories();
        let mut client = Client::start(&world, &["--rights", &rights.join(",")], Era::Modern);
        let listed = client.request("tools/list", json!({}))["result"]["tools"].clone();
        let listed: Vec<String> = listed.as_array().unwrap().iter().map(|tool| text(&tool["name"])).collect();
        for (tool, right, arguments) in tools() {
            let allowed = rights.contains(&right);
            assert_eq!(listed.contains(&tool.to_owned()), allowed, "{tool} of {rights:?}");
            let result = client.call(tool, arguments);
            let missing = result["structuredContent"]["code"] == "right_missing";
            assert_eq!(missing, !allowed, "{tool} of {rights:?}: {result}");
            if missing {
                assert_eq!(result["isError"], true);
                assert!(!result.to_string().contains("Alice"), "{result}");
            }
        }
        client.ends();
        if !rights.contains(&"write") {
            let live =
                ["Alice works at Initech.", "The parking permit is P-17.", "The coffee machine is broken."];
            assert_eq!(world.live(), live, "{rights:?}");
        }
    }
}

#[test]
fn no_argument_widens_scope_actor_or_rights() {
    let world = World::with_memories();
    world.ok(["inscribe", "Bob's PIN is 4711.", "--scope", "bob"]);
    let bob = world.ids(&["--scope", "bob"]).remove(0);
    let mut client = Client::start(&world, &[], Era::Modern);
    client.refused("history", json!({ "id": bob }), "not_found");
    client.refused("release", json!({ "ids": [bob] }), "not_found");
    client.refused("purge", json!({ "ids": [bob] }), "not_found");
    assert!(!client.recalled("Bob's PIN").join(" ").contains("4711"));
    // What stands in `_meta` of a request is no more trusted.
    let meta = json!({ "nepenthe/scope": "bob", "nepenthe/rights": "admin" });
    let result = client.call_with("recall", json!({ "query": "PIN" }), json!({ "_meta": meta }));
    assert!(!shows(&result.to_string(), "4711"), "{result}");
    client.ends();
    assert_eq!(world.ids(&["--scope", "bob"]), [bob]);
}

#[test]
fn rights_come_from_the_environment_too_and_the_option_goes_before_it() {
    let world = World::with_memories();
    let listed = |args: &[&str], rights: &str| {
        let mut command = world.command([&["mcp"], args].concat());
        command.env("NEPENTHE_RIGHTS", rights);
        let lines = [
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        ];
        let run = crate::support::finish(&mut command, format!("{}\n", lines.join("\n")).as_bytes());
        assert_eq!(run.code, Some(0), "{run:?}");
        let answer: Value = serde_json::from_str(run.stdout.lines().nth(1).unwrap()).unwrap();
        answer["result"]["tools"].as_array().unwrap().len()
    };
    assert_eq!(listed(&[], "read"), 2);
    assert_eq!(listed(&["--rights", "read,audit"], "read"), 3);
}

//! How a server begins, ends, and answers what is no call.

use serde_json::json;

use super::client::{Client, Era, text};
use crate::support::World;

#[test]
fn a_modern_client_discovers_and_calls_at_once() {
    let world = World::with_memories();
    let mut client = Client::start(&world, &[], Era::Modern);
    let found = client.request("server/discover", json!({}))["result"].clone();
    assert_eq!(found["resultType"], "complete", "{found}");
    assert!(found["supportedVersions"].as_array().unwrap().contains(&"2026-07-28".into()), "{found}");
    assert!(found["capabilities"]["tools"].is_object(), "{found}");
    let info = &found["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(
        (&info["name"], &info["version"]),
        (&"nepenthe".into(), &env!("CARGO_PKG_VERSION").into()),
        "{found}"
    );
    let instructions = text(&found["instructions"]);
    assert!(instructions.split_whitespace().count() <= 120, "{instructions}");
    for word in ["inscribe", "supersede", "purge", "data"] {
        assert!(instructions.contains(word), "{word}");
    }
    let listed = client.request("tools/list", json!({}))["result"].clone();
    assert!(listed["ttlMs"].is_number() && listed["cacheScope"].is_string(), "{listed}");
    client.ends();

    let mut client = Client::start(&world, &[], Era::Modern);
    assert_eq!(client.recalled("Alice")[0], "Alice works at Initech.");
    client.ends();
}

#[test]
fn a_legacy_client_initializes_and_is_answered_in_the_old_shape() {
    let world = World::with_memories();
    for version in ["2025-11-25", "2025-06-18", "2024-11-05"] {
        let mut client = Client::silent(&world, &[], Era::Legacy);
        let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } });
        let greeted = client.request("initialize", params)["result"].clone();
        assert_eq!(greeted["protocolVersion"], version, "{greeted}");
        assert_eq!(greeted["serverInfo"]["name"], "nepenthe", "{greeted}");
        assert!(text(&greeted["instructions"]).contains("purge"));
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        assert!(client.request("ping", json!({}))["result"].is_object());
        let called = client.call("recall", json!({ "query": "parking" }));
        assert!(called.get("resultType").is_none(), "{called}");
        assert_eq!(called["structuredContent"]["memories"][0]["text"], "The parking permit is P-17.");
        client.ends();
    }
}

#[test]
fn a_version_that_nobody_knows_is_refused_as_the_protocol_says() {
    let world = World::with_memories();
    let mut client = Client::silent(&world, &[], Era::Legacy);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2099-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let answer = client.request("server/discover", json!({ "_meta": meta }));
    assert_eq!(answer["error"]["code"], -32022, "{answer}");
    assert!(answer["error"]["data"]["supported"].is_array(), "{answer}");
}

#[test]
fn what_is_no_call_is_an_error_of_json_rpc_and_repeats_no_value() {
    let world = World::with_memories();
    let mut client = Client::start(&world, &[], Era::Modern);
    for (tool, arguments) in [
        ("nothing", json!({})),
        ("recall", json!({})),
        ("recall", json!({ "query": 4711 })),
        ("recall", json!({ "query": "x", "k": "secret-4711" })),
        ("recall", json!({ "query": "x", "k": -1 })),
        ("recall", json!({ "query": "x", "scope": "acme/bob" })),
        ("recall", json!({ "query": "x", "include": "secret-4711" })),
        ("recall", json!({ "query": "x", "as_of": "secret-4711" })),
        ("inscribe", json!({ "texts": "secret-4711" })),
        ("inscribe", json!({ "texts": ["a"], "actor": "secret-4711" })),
        ("purge", json!({ "what": ["secret-4711"] })),
        ("purge_commit", json!({ "plan_id": "x" })),
        ("history", json!({ "id": {} })),
    ] {
        let answer = client.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        assert_eq!(answer["error"]["code"], -32602, "{tool} {arguments}: {answer}");
        assert!(!answer.to_string().contains("4711"), "{answer}");
    }
    let answer = client.request("resources/list", json!({}));
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    client.ends();
    assert_eq!(world.live().len(), 3);
}

#[test]
fn lines_that_are_no_messages_break_nothing_off() {
    let world = World::with_memories();
    let mut client = Client::start(&world, &[], Era::Legacy);
    for line in ["", "{", "nonsense 4711", "[]", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unknown\"}"]
    {
        client.send(line);
    }
    client.send(&json!({ "jsonrpc": "2.0", "id": 101, "method": "tools/list", "params": {} }).to_string());
    let mut answer = client.receive();
    while answer["id"] != 101 {
        assert!(answer["error"].is_object(), "{answer}");
        answer = client.receive();
    }
    assert!(answer["result"].is_object());
    let (code, errors) = client.end();
    assert_eq!(code, Some(0));
    assert!(!errors.contains("4711"), "{errors}");
}

#[test]
fn a_closed_input_ends_it_at_any_time() {
    let world = World::with_memories();
    Client::silent(&world, &[], Era::Modern).ends();
    Client::start(&world, &[], Era::Legacy).ends();
    // What is under way is finished and answered.
    let mut client = Client::start(&world, &[], Era::Legacy);
    let call = |id: u64, text: &str| {
        let params = json!({ "name": "inscribe", "arguments": { "texts": [text] } });
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
    };
    for id in 10..15 {
        client.send(&call(id, &format!("Line {id}.")));
    }
    client.close();
    let mut answered: Vec<u64> = (10..15).map(|_| client.receive()["id"].as_u64().unwrap()).collect();
    answered.sort_unstable();
    assert_eq!(answered, [10, 11, 12, 13, 14]);
    client.ends();
    assert_eq!(world.live().len(), 8);
}

#[test]
fn the_store_is_made_at_the_first_call_and_by_nobody_who_may_not_write() {
    let world = World::new();
    let mut client = Client::start(&world, &["--rights", "read"], Era::Modern);
    client.request("tools/list", json!({}));
    client.refused("recall", json!({ "query": "Alice" }), "no_store");
    client.ends();
    assert!(!world.db().exists());
    let mut client = Client::start(&world, &[], Era::Modern);
    client.request("tools/list", json!({}));
    assert!(!world.db().exists());
    assert!(client.recalled("Alice").is_empty());
    client.ok("inscribe", json!({ "texts": ["Alice works at Initech."] }));
    assert_eq!(client.recalled("Alice"), ["Alice works at Initech."]);
    client.ends();
    assert_eq!(world.live(), ["Alice works at Initech."]);
}

#[test]
fn two_servers_and_the_command_share_a_store() {
    let world = World::with_memories();
    let mut one = Client::start(&world, &["--actor", "one"], Era::Modern);
    let mut two = Client::start(&world, &["--actor", "two"], Era::Legacy);
    one.ok("inscribe", json!({ "texts": ["The van is blue."] }));
    assert_eq!(two.recalled("van")[0], "The van is blue.");
    world.ok(["inscribe", "The van has a dent."]);
    assert!(one.recalled("van").contains(&"The van has a dent.".to_owned()));
    two.ok("release", json!({ "what": "The van is blue." }));
    assert!(!one.recalled("van").contains(&"The van is blue.".to_owned()));
    world.ok(["reembed"]);
    assert!(two.recalled("van").contains(&"The van has a dent.".to_owned()));
    one.ends();
    two.ends();
}

#[test]
fn a_wrong_option_ends_it_before_it_begins() {
    let world = World::new();
    for (args, words) in [
        (vec!["--rights", "read,everything"], "a right is read, write, forget"),
        (vec!["--profile", "none"], "possible values"),
        (vec!["--scope", "/"], "scope"),
    ] {
        let run = world.run([vec!["mcp"], args].concat());
        run.refused(2, words);
    }
}

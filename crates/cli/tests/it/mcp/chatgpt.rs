//! The profile `chatgpt`: exactly one text item, whose text is the JSON of the object.

use serde_json::{Value, json};

use super::client::{Client, Era, text};
use crate::support::World;

fn object(result: &Value) -> Value {
    assert_eq!(result["content"].as_array().unwrap().len(), 1, "{result}");
    let read: Value = serde_json::from_str(&text(&result["content"][0]["text"])).unwrap();
    assert_eq!(read, result["structuredContent"]);
    read
}

#[test]
fn what_is_searched_for_is_fetched_whole() {
    let world = World::with_memories();
    let long = format!("The depot is in Lima.\n{}", "It is open. ".repeat(50));
    world.ok(["inscribe", &long, "--source", "chat 7"]);
    for era in [Era::Modern, Era::Legacy] {
        let mut client = Client::start(&world, &["--profile", "chatgpt"], era);
        let listed = client.request("tools/list", json!({}))["result"]["tools"].clone();
        let names: Vec<String> = listed.as_array().unwrap().iter().map(|tool| text(&tool["name"])).collect();
        assert_eq!(names, ["search", "fetch"]);
        let found = object(&client.call("search", json!({ "query": "Where is the depot?" })));
        let first = &found["results"][0];
        assert_eq!(first["title"], "The depot is in Lima.");
        assert_eq!(text(&first["url"]), format!("nepenthe://memory/{}", text(&first["id"])));
        let fetched = object(&client.call("fetch", json!({ "id": first["id"] })));
        for field in ["id", "title", "url"] {
            assert_eq!(fetched[field], first[field]);
        }
        assert_eq!(fetched["text"], long);
        assert_eq!(fetched["metadata"]["source"], "chat 7");
        assert!(text(&fetched["metadata"]["note"]).contains("data"));
        assert_eq!(object(&client.call("search", json!({ "query": "zeppelin" })))["results"], json!([]));
        client.refused("fetch", json!({ "id": "01a1fbdb-e881-7410-9c7c-365fddb6cca9" }), "not_found");
        client.refused("fetch", json!({ "id": "nepenthe://memory/x" }), "bad_id");
        client.refused("search", json!({ "query": "" }), "bad_request");
        client.ends();
    }
}

#[test]
fn what_is_purged_is_neither_found_nor_fetched() {
    let world = World::with_memories();
    let mut client = Client::start(&world, &["--profile", "chatgpt", "--rights", "read"], Era::Modern);
    let id = object(&client.call("search", json!({ "query": "parking permit" })))["results"][0]["id"].clone();
    world.ok(["purge", "--id", &text(&id)]);
    client.refused("fetch", json!({ "id": id }), "not_found");
    let found = object(&client.call("search", json!({ "query": "parking permit" })));
    assert!(!found.to_string().contains("P-17"), "{found}");
    client.ends();
}

#[test]
fn a_title_is_short() {
    let world = World::new();
    world.ok(["inscribe", &"длинный ".repeat(40)]);
    let mut client = Client::start(&world, &["--profile", "chatgpt"], Era::Modern);
    let found = object(&client.call("search", json!({ "query": "длинный" })));
    let title = text(&found["results"][0]["title"]);
    assert!(title.chars().count() == 81 && title.ends_with('…'), "{title}");
    client.ends();
}

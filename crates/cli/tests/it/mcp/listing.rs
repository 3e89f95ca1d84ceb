//! What a client is told of the tools.

use serde_json::{Value, json};

use super::client::{Client, Era, text};
use crate::support::World;

/// The most tokens that a list may take of an agent's context.
const MOST_TOKENS: usize = 2_500;

/// Bytes that count as a token. JSON has three and a half or more a token in the tokenizers of today's models; three is
/// on the safe side.
const BYTES_A_TOKEN: usize = 3;

fn listed(world: &World, args: &[&str], era: Era) -> Value {
    let mut client = Client::start(world, args, era);
    let listed = client.request("tools/list", json!({}))["result"].clone();
    client.ends();
    listed
}

#[test]
fn the_core_has_nine_tools_that_take_little_of_a_context() {
    let world = World::new();
    let listed = listed(&world, &[], Era::Modern);
    let names: Vec<String> =
        listed["tools"].as_array().unwrap().iter().map(|tool| text(&tool["name"])).collect();
    let expected = [
        "recall", "inscribe", "supersede", "release", "restore", "history", "purge", "purge_commit",
        "receipt",
    ];
    assert_eq!(names, expected);
    let bytes = listed.to_string().len();
    println!("tools/list: {bytes} bytes, {} tokens", bytes.div_ceil(BYTES_A_TOKEN));
    assert!(bytes.div_ceil(BYTES_A_TOKEN) <= MOST_TOKENS, "{bytes} bytes: {listed}");
}

#[test]
fn every_tool_says_all_of_itself() {
    let world = World::new();
    for era in [Era::Modern, Era::Legacy] {
        let listed = listed(&world, &[], era);
        for tool in listed["tools"].as_array().unwrap() {
            let name = text(&tool["name"]);
            assert!(!text(&tool["title"]).is_empty(), "{name}");
            let description = text(&tool["description"]);
            assert!(!description.contains('\n') && description.len() < 160, "{name}: {description}");
            let hints = &tool["annotations"];
            for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
                assert!(hints[hint].is_boolean(), "{name} {hint}");
            }
            assert_eq!(hints["openWorldHint"], false, "{name}");
            let reads = ["recall", "history", "receipt"].contains(&name.as_str());
            let erases = ["purge", "purge_commit"].contains(&name.as_str());
            assert_eq!(
                (&hints["readOnlyHint"], &hints["destructiveHint"]),
                (&reads.into(), &erases.into()),
                "{name}"
            );
            assert_eq!(hints["idempotentHint"], name != "inscribe", "{name}");
            let input = &tool["inputSchema"];
            assert_eq!(
                (&input["type"], &input["additionalProperties"]),
                (&"object".into(), &false.into()),
                "{name}"
            );
            assert_eq!(tool["outputSchema"]["type"], "object", "{name}");
            for forbidden in ["scope", "actor", "rights", "tenant", "user_id", "store"] {
                assert!(input["properties"].get(forbidden).is_none(), "{name} takes {forbidden}");
            }
            let asks = &tool["_meta"]["anthropic/requiresUserInteraction"];
            assert_eq!(asks == &Value::Bool(true), name == "purge_commit", "{name}");
        }
    }
    let listed = listed(&world, &["--no-user-interaction"], Era::Modern);
    assert!(!listed.to_string().contains("requiresUserInteraction"));
}

#[test]
fn the_list_is_the_same_each_time() {
    let world = World::new();
    assert_eq!(listed(&world, &[], Era::Modern), listed(&world, &[], Era::Modern));
}

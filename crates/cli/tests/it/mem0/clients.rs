//! The unmodified clients of PyPI and npm, each through every call that it has.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::support::USUAL;
use crate::serve::client::{Server, key};
use crate::support::{World, finish};

/// The folder with both clients; installed where they are missing.
fn clients() -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/mem0_clients.sh");
    let run = finish(&mut Command::new(script), b"");
    assert_eq!(run.code, Some(0), "Mem0's clients cannot be installed: {run:?}");
    PathBuf::from(run.stdout.trim())
}

/// Runs a script with the address of a server, and a key of its tenant.
fn walk(program: &Path, args: &[&Path]) {
    let world = World::new();
    let token = key(&world, USUAL, "acme/**");
    let server = Server::start(&world, &[]);
    let other = server.client(&world, "read,write", "other/alice");
    other.inscribe(&["Alice likes green tea."]);
    let mut command = Command::new(program);
    world.prepare(&mut command);
    command.env("MEM0_TELEMETRY", "false").args(args).args([&format!("http://{}", server.address), &token]);
    let run = finish(&mut command, b"");
    assert_eq!(run.code, Some(0), "{}\n{}", run.stdout, run.stderr);
    // Whatever a client does, another tenant's memory is there, and nothing was wrong with the server.
    assert_eq!(other.live(), ["Alice likes green tea."]);
    server.stop();
    let left = world.json(["scopes"]);
    for scope in left["scopes"].as_array().unwrap() {
        let memories = if scope["scope"] == "other/alice" { 1 } else { 0 };
        assert_eq!(scope["memories"], memories, "{scope}");
    }
    world.ok(["check"]);
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/mem0").join(name)
}

#[test]
fn the_client_for_python_does_all_that_it_can() {
    walk(&clients().join("python/bin/python"), &[&script("client.py")]);
}

#[test]
fn the_client_for_node_does_all_that_it_can() {
    walk(Path::new("node"), &[&script("client.mjs"), &clients()]);
}

//! `scripts/mcpb.py`: the bundle for hosts, and what the registry is told of it.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::client::text;
use crate::support::{NEPENTHE, Run, World, finish};

fn packed(world: &World, nepenthe: &Path) -> Run {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/mcpb.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(nepenthe).arg(world.path("out"));
    world.prepare(&mut command);
    // Where the tools' packages are kept is the machine's own.
    command.env("HOME", std::env::var_os("HOME").unwrap_or_default());
    finish(&mut command, b"")
}

#[test]
fn a_bundle_is_valid_and_lists_its_tools_and_the_registry_s_file_names_it() {
    let world = World::new();
    let run = packed(&world, Path::new(NEPENTHE));
    assert_eq!((run.code, run.stdout.trim().ends_with(": 9 tools")), (Some(0), true), "{run:?}");
    let server: Value = serde_json::from_slice(&fs::read(world.path("out/server.json")).unwrap()).unwrap();
    assert_eq!(server["version"], env!("CARGO_PKG_VERSION"));
    let package = &server["packages"][0];
    let url = text(&package["identifier"]);
    let bundle = url.rsplit('/').next().unwrap();
    let mut sum = Command::new("sha256sum");
    let sum = finish(sum.arg(world.path("out").join(bundle)), b"");
    assert!(sum.stdout.starts_with(&text(&package["fileSha256"])), "{sum:?} {server}");
    assert_eq!(fs::read_dir(world.path("out")).unwrap().count(), 2);
}

#[test]
fn what_does_not_serve_is_not_packed() {
    let world = World::new();
    let other = world.write("other", "#!/bin/sh\necho nepenthe 0.1.0\n");
    finish(Command::new("chmod").arg("+x").arg(&other), b"");
    for command in [other.as_path(), Path::new("/bin/true")] {
        let run = packed(&world, command);
        assert!(run.code.is_some_and(|code| code != 0), "{run:?}");
        assert_eq!(fs::read_dir(world.path("out")).unwrap().count(), 0, "{run:?}");
    }
}

#[test]
fn what_the_registry_would_refuse_is_refused() {
    let wrong = r#"
import pathlib, sys
sys.path.insert(0, sys.argv[1])
import mcpb
bundle = pathlib.Path("a-mcp.mcpb")
bundle.write_bytes(b"a bundle")
mcpb.refuse(mcpb.server_json("0.1.0", bundle))
for field, value in [
    ("$schema", "https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json"),
    ("name", "nepenthe"), ("name", "io.github.a/b/c"), ("name", "io.github.a/b c"), ("name", "a/" + "b" * 200),
    ("description", ""), ("description", "a" * 101),
    ("version", "latest"), ("version", "^0.1.0"), ("version", "0.1"),
    ("registryType", "cargo"), ("identifier", "http://example.com/a-mcp.mcpb"), ("identifier", "https://example.com/a.zip"),
    ("fileSha256", "0" * 63), ("fileSha256", "A" * 64), ("transport", {"type": "http"}),
]:
    server = mcpb.server_json("0.1.0", bundle)
    (server if field in server else server["packages"][0])[field] = value
    try:
        mcpb.refuse(server)
    except SystemExit as refused:
        assert field in str(refused), (field, refused)
    else:
        raise AssertionError(f"{field}: {value}")
"#;
    let world = World::new();
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let mut python = Command::new("python3");
    python.args(["-c", wrong]).arg(scripts).env("PYTHONDONTWRITEBYTECODE", "1");
    world.prepare(&mut python);
    let run = finish(&mut python, b"");
    assert_eq!(run.code, Some(0), "{run:?}");
}

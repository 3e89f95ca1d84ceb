//! `nepenthe mcp install`, in a home of its own for each client, and the example's configuration.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{Run, World, finish};

/// Each client with its file, and where in it the server is.
const CLIENTS: [(&str, &str, &str); 6] = [
    ("claude-code", ".claude.json", "mcpServers"),
    ("claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers"),
    ("cursor", ".cursor/mcp.json", "mcpServers"),
    ("vscode", ".config/Code/User/mcp.json", "servers"),
    ("codex", ".codex/config.toml", "mcp_servers"),
    ("gemini", ".gemini/settings.json", "mcpServers"),
];

fn install(world: &World, args: &[&str]) -> Run {
    let mut command = world.command([&["mcp", "install"], args].concat());
    finish(command.env_remove("XDG_CONFIG_HOME"), b"")
}

/// The server that a file names: the command and its arguments.
fn server(file: &Path, servers: &str) -> (String, Vec<String>) {
    let text = std::fs::read_to_string(file).unwrap();
    let entry: Value = match file.extension().is_some_and(|ending| ending == "toml") {
        true => {
            // Two lines that are JSON behind their names.
            let section = text.split(&format!("[{servers}.nepenthe]\n")).nth(1).unwrap();
            let value = |name: &str| {
                let line = section.lines().find_map(|line| line.strip_prefix(name)).unwrap();
                serde_json::from_str::<Value>(line).unwrap()
            };
            json!({ "command": value("command = "), "args": value("args = ") })
        }
        false => serde_json::from_str::<Value>(&text).unwrap()[servers]["nepenthe"].clone(),
    };
    let args = entry["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap().to_owned());
    (entry["command"].as_str().unwrap().to_owned(), args.collect())
}

/// Starts a server as a client would, and lists its tools.
fn tools(command: &mut Command) -> Vec<String> {
    let lines = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"recall","arguments":{"query":"van"}}}"#,
    ];
    let run = finish(command.stdin(Stdio::piped()), format!("{}\n", lines.join("\n")).as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    let answers = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let listed = answers.clone().find(|answer| answer["id"] == 2).unwrap();
    assert!(
        answers.clone().any(|answer| answer["id"] == 3 && answer["result"]["isError"] == false),
        "{run:?}"
    );
    let tools = listed["result"]["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn each_client_starts_the_server_that_was_installed() {
    for (client, file, servers) in CLIENTS {
        let world = World::new();
        let run = install(
            &world,
            &["--client", client, "--db", "my agent.db", "--scope", "acme/alice", "--rights", "read,write"],
        );
        assert_eq!(run.code, Some(0), "{run:?}");
        let file = world.path(file);
        assert_eq!(PathBuf::from(run.stdout.trim_end()), file, "{run:?}");
        assert!(run.stderr.contains("my agent.db") && run.stderr.contains("nepenthe"), "{run:?}");
        let (command, args) = server(&file, servers);
        assert!(
            Path::new(&command).is_absolute()
                && args.contains(&world.path("my agent.db").display().to_string()),
            "{args:?}"
        );
        let mut started = Command::new(command);
        world.prepare(started.args(&args));
        // From wherever the client stands.
        let tools = tools(started.current_dir("/"));
        assert_eq!(tools, ["recall", "inscribe", "supersede", "release", "restore", "history"]);
        assert!(world.path("my agent.db").exists());
    }
}

#[test]
fn what_was_there_stays_and_the_old_file_is_kept() {
    for (client, file, servers) in CLIENTS {
        let world = World::new();
        let file = world.path(file);
        let before = match client {
            "codex" => "# mine\nmodel = \"o\"\n\n[mcp_servers.other]\ncommand = \"x\"\n".to_owned(),
            _ => format!(
                "{{\"theme\": \"dark\", \"{servers}\": {{\"other\": {{\"command\": \"x\"}}}}, \"last\": 1}}"
            ),
        };
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &before).unwrap();
        let run = install(&world, &["--client", client, "--json"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
        let installed: Value = serde_json::from_str(&run.stdout).unwrap();
        let aside = PathBuf::from(installed["before"].as_str().unwrap());
        assert_eq!(std::fs::read_to_string(&aside).unwrap(), before);
        let after = std::fs::read_to_string(&file).unwrap();
        assert!(after.contains("other") && (after.contains("dark") || after.contains("# mine")), "{after}");
        server(&file, servers);
        // The same again changes nothing; another scope keeps the file once more.
        let again: Value =
            serde_json::from_str(&install(&world, &["--client", client, "--json"]).stdout).unwrap();
        assert_eq!(
            (&again["before"], std::fs::read_to_string(&file).unwrap()),
            (&Value::Null, after.clone())
        );
        let other = install(&world, &["--client", client, "--scope", "bob", "--json"]);
        let other: Value = serde_json::from_str(&other.stdout).unwrap();
        assert_ne!(other["before"], installed["before"]);
        assert_eq!(std::fs::read_to_string(other["before"].as_str().unwrap()).unwrap(), after);
        assert!(server(&file, servers).1.contains(&"bob".to_owned()));
    }
}

#[test]
fn to_print_writes_nothing() {
    for (client, file, servers) in CLIENTS {
        let world = World::new();
        let run = install(&world, &["--client", client, "--print", "--profile", "graph"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stderr.contains(&world.path(file).display().to_string()), "{run:?}");
        assert!(run.stdout.contains(servers) && run.stdout.contains("graph"), "{run:?}");
        assert!(!world.path(file).exists());
        if servers != "mcp_servers" {
            let printed: Value = serde_json::from_str(&run.stdout).unwrap();
            assert_eq!(printed[servers]["nepenthe"]["args"][0], "mcp");
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_left_as_it_is() {
    for (client, file, _) in CLIENTS {
        let world = World::new();
        let file = world.path(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        for text in ["{ // a comment\n}", "[1, 2", "\u{0}"] {
            std::fs::write(&file, text).unwrap();
            let run = install(&world, &["--client", client]);
            run.refused(2, "nothing was changed");
            assert!(run.stderr.contains("--print"), "{run:?}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
            assert_eq!(
                std::fs::read_dir(file.parent().unwrap())
                    .unwrap()
                    .filter(|entry| {
                        entry.as_ref().unwrap().file_name().to_string_lossy().contains("before-nepenthe")
                    })
                    .count(),
                0
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_a_link_or_its_owners_alone_stays_so() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let world = World::new();
    let real = world.write("real.json", "{}");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&real, world.path(".claude.json")).unwrap();
    assert_eq!(install(&world, &["--client", "claude-code"]).code, Some(0));
    assert!(world.path(".claude.json").is_symlink());
    assert!(std::fs::read_to_string(&real).unwrap().contains("nepenthe"));
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(
        std::fs::metadata(world.path(".claude.json.before-nepenthe")).unwrap().permissions().mode() & 0o777,
        0o600
    );
}

#[test]
fn a_client_has_to_be_named() {
    let world = World::new();
    install(&world, &[]).refused(2, "--client");
    install(&world, &["--client", "emacs"]).refused(2, "possible values");
}

#[test]
fn the_example_is_a_configuration_that_starts() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/mcp.json");
    let example: Value = serde_json::from_str(&std::fs::read_to_string(example).unwrap()).unwrap();
    let entry = &example["mcpServers"]["nepenthe"];
    let world = World::new();
    let args: Vec<&str> = entry["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap()).collect();
    assert_eq!(entry["command"], "nepenthe");
    let mut command = Command::new(crate::support::NEPENTHE);
    world.prepare(command.args(args));
    assert_eq!(tools(&mut command).len(), 9);
    assert!(world.path("agent.db").exists());
}

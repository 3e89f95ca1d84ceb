"""The command that the wheel brings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import nepenthe
import pytest

COMMAND = Path(sysconfig.get_path("scripts"), "nepenthe")


def run(*args: str, input: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    given = {**os.environ, "NEPENTHE_EMBEDDER": "none", **environment}
    return subprocess.run(
        [COMMAND, *args], input=input, env=given, capture_output=True, text=True, timeout=120, check=False
    )


def plain(hit: Any) -> dict[str, Any]:
    """Returns a hit without what differs by the way it is written: Python's times keep the zeros at their end."""
    times = {name: str(hit[name]).rstrip("Z").rstrip("0") for name in ("created", "changed")}
    return {**hit, **times, "accesses": 0}


def test_it_works_on_the_same_file(memory: nepenthe.Memory) -> None:
    written = run("inscribe", "-q", "Alice works at Initech.", "--db", "agent.db", "--scope", "acme/alice")
    assert written.returncode == 0, written.stderr
    assert memory.get(written.stdout.strip()).text == "Alice works at Initech."
    assert {event.actor for event in memory.log()} == {"cli"}
    found = json.loads(run("recall", "Alice", "--json", "--db", "agent.db", "--scope", "acme/alice").stdout)
    [hit] = memory.recall("Alice")
    assert plain(hit.to_dict()) == plain(found["hits"][0])
    assert run("inscribe", "-", "--db", "agent.db", input="from standard input").returncode == 0


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--help"], 0),
        (["--version"], 0),
        ([], 2),
        (["recal", "x"], 2),
        (["recall", "x", "--nope"], 2),
        (["recall", "x", "--db", "none.db"], 3),
        (["list", "--db", "text.txt"], 1),
        (["purge", "everything about Sam Roe", "--db", "agent.db"], 4),
        (["purge", "--id", "01a2272e-2cbb-790d-a443-f6a132a7822b", "--db", "agent.db"], 3),
        (["verify", "none.txt", "--key", "x"], 1),
    ],
)
def test_it_ends_with_the_command_s_codes(memory: nepenthe.Memory, folder: Path, args: list[str], code: int) -> None:
    (folder / "text.txt").write_text("no store" * 1000)
    memory.with_scope("default").inscribe("Sam Roe likes tea.")
    done = run(*args)
    assert done.returncode == code, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    given = {**os.environ, "NEPENTHE_EMBEDDER": "none"}
    module = [sys.executable, "-m", "nepenthe", *args]
    again = subprocess.run(module, env=given, capture_output=True, text=True, input="", check=False)
    assert (again.returncode, again.stdout) == (code, done.stdout)


def test_its_version_is_the_package_s() -> None:
    assert run("--version").stdout.split() == ["nepenthe", nepenthe.__version__]


def initialize() -> str:
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}) + "\n"


def serve() -> subprocess.Popen[str]:
    environment = {**os.environ, "NEPENTHE_EMBEDDER": "none"}
    return subprocess.Popen(
        [COMMAND, "mcp", "--db", "mcp.db"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_it_serves_mcp() -> None:
    with serve() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(initialize())
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        assert answer["result"]["serverInfo"]["name"] == "nepenthe"
        server.stdin.close()
        assert server.wait(60) == 0


def test_an_interrupt_ends_it() -> None:
    with serve() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(initialize())
        server.stdin.flush()
        server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(60) in (-signal.SIGINT, 130, 0)
        assert server.stderr is not None
        assert "Traceback" not in server.stderr.read()


def test_a_closed_pipe_is_no_error(memory: nepenthe.Memory) -> None:
    memory.inscribe_all([f"The depot number {n} is in Lima." for n in range(5000)])
    with subprocess.Popen(
        [COMMAND, "export", "--db", "agent.db", "--scope", "acme/alice"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as command:
        assert command.stdout is not None
        assert command.stderr is not None
        command.stdout.readline()
        command.stdout.close()
        assert command.wait(60) == 0
        assert "Traceback" not in command.stderr.read()


def test_a_client_of_mcp_is_told_to_start_this_command() -> None:
    done = run("mcp", "install", "--client", "claude-code", "--db", "agent.db", "--print")
    assert done.returncode == 0, done.stderr
    entry = json.loads(done.stdout)["mcpServers"]["nepenthe"]
    assert Path(entry["command"]).resolve() == COMMAND.resolve()
    assert "mcp" in entry["args"]

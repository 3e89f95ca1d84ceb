#!/usr/bin/env bash
# How long a newcomer takes, from a command that is there: to an agent's first recall over MCP, and to the first
# certificate of an erasure. scripts/newcomer.sh [NEPENTHE], by default target/release/nepenthe.
#
# Runs in an empty home what docs/server.md and `nepenthe erase --help` say to type; the agent is the official Python
# client, which starts the server as the written configuration says. Memories are found by words alone
# (NEPENTHE_EMBEDDER=none), so nothing is downloaded. Prints the seconds of each command, and sums; fails where a command
# does, or something else came of it.
set -euo pipefail
cd "$(dirname "$0")/.."

nepenthe=$(realpath "${1:-target/release/nepenthe}")
python=$(scripts/mcp_client.sh)
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home"
mkdir bin
ln -s "$nepenthe" bin/nepenthe
export HOME=$home PATH=$home/bin:$PATH NEPENTHE_EMBEDDER=none PYTHONDONTWRITEBYTECODE=1
unset NEPENTHE_DB NEPENTHE_SCOPE NEPENTHE_KEY_FILE XDG_DATA_HOME XDG_CONFIG_HOME CLAUDE_CONFIG_DIR

now() { date +%s%N; }
begun=$(now) commands=0
# Runs a line, and prints how long it took.
step() {
    local from
    from=$(now)
    "$@" >>log 2>&1 || { cat log >&2; exit 1; }
    commands=$((commands + 1))
    awk -v ns=$(($(now) - from)) -v line="${*/#$python/agent}" 'BEGIN { printf "%7.2f s  %s\n", ns / 1e9, line }'
}
reached() {
    awk -v ns=$(($(now) - begun)) -v commands="$commands" -v what="$1" \
        'BEGIN { printf "%7.2f s  = %s, after %d commands\n", ns / 1e9, what, commands }'
}

cat >agent.py <<'END'
import asyncio, json
from mcp import Client, StdioServerParameters

async def main():
    entry = json.load(open(".claude.json"))["mcpServers"]["nepenthe"]
    async with Client(StdioServerParameters(command=entry["command"], args=entry["args"])) as client:
        await client.call_tool("inscribe", {"texts": ["Sam Roe bought 3 kettles.", "Ida Lund likes tea."]})
        recalled = await client.call_tool("recall", {"query": "Who bought kettles?"})
        assert recalled.structured_content["memories"][0]["text"] == "Sam Roe bought 3 kettles.", recalled

asyncio.run(main())
END

step nepenthe mcp install --client claude-code --db agent.db --scope me
step "$python" agent.py
reached "the first recall of an agent"
step nepenthe key new
step nepenthe erase open roe.json --db agent.db --case T-1192 --name "Sam Roe" --in me
step nepenthe erase show roe.json --db agent.db
step nepenthe erase apply roe.json --db agent.db --yes
step nepenthe erase certificate roe.json certificate.html --db agent.db
reached "the first certificate of an erasure"

grep -q T-1192 certificate.html
if grep -qa kettles agent.db* certificate.html; then exit 1; fi
[ "$(nepenthe list --db agent.db --scope me --json | grep -o '"text":' | wc -l)" = 1 ]

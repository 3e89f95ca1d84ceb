#!/usr/bin/env bash
# Runs MCP's conformance suite against the endpoint with the suite's fixtures, and against `nepenthe serve` itself, for
# both revisions. Fails where a scenario that applies does not pass, and where docs/mcp-conformance.md says otherwise;
# NEPENTHE_REWRITE_CONFORMANCE=1 writes that page.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$(scripts/mcp_tools.sh)
# As the test command builds them.
cargo build --release --locked --workspace --bin nepenthe --example conformance
target=${CARGO_TARGET_DIR:-target}
python3 scripts/mcp_conformance.py "$tools" "$target/release/examples/conformance" "$target/release/nepenthe"

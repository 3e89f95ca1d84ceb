#!/usr/bin/env bash
# Installs Mem0's clients for Python and for Node that the tests use, unless they are there, and prints the path of their folder:
# python/bin/python has the one, node_modules/mem0ai is the other. Needs python3, node and npm.
set -euo pipefail
cd "$(dirname "$0")/.."

python=2.2.1
node=3.3.1
folder=target/mem0-clients-$python-$node
if ! [ -e "$folder/ready" ]; then
    # One at a time: tests run side by side.
    mkdir -p target
    exec 9>"$folder.lock"
    flock 9
    if ! [ -e "$folder/ready" ]; then
        rm -rf "$folder"
        python3 -m venv "$folder/python" >&2
        "$folder/python/bin/python" -m pip install --quiet --disable-pip-version-check "mem0ai==$python" >&2
        # Its peers are for a memory in the client's own process.
        npm install --prefix "$folder" --omit=peer --omit=optional --ignore-scripts --no-audit --no-fund \
            --save-exact "mem0ai@$node" >&2
        touch "$folder/ready"
    fi
fi
echo "$PWD/$folder"

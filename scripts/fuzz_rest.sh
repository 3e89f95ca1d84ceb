#!/usr/bin/env bash
# Lets schemathesis try the HTTP server for a while with what its OpenAPI document says, and with what it does not.
#
#     scripts/fuzz_rest.sh [SECONDS]
#
# Two paths are left out: a stream, and JSON lines, which schemathesis does not write. Needs target/release/nepenthe and PyPI. Fails where an answer is a server's error or not as the document says, where a path
# answers without a key, or where the server wrote anything to standard error.
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.32.5
folder=target/schemathesis-$version
if ! [ -e "$folder/ready" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder" >&2
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "schemathesis==$version" >&2
    touch "$folder/ready"
fi

nepenthe=$PWD/target/release/nepenthe
world=$(mktemp -d)
export NEPENTHE_EMBEDDER=none
key=$("$nepenthe" serve key new --quiet --db "$world/a.db" --scope fuzz --rights read,write,forget,admin,audit,scopes)
: > "$world/log"
"$nepenthe" serve --db "$world/a.db" --listen 127.0.0.1:0 2> "$world/log" &
server=$!
trap 'kill "$server" 2> /dev/null || true; rm -rf "$world"' EXIT
until url=$(sed -n 's/^Listening on \(.*\)\.$/\1/p' "$world/log") && [ -n "$url" ]; do sleep 0.1; done

# It keeps what it has tried where it runs.
schemathesis=$PWD/$folder/bin/schemathesis
cd "$world"
"$schemathesis" run "$url/openapi.json" --header "Authorization: Bearer $key" --max-time "${1:-300}" \
    --continue-on-failure --exclude-operation-id events --exclude-operation-id import --request-timeout 60 \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,ignored_auth

kill -TERM "$server"
wait "$server"
if [ "$(wc -l < "$world/log")" -ne 1 ]; then
    echo "The server wrote to standard error:"
    tail -n +2 "$world/log"
    exit 1
fi

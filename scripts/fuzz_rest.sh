#!/usr/bin/env bash
# Lets schemathesis try the HTTP server for a while with what its OpenAPI document says, and with what it does not.
#
#     scripts/fuzz_rest.sh [SECONDS]
#
# 300 seconds by itself. The stream of events is left out, as it does not end. Needs target/release/nepenthe and PyPI. Fails where
# an answer is a server's error or is not as the document says, where a path answers without a key, or where the server wrote
# anything to standard error.
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.32.5
folder=$PWD/target/schemathesis-$version
if ! [ -e "$folder/ready" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder" >&2
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "schemathesis==$version" >&2
    touch "$folder/ready"
fi

nepenthe=${NEPENTHE:-$PWD/target/release/nepenthe}
world=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null || true; rm -rf "$world"' EXIT
cd "$world"
export NEPENTHE_EMBEDDER=none
"$nepenthe" key new --quiet --db a.db --key-file signing
key=$("$nepenthe" serve key new --quiet --db a.db --scope '**' --rights read,write,forget,admin,audit,scopes)
: > log
"$nepenthe" serve --db a.db --key-file signing --listen 127.0.0.1:0 2> log &
server=$!
until url=$(sed -n 's/^Listening on \(.*\)\.$/\1/p' log) && [ -n "$url" ]; do sleep 0.1; done

# JSON lines it writes as they are.
cat > hooks.py <<'EOF'
import schemathesis


@schemathesis.serializer("application/jsonl")
def lines(context, value):
    return str(value).encode()
EOF
export SCHEMATHESIS_HOOKS=hooks PYTHONPATH=$world
# It keeps what it has tried where it runs.
"$folder/bin/schemathesis" run "$url/openapi.json" --header "Authorization: Bearer $key" --header "Nepenthe-Scope: fuzz" \
    --max-time "${1:-300}" \
    --continue-on-failure --exclude-operation-id events --request-timeout 60 --no-color \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,ignored_auth

kill -TERM "$server"
wait "$server"
server=
if [ "$(wc -l < log)" -ne 1 ]; then
    echo "The server wrote to standard error:"
    tail -n +2 log
    exit 1
fi

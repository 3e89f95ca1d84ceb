#!/bin/sh
# A service that remembers, recalls and forgets over HTTP: a key, the server, and what a client sends.
#
#     sh rest.sh
#
# Works in the current folder, on the store `agent.db`. Needs curl.
set -eu

# The key is shown once. The server says on standard error where it listens.
key=$(nepenthe serve key new --db agent.db --scope acme/alice --rights read,write,forget,audit --quiet)
: > serve.log
nepenthe serve --db agent.db --listen "${LISTEN:-127.0.0.1:8080}" 2> serve.log &
server=$!
trap 'kill "$server" 2> /dev/null || true' EXIT
until url=$(sed -n 's/^Listening on \(.*\)\.$/\1/p' serve.log) && [ -n "$url" ]; do sleep 0.1; done

ask() {
    method=$1 path=$2
    shift 2
    curl -sS -X "$method" "$url$path" -H "Authorization: Bearer $key" -H 'Content-Type: application/json' "$@"
    echo
}

echo '# Two memories, written once even if the request is sent again.'
ask POST /v1/memories -H 'Idempotency-Key: 7c1e' -d '{"memories": [
    {"text": "Sam Roe bought 3 kettles."}, {"text": "Ida Lund lives in Moss."}]}'

echo '# Recall.'
ask POST /v1/recall -d '{"query": "Who bought kettles?", "k": 1}'

echo '# A purge is planned: nothing is changed yet.'
plan=$(ask POST /v1/plans -d '{"verb": "purge", "target": {"words": "everything about Sam Roe"}}')
echo "$plan"
id=$(echo "$plan" | sed 's/^{"id":"\([^"]*\)".*/\1/')
digest=$(echo "$plan" | sed 's/.*"digest":"\([0-9a-f]*\)".*/\1/')

echo '# Somebody has read it, and says yes to exactly it.'
ask POST "/v1/plans/$id/commit" -d "{\"digest\": \"$digest\"}"

echo '# What is left, and the receipts.'
curl -sS "$url/v1/memories" -H "Authorization: Bearer $key"
echo
curl -sS "$url/v1/receipts" -H "Authorization: Bearer $key"
echo

# The server finishes what is under way, and ends.
kill -TERM "$server"
wait "$server"
echo '# Stopped.'

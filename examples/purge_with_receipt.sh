#!/bin/sh
# A person asks to be forgotten: the plan, the purge, its receipt, and the check of it by somebody else.
#
#     sh purge_with_receipt.sh "everything about Sam Roe" T-1192
#
# Works on the store of NEPENTHE_DB, in the current folder `nepenthe.db`. Leaves T-1192.receipt and T-1192.pub.
set -eu
request=$1 number=$2

# Whoever decides sees which memories go, which lose a part, and which near ones stay; exactly that is applied below.
plan=$(mktemp -d)/plan.json
nepenthe purge "$request" --basis objection --request "$number" --plan "$plan"

# The key that signs is made once.
nepenthe key show > "$number.pub" 2> /dev/null || nepenthe key new > "$number.pub"

nepenthe apply "$plan" --receipt "$number.receipt"
rm -r "$(dirname "$plan")"

# Hand both files over. They are verified without the store and without a network.
elsewhere=$(mktemp -d)
cp "$number.receipt" "$number.pub" "$elsewhere"
(cd "$elsewhere" && nepenthe verify "$number.receipt" --key "$number.pub")
rm -r "$elsewhere"

#!/usr/bin/env bash
# The full run: every system that is installed, on every suite, and Memora. Can be cut off and started again.
#
#     python3 systems/install.py                 # once: the rivals, each in an environment of its own
#     cargo build --release -p forgeteval
#     results/full.sh results/DATE-full [JOBS]
#
# JOBS (2) systems play at once; times are then longer than alone. Systems that are not installed are left out, and so is
# memvid, which takes seconds a case. All suites are in the repository. MEMORA names the folder of Memora's weekly release;
# without it the archive of the tests is unpacked, and where there is none Memora is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:?the directory to write to}
jobs=${2:-2}
forgeteval=target/release/forgeteval
suites=crates/forgeteval/suites
archive=crates/forgeteval/tests/data/memora-weekly.tar.gz
wanted=(nepenthe:published mempalace-delete mem0 inspeximus mempalace pylethe langgraph langmem memos mcp-memory
    mcp-memory-service naive-sql normalized-keys null keep nuke oracle oracle-edits)
test -x "$forgeteval" || { echo "full.sh: build it first: cargo build --release -p forgeteval" >&2; exit 1; }

installed=$("$forgeteval" systems --json | python3 -c '
import json, sys
print("\n".join(system["name"] for system in json.load(sys.stdin) if system["installed"]))')
systems=
for name in "${wanted[@]}"; do
    if grep -qxF -- "$name" <<<"$installed"; then
        systems+=${systems:+,}$name
    else
        echo "full.sh: $name is left out: it is not installed (python3 systems/install.py $name)" >&2
    fi
done

"$forgeteval" run --system "$systems" --jobs "$jobs" --out "$out" --resume --suite \
    "adversarial,$suites/template-1.0.0.jsonl,$suites/dev-1.0.0.jsonl,resurrection,residue,scope,sequence"
# The rows are written one by one where a system has no other way, so each gets the suite to itself.
"$forgeteval" run --system "$systems" --jobs "$jobs" --out "$out-scale" --resume --suite scale

memora=${MEMORA:-}
if [ -z "$memora" ] && [ -f "$archive" ]; then
    unpacked=$(mktemp -d)
    trap 'rm -rf "$unpacked"' EXIT
    tar -xzf "$archive" -C "$unpacked"
    memora=$unpacked/weekly
fi
if [ -n "$memora" ]; then
    "$forgeteval" memora --data "$memora" --system "$systems" --out "$out" --resume > "$out/memora.txt"
else
    echo "full.sh: Memora is skipped: MEMORA names no folder of its weekly release, and $archive is not there" >&2
fi
"$forgeteval" report "$out" "$out-scale" --markdown > "$out/report.md"
"$forgeteval" report "$out" "$out-scale" --html "$out/report.html"

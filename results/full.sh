#!/usr/bin/env bash
# The full run: every system that is installed, on every suite, on Memora and on GateMem, and one report of all. Can be
# cut off and started again.
#
#     python3 systems/install.py                 # once: the rivals, each in an environment of its own
#     cargo build --release -p forgeteval -p nepenthe-cli
#     GATEMEM=FOLDER results/full.sh results/DATE-full [JOBS]
#
# JOBS (2) systems play at once; times are then longer than alone. Systems that are not installed are left out. All suites
# are in the repository. MEMORA names the folder of Memora's weekly release; without it the archive of the tests is
# unpacked. GATEMEM names that of GateMem's release, which is not in the repository; without it GateMem is skipped.
# SLOW=1 plays what takes hours too: letta and memvid, and the suite scale. FORGETEVAL names another build.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:?the directory to write to}
jobs=${2:-2}
forgeteval=${FORGETEVAL:-target/release/forgeteval}
suites=crates/forgeteval/suites
archive=crates/forgeteval/tests/data/memora-weekly.tar.gz
wanted=(nepenthe:published pylethe langgraph inspeximus mempalace-delete mem0 mempalace langmem memos mcp-memory
    mcp-memory-service nepenthe:canonical naive-sql normalized-keys null keep nuke oracle oracle-edits)
test -x "$forgeteval" || { echo "full.sh: build it first: cargo build --release -p forgeteval" >&2; exit 1; }

installed=$("$forgeteval" systems --json | python3 -c '
import json, sys
print("\n".join(system["name"] for system in json.load(sys.stdin) if system["installed"]))')
# Those of the named systems that are installed, separated by commas.
those() {
    local name found=
    for name in "$@"; do
        if grep -qxF -- "$name" <<<"$installed"; then
            found+=${found:+,}$name
        else
            echo "full.sh: $name is left out: it is not installed (python3 systems/install.py $name)" >&2
        fi
    done
    echo "$found"
}
systems=$(those "${wanted[@]}")
folders=("$out")

"$forgeteval" run --system "$systems" --jobs "$jobs" --out "$out" --resume --suite \
    "adversarial,residue,resurrection,scope,sequence,tenancy,consent,$suites/dev-1.0.0.jsonl,$suites/template-1.0.0.jsonl,absence"
# A person is asked over MCP alone; each case starts processes, so that it plays only what is about that.
if asking=$(those nepenthe-mcp) && [ -n "$asking" ]; then
    "$forgeteval" run --system "$asking" --out "$out/asking" --resume --suite tenancy,consent
    folders+=("$out/asking")
fi
if [ -n "${SLOW:-}" ]; then
    slow=$(those letta letta-careful memvid)
    if [ -n "$slow" ]; then
        "$forgeteval" run --system "$slow" --out "$out/slow" --resume --suite adversarial,residue
        folders+=("$out/slow")
    fi
    "$forgeteval" run --system "$systems" --jobs "$jobs" --out "$out/scale" --resume --suite scale
    folders+=("$out/scale")
fi

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
if [ -n "${GATEMEM:-}" ]; then
    "$forgeteval" gatemem --data "$GATEMEM" --system "$systems" --out "$out" --resume > "$out/gatemem.txt"
else
    echo "full.sh: GateMem is skipped: GATEMEM names no folder of its release" >&2
fi
"$forgeteval" report "${folders[@]}" --markdown --html "$out/report.html" --svg "$out/figures" --board "$out/board" \
    --paper "$out/paper" > "$out/report.md"

#!/usr/bin/env bash
# The full run: every system that is installed, on every suite, and Memora. Can be cut off and started again.
#
#     python3 systems/install.py                 # once: the rivals, each in an environment of its own
#     cargo build --release -p forgeteval
#     results/full.sh results/DATE-full [JOBS]
#
# JOBS (2) systems play at once; times are then longer than alone. memvid is left out: it takes seconds a case.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:?the directory to write to}
jobs=${2:-2}
data=${FORGETEVAL_DATA:-../shared/data}
systems=nepenthe:published,mempalace-delete,mem0,inspeximus,mempalace,pylethe,langgraph,langmem,memos,mcp-memory
systems+=,mcp-memory-service,naive-sql,normalize,null,keep,nuke,oracle,oracle-edits
forgeteval=target/release/forgeteval

$forgeteval run --system "$systems" --jobs "$jobs" --out "$out" --resume \
    --suite "adversarial,$data/template_1000.jsonl,$data/dev.jsonl,resurrection,residue,scope,sequence"
# The rows are written one by one where a system has no other way, so each gets the suite to itself.
$forgeteval run --system "$systems" --jobs "$jobs" --out "$out-scale" --resume --suite scale
$forgeteval memora --system "$systems" --out "$out" --resume
$forgeteval report "$out" "$out-scale" --markdown > "$out/report.md"
$forgeteval report "$out" "$out-scale" --html "$out/report.html"

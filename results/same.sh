#!/usr/bin/env bash
# Plays all suites of the repository by the planner `canonical`, as the working tree has it and as a commit had it, and tells
# whether any verdict or recall is another: `results/same.sh COMMIT [FOLDER]`. Takes a quarter of an hour on two cores. The runs, and
# the commit's build, stay in the folder (by default `target/same`).
set -euo pipefail
cd "$(dirname "$0")/.."
commit=${1:?"name a commit: results/same.sh COMMIT"}
out=$(realpath -m "${2:-target/same}")
mkdir -p "$out"

suites=template,adversarial,residue,resurrection,scope,sequence
for file in crates/forgeteval/suites/dev-1.0.0.jsonl training/held/*.jsonl training/data/cases-*.jsonl; do
    # Some files there hold requests on stores, which are no cases.
    if head -1 "$file" | grep -q '"final_query"'; then suites+=,$(realpath "$file"); fi
done

play() { # FOLDER OF THE SOURCES, NAME OF THE RUN
    (cd "$1" && CARGO_TARGET_DIR="$3" cargo run --release --locked -p forgeteval -- run --system nepenthe:canonical \
        --suite "$suites" --scorer probed --jobs 2 --force --out "$out/$2")
}

git worktree add --force --detach "$out/sources" "$commit" >&2
trap 'git worktree remove --force "$out/sources"' EXIT
play "$out/sources" before "$out/build"
play . after "$PWD/target"
results/same.py "$out/before" "$out/after"

#!/usr/bin/env bash
# Trains relevance model and judge again: planner/train.sh FOLDER_OF_THE_MODEL [PYTHON]. About an hour on 2 idle cores.
set -euo pipefail
cd "$(dirname "$0")/.."
model=${1:?the folder with the files of all-MiniLM-L6-v2}
python=${2:-python3}
data=${FORGETEVAL_DATA:-../shared/data}
work=$(mktemp -d)
relevance=crates/nepenthe/src/embed/minilm/relevance.safetensors
judge=crates/nepenthe/src/control/planner/canonical/judge.json
train=("$python" planner/train_relevance.py --model "$model")

"$python" planner/cases.py crates/forgeteval/suites/adversarial-1.0.0.jsonl "$data/dev.jsonl" > "$work/cases.jsonl"
# 1. The relevance model, on three quarters of the groups.
"${train[@]}" --out "$work/first.safetensors" --unseen "$work/unseen.jsonl" planner/data/*.jsonl
# 2. The judge, on what that model has not seen: the last quarter, and the odd-numbered cases.
cp "$work/first.safetensors" "$relevance"
cargo run --release -p nepenthe-planner -- evidence --model "$model" "$work/unseen.jsonl" "$work/cases.jsonl" > "$work/unseen.tsv"
"$python" planner/train.py --train "$work/unseen.tsv" --out "$judge"
# 3. The relevance model goes on with the odd-numbered cases.
"${train[@]}" --start "$work/first.safetensors" --rate 2e-4 --epochs 2 --more "$work/cases.jsonl" \
    --out "$relevance" planner/data/*.jsonl
cargo build --release

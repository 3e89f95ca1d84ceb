#!/usr/bin/env bash
# Trains relevance model and judge again: planner/train.sh FOLDER_OF_THE_MODEL [PYTHON]. About three hours on 2 idle cores.
set -euo pipefail
cd "$(dirname "$0")/.."
model=${1:?the folder with the files of all-MiniLM-L6-v2}
python=${2:-python3}
data=${FORGETEVAL_DATA:-../shared/data}
work=$(mktemp -d)
relevance=crates/nepenthe/src/embed/minilm/relevance.safetensors
judge=crates/nepenthe/src/control/planner/canonical/judge.json

# 1. The relevance model, on three quarters of the groups and the odd-numbered cases; then on the stores too, and between both.
"$python" planner/cases.py crates/forgeteval/suites/adversarial-1.0.0.jsonl "$data/dev.jsonl" > "$work/cases.jsonl"
train=("$python" planner/train_relevance.py --model "$model" --more "$work/cases.jsonl")
"${train[@]}" --out "$work/groups.safetensors" $(ls planner/data/*.jsonl | grep -v stores-)
"${train[@]}" --start "$work/groups.safetensors" --rate 5e-4 --epochs 3 --average 0.6 --unseen "$work/unseen.jsonl" \
    --out "$relevance" planner/data/*.jsonl
# 2. The judge, on the last quarter, which that model has not seen.
cargo run --release -p nepenthe-planner -- evidence --model "$model" "$work/unseen.jsonl" > "$work/unseen.tsv"
"$python" planner/train.py --train "$work/unseen.tsv" --out "$judge"
cargo build --release

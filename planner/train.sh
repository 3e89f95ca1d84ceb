#!/usr/bin/env bash
# Trains relevance model and judge again: planner/train.sh FOLDER_OF_THE_MODEL [PYTHON]. About 40 minutes on 2 cores.
set -euo pipefail
cd "$(dirname "$0")/.."
model=${1:?the folder with the files of all-MiniLM-L6-v2}
python=${2:-python3}
work=$(mktemp -d)
relevance=crates/nepenthe/src/embed/minilm/relevance.safetensors
judge=crates/nepenthe/src/control/planner/canonical/judge.json

"$python" planner/train_relevance.py --model "$model" --out "$relevance" --unseen "$work/unseen.jsonl" planner/data/*.jsonl
cargo run --release -p nepenthe-planner -- --model "$model" "$work/unseen.jsonl" > "$work/unseen.tsv"
"$python" planner/train.py --train "$work/unseen.tsv" --out "$judge"
cargo build --release

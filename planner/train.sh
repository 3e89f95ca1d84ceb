#!/usr/bin/env bash
# Trains relevance model and judge again: planner/train.sh FOLDER_OF_THE_MODEL [PYTHON]. About four hours on 2 idle cores.
set -euo pipefail
cd "$(dirname "$0")/.."
model=${1:?the folder with the files of all-MiniLM-L6-v2}
python=${2:-python3}
data=${FORGETEVAL_DATA:-../shared/data}
work=$(mktemp -d)
relevance=crates/nepenthe/src/embed/minilm/relevance.safetensors
judge=crates/nepenthe/src/control/planner/canonical/judge.json

# 1. The relevance model, on three quarters of the groups and the odd-numbered cases; then on the stores too, and between both;
#    then on the cases, three times as often, beside the groups and half of the stores, and between both.
"$python" planner/cases.py crates/forgeteval/suites/adversarial-1.0.0.jsonl "$data/dev.jsonl" \
    planner/held/yards.jsonl planner/held/rooms.jsonl > "$work/cases.jsonl"
train=("$python" planner/train_relevance.py --model "$model" --more "$work/cases.jsonl" --rate 5e-4)
groups=$(ls planner/data/*.jsonl | grep -v 'stores-\|cases-')
half=$(ls planner/data/stores-{plain,traps,compound,paraphrase,people,time,languages}.jsonl)
cases=$(ls planner/data/cases-*.jsonl)
"${train[@]}" --rate 6e-4 --out "$work/groups.safetensors" $groups
"${train[@]}" --start "$work/groups.safetensors" --epochs 3 --average 0.6 --out "$work/stores.safetensors" $groups planner/data/stores-*
"${train[@]}" --start "$work/stores.safetensors" --epochs 2 --average 0.6 --unseen "$work/unseen.jsonl" \
    --out "$relevance" $groups $half $cases $cases $cases
# 2. The judge, on the last quarter, which that model has not seen.
cargo run --release -p nepenthe-planner -- evidence --model "$model" "$work/unseen.jsonl" > "$work/unseen.tsv"
"$python" planner/train.py --train "$work/unseen.tsv" --out "$judge"
cargo build --release

#!/usr/bin/env bash
# Learns how sure plans are, from plans of the planner as it is: training/calibrate.sh [PYTHON]. About a quarter of an hour on one core, with the
# files of all-MiniLM-L6-v2 where `nepenthe fetch-model` puts them. Run it when a feature, a rule or a model has changed.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${1:-python3}
work=$(mktemp -d)
"$python" training/sample.py "$work"
cargo run --release --locked -q -p nepenthe-model --example sure -- --features --absent "$work"/*.jsonl > "$work/plans.tsv"
"$python" training/calibrate.py --train "$work/plans.tsv" \
    --out crates/planner/src/canonical/calibration/calibrator.json --curve docs/planner-risk.svg

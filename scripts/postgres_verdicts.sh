#!/usr/bin/env bash
# Plays the suites by the planners `canonical` and `published`, each case's store in memory, then in PostgreSQL, sealed and in
# plain mode, and tells whether any verdict or recall is another: `scripts/postgres_verdicts.sh FOLDER [SUITES [OPTIONS OF RUN...]]`.
# SUITES is a list with commas. The runs stay in the folder. MODES=sealed leaves plain mode out, in which each purge writes the
# stores of all cases before it anew: play few cases there (`--limit 20`).
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${NEPENTHE_TEST_POSTGRES:-}" ]; then
    NEPENTHE_PG=embedded exec scripts/postgres.sh "$0" "$@"
fi
out=$(realpath -m "${1:?name a folder for the runs}")
suites=${2:-template,adversarial,absence,resurrection,scope,tenancy,sequence}
shift $(($# > 2 ? 2 : $#))
cargo build --release --locked -p forgeteval
play() { # NAME OF THE RUN, OPTIONS
    name=$1
    shift
    "${CARGO_TARGET_DIR:-target}/release/forgeteval" run --system nepenthe:canonical,nepenthe:published --suite "$suites" \
        --scorer probed --jobs 2 --force --out "$out/$name" "$@" >/dev/null
}
play memory "$@"
same=0
for mode in ${MODES:-sealed plain}; do
    play "$mode" --db "$NEPENTHE_TEST_POSTGRES?mode=$mode" "$@"
    echo "$mode:"
    results/same.py "$out/memory" "$out/$mode" || same=1
done
exit $same

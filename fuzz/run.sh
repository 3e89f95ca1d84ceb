#!/usr/bin/env bash
# Runs every fuzz target, or those named, for so many seconds each: fuzz/run.sh [SECONDS [TARGET...]]
#
# Needs a nightly toolchain and cargo-fuzz, and installs neither. A target's corpus grows in fuzz/target/corpus/; what is
# kept in fuzz/corpus/ is a minimised part of it (libFuzzer's -set_cover_merge=1). Exits with 1 where a target found something.
set -euo pipefail
cd "$(dirname "$0")"

seconds=${1:-600}
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(receipt checkpoint proof import query)

if ! cargo +nightly --version >/dev/null 2>&1; then
    echo "no nightly toolchain: rustup toolchain install nightly --profile minimal" >&2
    exit 2
fi
if ! cargo +nightly fuzz --version >/dev/null 2>&1; then
    echo "no cargo-fuzz: cargo install --locked cargo-fuzz@0.13.2" >&2
    exit 2
fi

# SQLite's C is built with the sanitizer too. gcc merges two equal tables of it, which then looks like one name for two things.
export ASAN_OPTIONS=detect_odr_violation=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}

found=0
for target in "${targets[@]}"; do
    grown=target/corpus/$target
    mkdir -p "$grown"
    # The test vectors of receipts are seeds too.
    seeds=("corpus/$target")
    [ "$target" != receipt ] || seeds+=(../crates/receipt/vectors/good ../crates/receipt/vectors/signed)
    dictionary=()
    [ ! -f "dictionaries/$target" ] || dictionary=("-dict=dictionaries/$target")
    cargo +nightly fuzz run -O "$target" "$grown" "${seeds[@]}" -- \
        "-max_total_time=$seconds" -print_final_stats=1 -rss_limit_mb=2048 "${dictionary[@]}" || found=1
done
exit $found

#!/usr/bin/env bash
# Prints how large each package of the registry is, compressed, and fails where one is over the registry's 10 MB.
set -euo pipefail
cd "$(dirname "$0")/.."
limit=$((10 * 1024 * 1024))
rm -f target/package/*.crate
cargo package --quiet --no-verify --allow-dirty --workspace --exclude nepenthe-training --exclude nepenthe-python \
    "$@"
over=0
for package in target/package/*.crate; do
    bytes=$(stat -c %s "$package")
    printf '%10d  %s\n' "$bytes" "$(basename "$package")"
    [ "$bytes" -le "$limit" ] || over=1
done
exit "$over"

#!/usr/bin/env bash
# Makes the pictures of docs/console.md anew: the console of `nepenthe demo` in headless Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
exec crates/server/tests/browser/run --pictures docs

#!/usr/bin/env bash
# Builds the wheel of the Python package, and tests it where a user has it: installed into fresh environments of each CPython
# from 3.10 on that is here, from outside the tree. Then the types. The wheel is left in target/python/dist.
#
# Rust is compiled into the usual target folder. Only the last link is zig's, against the symbols of glibc 2.28, so that the
# wheel runs wherever manylinux_2_28 does.
set -euo pipefail
cd "$(dirname "$0")/.."

# So that it does not grow unnoticed, in bytes.
limit=24000000
work=$PWD/${CARGO_TARGET_DIR:-target}/python
[[ "${CARGO_TARGET_DIR:-}" = /* ]] && work=$CARGO_TARGET_DIR/python
package=$PWD/crates/python
mkdir -p "$work"

# An environment of a name, with these packages, unless it is there.
environment() {
    local folder=$work/$1
    shift
    if ! [ -e "$folder/ready" ] || [ "$(cat "$folder/ready")" != "$*" ]; then
        rm -rf "$folder"
        python3 -m venv "$folder"
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
        echo "$*" >"$folder/ready"
    fi
}

# The interpreter of a version, of the system or of pyenv; fails where there is none.
interpreter() {
    if "python$1" -c '' 2>/dev/null; then
        command -v "python$1"
    else
        echo "$(pyenv prefix "$(pyenv latest "$1" 2>/dev/null)" 2>/dev/null)/bin/python$1"
    fi
}

# The asyncio twin says what the plain one says.
python3 crates/python/twins.py --check
environment build maturin==1.16.0 ziglang==0.17.1 ruff==0.15.18
"$work/build/bin/ruff" check --quiet "$package"
"$work/build/bin/ruff" format --quiet --check "$package"

rm -rf "$work/dist"
build=("$work/build/bin/maturin" build --release --locked --manifest-path "$package/Cargo.toml" --out "$work/dist"
    --interpreter python3 --compression-level 9)
if [ "$(uname -s)" = Linux ]; then
    linker=$work/linker
    printf '#!/bin/sh\nexec "%s" zig cc -- -target %s-linux-gnu.2.28 "$@"\n' "$work/build/bin/maturin" "$(uname -m)" >"$linker"
    chmod +x "$linker"
    PATH=$work/build/bin:$PATH "${build[@]}" --compatibility manylinux_2_28 -- -C "linker=$linker"
else
    "${build[@]}"
fi
wheel=$(echo "$work"/dist/*.whl)
bytes=$(wc -c <"$wheel")
echo "$(basename "$wheel"): $bytes bytes"
if [ "$bytes" -ge "$limit" ]; then
    echo "the wheel has more than $limit bytes" >&2
    exit 1
fi

# Outside the tree, with nothing of it but the tests and the pages that they read.
outside=$(mktemp -d)
trap 'rm -rf "$outside"' EXIT
mkdir -p "$outside/crates/python" "$outside/docs"
cp -r "$package/tests" "$package/pyproject.toml" "$package/README.md" "$outside/crates/python"
cp docs/python.md "$outside/docs"
cd "$outside/crates/python"
tested=0
for version in 3.10 3.11 3.12 3.13 3.14; do
    python=$(interpreter "$version" || true)
    if ! "$python" -c '' 2>/dev/null; then
        echo "CPython $version: N/A, it is not on this machine"
        continue
    fi
    fresh=$outside/python$version
    "$python" -m venv "$fresh"
    "$fresh/bin/python" -m pip install --quiet --disable-pip-version-check pytest==9.2.0 "$wheel"
    echo "CPython $version"
    "$fresh/bin/python" -m pytest -q -p no:cacheprovider
    tested=$((tested + 1))
done
if [ "$tested" = 0 ]; then
    echo "no CPython from 3.10 on is here" >&2
    exit 1
fi

# The types, as those who use the package see them.
environment types mypy==2.4.1 pyright==1.1.414 pytest==9.2.0
types=$work/types/bin
"$types/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheel"
"$types/mypy" --no-incremental tests
"$types/mypy" --no-incremental --package nepenthe
"$types/stubtest" nepenthe._native --mypy-config-file pyproject.toml
PATH=$types:$PATH "$types/pyright" --verifytypes nepenthe --ignoreexternal | tee "$outside/verified" | grep score
grep -q 'score: 100%' "$outside/verified"

#!/usr/bin/env bash
# Builds the wheel of the Python package, and tests it where a user has it: installed into fresh environments of each CPython
# from 3.10 on that is here, from outside the tree. Then the types. The wheel is left in target/python/dist.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/wheels.sh
package=$root/crates/python

# The asyncio twin says what the plain one says.
python3 crates/python/twins.py --check
"$work/build/bin/ruff" check --quiet "$package"
"$work/build/bin/ruff" format --quiet --check "$package"

# So that it does not grow unnoticed, in bytes.
build_wheel "$package" "$work/dist" 20000000 --interpreter python3

# Outside the tree, with nothing of it but the tests and the pages that they read.
outside=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$outside"' EXIT
mkdir -p "$outside/crates/python" "$outside/docs"
cp -r "$package/tests" "$package/pyproject.toml" "$package/README.md" "$outside/crates/python"
cp docs/python.md "$outside/docs"
cd "$outside/crates/python"

# Tests wait for the disk more than for a core: they run side by side, each with its output in a file.
declare -A running
in_background() { # NAME COMMAND..
    "${@:2}" >"$outside/$1.log" 2>&1 &
    running[$1]=$!
}
finished() { # NAME
    local code=0
    wait "${running[$1]}" || code=$?
    echo "$1"
    cat "$outside/$1.log"
    return "$code"
}
on_python() { # PYTHON FOLDER
    "$1" -m venv "$2" &&
        "$2/bin/python" -m pip install --quiet --disable-pip-version-check pytest==9.2.0 "$wheel" &&
        "$2/bin/python" -m pytest -q -p no:cacheprovider --ignore=tests/adapters
}
tested=()
for version in 3.10 3.11 3.12 3.13 3.14; do
    python=$(interpreter "$version" || true)
    if ! "$python" -c '' 2>/dev/null; then
        echo "CPython $version: N/A, it is not on this machine"
        continue
    fi
    in_background "CPython $version" on_python "$python" "$outside/python$version"
    tested+=("CPython $version")
done
if [ "${#tested[@]}" = 0 ]; then
    echo "no CPython from 3.10 on is here" >&2
    exit 1
fi

# The adapters, against the frameworks themselves, and LangGraph's own tests of stores.
environment types mypy==2.4.1 pyright==1.1.414 pytest==9.2.0 pytest-asyncio==1.5.0 pytest-mock==3.17.0 hatchling==1.33.0 \
    anthropic==2.14.0 langchain-core==1.8.3 langgraph==1.2.24 langgraph-checkpoint==4.3.2 \
    langgraph-checkpoint-postgres==3.2.0 langgraph-checkpoint-sqlite==3.1.2 llama-index-core==0.14.25 mem0ai==2.2.1 \
    openai-agents==0.24.0 "psycopg[binary]==3.3.9"
types=$work/types/bin
"$types/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheel"
for suite in langgraph-checkpoint==4.3.2 langgraph-checkpoint-sqlite==3.1.2 langgraph-checkpoint-postgres==3.2.0; do
    name=${suite//-/_}
    if ! [ -d "$work/suites/${name/==/-}" ]; then
        mkdir -p "$work/suites"
        "$types/python" -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: \
            --no-build-isolation --dest "$outside/suites" "$suite"
        tar -xzf "$outside/suites/${name/==/-}.tar.gz" -C "$work/suites"
    fi
done
mkdir -p "$outside/examples" "$outside/target/python"
cp -r "$root/examples/python" "$outside/examples"
ln -s "$work/suites" "$outside/target/python/suites"
in_background adapters "$types/python" -m pytest -q -p no:cacheprovider -p no:asyncio tests/adapters

# The types, as those who use the package see them.
"$types/mypy" --no-incremental tests
"$types/mypy" --no-incremental --package nepenthe
"$types/stubtest" nepenthe._native --mypy-config-file pyproject.toml
PATH=$types:$PATH "$types/pyright" --verifytypes nepenthe --ignoreexternal | tee "$outside/verified" | grep score
grep -q 'score: 100%' "$outside/verified"
for name in "${tested[@]}" adapters; do
    finished "$name"
done

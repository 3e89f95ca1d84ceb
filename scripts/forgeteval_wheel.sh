#!/usr/bin/env bash
# Builds the wheel of ForgetEval, and tests it where a user has it: installed into a fresh environment in an empty home, from
# outside the tree, the adapters of docs/adapters.md and of the package's own page are checked and put beside the floors. Says
# how long that takes by the clock. The wheel is left in target/python/forgeteval.
#
#     scripts/forgeteval_wheel.sh [WHEEL]     with WHEEL, that one is tested and none is built
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then
    wheel=$(realpath "$1")
else
    . scripts/wheels.sh
    build_wheel "$root/crates/forgeteval" "$work/forgeteval" 20000000
fi

outside=$(mktemp -d)
trap 'rm -rf "$outside"' EXIT
# The blocks of a page that are an adapter and its system.toml, as files.
saved() { # PAGE FOLDER
    mkdir "$outside/$2"
    python3 - "$1" "$outside/$2" <<'PYTHON'
import pathlib, re, sys

page, folder = map(pathlib.Path, sys.argv[1:])
blocks = re.findall(r"```(python|toml)\n(.*?)```", page.read_text(), re.DOTALL)
kinds = dict(reversed(blocks))
(folder / "adapter.py").write_text(kinds["python"])
(folder / "system.toml").write_text(kinds["toml"])
PYTHON
}
saved docs/adapters.md notes
saved crates/forgeteval/PYPI.md mine
cd "$outside"
export HOME=$outside PATH=$outside/fresh/bin:$PATH
unset XDG_CACHE_HOME XDG_DATA_HOME
begun=$SECONDS
reached() { echo "== $((SECONDS - begun)) s: $1"; }
python3 -m venv fresh
fresh/bin/python -m pip install --quiet --disable-pip-version-check "$wheel"
reached "the wheel is installed"
for system in notes mine; do
    forgeteval adapter check --system "./$system"
    reached "the adapter $system is checked"
    forgeteval run --system "./$system,null,keep,nuke,oracle" --per-family 20 --out "runs/$system" | tee table
    grep -q "^$system " table
    reached "the first table with $system"
done
forgeteval run --suite adversarial --system null,oracle --out runs/suite >table
grep -q oracle table
python - <<'PYTHON'
import forgeteval

assert {"Adapter", "serve"} <= set(forgeteval.__all__)
PYTHON

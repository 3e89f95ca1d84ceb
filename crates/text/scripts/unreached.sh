#!/usr/bin/env bash
# Lists the functions of the crates text and planner that no case reaches, the longest first, with their lines: what to look at when
# rules are cut. A function that is not reached may stand for what no suite asks.
#
#     crates/text/scripts/unreached.sh [REQUESTS.jsonl...] [-- CASES.jsonl...]
#
# The first files are as the example `requests` of nepenthe-model reads them, the others are suites of ForgetEval. Needs llvm-profdata and
# llvm-cov of the LLVM that `rustc -vV` names: rustup's component llvm-tools, or a package of the system (LLVM=-22 for llvm-cov-22).
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
here=$root/target/coverage
llvm=${LLVM:-}
requests=() suites=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do requests+=("$(realpath "$1")"); shift; done
[ $# -eq 0 ] || shift
for file in "$@"; do suites+=("$(realpath "$file")"); done

mkdir -p "$here/profiles"
rm -f "$here"/profiles/*
cat >"$here/rustc" <<'END'
#!/usr/bin/env bash
# Only what is looked at is counted.
name= before=
for argument in "$@"; do
    case $before in --crate-name) name=$argument ;; esac
    before=$argument
done
case $name in
    nepenthe_text | nepenthe_planner | forgeteval | requests) exec "$@" -C instrument-coverage ;;
    *) exec "$@" ;;
esac
END
chmod +x "$here/rustc"
cd "$root"
RUSTC_WORKSPACE_WRAPPER=$here/rustc CARGO_TARGET_DIR=$here cargo build --release --locked \
    -p nepenthe-model --example requests -p forgeteval --bin forgeteval
export LLVM_PROFILE_FILE=$here/profiles/%p.profraw
bin=$here/release
if [ ${#requests[@]} -gt 0 ]; then "$bin/examples/requests" "${requests[@]}" >/dev/null; fi
if [ ${#suites[@]} -gt 0 ]; then
    list=$(IFS=,; echo "${suites[*]}")
    "$bin/forgeteval" run --system nepenthe:canonical --scorer probed --suite "$list" >/dev/null
fi
"llvm-profdata$llvm" merge -sparse "$here"/profiles/*.profraw -o "$here/all.profdata"
"llvm-cov$llvm" export -instr-profile "$here/all.profdata" "$bin/forgeteval" -object "$bin/examples/requests" \
    --skip-expansions >"$here/all.json"
python3 - "$here/all.json" <<'END'
import collections
import json
import sys

# A generic function stands once for each of its types.
most = collections.Counter()
for function in json.load(open(sys.argv[1]))["data"][0]["functions"]:
    path = function["filenames"][0]
    first, last = function["regions"][0][0], max(region[2] for region in function["regions"])
    if "crates/text/src" in path or "crates/planner/src" in path:
        place = path[path.index("crates/"):], first, last
        most[place] = max(most[place], function["count"])
unreached = sorted((first - last - 1, path, first) for (path, first, last), count in most.items() if count == 0)
for lines, path, first in unreached:
    print(f"{-lines}\t{path}:{first}")
print(f"{len(unreached)} of {len(most)} functions, {-sum(lines for lines, _, _ in unreached)} lines")
END

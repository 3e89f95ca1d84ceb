"""Plays a suite of ForgetEval with the engine in Rust and through Python, and compares the verdicts, case by case.

    cargo build --release --locked -p forgeteval
    PYTHON crates/python/bench/verdicts.py [SUITE] [LIMIT]

PYTHON is one that has the wheel (scripts/python_wheel.sh leaves it in target/python/dist). SUITE is a name that
`forgeteval suite list` knows or a file, by default `adversarial`; LIMIT how many of its cases are played, by default
all. Ends with 1 where a verdict differs.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
HERE = Path(__file__).resolve().parent / "forgeteval"


def main() -> int:
    suite, limit = [*sys.argv[1:], "adversarial"][0], sys.argv[2:3]
    # `python3` of system.toml is this one.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    with tempfile.TemporaryDirectory() as out:
        command = [TARGET / "release/forgeteval", "run", "--system", f"nepenthe:canonical,{HERE}", "--suite", suite]
        command += ["--jobs", "1", "--force", "--out", out, *(["--limit", limit[0]] if limit else [])]
        subprocess.run(command, check=True, env=os.environ | {"PATH": path}, stdout=subprocess.DEVNULL)
        verdicts: dict[str, dict[str, object]] = {}
        for line in (Path(out) / "verdicts.jsonl").read_text("utf-8").splitlines():
            one = json.loads(line)
            verdicts.setdefault(one["case"], {})[one["system"]] = one["judged"]
    differ = [case for case, of in verdicts.items() if of["nepenthe:canonical"] != of["nepenthe-python"]]
    print(f"{suite}: {len(verdicts)} cases, {len(verdicts) - len(differ)} with the same verdicts in Rust and in Python")
    for case in differ:
        print(f"  {case} differs: {json.dumps(verdicts[case], ensure_ascii=False)}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())

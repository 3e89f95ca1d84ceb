#!/usr/bin/env python3
"""Tells whether two runs of forgeteval gave the same verdicts and recalls: `same.py RUN RUN`.

Every field of every verdict is compared but the times. A run is a folder with `verdicts.jsonl`, or that file packed by gzip. Of two
runs of different suites only the cases of both are compared. Exits with 1 where anything differs, or nothing is compared.
"""

import gzip
import json
import sys
from pathlib import Path


def verdicts(folder):
    plain, packed = Path(folder) / "verdicts.jsonl", Path(folder) / "verdicts.jsonl.gz"
    if not plain.exists() and not packed.exists():
        sys.exit(f"{folder} is no run: it has no verdicts.jsonl; name what was given to forgeteval run --out")
    text = plain.read_text() if plain.exists() else gzip.open(packed, "rt").read()
    found = {}
    for line in text.splitlines():
        verdict = json.loads(line)
        verdict.pop("times")
        found[verdict["suite_sha256"], verdict["system"], verdict["case"]] = verdict
    return found


def main(before, after):
    one, other = verdicts(before), verdicts(after)
    both = one.keys() & other.keys()
    differ = sorted(key for key in both if one[key] != other[key])
    for key in differ[:20]:
        print("differs:", *key[1:])
    print(f"{len(both)} verdicts of both runs ({len(one)} and {len(other)}), {len(differ)} differ")
    return 1 if differ or not both else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

"""Prints cases with every mutation asked for twice: the second time nothing is left to forget.

    python3 training/twice.py SUITE.jsonl > twice.jsonl

A system that passes a case passes it so too, unless it takes the next best when what it is asked for is gone.
"""

import json
import sys


def main():
    for path in sys.argv[1:]:
        for line in open(path, encoding="utf-8"):
            case = json.loads(line)
            twice = ("release", "purge", "supersede")
            case["mutations"] = [mutation for mutation in case["mutations"] for _ in range(1 + (mutation[0] in twice))]
            print(json.dumps(case, ensure_ascii=False))


if __name__ == "__main__":
    main()

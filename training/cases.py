"""Turns the odd-numbered cases of a suite into groups, for those who tune on one half of it and report both.

    python3 training/cases.py SUITE.jsonl .. > cases.jsonl

Only cases with one mutation in words. A memory that loses a part is labelled `part`, with the strings that go and those
that stay: how it is to read then the case doesn't say.
"""

import json
import sys


def is_odd(case):
    digits = "".join(character for character in case["id"] if character.isdigit())
    return int(digits[-3:] or 0) % 2 == 1


def group(case):
    verb, request, *new = case["mutations"][0]

    def row(text):
        def of(strings):
            return [string for string in strings if string.lower() in text.lower()]

        gone, kept = of(case["must_not_contain"]), of(case["must_contain"])
        if gone and kept:
            return ["part", text, gone, kept]
        return ["go" if gone else "stay", text]

    rows = [row(text) for text in case["setup_facts"]]
    return {"verb": verb, "request": request, "new": "".join(new), "rows": rows, "src": case["id"]}


for path in sys.argv[1:]:
    for line in open(path, encoding="utf-8"):
        case = json.loads(line)
        mutations = case["mutations"]
        plain = len(mutations) == 1 and isinstance(mutations[0], list)
        if is_odd(case) and plain and mutations[0][0] in ("supersede", "release", "purge") and len(mutations[0]) > 1:
            print(json.dumps(group(case), ensure_ascii=False))

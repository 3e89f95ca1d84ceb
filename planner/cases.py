"""Turns the odd-numbered cases of a suite into groups, for those who tune on one half of it and report both.

    python3 planner/cases.py SUITE.jsonl .. > cases.jsonl

Only cases with one mutation in words. A memory that loses a part is labelled `part`: how it is to read then the case
doesn't say.
"""

import json
import sys


def is_odd(case):
    digits = "".join(character for character in case["id"] if character.isdigit())
    return int(digits[-3:] or 0) % 2 == 1


def group(case):
    verb, request, *new = case["mutations"][0]

    def label(text):
        def has(strings):
            return any(string.lower() in text.lower() for string in strings)

        if not has(case["must_not_contain"]):
            return "stay"
        return "part" if has(case["must_contain"]) else "go"

    rows = [[label(text), text] for text in case["setup_facts"]]
    return {"verb": verb, "request": request, "new": "".join(new), "rows": rows, "src": case["id"]}


for path in sys.argv[1:]:
    for line in open(path, encoding="utf-8"):
        case = json.loads(line)
        mutations = case["mutations"]
        plain = len(mutations) == 1 and isinstance(mutations[0], list)
        if is_odd(case) and plain and mutations[0][0] in ("supersede", "release", "purge") and len(mutations[0]) > 1:
            print(json.dumps(group(case), ensure_ascii=False))

#!/usr/bin/env python3
"""Makes the suite `scale` of the adversarial suite: chosen cases among 1,000, and again among 10,000 unrelated texts.

    python3 crates/forgeteval/suites/scale.py VERDICTS.jsonl... > crates/forgeteval/suites/scale-1.0.0.jsonl

VERDICTS are runs of `oracle-edits` and `keep` on the adversarial suite with `"filler": {"rows": 10000, "version": 1}` in
each case. Chosen are, of each category, up to five cases that the ceiling passes there and the floor fails, by every
scorer, plain ones and hard ones in turn: where the survivors drown, or what should have gone, a case says nothing.
"""

import json
import pathlib
import sys

PER_CATEGORY = 5

passed, drowned = set(), set()
for path in sys.argv[1:]:
    for line in open(path, encoding="utf-8"):
        record = json.loads(line)
        verdicts = [judged["verdict"] for judged in record["judged"].values()]
        if record["system"] == "keep" and "pass" in verdicts:
            drowned.add(record["case"])
        elif record["system"] == "oracle-edits" and set(verdicts) == {"pass"}:
            passed.add(record["case"])

lines = (pathlib.Path(__file__).parent / "adversarial-1.0.0.jsonl").read_text(encoding="utf-8").splitlines()
by_category = {}
for case in map(json.loads, lines):
    if case["id"] in passed - drowned:
        plain = int(case["id"].split("_")[1]) > 100
        by_category.setdefault(case["category"], ([], []))[plain].append(case)

chosen = []
for hard, plain in by_category.values():
    turns = [case for pair in zip(hard, plain) for case in pair]
    rest = (hard if len(hard) > len(plain) else plain)[min(len(hard), len(plain)) :]
    chosen += (turns + rest)[:PER_CATEGORY]

for rows in (1_000, 10_000):
    for case in chosen:
        among = {"id": f"{case['id']}_{rows}", "category": "scale", "family": case["family"]}
        among |= {"sub_template": case["category"], **{k: v for k, v in case.items() if k not in among}}
        among |= {"filler": {"rows": rows, "version": 1}}
        print(json.dumps(among, ensure_ascii=False))

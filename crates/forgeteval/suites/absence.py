#!/usr/bin/env python3
"""Makes the suite `absence` of pairs: one request, a memory that holds what it asks for, and one that does not.

    python3 crates/forgeteval/suites/absence.py PAIRS.jsonl... > crates/forgeteval/suites/absence-1.0.0.jsonl

A line of PAIRS has `id`, `category`, `verb`, `request`, `new_text` (with a supersede), `there` (texts that go: `text`, `tell`, a
piece that stands nowhere else; where only a part goes, `without`, the text in its place where it is absent, and `keeps`, what
both say), `others` (texts that stay: `text`, `tell`), `final_query` and `note`. What goes stands in the middle of the rest.
"""

import json
import sys

FAMILY = {"supersede": "supersession", "release": "amnesia", "purge": "purge"}

for path in sys.argv[1:]:
    for pair in map(json.loads, open(path, encoding="utf-8")):
        others = [other["text"] for other in pair["others"]]
        half = len(others) // 2
        there = pair["there"]
        stays = [other["tell"] for other in pair["others"]] + [one["keeps"] for one in there if "keeps" in one]
        in_place = [one["without"] for one in there if "without" in one]
        case = {
            "id": pair["id"],
            "category": pair["category"],
            "family": FAMILY[pair["verb"]],
            "setup_facts": others[:half] + [one["text"] for one in there] + others[half:],
            "mutations": [[pair["verb"], pair["request"]] + ([pair["new_text"]] if "new_text" in pair else [])],
            "final_query": pair["final_query"],
            "must_contain": stays,
            "must_not_contain": [one["tell"] for one in there],
            "absent": {"setup_facts": others[:half] + in_place + others[half:], "must_contain": stays},
            "origin": "drafted",
            "note": pair["note"],
        }
        most = len(case["absent"]["setup_facts"]) + ("new_text" in pair)
        assert most <= 10, f"{pair['id']}: {most} texts, and a recall has ten"
        print(json.dumps(case, ensure_ascii=False))

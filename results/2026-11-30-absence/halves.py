#!/usr/bin/env python3
"""How often each system is right where what is asked for is there, where it is not, and both: scorer `published`."""

import collections
import gzip
import json
from pathlib import Path

there, absent, both, played = (collections.Counter() for _ in range(4))
with gzip.open(Path(__file__).with_name("verdicts.jsonl.gz"), "rt") as lines:
    for record in map(json.loads, lines):
        system, judged = record["system"], record["judged"]["published"]
        played[system] += 1
        if judged["verdict"] != "na" and "error" not in record:
            whole = not judged.get("leaked") and not judged.get("lost")
            spares = not judged.get("failed_checks")
            there[system] += whole
            absent[system] += spares
            both[system] += whole and spares
for system, of in played.items():
    print(f"{system:20} {there[system]:4} {absent[system]:4} {both[system]:4} of {of}")

"""Writes the labelled requests that a plan's sureness is learned from: training/sample.py OUT.

Of training/held every second, third .. line (the long notes and what is only counted in pairs are left out), more of ordinary
requests than of those that were written to be hard, and of training/data some of the quarter that no reader was trained on, two
requests of a store.
"""

import glob
import hashlib
import json
import os
import random
import sys

EVERY = {"trap-stores": 1, "trap-stores-read": 2, "mixed-stores": 2, "reviewed-groups": 3, "mended-groups": 2, "mended-fresh-groups": 1,
         "absence": 2}
OTHERS = 2
# Of what is left of the files of hard requests, and of training/data, every second and third.
ORDINARY = ("strangers", "short", "absence")
HARD, DATA = 2, 3
LEFT_OUT = ("long",)
STORES, GROUPS = 0.55, 0.15


def is_left_out(text):
    """As train_relevance.py, which needs PyTorch."""
    return hashlib.sha256(text.encode()).digest()[1] % 4 == 0


def main():
    out = sys.argv[1]
    here = os.path.dirname(os.path.abspath(__file__))
    random.seed(5)
    for path in sorted(glob.glob(f"{here}/held/*.jsonl")):
        name = os.path.basename(path)[:-6]
        if name in LEFT_OUT:
            continue
        lines = open(path, encoding="utf-8").read().splitlines()
        lines = lines[::EVERY.get(name, OTHERS)]
        write(f"{out}/held-{name}.jsonl", lines if name.startswith(ORDINARY) else lines[::HARD])
    for path in sorted(glob.glob(f"{here}/data/*.jsonl")):
        kept = []
        for line in open(path, encoding="utf-8"):
            group = json.loads(line)
            if not is_left_out(group["rows"][0] if "asks" in group else group["request"]):
                continue
            if "asks" in group:
                group["asks"] = random.sample(group["asks"], min(len(group["asks"]), 2))
                if random.random() < STORES:
                    kept.append(json.dumps(group, ensure_ascii=False))
            elif random.random() < GROUPS:
                kept.append(line.strip())
        write(f"{out}/data-{os.path.basename(path)}", kept[::DATA])


def write(path, lines):
    if lines:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Packs the folder of a run for the repository: verdicts and outcomes without the texts that were recalled, errors without
the folders of the machine.

    results/pack.py RUN results/DATE-full

`forgeteval report` makes the same tables of both, but for the rows `NAME, cut` of Memora, which need the texts. GateMem's
data is not in the repository: its questions are left out, and each of its strings stands there as its hash.
"""

import gzip
import hashlib
import json
import re
import sys
from pathlib import Path

# Of the files in a traceback, all but the name.
FOLDERS = re.compile(r'(File \\")[^"]*/')
TEXTS = {"verdicts.jsonl": ("probes", "checks", "consents"), "memora.jsonl": (), "gatemem.jsonl": ()}


def bare(line, name):
    line["recalled"] = []
    for key in TEXTS[name]:
        line.pop(key, None)
    if name == "gatemem.jsonl":
        line["question"] = ""
        for found in line["needed"] + line["forbidden"]:
            found["text"] = hashlib.sha256(found["text"].encode()).hexdigest()[:12]
    return line


def pack(run, into):
    into.mkdir(parents=True, exist_ok=True)
    for name in TEXTS:
        if not (run / name).exists():
            continue
        with open(run / name, encoding="utf-8") as lines, open(into / f"{name}.gz", "wb") as file:
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
                for line in lines:
                    text = json.dumps(bare(json.loads(line), name), ensure_ascii=False, separators=(",", ":"))
                    packed.write(FOLDERS.sub(r"\1", text).encode() + b"\n")
    for name in ("run.json", "summary.json", "memora.txt", "gatemem.txt"):
        if (run / name).exists():
            text = (run / name).read_text("utf-8")
            (into / name).write_text(text.replace(str(run.resolve()), f"results/{into.name}"), "utf-8")
    for folder in sorted(run.iterdir()):
        if (folder / "verdicts.jsonl").exists():
            pack(folder, into / folder.name)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    pack(Path(sys.argv[1]), Path(sys.argv[2]))

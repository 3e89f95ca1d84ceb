#!/usr/bin/env python3
"""Times commands of one or more builds of `nepenthe`, in turn, in stores of several sizes.

    python3 scripts/command_times.py --out OUT before=BINARY after=BINARY

Each round runs every command once with every build, so that what else the machine does meets all alike. Every run is a
process of its own, on a fresh copy of the store; changes in words are only planned (`--dry-run`). "Warm" runs find the
files in the page cache; before a "cold" run the command, its model and the store are dropped from it (Linux; what
holds the disk of a virtual machine may still have them). "Packing" runs find the model without its packed weights,
which they make, once for each new version of them. The model lies in a cache folder made for this script. Prints a
table in ms, and writes every time to OUT/times.csv.
"""

import argparse
import csv
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMANDS = {
    "stats, which needs no model": ["stats"],
    "recall": ["recall", "Who drives the van?"],
    "inscribe": ["inscribe", "Sam Roe drives the red van on Fridays."],
    "release, a plan in words": ["release", "everything about Ivo", "--dry-run"],
    "purge, a plan in words": ["purge", "who drives the van", "--dry-run"],
    "supersede, a plan in words": ["supersede", "where Ivo lives", "--with", "Ivo lives in Ghent.", "--dry-run"],
}


def texts():
    """The labelled memories of training/data, each once, in the order of the files."""
    seen = {}
    for path in sorted((ROOT / "training/data").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            for row in json.loads(line).get("rows", []):
                if isinstance(row, str):
                    seen.setdefault(row)
    return list(seen)


def run(binary, arguments, environment):
    """Runs a command, and returns its time and that of the processor, in ms; ends the script where it fails."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([binary, *arguments], env=environment, capture_output=True)
    taken, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{binary} {' '.join(arguments)}: {done.stderr.decode()}")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{taken * 1e3:.2f}", f"{processor * 1e3:.2f}"


def drop(paths):
    """Takes files out of the page cache."""
    for path in paths:
        with open(path, "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs="+", metavar="NAME=BINARY")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--cold-rounds", type=int, default=7)
    parser.add_argument("--packing-rounds", type=int, default=3)
    parser.add_argument("--memories", type=int, nargs="+", default=[20, 1000])
    arguments = parser.parse_args()
    builds = {name: str(pathlib.Path(path).resolve()) for name, path in (b.split("=", 1) for b in arguments.builds)}
    all_texts = texts()
    rows = []
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        # A cache folder for this run alone, with the model that the environment has.
        first = next(iter(builds.values()))
        where = subprocess.run([first, "model", "where"], capture_output=True, text=True, check=True).stdout.strip()
        environment = {**os.environ, "XDG_CACHE_HOME": str(work), "NEPENTHE_KEY_FILE": str(work / "key")}
        environment.pop("NEPENTHE_MODEL_DIR", None)
        model = work / "nepenthe/models/all-MiniLM-L6-v2"
        model.mkdir(parents=True)
        for name in ("model.safetensors", "tokenizer.json"):
            shutil.copy(pathlib.Path(where) / name, model / name)
        for binary in builds.values():
            run(binary, ["model", "fetch"], environment)
        stores = {}
        for size in arguments.memories:
            stores[size] = work / f"{size}.db"
            step = max(1, len(all_texts) // size)
            lines = (json.dumps({"text": text}) + "\n" for text in all_texts[::step][:size])
            (work / "texts.jsonl").write_text("".join(lines))
            made = ["--db", str(stores[size]), "inscribe", "-q", "--file", str(work / "texts.jsonl")]
            run(first, made, environment)
        os.sync()
        used = work / "used.db"
        for cache, rounds in (("warm", arguments.rounds), ("cold", arguments.cold_rounds)):
            for turn in range(rounds + (cache == "warm")):
                for size, store in stores.items():
                    for command, words in COMMANDS.items():
                        for name, binary in builds.items():
                            for old in work.glob("used.db*"):
                                old.unlink()
                            shutil.copy(store, used)
                            if cache == "cold":
                                drop([binary, used, *(path for path in model.iterdir() if path.stat().st_size)])
                            taken = run(binary, ["--db", str(used), *words], environment)
                            # The first warm round only fills the page cache.
                            if cache == "cold" or turn:
                                rows.append((cache, size, command, name, *taken))
        for turn in range(arguments.packing_rounds):
            for command in ("recall", "release, a plan in words"):
                for name, binary in builds.items():
                    for packed in model.glob("*.packed"):
                        packed.unlink()
                    size, store = next(iter(stores.items()))
                    taken = run(binary, ["--db", str(store), *COMMANDS[command]], environment)
                    rows.append(("packing", size, command, name, *taken))
    arguments.out.mkdir(parents=True, exist_ok=True)
    with open(arguments.out / "times.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("cache", "memories", "command", "build", "ms", "processor_ms"))
        writer.writerows(rows)
    print(table(rows, list(builds)))


def table(rows, builds):
    """A Markdown table of medians: of the time, of the slowest in brackets, and of the processor's time."""
    times = {}
    for cache, size, command, build, *taken in rows:
        times.setdefault((cache, size, command), {}).setdefault(build, []).append([float(time) for time in taken])
    lines = ["| page cache | memories | command | " + " | ".join(f"{build} | processor" for build in builds) + " |"]
    lines.append("|---|---|---|" + "---|---|" * len(builds))
    for (cache, size, command), found in times.items():
        cells = []
        for taken, processor in (zip(*found[build]) for build in builds):
            cells.append(f"{statistics.median(taken):.0f} ({max(taken):.0f}) | {statistics.median(processor):.0f}")
        lines.append(f"| {cache} | {size:,} | {command} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()

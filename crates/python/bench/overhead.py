"""What a call through Python takes beside one in Rust, and what two threads take beside one.

    cargo build --release -p nepenthe-python --example overhead
    python crates/python/bench/overhead.py target/release/examples/overhead

With the wheel installed, and `TMPDIR` in memory (/dev/shm): a disk's wait for a commit varies by more than what is
looked for. Recalls five of a thousand memories, and inscribes one; medians of rounds that take turns, in
microseconds. Two threads recall as much together as one did alone.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import nepenthe

MEMORIES, CALLS, ROUNDS = 1000, 400, 7


def timed(call: Callable[[int], object], calls: int = CALLS) -> float:
    """The median of so many calls, in microseconds."""
    took = []
    for n in range(calls):
        start = time.perf_counter()
        call(n)
        took.append((time.perf_counter() - start) * 1e6)
    return statistics.median(took)


def python(path: Path) -> dict[str, float]:
    with nepenthe.open(path, scope="bench", actor="bench", mode="existing") as memory:
        return {
            "recall": timed(lambda n: memory.recall(f"depot number {n}")),
            "inscribe": timed(lambda n: memory.inscribe(f"Rust wrote line {n}.")),
        }


def rust(program: str, path: Path) -> dict[str, float]:
    made = subprocess.run([program, path, str(CALLS)], check=True, capture_output=True, text=True)
    return json.loads(made.stdout)  # type: ignore[no-any-return]


def threads(path: Path, count: int) -> float:
    """How long so many threads take for 2,000 recalls together, in seconds."""
    calls = 2000 // count
    with nepenthe.open(path, scope="bench", mode="existing") as memory:

        def work() -> None:
            for n in range(calls):
                memory.recall(f"depot number {n}")

        running = [threading.Thread(target=work) for _ in range(count)]
        start = time.perf_counter()
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
        return time.perf_counter() - start


def fresh(folder: Path, name: str) -> Path:
    path = folder / name
    with nepenthe.open(path, scope="bench", embedder="none") as memory:
        memory.inscribe_all([f"The depot number {n} is in Lima, behind gate {n % 7}." for n in range(MEMORIES)])
    return path


def main() -> None:
    rounds = []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for n in range(ROUNDS):
            rounds.append((python(fresh(folder, f"p{n}")), rust(sys.argv[1], fresh(folder, f"r{n}"))))
        for call in ("recall", "inscribe"):
            of = [statistics.median(one[side][call] for one in rounds) for side in (0, 1)]
            more = statistics.median(one[0][call] - one[1][call] for one in rounds)
            print(f"{call:9} python {of[0]:7.1f}  rust {of[1]:7.1f}  more {more:6.1f} µs")
        path = fresh(folder, "threads")
        pairs = [(threads(path, 2), threads(path, 1)) for _ in range(ROUNDS)]
        ratio = statistics.median(two / one for two, one in pairs)
        print(f"two threads take {ratio:.2f} of one thread's time for the same recalls")


if __name__ == "__main__":
    main()

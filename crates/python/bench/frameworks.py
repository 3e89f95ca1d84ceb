"""The same work in LangGraph's stores, in Mem0 with local Qdrant and in Nepenthe, in one process and one run: writes,
searches, deletions; and what each leaves in its files after a deletion.

    python crates/python/bench/frameworks.py [--sizes 1000,10000] [--only NAME,…] [--out FOLDER]

Needs nepenthe-memory[langgraph], langgraph-checkpoint-sqlite, mem0ai and numpy. Nobody asks a model: each text has a
vector of 384 numbers, which depends on its words, made by the same function for all. `words` are of Nepenthe alone.
Each row is a median of the calls; a write and a deletion are one item, and come back when they are durable, where the
store has files at all. Mem0 is called with infer=False.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ["MEM0_TELEMETRY"] = "False"

import numpy

DIMENSION = 384
NAMESPACE = ("users", "alice")
SUBJECTS = ["Ida", "Noor", "Omar", "Vera", "Kofi", "Lena", "Tomas", "Yuki", "Rosa", "Emil"]
THINGS = ["the depot", "tea", "the blue kettle", "a bicycle", "the ledger", "jazz", "the north gate", "oranges"]
VERBS = ["likes", "repairs", "forgot", "ordered", "asked about", "keeps", "sold", "painted"]

_rows: dict[str, Any] = {}


def embed(texts: list[str]) -> list[list[float]]:
    """A unit vector of each text: the sum of a random vector for each word."""
    vectors = []
    for text in texts:
        total = numpy.zeros(DIMENSION, dtype=numpy.float32)
        for word in text.lower().replace(".", "").split():
            if word not in _rows:
                seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "little")
                _rows[word] = numpy.random.default_rng(seed).standard_normal(DIMENSION).astype(numpy.float32)
            total += _rows[word]
        vectors.append((total / (numpy.linalg.norm(total) or 1)).tolist())
    return vectors


def text(number: int) -> str:
    chance = random.Random(number)
    said = f"{chance.choice(SUBJECTS)} {chance.choice(VERBS)} {chance.choice(THINGS)}"
    return f"{said} on day {number}, as the zq{number:06d}x note says."


class LangGraph:
    """A store of LangGraph's interface."""

    def __init__(self, store: Any) -> None:
        self.store = store

    def fill(self, numbers: range) -> None:
        from langgraph.store.base import PutOp

        for first in range(numbers.start, numbers.stop, 500):
            part = range(first, min(first + 500, numbers.stop))
            self.store.batch([PutOp(NAMESPACE, f"key{number}", {"text": text(number)}) for number in part])

    def write(self, number: int) -> None:
        self.store.put(NAMESPACE, f"key{number}", {"text": text(number)})

    def search(self, query: str) -> list[str]:
        return [item.value["text"] for item in self.store.search(NAMESPACE, query=query, limit=5)]

    def get(self, number: int) -> bool:
        return self.store.get(NAMESPACE, f"key{number}") is not None

    def delete(self, number: int) -> None:
        self.store.delete(NAMESPACE, f"key{number}")


class Mem0:
    """A Memory of Mem0's interface."""

    def __init__(self, memory: Any) -> None:
        self.memory = memory
        self.ids: dict[int, str] = {}

    def fill(self, numbers: range) -> None:
        for first in range(numbers.start, numbers.stop, 500):
            part = range(first, min(first + 500, numbers.stop))
            messages = [{"role": "user", "content": text(number)} for number in part]
            added = self.memory.add(messages, user_id="alice", infer=False)["results"]
            self.ids.update({number: one["id"] for number, one in zip(part, added, strict=True)})

    def write(self, number: int) -> None:
        self.ids[number] = self.memory.add(text(number), user_id="alice", infer=False)["results"][0]["id"]

    def search(self, query: str) -> list[str]:
        found = self.memory.search(query, filters={"user_id": "alice"}, top_k=5)["results"]
        return [one["memory"] for one in found]

    def get(self, number: int) -> bool:
        return self.memory.get(self.ids[number]) is not None

    def delete(self, number: int) -> None:
        self.memory.delete(self.ids[number])


@contextmanager
def langgraph_memory(folder: Path) -> Iterator[Any]:
    from langgraph.store.memory import InMemoryStore

    index: Any = {"dims": DIMENSION, "embed": embed, "fields": ["text"]}
    yield LangGraph(InMemoryStore(index=index))


@contextmanager
def langgraph_sqlite(folder: Path) -> Iterator[Any]:
    from langgraph.store.sqlite import SqliteStore

    index: Any = {"dims": DIMENSION, "embed": embed, "fields": ["text"]}
    with SqliteStore.from_conn_string(str(folder / "store.db"), index=index) as store:
        store.setup()
        yield LangGraph(store)


@contextmanager
def nepenthe_langgraph(folder: Path) -> Iterator[Any]:
    from nepenthe.langgraph import NepentheStore

    index: Any = {"dims": DIMENSION, "embed": embed, "fields": ["text"]}
    with NepentheStore.from_path(folder / "store.db", embedder="none", index=index) as store:
        yield LangGraph(store)


@contextmanager
def nepenthe_words(folder: Path) -> Iterator[Any]:
    from nepenthe.langgraph import NepentheStore

    with NepentheStore.from_path(folder / "store.db", embedder="none", index={"fields": ["text"]}) as store:
        yield LangGraph(store)


@contextmanager
def mem0_qdrant(folder: Path) -> Iterator[Any]:
    import mem0  # type: ignore[import-untyped]

    class Ours:
        """In the place of Mem0's embedder."""

        def embed(self, text: str, memory_action: str | None = None) -> list[float]:
            return embed([text])[0]

        def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:
            return embed(texts)

    qdrant = {"path": str(folder / "qdrant"), "embedding_model_dims": DIMENSION, "on_disk": True}
    config = {
        "vector_store": {"provider": "qdrant", "config": qdrant},
        "embedder": {"provider": "openai", "config": {"api_key": "none"}},
        "llm": {"provider": "openai", "config": {"api_key": "none"}},
        "history_db_path": str(folder / "history.db"),
    }
    memory = mem0.Memory.from_config(config)
    memory.embedding_model = Ours()
    yield Mem0(memory)
    memory.close()
    memory.vector_store.client.close()


@contextmanager
def nepenthe_mem0(folder: Path) -> Iterator[Any]:
    from nepenthe.mem0 import Memory

    with Memory.from_path(folder / "store.db", embedder="none") as memory:
        yield Mem0(memory)


STORES: dict[str, Callable[[Path], Any]] = {
    "LangGraph InMemoryStore": langgraph_memory,
    "LangGraph SqliteStore": langgraph_sqlite,
    "Nepenthe as LangGraph's store, same vectors": nepenthe_langgraph,
    "Nepenthe as LangGraph's store, words": nepenthe_words,
    "Mem0 with local Qdrant": mem0_qdrant,
    "Nepenthe as Mem0, words": nepenthe_mem0,
}


def median(call: Callable[[Any], Any], given: Iterable[Any]) -> float:
    """The median of what the calls take, in milliseconds."""
    taken = []
    for one in given:
        begun = time.perf_counter()
        call(one)
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken)


def left(folder: Path, words: list[str]) -> int:
    """How many of these words stand in any file."""
    data = [file.read_bytes().lower() for file in folder.rglob("*") if file.is_file()]
    return sum(1 for word in words if any(word.encode() in one for one in data))


def measure(name: str, size: int, calls: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        with STORES[name](folder) as store:
            begun = time.perf_counter()
            store.fill(range(size))
            fill = (time.perf_counter() - begun) / size * 1000
            chance = random.Random(1)
            asked = chance.sample(range(size), calls)
            gone = chance.sample(range(size), calls)
            store.search(text(0))
            row = {
                "store": name,
                "items": size,
                "bulk_write_ms": fill,
                "write_ms": median(store.write, range(size, size + calls)),
                "search_ms": median(store.search, [text(number) for number in asked]),
                "found": sum(text(number) in store.search(text(number)) for number in asked[:20]),
                "get_ms": median(store.get, asked),
                "delete_ms": median(store.delete, gone),
            }
            words = [f"zq{number:06d}x" for number in gone]
            row["still_got"] = sum(store.get(number) for number in gone)
            row["left_open"] = left(folder, words)
        row["left_closed"] = left(folder, words)
        row["files_mb"] = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
        row["deleted"] = calls
    return row


def table(rows: list[dict[str, Any]]) -> str:
    head = "| store | items | bulk write | write | search | get | delete | found | deleted words left | files |"
    lines = [head, "|---|---|---|---|---|---|---|---|---|---|"]
    for row in rows:
        files = row["files_mb"] > 0
        times = [f"{row[one]:.2f} ms" for one in ("bulk_write_ms", "write_ms", "search_ms", "get_ms", "delete_ms")]
        rest = f"{row['left_closed']} of {row['deleted']}" if files else "no files"
        size = f"{row['files_mb']:.1f} MB" if files else "none"
        lines.append(
            f"| {row['store']} | {row['items']:,} | {' | '.join(times)} | {row['found']} of 20 | {rest} | {size} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--calls", type=int, default=50, help="calls of each kind, and items that are deleted")
    parser.add_argument("--only", default="", help="parts of names of stores")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    rows = []
    for size in map(int, given.sizes.split(",")):
        for name in STORES:
            if given.only and not any(part.lower() in name.lower() for part in given.only.split(",")):
                continue
            rows.append(measure(name, size, given.calls))
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    print(table(rows), end="")
    if given.out is not None:
        given.out.mkdir(parents=True, exist_ok=True)
        about: dict[str, Any] = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "cpus": os.cpu_count(),
        }
        options = [row[0] for row in sqlite3.connect(":memory:").execute("PRAGMA compile_options")]
        # Whether Python's own SQLite, in which LangGraph's store lies, overwrites what is deleted.
        about["sqlite"] = {"version": sqlite3.sqlite_version, "secure_delete": "SECURE_DELETE" in options}
        (given.out / "frameworks.json").write_text(json.dumps({"about": about, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()

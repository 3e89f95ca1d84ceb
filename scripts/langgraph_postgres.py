"""How long LangGraph's store in PostgreSQL takes for what crates/nepenthe/examples/server_scale.rs asks of ours.

    scripts/postgres_scale.sh 100000 1

The texts, their vectors (384 components, of hashed words) and what is timed are those of that example. Prints a row of its
table: what was written in s, the first search in s, then p50 and p99 in ms of search, put and delete.
"""

import os
import sys
import time

from langgraph.store.base import PutOp
from langgraph.store.postgres import PostgresStore

COMPONENTS = 384


def embed(texts):
    return [vector(text) for text in texts]


def vector(text):
    """Counts words by a hash of 64 bits (FNV-1a)."""
    counts = [0.01] * COMPONENTS
    for word in text.split(" "):
        value = 14_695_981_039_346_656_037
        for byte in word.encode():
            value = (value ^ byte) * 1_099_511_628_211 % 2**64
        counts[value % COMPONENTS] += 1.0
    return counts


def text(number):
    def word(salt):
        return f"word{(number * salt + salt) % 5000}"

    return f"Note {number}: {word(31)} met {word(17)} at the harbour about {word(97)}"


def timed(times, run):
    """Runs something so often; its median and its 99th percentile, in ms."""
    took = []
    for turn in range(times):
        began = time.perf_counter()
        run(turn)
        took.append((time.perf_counter() - began) * 1000)
    took.sort()
    return f"{took[times // 2]:.1f}, {took[(times - 1) * 99 // 100]:.1f}"


def main():
    memories, scopes = int(sys.argv[1]), int(sys.argv[2])
    url = os.environ["NEPENTHE_TEST_POSTGRES_ADMIN"]
    index = {"dims": COMPONENTS, "embed": embed, "fields": ["text"]}
    with PostgresStore.from_conn_string(url, index=index) as store:
        store.setup()
        each = memories // scopes
        began = time.perf_counter()
        ids = []
        for scope in range(scopes):
            for begin in range(0, each, 1000):
                numbers = [scope * each + n for n in range(begin, min(each, begin + 1000))]
                namespace = ("tenant", str(scope))
                store.batch([PutOp(namespace, str(n), {"text": text(n)}) for n in numbers])
                ids += [(namespace, str(n)) for n in numbers]
        written = time.perf_counter() - began

        def of(turn):
            return ("tenant", str(turn * 7919 % scopes))

        began = time.perf_counter()
        store.search(("tenant", "0"), query="harbour", limit=5)
        first = time.perf_counter() - began
        search = timed(300, lambda turn: store.search(of(turn), query=f"word{turn * 31 % 5000} harbour", limit=5))
        put = timed(200, lambda turn: store.put(of(turn), f"new{turn}", {"text": text(memories + turn)}))
        delete = timed(30, lambda turn: store.delete(*ids[turn * len(ids) // 31]))
        row = f"{written:.1f} | {first:.2f} | {search} | {put} | {delete}"
        print(f"\nLangGraph's store in PostgreSQL, its delete a DELETE:\n\n| LangGraph, pgvector | {row} |")


if __name__ == "__main__":
    main()

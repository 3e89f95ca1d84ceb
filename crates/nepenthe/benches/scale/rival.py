"""Times a rival on what the bench `scale` wrote: rival.py pylethe|langgraph FOLDER. Prints a figure a line, as JSON.

Both are given their vectors: the embedder is a table of the texts. A purge is by the id that writing returned.
"""

import json
import sys
import time
from array import array
from pathlib import Path

NAME, FOLDER = sys.argv[1], Path(sys.argv[2])
DIMENSION, BATCH, RECALLS, PURGES = 384, 1000, {"pylethe": 200, "langgraph": 20}, 50

texts = FOLDER.joinpath("texts").read_text("utf-8").splitlines()
questions = FOLDER.joinpath("questions").read_text("utf-8").splitlines()
numbers = array("f", FOLDER.joinpath("vectors").read_bytes())
place = {text: at for at, text in enumerate(texts)} | {q: len(texts) + at for at, q in enumerate(questions)}


def vector(text):
    at = place[text] * DIMENSION
    return numbers[at : at + DIMENSION].tolist()


def embed(batch):
    return [vector(text) for text in batch]


def figure(what, unit, value, **more):
    print(json.dumps({"what": what, "unit": unit, "value": value, **more}), flush=True)


def each(what, calls):
    times = []
    for call in calls:
        began = time.perf_counter()
        call()
        times.append((time.perf_counter() - began) * 1e3)
    times.sort()
    figure(what, "ms", times[len(times) // 2], p99=times[round((len(times) - 1) * 0.99)])


def pylethe():
    try:  # pylethe loads an extension, which many builds of Python's own sqlite3 cannot
        import pysqlite3

        sys.modules["sqlite3"] = pysqlite3
    except ImportError:
        pass
    from lethe.core import Lethe

    path = FOLDER / "lethe.db"
    for left in FOLDER.glob("lethe.db*"):
        left.unlink()
    store = Lethe(path, vector_dim=DIMENSION, embedder=vector, embedder_batch=embed)
    began = time.perf_counter()
    for at in range(0, len(texts), BATCH):
        store.inscribe_many(texts[at : at + BATCH])
    figure("inserts in batches of 1,000", "a second", len(texts) / (time.perf_counter() - began))
    each("hybrid recall", [lambda q=q: store.recall(q, k=10) for q in questions[: RECALLS[NAME]]])
    found = [store.recall(q, k=1)[0].memory.id for q in questions]
    ids = list(dict.fromkeys(found))[:PURGES]
    each("one purge by id (its texts stay in the file)", [lambda i=i: store.surrender([i], mode="purge") for i in ids])
    store.close()
    figure("file beyond its texts", "bytes a memory", (path.stat().st_size - sum(map(len, texts))) / len(texts))


def langgraph():
    from langgraph.store.base import PutOp
    from langgraph.store.memory import InMemoryStore

    store = InMemoryStore(index={"dims": DIMENSION, "embed": embed, "fields": ["text"]})
    began = time.perf_counter()
    for at in range(0, len(texts), BATCH):
        # A batch may not hold a text twice.
        part = dict.fromkeys(texts[at : at + BATCH])
        store.batch([PutOp(("bench",), f"{at}-{n}", {"text": text}) for n, text in enumerate(part)])
    figure("inserts in batches of 1,000", "a second", len(texts) / (time.perf_counter() - began))
    each("recall by vector", [lambda q=q: store.search(("bench",), query=q, limit=10) for q in questions[: RECALLS[NAME]]])
    each("one delete by key", [lambda n=n: store.delete(("bench",), f"0-{n}") for n in range(PURGES)])


{"pylethe": pylethe, "langgraph": langgraph}[NAME]()

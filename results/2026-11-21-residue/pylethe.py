"""The scan of the example `residue` for pylethe 1.0.0a0: `python pylethe.py [SEQUENCES]`, in an environment with
systems/pylethe/requirements.txt. Prints how many purges left pieces of the purged text or its vector in the files."""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:  # pylethe loads an extension, which many builds of Python's own sqlite3 cannot
    import pysqlite3

    sys.modules["sqlite3"] = pysqlite3
except ImportError:
    pass

import struct
from importlib.metadata import version

from lethe.core import Lethe

LETTERS = "0123456789bcfhjkmpqvwxz"
WORDS = "the stapler in room meeting about garden invoices were walked quickly and coffee running of".split()


def vector(text):
    chance = random.Random(text)
    numbers = [chance.uniform(-1, 1) for _ in range(64)]
    length = sum(x * x for x in numbers) ** 0.5
    return [x / length for x in numbers]


def text(chance):
    token = "".join(chance.choices(LETTERS, k=14))
    return token, " ".join([*chance.choices(WORDS, k=5), token, *chance.choices(WORDS, k=chance.choice([2, 40]))])


def pieces(token, whole):
    numbers = struct.pack("<64f", *vector(whole))
    return {token[at : at + 8].encode() for at in (0, 3, 6)}, {numbers[at : at + 16] for at in range(0, 256, 16)}


def files(folder):
    """As another process reads them."""
    return {path.name: subprocess.run(["cat", path], capture_output=True, check=True).stdout for path in folder.iterdir()}


sequences = int(sys.argv[1]) if len(sys.argv) > 1 else 100
purges, with_text, with_vector, hits = 0, 0, 0, {"main": 0, "wal": 0, "shm": 0}
after_closing = 0
for seed in range(sequences):
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        store = Lethe(folder / "lethe.db", vector_dim=64, embedder=vector, embedder_batch=lambda all: [vector(t) for t in all])
        made = [text(chance) for _ in range(chance.randint(8, 30))]
        ids = store.inscribe_many([whole for _, whole in made])
        ids = [getattr(one, "id", one) for one in ids]
        gone = []
        for at in chance.sample(range(len(made)), 5):
            store.surrender([ids[at]], mode="purge")
            purges += 1
            words, numbers = pieces(*made[at])
            gone.append((words, numbers))
            found = {"text": 0, "vector": 0}
            for name, content in files(folder).items():
                kind = {"lethe.db": "main", "lethe.db-wal": "wal", "lethe.db-shm": "shm"}[name]
                lower = content.lower()
                in_text = sum(lower.count(piece) for piece in words)
                in_vector = sum(content.count(piece) for piece in numbers)
                hits[kind] += in_text + in_vector
                found["text"] += in_text
                found["vector"] += in_vector
            with_text += found["text"] > 0
            with_vector += found["vector"] > 0
        store.close()
        left = b"".join(files(folder).values()).lower()
        after_closing += sum(any(piece in left for piece in words) for words, _ in gone)
print(f"pylethe {version('pylethe')}: {sequences} sequences, {purges} purges")
print(f"purges after which pieces of the text were in the files: {with_text}; of the vector: {with_vector}")
print(f"pieces in main file {hits['main']}, WAL {hits['wal']}, shm {hits['shm']}")
print(f"after closing the store, purged texts of which pieces are still there: {after_closing}")

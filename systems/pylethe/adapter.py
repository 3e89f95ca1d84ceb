"""pylethe, the reference store of the paper, with the policies published with it; with the paper's hook where `PYLETHE_SYSTEM` is
`lethe-llm`."""

from forgeteval_adapter import Adapter, embed, gap_threshold, serve  # first: it keeps standard output for the protocol

import math
import os
import struct
import sys
import tempfile
import unicodedata
from importlib.metadata import version
from pathlib import Path

try:  # pylethe loads an extension, which many builds of Python's own sqlite3 cannot
    import pysqlite3

    sys.modules["sqlite3"] = pysqlite3
except ImportError:
    pass

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))  # for paper_hook

from lethe.core import Lethe
from lethe.ingest import ingest

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])


def folded(text):
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


class Pylethe(Adapter):
    name = "pylethe"
    version = version("pylethe")
    folder = str(FOLDER)

    def __init__(self):
        self.store = None

    def reset(self):
        self.close()
        for file in FOLDER.glob("lethe.db*"):
            file.unlink()
        self.store = Lethe(
            FOLDER / "lethe.db", vector_dim=384, embedder=lambda text: embed([text])[0], embedder_batch=embed
        )
        self.released = {}  # text by id

    def close(self):
        if self.store is not None:
            self.store.close()

    def inscribe(self, texts):
        self.store.inscribe_many(texts)

    def recall(self, query, k):
        return [hit.memory.text for hit in self.store.recall(query, k=k, hybrid=False)]

    def supersede(self, query, new_text):
        """The best hit by vector sinks, linked to the new text."""
        hits = self.store.recall(query, k=1, hybrid=False)
        if hits:
            self.store.surrender({"old": hits[0].memory.id, "new": new_text}, mode="supersede")
        else:
            self.store.inscribe(new_text)

    def release(self, query):
        """Of 20 hybrid hits, those above the gap. A hit that only BM25 found has the similarity 0."""
        hits = self.store.recall(query, k=20)
        if hits:
            cut = gap_threshold([hit.similarity for hit in hits])
            going = {hit.memory.id: hit.memory.text for hit in hits if hit.similarity >= cut}
            self.store.surrender(list(going), mode="release")
            self.released.update(going)

    def purge(self, query):
        """Of 20 hits by BM25, those whose folded text is the best one's."""
        hits = self.store.recall(query, k=20, lexical=True)
        if hits:
            best = folded(hits[0].memory.text)
            self.store.surrender([h.memory.id for h in hits if folded(h.memory.text) == best], mode="purge")

    def restore(self, query):
        """Not in the paper. Released rows keep their place, and `unpin` sets a row's depth to 1 again; but no search
        of pylethe finds them, so the adapter remembers which they are, and cuts as the release did."""
        if self.released:
            asked, *vectors = embed([query, *self.released.values()])
            similar = {row: 1 - math.dist(asked, vector) / 2 for row, vector in zip(self.released, vectors)}
            live = [hit.similarity for hit in self.store.recall(query, k=20)]
            cut = gap_threshold([*similar.values(), *live])
            rising = [row for row, similarity in similar.items() if similarity >= cut]
            self.store.unpin(rising)
            for row in rising:
                del self.released[row]

    def import_(self, texts):
        """Not in the paper. `lethe ingest` reads files, a paragraph a row; it leaves out what is below 16 characters."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "import.md")
            file.write_text("\n\n".join(texts), encoding="utf-8")
            ingest(self.store, [file])



class LetheLLM(Pylethe):
    """With the paper's hook. Where the model's answer decides nothing, `pylethe` does."""

    name = "lethe-llm"

    def __init__(self):
        from paper_hook import Hook

        self.model = Hook()
        super().__init__()

    def reset(self):
        self.model.reset()
        super().reset()

    def supersede(self, query, new_text):
        """A plan to change a part edits the best hit in its place; it keeps its depth."""
        hits = self.store.recall(query, k=1, hybrid=False)
        text = self.model.supersede(query, new_text, hits[0].memory.text) if hits else None
        if text is None:
            super().supersede(query, new_text)
        else:
            self.edit(hits[0].memory, text)

    def release(self, query):
        hits = self.store.recall(query, k=20)
        named = self.model.matches("release", query, [hit.memory.text for hit in hits])
        if named is None:
            return super().release(query)
        going = {hits[index].memory.id: hits[index].memory.text for index in named}
        self.store.surrender(list(going), mode="release")
        self.released.update(going)

    def purge(self, query):
        """Of 20 hybrid hits, what the model names: words alone would not find another form of an identifier."""
        hits = self.store.recall(query, k=20)
        named = self.model.matches("purge", query, [hit.memory.text for hit in hits])
        if named is None:
            return super().purge(query)
        self.store.surrender([hits[index].memory.id for index in named], mode="purge")

    def edit(self, memory, text):
        """The text of a row, its vector and its words. The release on PyPI has no `edit`, which the paper's store has."""
        connection, vector = self.store.conn, struct.pack("384f", *embed([text])[0])
        connection.execute("UPDATE memory SET text = ? WHERE rowid = ?", (text, memory.id))
        connection.execute("DELETE FROM memory_vec WHERE rowid = ?", (memory.id,))
        connection.execute("INSERT INTO memory_vec(rowid, embedding) VALUES (?, ?)", (memory.id, vector))
        connection.execute("UPDATE memory_fts SET text = ? WHERE rowid = ?", (text, memory.id))
        self.store._log_event(memory.id, "edit", memory.depth, memory.depth)
        connection.commit()

    def usage(self):
        return self.model.account


SYSTEMS = {system.name: system for system in (Pylethe, LetheLLM)}
serve(SYSTEMS[os.environ.get("PYLETHE_SYSTEM", "pylethe")]())

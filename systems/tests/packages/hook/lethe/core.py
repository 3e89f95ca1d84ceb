"""A stand-in: the tables of release 1.0.0a0 that the adapter writes to, and recall by shared words."""

import sqlite3
from types import SimpleNamespace


def words(text):
    return set(text.lower().replace(".", "").replace("?", "").split())


class Lethe:
    def __init__(self, path, vector_dim, embedder, embedder_batch):
        assert vector_dim == 384
        self.conn = sqlite3.connect(":memory:")
        self.conn.executescript(
            "CREATE TABLE memory (text TEXT, depth REAL);"
            "CREATE TABLE memory_vec (embedding BLOB);"
            "CREATE TABLE memory_fts (text TEXT);"
        )
        self.events = []

    def close(self):
        self.conn.close()

    def _log_event(self, *event):
        self.events.append(event)

    def inscribe(self, text):
        self.conn.execute("INSERT INTO memory VALUES (?, 1.0)", (text,))
        self.conn.execute("INSERT INTO memory_vec VALUES (x'')")
        self.conn.execute("INSERT INTO memory_fts VALUES (?)", (text,))

    def inscribe_many(self, texts):
        for text in texts:
            self.inscribe(text)

    def recall(self, query, k, hybrid=True, lexical=False):
        rows = self.conn.execute(
            "SELECT m.rowid, m.text, m.depth FROM memory m JOIN memory_fts f ON f.rowid = m.rowid AND f.text = m.text"
            " JOIN memory_vec v ON v.rowid = m.rowid WHERE m.depth > 0"
        )
        hits = [
            SimpleNamespace(
                memory=SimpleNamespace(id=row, text=text, depth=depth), similarity=len(words(query) & words(text))
            )
            for row, text, depth in rows
        ]
        return sorted(hits, key=lambda hit: (-hit.similarity, hit.memory.id))[:k]

    def surrender(self, target, mode):
        if mode == "supersede":
            self.inscribe(target["new"])
            target = [target["old"]]
        for row in target:
            if mode == "purge":
                self.conn.execute("DELETE FROM memory WHERE rowid = ?", (row,))
            else:
                self.conn.execute("UPDATE memory SET depth = 0 WHERE rowid = ?", (row,))

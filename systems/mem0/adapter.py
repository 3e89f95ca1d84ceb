"""Mem0 with infer=False: each text is a memory as it is, in Qdrant on disk. The policies are the published ones."""

from forgeteval_adapter import Adapter, gap_threshold, serve  # first: it keeps standard output for the protocol

import os
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
os.environ["MEM0_TELEMETRY"] = "False"
os.environ["MEM0_DIR"] = str(FOLDER / "settings")

from mem0 import Memory

CONFIG = {
    "vector_store": {
        "provider": "qdrant",
        "config": {
            "collection_name": "forgeteval",
            "embedding_model_dims": 384,
            "path": str(FOLDER / "qdrant"),
            "on_disk": True,
        },
    },
    "embedder": {
        "provider": "openai",
        "config": {
            "model": os.environ["FORGETEVAL_EMBEDDINGS_MODEL"],
            "openai_base_url": os.environ["FORGETEVAL_EMBEDDINGS_URL"],
            "api_key": os.environ["FORGETEVAL_EMBEDDINGS_KEY"],
        },
    },
    # Mem0 wants a language model in its settings; with infer=False it is never asked.
    "llm": {"provider": "openai", "config": {"api_key": "unused", "openai_base_url": "http://127.0.0.1:9/v1"}},
    "history_db_path": str(FOLDER / "history.db"),
}


class Mem0(Adapter):
    name = "mem0"
    version = version("mem0ai")
    scopes = True
    folder = str(FOLDER)

    def __init__(self):
        self.memory = None

    def reset(self):
        if self.memory is None:
            self.memory = Memory.from_config(CONFIG)
        else:
            self.memory.reset()
            # A dropped table leaves its text in the file, and what an earlier case left must not count in this one.
            self.memory.db.connection.execute("VACUUM")

    def inscribe(self, texts):
        for text in texts:
            self.memory.add(text, user_id=self.scope, infer=False)

    def recall(self, query, k):
        return [hit["memory"] for hit in self.search(query, k)]

    def supersede(self, query, new_text):
        """The best hit is deleted, the new text added."""
        self.delete(self.search(query, 1))
        self.inscribe([new_text])

    def release(self, query):
        """Of 20 hits, those above the gap. Mem0 only deletes, so this is no softer than a purge."""
        hits = self.search(query, 20)
        if hits:
            cut = gap_threshold([hit["score"] for hit in hits])
            self.delete([hit for hit in hits if hit["score"] >= cut])

    purge = release  # as published

    def import_(self, texts):
        """Many texts in one call, as messages."""
        self.memory.add([{"role": "user", "content": text} for text in texts], user_id=self.scope, infer=False)

    def search(self, query, limit):
        return self.memory.search(query, top_k=limit, filters={"user_id": self.scope})["results"]

    def delete(self, hits):
        for hit in hits:
            self.memory.delete(hit["id"])


serve(Mem0())

"""Mem0, with Qdrant on disk, as three systems; `MEM0_SYSTEM` says which. `mem0` writes each text as it is (infer=False). The other
two ask a language model what is worth remembering (infer=True): `mem0-infer` under the policies published for v0.7 of the
paper's suite, `mem0-infer-nuke` under those for v0.5.1. All are the published ones."""

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
    "llm": {
        "provider": "openai",
        "config": {
            "model": os.environ.get("FORGETEVAL_LLM_MODEL", "unused"),
            "openai_base_url": os.environ.get("FORGETEVAL_LLM_URL", "http://127.0.0.1:9/v1"),
            "api_key": os.environ.get("FORGETEVAL_LLM_KEY", "unused"),
            "temperature": 0.0,
            "max_tokens": 3000,
        },
    },
    "history_db_path": str(FOLDER / "history.db"),
}


class Mem0(Adapter):
    name = "mem0"
    version = version("mem0ai")
    infer = False
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
            self.memory.add(text, user_id=self.scope, infer=self.infer)

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


class Mem0Infer(Mem0):
    """What is remembered of a text, if anything, and in which words, is the model's decision."""

    name = "mem0-infer"
    infer = True
    import_ = Adapter.import_  # there is no other path than `add`


class Mem0InferNuke(Mem0Infer):
    """The adapter of v0.5.1: a supersede deletes nothing, and a purge all that is found."""

    name = "mem0-infer-nuke"

    def supersede(self, query, new_text):
        self.inscribe([new_text])

    def purge(self, query):
        self.delete(self.search(query, 20))


SYSTEMS = {system.name: system for system in (Mem0, Mem0Infer, Mem0InferNuke)}
serve(SYSTEMS[os.environ.get("MEM0_SYSTEM", "mem0")]())

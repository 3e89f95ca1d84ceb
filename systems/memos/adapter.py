"""MemOS: GeneralTextMemory in a local Qdrant. Texts are added as they are; the model that extracts memories is not asked."""

from forgeteval_adapter import Adapter, embed, serve  # first: it keeps standard output for the protocol

import json
import os
import tempfile
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
os.environ["MEMOS_BASE_PATH"] = str(FOLDER)

from memos.configs.memory import GeneralTextMemoryConfig
from memos.memories.textual.general import GeneralTextMemory
from memos.memories.textual.item import TextualMemoryItem

CONFIG = {
    "vector_db": {
        "backend": "qdrant",
        "config": {
            "collection_name": "forgeteval",
            "vector_dimension": 384,
            "distance_metric": "cosine",
            "path": str(FOLDER / "qdrant"),
        },
    },
    "embedder": {
        "backend": "universal_api",
        "config": {
            "provider": "openai",
            "model_name_or_path": os.environ["FORGETEVAL_EMBEDDINGS_MODEL"],
            "base_url": os.environ["FORGETEVAL_EMBEDDINGS_URL"],
            "api_key": os.environ["FORGETEVAL_EMBEDDINGS_KEY"],
        },
    },
    # MemOS wants a language model in its settings; only `extract` asks it, and nothing here calls that.
    "extractor_llm": {
        "backend": "openai",
        "config": {"model_name_or_path": "unused", "api_key": "unused", "api_base": "http://127.0.0.1:9/v1"},
    },
}


class MemOS(Adapter):
    name = "memos"
    version = version("MemoryOS")
    folder = str(FOLDER)

    def __init__(self):
        self.memory = None

    def reset(self):
        if self.memory is None:
            self.memory = GeneralTextMemory(GeneralTextMemoryConfig(**CONFIG))
        else:
            self.memory.delete_all()

    def inscribe(self, texts):
        if texts:  # an empty batch would be an empty request for vectors
            self.memory.add([TextualMemoryItem(memory=text) for text in texts])

    def recall(self, query, k):
        return [hit.memory for hit in self.memory.search(query, k)]

    def supersede(self, query, new_text):
        """The best hit is updated in place."""
        hits = self.memory.search(query, 1)
        if hits:
            self.memory.update(hits[0].id, TextualMemoryItem(memory=new_text))
        else:
            self.inscribe([new_text])

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's."""
        hits = self.memory.search(query, 20)
        same = [hit.id for hit in hits if hit.memory == hits[0].memory]
        if same:
            self.memory.delete(same)

    def import_(self, texts):
        """`load` reads a file such as `dump` writes."""
        items = [TextualMemoryItem(memory=text) for text in texts]
        dump = [
            {"id": item.id, "vector": vector, "payload": item.model_dump()} for item, vector in zip(items, embed(texts))
        ]
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, self.memory.config.memory_filename).write_text(json.dumps(dump), "utf-8")
            self.memory.load(folder)


serve(MemOS())

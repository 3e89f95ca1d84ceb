"""HippoRAG 2: documents in a graph of entities and facts that a language model extracts. `HIPPORAG_SYSTEM` says under which policies:
`hipporag` the published ones, `hipporag-careful` with another purge."""

from forgeteval_adapter import Adapter, serve  # first: it keeps standard output for the protocol

import os
import shutil
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
# One key for both: a run's language model and embedder have the same address.
os.environ["OPENAI_API_KEY"] = os.environ.get("FORGETEVAL_LLM_KEY", "unused")
# By this name the package knows which client to use; the run's embedder takes any.
EMBEDDER = "text-embedding-" + os.environ.get("FORGETEVAL_EMBEDDINGS_MODEL", "unused")

from hipporag.HippoRAG import HippoRAG


class HippoRAGMemory(Adapter):
    name = "hipporag"
    version = version("hipporag")
    folder = str(FOLDER)

    def __init__(self):
        self.resets, self.path = 0, None

    def reset(self):
        """A new folder for each case."""
        if self.path is not None:
            shutil.rmtree(self.path, ignore_errors=True)
        self.resets += 1
        self.path = FOLDER / f"index-{self.resets}"
        self.memory = HippoRAG(
            save_dir=str(self.path),
            llm_model_name=os.environ.get("FORGETEVAL_LLM_MODEL", "unused"),
            llm_base_url=os.environ.get("FORGETEVAL_LLM_URL", "http://127.0.0.1:9/v1"),
            embedding_model_name=EMBEDDER,
            embedding_base_url=os.environ.get("FORGETEVAL_EMBEDDINGS_URL", "http://127.0.0.1:9/v1"),
        )
        self.empty = True

    def inscribe(self, texts):
        if texts:
            self.memory.index(texts)
            self.empty = False

    def recall(self, query, k):
        """Documents, by the graph. An index without any cannot be asked."""
        if self.empty or not k:
            return []
        return list(self.memory.retrieve([query], num_to_retrieve=k)[0].docs)

    def supersede(self, query, new_text):
        """The best document is deleted, the new text indexed."""
        self.delete(self.recall(query, 1))
        self.inscribe([new_text])

    def purge(self, query):
        """All of ten hits."""
        self.delete(self.recall(query, 10))

    def delete(self, documents):
        if documents:
            self.memory.delete(documents)
            self.empty = not self.memory.chunk_embedding_store.get_all_texts()


class HippoRAGCareful(HippoRAGMemory):
    name = "hipporag-careful"

    def purge(self, query):
        """The best hit: the index holds a text once, so no other hit can be exactly the same."""
        self.delete(self.recall(query, 1))


SYSTEMS = {system.name: system for system in (HippoRAGMemory, HippoRAGCareful)}
serve(SYSTEMS[os.environ.get("HIPPORAG_SYSTEM", "hipporag")]())

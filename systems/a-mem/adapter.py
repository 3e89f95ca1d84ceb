"""A-MEM: notes in ChromaDB, each of which a language model tags when it is written and then compares with its neighbours.
`A_MEM_SYSTEM` says under which policies: `a-mem` under the published ones, `a-mem-careful` with another purge."""

from forgeteval_adapter import Adapter, embed, serve  # first: it keeps standard output for the protocol

import os
import shutil
import sys
import types
from importlib.metadata import version
from pathlib import Path

import numpy

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
os.environ["ANONYMIZED_TELEMETRY"] = "False"
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ["OPENAI_BASE_URL"] = os.environ.get("FORGETEVAL_LLM_URL", "http://127.0.0.1:9/v1")


class SentenceTransformer:
    """The run's embedder, under the name of the class that A-MEM and Chroma load theirs with."""

    def __init__(self, *arguments, **settings):
        pass

    def encode(self, texts, **settings):
        return numpy.array(embed(texts), dtype=numpy.float32)


# A-MEM imports these two for that class and two others that it never uses; neither is installed, and PyTorch with them.
sys.modules["sentence_transformers"] = types.ModuleType("sentence_transformers")
sys.modules["sentence_transformers"].SentenceTransformer = SentenceTransformer
sys.modules["transformers"] = types.ModuleType("transformers")
sys.modules["transformers"].AutoModel = sys.modules["transformers"].AutoTokenizer = None

from agentic_memory.memory_system import AgenticMemorySystem


class AMem(Adapter):
    name = "a-mem"
    version = version("a-mem")
    folder = str(FOLDER)

    def __init__(self):
        self.memory, self.resets = None, 0

    def reset(self):
        """A new database for each case: what a case has left in the files must not count in the next."""
        if self.memory is not None:
            self.memory.retriever.client.close()
            shutil.rmtree(self.memory.storage_path)
        self.resets += 1
        self.memory = AgenticMemorySystem(
            llm_backend="openai",
            llm_model=os.environ.get("FORGETEVAL_LLM_MODEL", "unused"),
            api_key=os.environ.get("FORGETEVAL_LLM_KEY", "unused"),
            evo_threshold=100000,
            storage_path=str(FOLDER / f"chroma-{self.resets}"),
        )

    def inscribe(self, texts):
        for text in texts:
            self.memory.add_note(text)

    def recall(self, query, k):
        return [text for _, text in self.search(query, k)]

    def supersede(self, query, new_text):
        """The best hit's text is changed in place; its keywords, context and tags stay what they were."""
        hits = self.search(query, 1)
        if not hits:
            self.inscribe([new_text])
        elif not self.memory.update(hits[0][0], content=new_text):
            self.delete(hits)
            self.inscribe([new_text])

    def purge(self, query):
        """All of five hits."""
        self.delete(self.search(query, 5))

    def search(self, query, limit):
        """Identifiers and texts of the best hits. Answers of this release hold no texts; those are read by identifier."""
        hits = self.memory.search_agentic(query, limit) if limit else []
        return [(hit["id"], str(self.memory.read(hit["id"]).content)) for hit in hits]

    def delete(self, hits):
        for identifier, _ in hits:
            if not self.memory.delete(identifier):
                raise RuntimeError("a note could not be deleted")


class AMemCareful(AMem):
    name = "a-mem-careful"

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's."""
        hits = self.search(query, 20)
        self.delete([hit for hit in hits if hit[1] == hits[0][1]])


SYSTEMS = {system.name: system for system in (AMem, AMemCareful)}
serve(SYSTEMS[os.environ.get("A_MEM_SYSTEM", "a-mem")]())

"""MemPalace as published: texts are filed as drawers and found by the memory stack's deep search; nothing deletes."""

from forgeteval_adapter import Adapter, serve  # first: it keeps standard output for the protocol

import os
import shutil
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
# Settings, locks and logs go to the home folder; the embedder is any that speaks OpenAI's protocol.
os.environ["HOME"] = str(FOLDER)
os.environ["MEMPALACE_EMBEDDING_MODEL"] = "openai-compat"
os.environ["MEMPALACE_EMBEDDING_API_URL"] = os.environ["FORGETEVAL_EMBEDDINGS_URL"]
os.environ["MEMPALACE_EMBEDDING_API_MODEL"] = os.environ["FORGETEVAL_EMBEDDINGS_MODEL"]
os.environ["MEMPALACE_EMBEDDING_API_KEY"] = os.environ["FORGETEVAL_EMBEDDINGS_KEY"]
os.environ["ANONYMIZED_TELEMETRY"] = "False"

from mempalace.layers import MemoryStack
from mempalace.miner import add_drawer
from mempalace.palace import get_backend_for_palace, get_collection

PALACE = FOLDER / "palace"


class MemPalace(Adapter):
    name = "mempalace"
    version = version("mempalace")
    scopes = True  # a wing each
    folder = str(FOLDER)

    def reset(self):
        """A palace of its own for each case."""
        if PALACE.exists():
            get_backend_for_palace(str(PALACE)).close_palace(str(PALACE))
            shutil.rmtree(PALACE)
        PALACE.mkdir()
        self.collection = get_collection(str(PALACE))
        self.stack = MemoryStack(str(PALACE))
        self.filed = 0

    def inscribe(self, texts):
        for text in texts:
            add_drawer(self.collection, self.scope, "facts", text, "facts.txt", self.filed, "forgeteval")
            self.filed += 1

    def recall(self, query, k):
        return [hit["text"] for hit in self.stack.l3.search_raw(query, wing=self.scope, n_results=k)]


serve(MemPalace())

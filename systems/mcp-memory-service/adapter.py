"""mcp-memory-service: its sqlite-vec storage, called as its own server calls it."""

from forgeteval_adapter import Adapter, gap_threshold, serve  # first: it keeps standard output for the protocol

import asyncio
import os
import shutil
import sys
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
os.environ["MCP_MEMORY_BASE_DIR"] = str(FOLDER / "settings")
os.environ["MCP_MEMORY_STORAGE_BACKEND"] = "sqlite_vec"
os.environ["MCP_EXTERNAL_EMBEDDING_URL"] = os.environ["FORGETEVAL_EMBEDDINGS_URL"] + "/embeddings"
os.environ["MCP_EXTERNAL_EMBEDDING_MODEL"] = os.environ["FORGETEVAL_EMBEDDINGS_MODEL"]
os.environ["MCP_EXTERNAL_EMBEDDING_API_KEY"] = os.environ["FORGETEVAL_EMBEDDINGS_KEY"]

try:  # not every Python is built with loadable SQLite extensions, which the vectors need
    import pysqlite3

    sys.modules["sqlite3"] = pysqlite3
except ImportError:
    pass

from mcp_memory_service.models.memory import Memory
from mcp_memory_service.storage.base import RecreateRefused
from mcp_memory_service.storage.sqlite_vec import SqliteVecMemoryStorage
from mcp_memory_service.utils.hashing import generate_content_hash

now = asyncio.new_event_loop().run_until_complete


class McpMemoryService(Adapter):
    name = "mcp-memory-service"
    version = version("mcp-memory-service")
    scopes = True
    folder = str(FOLDER)

    def __init__(self):
        self.storage = None

    def reset(self):
        if self.storage:
            now(self.storage.close())
        shutil.rmtree(FOLDER / "store", ignore_errors=True)
        self.storage = SqliteVecMemoryStorage(str(FOLDER / "store" / "memory.db"))
        now(self.storage.initialize())

    def inscribe(self, texts):
        """One batch, which refuses what was deleted, as the package's own service asks it to."""
        self.write(texts, recreate=False)

    def import_(self, texts):
        """One batch, as the importers of the package write; they bring back what was deleted."""
        self.write(texts, recreate=None)

    def write(self, texts, recreate):
        """A text that is there already is refused by its hash, and one that was deleted by its record: no failures."""
        memories = [Memory(content=text, content_hash=generate_content_hash(text)) for text in texts]
        for done, message in now(self.storage.store_batch(memories, store=self.scope, recreate=recreate)):
            if not (done or isinstance(message, RecreateRefused) or "duplicate" in message.lower()):
                raise RuntimeError(message)

    def recall(self, query, k):
        return [hit.memory.content for hit in self.search(query, k)]

    def supersede(self, query, new_text):
        """A new version of the best hit; the old one stays as superseded."""
        hits = self.search(query, 1)
        if not hits:
            return self.inscribe([new_text])
        done, message, _ = now(self.storage.update_memory_versioned(hits[0].memory.content_hash, new_text))
        if not done:
            raise RuntimeError(message)

    def release(self, query):
        """Of 20 hits, those above the gap: deleted softly."""
        hits = self.search(query, 20)
        if hits:
            cut = gap_threshold([hit.relevance_score for hit in hits])
            self.delete([hit.memory.content_hash for hit in hits if hit.relevance_score >= cut])

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's, with their older versions: deleted, then purged."""
        hits = self.search(query, 20)
        for hit in hits:
            if hit.memory.content == hits[0].memory.content:
                history = now(self.storage.get_memory_history(hit.memory.content_hash))
                self.delete([one["content_hash"] for one in history])
        now(self.storage.purge_deleted(older_than_days=0))

    def search(self, query, limit):
        return now(self.storage.retrieve(query, n_results=limit, store=self.scope))

    def delete(self, hashes):
        for content_hash in hashes:
            done, message = now(self.storage.delete(content_hash, store=self.scope))
            if not done:
                raise RuntimeError(message)


serve(McpMemoryService())

"""Cognee: documents that a language model summarizes and takes a graph from; found by their chunks. `COGNEE_SYSTEM` says under which
policies: `cognee` the published ones, `cognee-careful` with another release and purge."""

from forgeteval_adapter import Adapter, gap_threshold, serve  # first: it keeps standard output for the protocol

import asyncio
import os
from importlib.metadata import version
from pathlib import Path
from uuid import UUID

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
os.environ.update(
    SYSTEM_ROOT_DIRECTORY=str(FOLDER / "system"),
    DATA_ROOT_DIRECTORY=str(FOLDER / "data"),
    CACHE_ROOT_DIRECTORY=str(FOLDER / "cache"),
    COGNEE_LOGS_DIR=str(FOLDER / "logs"),
    HOME=str(FOLDER),
    LLM_PROVIDER="custom",
    LLM_MODEL="openai/" + os.environ.get("FORGETEVAL_LLM_MODEL", "unused"),
    LLM_ENDPOINT=os.environ.get("FORGETEVAL_LLM_URL", "http://127.0.0.1:9/v1"),
    LLM_API_KEY=os.environ.get("FORGETEVAL_LLM_KEY", "unused"),
    EMBEDDING_PROVIDER="openai_compatible",
    EMBEDDING_MODEL=os.environ.get("FORGETEVAL_EMBEDDINGS_MODEL", "unused"),
    EMBEDDING_ENDPOINT=os.environ.get("FORGETEVAL_EMBEDDINGS_URL", "http://127.0.0.1:9/v1"),
    EMBEDDING_API_KEY=os.environ.get("FORGETEVAL_EMBEDDINGS_KEY", "unused"),
    EMBEDDING_DIMENSIONS=os.environ.get("FORGETEVAL_EMBEDDINGS_DIMENSION", "384"),
    ENABLE_BACKEND_ACCESS_CONTROL="false",
    COGNEE_SKIP_CONNECTION_TEST="true",
    LITELLM_LOCAL_MODEL_COST_MAP="True",
    TELEMETRY_DISABLED="1",
    CACHING="false",
)

import cognee
from cognee import SearchType
from cognee.infrastructure.databases.vector.embeddings import OpenAICompatibleEmbeddingEngine as engine


class Words:
    """Counts words where Cognee would download the tokenizer of the embedder; a text of a case is one chunk either way."""

    model_input_limit = None

    def extract_tokens(self, text):
        return text.split()

    def count_tokens(self, text):
        return len(text.split())

    def decode_single_token(self, token):
        return token


engine.OpenAICompatibleEmbeddingEngine.get_tokenizer = lambda self: Words()


class Cognee(Adapter):
    name = "cognee"
    version = version("cognee")
    folder = str(FOLDER)

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.resets, self.texts, self.fresh = 0, 0, False

    def reset(self):
        """A new dataset for each case, and the last one forgotten."""
        if self.texts:
            self.wait(cognee.forget(dataset=self.dataset()))
        self.resets += 1
        self.texts, self.fresh = 0, False

    def inscribe(self, texts):
        for text in texts:
            self.wait(cognee.add(text, dataset_name=self.dataset(), skip_connection_test=True))
            self.texts, self.fresh = self.texts + 1, True

    def recall(self, query, k):
        return [hit["text"] for hit in self.search(query, k)]

    def supersede(self, query, new_text):
        """The document of the best hit is forgotten, the new text added."""
        self.forget(self.search(query, 1))
        self.inscribe([new_text])

    def release(self, query):
        """The documents of all of ten hits."""
        self.forget(self.search(query, 10))

    purge = release

    def dataset(self):
        return f"case-{self.resets}"

    def search(self, query, limit):
        """Chunks. What was added since the last search is taken into the graph before."""
        if not limit or not self.texts or not query.strip():
            return []
        if self.fresh:
            self.wait(cognee.cognify(datasets=[self.dataset()]))
            self.fresh = False
        return self.wait(
            cognee.search(query, query_type=SearchType.CHUNKS, top_k=limit, datasets=[self.dataset()])
        )

    def forget(self, hits):
        for document in dict.fromkeys(hit["document_id"] for hit in hits):
            self.wait(cognee.forget(data_id=UUID(str(document)), dataset=self.dataset()))

    def wait(self, coroutine):
        return self.loop.run_until_complete(coroutine)


class CogneeCareful(Cognee):
    name = "cognee-careful"

    def release(self, query):
        """Of 20 hits, those above the gap."""
        hits = self.search(query, 20)
        if hits:
            cut = gap_threshold([1 - hit["score"] for hit in hits])  # the score is a distance
            self.forget([hit for hit in hits if 1 - hit["score"] >= cut])

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's."""
        hits = self.search(query, 20)
        self.forget([hit for hit in hits if hit["text"] == hits[0]["text"]])


SYSTEMS = {system.name: system for system in (Cognee, CogneeCareful)}
serve(SYSTEMS[os.environ.get("COGNEE_SYSTEM", "cognee")]())

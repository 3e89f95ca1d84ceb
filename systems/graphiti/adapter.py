"""Graphiti, a temporal graph of facts that a language model builds, in an embedded Kuzu. A supersede is another episode, whose
contradictions Graphiti itself is to find; nothing else is published."""

from forgeteval_adapter import Adapter, serve  # first: it keeps standard output for the protocol

import asyncio
import os
import shutil
import warnings
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
os.environ["EMBEDDING_DIM"] = os.environ.get("FORGETEVAL_EMBEDDINGS_DIMENSION", "384")
os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
warnings.filterwarnings("ignore", "The Kuzu backend is deprecated")

from graphiti_core import Graphiti
from graphiti_core.cross_encoder.openai_reranker_client import OpenAIRerankerClient
from graphiti_core.driver.driver import GraphProvider
from graphiti_core.driver.kuzu_driver import KuzuDriver
from graphiti_core.embedder.openai import OpenAIEmbedder, OpenAIEmbedderConfig
from graphiti_core.graph_queries import get_fulltext_indices
from graphiti_core.llm_client.config import LLMConfig
from graphiti_core.llm_client.openai_generic_client import OpenAIGenericClient
from graphiti_core.nodes import EpisodeType

MODEL = LLMConfig(
    api_key=os.environ.get("FORGETEVAL_LLM_KEY", "unused"),
    base_url=os.environ.get("FORGETEVAL_LLM_URL", "http://127.0.0.1:9/v1"),
    model=os.environ.get("FORGETEVAL_LLM_MODEL", "unused"),
    small_model=os.environ.get("FORGETEVAL_LLM_MODEL", "unused"),
    temperature=0.0,
)
EMBEDDER = OpenAIEmbedderConfig(
    embedding_model=os.environ.get("FORGETEVAL_EMBEDDINGS_MODEL", "unused"),
    api_key=os.environ.get("FORGETEVAL_EMBEDDINGS_KEY", "unused"),
    base_url=os.environ.get("FORGETEVAL_EMBEDDINGS_URL", "http://127.0.0.1:9/v1"),
)


class GraphitiMemory(Adapter):
    name = "graphiti"
    version = version("graphiti-core")
    scopes = True
    folder = str(FOLDER)

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.graph, self.path, self.resets = None, None, 0

    def reset(self):
        """A new database for each case: what a case has left in the files must not count in the next."""
        if self.graph is not None:
            self.graph.driver.client.close()
            self.graph.driver.db.close()
            for file in FOLDER.glob(f"{self.path.name}*"):
                shutil.rmtree(file) if file.is_dir() else file.unlink()
        self.resets += 1
        self.path = FOLDER / f"kuzu-{self.resets}"
        driver = KuzuDriver(str(self.path))
        driver._database = ""  # of a database server; Graphiti 0.31.1 reads it of every driver, and this one has none
        self.graph = Graphiti(
            graph_driver=driver,
            llm_client=OpenAIGenericClient(MODEL),
            embedder=OpenAIEmbedder(EMBEDDER),
            cross_encoder=OpenAIRerankerClient(MODEL),  # wanted, and not asked by `search`
        )
        # The Kuzu driver leaves these to whoever uses it; a search without them is an error.
        for query in get_fulltext_indices(GraphProvider.KUZU):
            self.wait(driver.execute_query(query))

    def inscribe(self, texts):
        """An episode each."""
        for text in texts:
            self.wait(
                self.graph.add_episode(
                    name="fact",
                    episode_body=text,
                    source=EpisodeType.text,
                    source_description="a statement",
                    reference_time=datetime.now(timezone.utc),
                    group_id=self.group(),
                )
            )

    def recall(self, query, k):
        """The facts on edges that are not over."""
        if not k:
            return []
        found = self.wait(self.graph.search(query, group_ids=[self.group()], num_results=2 * k))
        return [edge.fact for edge in found if edge.expired_at is None and edge.invalid_at is None][:k]

    def supersede(self, query, new_text):
        """Another episode. What it contradicts, Graphiti is to find and to end."""
        self.inscribe([new_text])

    def close(self):
        self.loop.close()

    def group(self):
        """A group's name may hold few characters."""
        return "s" + self.scope.encode().hex()

    def wait(self, coroutine):
        return self.loop.run_until_complete(coroutine)


serve(GraphitiMemory())

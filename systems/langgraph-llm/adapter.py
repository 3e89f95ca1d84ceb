"""LangGraph's InMemoryStore with the paper's mutation-time hook (paper_hook.py). Where the model's answer decides nothing, the
policies published for the bare store do."""

from forgeteval_adapter import Adapter, embed, gap_threshold, serve  # first: it keeps standard output for the protocol

import sys
import uuid
from importlib.metadata import version
from pathlib import Path

from langgraph.store.memory import InMemoryStore

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
from paper_hook import MOST, Hook


class LangGraphLLM(Adapter):
    name = "langgraph-llm"
    version = version("langgraph")
    scopes = True

    def __init__(self):
        self.model = Hook()

    def reset(self):
        self.store = InMemoryStore(index={"dims": 384, "embed": embed, "fields": ["text"]})
        self.model.reset()

    def inscribe(self, texts):
        for text in texts:
            self.store.put(self.namespace(), uuid.uuid4().hex, {"text": text})

    def recall(self, query, k):
        return [hit.value["text"] for hit in self.search(query, k)]

    def supersede(self, query, new_text):
        """The store has no edit: the best hit is deleted, and the new text put, or the hit's as it should read now."""
        hits = self.search(query, 1)
        text = self.model.supersede(query, new_text, hits[0].value["text"]) if hits else None
        self.delete(hits)
        self.inscribe([text or new_text])

    def release(self, query):
        """What the model names; else what is above the gap."""
        hits = self.search(query, MOST)
        named = self.model.matches("release", query, texts(hits))
        if named is None:
            cut = gap_threshold([hit.score for hit in hits]) if hits else 0
            named = [index for index, hit in enumerate(hits) if hit.score >= cut]
        self.delete([hits[index] for index in named])

    def purge(self, query):
        """What the model names; else those whose text is exactly the best one's."""
        hits = self.search(query, MOST)
        named = self.model.matches("purge", query, texts(hits))
        if named is None:
            named = [index for index, hit in enumerate(hits) if hit.value["text"] == hits[0].value["text"]]
        self.delete([hits[index] for index in named])

    def usage(self):
        return self.model.account

    def namespace(self):
        return ("memories", self.scope.replace(".", "%2E"))  # a label may hold no period

    def search(self, query, limit):
        return self.store.search(self.namespace(), query=query, limit=limit)

    def delete(self, hits):
        for hit in hits:
            self.store.delete(hit.namespace, hit.key)


def texts(hits):
    return [hit.value["text"] for hit in hits]


serve(LangGraphLLM())

"""LangGraph's InMemoryStore, with the policies published for it. There is no language model and no LangMem in it."""

from forgeteval_adapter import Adapter, embed, gap_threshold, serve  # first: it keeps standard output for the protocol

import uuid
from importlib.metadata import version

from langgraph.store.base import PutOp
from langgraph.store.memory import InMemoryStore


class LangGraph(Adapter):
    name = "langgraph"
    version = version("langgraph")
    scopes = True

    def reset(self):
        self.store = InMemoryStore(index={"dims": 384, "embed": embed, "fields": ["text"]})

    def inscribe(self, texts):
        for text in texts:
            self.store.put(self.namespace(), uuid.uuid4().hex, {"text": text})

    def recall(self, query, k):
        return [hit.value["text"] for hit in self.search(query, k)]

    def supersede(self, query, new_text):
        """Put in the place of the best hit."""
        self.delete(self.search(query, 1))
        self.inscribe([new_text])

    def release(self, query):
        """Of 20 hits, those above the gap. A store that only deletes has no other release."""
        hits = self.search(query, 20)
        if hits:
            cut = gap_threshold([hit.score for hit in hits])
            self.delete([hit for hit in hits if hit.score >= cut])

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's."""
        hits = self.search(query, 20)
        self.delete([hit for hit in hits if hit.value["text"] == hits[0].value["text"]])

    def import_(self, texts):
        """Many items in one call. Release 1.2.22 refuses a batch that holds the same text twice."""
        self.store.batch([PutOp(self.namespace(), uuid.uuid4().hex, {"text": text}) for text in texts])

    def namespace(self):
        return ("memories", self.scope.replace(".", "%2E"))  # a label may hold no period

    def search(self, query, limit):
        return self.store.search(self.namespace(), query=query, limit=limit)

    def delete(self, hits):
        for hit in hits:
            self.store.delete(hit.namespace, hit.key)


serve(LangGraph())

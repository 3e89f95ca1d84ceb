"""LangMem's two tools over LangGraph's InMemoryStore, called as an agent would call them, without the agent. Nothing is
published for LangMem itself, so the policies are those published for the bare store."""

from forgeteval_adapter import Adapter, embed, gap_threshold, serve  # first: it keeps standard output for the protocol

from importlib.metadata import version

from langgraph.store.memory import InMemoryStore
from langmem import create_manage_memory_tool, create_search_memory_tool


class LangMem(Adapter):
    name = "langmem"
    version = version("langmem")
    scopes = True

    def reset(self):
        # No `fields`, as in LangMem's documentation: the store then embeds a memory's whole JSON, {"content": "..."}.
        store = InMemoryStore(index={"dims": 384, "embed": embed})
        namespace = ("memories", "{user}")
        self.manage_tool = create_manage_memory_tool(namespace, store=store)
        self.search_tool = create_search_memory_tool(namespace, store=store, response_format="content_and_artifact")

    def inscribe(self, texts):
        for text in texts:
            self.manage(action="create", content=text)

    def recall(self, query, k):
        return [hit.value["content"] for hit in self.search(query, k)]

    def supersede(self, query, new_text):
        """The best hit is updated: the tool puts the new text under the same id."""
        hits = self.search(query, 1)
        if hits:
            self.manage(action="update", id=hits[0].key, content=new_text)
        else:
            self.inscribe([new_text])

    def release(self, query):
        """Of 20 hits, those above the gap. There is no softer release than a delete."""
        hits = self.search(query, 20)
        if hits:
            cut = gap_threshold([hit.score for hit in hits])
            self.delete([hit for hit in hits if hit.score >= cut])

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's."""
        hits = self.search(query, 20)
        self.delete([hit for hit in hits if hit.value["content"] == hits[0].value["content"]])

    def manage(self, **arguments):
        self.manage_tool.invoke(arguments, self.config())

    def search(self, query, limit):
        """The tool answers with text for a model; the memories themselves, with scores, are in its artifact."""
        call = {"type": "tool_call", "id": "1", "name": "search_memory", "args": {"query": query, "limit": limit}}
        return self.search_tool.invoke(call, self.config()).artifact

    def delete(self, hits):
        for hit in hits:
            self.manage(action="delete", id=hit.key)

    def config(self):
        """The user, who stands in the namespace; a label there may hold no period."""
        return {"configurable": {"user": self.scope.replace(".", "%2E")}}


serve(LangMem())

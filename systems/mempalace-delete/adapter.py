"""MemPalace as it is today: its MCP tools add, search and delete drawers. Nothing is published for the last of these, so
the policies are those published for LangGraph's store, the nearest system that only deletes."""

from forgeteval_adapter import Adapter, gap_threshold, serve  # first: it keeps standard output for the protocol

import os
import shutil
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
PALACE = FOLDER / "palace"
# Settings, locks and logs go to the home folder; the embedder is any that speaks OpenAI's protocol.
os.environ["HOME"] = str(FOLDER)
os.environ["MEMPALACE_PALACE_PATH"] = str(PALACE)
os.environ["MEMPALACE_EMBEDDING_MODEL"] = "openai-compat"
os.environ["MEMPALACE_EMBEDDING_API_URL"] = os.environ["FORGETEVAL_EMBEDDINGS_URL"]
os.environ["MEMPALACE_EMBEDDING_API_MODEL"] = os.environ["FORGETEVAL_EMBEDDINGS_MODEL"]
os.environ["MEMPALACE_EMBEDDING_API_KEY"] = os.environ["FORGETEVAL_EMBEDDINGS_KEY"]
os.environ["ANONYMIZED_TELEMETRY"] = "False"

from mempalace import mcp_server as tools


def done(answer):
    """A tool answers with an error where another library would raise one."""
    if answer.get("error"):
        raise RuntimeError(answer["error"])
    return answer


class MemPalace(Adapter):
    name = "mempalace-delete"
    version = version("mempalace")
    scopes = True  # a wing each
    folder = str(FOLDER)

    def reset(self):
        """A new palace for each case, in the place of the last one: `reconnect` closes that and opens this."""
        shutil.rmtree(PALACE, ignore_errors=True)
        PALACE.mkdir()
        tools.tool_reconnect()

    def inscribe(self, texts):
        for text in texts:
            done(tools.tool_add_drawer(self.wing(), "facts", text, added_by="forgeteval"))

    def recall(self, query, k):
        return [hit["text"] for hit in self.search(query, k)[:k]]

    def supersede(self, query, new_text):
        """The best hit is deleted, the new text added. `update_drawer` is not used: it keeps the id, which is a hash of
        the old text, and so the old text could not be filed again."""
        self.delete(self.search(query, 1))
        self.inscribe([new_text])

    def release(self, query):
        """Of 20 hits, those above the gap in the similarity of vectors. There is no softer release than a delete."""
        hits = self.search(query, 20)
        if hits:
            cut = gap_threshold([hit["similarity"] for hit in hits])
            self.delete([hit for hit in hits if hit["similarity"] >= cut])

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's."""
        hits = self.search(query, 20)
        self.delete([hit for hit in hits if hit["text"] == hits[0]["text"]])

    def import_(self, texts):
        """`checkpoint` files many texts at once; it leaves out what is 0.9 or more similar to a drawer."""
        done(tools.tool_checkpoint([{"wing": self.wing(), "room": "facts", "content": text} for text in texts]))

    def wing(self):
        """A wing's name may hold fewer characters than a scope's."""
        return "s" + self.scope.encode().hex()

    def search(self, query, limit):
        answer = tools.tool_search(query, limit=limit, wing=self.wing())
        if answer.get("error") == "No palace found":  # it is made with the first drawer
            return []
        return done(answer)["results"]

    def delete(self, hits):
        if hits:
            done(tools.tool_delete_drawers([hit["drawer_id"] for hit in hits]))


serve(MemPalace())

"""OpenMemory over REST: the server that `OPENMEMORY_URL` names. `OPENMEMORY_SYSTEM` says under which policies: `openmemory` under the
published ones, `openmemory-careful` with another purge."""

from forgeteval_adapter import Adapter, serve  # first: it keeps standard output for the protocol

import os
import sys
import uuid
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
from rest import Rest

KEY = os.environ.get("OPENMEMORY_API_KEY")


class OpenMemory(Adapter):
    name = "openmemory"

    scopes = True

    def __init__(self):
        url = os.environ.get("OPENMEMORY_URL", "http://localhost:8080")
        self.rest = Rest(url, {"Authorization": f"Bearer {KEY}"} if KEY else {})
        self.version = self.rest("GET", "/health").get("version", "unknown")
        # The server may hold other memories: users of this process's own.
        self.process, self.users = uuid.uuid4().hex[:12], set()

    def reset(self):
        """Deletes what the users of the last case have."""
        for user in sorted(self.users):
            while items := self.rest("GET", f"/users/{user}/memories", l=100)["items"]:
                self.delete(items)
        self.users = set()

    def inscribe(self, texts):
        for text in texts:
            self.rest("POST", "/memory/add", {"content": text, "user_id": self.user()})

    def recall(self, query, k):
        return [hit["content"] for hit in self.search(query, k)]

    def supersede(self, query, new_text):
        """The best hit is deleted, the new text added."""
        self.delete(self.search(query, 1))
        self.inscribe([new_text])

    def purge(self, query):
        """All of ten hits."""
        self.delete(self.search(query, 10))

    def user(self):
        user = f"forgeteval-{self.process}-{self.scope.encode().hex()}"
        self.users.add(user)
        return user

    def search(self, query, limit):
        if not limit:
            return []
        request = {"query": query, "k": limit, "filters": {"user_id": self.user()}}
        return self.rest("POST", "/memory/query", request)["matches"][:limit]

    def delete(self, hits):
        for hit in hits:
            self.rest("DELETE", f"/memory/{hit['id']}")


class OpenMemoryCareful(OpenMemory):
    name = "openmemory-careful"

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's."""
        hits = self.search(query, 20)
        self.delete([hit for hit in hits if hit["content"] == hits[0]["content"]])


SYSTEMS = {system.name: system for system in (OpenMemory, OpenMemoryCareful)}
serve(SYSTEMS[os.environ.get("OPENMEMORY_SYSTEM", "openmemory")]())

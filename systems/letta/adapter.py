"""Letta's archival memory, over REST: one agent a case, whose passages are the memories. `LETTA_SYSTEM` says under which policies:
`letta` the published ones, `letta-careful` with another purge, `letta-llm` with the paper's hook, `letta-contracts` with Nepenthe's questions. The
server is the one that `LETTA_BASE_URL` names, or one that is started here (server.py)."""

from forgeteval_adapter import Adapter, serve  # first: it keeps standard output for the protocol

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))
from rest import Failed, Rest

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
START = 280  # seconds that the server has to start


class Letta(Adapter):
    name = "letta"

    def __init__(self):
        self.process, self.agent = None, None
        url = os.environ.get("LETTA_BASE_URL")
        if not url:
            url = self.start()
            self.folder = str(FOLDER)
        self.rest = Rest(url)
        self.version = self.healthy()

    def start(self):
        """A server for this process, which embeds with the run's embedder."""
        with socket.socket() as port:
            port.bind(("127.0.0.1", 0))
            number = port.getsockname()[1]
        environment = {
            **os.environ,
            "OPENAI_API_KEY": os.environ.get("FORGETEVAL_EMBEDDINGS_KEY", "unused"),
            "OPENAI_API_BASE": os.environ.get("FORGETEVAL_EMBEDDINGS_URL", "http://127.0.0.1:9/v1"),
            "XDG_RUNTIME_DIR": "/tmp",
            "TMPDIR": str(FOLDER),
        }
        server = Path(__file__).resolve().with_name("server.py")
        self.process = subprocess.Popen([sys.executable, server, str(number), FOLDER], cwd=FOLDER, env=environment)
        return f"http://127.0.0.1:{number}"

    def healthy(self):
        """Waits for the server, and returns its version."""
        end = time.monotonic() + (START if self.process else 0)
        while True:
            try:
                return self.rest("GET", "/v1/health/")["version"]
            except (OSError, Failed):
                if time.monotonic() > end or self.process is not None and self.process.poll() is not None:
                    raise
                time.sleep(0.5)

    def reset(self):
        """A new agent for each case, without tools and blocks of text. It is never sent a message."""
        if self.agent is not None:
            self.rest("DELETE", f"/v1/agents/{self.agent}")
        agent = {
            "include_base_tools": False,
            "memory_blocks": [],
            "llm_config": {
                "model": "unused",
                "model_endpoint_type": "openai",
                "model_endpoint": "http://127.0.0.1:9/v1",
                "context_window": 8192,
            },
            "embedding_config": {
                "embedding_endpoint_type": "openai",
                "embedding_endpoint": os.environ.get("FORGETEVAL_EMBEDDINGS_URL", ""),
                "embedding_model": os.environ.get("FORGETEVAL_EMBEDDINGS_MODEL", ""),
                "embedding_dim": int(os.environ.get("FORGETEVAL_EMBEDDINGS_DIMENSION", "384")),
            },
        }
        self.agent = self.rest("POST", "/v1/agents/", agent)["id"]

    def inscribe(self, texts):
        for text in texts:
            self.rest("POST", f"/v1/agents/{self.agent}/archival-memory", {"text": text})

    def recall(self, query, k):
        return texts(self.search(query, k))

    def supersede(self, query, new_text):
        """The best hit is deleted, the new text inserted."""
        self.delete(self.search(query, 1))
        self.inscribe([new_text])

    def purge(self, query):
        """All of ten hits."""
        self.delete(self.search(query, 10))

    def close(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait()

    def search(self, query, limit):
        if not limit:
            return []
        path = f"/v1/agents/{self.agent}/archival-memory/search"
        return self.rest("GET", path, query=query, top_k=limit)["results"]

    def delete(self, hits):
        for hit in hits:
            self.rest("DELETE", f"/v1/agents/{self.agent}/archival-memory/{hit['id']}")


class LettaCareful(Letta):
    name = "letta-careful"

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's."""
        hits = self.search(query, 20)
        self.delete([hit for hit in hits if hit["content"] == hits[0]["content"]])


class LettaLLM(Letta):
    """The paper's hook. Letta edits no passage, so a plan to change a part of one replaces it as a whole, and what else it
    said is lost. Where the model's answer decides nothing, `letta` does."""

    name = "letta-llm"

    def __init__(self):
        from paper_hook import Hook

        self.model = Hook()
        super().__init__()

    def reset(self):
        self.model.reset()
        super().reset()

    def supersede(self, query, new_text):
        """The model is asked about the best hit, as everywhere; either way that hit is deleted and the new text inserted."""
        hits = self.search(query, 1)
        if hits:
            self.model.supersede(query, new_text, hits[0]["content"])
        self.delete(hits)
        self.inscribe([new_text])

    def purge(self, query):
        """What the model names, of ten hits."""
        hits = self.search(query, 10)
        named = self.model.matches("purge", query, texts(hits))
        self.delete(hits if named is None else [hits[index] for index in named])

    def usage(self):
        return self.model.account


class LettaContracts(Letta):
    """The questions are those of Nepenthe's planner `llm`. An answer that is of no use is counted, and `letta` decides."""

    name = "letta-contracts"

    def __init__(self):
        from contracts import Contracts

        self.model = Contracts()
        super().__init__()

    def reset(self):
        self.model.reset()
        super().reset()

    def supersede(self, query, new_text):
        """What the model names, of five hits; what it names in part is inserted again as it should read now."""
        hits = self.search(query, 5)
        changes = self.model.changes(query, new_text, texts(hits))
        if changes is None:
            changes = [(0, None)]
        self.delete([hits[index] for index, _ in changes])
        merged = [text for _, text in changes if text is not None]
        self.inscribe(merged or [new_text])

    def purge(self, query):
        """What the model names, of ten hits."""
        hits = self.search(query, 10)
        named = self.model.matches("purge", query, texts(hits))
        self.delete(hits if named is None else [hits[index] for index in named])

    def usage(self):
        return self.model.account


def texts(hits):
    return [hit["content"] for hit in hits]


SYSTEMS = {system.name: system for system in (Letta, LettaCareful, LettaLLM, LettaContracts)}
serve(SYSTEMS[os.environ.get("LETTA_SYSTEM", "letta")]())

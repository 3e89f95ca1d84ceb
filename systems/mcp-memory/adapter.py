"""The reference memory server of the Model Context Protocol, spoken to over its standard input and output."""

from forgeteval_adapter import Adapter, serve  # first: it keeps standard output for the protocol

import json
import os
import subprocess
from pathlib import Path

FOLDER = Path(os.environ["FORGETEVAL_FOLDER"])
FILE = FOLDER / "memory.jsonl"
HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent / ".venv" / HERE.name / "node_modules" / "@modelcontextprotocol" / "server-memory"


class Server:
    """The server's process, and the calls of its tools."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["node", str(PACKAGE / "dist" / "index.js")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "MEMORY_FILE_PATH": str(FILE)},
        )
        self.asked = 0
        client = {"name": "forgeteval", "version": "1"}
        self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.asked += 1
        self.send({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params})
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.asked:
                if "error" in answer:
                    raise RuntimeError(answer["error"]["message"])
                return answer["result"]
        raise RuntimeError("the server ended")

    def tool(self, name, **arguments):
        result = self.request("tools/call", {"name": name, "arguments": arguments})
        if result.get("isError"):
            raise RuntimeError(result["content"][0]["text"])
        return result["structuredContent"]


class McpMemory(Adapter):
    name = "mcp-memory"
    version = json.loads((PACKAGE / "package.json").read_text("utf-8"))["version"]
    folder = str(FOLDER)

    def __init__(self):
        self.server = Server()

    def reset(self):
        FILE.unlink(missing_ok=True)  # the server reads it anew at each call
        self.written = 0

    def inscribe(self, texts):
        """An entity for each text, which is its one observation. Name and type hold no letters: the search sees them."""
        numbers = range(self.written, self.written + len(texts))
        self.written += len(texts)
        entities = [{"name": f"#{n}", "entityType": "#", "observations": [text]} for n, text in zip(numbers, texts)]
        self.server.tool("create_entities", entities=entities)

    def recall(self, query, k):
        return [hit["observations"][0] for hit in self.search(query, k)]

    def supersede(self, query, new_text):
        """The best hit's observation is deleted, the new one added to the same entity."""
        hits = self.search(query, 1)
        if not hits:
            return self.inscribe([new_text])
        name = hits[0]["name"]
        old = hits[0]["observations"]
        self.server.tool("delete_observations", deletions=[{"entityName": name, "observations": old}])
        self.server.tool("add_observations", observations=[{"entityName": name, "contents": [new_text]}])

    def purge(self, query):
        """Of 20 hits, those whose text is exactly the best one's."""
        hits = self.search(query, 20)
        same = [hit["name"] for hit in hits if hit["observations"] == hits[0]["observations"]]
        self.server.tool("delete_entities", entityNames=same)

    def search(self, query, limit):
        """One search for each word: the server looks for its query as a substring. A word counts by how few it finds."""
        words = {word.strip(".,;:!?\"'()").lower() for word in query.split()} - {""}
        found, scores = {}, {}
        for word in sorted(words):
            entities = self.server.tool("search_nodes", query=word)["entities"]
            for entity in entities:
                found[entity["name"]] = entity
                scores[entity["name"]] = scores.get(entity["name"], 0) + 1 / len(entities)
        best = sorted(found, key=lambda name: (-scores[name], int(name[1:])))
        return [found[name] for name in best[:limit]]

    def close(self):
        self.server.process.stdin.close()
        self.server.process.wait()


serve(McpMemory())

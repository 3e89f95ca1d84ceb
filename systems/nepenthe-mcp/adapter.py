"""Nepenthe behind its own server of the Model Context Protocol: `nepenthe mcp`, a process for each scope of a case.

The client says that it can ask a person (protocol 2026-07-28, elicitation by a form). What the person is shown is read off the
form, and nothing else; the yes or no is the case's. A plan that is unsure is asked for again with the ids that it names, as the
server says to.
"""

from forgeteval_adapter import Adapter, serve  # first: it keeps standard output for the protocol

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "target" / "release" / "nepenthe"
COMMAND = os.environ.get("NEPENTHE_COMMAND") or (str(BUILT) if BUILT.exists() else shutil.which("nepenthe") or "nepenthe")
PROTOCOL = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    "io.modelcontextprotocol/clientInfo": {"name": "forgeteval", "version": "1"},
}
# A line of the form that names a memory which goes, or one before it is edited; then what is in its place.
QUOTED = r'"((?:[^"\\]|\\.)*)"'
GOES, BEFORE, AFTER = (re.compile(start + QUOTED) for start in (r"- ", r"- before: ", r"  after:  "))


def environment():
    """The embedder is the run's; nothing else of the user's is seen."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("NEPENTHE_")}
    if url := os.environ.get("FORGETEVAL_EMBEDDINGS_URL"):
        ours |= {"NEPENTHE_EMBEDDER": "openai", "NEPENTHE_EMBED_URL": url,
                 "NEPENTHE_EMBED_KEY": os.environ["FORGETEVAL_EMBEDDINGS_KEY"],
                 "NEPENTHE_EMBED_MODEL": os.environ["FORGETEVAL_EMBEDDINGS_MODEL"],
                 "NEPENTHE_EMBED_DIMENSION": os.environ["FORGETEVAL_EMBEDDINGS_DIMENSION"]}
    else:
        ours["NEPENTHE_EMBEDDER"] = "none"
    return ours


class Server:
    """One process of `nepenthe mcp`."""

    def __init__(self, db, scope):
        command = [COMMAND, "mcp", "--db", db, "--scope", scope]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), text=True, encoding="utf-8")
        self.last = 0

    def call(self, tool, arguments, **beside):
        """Calls a tool; answers its result, which a question to the person is one kind of."""
        self.last += 1
        params = {"name": tool, "arguments": arguments, "_meta": PROTOCOL, **beside}
        request = {"jsonrpc": "2.0", "id": self.last, "method": "tools/call", "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.last:
                break
        else:
            raise RuntimeError(f"{tool}: the server ended with {self.process.wait()}")
        if "error" in answer:
            raise RuntimeError(f"{tool}: {answer['error']['message']}")
        result = answer["result"]
        if result.get("isError") and result["structuredContent"]["code"] != "refused_erased":
            raise RuntimeError(f"{tool}: {result['structuredContent']['message']}")
        return result

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class NepentheMcp(Adapter):
    name = "nepenthe-mcp"
    scopes = True
    folder = os.environ["FORGETEVAL_FOLDER"]

    def __init__(self):
        self.version = subprocess.run([COMMAND, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
        self.servers, self.cases = {}, 0

    def reset(self):
        self.close()
        for entry in Path(self.folder).iterdir():
            shutil.rmtree(entry)
        self.cases += 1
        self.home = Path(self.folder) / str(self.cases)
        self.home.mkdir()

    def close(self):
        for server in self.servers.values():
            server.end()
        self.servers = {}

    def server(self):
        if self.scope not in self.servers:
            self.servers[self.scope] = Server(str(self.home / "agent.db"), self.scope)
        return self.servers[self.scope]

    def inscribe(self, texts):
        self.server().call("inscribe", {"texts": texts})

    def recall(self, query, k):
        if not 0 < k <= 50:
            return [] if k == 0 else self.recall(query, 50)
        found = self.server().call("recall", {"query": query, "k": k})
        return [memory["text"] for memory in found["structuredContent"]["memories"]]

    def supersede(self, query, new_text):
        self.agreed("supersede", {"what": query, "new": new_text})

    def release(self, query):
        self.agreed("release", {"what": query})

    def restore(self, query):
        self.agreed("restore", {"what": query})

    def purge(self, query):
        self.consent(query, True, [])

    def consent(self, query, yes, meanwhile):
        arguments = {"what": query}
        asked = self.agreed("purge", arguments)
        if asked.get("resultType") != "input_required":
            if meanwhile:
                self.inscribe(meanwhile)
            return []
        question = asked["inputRequests"]["confirm"]["params"]
        shown = list(read(question["message"]))
        if meanwhile:
            self.inscribe(meanwhile)
        response = {"action": "accept", "content": {"erase": True}} if yes else {"action": "decline"}
        self.server().call("purge", arguments, requestState=asked["requestState"], inputResponses={"confirm": response})
        return shown

    def agreed(self, tool, arguments):
        """Calls a tool, and where its plan is unsure again, with the ids of all that it touches beside the words."""
        result = self.server().call(tool, arguments)
        answer = result.get("structuredContent") or {}
        if answer.get("status") == "unsure":
            arguments["ids"] = [step["id"] for step in answer["plan"]["steps"]]
            result = self.server().call(tool, arguments)
        return result


def read(form):
    """What the form says of each memory that it touches: its text now, and then, where not all of it goes."""
    lines = iter(form.splitlines())
    for line in lines:
        if line == "Stays:":
            return
        if before := BEFORE.match(line):
            yield {"text": plain(before[1]), "after": plain(AFTER.match(next(lines))[1])}
        elif goes := GOES.match(line):
            yield {"text": plain(goes[1])}


def plain(quoted):
    """A text without what was escaped in it."""
    named = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
    return re.sub(r"\\(?:u\{([0-9a-f]+)\}|(.))", lambda found: chr(int(found[1], 16)) if found[1] else named.get(found[2], found[2]), quoted)


if __name__ == "__main__":
    serve(NepentheMcp())

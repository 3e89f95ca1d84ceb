"""A server that replays an exchange, and an adapter in a process of its own, as ForgetEval starts it. No network, no packages."""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SYSTEMS = Path(__file__).resolve().parents[1]


class Replay:
    """Answers the requests of a file in `exchanges/`, in their order. One that differs is answered with 500, and so are those
    after it; `wrong` then says what was asked instead. Of a chat, only what the user says is compared.
    A text is embedded as zeros, and stands in no exchange."""

    def __init__(self, name):
        lines = Path(__file__).with_name("exchanges").joinpath(f"{name}.jsonl").read_text("utf-8").splitlines()
        self.left, self.wrong = [json.loads(line) for line in lines], None
        replay = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status, answer = replay.answer(self.command, self.path, json.loads(body) if body else None)
                data = b"" if answer is None else json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, method, path, body):
        if path == "/v1/embeddings":
            vector = base64.b64encode(bytes(4 * 384)).decode()
            return 200, {"data": [{"index": at, "embedding": vector} for at in range(len(body["input"]))]}
        if path == "/v1/chat/completions":
            body = body["messages"][-1]["content"]
        # What an adapter makes up for itself.
        body = json.loads(re.sub("forgeteval-[0-9a-f]{12}-", "forgeteval-000000000000-", json.dumps(body)))
        path = re.sub("forgeteval-[0-9a-f]{12}-", "forgeteval-000000000000-", path)
        asked = {"method": method, "path": path, "body": body}
        expected = self.left[0] if self.left else {}
        if self.wrong or any(expected.get(key) != value for key, value in asked.items()):
            self.wrong = self.wrong or f"asked {asked}, and the exchange goes on with {expected}"
            return 500, {"error": {"message": "not in the exchange"}}
        self.left.pop(0)
        return expected["status"], expected["answer"]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Process:
    """An adapter, by its script. `packages` is a folder of stand-ins for what the adapter imports."""

    def __init__(self, script, packages=None, **environment):
        self.folder = tempfile.TemporaryDirectory()
        path = [str(SYSTEMS)] + ([str(Path(__file__).with_name("packages") / packages)] if packages else [])
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path),
            "PYTHONDONTWRITEBYTECODE": "1",
            "FORGETEVAL_FOLDER": self.folder.name,
            **environment,
        }
        self.number = 0
        self.process = subprocess.Popen(
            [sys.executable, script],
            cwd=SYSTEMS / script.parent,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        # One that hangs is ended, and the call that waits for it fails.
        self.guard = threading.Timer(60, self.process.kill)
        self.guard.daemon = True
        self.guard.start()
        # Read as it comes: a full pipe would hold the adapter up.
        self.log = []
        self.reader = threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True)
        self.reader.start()

    def call(self, method, **params):
        """The result; an error is a RuntimeError."""
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.reader.join(5)
            raise RuntimeError("the adapter ended: " + "".join(self.log[-5:]))
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]

    def recall(self, query, k=10, scope="default"):
        return self.call("recall", query=query, k=k, scope=scope)["texts"]

    def close(self):
        """Ends it as ForgetEval does, and returns its exit status."""
        self.process.stdin.close()
        status = self.process.wait(30)
        self.guard.cancel()
        self.process.stdout.close()
        self.reader.join(5)
        self.process.stderr.close()
        self.folder.cleanup()
        return status

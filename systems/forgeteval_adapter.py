"""Puts a memory system to the test of ForgetEval: an adapter is a class of six methods. docs/adapters.md says the rest.

    from forgeteval_adapter import Adapter, serve

    class Mine(Adapter):
        name = "mine"
        version = "1.2.3"

        def reset(self): ...                        # empty everything, in every scope
        def inscribe(self, texts): ...              # write these texts, in their order
        def recall(self, query, k): ...             # return at most k live texts, best first
        def supersede(self, query, new_text): ...   # new_text takes the place of what the query describes
        def release(self, query): ...               # take it out of recall, restorably
        def purge(self, query): ...                 # erase it
        # optional: restore(query), import_(texts), consent(query, yes, meanwhile), usage(), close()

    serve(Mine())

A method left out is an operation that the system does not have: say so rather than imitate it by another. Whatever a
library prints goes to standard error, which ForgetEval keeps; import this module before it. Python 3.9 or later, the
standard library alone.
"""

import array
import base64
import faulthandler
import http.client
import json
import os
import signal
import sys
import threading
import traceback
import urllib.parse

PROTOCOL = 1
__all__ = ["Adapter", "Unsupported", "chat", "embed", "gap_threshold", "serve"]

# The protocol keeps the real standard output to itself; file descriptor 1 becomes standard error, so that no print of
# any library, in Python or in C, gets between two answers. A copy made by dup is not inherited by children either.
sys.stdout.flush()
_OUTPUT = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)

# Where a crash was, or a call that took too long and was stopped, stands in the log then.
faulthandler.enable()
if hasattr(faulthandler, "register"):
    faulthandler.register(signal.SIGTERM, chain=True)


def gap_threshold(similarities, smallest=0.05):
    """The published cut: the middle of the widest gap if that is wide enough, else 95 % of the best."""
    best = sorted(similarities, reverse=True)
    gaps = [above - below for above, below in zip(best, best[1:])]
    if gaps and max(gaps) >= smallest:
        widest = gaps.index(max(gaps))
        return (best[widest] + best[widest + 1]) / 2
    return 0.95 * best[0]


class Unsupported(Exception):
    """The system has no such operation; the case counts as not applicable."""


class Adapter:
    """A memory system. `name` and `version` go into every verdict; `name` is the one in system.toml."""

    name = "unnamed"
    version = "0"
    scopes = False  # True if what one scope holds is never seen from another; `self.scope` is the current one's name
    folder = None  # the folder that all its files are in; None if it writes none
    scope = "default"  # set before each call

    def reset(self):
        raise NotImplementedError("an adapter needs reset(self)")

    def inscribe(self, texts):
        raise NotImplementedError("an adapter needs inscribe(self, texts)")

    def recall(self, query, k):
        raise NotImplementedError("an adapter needs recall(self, query, k)")

    def supersede(self, query, new_text):
        raise Unsupported("supersede")

    def release(self, query):
        raise Unsupported("release")

    def purge(self, query):
        raise Unsupported("purge")

    def restore(self, query):
        raise Unsupported("restore")

    def import_(self, texts):
        raise Unsupported("import")

    def consent(self, query, yes, meanwhile):
        """A person is asked about erasing what query describes, the texts of `meanwhile` are written, and the person answers.
        Returns what the person was shown: a list of {"text": …}, with "after" where a text is edited."""
        raise Unsupported("consent")

    def usage(self):
        """What a language model took since reset: a dict of calls, prompt_tokens, completion_tokens, cost_usd."""
        raise Unsupported("usage")

    def close(self):
        """Called once, at the end."""


# What each method of the protocol is called with: its parameters, and whether `scope` stands beside them.
_PARAMETERS = {
    "reset": ((), False),
    "inscribe": (("texts",), True),
    "recall": (("query", "k"), True),
    "supersede": (("query", "new_text"), True),
    "release": (("query",), True),
    "purge": (("query",), True),
    "restore": (("query",), True),
    "import": (("texts",), True),
    "consent": (("query", "yes", "meanwhile"), True),
    "usage": ((), False),
}


class _Refused(Exception):
    """A request that is answered by an error: its code and message."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def serve(adapter):
    """Answers requests until standard input ends."""
    requests = os.fdopen(os.dup(0), "rb")
    nothing = os.open(os.devnull, os.O_RDONLY)  # a library that reads standard input must not eat a request
    os.dup2(nothing, 0)
    os.close(nothing)
    for line in requests:
        if line.strip():
            _write(_answer(adapter, line))
    # A library's thread or exit handler that never ends would keep this process alive.
    deadline = threading.Timer(3, os._exit, [0])
    deadline.daemon = True
    deadline.start()
    adapter.close()


def _write(answer):
    try:
        text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        answer = _error(answer["id"], -32603, f"the answer is not JSON: {error}")
        text = json.dumps(answer, ensure_ascii=False)
    _OUTPUT.write(text.encode("utf-8", "replace") + b"\n")
    _OUTPUT.flush()


def _error(identity, code, message):
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}


def _answer(adapter, line):
    try:
        request = json.loads(line)
    except ValueError as error:
        return _error(None, -32700, f"the line is not JSON: {error}")
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        return _error(None, -32600, "the line is not a request: an object with id, method and params")
    identity = request.get("id")
    try:
        result = _call(adapter, request["method"], request.get("params", {}))
    except _Refused as error:
        return _error(identity, error.code, str(error))
    except Unsupported as error:
        return _error(identity, -32601, f"{str(error) or request['method']} is not supported")
    except Exception as error:  # whatever it is, it fails this case and no other
        traceback.print_exc(limit=-8, file=sys.stderr)
        sys.stderr.flush()
        return _error(identity, -32000, f"{type(error).__name__}: {error}")
    return {"jsonrpc": "2.0", "id": identity, "result": result}


def _call(adapter, method, params):
    if not isinstance(params, dict):
        raise _Refused(-32602, "params must be an object")
    if method == "describe":
        return _describe(adapter, params.get("protocol"))
    if method not in _operations(adapter):
        raise _Refused(-32601, f"there is no method {method}")
    names, scoped = _PARAMETERS[method]
    arguments = [_parameter(params, name) for name in names]
    if scoped:
        scope = params.get("scope", "default")
        if not isinstance(scope, str) or (scope != "default" and not adapter.scopes):
            raise _Refused(-32602, f"scope must be a name, and `default` where there are no scopes: {scope!r}")
        adapter.scope = scope
    elif method == "reset":
        adapter.scope = "default"
    result = getattr(adapter, _attribute(method))(*arguments)
    if method == "recall":
        return {"texts": [_text(text) for text in result]}
    if method == "consent":
        return {"shown": list(result)}
    return result if method == "usage" else {}


def _describe(adapter, protocol):
    if protocol != PROTOCOL:
        raise _Refused(-32602, f"this adapter speaks protocol {PROTOCOL}, not {protocol!r}")
    folder = adapter.folder
    return {
        "name": adapter.name,
        "version": str(adapter.version),
        "operations": _operations(adapter),
        "folder": None if folder is None else os.path.abspath(os.fspath(folder)),
        "scopes": bool(adapter.scopes),
    }


def _operations(adapter):
    """The methods that the adapter has of its own, and those that none can lack."""
    needed = ("reset", "inscribe", "recall")

    def own(name):
        method = getattr(adapter, name)
        return getattr(method, "__func__", method) is not getattr(Adapter, name)

    return [method for method in _PARAMETERS if method in needed or own(_attribute(method))]


def _attribute(method):
    return "import_" if method == "import" else method


def _parameter(params, name):
    value = params.get(name)
    if name in ("texts", "meanwhile"):
        good, kind = isinstance(value, list) and all(isinstance(text, str) for text in value), "an array of strings"
    elif name == "yes":
        good, kind = isinstance(value, bool), "true or false"
    elif name == "k":
        good, kind = isinstance(value, int) and not isinstance(value, bool) and value >= 0, "a whole number"
    else:
        good, kind = isinstance(value, str), "a string"
    if not good:
        raise _Refused(-32602, f"parameter `{name}` must be {kind}")
    return value


def _text(text):
    if not isinstance(text, str):
        raise TypeError(f"recall must return strings, and returned a {type(text).__name__}")
    return text


class _Endpoint:
    """One of the run's models. One connection, kept open."""

    def __init__(self, prefix, what, option):
        self.prefix, self.what, self.option = prefix, what, option
        self.url = os.environ.get(prefix + "_URL", "")
        self.connection = None
        self.lock = threading.Lock()

    def ask(self, path, request):
        """Posts a request, for the run's model, and returns what is answered."""
        if not self.url:
            raise RuntimeError(
                f"there is no {self.what} ({self.prefix}_URL is not set): by hand there is none, and a run has it with "
                f"{self.option}"
            )
        request = {"model": os.environ.get(self.prefix + "_MODEL", ""), **request}
        with self.lock:
            status, body = self._post(path, request)
        answer = json.loads(body)
        if status != 200:
            raise RuntimeError(f"the {self.what} answered {status}: {answer['error']['message']}")
        return answer

    def _post(self, path, request):
        parts = urllib.parse.urlsplit(self.url)
        path = parts.path.rstrip("/") + path
        headers = {
            "Authorization": "Bearer " + os.environ.get(self.prefix + "_KEY", ""),
            "Content-Type": "application/json",
        }
        body = json.dumps(request, ensure_ascii=False).encode("utf-8", "replace")
        for last in (False, True):
            if self.connection is None:
                kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
                self.connection = kind(parts.hostname, parts.port, timeout=600)
            try:
                self.connection.request("POST", path, body, headers)
                response = self.connection.getresponse()
                return response.status, response.read()
            except (http.client.HTTPException, OSError):
                # A connection that was idle may have been closed by the other side: a second try, on a new one.
                self.connection.close()
                self.connection = None
                if last:
                    raise


def _floats(encoded):
    floats = array.array("f", base64.b64decode(encoded))
    if sys.byteorder == "big":
        floats.byteswap()
    return floats.tolist()


_EMBEDDER = _Endpoint("FORGETEVAL_EMBEDDINGS", "embedder", "--embedder minilm")
_MODEL = _Endpoint("FORGETEVAL_LLM", "language model", "--llm URL --llm-model NAME")
_BATCH = 256


def embed(texts):
    """Returns a vector for each text: a list of floats, of unit length, made by the embedder that all systems share."""
    texts = list(texts)
    vectors = []
    for start in range(0, len(texts), _BATCH):
        request = {"input": texts[start : start + _BATCH], "encoding_format": "base64"}
        data = sorted(_EMBEDDER.ask("/embeddings", request)["data"], key=lambda item: item["index"])
        vectors += [_floats(item["embedding"]) for item in data]
    return vectors


def chat(messages, max_tokens=1024, json=False):
    """Returns the text by which the run's language model goes on with a chat: a list of {"role": …, "content": …}. With
    `json`, it is asked for one JSON object. An answer that was cut off at `max_tokens`, or refused, is a RuntimeError."""
    request = {"messages": list(messages), "max_tokens": max_tokens, "temperature": 0}
    if json:
        request["response_format"] = {"type": "json_object"}
    choice = _MODEL.ask("/chat/completions", request)["choices"][0]
    if choice["finish_reason"] == "length":
        raise RuntimeError(f"the language model's answer was cut off at {max_tokens} tokens")
    if choice["message"].get("refusal"):
        raise RuntimeError("the language model would not answer")
    return choice["message"]["content"] or ""

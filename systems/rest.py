"""JSON over HTTP, for the adapters of systems that are servers. The standard library alone."""

import http.client
import json
import urllib.parse


class Failed(Exception):
    """The server answered something else than success."""


class Rest:
    """A server, by its address. One connection, kept open."""

    def __init__(self, url, headers=None):
        self.parts = urllib.parse.urlsplit(url)
        self.headers = {"Content-Type": "application/json", **(headers or {})}
        self.connection = None

    def __call__(self, method, path, body=None, **query):
        """What the server answers, read as JSON; None where it answers nothing."""
        path = self.parts.path.rstrip("/") + path
        if query:
            path += "?" + urllib.parse.urlencode(query)
        data = None if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        for last in (False, True):
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.parts.hostname, self.parts.port, timeout=600)
            try:
                self.connection.request(method, path, data, self.headers)
                response = self.connection.getresponse()
                answer = response.read()
                break
            except ConnectionRefusedError:
                self.connection = None
                raise
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                # A connection that was idle may have been closed by the other side: a second try, on a new one.
                self.connection = None
                if last:
                    raise
        if not 200 <= response.status < 300:
            text = answer.decode("utf-8", "replace")[:500]
            raise Failed(f"{method} {path} answered {response.status}: {text}")
        return json.loads(answer) if answer.strip() else None

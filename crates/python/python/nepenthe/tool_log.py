"""A log of the tools that an agent called, which forgets what the memory forgets.

A call is one memory of the same scope, out of recall: its text is a line with the tool's name, what was put in, and
what came out.
It says of which memories it was made: those whose whole text stands in it, and those that the caller names. So:

* what was given and what came out is kept decoded: of a JSON text, of its lines that are JSON, and of the `repr` of
  Python's own lists and dicts, also in the middle of prose, their keys and values stand one a line, so that a memory's
  text stands in it as it is;
* a purge by id takes along the calls that show the memory's text;
* a purge in words looks at calls too, and takes them or the part of them that it means;
* a call that says what was erased before is kept without that, and not at all where that is all it says; what was
  given and what came out are tested each by itself, and then the whole.

Nothing else is kept: a call that has begun is in this object until it ends, at most 1,000 of them, and is then gone.
`nepenthe.langchain.NepentheToolLog` and `nepenthe.openai_agents.NepentheToolLog` are callbacks that write here.

>>> from nepenthe.tool_log import ToolLog
>>> tea = memory.inscribe("Alice likes tea.")
>>> log = ToolLog(memory)
>>> log.called("search", "Alice", "Alice likes tea.")
>>> [call.text for call in log.calls()]
['search\\nAlice\\nAlice likes tea.']
>>> receipt = memory.purge_now(ids=tea)
>>> log.calls()
[]
"""

from __future__ import annotations

import ast
import json
import re
import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from nepenthe._json import NewMemory
from nepenthe._memory import Memory
from nepenthe._records import Record
from nepenthe.errors import NotFoundError, RefusedErasedError

_FIELD = "tool"
_RUNNING = 1000
_LOOKED_AT = 50
"""So many of the memories that a call is likest are looked for in it."""
_DEEP = 50
"""So deep a text within a text is decoded."""
_NO_REPR = re.compile(r"""(?<!\\)(?:\\\\)*\\[^\\'"nrtxuU]""")
"""An escape that no `repr` writes."""
_OPENS = re.compile(r"[\[{]")
_TOKEN = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\[{(]|[\]})]""", re.DOTALL)
_JSON = json.JSONDecoder(strict=False)
_TRIES = 200
"""So many brackets of a text are tried as the beginning of a `repr`."""


class ToolLog:
    """The log of a scope. Threads may share it."""

    def __init__(self, memory: Memory) -> None:
        """Takes an open memory, which stays its owner's to close."""
        self.memory: Memory = memory
        self._running: OrderedDict[Hashable, tuple[str, str]] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, run: Hashable, tool: str, given: str) -> None:
        """Remembers, until it ends, that a call began."""
        with self._lock:
            self._running[run] = (tool, given)
            while len(self._running) > _RUNNING:
                self._running.popitem(last=False)

    def end(self, run: Hashable, result: str) -> None:
        """Writes a call that has ended; one that is unknown is left out."""
        with self._lock:
            begun = self._running.pop(run, None)
        if begun is not None:
            self.called(*begun, result)

    def forget(self, run: Hashable) -> None:
        """Lets go of a call that began."""
        with self._lock:
            self._running.pop(run, None)

    def called(self, tool: str, given: str, result: str, *, derived_from: Iterable[str] = ()) -> None:
        """Writes a call.

        Args:
            tool: its name.
            given: what was put in, as text.
            result: what came out, as text.
            derived_from: ids of memories that it was made from, beside those whose whole text stands in it.
        """
        parts = [_decoded(part).replace("\0", "\ufffd") for part in (given, result)]
        shown = list(dict.fromkeys([*derived_from, *self._shown("\n".join([tool, *parts]))]))
        id, kept = None, [tool]
        # Each part by itself, as it may be refused only by itself; then the whole.
        for part in parts:
            id, text = self._write(id, part, tool, shown) if part.strip() else (id, part)
            kept.append(text)
        self._write(id, "\n".join(kept), tool, shown)

    def _write(self, id: str | None, text: str, tool: str, shown: list[str]) -> tuple[str | None, str]:
        """Writes a call, or its text anew; returns its id, and what of the text was not erased before."""
        try:
            if id is None:
                new = NewMemory(text, None, {_FIELD: {"name": tool}}, None, shown)
                id = self.memory.inscribe_all([new], returning="trim")[0]
                self.memory.release(ids=id)
            elif self.memory.get(id).text != text:
                self.memory.edit(ids=id, text=text, returning="trim")
            return id, self.memory.get(id).text
        except RefusedErasedError:
            return id, ""
        except NotFoundError:
            # Purged meanwhile.
            return None, ""

    def calls(self) -> list[Record]:
        """The calls, oldest first."""
        return [record for record in self.memory.list("all") if _FIELD in (record.metadata or {})]

    def _shown(self, text: str) -> list[str]:
        """The ids of memories whose text stands in this."""
        plain = " ".join(text.split()).casefold()
        hits = self.memory.recall(text[:4000], _LOOKED_AT, include="submerged")
        return [
            hit.id
            for hit in hits
            if _FIELD not in (hit.metadata or {})
            and any(" ".join(said.split()).casefold() in plain for said in {hit.text, _decoded(hit.text)})
        ]


def _decoded(text: str, deep: int = 0) -> str:
    """What a text says, without the escapes of JSON or of `repr`."""
    if deep > _DEEP:
        return text
    value = _value(text)
    if isinstance(value, (str, list, tuple, set, dict)):
        return "\n".join(_said(value, deep + 1))
    for find in (_embedded, _quoted):
        parts, at = list[str](), 0
        for start, end, inner in find(text):
            parts += [_decoded(text[at:start].strip(), deep + 1), *_said(inner, deep + 1)]
            at = end
        if parts:
            parts.append(_decoded(text[at:].strip(), deep + 1))
            return "\n".join(part for part in parts if part)
    lines = text.split("\n")
    return text if len(lines) == 1 else "\n".join(_decoded(line, deep + 1) for line in lines)


def _embedded(text: str) -> Iterator[tuple[int, int, Any]]:
    """The values of JSON or `repr` with a text in them that stand in prose, and where each begins and ends."""
    at, tries = 0, _TRIES
    while match := _OPENS.search(text, at):
        start = match.start()
        value, end = _json(text, start)
        if value is None and tries:
            tries -= 1
            end = _closing(text, start)
            value = _value(text[start:end])
        raw = text[start:end]
        at = start + 1
        if isinstance(value, (dict, list)) and ('"' in raw or "'" in raw):
            yield start, end, value
            at = end


def _quoted(text: str) -> Iterator[tuple[int, int, Any]]:
    """The strings of JSON in prose in which a quotation mark is escaped, as none is in a quotation of the prose."""
    at = 0
    while (start := text.find('"', at)) >= 0:
        value, end = _json(text, start)
        if value is not None and '\\"' in text[start:end]:
            yield start, end, value
        at = max(end, start + 1)


def _json(text: str, start: int) -> tuple[Any, int]:
    """The value of JSON that begins there and where it ends; none where there is none."""
    try:
        return _JSON.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, start


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens there is closed, with texts in between passed over; there, where it is not."""
    deep = 0
    for token in _TOKEN.finditer(text, start):
        deep += {"[": 1, "{": 1, "(": 1, "]": -1, "}": -1, ")": -1}.get(token[0], 0)
        if deep == 0:
            return token.end()
    return start


def _said(value: Any, deep: int) -> Iterator[str]:
    """The keys and values of what was decoded, in order."""
    if isinstance(value, str):
        # Half of a surrogate pair is no character.
        yield _decoded(re.sub("[\ud800-\udfff]", "\ufffd", value), deep)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _said(key, deep)
            yield from _said(one, deep)
    elif isinstance(value, (list, tuple, set)):
        for one in value:
            yield from _said(one, deep)
    elif isinstance(value, bytes):
        yield _decoded(value.decode(errors="replace"), deep)
    else:
        yield str(value)


def _value(text: str) -> Any:
    """What a text of JSON, or the `repr` of a value, stands for; none where it is neither."""
    if not text.lstrip().startswith(("{", "[", "(", '"', "'")):
        return None
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        pass
    if _NO_REPR.search(text):
        return None
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None


__all__ = ["ToolLog"]

"""A conversation in one scope: its messages as memories, in order.

A message's text is its memory's text; the rest of it, as JSON, stands beside that. A message that says what was erased
is let in, by default: it says so now, whatever was erased of earlier ones.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from nepenthe._items import Entry, Items, Value, Why, segment
from nepenthe._memory import Memory
from nepenthe._records import Receipt

JsonObject = dict[str, Any]


class Chat:
    """The messages of one conversation. Threads may share it; calls go one after the other."""

    def __init__(self, memory: Memory, session_id: str, adapter: str, readmit: Why | None) -> None:
        """Takes an open memory; the conversation is the scope below it that is named for the session."""
        if not session_id:
            raise ValueError("a session's id is not empty")
        self.memory = memory.with_scope(f"{memory.scope}/{segment(session_id)}")
        self._items = Items(self.memory, adapter, readmit)
        self._lock = threading.RLock()

    def messages(self, limit: int | None = None) -> list[JsonObject]:
        """The last `limit` messages, oldest first; all of them by default."""
        with self._lock:
            entries = self._entries()
        if limit is not None:
            entries = entries[-limit:] if limit > 0 else []
        return [_message(entry) for entry in entries]

    def add(self, messages: Iterable[tuple[str, JsonObject]]) -> None:
        """Adds messages, each with the text that it says, in one transaction."""
        with self._lock:
            self._items.sync()
            last = max((_place(entry) for entry in self._items.live.values()), default=0)
            self._items.put(
                [
                    Value(uuid4().hex, text, dict(message), {"place": place}, text_at=_text_at(text, message))
                    for place, (text, message) in enumerate(messages, last + 1)
                ]
            )

    def pop(self) -> JsonObject | None:
        """Erases the last message and returns it."""
        with self._lock:
            entries = self._entries()
            if not entries:
                return None
            self._items.purge([entries[-1].key])
            return _message(entries[-1])

    def clear(self) -> Receipt | None:
        """Erases all that is in the scope; returns the receipt, or none where nothing is."""
        with self._lock:
            if not self.memory.count("all"):
                return None
            receipt = self.memory.purge_now(everything=True)
            self._items.sync()
            return receipt

    def _entries(self) -> list[Entry]:
        self._items.sync()
        return sorted(self._items, key=_place)


def _place(entry: Entry) -> int:
    place = entry.beside.get("place")
    return place if isinstance(place, int) else 0


def _text_at(text: str, message: JsonObject) -> str | None:
    return next((name for name in ("content", "output", "text") if message.get(name) == text), None)


def _message(entry: Entry) -> JsonObject:
    return dict(entry.value)


__all__ = ["Chat", "JsonObject"]

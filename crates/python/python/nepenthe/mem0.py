"""Mem0's open-source `Memory`, without a model, in Nepenthe. Needs nothing of Mem0.

Each owner (the first of user, agent and run that a memory has) is a scope right below the memory's, as for Mem0's
clients at `nepenthe serve`: `alice`, `agent:bot`, `run:r1`. The other ids stand beside the memory, in the field `mem0`
of its metadata. A deletion is an erasure, with a receipt.

>>> from nepenthe.mem0 import Memory
>>> with Memory.from_path("agent.db", embedder="none") as m:
...     added = m.add("Alice likes tea.", user_id="alice")
...     m.search("What does Alice like?", filters={"user_id": "alice"})["results"][0]["memory"]
'Alice likes tea.'
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta, timezone
from functools import partial
from types import TracebackType
from typing import Any

from nepenthe import _memory
from nepenthe._items import Why, admitted, label, segment
from nepenthe._json import NewMemory
from nepenthe._memory import StrPath
from nepenthe._records import Receipt, Record
from nepenthe.errors import BadRequestError, NotFoundError

_IDS = ("user_id", "agent_id", "run_id")
_KINDS = {"user_id": "", "agent_id": "agent:", "run_id": "run:"}
_OWN = "mem0"
_OPEN = 1024
"""So many owners' scopes are held open at most."""
_UNSET: Any = object()

Messages = str | dict[str, Any] | list[dict[str, Any]]
"""A text, a message with `role` and `content`, or several."""


class WiderError(ValueError):
    """A deletion would take along memories with other ids, which say the same; nothing was erased."""

    def __init__(self, ids: list[str]) -> None:
        """Takes the ids of those memories."""
        super().__init__(f"{len(ids)} memories with other ids would go along")
        self.ids: list[str] = ids
        """The ids of those memories."""


class Memory:
    """Mem0's `Memory` in a memory. What differs is in docs/python-adapters.md."""

    def __init__(self, memory: _memory.Memory, *, readmit: Why | None = None) -> None:
        """Takes an open memory, whose scope has the owners' below it; `from_path` opens one.

        Args:
            memory: is closed with this.
            readmit: why what was erased is let in again; without it `add` and `update` raise `RefusedErasedError`.
        """
        self.memory: _memory.Memory = memory
        self._returning: Any = admitted(readmit)
        self._open: OrderedDict[str, _memory.Memory] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    def from_path(cls, path: StrPath, *, scope: str = "mem0", readmit: Why | None = None, **opening: Any) -> Memory:
        """Opens a memory, as `nepenthe.open` does with the same words."""
        return cls(_memory.open(path, scope, **opening), readmit=readmit)

    def close(self) -> None:
        """Closes the memory."""
        with self._lock:
            for scope in self._open.values():
                scope.close()
            self._open.clear()
        self.memory.close()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def add(
        self,
        messages: Messages,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expiration_date: str | date | None = None,
        infer: bool = False,
    ) -> dict[str, Any]:
        """Keeps each message, but those of the system, as it is; in one transaction.

        Returns:
            `{"results": [{"id", "memory", "event": "ADD", "actor_id", "role"}]}`.

        Raises:
            ValueError: there is no id of an owner, or `infer` is true, which needs a model.
            RefusedErasedError: one says again what was erased of this owner.
        """
        if infer:
            raise ValueError("infer=True needs a language model, and there is none: add with infer=False")
        ids = _ids(user_id, agent_id, run_id)
        own: dict[str, Any] = {**ids}
        given = dict(metadata or {})
        if _OWN in given:
            raise ValueError(f"the field {_OWN} of metadata is the adapter's own")
        listed = [messages] if isinstance(messages, (str, dict)) else messages
        results: list[dict[str, Any]] = []
        new: list[NewMemory] = []
        for one in listed:
            message = {"role": "user", "content": one} if isinstance(one, str) else one
            role, text = message.get("role"), message.get("content")
            if role == "system" or role is None or not isinstance(text, str):
                continue
            beside = {**own, "role": role}
            if message.get("name"):
                beside["actor_id"] = message["name"]
            new.append(NewMemory(text, None, {**given, _OWN: beside}, _end(expiration_date)))
            results.append({"memory": text, "event": "ADD", "actor_id": message.get("name"), "role": role})
        scope = self._owner(ids)
        for result, id in zip(results, scope.inscribe_all(new, returning=self._returning), strict=True):
            result["id"] = id
        return {"results": results}

    def get(self, memory_id: str) -> dict[str, Any] | None:
        """Returns a memory, or none."""
        try:
            scope = self._of(memory_id)
        except ValueError:
            return None
        return _shown(scope.get(memory_id), self._named(scope))

    def get_all(
        self, *, filters: Mapping[str, Any] | None = None, top_k: int = 20, show_expired: bool = False
    ) -> dict[str, Any]:
        """Returns at most `top_k` memories that the filters mean, oldest first, as `{"results": […]}`.

        Raises:
            ValueError: the filters have no id of an owner, or an operator that there is not.
        """
        wanted = _filters(filters, top_k)
        results = [
            shown
            for scope in self._scopes(wanted)
            for shown in self._all(scope, show_expired=show_expired)
            if _means(wanted, shown)
        ]
        results.sort(key=lambda shown: str(shown["created_at"]))
        return {"results": results[:top_k]}

    def search(
        self,
        query: str,
        *,
        top_k: int = 20,
        filters: Mapping[str, Any] | None = None,
        threshold: float = 0.0,
        rerank: bool = False,
        show_expired: bool = False,
    ) -> dict[str, Any]:
        """Finds at most `top_k` memories that answer a query, best first, as `{"results": […]}`.

        Args:
            query: what is asked.
            top_k: at most this many.
            filters: with an id of an owner, and conditions on metadata.
            threshold: the least score; it is how likely the memory answers, 0 to 1.
            rerank: whether the relevance model ranks the first thirty anew.
            show_expired: whether those that expired are among them.

        Raises:
            ValueError: the filters have no id of an owner, or an operator that there is not.
        """
        wanted = _filters(filters, top_k)
        if not query.strip():
            raise ValueError("the query is blank")
        only_ids = set(wanted) <= {"user_id"}
        found: list[dict[str, Any]] = []
        for scope in self._scopes(wanted):
            named = self._named(scope)
            k = top_k if only_ids and not show_expired else max(scope.count("all"), 1)
            hits = scope.recall(
                query,
                k,
                rerank=rerank,
                min_score=threshold or None,
                include="all" if show_expired else "live",
            )
            for hit in hits:
                if hit.state in ("live", "pinned", "expired"):
                    shown = {**_shown(hit, named), "score": hit.score}
                    if _means(wanted, shown):
                        found.append(shown)
        found.sort(key=lambda shown: float(shown["score"]), reverse=True)
        return {"results": found[:top_k]}

    def update(
        self,
        memory_id: str,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expiration_date: Any = _UNSET,
    ) -> dict[str, Any]:
        """Changes the text of a memory; its history keeps the earlier one.

        Raises:
            ValueError: there is no such memory, or something else than the text is to be changed.
            RefusedErasedError: the text says again what was erased of this owner.
        """
        if metadata is not None or expiration_date is not _UNSET:
            raise ValueError("only the text of a memory can be updated")
        if text is None:
            raise ValueError("there is no text")
        scope = self._of(memory_id)
        scope.edit(ids=memory_id, text=text, returning=self._returning)
        return {"message": "Memory updated successfully!"}

    def delete(self, memory_id: str) -> dict[str, Any]:
        """Erases a memory, with its copies and what was made from it, of the same ids.

        Returns:
            `{"message", "receipt_id", "cascade_count"}`.

        Raises:
            ValueError: there is no such memory.
            WiderError: memories with other ids would go along.
        """
        scope = self._of(memory_id)
        ids = _own_ids(scope.get(memory_id))
        receipt = _purge(scope, [memory_id], lambda record: _own_ids(record) == ids)
        return {
            "message": "Memory deleted successfully!",
            "receipt_id": receipt.id,
            "cascade_count": len({change.id for change in receipt.changes} - {memory_id}),
        }

    def delete_all(
        self, user_id: str | None = None, agent_id: str | None = None, run_id: str | None = None
    ) -> dict[str, Any]:
        """Erases every memory that has all of these ids, in recall or out of it.

        Returns:
            `{"message", "receipt_ids", "deleted"}`.

        Raises:
            ValueError: there is no id.
            WiderError: memories with other ids would go along.
        """
        ids = _ids(user_id, agent_id, run_id)
        receipts: list[Receipt] = []
        for scope in self._scopes(ids):
            named = self._named(scope)
            meant = [record.id for record in scope.list("all") if _has(_shown(record, named), ids)]
            if meant:
                receipts.append(_purge(scope, meant, partial(_meant, named, ids)))
        return _deleted("Memories deleted successfully!", receipts)

    def history(self, memory_id: str) -> list[dict[str, Any]]:
        """Tells what happened to a memory, oldest first; of one that was erased, nothing."""
        try:
            scope = self._of(memory_id)
        except ValueError:
            return []
        told: list[dict[str, Any]] = []
        before: str | None = None
        for event in scope.history(memory_id).events:
            word = _WORDS.get(event.kind)
            if word is None:
                continue
            told.append(
                {
                    "id": str(event.seq),
                    "memory_id": memory_id,
                    "old_memory": before,
                    "new_memory": None if word == "DELETE" else event.text,
                    "event": word,
                    "created_at": _iso(event.at),
                    "updated_at": _iso(event.at),
                    "is_deleted": word == "DELETE",
                }
            )
            before = event.text
        return told

    def reset(self) -> dict[str, Any]:
        """Erases everything of every owner."""
        receipts = []
        for scope in self._scopes():
            if scope.count("all"):
                receipts.append(scope.purge_now(everything=True))
        return _deleted("Memories reset.", receipts)

    # Scopes and owners.

    def _owner(self, ids: Mapping[str, str]) -> _memory.Memory:
        """The scope of the first of these ids."""
        kind = next(kind for kind in _IDS if kind in ids)
        return self._at(f"{self.memory.scope}/{_owner_segment(kind, ids[kind])}")

    def _at(self, path: str) -> _memory.Memory:
        """The scope of a path, held open: what a handle has read of it makes the next search cheap."""
        with self._lock:
            scope = self._open.pop(path, None) or self.memory.with_scope(path)
            self._open[path] = scope
            if len(self._open) > _OPEN:
                self._open.popitem(last=False)
        return scope

    def _scopes(self, wanted: Mapping[str, Any] | None = None) -> Iterator[_memory.Memory]:
        """The owners' scopes that may have what is wanted."""
        user = (wanted or {}).get("user_id")
        if isinstance(user, dict):
            user = user.get("eq")
        if isinstance(user, str) and user != "*":
            yield self._owner({"user_id": user})
            return
        top = self.memory.scope + "/"
        for holds in self.memory.scopes():
            if holds.memories and holds.scope.startswith(top) and _owner_named(holds.scope[len(top) :]) is not None:
                yield self._at(holds.scope)

    def _named(self, scope: _memory.Memory) -> dict[str, str]:
        named = _owner_named(scope.scope[len(self.memory.scope) + 1 :])
        return {} if named is None else {named[0]: named[1]}

    def _all(self, scope: _memory.Memory, *, show_expired: bool) -> Iterator[dict[str, Any]]:
        named = self._named(scope)
        states = ("live", "pinned", "expired") if show_expired else ("live", "pinned")
        for record in scope.list("all" if show_expired else "live"):
            if record.state in states:
                yield _shown(record, named)

    def _of(self, memory_id: str) -> _memory.Memory:
        """The scope that a memory is in: one that is held open, or any."""
        with self._lock:
            held = list(reversed(self._open.values()))
        for scopes in (held, self._scopes()):
            for scope in scopes:
                try:
                    scope.get(memory_id)
                    return scope
                except NotFoundError:
                    continue
                except BadRequestError:
                    break
        raise ValueError(f"Memory with id {memory_id} not found")


class AsyncMemory:
    """Mem0's `AsyncMemory`: the methods of `Memory`, each in a thread."""

    def __init__(self, memory: _memory.Memory, *, readmit: Why | None = None) -> None:
        """Takes an open memory, as `Memory` does."""
        self._sync = Memory(memory, readmit=readmit)

    @classmethod
    def from_path(
        cls, path: StrPath, *, scope: str = "mem0", readmit: Why | None = None, **opening: Any
    ) -> AsyncMemory:
        """Opens a memory, as `nepenthe.open` does with the same words."""
        return cls(_memory.open(path, scope, **opening), readmit=readmit)

    def close(self) -> None:
        """Closes the memory."""
        self._sync.close()

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    async def add(
        self,
        messages: Messages,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expiration_date: str | date | None = None,
        infer: bool = False,
    ) -> dict[str, Any]:
        """Keeps messages. See `Memory.add`."""
        return await asyncio.to_thread(
            self._sync.add,
            messages,
            user_id=user_id,
            agent_id=agent_id,
            run_id=run_id,
            metadata=metadata,
            expiration_date=expiration_date,
            infer=infer,
        )

    async def get(self, memory_id: str) -> dict[str, Any] | None:
        """Returns a memory, or none."""
        return await asyncio.to_thread(self._sync.get, memory_id)

    async def get_all(
        self, *, filters: Mapping[str, Any] | None = None, top_k: int = 20, show_expired: bool = False
    ) -> dict[str, Any]:
        """Returns what the filters mean. See `Memory.get_all`."""
        return await asyncio.to_thread(self._sync.get_all, filters=filters, top_k=top_k, show_expired=show_expired)

    async def search(
        self,
        query: str,
        *,
        top_k: int = 20,
        filters: Mapping[str, Any] | None = None,
        threshold: float = 0.0,
        rerank: bool = False,
        show_expired: bool = False,
    ) -> dict[str, Any]:
        """Finds what answers a query. See `Memory.search`."""
        return await asyncio.to_thread(
            self._sync.search,
            query,
            top_k=top_k,
            filters=filters,
            threshold=threshold,
            rerank=rerank,
            show_expired=show_expired,
        )

    async def update(
        self,
        memory_id: str,
        text: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expiration_date: Any = _UNSET,
    ) -> dict[str, Any]:
        """Changes the text of a memory. See `Memory.update`."""
        return await asyncio.to_thread(self._sync.update, memory_id, text, metadata, expiration_date)

    async def delete(self, memory_id: str) -> dict[str, Any]:
        """Erases a memory. See `Memory.delete`."""
        return await asyncio.to_thread(self._sync.delete, memory_id)

    async def delete_all(
        self, user_id: str | None = None, agent_id: str | None = None, run_id: str | None = None
    ) -> dict[str, Any]:
        """Erases what has all of these ids. See `Memory.delete_all`."""
        return await asyncio.to_thread(self._sync.delete_all, user_id, agent_id, run_id)

    async def history(self, memory_id: str) -> list[dict[str, Any]]:
        """Tells what happened to a memory. See `Memory.history`."""
        return await asyncio.to_thread(self._sync.history, memory_id)

    async def reset(self) -> dict[str, Any]:
        """Erases everything of every owner."""
        return await asyncio.to_thread(self._sync.reset)


_WORDS = {
    "inscribe": "ADD",
    "restore": "ADD",
    "edit": "UPDATE",
    "redact": "UPDATE",
    "supersede": "DELETE",
    "release": "DELETE",
    "purge": "DELETE",
}


def _ids(user_id: Any, agent_id: Any, run_id: Any) -> dict[str, str]:
    given = {"user_id": user_id, "agent_id": agent_id, "run_id": run_id}
    ids = {kind: _id(kind, value) for kind, value in given.items() if value is not None}
    if not ids:
        raise ValueError("name at least one of user_id, agent_id and run_id: whose memory it is")
    return ids


def _id(kind: str, value: Any) -> str:
    """An id, as `nepenthe serve` takes them."""
    text = value if isinstance(value, str) else ""
    controls = any(ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0 for sign in text)
    text = text.strip()
    if controls or not text or len(text.encode()) > 256 or text == "*":
        raise ValueError(f"{kind} is a text of 1 to 256 bytes, not blank or * alone, without control characters")
    return text


def _owner_segment(kind: str, id: str) -> str:
    encoded = segment(id)
    if kind == "user_id":
        for word in ("agent:", "app:", "run:"):
            if encoded.startswith(word):
                return encoded.replace(":", "%3A", 1)
    return _KINDS[kind] + encoded


def _owner_named(last: str) -> tuple[str, str] | None:
    """Whose a segment is."""
    kind = next((kind for kind in ("agent_id", "run_id") if last.startswith(_KINDS[kind])), "user_id")
    id = label(last[len(_KINDS[kind]) :].replace("%3A", ":", 1) if kind == "user_id" else last[len(_KINDS[kind]) :])
    return None if id is None or _owner_segment(kind, id) != last else (kind, id)


def _filters(filters: Mapping[str, Any] | None, top_k: int) -> dict[str, Any]:
    wanted = dict(filters or {})
    if not any(kind in wanted for kind in _IDS):
        raise ValueError("filters must have at least one of user_id, agent_id and run_id")
    for kind in _IDS:
        if isinstance(wanted.get(kind), str) and wanted[kind] != "*":
            wanted[kind] = _id(kind, wanted[kind])
    if isinstance(top_k, bool) or top_k < 1:
        raise ValueError("top_k is a number from 1 on")
    _means(wanted, {})
    return wanted


def _means(wanted: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
    """Whether a filter means a memory; every part of it is looked at, so that none is unknown unseen."""
    held = [_holds(name, condition, shown) for name, condition in wanted.items()]
    return all(held)


def _holds(name: str, condition: Any, shown: Mapping[str, Any]) -> bool:
    if name in ("AND", "OR", "NOT"):
        parts = condition if isinstance(condition, list) else [condition]
        if not parts or not all(isinstance(part, dict) for part in parts):
            raise ValueError(f"{name} has a list of filters")
        held = [_means(part, shown) for part in parts]
        return all(held) if name == "AND" else any(held) if name == "OR" else not any(held)
    value = shown.get(name) if name in shown else (shown.get("metadata") or {}).get(name)
    if not isinstance(condition, dict):
        return value is not None if condition == "*" else bool(value == condition)
    unknown = set(condition) - set(_OPERATORS)
    if unknown or not condition:
        raise ValueError(f"a condition on {name!r} has operators among {', '.join(_OPERATORS)}")
    return all(_OPERATORS[operator](value, wanted) for operator, wanted in condition.items())


def _compared(test: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def compare(value: Any, wanted: Any) -> bool:
        try:
            return value is not None and bool(test(value, wanted))
        except TypeError:
            return False

    return compare


_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda value, wanted: bool(value == wanted),
    "ne": lambda value, wanted: bool(value != wanted),
    "in": lambda value, wanted: value in wanted,
    "nin": lambda value, wanted: value not in wanted,
    "gt": _compared(lambda value, wanted: bool(value > wanted)),
    "gte": _compared(lambda value, wanted: bool(value >= wanted)),
    "lt": _compared(lambda value, wanted: bool(value < wanted)),
    "lte": _compared(lambda value, wanted: bool(value <= wanted)),
    "contains": _compared(lambda value, wanted: wanted in value),
    "icontains": _compared(lambda value, wanted: str(wanted).lower() in str(value).lower()),
}


def _own(record: Record) -> dict[str, Any]:
    own = (record.metadata or {}).get(_OWN)
    return own if isinstance(own, dict) else {}


def _own_ids(record: Record) -> dict[str, Any]:
    own = _own(record)
    return {kind: own[kind] for kind in _IDS if own.get(kind)}


def _has(shown: Mapping[str, Any], ids: Mapping[str, str]) -> bool:
    return all(shown.get(kind) == id for kind, id in ids.items())


def _shown(record: Record, named: Mapping[str, str]) -> dict[str, Any]:
    """A memory as Mem0 shows it. Its scope knows its owner better than what stands beside it."""
    metadata = {name: value for name, value in (record.metadata or {}).items() if name != _OWN}
    own = _own(record)
    shown: dict[str, Any] = {
        "id": record.id,
        "memory": record.text,
        "hash": None,
        "metadata": metadata or None,
        "created_at": _iso(record.created),
        "updated_at": _iso(record.changed),
    }
    shown.update({name: own[name] for name in (*_IDS, "role", "actor_id") if own.get(name)})
    shown.update(named)
    if record.expires is not None:
        shown["expiration_date"] = (record.expires - timedelta(microseconds=1)).date().isoformat()
    return shown


def _meant(named: Mapping[str, str], ids: Mapping[str, str], record: Record) -> bool:
    return _has(_shown(record, named), ids)


def _purge(scope: _memory.Memory, ids: list[str], meant: Callable[[Record], bool]) -> Receipt:
    plan = scope.plan_purge(ids=ids)
    wider = [step.memory.id for step in plan.steps if step.memory.id not in ids and not meant(step.memory)]
    if wider:
        raise WiderError(wider)
    return plan.apply()


def _deleted(message: str, receipts: list[Receipt]) -> dict[str, Any]:
    erased = {change.id for receipt in receipts for change in receipt.changes}
    return {"message": message, "receipt_ids": [receipt.id for receipt in receipts], "deleted": len(erased)}


def _end(day: str | date | None) -> datetime | None:
    """The end of a day in UTC, when what expires on it is gone."""
    if day is None:
        return None
    if isinstance(day, str):
        day = date.fromisoformat(day)
    return datetime.combine(day + timedelta(days=1), time(), timezone.utc)


def _iso(at: datetime) -> str:
    return at.isoformat()


__all__ = ["AsyncMemory", "Memory", "WiderError"]

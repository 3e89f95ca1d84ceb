"""LangGraph's long-term memory in Nepenthe: `NepentheStore` is a `BaseStore`. Needs `nepenthe-memory[langgraph]`.

A namespace is a scope below the store's, an item one memory of it: its text is what the value says, its source the
key. `put` over a key supersedes; the value before stays in the history until the key is deleted. `delete` and
`put(…, None)` erase all that the key has and had, physically, with a receipt.

>>> from nepenthe.langgraph import NepentheStore
>>> with NepentheStore.from_path("agent.db", embedder="none") as store:
...     store.put(("users", "alice"), "likes", {"text": "Alice likes tea."})
...     store.search(("users", "alice"), query="What does Alice like?")[0].value
{'text': 'Alice likes tea.'}
"""

from __future__ import annotations

import asyncio
import threading
from array import array
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from datetime import datetime, timedelta, timezone
from itertools import islice
from typing import Any, Literal

from nepenthe import _memory
from nepenthe._items import Entry, Items, Value, Why, label, said, segment
from nepenthe._memory import Memory, StrPath
from nepenthe._native import Vectors
from nepenthe._records import Receipt, Record
from nepenthe.errors import NothingMatchedError, ScopeEmptyError

try:
    from langchain_core.embeddings import Embeddings
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        IndexConfig,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        TTLConfig,
        ensure_embeddings,
        get_text_at_path,
        tokenize_path,
        validate_op_namespace,
    )
except ImportError as _error:  # pragma: no cover
    raise ImportError("nepenthe.langgraph needs LangGraph: pip install 'nepenthe-memory[langgraph]'") from _error

Namespace = tuple[str, ...]

_OPEN = 4096
"""So many namespaces are held open at most."""

_RENEW = 0.05
"""A read renews a TTL of which this part has run."""


class NepentheStore(BaseStore):
    """LangGraph's store in a memory: namespaces are scopes below it.

    Threads may share it; calls go one after the other. `abatch` and the other twins work in a thread.
    """

    supports_ttl: bool = True

    def __init__(
        self,
        memory: Memory,
        *,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
        on_delete: Literal["purge", "release"] = "purge",
        readmit: Why | None = None,
    ) -> None:
        """Takes an open memory; `from_path` opens one.

        Args:
            memory: namespaces are scopes below its scope. It stays its owner's to close.
            index: `fields` say which parts of a value are searched (`$`, all of it, by default). With `embed`, items
                are ranked by the cosine of its vectors, `dims` numbers each, which are kept with the item and go with
                it, though not with a part of it. Without it, by the memory's own recall: words, and vectors if the
                memory has them.
            ttl: as LangGraph has it. Expired items are omitted at once, whatever `omit_expired` says; `sweep_ttl`
                erases them.
            on_delete: whether what is deleted is erased for good or released: out of every answer, and restorable.
            readmit: why a value that says again what was erased from its namespace is let in. Without it `put` raises
                `RefusedErasedError`.
        """
        super().__init__()
        self.memory: Memory = memory
        self.index_config: IndexConfig | None = index
        self.ttl_config: TTLConfig | None = ttl
        self.embeddings: Embeddings | None = None
        fields: Sequence[str] = ("$",)
        if index is not None:
            fields = index.get("fields") or index.get("text_fields") or fields  # type: ignore[assignment]
            if index.get("embed") is not None:
                self.embeddings = ensure_embeddings(index["embed"])
        self._fields = list(fields)
        self._on_delete = on_delete
        self._readmit: Why | None = readmit
        self._spaces: OrderedDict[Namespace, _Space] = OrderedDict()
        self._size = 0
        """The size of the store's log when all that is held was last as the store has it."""
        self._known: dict[Namespace, None] | None = None
        """The namespaces that may have live memories, at that size."""
        self._used: dict[_Space, int] = {}
        """The namespaces that the call under way looked into, and how many events each had taken in before."""
        self._lock = threading.RLock()
        self._owned: Memory | None = None
        self._sweeper: threading.Thread | None = None
        self._stop = threading.Event()

    @classmethod
    @contextmanager
    def from_path(
        cls,
        path: StrPath,
        *,
        scope: str = "langgraph",
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
        on_delete: Literal["purge", "release"] = "purge",
        readmit: Why | None = None,
        **opening: Any,
    ) -> Iterator[NepentheStore]:
        """Opens a memory, as `nepenthe.open` does with the same words, and closes it at the end."""
        with _memory.open(path, scope, **opening) as memory:
            store = cls(memory, index=index, ttl=ttl, on_delete=on_delete, readmit=readmit)
            try:
                yield store
            finally:
                store.close()

    def close(self) -> None:
        """Stops the sweeper and lets go of what is held of the namespaces; the memory stays open."""
        self.stop_ttl_sweeper()
        self._let_go()

    def _let_go(self) -> None:
        with self._lock:
            for space in self._spaces.values():
                space.memory.close()
            self._spaces.clear()

    def __repr__(self) -> str:
        return f"<NepentheStore of {self.memory!r}>"

    # The two calls that everything else is made of.

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Does operations: reads see what is there before the puts, and of two puts to a key the later wins.

        Raises:
            InvalidNamespaceError: a label is none.
            RefusedErasedError: a value says again what was erased. The puts of other namespaces may have been made.
        """
        listed = _checked(ops)
        texts, queries = self._to_embed(listed)
        vectors: dict[str, list[float]] = {}
        if self.embeddings is not None:
            if texts:
                vectors.update(zip(texts, self.embeddings.embed_documents(texts), strict=True))
            asked = {query: self.embeddings.embed_query(query) for query in queries}
        else:
            asked = {}
        return self._run(listed, vectors, asked)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Does operations as `batch`, in a thread; a task that is cancelled does not take back what has begun."""
        listed = _checked(ops)
        texts, queries = self._to_embed(listed)
        vectors: dict[str, list[float]] = {}
        asked: dict[str, list[float]] = {}
        if self.embeddings is not None:
            if texts:
                vectors.update(zip(texts, await self.embeddings.aembed_documents(texts), strict=True))
            for query in queries:
                asked[query] = await self.embeddings.aembed_query(query)
        return await asyncio.to_thread(self._run, listed, vectors, asked)

    # What LangGraph's stores do not have.

    def purge(self, namespace: Namespace, key: str) -> Receipt | None:
        """Erases an item and its history; returns the receipt, or none where there is no item."""
        _checked([PutOp(namespace, key, None)])
        with self._lock:
            return self._space(namespace).purge([key])

    def purge_namespace(self, namespace: Namespace) -> Receipt:
        """Erases everything that is in a namespace itself, items and whatever else its scope holds, with one receipt.

        The namespace's labels are the path of its scope, which stays: put no name there that must be forgotten.

        Raises:
            NothingMatchedError, ScopeEmptyError: nothing is there.
        """
        _checked([PutOp(namespace, "", None)])
        with self._lock:
            return self._space(namespace).memory.purge_now(everything=True)

    def purge_namespaces(self, prefix: Namespace) -> dict[Namespace, Receipt]:
        """Erases a namespace and all below it; returns a receipt for each that had something."""
        receipts: dict[Namespace, Receipt] = {}
        with self._lock:
            for namespace in self._below(prefix):
                try:
                    receipts[namespace] = self.purge_namespace(namespace)
                except (NothingMatchedError, ScopeEmptyError):
                    continue
        return receipts

    def history(self, namespace: Namespace, key: str) -> list[Record]:
        """Reads the memories that a key has and had, oldest first."""
        _checked([GetOp(namespace, key)])
        with self._lock:
            space = self._space(namespace)
            return [record for record in space.memory.list("all") if space.key(record.id) == key]

    def namespace_memory(self, namespace: Namespace) -> Memory:
        """Returns the memory of a namespace, for plans in words, history and receipts; it is the caller's to close."""
        _checked([GetOp(namespace, "")])
        return self.memory.with_scope(self._path(namespace))

    # Time to live.

    def sweep_ttl(self) -> int:
        """Erases the items that have expired, or releases them where deletion does; returns how many."""
        return self._sweep()

    def _sweep(self) -> int:
        swept = 0
        now = datetime.now(timezone.utc)
        with self._lock:
            for namespace in self._below(()):
                space = self._space(namespace)
                keys = [entry.key for entry in space.live.values() if entry.expired(now)]
                self._delete(space, keys)
                swept += len(keys)
        return swept

    def start_ttl_sweeper(self, sweep_interval_minutes: float | None = None) -> None:
        """Sweeps again and again in a thread, every five minutes by default, until `stop_ttl_sweeper`."""
        if self.ttl_config is None or (self._sweeper is not None and self._sweeper.is_alive()):
            return
        minutes = sweep_interval_minutes or self.ttl_config.get("sweep_interval_minutes") or 5
        self._stop.clear()

        def sweep() -> None:
            while not self._stop.wait(minutes * 60):
                self._sweep()

        self._sweeper = threading.Thread(target=sweep, daemon=True, name="nepenthe-ttl")
        self._sweeper.start()

    def stop_ttl_sweeper(self, timeout: float | None = None) -> bool:
        """Stops sweeping; returns whether the thread has ended, which is waited for, `timeout` seconds at most."""
        if self._sweeper is None:
            return True
        self._stop.set()
        self._sweeper.join(timeout)
        ended = not self._sweeper.is_alive()
        if ended:
            self._sweeper = None
        return ended

    # How it is done.

    def _path(self, namespace: Namespace) -> str:
        return "/".join([self.memory.scope, *map(segment, namespace)])

    def _space(self, namespace: Namespace) -> _Space:
        space = self._spaces.get(namespace)
        if space is None:
            space = _Space(namespace, self.memory.with_scope(self._path(namespace)), self._readmit)
            self._spaces[namespace] = space
        self._spaces.move_to_end(namespace)
        self._used.setdefault(space, space.taken)
        space.sync()
        if self._known is not None and space.live:
            self._known[namespace] = None
        return space

    def _freshen(self) -> None:
        """Takes in what changed in any namespace that is held: what was purged, by whatever door, is held no longer."""
        size = self.memory._handle.log_size()
        if size != self._size:
            for space in self._spaces.values():
                space.sync()
            self._size, self._known = size, None
        self._used.clear()

    def _keep_up(self) -> None:
        """Notes that what is held is as the store has it, if all that changed is what this call took in."""
        size = self._size + sum(space.taken - before for space, before in self._used.items())
        if size != self._size and self.memory._handle.log_size() == size:
            self._size = size
        self._used.clear()

    def _below(self, prefix: Namespace, *, live: bool = False) -> list[Namespace]:
        """The namespaces that begin with these labels and were ever written to, or have live memories."""
        top = self.memory.scope + "/"
        found = []
        for holds in self.memory.scopes():
            if not holds.scope.startswith(top) or (live and not holds.live) or not holds.memories:
                continue
            labels = [label(one) for one in holds.scope[len(top) :].split("/")]
            namespace = tuple(one for one in labels if one is not None)
            if len(namespace) == len(labels) and namespace[: len(prefix)] == tuple(prefix):
                found.append(namespace)
        return found

    def _texts(self, op: PutOp) -> list[str]:
        """The texts of a value that have vectors, as LangGraph's own stores take them."""
        if op.value is None or op.index is False:
            return []
        texts: list[str] = []
        for path in self._fields if op.index is None else op.index:
            field: Any = path if path == "$" else tokenize_path(path)
            texts += get_text_at_path(op.value, field)
        return texts

    def _to_embed(self, ops: list[Op]) -> tuple[list[str], list[str]]:
        if self.embeddings is None:
            return [], []
        texts = [text for op in ops if isinstance(op, PutOp) for text in self._texts(op)]
        queries = [op.query for op in ops if isinstance(op, SearchOp) and op.query]
        return list(dict.fromkeys(texts)), list(dict.fromkeys(queries))

    def _run(self, ops: list[Op], vectors: dict[str, list[float]], asked: dict[str, list[float]]) -> list[Result]:
        results: list[Result] = [None] * len(ops)
        puts: dict[tuple[Namespace, str], PutOp] = {}
        read: dict[tuple[Namespace, str], Entry] = {}
        with self._lock:
            self._freshen()
            for at, op in enumerate(ops):
                if isinstance(op, GetOp):
                    entry = self._space(op.namespace).get(op.key)
                    if entry is not None:
                        results[at] = _item(op.namespace, entry)
                        if op.refresh_ttl:
                            read[op.namespace, op.key] = entry
                elif isinstance(op, SearchOp):
                    hits = self._search(op, asked)
                    results[at] = [_search_item(space.namespace, entry, score) for score, space, entry in hits]
                    if op.refresh_ttl:
                        read.update({(space.namespace, entry.key): entry for _, space, entry in hits})
                elif isinstance(op, ListNamespacesOp):
                    results[at] = self._list(op)
                else:
                    puts[op.namespace, op.key] = op
            self._renew({at: entry for at, entry in read.items() if at not in puts})
            self._put(puts, vectors)
            self._keep_up()
            # Not before: one search may look into more.
            while len(self._spaces) > _OPEN:
                self._spaces.popitem(last=False)[1].memory.close()
        return results

    def _put(self, puts: dict[tuple[Namespace, str], PutOp], vectors: dict[str, list[float]]) -> None:
        by_namespace: dict[Namespace, list[PutOp]] = {}
        for (namespace, _), op in puts.items():
            by_namespace.setdefault(namespace, []).append(op)
        for namespace, ops in by_namespace.items():
            space = self._space(namespace)
            if self._known is not None:
                self._known[namespace] = None
            self._delete(space, [op.key for op in ops if op.value is None])
            space.put([self._value(op, vectors) for op in ops if op.value is not None])

    def _delete(self, space: _Space, keys: list[str]) -> None:
        if self._on_delete == "purge":
            space.purge(keys)
        else:
            space.release(keys)

    def _value(self, op: PutOp, vectors: dict[str, list[float]]) -> Value:
        assert op.value is not None
        value = dict(op.value)
        beside: dict[str, Any] = {}
        if op.index is False:
            beside["index"] = False
        elif self.embeddings is not None:
            beside["vectors"] = [_packed(vectors[text]) for text in self._texts(op)]
        if op.ttl is not None:
            beside["ttl"] = op.ttl
        text, text_at = self._said(op, value)
        return Value(op.key, text, value, beside, _expires(op.ttl), text_at)

    def _said(self, op: PutOp, value: dict[str, Any]) -> tuple[str, str | None]:
        """What the searched fields of a value say, and which field says all of it."""
        fields = self._fields if not op.index else op.index
        text = ""
        if "$" not in fields:
            text = "\n".join(one for field in fields for one in get_text_at_path(value, tokenize_path(field)))
        text = text if text.strip() else said(value)
        return text, next((name for name, one in value.items() if one == text), None)

    def _renew(self, read: dict[tuple[Namespace, str], Entry]) -> None:
        """Puts off the end of what was read, where a twentieth of its time has run."""
        now = datetime.now(timezone.utc)
        for (namespace, _), entry in read.items():
            ttl = entry.beside.get("ttl")
            if entry.expires is None or not isinstance(ttl, (int, float)):
                continue
            left = entry.expires - now
            if left < timedelta(minutes=ttl * (1 - _RENEW)):
                again = Value(entry.key, entry.text, entry.value, dict(entry.beside), _expires(ttl), entry.text_at)
                self._space(namespace).put([again])

    def _search(self, op: SearchOp, asked: dict[str, list[float]]) -> list[tuple[float | None, _Space, Entry]]:
        spaces = [self._space(namespace) for namespace in self._searched(op.namespace_prefix)]
        if op.query and op.query.strip():
            vector = asked.get(op.query)
            scored: list[tuple[float | None, _Space, Entry]] = []
            rest: list[tuple[float | None, _Space, Entry]] = []
            need, now = op.offset + op.limit, datetime.now(timezone.utc)
            for space in spaces:
                found = space.recalled(op) if vector is None else space.nearest(vector, op)
                hits_here = (
                    (score, space, entry)
                    for key, score in found
                    if not (entry := space.live[key]).expired(now) and _matches(entry.value, op.filter)
                )
                scored += islice(hits_here, need)
            if len(scored) < need:
                # All that has a score is among them.
                has_score = {(space, entry.key) for _, space, entry in scored}
                rest = [
                    (None, space, entry)
                    for space in spaces
                    for entry in space
                    if (space, entry.key) not in has_score and _matches(entry.value, op.filter)
                ]
            scored.sort(key=lambda hit: hit[0] or 0.0, reverse=True)
            rest.sort(key=_newest, reverse=True)
            hits = scored + rest
        else:
            hits = [(None, space, entry) for space in spaces for entry in space if _matches(entry.value, op.filter)]
            hits.sort(key=_newest, reverse=True)
        return hits[op.offset : op.offset + op.limit]

    def _searched(self, prefix: Namespace) -> list[Namespace]:
        """The namespaces that begin with these labels, with all that may have live memories."""
        if self._known is None:
            self._known = dict.fromkeys(self._below((), live=True))
        if not prefix:
            return list(self._known)
        return [namespace for namespace in self._known if namespace[: len(prefix)] == tuple(prefix)]

    def _list(self, op: ListNamespacesOp) -> list[Namespace]:
        found = {
            namespace if op.max_depth is None else namespace[: op.max_depth]
            for namespace in self._below((), live=True)
            if all(_fits(condition, namespace) for condition in op.match_conditions or ())
        }
        return sorted(found)[op.offset : op.offset + op.limit]


class _Space(Items):
    """The items of one namespace."""

    def __init__(self, namespace: Namespace, memory: Memory, readmit: Why | None) -> None:
        super().__init__(memory, "langgraph", readmit)
        self.namespace = namespace
        self._vectors = Vectors()
        self._expiring: set[str] = set()
        """The keys whose entries end by themselves."""
        self._unindexed: set[str] = set()
        """The keys whose entries no query finds."""

    def recalled(self, op: SearchOp) -> list[tuple[str, float]]:
        """The keys that a query finds, with their scores, as the memory's own recall has them."""
        assert op.query is not None
        k = len(self.live) if op.filter else op.offset + op.limit + len(self._unindexed)
        found: list[tuple[str, float]] = []
        for hit in self.memory.recall(op.query, max(k, 1)):
            key = self.key(hit.id)
            entry = None if key is None else self.live.get(key)
            if entry is not None and entry.id == hit.id and entry.key not in self._unindexed:
                found.append((entry.key, hit.score))
        return found

    def nearest(self, query: Sequence[float], op: SearchOp) -> list[tuple[str, float]]:
        """The keys whose vectors are nearest a query's, with the best cosine of each."""
        k = len(self.live) if op.filter else op.offset + op.limit + len(self._expiring)
        return self._vectors.nearest(query, k)

    def _enter(self, entry: Entry) -> None:
        super()._enter(entry)
        self._forget(entry.key)
        if vectors := entry.beside.get("vectors"):
            self._vectors.put(entry.key, [b64decode(packed) for packed in vectors])
        if entry.expires is not None:
            self._expiring.add(entry.key)
        if entry.beside.get("index") is False:
            self._unindexed.add(entry.key)

    def _leave(self, key: str) -> None:
        super()._leave(key)
        self._forget(key)

    def _forget(self, key: str) -> None:
        self._vectors.drop(key)
        self._expiring.discard(key)
        self._unindexed.discard(key)


def _packed(vector: Sequence[float]) -> str:
    return b64encode(array("f", vector).tobytes()).decode("ascii")


def _checked(ops: Iterable[Op]) -> list[Op]:
    listed = list(ops)
    for op in listed:
        if not isinstance(op, (GetOp, SearchOp, ListNamespacesOp, PutOp)):
            raise ValueError(f"Unknown operation type: {type(op)}")
        validate_op_namespace(op)
    return listed


def _expires(ttl: float | None) -> datetime | None:
    return None if ttl is None else datetime.now(timezone.utc) + timedelta(minutes=ttl)


def _newest(hit: tuple[float | None, _Space, Entry]) -> datetime:
    return hit[2].changed


def _item(namespace: Namespace, entry: Entry) -> Item:
    return Item(
        value=deepcopy(entry.value),
        key=entry.key,
        namespace=namespace,
        created_at=entry.created,
        updated_at=entry.changed,
    )


def _search_item(namespace: Namespace, entry: Entry, score: float | None) -> SearchItem:
    return SearchItem(namespace, entry.key, deepcopy(entry.value), entry.created, entry.changed, score)


def _fits(condition: MatchCondition, namespace: Namespace) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    if condition.match_type == "prefix":
        part = namespace[: len(path)]
    elif condition.match_type == "suffix":
        part = namespace[len(namespace) - len(path) :]
    else:
        raise ValueError(f"Unsupported match type: {condition.match_type}")
    return all(wanted in ("*", one) for one, wanted in zip(part, path, strict=True))


def _matches(value: dict[str, Any], wanted: dict[str, Any] | None) -> bool:
    return not wanted or all(_meets(_at(value, name), condition) for name, condition in wanted.items())


def _at(value: Any, name: str) -> Any:
    """A field by its name, or by a path of names."""
    if isinstance(value, dict) and name in value:
        return value[name]
    for part in name.split("."):
        if not isinstance(value, dict) or part not in value:
            return None
        value = value[part]
    return value


def _meets(value: Any, condition: Any) -> bool:
    if isinstance(condition, dict):
        if any(str(name).startswith("$") for name in condition):
            return all(_compares(value, name, wanted) for name, wanted in condition.items())
        return isinstance(value, dict) and all(_meets(value.get(name), one) for name, one in condition.items())
    if isinstance(condition, (list, tuple)):
        return (
            isinstance(value, (list, tuple))
            and len(value) == len(condition)
            and all(_meets(one, wanted) for one, wanted in zip(value, condition, strict=True))
        )
    return bool(value == condition) and isinstance(value, bool) == isinstance(condition, bool)


def _compares(value: Any, operator: str, wanted: Any) -> bool:
    if operator == "$eq":
        return _meets(value, wanted)
    if operator == "$ne":
        return not _meets(value, wanted)
    if operator not in ("$gt", "$gte", "$lt", "$lte"):
        raise ValueError(f"Unsupported operator: {operator}")
    if not (isinstance(value, str) and isinstance(wanted, str)):
        try:
            value, wanted = float(value), float(wanted)
        except (TypeError, ValueError):
            return False
    if operator in ("$gt", "$gte"):
        return bool(value > wanted or (operator == "$gte" and value == wanted))
    return bool(value < wanted or (operator == "$lte" and value == wanted))


__all__ = ["NepentheStore"]

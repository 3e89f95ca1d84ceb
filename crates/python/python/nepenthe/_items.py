"""JSON values under keys in one scope: how the adapters of frameworks keep things in a memory.

A value is one memory: its text is what the value says, its source the key, and the field of its metadata that is named
for the adapter holds the rest. What an object of this module holds is read anew whenever the scope's log has grown, by
this process or another; so what is purged, by whatever door, is gone from here with the next call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, Literal
from urllib.parse import quote, unquote
from uuid import uuid4

from nepenthe._json import NewMemory
from nepenthe._memory import Memory
from nepenthe._records import Receipt, Record
from nepenthe.errors import NotFoundError, PlanChangedError

Why = Literal[
    "consent",
    "contract",
    "legal-obligation",
    "vital-interest",
    "public-task",
    "legitimate-interest",
    "data-subject-request",
    "correction",
    "mistake",
    "namesake",
    "restored",
    "test",
]
"""Why a text that says again what was erased is let in; the log keeps the word."""

_RELOAD = 500
"""With more changed memories than this the scope is read as a whole."""


@dataclass(slots=True)
class Value:
    """A value that is to be kept."""

    key: str
    text: str
    """What it says; where that is nothing, a number that stands for nothing."""
    value: dict[str, Any]
    beside: dict[str, Any] = field(default_factory=dict)
    """What the adapter keeps with it."""
    expires: datetime | None = None
    text_at: str | None = None
    """The field of the value that is the text, and so is not kept twice."""


@dataclass(slots=True)
class Entry:
    """A value that is kept."""

    id: str
    key: str
    text: str
    value: dict[str, Any]
    beside: dict[str, Any]
    created: datetime
    changed: datetime
    expires: datetime | None
    text_at: str | None

    def expired(self, now: datetime) -> bool:
        """Whether it has left recall by itself."""
        return self.expires is not None and self.expires <= now


class Items:
    """The values of one adapter in one scope. Not for several threads at once."""

    def __init__(self, memory: Memory, adapter: str, readmit: Why | None = None) -> None:
        """Takes the memory of the scope and the field of the metadata that is the adapter's.

        Args:
            memory: it stays open as long as this is used.
            adapter: the name of the field.
            readmit: why what was erased is let in again; refused without it.
        """
        self.memory = memory
        self.adapter = adapter
        self.live: dict[str, Entry] = {}
        """By key, oldest first; with those that expired and are still there."""
        self._returning: Any = admitted(readmit)
        self._ids: dict[str, str] = {}
        self._versions: dict[str, dict[str, None]] = {}
        self._seen: int | None = None
        self.taken = 0
        """How many events were taken in since the scope was first read."""

    def __iter__(self) -> Iterator[Entry]:
        """The entries in recall, oldest first."""
        now = datetime.now(timezone.utc)
        return iter([entry for entry in self.live.values() if not entry.expired(now)])

    def get(self, key: str) -> Entry | None:
        """The entry of a key, if it is in recall."""
        entry = self.live.get(key)
        return None if entry is None or entry.expired(datetime.now(timezone.utc)) else entry

    def key(self, id: str) -> str | None:
        """The key of the memory with this id."""
        return self._ids.get(id)

    def sync(self) -> None:
        """Takes in what was changed since, by whomever."""
        if self._seen is None:
            self._load()
            return
        events = self.memory.log(after=self._seen)
        if not events:
            return
        self.taken += len(events)
        changed = dict.fromkeys(event.memory for event in events)
        if len(changed) > _RELOAD:
            self._load()
            return
        self._seen = events[-1].seq
        for id in changed:
            try:
                self._take(self.memory.get(id))
            except NotFoundError:
                self._drop(id)

    def put(self, values: Iterable[Value]) -> None:
        """Keeps values: new keys in one transaction, and what another value has of a key is superseded by it.

        Raises:
            RefusedErasedError: one says again what was erased, and nothing lets it in.
        """
        new: list[NewMemory] = []
        old: list[tuple[str, NewMemory]] = []
        for value in values:
            before = self.get(value.key)
            if before is None:
                new.append(self._new(value))
            else:
                value.beside.setdefault("created", before.created.isoformat())
                if "earlier" in before.beside:
                    value.beside["earlier"] = before.beside["earlier"]
                old.append((before.id, self._new(value)))
        if new:
            self.memory.inscribe_all(new, returning=self._returning)
        for id, one in old:
            self.memory.supersede(ids=id, new=one, returning=self._returning)
        self.sync()

    def rename(self, old: str, new: str) -> None:
        """Gives a value another key, which its history goes along with."""
        entry = self.live[old]
        beside = {**entry.beside, "earlier": [*entry.beside.get("earlier", ()), *self._versions[old]]}
        beside.setdefault("created", entry.created.isoformat())
        value = Value(new, entry.text, entry.value, beside, entry.expires, entry.text_at)
        self.memory.supersede(ids=entry.id, new=self._new(value), returning=self._returning)
        self.sync()

    def release(self, keys: Iterable[str]) -> None:
        """Takes what keys have out of recall."""
        ids = [self.live[key].id for key in keys if key in self.live]
        if ids:
            self.memory.release(ids=ids)
            self.sync()

    def purge(self, keys: Iterable[str]) -> Receipt | None:
        """Erases what keys have and had, in one transaction; returns the receipt, or none where there is nothing.

        A purge takes along whatever says the same. Where that is what another key has, it is written again as it was.
        """
        taken = [key for key in dict.fromkeys(keys) if key in self._versions]
        for attempt in range(3):
            versions = {id for key in taken for id in self._versions.get(key, ())}
            for key in taken:
                if key in self.live:
                    versions.update(self.live[key].beside.get("earlier", ()))
            ids = sorted(versions & self._ids.keys())
            if not ids:
                return None
            plan = self.memory.plan_purge(ids=ids)
            touched = {self._ids.get(step.memory.id) for step in plan.steps} - set(taken)
            kept = [self.live[key] for key in self.live if key in touched]
            try:
                receipt = plan.apply()
                break
            except PlanChangedError:
                if attempt == 2:
                    raise
                self.sync()
        self.sync()
        for entry in kept:
            again = Value(entry.key, entry.text, entry.value, dict(entry.beside), entry.expires, entry.text_at)
            again.beside.setdefault("created", entry.created.isoformat())
            left = self.live.get(entry.key)
            if left is None:
                self.memory.inscribe_all([self._new(again)], returning=admitted("restored"))
            elif left.text != entry.text or left.value != entry.value:
                self.memory.supersede(ids=left.id, new=self._new(again), returning=admitted("restored"))
        if kept:
            self.sync()
        return receipt

    def _new(self, value: Value) -> NewMemory:
        text = value.text.replace("\0", "\ufffd")
        kept = value.value
        beside = {**value.beside}
        if not text.strip():
            text = uuid4().hex
        elif value.text_at is not None and kept.get(value.text_at) == text:
            kept = {name: one for name, one in kept.items() if name != value.text_at}
            beside["text_at"] = value.text_at
        return NewMemory(text, value.key, {self.adapter: {**beside, "value": kept}}, value.expires)

    def _load(self) -> None:
        events = self.memory._call("log", after=0)["events"]
        self._seen = events[-1]["seq"] if events else 0
        for key in list(self.live):
            self._leave(key)
        self._ids.clear()
        self._versions.clear()
        for record in self.memory.list("all"):
            self._take(record)

    def _take(self, record: Record) -> None:
        beside = (record.metadata or {}).get(self.adapter)
        key = record.source
        if key is None or not isinstance(beside, dict):
            self._drop(record.id)
            return
        self._ids[record.id] = key
        self._versions.setdefault(key, {})[record.id] = None
        before = self.live.get(key)
        if record.state not in ("live", "pinned", "expired"):
            if before is not None and before.id == record.id:
                self._leave(key)
            return
        if before is not None and before.id != record.id and before.changed > record.changed:
            return
        beside = dict(beside)
        value = beside.pop("value", None)
        value = dict(value) if isinstance(value, dict) else {}
        text_at = beside.pop("text_at", None)
        if isinstance(text_at, str):
            value[text_at] = record.text
        created = beside.get("created")
        entry = Entry(
            record.id,
            key,
            record.text,
            value,
            beside,
            datetime.fromisoformat(created) if isinstance(created, str) else record.created,
            record.changed,
            record.expires,
            text_at,
        )
        self._enter(entry)

    def _drop(self, id: str) -> None:
        key = self._ids.pop(id, None)
        if key is None:
            return
        versions = self._versions[key]
        versions.pop(id, None)
        if not versions:
            del self._versions[key]
        entry = self.live.get(key)
        if entry is not None and entry.id == id:
            self._leave(key)

    def _enter(self, entry: Entry) -> None:
        """Has a key's entry, in the place of the one before."""
        self.live[entry.key] = entry

    def _leave(self, key: str) -> None:
        """Has a key's entry no longer, if it had one."""
        self.live.pop(key, None)


def admitted(reason: Why | None) -> Any:
    """What is done with a text that says again what was erased: let in for a reason, or refused."""
    return "refuse" if reason is None else {"admit": {"reason": reason}}


def segment(label: str) -> str:
    """A label as one segment of a scope's path; what a path cannot have is percent-encoded, as for Mem0's clients."""
    if label in (".", ".."):
        return label.replace(".", "%2E")
    signs = []
    for at, sign in enumerate(label):
        inside = 0 < at < len(label) - 1
        plain = (sign == " " and inside) or not (sign in "%/*\\" or sign.isspace() or not _printable(sign))
        signs.append(sign if plain else quote(sign, safe=""))
    return "".join(signs)


def label(segment_: str) -> str | None:
    """The label of a segment; none where it is none that `segment` writes."""
    try:
        text = unquote(segment_, errors="strict")
    except UnicodeDecodeError:
        return None
    return text if segment(text) == segment_ else None


def _printable(sign: str) -> bool:
    return not (ord(sign) < 0x20 or 0x7F <= ord(sign) < 0xA0)


def leaves(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The texts, numbers and flags in a value, each with the name of its field."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from leaves(one, str(key))
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from leaves(one, name)
    elif isinstance(value, bool):
        yield name, "true" if value else "false"
    elif value is not None and str(value).strip():
        yield name, str(value)


def said(value: Any) -> str:
    """What a value says: its only text, or a line `name: text` for each."""
    found = list(leaves(value))
    if len(found) == 1:
        return found[0][1]
    return "\n".join(f"{name}: {text}" if name else text for name, text in found)


__all__ = ["Entry", "Items", "Value", "Why", "admitted", "label", "leaves", "said", "segment"]

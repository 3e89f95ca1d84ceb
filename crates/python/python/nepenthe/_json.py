"""What goes into an operation, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from os import PathLike
from typing import Any, Literal, TypedDict

from nepenthe.errors import BadRequestError, BadTextError

Returning = Literal["refuse", "quarantine", "trim"]
"""What is done with a text that says again what was erased: write nothing; write it out of recall; write what else
it says.
"""

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
loads = json.loads


class Opening(TypedDict):
    """How a store is opened, by the names of the parameters of `nepenthe.open`."""

    path: str | PathLike[str]
    scope: str
    actor: str
    mode: str
    rights: list[str] | None
    embedder: str | None
    model_dir: str | PathLike[str] | None
    embed_url: str | None
    embed_model: str | None
    embed_dimension: int | None
    embed_key: str | None
    planner: str | None
    master_key: str | PathLike[str] | None
    indexes: str | None
    key_file: str | PathLike[str] | None


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A memory to be written.

    >>> nepenthe.NewMemory("Alice works at Initech.", metadata={"line": 4})
    <NewMemory of 23 characters>
    """

    text: str
    """The text; not blank, at most 16 MiB in UTF-8, without NUL."""
    source: str | None = None
    """Which conversation or document it comes from."""
    metadata: Mapping[str, Any] | None = None
    """What is to be kept beside the text, as a JSON object."""
    expires: datetime | None = None
    """When it leaves recall by itself; aware."""
    derived_from: Iterable[str] = field(default=())
    """The ids of the memories that it was made from: a purge of one of them erases it too."""

    def __repr__(self) -> str:
        return f"<NewMemory of {len(self.text)} characters>"

    def _json(self) -> dict[str, Any]:
        return written(self.text, self.source, self.metadata, self.expires, self.derived_from)


def written(
    text: str,
    source: str | None,
    metadata: Mapping[str, Any] | None,
    expires: datetime | None,
    derived_from: Iterable[str],
) -> dict[str, Any]:
    """Writes a memory of what is given of it."""
    raw: dict[str, Any] = {"text": text}
    if source is not None:
        raw["source"] = source
    if metadata is not None:
        raw["metadata"] = mapping("metadata", metadata)
    if expires is not None:
        raw["expires"] = time("expires", expires)
    if derived_from:
        raw["derived_from"] = ids(derived_from)
    return raw


def dumps(value: Mapping[str, Any]) -> str:
    """Writes an input; a text that is no Unicode text is refused without being shown."""
    text = _encode(value)
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        raise BadTextError("a text has half of a surrogate pair, which is no character")
    return text


def time(name: str, value: datetime | None) -> str | None:
    """Writes the time that an argument of this name gives, which must say its zone."""
    if value is None:
        return None
    if not isinstance(value, datetime):
        raise TypeError(f"{name} is a datetime, and not of type {type(value).__name__}")
    if value.tzinfo is None:
        raise BadRequestError("a time must say its zone, such as datetime.now(timezone.utc)")
    return value.isoformat()


def flag(name: str, value: bool) -> bool:
    """Takes True or False alone: a word such as "false" would count as true."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} is True or False, and not of type {type(value).__name__}")
    return value


def mapping(name: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Takes a mapping."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} is a mapping, and not of type {type(value).__name__}")
    return dict(value)


def new_memory(name: str, value: str | NewMemory) -> dict[str, Any]:
    """Writes a memory, which may be given as its text alone."""
    if isinstance(value, str):
        return {"text": value}
    if not isinstance(value, NewMemory):
        raise TypeError(f"{name} is a str or a NewMemory, and not of type {type(value).__name__}")
    return value._json()


def ids(value: str | Iterable[str]) -> list[str]:
    """Takes one id or several."""
    return [value] if isinstance(value, str) else [str(one) for one in value]


def target(
    words: str | None, one_or_more: str | Iterable[str] | None, everything: bool, before: datetime | None
) -> object:
    """Which memories are meant: words, ids, all, or those from before a time."""
    if (words is not None) + (one_or_more is not None) + flag("everything", everything) + (before is not None) != 1:
        raise BadRequestError("say which memories are meant, in one way: words, ids, everything or before")
    if words is not None:
        return {"words": words}
    if one_or_more is not None:
        return {"ids": ids(one_or_more)}
    return "all" if everything else {"before": time("before", before)}

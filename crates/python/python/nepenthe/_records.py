"""What the operations answer, as frozen objects. The fields are those that the command prints with `--json`.

Times are aware datetimes in UTC, ids are strings. No `repr` shows a text of a memory; `to_dict` shows all.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from types import UnionType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar, get_args, get_origin, get_type_hints

Action = Literal["supersede", "release", "restore", "edit", "purge", "pin", "unpin", "decay", "consolidate"]
"""What is to happen to a memory."""

State = Literal["live", "pinned", "expired", "released", "superseded", "quarantined", "unreadable"]
"""What depth and expiry make of a memory."""

Assurance = Literal["logical", "compacted", "physical", "crypto"]
"""How far an erasure is known to reach."""

LeftReason = Literal["here", "erased", "empty", "deleted", "expired", "assistant", "branch", "malformed"]
"""Why an entry of another system was not imported: imported before; erased from the scope; without text; deleted or
expired there; said by the assistant; on a branch of the conversation that was left; not what such a file holds."""

_R = TypeVar("_R", bound="Shape")
_Reader = Callable[[Any], Any]
_Field = tuple[Callable[[Any, Any], None], _Reader | None, Callable[[], Any] | None]
"""A field: what sets it, how it is read, and what it is where nothing is said."""


def _time(text: str) -> datetime:
    """Reads a time in UTC; what is finer than a microsecond is cut off."""
    if len(text) not in (20, 27):
        text = f"{text[:19]}.{text[20:-1]:0<6.6}Z"
    return datetime.fromisoformat(text[:-1] + "+00:00")


def _depth(depth: float | str) -> float:
    return math.inf if isinstance(depth, str) else depth


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Shape):
        return value.to_dict()
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, float) and math.isinf(value):
        return "pinned"
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value


class Shape:
    """What all of them have in common. A field is read from its JSON when it is first asked for, and kept."""

    __slots__ = ("_raw",)
    _raw: dict[str, Any]
    """The JSON of those that were made by `_read`."""
    _shown: ClassVar[tuple[str, ...]] = ("id",)
    """The fields that `repr` shows: none that holds a text."""
    _readers: ClassVar[dict[str, _Field]]

    @classmethod
    def _read(cls: type[_R], raw: dict[str, Any]) -> _R:
        """Makes one of its JSON."""
        made = object.__new__(cls)
        _put_raw(made, raw)
        return made

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Reads a field that has not been asked for before."""
            cls = type(self)
            field = (cls.__dict__.get("_readers") or _prepare(cls)).get(name)
            if field is None:
                raise AttributeError(f"{cls.__name__} has no attribute {name}")
            put, reader, otherwise = field
            value = self._raw.get(name)
            if value is None:
                value = None if otherwise is None else otherwise()
            elif reader is not None:
                value = reader(value)
            put(self, value)
            return value

    def to_dict(self) -> dict[str, Any]:
        """Returns all of it as JSON has it: times as text in RFC 3339, the depth of what is pinned as `pinned`."""
        return {one.name: _plain(getattr(self, one.name)) for one in fields(self)}  # type: ignore[arg-type]

    def __repr__(self) -> str:
        shown = "".join(f" {name}={_plain(getattr(self, name))!r}" for name in self._shown)
        return f"<{type(self).__name__}{shown}>"


_put_raw: Callable[[Any, dict[str, Any]], None] = Shape.__dict__["_raw"].__set__


def _prepare(cls: type[Shape]) -> dict[str, _Field]:
    """Finds out, once a class, how each of its fields is read."""
    hints = get_type_hints(cls)
    readers: dict[str, _Field] = {}
    for one in fields(cls):  # type: ignore[arg-type]
        otherwise = None if one.default_factory is MISSING else one.default_factory
        readers[one.name] = (getattr(cls, one.name).__set__, _reader(one.name, hints[one.name]), otherwise)
    cls._readers = readers
    return readers


def _reader(name: str, hint: Any) -> _Reader | None:
    """How a field of this name and type is read; none where it is as JSON has it."""
    if name.startswith("depth"):
        return _depth
    if get_origin(hint) is list:
        read = _reader("", get_args(hint)[0])
        return None if read is None else lambda values: [read(value) for value in values]
    if get_origin(hint) is UnionType:
        return _reader(name, get_args(hint)[0])
    if hint is datetime:
        return _time
    return hint._read if isinstance(hint, type) and issubclass(hint, Shape) else None


@dataclass(frozen=True, slots=True, repr=False)
class Record(Shape):
    """One stored text with what is kept beside it.

    >>> record = memory.get(memory.inscribe("Alice works at Initech.", source="chat 42"))
    >>> record.text, record.source, record.state, record.depth
    ('Alice works at Initech.', 'chat 42', 'live', 1.0)
    """

    _shown: ClassVar[tuple[str, ...]] = ("id", "state")

    id: str
    """Its name inside the scope, a UUID."""
    text: str
    """The text."""
    depth: float
    """How near to the surface it is: infinite pinned, 1 the surface, 0 out of recall."""
    state: State
    """What depth and expiry make of it."""
    created: datetime
    """When it was inscribed."""
    changed: datetime
    """When its depth or text last changed."""
    expires: datetime | None
    """When it leaves recall by itself."""
    source: str | None
    """Which conversation or document it came from."""
    metadata: dict[str, Any] | None
    """What is kept beside the text, a JSON object."""
    accesses: int
    """How often recall returned it, as far as that was counted."""


@dataclass(frozen=True, slots=True, repr=False)
class Hit(Record):
    """A memory that answers a query, as it was at the time asked about."""

    _shown: ClassVar[tuple[str, ...]] = ("id", "score", "state")

    score: float
    """Higher is better. Hybrid: how likely it answers, 0 to 1; vector: the cosine; lexical: BM25."""
    distance: float | None
    """L2 distance of the unit vectors, 0 to 2, where vectors were compared."""
    bm25: float | None
    """BM25, higher is better, where the lexical index returned the memory."""


@dataclass(frozen=True, slots=True, repr=False)
class Page(Shape):
    """A part of the memories of a scope."""

    _shown: ClassVar[tuple[str, ...]] = ("next",)

    memories: list[Record]
    """Oldest first."""
    next: int | None
    """Where the next part begins, if there is one."""


@dataclass(frozen=True, slots=True, repr=False)
class Step(Shape):
    """One memory that a plan touches."""

    _shown: ClassVar[tuple[str, ...]] = ("action", "memory", "confidence")

    memory: Record
    """The memory as it was when the plan was made."""
    action: Action
    """What is to happen to it."""
    text: str | None
    """The text that it is to have, where it is edited: it loses a part."""
    reason: str
    """Why."""
    confidence: float | None
    """How sure the planner is that the request means it, 0 to 1, where it can say."""
    derived_from: str | None
    """The id of the memory it was made from, where it goes only because that one is erased."""
    copy_of: str | None
    """The id of the memory whose text it repeats, where it goes only because that one is erased."""
    guard: int
    """The memory's last event when the plan was made; one since then refuses the plan."""

    @classmethod
    def _read(cls, raw: dict[str, Any]) -> Step:
        action: Any = raw["action"]
        text: str | None = None
        if isinstance(action, dict):
            action, text = "edit", action["edit"]["text"]
        follows = raw.get("follows") or {}
        return cls(
            Record._read(raw["memory"]),
            action,
            text,
            raw["reason"],
            raw.get("confidence"),
            follows.get("derived"),
            follows.get("copy"),
            raw["guard"],
        )

    def __repr__(self) -> str:
        return f"<Step {self.action} {self.memory.id}>"


@dataclass(frozen=True, slots=True, repr=False)
class Spared(Shape):
    """One memory that a plan considered, and that stays as it is."""

    memory: Record
    """The memory."""
    reason: str
    """Why it stays."""

    def __repr__(self) -> str:
        return f"<Spared {self.memory.id}>"


@dataclass(frozen=True, slots=True, repr=False)
class Unread(Shape):
    """Something that a plan was made without reading, because there was too much of it."""

    _shown: ClassVar[tuple[str, ...]] = ("memory", "read", "bytes")

    memory: str | None
    """The id of the memory; none where it is a part of the request."""
    read: int
    """How many bytes of it were read."""
    bytes: int
    """How many it has."""
    reason: str
    """What that means for the plan."""


@dataclass(frozen=True, slots=True, repr=False)
class ErasedName(Shape):
    """The name of what a purge asks for everything about."""

    _shown: ClassVar[tuple[str, ...]] = ("kept_out",)

    text: str
    """As the request has it."""
    kept_out: bool
    """Whether no new text may have it."""


@dataclass(frozen=True, slots=True, repr=False)
class Change(Shape):
    """One change that was made."""

    _shown: ClassVar[tuple[str, ...]] = ("kind", "id")

    id: str
    """The memory."""
    kind: str
    """What happened, as the log says it."""
    depth_before: float
    """Its depth before."""
    depth_after: float | None
    """Its depth after; none once it is purged."""
    event: int
    """The log's entry for it."""


@dataclass(frozen=True, slots=True, repr=False)
class Outcome(Shape):
    """What a change did."""

    _shown: ClassVar[tuple[str, ...]] = ("changes", "inscribed")

    changes: list[Change]
    """Every change, in order."""
    inscribed: str | None
    """The id of the memory that a supersede wrote."""
    trimmed: list[str] = field(default_factory=list)
    """Ids of memories whose new text lacks what was erased of it."""


@dataclass(frozen=True, slots=True, repr=False)
class Residue(Shape):
    """Erased bytes that are still in a file."""

    _shown: ClassVar[tuple[str, ...]] = ("file", "offset", "what")

    file: str
    """The file: `main`, `wal`, `shm` or `keys`."""
    offset: int
    """Where in it, in bytes."""
    what: str
    """What they are of."""


@dataclass(frozen=True, slots=True, repr=False)
class Receipt(Outcome):
    """What a purge did, and how far the erasure is known to reach. `Memory.receipt` signs it for others to verify."""

    _shown: ClassVar[tuple[str, ...]] = ("id", "assurance")

    id: str = ""
    """The id of the receipt."""
    assurance: Assurance = "logical"
    """`physical`: no erased byte is in the files; `crypto`: nor any key; `compacted`: none in PostgreSQL's tables and
    the mirror; `logical`: not known yet."""
    awaiting: str | None = None
    """What keeps it logical."""
    residue: list[Residue] = field(default_factory=list)
    """Where erased bytes were found all the same."""
    openings: dict[str, str] = field(default_factory=dict, compare=False)
    """For each memory the key of the receipt's commitment, 64 digits of hex. Kept nowhere else: with it its holder
    can show
    which text was erased."""


@dataclass(frozen=True, slots=True, repr=False)
class Annotation(Shape):
    """Another form of something that a text names, as a language model added it."""

    _shown: ClassVar[tuple[str, ...]] = ("kind",)

    kind: str
    """`identifier`, `alias` or `entity`."""
    of: str
    """Words of the text."""
    value: str
    """Their other form."""


@dataclass(frozen=True, slots=True, repr=False)
class Event(Shape):
    """One entry of the append-only log. It commits to content by keyed digest and never holds it."""

    _shown: ClassVar[tuple[str, ...]] = ("seq", "kind", "memory")

    seq: int
    """Its place in the log of the whole store."""
    memory: str
    """The id of the memory it is about; for a receipt, the receipt's."""
    kind: str
    """What happened."""
    at: datetime
    """When."""
    actor: str
    """Who did it, as the caller named itself."""
    depth_before: float | None
    """The depth before; none for an inscribe."""
    depth_after: float | None
    """The depth after; none for a purge."""
    digest: str
    """Commits to the memory's text; for a receipt, the SHA-256 of its body."""
    related: str | None
    """For a supersede, the id of the memory that took its place."""
    planner: str | None
    """Who chose the memory: a planner's name, or `id` where it was named."""
    imported: datetime | None
    """When the entry came in by import."""
    note: str | None
    """Why, where the caller had to say."""


@dataclass(frozen=True, slots=True, repr=False)
class HistoryEntry(Event):
    """One event with the text that the memory had after it."""

    text: str | None
    """The memory's text after the event; none once it is erased."""
    annotations: list[Annotation]
    """What a language model added to that text when it was written."""


@dataclass(frozen=True, slots=True, repr=False)
class History(Shape):
    """The history of a memory."""

    id: str
    """The memory."""
    events: list[HistoryEntry]
    """Its events with the text after each, oldest first."""
    annotations: list[Annotation]
    """What a language model added to its text as it is now."""


@dataclass(frozen=True, slots=True, repr=False)
class Successor(Shape):
    """A memory that took another's place."""

    id: str
    """The memory."""
    at: datetime
    """When it took the place."""


@dataclass(frozen=True, slots=True, repr=False)
class Link(Record):
    """One link of a chain of memories."""

    superseded_by: list[Successor]
    """What took its place; empty at the end of the chain."""


@dataclass(frozen=True, slots=True, repr=False)
class Blame(Shape):
    """A chain of memories that took each other's place."""

    id: str
    """The memory asked about."""
    memories: list[Link]
    """Every memory linked to it by supersession, and itself, oldest first."""


@dataclass(frozen=True, slots=True, repr=False)
class Stats(Shape):
    """What a scope holds, and what the store is."""

    _shown: ClassVar[tuple[str, ...]] = ("scope", "live", "events")

    scope: str
    """The scope."""
    live: int
    """Memories in recall, pinned ones left out."""
    pinned: int
    """In recall and pinned."""
    expired: int
    """Out of recall by expiry."""
    released: int
    """Out of recall by release."""
    superseded: int
    """Out of recall by supersede."""
    quarantined: int
    """Out of recall because it says again what was erased."""
    unreadable: int
    """Sealed under a key that is gone."""
    events: int
    """Entries of the scope's log, of purged memories too."""
    bytes: int
    """What the whole store's main file takes, in bytes."""
    embedder: str
    """The embedder that the store records."""
    dimension: int
    """The components of its vectors; 0 for none."""


@dataclass(frozen=True, slots=True, repr=False)
class ScopeHolds(Shape):
    """How much a scope holds."""

    _shown: ClassVar[tuple[str, ...]] = ("scope", "live", "memories")

    scope: str
    """The scope."""
    live: int
    """Memories in recall."""
    memories: int
    """All that it has, in recall or out of it."""


@dataclass(frozen=True, slots=True, repr=False)
class Skipped(Shape):
    """A memory that was not imported."""

    _shown: ClassVar[tuple[str, ...]] = ("id", "reason")

    id: str
    """The memory."""
    reason: str
    """Why."""


@dataclass(frozen=True, slots=True, repr=False)
class Imported(Shape):
    """What an import did."""

    _shown: ClassVar[tuple[str, ...]] = ("imported",)

    imported: int
    """The memories written."""
    skipped: list[Skipped]
    """The memories left out, in the order of the file."""
    trimmed: list[str] = field(default_factory=list)
    """Ids of memories that were written without what was erased of them."""
    cleared: list[str] = field(default_factory=list)
    """Ids of memories that were written without an actor, a planner, a note or annotations of the file."""


@dataclass(frozen=True, slots=True, repr=False)
class Left(Shape):
    """An entry of another system's file that was not imported."""

    _shown: ClassVar[tuple[str, ...]] = ("reason",)

    entry: str
    """By which its system knows it, or where it stands in the file."""
    reason: LeftReason
    """Why."""


@dataclass(frozen=True, slots=True, repr=False)
class ImportedFrom(Shape):
    """What an import from another system did."""

    _shown: ClassVar[tuple[str, ...]] = ("imported",)

    imported: int
    """The memories written."""
    left: list[Left]
    """The entries left out, in the order of the file."""
    trimmed: list[str] = field(default_factory=list)
    """Ids of memories that were written without what was erased of them."""


@dataclass(frozen=True, slots=True, repr=False)
class Reembedded(Shape):
    """What was rebuilt."""

    _shown: ClassVar[tuple[str, ...]] = ("embedder", "dimension", "texts")

    embedder: str
    """The embedder that the store records now."""
    dimension: int
    """The components of its vectors; 0 for none."""
    texts: int
    """The texts embedded, earlier versions too; 0 where no vectors are made."""


@dataclass(frozen=True, slots=True, repr=False)
class BackedUp(Shape):
    """A backup that was made."""

    _shown: ClassVar[tuple[str, ...]] = ("at", "bytes")

    at: datetime
    """When."""
    expires: datetime | None
    """Until when it is kept."""
    events: int
    """The events of its log."""
    bytes: int
    """What the file takes, in bytes."""


@dataclass(frozen=True, slots=True, repr=False)
class Restored(Shape):
    """What a restore of a backup did."""

    _shown: ClassVar[tuple[str, ...]] = ("known", "erased", "redacted")

    events: int
    """The events of the backup's log."""
    origin_before: str
    """The name of the log in the backup."""
    origin: str
    """The name under which the restored store's log goes on."""
    known: str
    """What is known of the erasures since: `log`, `receipts`, `keys` or `nothing`."""
    erased: int
    """Memories of the backup that were erased again."""
    redacted: int
    """Memories of the backup that lost a part again."""
    tombstones: int
    """Tombstones taken over from the current store."""
    receipts_unused: list[str]
    """Ids of receipts given that ask for nothing."""
    receipts: list[str]
    """Ids of the receipts of what was erased again."""
    aside: str | None
    """Where the store is now whose place was taken."""
    keys_left: bool
    """Whether the key file may still hold keys of what was erased."""


@dataclass(frozen=True, slots=True, repr=False)
class Finding(Shape):
    """Something that does not agree with the rest."""

    _shown: ClassVar[tuple[str, ...]] = ("scope", "problem")

    scope: str | None
    """The scope, where it concerns one."""
    problem: str
    """What is wrong; names ids, never texts."""


@dataclass(frozen=True, slots=True, repr=False)
class Checked(Shape):
    """What a check found."""

    _shown: ClassVar[tuple[str, ...]] = ("sound", "memories", "events")

    sound: bool
    """Whether there are no findings."""
    scopes: int
    """Scopes looked at."""
    memories: int
    """Memories looked at."""
    versions: int
    """Versions of texts looked at."""
    events: int
    """Events looked at."""
    findings: list[Finding]
    """What does not agree."""


@dataclass(frozen=True, slots=True, repr=False)
class Scrubbed(Shape):
    """What finishing erasures did, as one scope may know it."""

    _shown: ClassVar[tuple[str, ...]] = ("rebuilt", "busy")

    issued: list[str]
    """Of the scope: ids of physical (in an encrypted store, crypto) receipts that were issued."""
    waiting: list[str]
    """Of the scope: ids of logical receipts that still wait for another process."""
    residue: list[str]
    """Of the scope: ids of logical receipts of erasures of which something is, or may be, in the files."""
    foreign: list[str]
    """What the file has that no store has and that is in the way of a receipt."""
    rebuilt: bool
    """Whether the file was written anew."""
    keys: int
    """Keys of no memory that were erased from the key file of an encrypted store."""
    busy: bool
    """Whether something may be left, because another process reads an older state."""
    issued_elsewhere: int
    """How many receipts of other scopes were issued."""
    waiting_elsewhere: int
    """How many of other scopes wait."""
    residue_elsewhere: int
    """Of how many of other scopes something was found."""


@dataclass(frozen=True, slots=True, repr=False)
class Issued(Shape):
    """A receipt that was issued, in short."""

    _shown: ClassVar[tuple[str, ...]] = ("id", "assurance", "erased", "edited")

    id: str
    """The receipt."""
    at: datetime
    """When it was written."""
    assurance: Assurance
    """How far the erasure is known to reach."""
    erased: int
    """Memories that are gone whole."""
    edited: int
    """Memories that lost a part."""
    completes: str | None
    """The id of the logical receipt of the same erasure."""


@dataclass(frozen=True, slots=True, repr=False)
class ReceiptCheck(Shape):
    """One check of a receipt."""

    _shown: ClassVar[tuple[str, ...]] = ("name", "outcome")

    name: str
    """Which."""
    outcome: Literal["passed", "failed", "skipped"]
    """What came of it."""
    reason: str | None
    """Why it failed or was skipped."""
    sentence: str
    """What it shows when it passes."""


@dataclass(frozen=True, slots=True, repr=False)
class Agreement(Shape):
    """One thing in which receipt and store agree or not."""

    _shown: ClassVar[tuple[str, ...]] = ("name", "agrees")

    name: str
    """`log`, `tree`, `events`, `entry` or `gone`."""
    agrees: bool
    """Whether they agree."""
    sentence: str
    """What that means."""


@dataclass(frozen=True, slots=True, repr=False)
class Verified(Shape):
    """What verifying a receipt found."""

    _shown: ClassVar[tuple[str, ...]] = ("holds",)

    holds: bool
    """Whether every check passed that had to."""
    checks: list[ReceiptCheck]
    """The eight checks of docs/receipt.md, then `store`."""
    store: list[Agreement] | None
    """What the comparison with the store showed, where it was made."""


@dataclass(frozen=True, slots=True, repr=False)
class Keys(Shape):
    """The public keys that receipts are verified with."""

    _shown: ClassVar[tuple[str, ...]] = ("file",)

    file: str
    """Where the private key lies."""
    log: str | None
    """The log under whose name the keys are shown."""
    keys: list[str]
    """The public keys, the current one first."""

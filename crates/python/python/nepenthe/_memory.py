"""The memory of one scope, and what needs no open one."""

from __future__ import annotations

import builtins
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from io import BytesIO
from types import TracebackType
from typing import IO, Any, Literal, NoReturn

from nepenthe import _native
from nepenthe._json import NewMemory, Opening, Returning, dumps, flag, loads, mapping, new_memory, target, time, written
from nepenthe._plan import Plan, PurgePlan, outcome, planned
from nepenthe._records import (
    BackedUp,
    Blame,
    Checked,
    Event,
    History,
    Hit,
    Imported,
    ImportedFrom,
    Issued,
    Keys,
    Outcome,
    Page,
    Receipt,
    Record,
    Reembedded,
    Restored,
    ScopeHolds,
    Scrubbed,
    Stats,
    Verified,
)
from nepenthe.errors import FileExistsError, PlanUnsureError

StrPath = str | os.PathLike[str]
"""A path of the file system."""

Include = Literal["live", "submerged", "all"]
"""Which memories are shown: those in recall; those and what was released or superseded; every one."""

Mode = Literal["create", "existing", "read"]
"""How a store is opened: made where there is none; only if it exists; to read alone."""

Embedder = Literal["minilm", "none", "openai"]
"""What makes the vectors: all-MiniLM-L6-v2 in this process; nothing, words alone; an OpenAI-compatible endpoint.
"""

Right = Literal["read", "write", "forget", "admin", "audit", "scopes"]
"""What a caller may do."""

System = Literal["mem0", "langgraph", "letta", "zep", "chatgpt-export"]
"""The memory systems whose files are imported."""

Basis = Literal[
    "none",
    "consent-withdrawn",
    "no-longer-needed",
    "objection",
    "unlawful",
    "legal-obligation",
    "child",
    "ccpa-request",
    "retention-expired",
    "security",
]
"""The legal basis of an erasure, which the receipt says."""


class Memory:
    """The memory of one scope of an open store. `nepenthe.open` opens one.

    Calls from several threads go on side by side. After a fork the child opens the store again; the handle of the
    parent raises `ForkedError` there. It is never pickled. Each change says who made it in the log, by the name
    given to `open`.

    Every method raises `ClosedError` once the memory is closed, `RightMissingError` where it was opened without the
    right, and the errors of the storage (`StorageBusyError`, `DiskFullError`, `ReadOnlyError`, `DamagedError`, …).
    """

    __slots__ = ("__weakref__", "_handle", "_path", "_scope")

    def __init__(self, handle: _native.Handle, path: str) -> None:
        """Takes an open handle; `nepenthe.open` makes one."""
        self._handle = handle
        self._path = path
        self._scope = handle.scope

    @property
    def path(self) -> str:
        """The file of the store."""
        return self._path

    @property
    def scope(self) -> str:
        """The path of the scope."""
        return self._scope

    @property
    def closed(self) -> bool:
        """Whether it is closed."""
        return self._handle.closed

    def with_scope(self, scope: str) -> Memory:
        """Returns the memory of another scope of the same open store, which is closed for itself.

        Raises:
            BadScopeError: the path is none that a scope can have.

        >>> memory.with_scope("acme/bob").scope
        'acme/bob'
        """
        return Memory(self._handle.with_scope(scope), self._path)

    def close(self) -> None:
        """Closes it, as often as you like. Calls under way go on; the file is closed with the last of its memories."""
        self._handle.close()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Memory {self._path!r} scope={self._scope!r}{' closed' if self.closed else ''}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"an open memory cannot be pickled or copied: call nepenthe.open({self._path!r}, …) over there")

    def _check(self) -> None:
        """Raises if it is closed, or of another process."""
        _ = self._handle.scope

    def _call(self, operation: str, **given: Any) -> Any:
        return loads(self._handle.call(operation, dumps(given)))

    def _plan(self, operation: str, **given: Any) -> Plan:
        return planned(self._handle.plan(operation, dumps(given)))

    def _made(self, operation: str, **given: Any) -> Outcome:
        """Plans a change, and makes it where the plan is sure or nobody's words are in it."""
        native = self._handle.plan(operation, dumps(given))
        try:
            return outcome(*native.apply(False))
        except PlanUnsureError as error:
            error.plan = planned(native)
            raise

    # Writing and reading.

    def inscribe(
        self,
        text: str,
        *,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expires: datetime | None = None,
        derived_from: Iterable[str] = (),
        returning: Returning = "refuse",
    ) -> str:
        """Writes one memory; returns its id.

        Args:
            text: not blank, at most 16 MiB in UTF-8, without NUL.
            source: which conversation or document it comes from.
            metadata: a JSON object that is kept beside the text.
            expires: when it leaves recall by itself; aware.
            derived_from: ids of the memories it was made from: a purge of one of them erases it too.
            returning: what is done with a text that says again what was erased.

        Raises:
            BadTextError: the text, or what stands beside it, cannot be stored.
            RefusedErasedError: it says again what was erased.

        >>> id = memory.inscribe("Alice works at Initech.", metadata={"line": 4})
        >>> memory.get(id).metadata
        {'line': 4}
        """
        return self._inscribe([written(text, source, metadata, expires, derived_from)], returning)[0]

    def inscribe_all(
        self, memories: Iterable[NewMemory | str], *, returning: Returning = "refuse"
    ) -> builtins.list[str]:
        """Writes memories in one transaction, all or none; returns their ids in order. Raises as `inscribe`.

        >>> len(memory.inscribe_all(["The depot is in Lima.", nepenthe.NewMemory("It opens at 8.", source="sign")]))
        2
        """
        if isinstance(memories, (str, bytes)):
            raise TypeError("memories are several: give a list of one to inscribe_all, or the text to inscribe")
        rows = [new_memory(f"memories[{place}]", one) for place, one in enumerate(memories)]
        if not rows:
            return []
        return self._inscribe(rows, returning)

    def _inscribe(self, rows: builtins.list[dict[str, Any]], returning: Returning) -> builtins.list[str]:
        return self._handle.inscribe(dumps({"memories": rows, "returning": returning}))

    def recall(
        self,
        query: str,
        k: int = 5,
        *,
        mode: Literal["hybrid", "lexical", "vector"] = "hybrid",
        as_of: datetime | None = None,
        include: Include = "live",
        rerank: bool = False,
        min_score: float | None = None,
    ) -> builtins.list[Hit]:
        """Finds the memories that answer a query, at most `k`, best first. Writes nothing.

        Args:
            query: every character of it is text: there are no operators.
            k: at most this many.
            mode: words and vectors together, words alone (BM25), or vectors alone.
            as_of: as of this past time (aware), except for what was purged since.
            include: which memories are looked at.
            rerank: whether the relevance model reads the first thirty hits and ranks them anew.
            min_score: the least score of a hit; the unit is the mode's, see `Hit.score`.

        Raises:
            BadRequestError: the query is blank.
            NoVectorsError: vectors alone were asked for, and the store has none.

        >>> id = memory.inscribe("Alice works at Initech.")
        >>> [hit.text for hit in memory.recall("Where does Alice work?")]
        ['Alice works at Initech.']
        """
        given: dict[str, Any] = {"query": query, "k": k}
        if mode != "hybrid":
            given["mode"] = mode
        if as_of is not None:
            given["as_of"] = time("as_of", as_of)
        if include != "live":
            given["include"] = include
        if flag("rerank", rerank):
            given["rerank"] = True
        if min_score is not None:
            given["min_score"] = min_score
        return [Hit._read(hit) for hit in self._handle.recall(dumps(given))]

    def count_recalls(self) -> None:
        """Writes now how often memories were recalled, in every scope; the next write and `close` do so too."""
        self._call("count")

    def get(self, id: str) -> Record:
        """Reads one memory, in recall or out of it.

        Raises:
            NotFoundError: no memory of this id is in the scope.
            BadRequestError: the text is no id.
        """
        return Record._read(self._call("get", id=id))

    def list(self, include: Include = "live") -> builtins.list[Record]:
        """Reads the memories of the scope, oldest first.

        >>> ids = memory.inscribe_all(["one", "two"])
        >>> [record.text for record in memory.list()]
        ['one', 'two']
        """
        return [Record._read(one) for one in self._call("list", include=include)["memories"]]

    def count(self, include: Include = "live") -> int:
        """Counts the memories of the scope: as many as `list` reads, without reading them.

        >>> id = memory.inscribe("one")
        >>> memory.count()
        1
        """
        held = self.stats()
        count = held.live + held.pinned
        if include != "live":
            count += held.released + held.superseded + held.quarantined
        return count if include != "all" else count + held.expired + held.unreadable

    def page(self, after: int = 0, limit: int = 100, *, include: Include = "live") -> Page:
        """Reads at most `limit` memories of the scope, oldest first.

        Args:
            after: 0, or `next` of the page before.
            limit: at most this many.
            include: which memories are read.
        """
        return Page._read(self._call("page", after=after, limit=limit, include=include))

    def history(self, id: str) -> History:
        """Tells what happened to one memory, oldest first; a purged one too, without its text.

        Raises:
            NotFoundError: no memory of this id was ever in the scope.
        """
        return History._read(self._call("history", id=id))

    def blame(self, id_or_words: str) -> Blame:
        """Follows the chain of memories that took each other's place: of an id, or of the best hit of words.

        Raises:
            NothingMatchedError: the words match nothing.

        >>> old = memory.inscribe("Alice works at Initech.")
        >>> new = memory.supersede(ids=old, new="Alice works at Globex.").inscribed
        >>> [link.id for link in memory.blame(old).memories] == [old, new]
        True
        """
        return Blame._read(self._call("blame", text=id_or_words))

    def log(
        self,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        after: int = 0,
        limit: int | None = None,
    ) -> builtins.list[Event]:
        """Reads the events of the scope, oldest first.

        Args:
            since: from this time on; aware.
            until: up to this time; aware.
            after: only events after this place in the log.
            limit: at most this many.
        """
        given = self._call("log", since=time("since", since), until=time("until", until), after=after, limit=limit)
        return [Event._read(event) for event in given["events"]]

    def stats(self) -> Stats:
        """Counts the scope's memories and events."""
        return Stats._read(self._call("stats"))

    def scopes(self, pattern: str = "**") -> builtins.list[ScopeHolds]:
        """Lists the scopes of the store that were ever written to, and how much each holds, in the order of their
        paths.

        Args:
            pattern: a scope, one with all below it (`acme/**`), or all of them (`**`).

        >>> id = memory.with_scope("acme/bob").inscribe("one")
        >>> [(holds.scope, holds.live) for holds in memory.scopes("acme/**")]
        [('acme/bob', 1)]
        """
        return [ScopeHolds._read(one) for one in self._call("scopes", scopes=pattern)["scopes"]]

    # Changes: each is planned first.

    def supersede(
        self,
        words: str | None = None,
        *,
        new: str | NewMemory,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        returning: Returning = "refuse",
        min_confidence: float | None = None,
    ) -> Outcome:
        """Puts a new memory in the place of what is believed no longer; the history keeps that.

        Args:
            words: the memories are those that the planner finds these words to mean.
            ids: exactly these, one or several.
            everything: every memory of the scope.
            before: every one that was inscribed before this time; aware.
            new: what is believed now.
            returning: what is done with a text that says again what was erased.
            min_confidence: how sure a plan in words must be, 0 to 1, to be made on the words alone; by
                default the usual.

        Raises:
            RefusedErasedError: a text says again what was erased.
            PlanUnsureError: the words left the plan unsure, and nothing was changed; `.plan` is what would
                have been done.
            NothingMatchedError, ScopeEmptyError: nothing matched.
            NotFoundError: no memory of an id is in the scope.

        >>> old = memory.inscribe("Alice works at Initech.")
        >>> outcome = memory.supersede(ids=old, new="Alice works at Globex.")
        >>> memory.get(old).state, memory.get(outcome.inscribed).text
        ('superseded', 'Alice works at Globex.')
        """
        return self._made(
            "supersede",
            target=target(words, ids, everything, before),
            new=new_memory("new", new),
            returning=returning,
            min_confidence=min_confidence,
        )

    def plan_supersede(
        self,
        words: str | None = None,
        *,
        new: str | NewMemory,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        returning: Returning = "refuse",
        min_confidence: float | None = None,
    ) -> Plan:
        """Plans `supersede`, which takes the same; changes nothing. Raises as `supersede`, but for plans that are
        unsure or empty.
        """
        return self._plan(
            "supersede",
            target=target(words, ids, everything, before),
            new=new_memory("new", new),
            returning=returning,
            min_confidence=min_confidence,
        )

    def set_expiry(self, id: str, expires: datetime | None) -> Outcome:
        """Changes when a memory leaves recall by itself: one that says the same, with this end, takes its place.

        Args:
            id: the memory; that of `Outcome.inscribed` takes its place, made from it, and pinned if it was.
            expires: when; aware. None for never.

        Raises:
            NotFoundError: no memory of this id is in the scope.
            NothingMatchedError: it is out of recall.

        >>> from datetime import datetime, timezone
        >>> id = memory.inscribe("The kiln is hired.", expires=datetime(2100, 1, 1, tzinfo=timezone.utc))
        >>> outcome = memory.set_expiry(id, None)
        >>> memory.get(outcome.inscribed).expires is None
        True
        """
        record = self.get(id)
        new = NewMemory(record.text, record.source, record.metadata, expires, [id])
        outcome = self.supersede(ids=id, new=new)
        if record.state == "pinned" and outcome.inscribed is not None:
            self.pin(ids=outcome.inscribed)
        return outcome

    def release(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Outcome:
        """Takes memories out of recall; `restore` brings them back.

        Args:
            words: the memories are those that the planner finds these words to mean.
            ids: exactly these, one or several.
            everything: every memory of the scope.
            before: every one that was inscribed before this time; aware.
            min_confidence: how sure a plan in words must be, 0 to 1, to be made on the words alone; by
                default the usual.

        Raises:
            PlanUnsureError: the words left the plan unsure, and nothing was changed; `.plan` is what would
                have been done.
            NothingMatchedError, ScopeEmptyError: nothing matched.
            NotFoundError: no memory of an id is in the scope.

        >>> id = memory.inscribe("Alice works at Initech.")
        >>> outcome = memory.release(ids=id)
        >>> memory.recall("Alice")
        []
        """
        return self._made("release", target=target(words, ids, everything, before), min_confidence=min_confidence)

    def plan_release(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Plan:
        """Plans `release`, which takes the same; changes nothing. Raises as `release`, but for plans that are
        unsure or empty.
        """
        return self._plan("release", target=target(words, ids, everything, before), min_confidence=min_confidence)

    def restore(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        returning: Returning = "refuse",
    ) -> Outcome:
        """Brings released or superseded memories back into recall. What was purged does not come back.

        Args:
            words: the memories are those that the planner finds these words to mean.
            ids: exactly these, one or several.
            everything: every memory of the scope.
            before: every one that was inscribed before this time; aware.
            returning: what is done with a text that says again what was erased.

        Raises:
            RefusedErasedError: a text says again what was erased.
            NothingMatchedError, ScopeEmptyError: nothing matched.
            NotFoundError: no memory of an id is in the scope.
        """
        return self._made("restore", target=target(words, ids, everything, before), returning=returning)

    def plan_restore(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        returning: Returning = "refuse",
    ) -> Plan:
        """Plans `restore`, which takes the same; changes nothing. Raises as `restore`, but for plans that are
        unsure or empty.
        """
        return self._plan("restore", target=target(words, ids, everything, before), returning=returning)

    def edit(
        self,
        words: str | None = None,
        *,
        text: str,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        returning: Returning = "refuse",
        min_confidence: float | None = None,
    ) -> Outcome:
        """Replaces the text of one memory; the history keeps the earlier one.

        Args:
            words: the memories are those that the planner finds these words to mean.
            ids: exactly these, one or several.
            everything: every memory of the scope.
            before: every one that was inscribed before this time; aware.
            text: the text that it is to have.
            returning: what is done with a text that says again what was erased.
            min_confidence: how sure a plan in words must be, 0 to 1, to be made on the words alone; by
                default the usual.

        Raises:
            RefusedErasedError: a text says again what was erased.
            PlanUnsureError: the words left the plan unsure, and nothing was changed; `.plan` is what would
                have been done.
            NothingMatchedError, ScopeEmptyError: nothing matched.
            NotFoundError: no memory of an id is in the scope.

        >>> id = memory.inscribe("The depot is in Lima.")
        >>> outcome = memory.edit(ids=id, text="The depot is in Quito.")
        >>> [entry.text for entry in memory.history(id).events]
        ['The depot is in Lima.', 'The depot is in Quito.']
        """
        return self._made(
            "edit",
            target=target(words, ids, everything, before),
            text=text,
            returning=returning,
            min_confidence=min_confidence,
        )

    def plan_edit(
        self,
        words: str | None = None,
        *,
        text: str,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        returning: Returning = "refuse",
        min_confidence: float | None = None,
    ) -> Plan:
        """Plans `edit`, which takes the same; changes nothing. Raises as `edit`, but for plans that are unsure or
        empty.
        """
        return self._plan(
            "edit",
            target=target(words, ids, everything, before),
            text=text,
            returning=returning,
            min_confidence=min_confidence,
        )

    def pin(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Outcome:
        """Makes memories immune to decay.

        Args:
            words: the memories are those that the planner finds these words to mean.
            ids: exactly these, one or several.
            everything: every memory of the scope.
            before: every one that was inscribed before this time; aware.
            min_confidence: how sure a plan in words must be, 0 to 1, to be made on the words alone; by
                default the usual.

        Raises:
            PlanUnsureError: the words left the plan unsure, and nothing was changed; `.plan` is what would
                have been done.
            NothingMatchedError, ScopeEmptyError: nothing matched.
            NotFoundError: no memory of an id is in the scope.
        """
        return self._made("pin", target=target(words, ids, everything, before), min_confidence=min_confidence)

    def plan_pin(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Plan:
        """Plans `pin`, which takes the same; changes nothing. Raises as `pin`, but for plans that are unsure or
        empty.
        """
        return self._plan("pin", target=target(words, ids, everything, before), min_confidence=min_confidence)

    def unpin(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Outcome:
        """Takes immunity to decay away.

        Args:
            words: the memories are those that the planner finds these words to mean.
            ids: exactly these, one or several.
            everything: every memory of the scope.
            before: every one that was inscribed before this time; aware.
            min_confidence: how sure a plan in words must be, 0 to 1, to be made on the words alone; by
                default the usual.

        Raises:
            PlanUnsureError: the words left the plan unsure, and nothing was changed; `.plan` is what would
                have been done.
            NothingMatchedError, ScopeEmptyError: nothing matched.
            NotFoundError: no memory of an id is in the scope.
        """
        return self._made("unpin", target=target(words, ids, everything, before), min_confidence=min_confidence)

    def plan_unpin(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Plan:
        """Plans `unpin`, which takes the same; changes nothing. Raises as `unpin`, but for plans that are unsure or
        empty.
        """
        return self._plan("unpin", target=target(words, ids, everything, before), min_confidence=min_confidence)

    def decay(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Outcome:
        """Halves the depth of memories that are not pinned: of the whole scope, if none are named.

        Args:
            words: the memories are those that the planner finds these words to mean.
            ids: exactly these, one or several.
            everything: every memory of the scope.
            before: every one that was inscribed before this time; aware.
            min_confidence: how sure a plan in words must be, 0 to 1, to be made on the words alone; by
                default the usual.

        Raises:
            PlanUnsureError: the words left the plan unsure, and nothing was changed; `.plan` is what would
                have been done.
            NothingMatchedError, ScopeEmptyError: nothing matched.
            NotFoundError: no memory of an id is in the scope.
        """
        return self._made("decay", target=_or_all(words, ids, everything, before), min_confidence=min_confidence)

    def plan_decay(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Plan:
        """Plans `decay`, which takes the same; changes nothing. Raises as `decay`, but for plans that are unsure or
        empty.
        """
        return self._plan("decay", target=_or_all(words, ids, everything, before), min_confidence=min_confidence)

    def consolidate(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        tau: timedelta | None = None,
        promote_accesses: int | None = None,
        promote_depth: float | None = None,
    ) -> Outcome:
        """Lets memories sink by age, and lifts those often recalled: of the whole scope, if none are named.

        Args:
            words: the memories are those that the planner finds these words to mean.
            ids: exactly these, one or several.
            everything: every memory of the scope.
            before: every one that was inscribed before this time; aware.
            tau: the time in which the depth of a memory never recalled sinks to 1/e.
            promote_accesses: how many recalls lift a memory above the surface.
            promote_depth: how deep a memory may have sunk and still be lifted.

        Raises:
            NothingMatchedError, ScopeEmptyError: nothing matched.
            NotFoundError: no memory of an id is in the scope.
        """
        return self._made(
            "consolidate",
            target=_or_all(words, ids, everything, before),
            consolidation=_consolidation(tau, promote_accesses, promote_depth),
        )

    def plan_consolidate(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        tau: timedelta | None = None,
        promote_accesses: int | None = None,
        promote_depth: float | None = None,
    ) -> Plan:
        """Plans `consolidate`, which takes the same; changes nothing. Raises as `consolidate`, but for plans that
        are unsure or empty.
        """
        return self._plan(
            "consolidate",
            target=_or_all(words, ids, everything, before),
            consolidation=_consolidation(tau, promote_accesses, promote_depth),
        )

    def plan_purge(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        rederive: Mapping[str, str] | None = None,
        keep_name_out: bool = False,
        basis: Basis = "none",
        request: str | None = None,
        min_confidence: float | None = None,
    ) -> PurgePlan:
        """Plans an erasure, to be looked at; `PurgePlan.apply` erases. Changes nothing.

        Args:
            words: the memories are those that the planner finds these words to mean.
            ids: exactly these, one or several.
            everything: every memory of the scope.
            before: every one that was inscribed before this time; aware.
            rederive: texts by the ids of memories that would go only because they were made from one that
                is erased: they
                are kept with this text.
            keep_name_out: refuse from now on every text with the name of whom or what everything is purged
                about.
            basis: the legal basis, which the receipt says.
            request: your number of the request, such as T-1192, which the receipt says; not one of what is
                erased.
            min_confidence: how sure a plan in words must be, 0 to 1, to be sure; by default 0.95.

        Raises:
            NotFoundError: no memory of an id is in the scope.
            OrderKeepsError, OrderAsksError, OrderConditionalError, OrderUnnamedError: the words order no
                erasure.

        >>> ids = memory.inscribe_all(["Sam Roe likes tea.", "Sam Poe likes tea."])
        >>> plan = memory.plan_purge("everything about Sam Roe")
        >>> [step.memory.text for step in plan.steps], plan.sure
        (['Sam Roe likes tea.'], True)
        """
        plan = self._plan(
            "purge",
            **_purge(words, ids, everything, before, rederive, keep_name_out, basis, request, min_confidence),
        )
        assert isinstance(plan, PurgePlan)
        return plan

    def purge_now(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        rederive: Mapping[str, str] | None = None,
        keep_name_out: bool = False,
        basis: Basis = "none",
        request: str | None = None,
        min_confidence: float | None = None,
    ) -> Receipt:
        """Erases memories for good, in one call: plans as `plan_purge`, and applies a plan that is sure. Nothing
        takes it back.

        Raises:
            PlanUnsureError: the words left it unsure, and nothing was changed; `.plan` is what would have
                been done.
            NothingMatchedError, ScopeEmptyError: nothing matched.
            NotFoundError: no memory of an id is in the scope.

        >>> id = memory.inscribe("The key of the depot is sk-4242.")
        >>> memory.purge_now("sk-4242").changes[0].kind
        'purge'
        """
        made = self._made(
            "purge",
            **_purge(words, ids, everything, before, rederive, keep_name_out, basis, request, min_confidence),
        )
        assert isinstance(made, Receipt)
        return made

    def apply_plan(self, saved: str) -> Outcome:
        """Carries out a plan that `Plan.save` returned, exactly it or nothing; of a purge, returns the `Receipt`.

        Raises:
            PlanAlteredError: it is not as it was made.
            PlanExpiredError: it is older than a day.
            PlanChangedError, OtherScopeError, OtherStoreError: it fits no longer, or not here.
        """
        return outcome(*self._handle.apply_plan(saved))

    def scrub(self, *, rebuild: bool = False) -> Scrubbed:
        """Finishes erasures that could not be finished when they were made; `rebuild` writes the whole file anew."""
        return Scrubbed._read(self._call("scrub", rebuild=rebuild))

    # Evidence.

    def receipts(self, *, all_scopes: bool = False) -> builtins.list[Issued]:
        """Lists the receipts of the scope's erasures, or of every scope's, oldest first."""
        operation = "all_receipts" if flag("all_scopes", all_scopes) else "receipts"
        return [Issued._read(one) for one in self._call(operation)["receipts"]]

    def receipt(self, id: str, *, all_scopes: bool = False) -> str:
        """Signs a receipt with the key of `open`; anybody can verify the text offline.

        Raises:
            ReceiptNotFoundError: no receipt of this id is there.
            KeyMissingError: there is no key; `nepenthe.new_key` makes one.
        """
        return str(loads(self._handle.receipt(dumps({"id": id}), all_scopes))["receipt"])

    def public_keys(self) -> builtins.list[str]:
        """Returns the public keys that this store's receipts are verified with, the current one first.

        Raises:
            KeyMissingError: there is no key.
        """
        return self._handle.public_keys()

    def verify(self, receipt: str, *, keys: Iterable[str] | None = None) -> Verified:
        """Verifies a receipt, and compares it with this store. That it does not hold is no error.

        Args:
            receipt: the text that `receipt` returns.
            keys: the public keys that are trusted; by default those of `public_keys`.

        >>> key = nepenthe.new_key("agent.key")
        >>> id = memory.inscribe("The key of the depot is sk-4242.")
        >>> receipt = memory.receipt(memory.purge_now(ids=id).id)
        >>> memory.verify(receipt).holds
        True
        """
        trusted = self.public_keys() if keys is None else list(keys)
        given = dumps({"receipt": receipt, "keys": trusted})
        return Verified._read(loads(_native.verify(given, self._handle, self._path)))

    def checkpoint(self) -> str:
        """Signs the state of the log: how many events it has, and the root of their tree."""
        return str(loads(self._handle.checkpoint())["checkpoint"])

    def check(self, *, deep: bool = False, checkpoint: str | None = None) -> Checked:
        """Checks the whole store, every scope. Writes nothing. What does not agree is no error, but a finding.

        Args:
            deep: look also for rows that belong to nothing, and settings that would keep erased bytes.
            checkpoint: a signed checkpoint of the log, which must still begin with the same events.

        >>> memory.check().sound
        True
        """
        return Checked._read(self._call("check", deep=deep, checkpoint=checkpoint))

    # Copies.

    def export(self, file: StrPath | IO[bytes]) -> int:
        """Writes every memory of the scope with its history as JSON lines; returns how many memories.

        Args:
            file: the path of a new file, which its owner alone can read, or a file object that takes bytes.

        Raises:
            errors.FileExistsError: there is a file at the path.
            OSError: the file cannot be made or written.

        >>> id = memory.inscribe("one")
        >>> memory.export("alice.jsonl")
        1
        """
        if not isinstance(file, (str, os.PathLike)):
            return int(loads(self._handle.export(file))["exported"])
        with _new_file(file) as out:
            return int(loads(self._handle.export(out))["exported"])

    def import_(self, file: StrPath | IO[bytes] | bytes, *, returning: Returning = "refuse") -> Imported:
        """Reads an export into the scope, all or nothing. What is there already is skipped.

        Args:
            file: a path, a file object that gives bytes, or the bytes themselves.
            returning: what is done with a text that says again what was erased.

        Raises:
            BadLineError: a line is not what an export writes.
            ValueError: a str has a line break or begins with `{`: it is what an export wrote, and no path.
        """
        _no_content(file)
        given = dumps({"returning": returning})
        if isinstance(file, bytes):
            return Imported._read(loads(self._handle.import_(BytesIO(file), given)))
        if not isinstance(file, (str, os.PathLike)):
            return Imported._read(loads(self._handle.import_(file, given)))
        with builtins.open(file, "rb") as lines:
            return Imported._read(loads(self._handle.import_(lines, given)))

    def import_from(self, system: System, file: StrPath | bytes, *, returning: Returning = "refuse") -> ImportedFrom:
        """Reads what another memory system wrote into the scope. What was imported before is left as it is.

        LangGraph's namespaces are scopes below this one, each imported whole or not at all; a store that is read into
        the scope of a `nepenthe.langgraph.NepentheStore` is as if that had written it.

        Args:
            system: whose file it is: what `get_all` of Mem0 returns, the file of LangGraph's `SqliteStore`, …
            file: a path, or the bytes themselves.
            returning: what is done with a text that says again what was erased.

        Raises:
            BadLineError: it is no file of that system.
            FileFailedError: it cannot be read.
            ValueError: a str is what stands in a file, and no path.

        >>> report = memory.import_from("mem0", b'[{"id": "m-1", "memory": "Alice likes tea."}]')
        >>> report.imported, memory.recall("tea")[0].text
        (1, 'Alice likes tea.')
        """
        _no_content(file)
        given = dumps({"from": system, "returning": returning})
        if isinstance(file, bytes):
            return ImportedFrom._read(loads(self._handle.import_from(None, file, given)))
        return ImportedFrom._read(loads(self._handle.import_from(os.fspath(file), None, given)))

    def backup(self, file: StrPath, *, expires: datetime | None = None) -> BackedUp:
        """Copies the whole store, every scope, to a new file.

        Args:
            file: the path, where nothing may be.
            expires: until when it is kept, which receipts repeat; aware.

        Raises:
            errors.FileExistsError: there is a file.
        """
        return BackedUp._read(self._call("backup_create", file=os.fspath(file), expires=time("expires", expires)))


def _no_content(file: object) -> None:
    """Refuses what is no path but what stands in a file: an error of the system would show it."""
    if isinstance(file, str) and ("\n" in file or "\r" in file or file.lstrip().startswith(("{", "["))):
        raise ValueError("file is a path: give what stands in a file as bytes")


def _or_all(words: str | None, ids: str | Iterable[str] | None, everything: bool, before: datetime | None) -> object:
    unsaid = words is None and ids is None and before is None
    return target(words, ids, flag("everything", everything) or unsaid, before)


def _consolidation(tau: timedelta | None, accesses: int | None, depth: float | None) -> dict[str, Any]:
    if not (tau is None or isinstance(tau, timedelta)):
        raise TypeError(f"tau is a timedelta, and not of type {type(tau).__name__}")
    given = {"promote_accesses": accesses, "promote_depth": depth}
    given["tau"] = None if tau is None else f"PT{tau.total_seconds():.6f}S"  # type: ignore[assignment]
    return {name: value for name, value in given.items() if value is not None}


def _purge(
    words: str | None,
    ids: str | Iterable[str] | None,
    everything: bool,
    before: datetime | None,
    rederive: Mapping[str, str] | None,
    keep_name_out: bool,
    basis: Basis,
    request: str | None,
    min_confidence: float | None,
) -> dict[str, Any]:
    return {
        "target": target(words, ids, everything, before),
        "rederive": [
            {"id": id, "text": text} for id, text in mapping("rederive", {} if rederive is None else rederive).items()
        ],
        "keep_name_out": keep_name_out,
        "basis": basis,
        "request": request,
        "min_confidence": min_confidence,
    }


@contextmanager
def _new_file(path: StrPath) -> Iterator[IO[bytes]]:
    """A file that must not exist and that its owner alone can read; it goes again if what is done with it fails."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    except builtins.FileExistsError:
        raise FileExistsError(f"{os.fspath(path)} exists") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
    except BaseException:
        os.unlink(path)
        raise


def _opening(
    path: StrPath,
    scope: str = "default",
    *,
    mode: Mode,
    actor: str,
    embedder: Embedder | None,
    model_dir: StrPath | None,
    embed_url: str | None,
    embed_model: str | None,
    embed_dimension: int | None,
    embed_key: str | None,
    master_key: StrPath | None,
    rights: Iterable[Right] | None = None,
    planner: Literal["canonical", "published"] | None = None,
    indexes: Literal["in-memory", "in-file"] | None = None,
    key_file: StrPath | None = None,
) -> Opening:
    environment = os.environ.get
    return {
        "path": path,
        "scope": scope,
        "actor": actor,
        "mode": mode,
        "rights": None if rights is None else list(rights),
        "embedder": embedder,
        "model_dir": model_dir,
        "embed_url": embed_url,
        "embed_model": embed_model,
        "embed_dimension": embed_dimension,
        "embed_key": embed_key or environment("NEPENTHE_EMBED_KEY") or environment("OPENAI_API_KEY"),
        "planner": planner,
        "master_key": master_key,
        "indexes": indexes,
        "key_file": key_file or environment("NEPENTHE_KEY_FILE") or None,
    }


def open(
    path: StrPath,
    scope: str = "default",
    *,
    mode: Mode = "create",
    actor: str = "python",
    rights: Iterable[Right] | None = None,
    embedder: Embedder | None = None,
    model_dir: StrPath | None = None,
    embed_url: str | None = None,
    embed_model: str | None = None,
    embed_dimension: int | None = None,
    embed_key: str | None = None,
    planner: Literal["canonical", "published"] | None = None,
    master_key: StrPath | None = None,
    indexes: Literal["in-memory", "in-file"] | None = None,
    key_file: StrPath | None = None,
) -> Memory:
    """Opens a store, and the memory of one scope in it.

    Nothing is read from the environment but the keys of an endpoint (NEPENTHE_EMBED_KEY, OPENAI_API_KEY), the file
    of the key that signs receipts (NEPENTHE_KEY_FILE), and where the sentence model lies, as the command finds it.

    Args:
        path: the file of the store.
        scope: whose memory it is: a path such as `acme/alice`.
        mode: `create` makes the store where there is none, `existing` does not, `read` only reads.
        actor: who acts, as the log and the receipts name it.
        rights: what may be done with the memory; everything by default.
        embedder: what makes the vectors; by default what the store records, and all-MiniLM-L6-v2 for a new
            one.
        model_dir: the folder with the files of all-MiniLM-L6-v2; then nothing is fetched.
        embed_url: the OpenAI-compatible endpoint for vectors.
        embed_model: its model.
        embed_dimension: the components of its vectors.
        embed_key: its key.
        planner: what chooses the memories that words mean: Nepenthe's own, or the policy of the paper's
            reference store.
        master_key: the file of the master key of an encrypted store; a store that is made is encrypted then.
        indexes: where an encrypted store has its indexes.
        key_file: the file of the key that signs receipts; by default that of the command.

    Raises:
        NoStoreError, CannotOpenError, NotAStoreError, NewerFormatError: there is no store that can be opened.
        EmbedderMismatchError, ModelMissingError, BadSettingError: it cannot be opened as asked.
        EncryptedError, NotEncryptedError, WrongMasterKeyError, NoKeyFileError: the key does not fit.
        BadScopeError: the path is none that a scope can have.

    >>> with nepenthe.open("agent.db", scope="acme/alice", embedder="none") as memory:
    ...     id = memory.inscribe("Alice works at Initech.")
    ...     [hit.text for hit in memory.recall("Where does Alice work?")]
    ['Alice works at Initech.']
    """
    opening = _opening(
        path,
        scope,
        mode=mode,
        actor=actor,
        rights=rights,
        embedder=embedder,
        model_dir=model_dir,
        embed_url=embed_url,
        embed_model=embed_model,
        embed_dimension=embed_dimension,
        embed_key=embed_key,
        planner=planner,
        master_key=master_key,
        indexes=indexes,
        key_file=key_file,
    )
    return Memory(_native.open(opening), os.fspath(path))


def reembed(
    path: StrPath,
    *,
    actor: str = "python",
    embedder: Embedder | None = None,
    model_dir: StrPath | None = None,
    embed_url: str | None = None,
    embed_model: str | None = None,
    embed_dimension: int | None = None,
    embed_key: str | None = None,
    master_key: StrPath | None = None,
) -> Reembedded:
    """Rebuilds every vector of a store, of all its scopes. Who has it open meanwhile must open it again.

    Args:
        path: the file of the store.
        embedder: what makes the vectors; by default what the store records.
        actor, model_dir, embed_url, embed_model, embed_dimension, embed_key, master_key: as for `open`.

    Raises:
        NoStoreError, CannotOpenError, NotAStoreError, NewerFormatError: there is no store that can be opened.
        ModelMissingError, BadSettingError: the embedder cannot be had; the vectors are as they were.

    >>> id = memory.inscribe("one")
    >>> nepenthe.reembed(memory.path, embedder="none").dimension
    0
    """
    opening = _opening(
        path,
        mode="existing",
        actor=actor,
        embedder=embedder,
        model_dir=model_dir,
        embed_url=embed_url,
        embed_model=embed_model,
        embed_dimension=embed_dimension,
        embed_key=embed_key,
        master_key=master_key,
    )
    return Reembedded._read(loads(_native.reembed(opening)))


def restore_backup(
    file: StrPath,
    into: StrPath,
    *,
    current: StrPath | None = None,
    replace: bool = False,
    receipts: Iterable[str] = (),
    keys: Iterable[str] = (),
    without_erasures: bool = False,
    actor: str = "python",
    embedder: Embedder | None = None,
    model_dir: StrPath | None = None,
    embed_url: str | None = None,
    embed_model: str | None = None,
    embed_dimension: int | None = None,
    embed_key: str | None = None,
    planner: Literal["canonical", "published"] | None = None,
    master_key: StrPath | None = None,
    indexes: Literal["in-memory", "in-file"] | None = None,
) -> Restored:
    """Makes a store of a backup, at the path `into`, without what was erased since.

    Args:
        file: the backup.
        into: where the store goes; nothing may be there, unless it is replaced.
        current: the store that the backup was made of, as it is now: it knows what was erased since.
        replace: whether that one is where the restored one goes, and is kept beside it.
        receipts: signed receipts; what none of them names comes back.
        keys: the public keys of which one must have signed each receipt.
        without_erasures: restore although nothing says what was erased since.
        actor, embedder, model_dir, embed_url, embed_model, embed_dimension, embed_key, planner, master_key,
            indexes: as for
            `open`.

    Raises:
        ErasuresUnknownError: nothing says what was erased since.
        StoreExistsError, StoreInUseError, LeftBesideError: the place is not free.
        OtherLogError, OtherReceiptError, ReceiptUnsoundError: store or receipts do not fit the backup.
        BackupDamagedError, BackupKeysMissingError: it cannot be restored.

    >>> id = memory.inscribe("one")
    >>> made = memory.backup("agent.backup")
    >>> nepenthe.restore_backup("agent.backup", "restored.db", current=memory.path).known
    'log'
    """
    opening = _opening(
        into,
        mode="create",
        actor=actor,
        embedder=embedder,
        model_dir=model_dir,
        embed_url=embed_url,
        embed_model=embed_model,
        embed_dimension=embed_dimension,
        embed_key=embed_key,
        planner=planner,
        master_key=master_key,
        indexes=indexes,
    )
    given = {
        "current": None if current is None else os.fspath(current),
        "replace": replace,
        "receipts": list(receipts),
        "keys": list(keys),
        "without_erasures": without_erasures,
    }
    return Restored._read(loads(_native.restore_backup(file, opening, dumps(given))))


def verify(
    receipt: str, *, keys: Iterable[str], witnesses: Iterable[str] = (), witnesses_needed: int | None = None
) -> Verified:
    """Verifies a receipt offline: no store, no network, no secret. That it does not hold is no error.

    Args:
        receipt: the signed text, as docs/receipt.md says.
        keys: the public keys of the log that are trusted.
        witnesses: the public keys of witnesses that are trusted.
        witnesses_needed: how many of them must have cosigned; all by default.

    Raises:
        BadReceiptError: a key is none.

    >>> nepenthe.verify("not a receipt", keys=[]).holds
    False
    """
    given = {
        "receipt": receipt,
        "keys": list(keys),
        "witnesses": list(witnesses),
        "witnesses_needed": witnesses_needed,
    }
    return Verified._read(loads(_native.verify(dumps(given), None, "the store")))


def new_key(file: StrPath | None = None) -> Keys:
    """Makes the key that signs receipts, in a file that must not exist and that its owner alone can read.

    Args:
        file: by default NEPENTHE_KEY_FILE, or where the command has it, in the user's folder for data.

    Raises:
        KeyExistsError: there is one.

    >>> len(nepenthe.new_key("agent.key").keys)
    1
    """
    return Keys._read(loads(_native.key("new", file or os.environ.get("NEPENTHE_KEY_FILE") or None)))


def new_master_key(file: StrPath) -> str:
    """Makes the master key of encrypted stores, in a file that must not exist; returns its path. Keep a copy
    elsewhere.

    Raises:
        MasterKeyExistsError: there is one.

    >>> key = nepenthe.new_master_key("agent.master")
    >>> nepenthe.open("sealed.db", embedder="none", master_key=key).inscribe("one") != ""
    True
    """
    return str(loads(_native.master_key(file))["file"])

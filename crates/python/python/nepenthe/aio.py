"""The asyncio twin of `nepenthe`: the same names, and every call that works is awaited.

Each memory has threads of its own, `threads` of them (4), which its scopes share; so many calls go on at once, and
others wait in line. A task that is cancelled while its call waits in line never makes it. A call that has begun goes
on to its end: a cancelled task takes no purge back. Made of the classes of `nepenthe` by twins.py.

>>> import asyncio, nepenthe.aio
>>> async def main():
...     async with nepenthe.aio.open("agent.db", scope="acme/alice", embedder="none") as memory:
...         await memory.inscribe("Alice works at Initech.")
...         return [hit.text for hit in await memory.recall("Where does Alice work?")]
>>> asyncio.run(main())
['Alice works at Initech.']
"""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from types import TracebackType
from typing import IO, Any, Literal, NoReturn, TypeVar

from nepenthe import _memory
from nepenthe._json import NewMemory, Returning
from nepenthe._memory import Basis, Embedder, Include, Memory, Mode, Right, StrPath, System
from nepenthe._plan import Plan, PlanView
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
    Outcome,
    Page,
    Receipt,
    Record,
    ScopeHolds,
    Scrubbed,
    Stats,
    Verified,
)

_T = TypeVar("_T")


class _Threads:
    """The threads of a memory and its scopes."""

    __slots__ = ("pool", "users")

    pool: ThreadPoolExecutor
    users: int

    def __init__(self, count: int) -> None:
        self.users = 1
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="nepenthe")

    async def run(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    def let_go(self) -> None:
        self.users -= 1
        if self.users == 0:
            self.pool.shutdown(wait=False)


class AsyncPlan(PlanView):
    """The plan of a change; see `nepenthe.Plan`."""

    __slots__ = ("_memory", "_plan")

    def __init__(self, plan: Plan, memory: AsyncMemory) -> None:
        super().__init__(plan._native, plan._raw)
        self._plan = plan
        self._memory = memory

    async def apply(self) -> Outcome:
        """Makes the change, as `nepenthe.Plan.apply`."""
        return await self._memory._run(self._plan.apply)


class AsyncPurgePlan(AsyncPlan):
    """The plan of an erasure; see `nepenthe.PurgePlan`."""

    __slots__ = ()

    async def apply(self) -> Receipt:
        """Erases, as `nepenthe.PurgePlan.apply`."""
        receipt = await super().apply()
        assert isinstance(receipt, Receipt)
        return receipt


class AsyncMemory:
    """The memory of one scope of an open store; see `nepenthe.Memory`. `nepenthe.aio.open` opens one."""

    __slots__ = ("__weakref__", "_memory", "_threads")

    def __init__(self, memory: Memory, threads: _Threads) -> None:
        """Takes an open memory; `nepenthe.aio.open` makes one."""
        self._memory = memory
        self._threads = threads

    @property
    def path(self) -> str:
        """The file of the store."""
        return self._memory.path

    @property
    def scope(self) -> str:
        """The path of the scope."""
        return self._memory.scope

    @property
    def closed(self) -> bool:
        """Whether it is closed."""
        return self._memory.closed

    def with_scope(self, scope: str) -> AsyncMemory:
        """Returns the memory of another scope of the same open store, which is closed for itself."""
        memory = self._memory.with_scope(scope)
        self._threads.users += 1
        return AsyncMemory(memory, self._threads)

    async def close(self) -> None:
        """Closes it, as often as you like. Calls that wait in line raise `ClosedError`."""
        if not self.closed:
            await self._threads.run(self._memory.close)
            self._threads.let_go()

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return repr(self._memory).replace("<Memory", "<AsyncMemory", 1)

    def __reduce__(self) -> NoReturn:
        self._memory.__reduce__()

    async def _run(self, work: Callable[..., _T], *given: Any, **named: Any) -> _T:
        # Of a closed memory, or of one that came over a fork, there are no threads to wait for.
        self._memory._check()
        return await self._threads.run(partial(work, *given, **named))

    async def inscribe(
        self,
        text: str,
        *,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        expires: datetime | None = None,
        derived_from: Iterable[str] = (),
        returning: Returning = "refuse",
    ) -> str:
        """Writes one memory; returns its id. See `nepenthe.Memory.inscribe`."""
        return await self._run(
            self._memory.inscribe,
            text,
            source=source,
            metadata=metadata,
            expires=expires,
            derived_from=derived_from,
            returning=returning,
        )

    async def inscribe_all(
        self, memories: Iterable[NewMemory | str], *, returning: Returning = "refuse"
    ) -> builtins.list[str]:
        """Writes memories in one transaction, all or none; returns their ids in order. Raises as `inscribe`. See
        `nepenthe.Memory.inscribe_all`.
        """
        return await self._run(self._memory.inscribe_all, memories, returning=returning)

    async def recall(
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
        """Finds the memories that answer a query, at most `k`, best first. Writes nothing. See
        `nepenthe.Memory.recall`.
        """
        return await self._run(
            self._memory.recall, query, k, mode=mode, as_of=as_of, include=include, rerank=rerank, min_score=min_score
        )

    async def count_recalls(self) -> None:
        """Writes now how often memories were recalled, in every scope; the next write and `close` do so too. See
        `nepenthe.Memory.count_recalls`.
        """
        await self._run(self._memory.count_recalls)

    async def get(self, id: str) -> Record:
        """Reads one memory, in recall or out of it. See `nepenthe.Memory.get`."""
        return await self._run(self._memory.get, id)

    async def list(self, include: Include = "live") -> builtins.list[Record]:
        """Reads the memories of the scope, oldest first. See `nepenthe.Memory.list`."""
        return await self._run(self._memory.list, include)

    async def count(self, include: Include = "live") -> int:
        """Counts the memories of the scope: as many as `list` reads, without reading them. See
        `nepenthe.Memory.count`.
        """
        return await self._run(self._memory.count, include)

    async def page(self, after: int = 0, limit: int = 100, *, include: Include = "live") -> Page:
        """Reads at most `limit` memories of the scope, oldest first. See `nepenthe.Memory.page`."""
        return await self._run(self._memory.page, after, limit, include=include)

    async def history(self, id: str) -> History:
        """Tells what happened to one memory, oldest first; a purged one too, without its text. See
        `nepenthe.Memory.history`.
        """
        return await self._run(self._memory.history, id)

    async def blame(self, id_or_words: str) -> Blame:
        """Follows the chain of memories that took each other's place: of an id, or of the best hit of words. See
        `nepenthe.Memory.blame`.
        """
        return await self._run(self._memory.blame, id_or_words)

    async def log(
        self, *, since: datetime | None = None, until: datetime | None = None, after: int = 0, limit: int | None = None
    ) -> builtins.list[Event]:
        """Reads the events of the scope, oldest first. See `nepenthe.Memory.log`."""
        return await self._run(self._memory.log, since=since, until=until, after=after, limit=limit)

    async def stats(self) -> Stats:
        """Counts the scope's memories and events. See `nepenthe.Memory.stats`."""
        return await self._run(self._memory.stats)

    async def scopes(self, pattern: str = "**") -> builtins.list[ScopeHolds]:
        """Lists the scopes of the store that were ever written to, and how much each holds, in the order of their
        paths. See `nepenthe.Memory.scopes`.
        """
        return await self._run(self._memory.scopes, pattern)

    async def supersede(
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
        """Puts a new memory in the place of what is believed no longer; the history keeps that. See
        `nepenthe.Memory.supersede`.
        """
        return await self._run(
            self._memory.supersede,
            words,
            new=new,
            ids=ids,
            everything=everything,
            before=before,
            returning=returning,
            min_confidence=min_confidence,
        )

    async def plan_supersede(
        self,
        words: str | None = None,
        *,
        new: str | NewMemory,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        returning: Returning = "refuse",
        min_confidence: float | None = None,
    ) -> AsyncPlan:
        """Plans `supersede`, which takes the same; changes nothing. Raises as `supersede`, but for plans that are
        unsure or empty. See `nepenthe.Memory.plan_supersede`.
        """
        return AsyncPlan(
            await self._run(
                self._memory.plan_supersede,
                words,
                new=new,
                ids=ids,
                everything=everything,
                before=before,
                returning=returning,
                min_confidence=min_confidence,
            ),
            self,
        )

    async def set_expiry(self, id: str, expires: datetime | None) -> Outcome:
        """Changes when a memory leaves recall by itself: one that says the same, with this end, takes its place.
        See `nepenthe.Memory.set_expiry`.
        """
        return await self._run(self._memory.set_expiry, id, expires)

    async def release(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Outcome:
        """Takes memories out of recall; `restore` brings them back. See `nepenthe.Memory.release`."""
        return await self._run(
            self._memory.release, words, ids=ids, everything=everything, before=before, min_confidence=min_confidence
        )

    async def plan_release(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> AsyncPlan:
        """Plans `release`, which takes the same; changes nothing. Raises as `release`, but for plans that are
        unsure or empty. See `nepenthe.Memory.plan_release`.
        """
        return AsyncPlan(
            await self._run(
                self._memory.plan_release,
                words,
                ids=ids,
                everything=everything,
                before=before,
                min_confidence=min_confidence,
            ),
            self,
        )

    async def restore(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        returning: Returning = "refuse",
    ) -> Outcome:
        """Brings released or superseded memories back into recall. What was purged does not come back. See
        `nepenthe.Memory.restore`.
        """
        return await self._run(
            self._memory.restore, words, ids=ids, everything=everything, before=before, returning=returning
        )

    async def plan_restore(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        returning: Returning = "refuse",
    ) -> AsyncPlan:
        """Plans `restore`, which takes the same; changes nothing. Raises as `restore`, but for plans that are
        unsure or empty. See `nepenthe.Memory.plan_restore`.
        """
        return AsyncPlan(
            await self._run(
                self._memory.plan_restore, words, ids=ids, everything=everything, before=before, returning=returning
            ),
            self,
        )

    async def edit(
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
        """Replaces the text of one memory; the history keeps the earlier one. See `nepenthe.Memory.edit`."""
        return await self._run(
            self._memory.edit,
            words,
            text=text,
            ids=ids,
            everything=everything,
            before=before,
            returning=returning,
            min_confidence=min_confidence,
        )

    async def plan_edit(
        self,
        words: str | None = None,
        *,
        text: str,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        returning: Returning = "refuse",
        min_confidence: float | None = None,
    ) -> AsyncPlan:
        """Plans `edit`, which takes the same; changes nothing. Raises as `edit`, but for plans that are unsure or
        empty. See `nepenthe.Memory.plan_edit`.
        """
        return AsyncPlan(
            await self._run(
                self._memory.plan_edit,
                words,
                text=text,
                ids=ids,
                everything=everything,
                before=before,
                returning=returning,
                min_confidence=min_confidence,
            ),
            self,
        )

    async def pin(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Outcome:
        """Makes memories immune to decay. See `nepenthe.Memory.pin`."""
        return await self._run(
            self._memory.pin, words, ids=ids, everything=everything, before=before, min_confidence=min_confidence
        )

    async def plan_pin(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> AsyncPlan:
        """Plans `pin`, which takes the same; changes nothing. Raises as `pin`, but for plans that are unsure or
        empty. See `nepenthe.Memory.plan_pin`.
        """
        return AsyncPlan(
            await self._run(
                self._memory.plan_pin,
                words,
                ids=ids,
                everything=everything,
                before=before,
                min_confidence=min_confidence,
            ),
            self,
        )

    async def unpin(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Outcome:
        """Takes immunity to decay away. See `nepenthe.Memory.unpin`."""
        return await self._run(
            self._memory.unpin, words, ids=ids, everything=everything, before=before, min_confidence=min_confidence
        )

    async def plan_unpin(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> AsyncPlan:
        """Plans `unpin`, which takes the same; changes nothing. Raises as `unpin`, but for plans that are unsure or
        empty. See `nepenthe.Memory.plan_unpin`.
        """
        return AsyncPlan(
            await self._run(
                self._memory.plan_unpin,
                words,
                ids=ids,
                everything=everything,
                before=before,
                min_confidence=min_confidence,
            ),
            self,
        )

    async def decay(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> Outcome:
        """Halves the depth of memories that are not pinned: of the whole scope, if none are named. See
        `nepenthe.Memory.decay`.
        """
        return await self._run(
            self._memory.decay, words, ids=ids, everything=everything, before=before, min_confidence=min_confidence
        )

    async def plan_decay(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        min_confidence: float | None = None,
    ) -> AsyncPlan:
        """Plans `decay`, which takes the same; changes nothing. Raises as `decay`, but for plans that are unsure or
        empty. See `nepenthe.Memory.plan_decay`.
        """
        return AsyncPlan(
            await self._run(
                self._memory.plan_decay,
                words,
                ids=ids,
                everything=everything,
                before=before,
                min_confidence=min_confidence,
            ),
            self,
        )

    async def consolidate(
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
        """Lets memories sink by age, and lifts those often recalled: of the whole scope, if none are named. See
        `nepenthe.Memory.consolidate`.
        """
        return await self._run(
            self._memory.consolidate,
            words,
            ids=ids,
            everything=everything,
            before=before,
            tau=tau,
            promote_accesses=promote_accesses,
            promote_depth=promote_depth,
        )

    async def plan_consolidate(
        self,
        words: str | None = None,
        *,
        ids: str | Iterable[str] | None = None,
        everything: bool = False,
        before: datetime | None = None,
        tau: timedelta | None = None,
        promote_accesses: int | None = None,
        promote_depth: float | None = None,
    ) -> AsyncPlan:
        """Plans `consolidate`, which takes the same; changes nothing. Raises as `consolidate`, but for plans that
        are unsure or empty. See `nepenthe.Memory.plan_consolidate`.
        """
        return AsyncPlan(
            await self._run(
                self._memory.plan_consolidate,
                words,
                ids=ids,
                everything=everything,
                before=before,
                tau=tau,
                promote_accesses=promote_accesses,
                promote_depth=promote_depth,
            ),
            self,
        )

    async def plan_purge(
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
    ) -> AsyncPurgePlan:
        """Plans an erasure, to be looked at; `PurgePlan.apply` erases. Changes nothing. See
        `nepenthe.Memory.plan_purge`.
        """
        return AsyncPurgePlan(
            await self._run(
                self._memory.plan_purge,
                words,
                ids=ids,
                everything=everything,
                before=before,
                rederive=rederive,
                keep_name_out=keep_name_out,
                basis=basis,
                request=request,
                min_confidence=min_confidence,
            ),
            self,
        )

    async def purge_now(
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
        takes it back. See `nepenthe.Memory.purge_now`.
        """
        return await self._run(
            self._memory.purge_now,
            words,
            ids=ids,
            everything=everything,
            before=before,
            rederive=rederive,
            keep_name_out=keep_name_out,
            basis=basis,
            request=request,
            min_confidence=min_confidence,
        )

    async def apply_plan(self, saved: str) -> Outcome:
        """Carries out a plan that `Plan.save` returned, exactly it or nothing; of a purge, returns the `Receipt`.
        See `nepenthe.Memory.apply_plan`.
        """
        return await self._run(self._memory.apply_plan, saved)

    async def scrub(self, *, rebuild: bool = False) -> Scrubbed:
        """Finishes erasures that could not be finished when they were made; `rebuild` writes the whole file anew.
        See `nepenthe.Memory.scrub`.
        """
        return await self._run(self._memory.scrub, rebuild=rebuild)

    async def receipts(self, *, all_scopes: bool = False) -> builtins.list[Issued]:
        """Lists the receipts of the scope's erasures, or of every scope's, oldest first. See
        `nepenthe.Memory.receipts`.
        """
        return await self._run(self._memory.receipts, all_scopes=all_scopes)

    async def receipt(self, id: str, *, all_scopes: bool = False) -> str:
        """Signs a receipt with the key of `open`; anybody can verify the text offline. See
        `nepenthe.Memory.receipt`.
        """
        return await self._run(self._memory.receipt, id, all_scopes=all_scopes)

    async def public_keys(self) -> builtins.list[str]:
        """Returns the public keys that this store's receipts are verified with, the current one first. See
        `nepenthe.Memory.public_keys`.
        """
        return await self._run(self._memory.public_keys)

    async def verify(self, receipt: str, *, keys: Iterable[str] | None = None) -> Verified:
        """Verifies a receipt, and compares it with this store. That it does not hold is no error. See
        `nepenthe.Memory.verify`.
        """
        return await self._run(self._memory.verify, receipt, keys=keys)

    async def checkpoint(self) -> str:
        """Signs the state of the log: how many events it has, and the root of their tree. See
        `nepenthe.Memory.checkpoint`.
        """
        return await self._run(self._memory.checkpoint)

    async def check(self, *, deep: bool = False, checkpoint: str | None = None) -> Checked:
        """Checks the whole store, every scope. Writes nothing. What does not agree is no error, but a finding. See
        `nepenthe.Memory.check`.
        """
        return await self._run(self._memory.check, deep=deep, checkpoint=checkpoint)

    async def export(self, file: StrPath | IO[bytes]) -> int:
        """Writes every memory of the scope with its history as JSON lines; returns how many memories. See
        `nepenthe.Memory.export`.
        """
        return await self._run(self._memory.export, file)

    async def import_(self, file: StrPath | IO[bytes] | bytes, *, returning: Returning = "refuse") -> Imported:
        """Reads an export into the scope, all or nothing. What is there already is skipped. See
        `nepenthe.Memory.import_`.
        """
        return await self._run(self._memory.import_, file, returning=returning)

    async def import_from(
        self, system: System, file: StrPath | bytes, *, returning: Returning = "refuse"
    ) -> ImportedFrom:
        """Reads what another memory system wrote into the scope. What was imported before is left as it is. See
        `nepenthe.Memory.import_from`.
        """
        return await self._run(self._memory.import_from, system, file, returning=returning)

    async def backup(self, file: StrPath, *, expires: datetime | None = None) -> BackedUp:
        """Copies the whole store, every scope, to a new file. See `nepenthe.Memory.backup`."""
        return await self._run(self._memory.backup, file, expires=expires)


class _Opening:
    """A store that is about to be opened: `await` it, or enter it with `async with`."""

    __slots__ = ("_memory", "_open", "_threads")

    def __init__(self, opens: Callable[[], Memory], threads: int) -> None:
        self._open = opens
        self._threads = threads
        self._memory: AsyncMemory | None = None

    async def _opened(self) -> AsyncMemory:
        threads = _Threads(self._threads)
        try:
            return AsyncMemory(await threads.run(self._open), threads)
        except BaseException:
            threads.let_go()
            raise

    def __await__(self) -> Generator[Any, None, AsyncMemory]:
        return self._opened().__await__()

    async def __aenter__(self) -> AsyncMemory:
        self._memory = await self._opened()
        return self._memory

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._memory is not None:
            await self._memory.close()


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
    threads: int = 4,
) -> _Opening:
    """Opens a store, and the memory of one scope in it. Use `async with`, or await it. See `nepenthe.open`;
    `threads` calls go on at once.
    """
    return _Opening(
        partial(
            _memory.open,
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
        ),
        threads,
    )


__all__ = ["AsyncMemory", "AsyncPlan", "AsyncPurgePlan", "open"]

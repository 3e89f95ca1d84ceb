"""A plugin of pytest: puts `NepentheStore` in the place of LangGraph's own stores, for its own tests to be run on it.

NEPENTHE_READMIT is the store's `readmit`, none by default.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import langgraph.store.memory
import langgraph.store.postgres
import langgraph.store.postgres.aio
import langgraph.store.sqlite
import langgraph.store.sqlite.aio
import nepenthe
import psycopg
from nepenthe.langgraph import NepentheStore

READMIT: Any = os.environ.get("NEPENTHE_READMIT") or None


def memory(path: str | None = None) -> nepenthe.Memory:
    """A memory at a path, or at a new one."""
    file = path or str(Path(tempfile.mkdtemp()) / "store.db")
    return nepenthe.open(file, "langgraph", embedder="none")


class NoDatabase:
    """In the place of a connection to the PostgreSQL that the tests make their databases in."""

    def __enter__(self) -> NoDatabase:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    async def __aenter__(self) -> NoDatabase:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def execute(self, *_: object) -> Any:
        return asyncio.sleep(0) if self.awaited else None

    def __init__(self, awaited: bool) -> None:
        self.awaited = awaited


class InMemory(NepentheStore):
    """In the place of InMemoryStore."""

    def __init__(self, *, index: Any = None) -> None:
        super().__init__(memory(), index=index, readmit=READMIT)


class Database(NepentheStore):
    """In the place of SqliteStore and PostgresStore."""

    MIGRATIONS: tuple[str, ...] = ()

    @classmethod
    @contextmanager
    def from_conn_string(cls, conn_string: str, *, index: Any = None, ttl: Any = None, **_: Any) -> Iterator[Any]:
        # The tests hand over an empty file that SQLite would take for a database.
        with memory(f"{conn_string}.nepenthe" if conn_string.startswith("/") else None) as opened:
            store = cls(opened, index=index, ttl=ttl, readmit=READMIT)
            try:
                yield store
            finally:
                store.close()

    def setup(self) -> None:
        """There is nothing to set up."""

    def _cursor(self, **_: Any) -> NoDatabase:
        return NoDatabase(False)


class AsyncDatabase(NepentheStore):
    """In the place of AsyncSqliteStore and AsyncPostgresStore."""

    MIGRATIONS: tuple[str, ...] = ()

    @classmethod
    @asynccontextmanager
    async def from_conn_string(
        cls, conn_string: str, *, index: Any = None, ttl: Any = None, **_: Any
    ) -> AsyncIterator[Any]:
        with memory(f"{conn_string}.nepenthe" if conn_string.startswith("/") else None) as opened:
            store = cls(opened, index=index, ttl=ttl, readmit=READMIT)
            try:
                yield store
            finally:
                store.close()

    async def setup(self) -> None:
        """There is nothing to set up."""

    def _cursor(self, **_: Any) -> NoDatabase:
        return NoDatabase(True)

    async def sweep_ttl(self) -> int:  # type: ignore[override]
        return await asyncio.to_thread(super().sweep_ttl)

    async def start_ttl_sweeper(self, sweep_interval_minutes: float | None = None) -> None:  # type: ignore[override]
        super().start_ttl_sweeper(sweep_interval_minutes)

    async def stop_ttl_sweeper(self, timeout: float | None = None) -> bool:  # type: ignore[override]
        return await asyncio.to_thread(super().stop_ttl_sweeper, timeout)

    def close(self) -> None:
        NepentheStore.stop_ttl_sweeper(self)
        self._let_go()


async def connect(*_: object, **__: object) -> NoDatabase:
    """In the place of AsyncConnection.connect."""
    return NoDatabase(True)


def replace(module: Any, **classes: type) -> None:
    """Puts classes in the place of a module's."""
    for name, one in classes.items():
        setattr(module, name, one)


replace(langgraph.store.memory, InMemoryStore=InMemory)
replace(langgraph.store.sqlite, SqliteStore=Database, AsyncSqliteStore=AsyncDatabase)
replace(langgraph.store.sqlite.aio, AsyncSqliteStore=AsyncDatabase)
replace(langgraph.store.postgres, PostgresStore=Database, AsyncPostgresStore=AsyncDatabase)
psycopg.Connection.connect = lambda *_, **__: NoDatabase(False)  # type: ignore[method-assign,assignment]
psycopg.AsyncConnection.connect = connect  # type: ignore[method-assign,assignment]

"""Writes python/nepenthe/aio.py, the asyncio twin, from python/nepenthe/_memory.py: `python3 crates/python/twins.py`.

`ruff format` lays it out. With `--check` it only says whether the file says what would be written.
"""

import ast
import re
import sys
import textwrap
from pathlib import Path

FOLDER = Path(__file__).parent / "python" / "nepenthe"
PLANS = {"Plan": "AsyncPlan", "PurgePlan": "AsyncPurgePlan", "Memory": "AsyncMemory"}
BY_HAND = {"path", "scope", "closed", "close", "with_scope"}

HEAD = '''"""The asyncio twin of `nepenthe`: the same names, and every call that works is awaited.

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
@@RECORDS@@
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
'''

TAIL = '''

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

'''


def arguments(args: ast.arguments, skip: int) -> str:
    """The arguments of the same names, to hand on."""
    given = [arg.arg for arg in args.args[skip:]] + [f"{arg.arg}={arg.arg}" for arg in args.kwonlyargs]
    return ", ".join(given)


def docstring(function: ast.FunctionDef, more: str, indent: str) -> str:
    """The first paragraph of a docstring and something more, in lines."""
    first = (ast.get_docstring(function) or "").split("\n\n")[0].replace("\n", " ")
    lines = textwrap.wrap(f'"""{first} {more}', 116 - len(indent))
    end = '"""' if len(lines) == 1 else f'\n{indent}"""'
    return f"\n{indent}".join(["", *lines]) + end


def twin(method: ast.FunctionDef) -> str:
    """A method of AsyncMemory."""
    returns = ast.unparse(method.returns) if method.returns else "None"
    wrapped = PLANS.get(returns)
    name, given = method.name, arguments(method.args, 1)
    call = f"await self._run(self._memory.{name}{', ' if given else ''}{given})"
    result = f"{wrapped}({call}, self)" if wrapped else call
    keyword = "" if returns == "None" else "return "
    doc = docstring(method, f"See `nepenthe.Memory.{name}`.", "        ")
    head = f"    async def {name}({ast.unparse(method.args)}) -> {wrapped or returns}:"
    return f"\n{head}{doc}\n        {keyword}{result}\n"


def opener(function: ast.FunctionDef) -> str:
    """`open`, which returns at once."""
    call = f"partial(_memory.open, {arguments(function.args, 0)})"
    head = f"def open({ast.unparse(function.args)}, threads: int = 4) -> _Opening:"
    doc = docstring(
        function, "Use `async with`, or await it. See `nepenthe.open`; `threads` calls go on at once.", "    "
    )
    return f"\n{head}{doc}\n    return _Opening({call}, threads)\n"


def written() -> str:
    tree = ast.parse((FOLDER / "_memory.py").read_text())
    memory = next(one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == "Memory")
    methods = [one for one in memory.body if isinstance(one, ast.FunctionDef)]
    public = [one for one in methods if not one.name.startswith("_") and one.name not in BY_HAND]
    opens = next(one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == "open")
    body = "".join(map(twin, public))
    records = next(one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "nepenthe._records")
    names = set(re.findall(r"\w+", HEAD + body))
    used = [name.name for name in records.names if name.name in names]
    head = HEAD.replace("@@RECORDS@@", "\n".join(f"    {name}," for name in used))
    return head + body + TAIL + opener(opens) + '\n\n__all__ = ["AsyncMemory", "AsyncPlan", "AsyncPurgePlan", "open"]\n'


if __name__ == "__main__":
    file, text = FOLDER / "aio.py", written()
    if "--check" not in sys.argv:
        file.write_text(text)
    elif ast.dump(ast.parse(file.read_text())) != ast.dump(ast.parse(text)):
        sys.exit(f"{file.name} is not what twins.py writes: run it without --check")

"""Anthropic's memory tool in Nepenthe, sync and async. Needs `nepenthe-memory[anthropic]`.

The model's files are memories of one scope: the text is the file's content, the source its path. Changing a file
supersedes it; deleting one erases it with all that it ever held, physically.

>>> import nepenthe
>>> from nepenthe.anthropic import NepentheMemoryTool
>>> with nepenthe.open("agent.db", scope="acme/alice", embedder="none") as memory:
...     tool = NepentheMemoryTool(memory)
...     tool.call({"command": "create", "path": "/memories/tea.md", "file_text": "Alice likes tea."})
'File created successfully at: /memories/tea.md'
"""

from __future__ import annotations

import asyncio
import posixpath
import threading
from collections.abc import Callable
from functools import partial

from nepenthe._items import Entry, Items, Value, Why
from nepenthe._memory import Memory
from nepenthe._records import Receipt
from nepenthe.errors import RefusedErasedError

try:
    from anthropic.lib.tools import (
        BetaAbstractMemoryTool,
        BetaAsyncAbstractMemoryTool,
        BetaFunctionToolResultType,
        ToolError,
    )
    from anthropic.types.beta import (
        BetaCacheControlEphemeralParam,
        BetaMemoryTool20250818CreateCommand,
        BetaMemoryTool20250818DeleteCommand,
        BetaMemoryTool20250818InsertCommand,
        BetaMemoryTool20250818RenameCommand,
        BetaMemoryTool20250818StrReplaceCommand,
        BetaMemoryTool20250818ViewCommand,
    )
except ImportError as _error:  # pragma: no cover
    raise ImportError("nepenthe.anthropic needs Anthropic's SDK: pip install 'nepenthe-memory[anthropic]'") from _error

_ROOT = "/memories"
_MAX_LINES = 999_999


class NepentheMemoryTool(BetaAbstractMemoryTool):
    """The memory tool of one scope. Its answers and errors are those of the SDK's own tool for local files."""

    def __init__(
        self,
        memory: Memory,
        *,
        readmit: Why | None = None,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        """Takes an open memory, whose scope is the model's `/memories`.

        Args:
            memory: stays its owner's to close.
            readmit: why a file that says what was erased from this scope is let in; without it the model is told that
                it was not written.
            cache_control: as the SDK has it.
        """
        super().__init__(cache_control=cache_control)
        self.memory: Memory = memory
        self.last_receipt: Receipt | None = None
        """The receipt of the last deletion."""
        self._files = Items(memory, "anthropic", readmit)
        self._lock = threading.RLock()

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> BetaFunctionToolResultType:
        """Shows a file with the numbers of its lines, or what is in a folder, two levels deep."""
        path = _checked(command.path)
        with self._lock:
            self._files.sync()
            entry = self._files.get(path)
            if entry is not None:
                return _numbered(command.path, _content(entry), command.view_range)
            inside = {file.key[len(path) + 1 :]: _size(file) for file in self._files if file.key.startswith(path + "/")}
        if not inside and path != _ROOT:
            raise ToolError(f"The path {command.path} does not exist. Please provide a valid path.")
        return _listing(command.path, inside)

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> BetaFunctionToolResultType:
        """Makes a file."""
        path = _checked(command.path)
        with self._lock:
            self._files.sync()
            if path == _ROOT or self._files.get(path) is not None or self._inside(path):
                raise ToolError(f"File {command.path} already exists")
            self._no_file_above(path)
            self._write(path, command.file_text)
        return f"File created successfully at: {command.path}"

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> BetaFunctionToolResultType:
        """Replaces the one place in a file where a text stands."""
        old, new = command.old_str, command.new_str or ""
        with self._lock:
            entry = self._file(command.path)
            content = _content(entry)
            places = _places(content, old) if old else []
            if not places:
                raise ToolError(
                    f"No replacement was performed, old_str `{old}` did not appear verbatim in {command.path}."
                )
            if len(places) > 1:
                lines = ", ".join(str(content[:place].count("\n") + 1) for place in places)
                raise ToolError(
                    f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}."
                    " Please ensure it is unique"
                )
            changed = content[: places[0]] + new + content[places[0] + len(old) :]
            self._write(entry.key, changed)
        line = content[: places[0]].count("\n")
        lines_now = changed.split("\n")
        first, last = max(0, line - 2), min(len(lines_now), line + 3)
        snippet = "\n".join(f"{number + 1:>6}\t{lines_now[number]}" for number in range(first, last))
        return (
            f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{snippet}"
        )

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> BetaFunctionToolResultType:
        """Puts a text behind a line of a file; 0 is before the first."""
        with self._lock:
            entry = self._file(command.path)
            lines = _content(entry).split("\n")
            if lines[-1] == "":
                lines.pop()
            if not 0 <= command.insert_line <= len(lines):
                raise ToolError(
                    f"Invalid `insert_line` parameter: {command.insert_line}."
                    f" It should be within the range [0, {len(lines)}]."
                )
            lines.insert(command.insert_line, command.insert_text.rstrip("\n"))
            content = "\n".join(lines)
            self._write(entry.key, content if content.endswith("\n") else content + "\n")
        return f"The file {command.path} has been edited."

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> BetaFunctionToolResultType:
        """Erases a file, or all files of a folder, with all that they ever held."""
        path = _checked(command.path)
        if path == _ROOT:
            raise ToolError("Cannot delete the /memories directory itself")
        with self._lock:
            self._files.sync()
            keys = [file.key for file in self._files if file.key == path] or self._inside(path)
            if not keys:
                raise ToolError(f"The path {command.path} does not exist")
            self.last_receipt = self._files.purge(keys)
        return f"Successfully deleted {command.path}"

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> BetaFunctionToolResultType:
        """Gives a file or folder another path; the history goes with it."""
        old, new = _checked(command.old_path), _checked(command.new_path)
        if old == _ROOT:
            raise ToolError("Cannot rename the /memories directory itself")
        with self._lock:
            self._files.sync()
            if new == _ROOT or self._files.get(new) is not None or self._inside(new):
                raise ToolError(f"The destination {command.new_path} already exists")
            keys = [old] if self._files.get(old) is not None else self._inside(old)
            if not keys:
                raise ToolError(f"The path {command.old_path} does not exist")
            if new.startswith(old + "/"):
                raise ToolError(f"The destination {command.new_path} is inside {command.old_path}")
            self._no_file_above(new)
            for key in keys:
                self._refused(partial(self._files.rename, key, new + key[len(old) :]))
        return f"Successfully renamed {command.old_path} to {command.new_path}"

    def clear_all_memory(self) -> BetaFunctionToolResultType:
        """Erases all files, and whatever else is in the scope."""
        with self._lock:
            if self.memory.count("all"):
                self.last_receipt = self.memory.purge_now(everything=True)
            self._files.sync()
        return "All memory cleared"

    def _file(self, path: str) -> Entry:
        self._files.sync()
        key = _checked(path)
        entry = self._files.get(key)
        if entry is None:
            if key == _ROOT or self._inside(key):
                raise ToolError(f"The path {path} is not a file.")
            raise ToolError(f"The path {path} does not exist. Please provide a valid path.")
        return entry

    def _inside(self, path: str) -> list[str]:
        return [file.key for file in self._files if file.key.startswith(path + "/")]

    def _no_file_above(self, path: str) -> None:
        above = posixpath.dirname(path)
        while above != _ROOT:
            if self._files.get(above) is not None:
                raise ToolError(f"The path {above} is not a directory.")
            above = posixpath.dirname(above)

    def _write(self, path: str, content: str) -> None:
        value = Value(path, content, {"content": content}, text_at="content")
        self._refused(partial(self._files.put, [value]))

    def _refused(self, write: Callable[[], None]) -> None:
        try:
            write()
        except RefusedErasedError as error:
            raise ToolError(f"Nothing was written: {error}") from error


class NepentheAsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """The memory tool of one scope for asyncio: `NepentheMemoryTool` in a thread."""

    def __init__(
        self,
        memory: Memory,
        *,
        readmit: Why | None = None,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        """Takes what `NepentheMemoryTool` takes."""
        super().__init__(cache_control=cache_control)
        self._tool = NepentheMemoryTool(memory, readmit=readmit)

    @property
    def last_receipt(self) -> Receipt | None:
        """The receipt of the last deletion."""
        return self._tool.last_receipt

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> BetaFunctionToolResultType:
        """Shows a file or a folder."""
        return await asyncio.to_thread(self._tool.view, command)

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> BetaFunctionToolResultType:
        """Makes a file."""
        return await asyncio.to_thread(self._tool.create, command)

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> BetaFunctionToolResultType:
        """Replaces a text in a file."""
        return await asyncio.to_thread(self._tool.str_replace, command)

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> BetaFunctionToolResultType:
        """Puts a text behind a line of a file."""
        return await asyncio.to_thread(self._tool.insert, command)

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> BetaFunctionToolResultType:
        """Erases a file or a folder."""
        return await asyncio.to_thread(self._tool.delete, command)

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> BetaFunctionToolResultType:
        """Gives a file or folder another path."""
        return await asyncio.to_thread(self._tool.rename, command)

    async def clear_all_memory(self) -> BetaFunctionToolResultType:
        """Erases all files, and whatever else is in the scope."""
        return await asyncio.to_thread(self._tool.clear_all_memory)


def _checked(path: str) -> str:
    """A path as its only spelling; none outside /memories."""
    if path != _ROOT and not path.startswith(_ROOT + "/"):
        raise ToolError(f"Path must start with /memories, got: {path}")
    if ".." in path.split("/") or "\0" in path:
        raise ToolError(f"Path {path} would escape /memories directory")
    return posixpath.normpath(path)


def _content(entry: Entry) -> str:
    return str(entry.value.get("content", ""))


def _size(entry: Entry) -> int:
    return len(_content(entry).encode())


def _places(content: str, old: str) -> list[int]:
    places, place = [], content.find(old)
    while place != -1:
        places.append(place)
        place = content.find(old, place + 1)
    return places


def _numbered(path: str, content: str, view_range: list[int] | None) -> str:
    lines = content.split("\n")
    if len(lines) > _MAX_LINES:
        raise ToolError(f"File {path} exceeds maximum line limit of 999,999 lines.")
    first, last = 1, len(lines)
    if view_range and len(view_range) == 2:
        first, last = max(1, view_range[0]), len(lines) if view_range[1] == -1 else view_range[1]
    shown = "\n".join(f"{first + at:>6}\t{line}" for at, line in enumerate(lines[first - 1 : last]))
    return f"Here's the content of {path} with line numbers:\n{shown}"


def _listing(path: str, inside: dict[str, int]) -> str:
    sizes: dict[str, int] = {}
    for file, size in inside.items():
        parts = file.split("/")
        if any(part.startswith(".") for part in parts):
            continue
        for depth in range(1, min(len(parts), 3)):
            folder = "/".join(parts[:depth]) + "/"
            sizes[folder] = sizes.get(folder, 0) + size
        if len(parts) <= 2:
            sizes[file] = size
    rows = [f"{_shown(sum(inside.values()))}\t{path}"]
    rows += [f"{_shown(sizes[name])}\t{path}/{name}" for name in sorted(sizes)]
    head = f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items:"
    return "\n".join([head, *rows])


def _shown(size: int) -> str:
    if size < 1024:
        return f"{size}B"
    number, unit = (size / 1024, "K") if size < 1024**2 else (size / 1024**2, "M")
    return f"{number:.0f}{unit}" if number == int(number) else f"{number:.1f}{unit}"


__all__ = ["NepentheAsyncMemoryTool", "NepentheMemoryTool"]

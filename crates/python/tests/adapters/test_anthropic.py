"""`nepenthe.anthropic` beside the SDK's own tool, which keeps local files."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nepenthe
import pytest
from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError
from anthropic.lib.tools._beta_builtin_memory_tool import BetaLocalFilesystemMemoryTool
from nepenthe.anthropic import NepentheAsyncMemoryTool, NepentheMemoryTool

Left = Callable[[str], int]


def call(tool: BetaAbstractMemoryTool, command: str, **given: Any) -> str:
    """What a call answers, or what its error says."""
    try:
        return str(tool.call({"command": command, **given}))
    except ToolError as error:
        return f"error: {error.content if hasattr(error, 'content') else error}"


def same(answer: str) -> str:
    """Without the sizes of folders, which a file system has its own idea of."""
    return re.sub(r"^[\d.]+[BKMG]\t(?=/memories/?$|\S+/$)", "", answer, flags=re.MULTILINE)


PATHS = ["/memories/a.md", "/memories/b.txt", "/memories/d/c.md", "/memories/d/e/f.md", "/memories/.hid", "/memories/d"]
TEXTS = ["one\ntwo\nthree", "one two one", "", "two\n", "Zeile é 日本\n\nend\n"]


@pytest.mark.parametrize("seed", range(6))
def test_random_commands_answer_as_from_the_sdks_own_tool(memory: nepenthe.Memory, folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    ours = NepentheMemoryTool(memory, readmit="test")
    theirs = BetaLocalFilesystemMemoryTool(str(folder / "files"))
    for _ in range(60):
        path, text = chance.choice(PATHS), chance.choice(TEXTS)
        made: dict[str, dict[str, Any]] = {
            "create": {"path": path, "file_text": text},
            "view": {"path": chance.choice([path, "/memories"]), "view_range": chance.choice([None, [2, 3], [1, -1]])},
            "str_replace": {"path": path, "old_str": chance.choice(["one", "two", "end"]), "new_str": "zwei\ndrei"},
            "insert": {"path": path, "insert_line": chance.choice([0, 1, 2, 9, -1]), "insert_text": "new\n"},
            "delete": {"path": path},
            "rename": {"old_path": path, "new_path": chance.choice(PATHS)},
        }
        name = chance.choice(["create", "create", *made])
        given = made[name]
        parts = [given[one] for one in ("path", "new_path") if one in given]
        above = any(part.startswith("/memories/d/") for part in parts)
        if name in ("create", "rename") and (above or path == "/memories/d" or "/memories/d" in parts):
            # A file where a folder is needed, and empty folders, are an operating system's errors there.
            continue
        if name == "view" and given["path"] == "/memories/d":
            continue
        answers = [same(call(tool, name, **given)) for tool in (ours, theirs)]
        assert answers[0] == answers[1], (name, given)


def test_folders_are_listed_renamed_and_deleted(memory: nepenthe.Memory) -> None:
    tool = NepentheMemoryTool(memory)
    for path in ("/memories/d/a.md", "/memories/d/e/b.md", "/memories/d/e/f/g.md", "/memories/.h", "/memories/d2.md"):
        call(tool, "create", path=path, file_text="12345")
    assert call(tool, "view", path="/memories").split("\n")[1:] == [
        "25B\t/memories",
        "15B\t/memories/d/",
        "5B\t/memories/d/a.md",
        "10B\t/memories/d/e/",
        "5B\t/memories/d2.md",
    ]
    assert call(tool, "rename", old_path="/memories/d", new_path="/memories/x") == (
        "Successfully renamed /memories/d to /memories/x"
    )
    assert "does not exist" in call(tool, "view", path="/memories/d")
    assert call(tool, "view", path="/memories/x/e/f/g.md").endswith("     1\t12345")
    assert call(tool, "delete", path="/memories/x") == "Successfully deleted /memories/x"
    assert "does not exist" in call(tool, "view", path="/memories/x/a.md")
    assert call(tool, "view", path="/memories").split("\n")[2:] == ["5B\t/memories/d2.md"]


def test_a_deleted_file_is_in_no_byte_with_all_that_it_ever_held_under_any_name(
    memory: nepenthe.Memory, left: Left
) -> None:
    tool = NepentheMemoryTool(memory)
    call(tool, "create", path="/memories/zanzibar.md", file_text="Wilhelmina drinks oolong.\nThe depot is in Lima.")
    call(tool, "str_replace", path="/memories/zanzibar.md", old_str="oolong", new_str="lapsang")
    call(tool, "rename", old_path="/memories/zanzibar.md", new_path="/memories/xylophone.md")
    call(tool, "insert", path="/memories/xylophone.md", insert_line=1, insert_text="quixotic")
    call(tool, "create", path="/memories/other.md", file_text="The depot is in Lima.")
    words = ["wilhelmina", "oolong", "lapsang", "quixotic", "zanzibar", "xylophone"]
    assert all(left(word) for word in words)
    call(tool, "delete", path="/memories/xylophone.md")
    assert tool.last_receipt is not None
    assert tool.last_receipt.assurance == "physical"
    assert [left(word) for word in words] == [0] * len(words)
    assert call(tool, "view", path="/memories/other.md").endswith("The depot is in Lima.")


def test_a_model_is_told_that_what_was_erased_is_not_written(memory: nepenthe.Memory) -> None:
    tool = NepentheMemoryTool(memory)
    call(tool, "create", path="/memories/a.md", file_text="Wilhelmina drinks oolong.")
    call(tool, "delete", path="/memories/a.md")
    answer = call(tool, "create", path="/memories/b.md", file_text="Wilhelmina drinks oolong.")
    assert answer.startswith("error: Nothing was written")
    assert "Wilhelmina" not in answer
    assert "does not exist" in call(tool, "view", path="/memories/b.md")


@pytest.mark.parametrize(
    "path",
    ["/etc/passwd", "/memories/../x", "/memories/a/../../b", "memories/a", "/memoriesx", "", "/memories/a\0b", "/"],
)
def test_no_path_leads_outside(memory: nepenthe.Memory, path: str) -> None:
    tool = NepentheMemoryTool(memory)
    assert call(tool, "create", path=path, file_text="x").startswith("error: Path")
    assert call(tool, "view", path=path).startswith("error: Path")
    assert call(tool, "delete", path=path).startswith("error: Path")


def test_the_root_itself_stays(memory: nepenthe.Memory) -> None:
    tool = NepentheMemoryTool(memory)
    assert call(tool, "view", path="/memories").endswith("0B\t/memories")
    assert call(tool, "delete", path="/memories").startswith("error: Cannot delete")
    assert call(tool, "rename", old_path="/memories", new_path="/memories/x").startswith("error: Cannot rename")
    call(tool, "create", path="/memories/a.md", file_text="x")
    assert tool.clear_all_memory() == "All memory cleared"
    assert call(tool, "view", path="/memories").endswith("0B\t/memories")


def test_a_purge_in_words_is_seen_in_the_file(memory: nepenthe.Memory, left: Left) -> None:
    tool = NepentheMemoryTool(memory)
    call(tool, "create", path="/memories/people.md", file_text="Sam Roe likes tea.\nThe depot is in Lima.\n")
    memory.plan_purge("everything about Sam Roe").apply()
    assert "Lima" in call(tool, "view", path="/memories/people.md")
    assert "Sam" not in call(tool, "view", path="/memories/people.md")
    assert left("Sam Roe") == 0


def test_the_tool_of_asyncio_does_the_same(memory: nepenthe.Memory, left: Left) -> None:
    async def main() -> None:
        tool = NepentheAsyncMemoryTool(memory)
        assert tool.to_dict() == {"type": "memory_20250818", "name": "memory"}
        path = "/memories/a.md"
        await tool.call({"command": "create", "path": path, "file_text": "Wilhelmina drinks oolong."})
        await tool.call({"command": "str_replace", "path": path, "old_str": "oolong", "new_str": "lapsang"})
        await tool.call({"command": "insert", "path": path, "insert_line": 1, "insert_text": "more"})
        await tool.call({"command": "rename", "old_path": path, "new_path": "/memories/b.md"})
        shown = await tool.call({"command": "view", "path": "/memories/b.md"})
        assert str(shown).endswith("     1\tWilhelmina drinks lapsang.\n     2\tmore\n     3\t")
        await tool.call({"command": "delete", "path": "/memories/b.md"})
        assert tool.last_receipt is not None
        assert left("wilhelmina") == 0
        await tool.clear_all_memory()

    asyncio.run(main())

"""Exports, imports and backups."""

from __future__ import annotations

import io
import os
from pathlib import Path

import nepenthe
import pytest
from nepenthe import errors
from nepenthe._items import admitted


def test_an_export_is_read_back(memory: nepenthe.Memory, folder: Path) -> None:
    old = memory.inscribe("Alice works at Initech.")
    memory.supersede(ids=old, new="Alice works at Globex.")
    assert memory.export("alice.jsonl") == 2
    assert os.stat("alice.jsonl").st_mode & 0o777 == 0o600
    other = memory.with_scope("acme/copy")
    assert other.import_("alice.jsonl").imported == 2
    again = other.import_(folder / "alice.jsonl")
    assert (again.imported, {skipped.reason for skipped in again.skipped}) == (0, {"unchanged"})
    out = io.BytesIO()
    assert other.export(out) == 2
    third = memory.with_scope("acme/third")
    assert third.import_(out.getvalue()).imported == 2
    assert third.import_(io.BytesIO(out.getvalue())).imported == 0
    assert [record.text for record in third.list("all")] == ["Alice works at Initech.", "Alice works at Globex."]


def test_an_export_takes_the_place_of_nothing(memory: nepenthe.Memory, folder: Path) -> None:
    memory.inscribe("one")
    (folder / "there").write_text("mine")
    with pytest.raises(errors.FileExistsError):
        memory.export("there")
    assert (folder / "there").read_text() == "mine"
    with pytest.raises(FileNotFoundError):
        memory.export("no/folder")


def test_what_another_system_wrote_is_read_once(memory: nepenthe.Memory, folder: Path) -> None:
    (folder / "mem0.json").write_text(
        '[{"id": "m-1", "memory": "Alice likes tea."}, {"id": "m-2", "memory": " "}, {"memory": "Whose?"}]'
    )
    report = memory.import_from("mem0", "mem0.json")
    assert (report.imported, [(left.entry, left.reason) for left in report.left]) == (
        1,
        [("m-2", "empty"), ("entry 3", "malformed")],
    )
    again = memory.import_from("mem0", (folder / "mem0.json").read_bytes())
    assert (again.imported, again.left[-1].reason) == (0, "here")
    memory.purge_now(ids=memory.list()[0].id)
    assert memory.import_from("mem0", folder / "mem0.json").left[-1].reason == "erased"
    assert memory.import_from("mem0", "mem0.json", returning=admitted("consent")).imported == 1
    with pytest.raises(errors.FileFailedError, match="cannot read none"):
        memory.import_from("zep", "none.json")
    with pytest.raises(errors.BadLineError):
        memory.import_from("langgraph", b"7")
    with pytest.raises(errors.BadRequestError):
        memory.import_from("word", b"[]")  # type: ignore[arg-type]
    with (
        memory.with_scope("acme/alice") as other,
        nepenthe.open("agent.db", other.scope, rights=["read", "write"]) as writer,
        pytest.raises(errors.RightMissingError),
    ):
        writer.import_from("mem0", b"[]")


def test_vectors_are_rebuilt_for_who_opens_the_store_again(memory: nepenthe.Memory) -> None:
    memory.inscribe_all(["one", "two"])
    rebuilt = nepenthe.reembed(memory.path, embedder="none")
    assert (rebuilt.embedder, rebuilt.dimension, rebuilt.texts) == ("none", 0, 0)
    with nepenthe.open(memory.path, memory.scope) as again:
        assert [record.text for record in again.list()] == ["one", "two"]
    with pytest.raises(errors.NoStoreError):
        nepenthe.reembed("none.db")
    with pytest.raises(errors.BadSettingError):
        nepenthe.reembed(memory.path, embedder="word")  # type: ignore[arg-type]


def test_scopes_of_a_pattern(memory: nepenthe.Memory) -> None:
    for scope in ("acme", "acme/alice", "acme2", "other"):
        memory.with_scope(scope).inscribe("one")
    for pattern, found in [
        ("**", ["acme", "acme/alice", "acme2", "other"]),
        ("acme/**", ["acme", "acme/alice"]),
        ("acme", ["acme"]),
        ("none/**", []),
    ]:
        assert [holds.scope for holds in memory.scopes(pattern)] == found
    with pytest.raises(errors.BadRequestError):
        memory.scopes("acme*")


class Failing:
    """A file object that fails."""

    def read(self, size: int, /) -> bytes:
        raise KeyError("read")

    def write(self, data: bytes, /) -> int:
        raise KeyError("write")


class Odd:
    """A file object that gives no bytes."""

    def read(self, size: int, /) -> str:
        return "text"


def test_what_a_file_object_raises_comes_through(memory: nepenthe.Memory) -> None:
    memory.inscribe("one")
    with pytest.raises(KeyError, match="write"):
        memory.export(Failing())  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="read"):
        memory.import_(Failing())  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        memory.import_(Odd())  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        memory.export(5)  # type: ignore[arg-type]
    assert memory.count() == 1


@pytest.mark.parametrize("lines", [b"no json", b"{}", b"\xff\xfe", b'{"text": "secret"}\n'])
def test_a_wrong_line_writes_nothing(memory: nepenthe.Memory, lines: bytes) -> None:
    with pytest.raises((errors.BadLineError, errors.FileFailedError)) as raised:
        memory.import_(lines)
    assert "secret" not in str(raised.value)
    assert memory.count("all") == 0


def test_a_backup_comes_back_without_what_was_erased_since(memory: nepenthe.Memory) -> None:
    one, two = memory.inscribe_all(["one", "two"])
    made = memory.backup("agent.backup")
    assert made.bytes == os.path.getsize("agent.backup")
    with pytest.raises(errors.FileExistsError):
        memory.backup("agent.backup")
    memory.purge_now(ids=one)
    with pytest.raises(errors.ErasuresUnknownError):
        nepenthe.restore_backup("agent.backup", "restored.db")
    restored = nepenthe.restore_backup("agent.backup", "restored.db", current=memory.path)
    assert (restored.known, restored.erased) == ("log", 1)
    with nepenthe.open("restored.db", scope="acme/alice", mode="existing") as back:
        assert [record.id for record in back.list("all")] == [two]
        assert back.check(deep=True).sound
    with pytest.raises(errors.StoreExistsError):
        nepenthe.restore_backup("agent.backup", "restored.db", current=memory.path)
    with pytest.raises(errors.NoStoreError):
        nepenthe.restore_backup("none", "other.db", without_erasures=True)


def test_what_an_export_wrote_is_no_path(memory: nepenthe.Memory) -> None:
    memory.inscribe_all(["The key is sk-4242.", "two"])
    out = io.BytesIO()
    memory.export(out)
    text = out.getvalue().decode()
    for wrong in (text, text.split("\n")[0], " " + text, "sk-4242\nx", "sk-4242\r", "\n", "{sk-4242"):
        with pytest.raises(ValueError, match="give what stands in a file as bytes") as raised:
            memory.import_(wrong)
        assert "4242" not in repr(raised.value)
    memory.export("a {b}.jsonl")
    assert memory.with_scope("b").import_("a {b}.jsonl").imported == 2
    with pytest.raises(FileNotFoundError):
        memory.import_("none.jsonl")

"""`nepenthe.mem0`, with the calls that are made of Mem0's open-source class."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mem0  # type: ignore[import-untyped]
import nepenthe
import pytest
from nepenthe.mem0 import AsyncMemory, Memory, WiderError

Left = Callable[[str], int]


@pytest.fixture
def m(store_file: Path) -> Iterator[Memory]:
    with Memory.from_path(store_file, embedder="none") as m:
        yield m


def texts(found: dict[str, Any]) -> list[str]:
    return [one["memory"] for one in found["results"]]


def test_what_is_added_is_found_and_shown_as_mem0_shows_it(m: Memory) -> None:
    added = m.add(
        [
            {"role": "system", "content": "You are kind."},
            {"role": "user", "content": "Alice likes tea.", "name": "al"},
            {"role": "assistant", "content": "Noted."},
        ],
        user_id="alice",
        run_id="r1",
        metadata={"topic": "drinks"},
    )
    assert [(one["memory"], one["event"], one["role"]) for one in added["results"]] == [
        ("Alice likes tea.", "ADD", "user"),
        ("Noted.", "ADD", "assistant"),
    ]
    shown = m.get(added["results"][0]["id"])
    assert shown is not None
    assert {name: shown[name] for name in ("memory", "user_id", "run_id", "role", "actor_id", "metadata")} == {
        "memory": "Alice likes tea.",
        "user_id": "alice",
        "run_id": "r1",
        "role": "user",
        "actor_id": "al",
        "metadata": {"topic": "drinks"},
    }
    found = m.search("What does Alice like?", filters={"user_id": "alice"}, top_k=1)
    assert texts(found) == ["Alice likes tea."]
    assert 0 < found["results"][0]["score"] <= 1
    assert m.search("tea", filters={"user_id": "bob"}) == {"results": []}
    assert texts(m.get_all(filters={"run_id": "r1"})) == ["Alice likes tea.", "Noted."]


def test_methods_take_the_words_that_mem0s_take(m: Memory) -> None:
    for name in ("add", "get", "get_all", "search", "update", "delete", "delete_all", "history", "reset"):
        theirs = inspect.signature(getattr(mem0.Memory, name)).parameters
        ours = inspect.signature(getattr(Memory, name)).parameters
        left_out = {"timestamp", "memory_type", "prompt", "explain", "reference_date", "data", "kwargs"}
        assert set(theirs) - left_out == set(ours), name


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"user_id": "a"}, {"one", "two", "three"}),
        ({"user_id": "a", "n": 1}, {"one"}),
        ({"user_id": "a", "n": {"gt": 1}}, {"two", "three"}),
        ({"user_id": "a", "n": {"gte": 1, "lt": 3}}, {"one", "two"}),
        ({"user_id": "a", "n": {"in": [1, 3]}}, {"one", "three"}),
        ({"user_id": "a", "n": {"nin": [1, 3]}}, {"two"}),
        ({"user_id": "a", "word": "*"}, {"two"}),
        ({"user_id": "a", "word": {"contains": "eb"}}, {"two"}),
        ({"user_id": "a", "word": {"icontains": "ZEB"}}, {"two"}),
        ({"user_id": "a", "OR": [{"n": 1}, {"word": "zebra"}]}, {"one", "two"}),
        ({"user_id": "a", "NOT": [{"n": 1}]}, {"two", "three"}),
        ({"user_id": "a", "AND": [{"n": {"ne": 1}}, {"agent_id": "bot"}]}, {"three"}),
        ({"agent_id": "bot"}, {"three", "four"}),
        ({"user_id": "*"}, {"one", "two", "three"}),
    ],
)
def test_filters(m: Memory, filters: dict[str, Any], expected: set[str]) -> None:
    m.add("one", user_id="a", metadata={"n": 1})
    m.add("two", user_id="a", metadata={"n": 2, "word": "zebra"})
    m.add("three", user_id="a", agent_id="bot", metadata={"n": 3})
    m.add("four", agent_id="bot", metadata={"n": 1})
    assert set(texts(m.get_all(filters=filters))) == expected


@pytest.mark.parametrize(
    "filters", [None, {}, {"n": 1}, {"user_id": ""}, {"user_id": "a", "n": {"near": 1}}, {"user_id": "a", "OR": []}]
)
def test_a_filter_that_is_not_understood_is_an_error(m: Memory, filters: Any) -> None:
    m.add("one", user_id="a")
    with pytest.raises(ValueError, match=r"filters|user_id|condition|OR"):
        m.get_all(filters=filters)
    with pytest.raises(ValueError, match=r"filters|user_id|condition|OR"):
        m.search("one", filters=filters)


def test_a_deletion_erases_text_history_and_metadata(m: Memory, left: Left) -> None:
    added = m.add("Wilhelmina drinks oolong.", user_id="alice", agent_id="xylophonist", metadata={"mood": "quixotic"})
    id = added["results"][0]["id"]
    m.update(id, "Wilhelmina drinks lapsang.")
    told = [(one["event"], one["old_memory"], one["new_memory"]) for one in m.history(id)]
    assert told == [
        ("ADD", None, "Wilhelmina drinks oolong."),
        ("UPDATE", "Wilhelmina drinks oolong.", "Wilhelmina drinks lapsang."),
    ]
    assert left("oolong") > 0
    gone = m.delete(id)
    assert gone["receipt_id"]
    assert [left(word) for word in ("wilhelmina", "oolong", "lapsang", "quixotic", "xylophonist")] == [0] * 5
    assert m.get(id) is None
    assert m.history(id) == []
    for call in (m.delete, lambda id: m.update(id, "x")):
        with pytest.raises(ValueError, match="not found"):
            call(id)


def test_what_was_erased_does_not_come_back_by_itself(m: Memory) -> None:
    id = m.add("Alice likes oolong.", user_id="alice")["results"][0]["id"]
    m.delete(id)
    with pytest.raises(nepenthe.RefusedErasedError):
        m.add("alice LIKES oolong", user_id="alice")
    m.add("Alice likes oolong.", user_id="bob")
    assert Memory(m.memory, readmit="consent").add("Alice likes oolong.", user_id="alice")["results"]


def test_all_of_an_owner_goes_and_nothing_else(m: Memory, left: Left) -> None:
    for number in range(5):
        m.add(f"Wilhelmina drinks oolong number {number}.", user_id="alice", run_id=f"r{number % 2}")
    m.add("The depot is in Lima.", user_id="bob")
    assert m.delete_all(user_id="alice", run_id="r0")["deleted"] == 3
    assert m.delete_all(user_id="alice")["deleted"] == 2
    assert left("wilhelmina") == 0
    assert texts(m.get_all(filters={"user_id": "bob"})) == ["The depot is in Lima."]
    assert m.delete_all(user_id="alice") == {
        "message": "Memories deleted successfully!",
        "receipt_ids": [],
        "deleted": 0,
    }
    with pytest.raises(ValueError, match="at least one"):
        m.delete_all()
    assert m.reset()["deleted"] == 1


def test_a_deletion_that_would_take_others_along_is_refused(m: Memory) -> None:
    m.add("Alice likes tea.", user_id="alice", run_id="r1")
    other = m.add("Alice likes tea.", user_id="alice", run_id="r2")["results"][0]["id"]
    with pytest.raises(WiderError) as wider:
        m.delete_all(user_id="alice", run_id="r1")
    assert wider.value.ids == [other]
    assert len(texts(m.get_all(filters={"user_id": "alice"}))) == 2
    assert m.delete_all(user_id="alice")["deleted"] == 2


def test_owners_are_scopes_as_for_mem0s_clients(m: Memory) -> None:
    owners: list[dict[str, str]] = [
        {"user_id": "a/b"},
        {"user_id": "agent:x"},
        {"agent_id": "x"},
        {"run_id": "r1"},
        {"user_id": "é ü"},
        {"user_id": "%"},
    ]
    for ids in owners:
        m.add(f"of {ids}", **ids)  # type: ignore[arg-type]
    assert {holds.scope for holds in m.memory.scopes() if holds.live} == {
        "mem0/a%2Fb",
        "mem0/agent%3Ax",
        "mem0/agent:x",
        "mem0/run:r1",
        "mem0/é ü",
        "mem0/%25",
    }
    for ids in owners:
        assert texts(m.get_all(filters=ids)) == [f"of {ids}"]


@pytest.mark.parametrize("id", ["", "  ", "*", "a\nb", "x" * 257, "a\x85"])
def test_what_is_no_id_is_refused(m: Memory, id: str) -> None:
    with pytest.raises(ValueError, match="user_id"):
        m.add("one", user_id=id)


def test_what_needs_a_model_says_so(m: Memory) -> None:
    with pytest.raises(ValueError, match="infer=False"):
        m.add("one", user_id="a", infer=True)
    id = m.add("one", user_id="a")["results"][0]["id"]
    with pytest.raises(ValueError, match="only the text"):
        m.update(id, metadata={"n": 1})
    with pytest.raises(ValueError, match="no text"):
        m.update(id)
    with pytest.raises(ValueError, match="adapter's own"):
        m.add("two", user_id="a", metadata={"mem0": 1})


def test_what_expired_is_shown_only_where_asked_for(m: Memory) -> None:
    m.add("old news", user_id="a", expiration_date="2020-01-31")
    m.add("new news", user_id="a", expiration_date="2999-12-31")
    assert texts(m.get_all(filters={"user_id": "a"})) == ["new news"]
    shown = m.get_all(filters={"user_id": "a"}, show_expired=True)["results"]
    assert {one["memory"]: one["expiration_date"] for one in shown} == {
        "old news": "2020-01-31",
        "new news": "2999-12-31",
    }
    assert set(texts(m.search("news", filters={"user_id": "a"}, show_expired=True))) == {"old news", "new news"}


def test_the_twin_of_asyncio_does_the_same(store_file: Path) -> None:
    async def main() -> list[str]:
        async with AsyncMemory.from_path(store_file, embedder="none") as m:
            added = await m.add("Alice likes tea.", user_id="alice")
            await m.add("Alice likes milk.", user_id="alice")
            await m.delete(added["results"][0]["id"])
            return texts(await m.get_all(filters={"user_id": "alice"}))

    assert asyncio.run(main()) == ["Alice likes milk."]

"""`nepenthe.langgraph` against LangGraph: what it promises beyond LangGraph's own tests."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from array import array
from base64 import b64decode
from collections.abc import Callable, Iterator
from datetime import timedelta, timezone
from pathlib import Path
from typing import Any

import nepenthe
import pytest
from langgraph.store.base import GetOp, InvalidNamespaceError, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore
from nepenthe._items import Items, said
from nepenthe.langgraph import NepentheStore

Left = Callable[[str], int]
NS = ("users", "alice")


@pytest.fixture
def store(store_file: Path) -> Iterator[NepentheStore]:
    with NepentheStore.from_path(store_file, embedder="none") as store:
        yield store


def keys(store: NepentheStore, *given: Any, **named: Any) -> list[str]:
    return [item.key for item in store.search(*given, **named)]


def test_what_is_deleted_is_in_no_byte_with_all_that_the_key_ever_had(store: NepentheStore, left: Left) -> None:
    store.put(NS, "zanzibarkey", {"text": "Wilhelmina drinks oolong.", "mood": "quixotic", "n": 7410258})
    store.put(NS, "zanzibarkey", {"text": "Wilhelmina drinks lapsang.", "tags": ["marmalade"]})
    store.put(NS, "other", {"text": "The depot is in Lima."})
    words = ["zanzibarkey", "wilhelmina", "oolong", "lapsang", "quixotic", "marmalade", "7410258"]
    assert all(left(word) for word in words)
    receipt = store.purge(NS, "zanzibarkey")
    assert receipt is not None
    assert receipt.assurance == "physical"
    assert [left(word) for word in words] == [0] * len(words)
    assert keys(store, NS) == ["other"]
    assert store.history(NS, "zanzibarkey") == []


@pytest.mark.parametrize("how", ["delete", "put", "batch", "adelete"])
def test_every_way_to_delete_erases(store: NepentheStore, left: Left, how: str) -> None:
    store.put(NS, "k", {"text": "Wilhelmina drinks oolong."})
    if how == "delete":
        store.delete(NS, "k")
    elif how == "put":
        store.put(NS, "k", None)  # type: ignore[arg-type]
    elif how == "batch":
        store.batch([PutOp(NS, "k", None)])
    else:
        asyncio.run(store.adelete(NS, "k"))
    assert store.get(NS, "k") is None
    assert left("wilhelmina") == 0


def test_a_put_over_a_key_supersedes(store: NepentheStore) -> None:
    store.put(NS, "k", {"text": "Alice likes tea."})
    first = store.get(NS, "k")
    store.put(NS, "k", {"text": "Alice likes milk."})
    second = store.get(NS, "k")
    assert first is not None
    assert second is not None
    assert second.value == {"text": "Alice likes milk."}
    assert second.created_at == first.created_at
    assert second.updated_at > first.updated_at
    assert [(one.text, one.state) for one in store.history(NS, "k")] == [
        ("Alice likes tea.", "superseded"),
        ("Alice likes milk.", "live"),
    ]
    store.put(NS, "k", {"text": "Alice likes tea."})
    assert [one.value for one in store.search(NS, query="tea")] == [{"text": "Alice likes tea."}]


def test_what_other_keys_have_stays_though_it_says_the_same(store: NepentheStore) -> None:
    store.put(NS, "a", {"text": "Alice likes tea."})
    store.put(NS, "b", {"text": "Alice likes tea.", "mark": 1})
    store.put(NS, "c", {"text": "Alice likes tea. Bob has a zebra."})
    store.put(("users", "bob"), "d", {"text": "Alice likes tea."})
    before = {item.key: (item.value, item.created_at) for item in store.search(("users",))}
    store.delete(NS, "a")
    after = {item.key: (item.value, item.created_at) for item in store.search(("users",))}
    del before["a"]
    assert after == before
    assert sorted(keys(store, ("users",), query="tea")) == ["b", "c", "d"]


def test_what_was_erased_comes_back_only_where_it_may(store_file: Path) -> None:
    value = {"text": "Wilhelmina drinks oolong."}
    with NepentheStore.from_path(store_file, embedder="none") as store:
        store.put(NS, "k", value)
        store.delete(NS, "k")
        with pytest.raises(nepenthe.RefusedErasedError) as refused:
            store.put(NS, "another", value)
        assert "Wilhelmina" not in str(refused.value)
        assert keys(store, NS) == []
        store.put(("users", "bob"), "k", value)
    with NepentheStore.from_path(store_file, readmit="consent") as store:
        store.put(NS, "k", value)
        item = store.get(NS, "k")
        assert item is not None
        assert item.value == value


def test_a_released_key_is_out_of_every_answer_and_can_be_restored(store_file: Path, left: Left) -> None:
    with NepentheStore.from_path(store_file, embedder="none", on_delete="release") as store:
        store.put(NS, "k", {"text": "Wilhelmina drinks oolong."})
        store.delete(NS, "k")
        assert store.get(NS, "k") is None
        assert keys(store, (), query="oolong") == []
        assert store.list_namespaces() == []
        assert left("wilhelmina") > 0
        with store.namespace_memory(NS) as memory:
            memory.restore(everything=True)
        assert keys(store, NS) == ["k"]
        assert store.purge(NS, "k") is not None
        assert left("wilhelmina") == 0


def test_a_namespace_is_purged_at_once(store: NepentheStore, left: Left) -> None:
    for number in range(5):
        store.put(NS, f"k{number}", {"text": f"Wilhelmina drinks oolong number {number}."})
    store.put((*NS, "deep"), "k", {"text": "Wilhelmina has a secret."})
    store.put(("users", "alicex"), "k", {"text": "The depot is in Lima."})
    receipt = store.purge_namespace(NS)
    assert len({change.id for change in receipt.changes}) == 5
    assert receipt.assurance == "physical"
    assert left("oolong") == 0
    assert left("wilhelmina") > 0
    with pytest.raises(nepenthe.NothingMatchedError):
        store.purge_namespace(NS)
    assert set(store.purge_namespaces(("users", "alice"))) == {(*NS, "deep")}
    assert left("wilhelmina") == 0
    assert store.list_namespaces() == [("users", "alicex")]


def test_a_purge_by_another_door_is_gone_from_here_at_once(store: NepentheStore, store_file: Path) -> None:
    store.put(NS, "k", {"text": "Sam Roe likes tea.", "who": "Sam Roe"})
    store.put(NS, "l", {"text": "The depot is in Lima."})
    assert len(store.search(NS)) == 2
    with nepenthe.open(store_file, scope="langgraph/users/alice") as other:
        plan = other.plan_purge("everything about Sam Roe")
        plan.apply()
    assert keys(store, NS) == ["l"]
    assert "Sam" not in str([vars(space) for space in store._spaces.values()])


def test_a_purge_of_a_part_takes_it_from_the_value(store: NepentheStore, left: Left) -> None:
    store.put(NS, "k", {"text": "Sam Roe likes tea. The depot is in Lima."})
    with store.namespace_memory(NS) as memory:
        memory.plan_purge("everything about Sam Roe").apply()
    item = store.get(NS, "k")
    assert item is not None
    assert item.value == {"text": "The depot is in Lima."}
    assert left("Sam Roe") == 0


def test_a_purge_of_a_part_takes_the_fields_that_say_it(store: NepentheStore, left: Left) -> None:
    store.put(NS, "k", {"title": "Depot", "who": "Sam Roe", "n": 2})
    store.put(NS, "l", {"title": "The kettle is blue.", "who": "Ida"})
    with store.namespace_memory(NS) as memory:
        memory.plan_purge("everything about Sam Roe").apply()
    assert {item.key: item.value for item in store.search(NS)} == {
        "k": {"title": "Depot", "n": 2},
        "l": {"title": "The kettle is blue.", "who": "Ida"},
    }
    assert left("Sam Roe") == 0


def test_what_expired_is_omitted_at_once_and_erased_by_a_sweep(store_file: Path, left: Left) -> None:
    with NepentheStore.from_path(store_file, embedder="none", ttl={"refresh_on_read": False}) as store:
        store.put(NS, "short", {"text": "Wilhelmina drinks oolong."}, ttl=0.3 / 60)
        store.put(NS, "long", {"text": "The depot is in Lima."}, ttl=60)
        store.put(NS, "ever", {"text": "It opens at eight."})
        assert sorted(keys(store, NS)) == ["ever", "long", "short"]
        time.sleep(0.4)
        assert store.get(NS, "short") is None
        assert sorted(keys(store, NS)) == ["ever", "long"]
        assert keys(store, NS, query="oolong", limit=1) != ["short"]
        assert left("wilhelmina") > 0
        assert store.sweep_ttl() == 1
        assert store.sweep_ttl() == 0
        assert left("wilhelmina") == 0


def test_a_read_puts_the_end_off_and_a_put_after_it_writes_anew(store: NepentheStore) -> None:
    store.put(NS, "k", {"n": 1}, ttl=1.2 / 60)
    for _ in range(3):
        time.sleep(0.6)
        assert store.get(NS, "k") is not None
    assert store.get(NS, "k", refresh_ttl=False) is not None
    time.sleep(1.3)
    assert store.get(NS, "k") is None
    store.put(NS, "k", {"n": 2})
    item = store.get(NS, "k")
    assert item is not None
    assert item.value == {"n": 2}
    assert store.sweep_ttl() == 0


class Letters:
    """Embeds a text as its counts of letters, and counts the calls."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, texts: list[str]) -> list[list[float]]:
        self.texts += texts
        return [[float(text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]


def letters(embed: Any) -> Any:
    return {"dims": 26, "embed": embed}


def test_vectors_are_kept_with_the_item_and_go_with_it(store_file: Path) -> None:
    embed = Letters()
    index: Any = {"dims": 26, "embed": embed, "fields": ["text", "tags[*]"]}
    with NepentheStore.from_path(store_file, embedder="none", index=index) as store:
        store.put(NS, "a", {"text": "zebra", "tags": ["qqq", "www"], "hidden": "kkk"})
        store.put(NS, "b", {"text": "tea"})
        store.put(NS, "c", {"text": "qqq"}, index=False)
        store.put(NS, "d", {"text": "tea", "title": "xxx"}, index=["title"])
    assert sorted(set(embed.texts)) == ["qqq", "tea", "www", "xxx", "zebra"]
    embed.texts.clear()
    with NepentheStore.from_path(store_file, index=index) as store:
        hits = store.search(NS, query="qqq")
        assert embed.texts == ["qqq"]
        assert hits[0].key == "a"
        assert hits[0].score == pytest.approx(1.0)
        assert [hit.score for hit in hits if hit.key == "c"] == [None]
        assert store.search(NS, query="xxx")[0].key == "d"
        store.delete(NS, "a")
        assert all(hit.key != "a" for hit in store.search(NS, query="qqq"))


def test_an_embedding_function_of_asyncio_alone_works(store_file: Path) -> None:
    async def embed(texts: list[str]) -> list[list[float]]:
        return Letters()(texts)

    async def main() -> list[str]:
        with NepentheStore.from_path(store_file, embedder="none", index=letters(embed)) as store:
            await store.aput(NS, "a", {"text": "zebra"})
            await store.aput(NS, "b", {"text": "tea"})
            return [item.key for item in await store.asearch(NS, query="zebra", limit=1)]

    assert asyncio.run(main()) == ["a"]


@pytest.mark.parametrize("seed", range(3))
def test_vectors_rank_as_in_langgraphs_own_store_through_every_change(store_file: Path, seed: int) -> None:
    chance = random.Random(seed)
    words = ["zebra", "tea time", "queue", "a b c", "oolong", "jazz", "kettle", "mmm", "1"]
    index = letters(Letters())
    theirs = InMemoryStore(index=index)
    with NepentheStore.from_path(store_file, embedder="none", index=index, readmit="test") as ours:
        for turn in range(120):
            namespace = chance.choice([("a",), ("a", "b"), ("c",)])
            key = chance.choice("klmnop")
            if chance.random() < 0.7:
                value = {"text": f"{chance.choice(words)} {chance.choice(words)} {turn}", "n": chance.randrange(3)}
                for store in (ours, theirs):
                    store.put(namespace, key, value)
            else:
                for store in (ours, theirs):
                    store.delete(namespace, key)
            query = f"{chance.choice(words)} for {chance.choice(words)}"
            wanted: dict[str, Any] | None = chance.choice([None, None, {"n": 1}])
            for prefix, limit, offset in [(namespace, 3, 0), (namespace[:1], 2, 1), ((), 99, 0)]:
                found = [
                    [
                        (round(hit.score or 0.0, 4), hit.value["text"])
                        for hit in store.search(prefix, query=query, filter=wanted, limit=limit, offset=offset)
                    ]
                    for store in (ours, theirs)
                ]
                assert [score for score, _ in found[0]] == [score for score, _ in found[1]]
                if limit == 99:
                    assert sorted(found[0]) == sorted(found[1])


def test_a_search_reads_no_vector_again_that_it_has(store_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(packed: str) -> bytes:
        read.append(packed)
        return b64decode(packed)

    monkeypatch.setattr("nepenthe.langgraph.b64decode", noted)
    with NepentheStore.from_path(store_file, embedder="none", index=letters(Letters())) as store:
        for number in range(9):
            store.put(NS, str(number), {"text": "abcdefghi"[number]})
            assert store.search(NS, query="abcdefghi"[number], limit=1)[0].key == str(number)
        store.delete(NS, "0")
        assert store.search(NS, query="a", limit=1)[0].key != "0"
    assert len(read) == 9


FILTERS: list[tuple[dict[str, Any], set[str]]] = [
    ({"n": 1}, {"one"}),
    ({"n": True}, {"flag"}),
    ({"n": {"$eq": 1}}, {"one"}),
    ({"n": {"$ne": 1}}, {"two", "flag", "word", "none"}),
    ({"n": {"$gt": 1}}, {"two"}),
    ({"n": {"$gte": 1, "$lt": 2}}, {"one", "flag"}),
    ({"n": {"$lte": "zzz"}}, {"word"}),
    ({"n": "x' OR '1'='1"}, set()),
    ({"deep.er": "yes"}, {"two"}),
    ({"deep": {"er": "yes"}}, {"two"}),
    ({"tags": ["a", "b"]}, {"word"}),
    ({"tags": ["a"]}, set()),
    ({"nothing": None}, {"one", "two", "flag", "word", "none"}),
    ({"a.b": 1}, {"none"}),
    ({}, {"one", "two", "flag", "word", "none"}),
]


@pytest.mark.parametrize(("wanted", "expected"), FILTERS, ids=[str(wanted) for wanted, _ in FILTERS])
def test_filters(store: NepentheStore, wanted: dict[str, Any], expected: set[str]) -> None:
    values: dict[str, dict[str, Any]] = {
        "one": {"n": 1},
        "two": {"n": 2.5, "deep": {"er": "yes"}},
        "flag": {"n": True},
        "word": {"n": "three", "tags": ["a", "b"]},
        "none": {"a.b": 1},
    }
    for key, value in values.items():
        store.put(NS, key, value)
    assert set(keys(store, NS, filter=wanted)) == expected
    assert set(keys(store, NS, query="three", filter=wanted)) == expected


def test_an_unknown_operator_is_an_error(store: NepentheStore) -> None:
    store.put(NS, "k", {"n": 1})
    with pytest.raises(ValueError, match=r"\$near"):
        store.search(NS, filter={"n": {"$near": 1}})


LABELS = [
    "a/b",
    "*",
    "%2F",
    "%",
    " x ",
    "a  b",
    "é",
    "日本",
    "a\n",
    "\t",
    "agent:x",
    "x" * 200,
    "🙂",
    "A",
    "a",
    "\\",
    "'\"",
    "~",
]


def test_any_label_names_a_namespace_of_its_own(store: NepentheStore) -> None:
    for label in LABELS:
        store.put(("top", label), label, {"said": label})
    assert set(store.list_namespaces(limit=100)) == {("top", label) for label in LABELS}
    for label in LABELS:
        item = store.get(("top", label), label)
        assert item is not None
        assert (item.value, item.key, item.namespace) == ({"said": label}, label, ("top", label))
        assert [hit.key for hit in store.search(("top", label))] == [label]


@pytest.mark.parametrize("namespace", [(), ("a.b",), ("",), ("a", ""), ("langgraph", "x"), ("a\0b",), (1,)])
def test_what_is_no_namespace_is_refused(store: NepentheStore, namespace: Any) -> None:
    with pytest.raises(InvalidNamespaceError):
        store.put(namespace, "k", {"n": 1})


VALUES: list[dict[str, Any]] = [
    {},
    {"text": ""},
    {"text": "   "},
    {"none": None},
    {"n": 2**63 - 1, "f": 1e-300, "neg": -5},
    {"deep": {"er": [{"x": [1, None, "two"]}]}},
    {"nul": "a\0b"},
    {"": "empty name"},
    {"text": "zeile\nzwei\r\n\tdrei", "text2": "🙂 日本 é"},
    {"text_at": "own name", "value": {"value": 1}, "langgraph": {"ttl": 5}},
    {"long": "word " * 5000},
]


@pytest.mark.parametrize("value", VALUES, ids=[str(value)[:30] for value in VALUES])
def test_a_value_comes_back_as_it_was(store_file: Path, value: dict[str, Any]) -> None:
    with NepentheStore.from_path(store_file, embedder="none") as store:
        store.put(NS, "k", value)
        store.put(NS, "l", {"text": "other"})
        item = store.get(NS, "k")
    with NepentheStore.from_path(store_file) as store:
        again = store.get(NS, "k")
        assert item is not None
        assert again is not None
        assert again.value == item.value == value
        again.value["changed"] = True
        fresh = store.get(NS, "k")
        assert fresh is not None
        assert fresh.value == value
        store.delete(NS, "k")
        assert keys(store, NS) == ["l"]


def test_a_batch_reads_what_was_there_and_keeps_the_last_put(store: NepentheStore) -> None:
    store.put(NS, "k", {"n": 0})
    results = store.batch(
        [PutOp(NS, "k", {"n": 1}), GetOp(NS, "k"), PutOp(NS, "k", {"n": 2}), SearchOp(NS), PutOp(NS, "l", {"n": 3})]
    )
    assert results[1].value == {"n": 0}  # type: ignore[union-attr]
    assert [item.key for item in results[3]] == ["k"]  # type: ignore[union-attr]
    assert {item.key: item.value["n"] for item in store.search(NS)} == {"k": 2, "l": 3}


def test_two_stores_on_one_file_see_each_other(store_file: Path) -> None:
    with (
        NepentheStore.from_path(store_file, embedder="none") as one,
        NepentheStore.from_path(store_file) as two,
    ):
        one.put(NS, "k", {"n": 1})
        assert keys(two, NS) == ["k"]
        two.put(NS, "k", {"n": 2})
        item = one.get(NS, "k")
        assert item is not None
        assert item.value == {"n": 2}
        one.delete(NS, "k")
        assert two.get(NS, "k") is None


def test_many_namespaces_are_let_go_and_read_again(store: NepentheStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nepenthe.langgraph._OPEN", 3)
    for number in range(10):
        store.put(("n", str(number)), "k", {"n": number})
    assert len(store._spaces) == 3
    assert sorted(item.value["n"] for item in store.search(("n",), limit=100)) == list(range(10))
    assert len(store.search(("n",), query="n 7", limit=100)) == 10
    assert len(store._spaces) == 3


@pytest.mark.parametrize("seed", range(4))
def test_random_operations_answer_as_in_langgraphs_own_store(store_file: Path, seed: int) -> None:
    chance = random.Random(seed)
    spaces = [("a",), ("a", "b"), ("a", "b", "c"), ("ab",), ("d", "b")]
    theirs = InMemoryStore()
    with NepentheStore.from_path(store_file, embedder="none", readmit="test") as ours:
        for _ in range(150):
            namespace = chance.choice(spaces)
            key = chance.choice("klmno")
            kind = chance.random()
            if kind < 0.5:
                value = {"n": chance.randrange(4), "s": chance.choice("xyz"), "t": {"u": chance.randrange(2)}}
                ours.put(namespace, key, value)
                theirs.put(namespace, key, value)
            elif kind < 0.7:
                ours.delete(namespace, key)
                theirs.delete(namespace, key)
            else:
                wanted: dict[str, Any] = chance.choice(
                    [{"n": chance.randrange(4)}, {"n": {"$gte": 2}}, {"s": {"$ne": "x"}}, {"t": {"u": 1}}, {}]
                )
                found = [
                    sorted(
                        (item.namespace, item.key, str(item.value))
                        for item in store.search(prefix, filter=wanted, limit=99)
                    )
                    for store in (ours, theirs)
                    for prefix in (namespace, namespace[:1], ())
                ]
                assert found[:3] == found[3:]
                mine, other = ours.get(namespace, key), theirs.get(namespace, key)
                assert (mine and mine.value) == (other and other.value)
                depth = chance.choice([None, 1, 2])
                # Theirs goes on listing a namespace that has nothing left.
                listed = {
                    item.namespace[:depth] for item in theirs.search((), limit=99) if item.namespace[0] == namespace[0]
                }
                assert set(ours.list_namespaces(prefix=namespace[:1], max_depth=depth)) == listed


def held(store: NepentheStore) -> str:
    """All that the store holds of values in memory."""
    return str([list(space.live.values()) for space in store._spaces.values()])


def test_what_is_purged_by_another_door_leaves_memory_with_the_next_call(store: NepentheStore) -> None:
    other = ("users", "bob")
    store.put(NS, "k", {"text": "Wilhelmina drinks oolong."})
    store.put(other, "k", {"text": "Bob drinks milk."})
    assert "Wilhelmina" in held(store)
    with nepenthe.open(store.memory.path, "langgraph/users/alice") as door:
        door.purge_now(everything=True)
    assert store.get(other, "k") is not None
    assert "Wilhelmina" not in held(store)
    assert "Bob" in held(store)
    # Also where this store writes at the same time.
    store.put(NS, "k", {"text": "Zorblax drinks lapsang."})
    store.namespace_memory(NS).purge_now(everything=True)
    store.put(other, "k", {"text": "Bob drinks tea."})
    assert "Zorblax" not in held(store)


def test_a_store_s_own_writes_do_not_have_every_namespace_read_again(
    store: NepentheStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        store.put(("users", name), "k", {"text": f"{name} drinks milk."})
    looked: list[str] = []
    sync = Items.sync

    def noted(items: Items) -> None:
        looked.append(items.memory.scope)
        sync(items)

    monkeypatch.setattr(Items, "sync", noted)
    store.put(("users", "a"), "k", {"text": "a drinks tea."})
    store.get(("users", "b"), "k")
    assert set(looked) == {"langgraph/users/a", "langgraph/users/b"}


def keep_vector(file: sqlite3.Connection, namespace: tuple[str, ...], key: str, vector: list[float]) -> None:
    """Writes a vector where SqliteStore does; its own way needs an extension that not every Python can load."""
    file.execute("CREATE TABLE IF NOT EXISTS store_vectors (prefix, key, field_name, embedding)")
    row = (".".join(namespace), key, "$", array("f", vector).tobytes())
    file.execute("INSERT INTO store_vectors VALUES (?, ?, ?, ?)", row)
    file.commit()


@pytest.mark.parametrize("embed", [False, True])
def test_a_store_of_langgraph_s_own_is_taken_over(folder: Path, embed: bool) -> None:
    index: Any = letters(Letters()) if embed else None
    items: list[tuple[tuple[str, ...], str, dict[str, Any], float | None]] = [
        (("users", "alice"), "likes", {"text": "Alice likes tea."}, None),
        (("users", "alice"), "home", {"city": "Ghent", "floor": 2, "keys": ["a", {"of": "door"}], "own": True}, 60),
        (("users", "bob b/c"), "likes", {"text": "Bob likes aabb."}, None),
        (("users",), "nothing", {"none": None}, None),
        (("flags",), "n", {"n": 1.5}, None),
    ]
    with SqliteStore.from_conn_string("theirs.db", ttl={"default_ttl": None}) as theirs:
        theirs.setup()
        for namespace, key, value, ttl in items:
            theirs.put(namespace, key, value, ttl=ttl)
            if embed:
                keep_vector(theirs.conn, namespace, key, Letters()([json.dumps(value)])[0])
        before = {(one.namespace, one.key): one for one in theirs.search(())}
    with nepenthe.open("agent.db", "langgraph", embedder="none") as memory:
        report = memory.import_from("langgraph", "theirs.db")
        assert (report.imported, report.left) == (len(items), [])
        store = NepentheStore(memory, index=index)
        after = {(one.namespace, one.key): one for one in store.search((), refresh_ttl=False)}
        assert {at: one.value for at, one in after.items()} == {at: one.value for at, one in before.items()}
        for at, one in after.items():
            for ours_, was in [
                (one.created_at, before[at].created_at),
                (one.updated_at, before[at].updated_at),
            ]:
                # SqliteStore's times are of UTC, and do not say so.
                assert abs(ours_ - was.replace(tzinfo=timezone.utc)) < timedelta(milliseconds=1), at
        assert sorted(store.list_namespaces()) == sorted({namespace for namespace, *_ in items})
        home = store._space(("users", "alice")).live["home"]
        assert home.beside["ttl"] == 60
        assert home.expires is not None
        assert timedelta(minutes=58) < home.expires - home.changed <= timedelta(minutes=61)
        # Searched, changed and erased as its own.
        assert store.search(("users",), query="Bob likes aabb.")[0].namespace == ("users", "bob b/c")
        store.put(("users", "alice"), "likes", {"text": "Alice likes milk."})
        assert [one.text for one in store.history(("users", "alice"), "likes")] == [
            "Alice likes tea.",
            "Alice likes milk.",
        ]
        assert store.purge(("users", "alice"), "likes") is not None
        again = memory.import_from("langgraph", "theirs.db")
        assert again.imported == 0
        assert {(left.entry, left.reason) for left in again.left} >= {("users.alice/likes", "erased")}
        # As it would have written them.
        own = NepentheStore(memory.with_scope("own"), index=index)
        for namespace, key, value, ttl in items[1:]:
            own.put(namespace, key, value, ttl=ttl)
            theirs_, ours = (one._space(namespace).live[key] for one in (store, own))
            assert (theirs_.value, theirs_.text_at) == (ours.value, ours.text_at)
            assert theirs_.beside.get("vectors") == ours.beside.get("vectors")
            assert theirs_.text == ours.text or not said(value)

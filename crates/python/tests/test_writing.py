"""Writing, reading, and changes that are not purges."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import nepenthe
import pytest
from nepenthe import errors

TEXTS = [
    "Alice works at Initech.",
    "Åsa's depot is in Malmö — “north gate”.",
    "用户的密钥是 4242。",
    "👩‍👩‍👧 met on Tuesday",
    "line one\nline two\ttabbed",
    'quotes " and \\ backslashes \\u0000',
    "a" * 100_000,
    " padded ",
    "\u202eright to left",
    "\x1b[31mred",
    "e\u0301 is not \u00e9",
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_text_comes_back_as_it_was(memory: nepenthe.Memory, text: str) -> None:
    id = memory.inscribe(text, source=text[:50], metadata={"text": text, "n": [1, 2.5, None, True, {"": []}]})
    record = memory.get(id)
    assert record.text == text
    assert record.source == text[:50]
    assert record.metadata == {"text": text, "n": [1, 2.5, None, True, {"": []}]}


@pytest.mark.parametrize("text", ["", " ", "\n\t", "a\0b", "half \ud800 a pair", "\udfff"])
def test_what_is_no_text_is_refused(memory: nepenthe.Memory, text: str) -> None:
    with pytest.raises(errors.BadTextError):
        memory.inscribe(text)
    assert memory.count() == 0


@pytest.mark.parametrize("wrong", [5, None, b"bytes", ["a"], 1.5])
def test_a_text_of_another_type_is_refused(memory: nepenthe.Memory, wrong: object) -> None:
    with pytest.raises((errors.BadRequestError, TypeError)):
        memory.inscribe(wrong)  # type: ignore[arg-type]
    assert memory.count() == 0


def test_a_batch_is_written_whole_or_not_at_all(memory: nepenthe.Memory) -> None:
    with pytest.raises(errors.BadTextError):
        memory.inscribe_all(["one", "two", " "])
    assert memory.list() == []
    assert memory.inscribe_all([]) == []
    ids = memory.inscribe_all(one for one in ("one", nepenthe.NewMemory("two", source="s")))
    assert [record.id for record in memory.list()] == ids
    assert [record.source for record in memory.list()] == [None, "s"]


def test_times_are_aware_and_in_utc(memory: nepenthe.Memory) -> None:
    before = datetime.now(timezone.utc)
    expires = datetime.now(timezone(timedelta(hours=5))) + timedelta(days=1)
    record = memory.get(memory.inscribe("one", expires=expires))
    assert before <= record.created <= datetime.now(timezone.utc)
    assert record.created.utcoffset() == timedelta(0)
    assert record.expires == expires
    with pytest.raises(errors.BadRequestError, match="zone"):
        memory.inscribe("two", expires=datetime.now())
    with pytest.raises(errors.BadRequestError, match="zone"):
        memory.recall("one", as_of=datetime(2020, 1, 1))


def test_what_is_past_its_expiry_leaves_recall(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("The offer is valid.", expires=datetime(2020, 1, 1, tzinfo=timezone.utc))
    assert memory.recall("offer") == []
    assert memory.get(id).state == "expired"
    assert memory.count("all") == 1


def test_recall_looks_where_it_is_told_to(memory: nepenthe.Memory) -> None:
    old, live = memory.inscribe_all(["The depot is in Lima.", "The depot opens at eight."])
    memory.release(ids=old)
    assert {hit.id for hit in memory.recall("depot")} == {live}
    assert {hit.id for hit in memory.recall("depot", include="submerged")} == {old, live}
    assert [hit.id for hit in memory.recall("depot", 1, include="all")] != []
    assert memory.recall("depot", 0) == []
    assert all(hit.bm25 for hit in memory.recall("depot", mode="lexical"))
    assert memory.recall("depot", min_score=1e9) == []
    with pytest.raises(errors.NoVectorsError):
        memory.recall("depot", mode="vector")
    with pytest.raises(errors.BadRequestError):
        memory.recall("depot", mode="lexical", rerank=True)
    with pytest.raises(errors.BadRequestError):
        memory.recall("depot", mode="fuzzy")  # type: ignore[arg-type]
    with pytest.raises((errors.BadRequestError, ValueError)):
        memory.recall("depot", min_score=math.nan)
    with pytest.raises((errors.BadRequestError, OverflowError)):
        memory.recall("depot", -1)


def test_the_past_can_be_asked(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("Alice works at Initech.")
    then = datetime.now(timezone.utc)
    assert [hit.id for hit in memory.recall("Alice", as_of=memory.get(id).created)] == [id]
    memory.supersede(ids=id, new="Alice works at Globex.")
    assert [hit.text for hit in memory.recall("Alice")] == ["Alice works at Globex."]
    assert [hit.text for hit in memory.recall("Alice", as_of=then)] == ["Alice works at Initech."]


def test_count_agrees_with_list(memory: nepenthe.Memory) -> None:
    ids = memory.inscribe_all([f"The depot number {n} is closed." for n in range(6)])
    memory.inscribe("An offer.", expires=datetime(2020, 1, 1, tzinfo=timezone.utc))
    memory.release(ids=ids[0])
    memory.supersede(ids=ids[1], new="The first depot is open.")
    memory.pin(ids=ids[2])
    memory.purge_now(ids=ids[3])
    memory.inscribe("The depot number 3 is closed.", returning="quarantine")
    for include in ("live", "submerged", "all"):
        assert memory.count(include) == len(memory.list(include)), include
    assert len(memory.list("all")) == 8


def test_pages_are_the_list(memory: nepenthe.Memory) -> None:
    ids = memory.inscribe_all([f"number {n}" for n in range(7)])
    read, page = [], memory.page(limit=3)
    while True:
        read += [record.id for record in page.memories]
        if page.next is None:
            break
        page = memory.page(page.next, 3)
    assert read == ids


def test_each_change_and_its_way_back(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("Alice works at Initech.")
    assert memory.release(ids=id).changes[0].kind == "release"
    assert memory.get(id).state == "released"
    memory.restore(ids=[id])
    assert memory.get(id).state == "live"
    memory.edit(ids=id, text="Alice works at Globex.")
    memory.pin(ids=id)
    assert memory.get(id).depth == math.inf
    assert memory.get(id).to_dict()["depth"] == "pinned"
    memory.unpin(ids=id)
    memory.decay()
    assert memory.get(id).depth == 0.5
    memory.consolidate(tau=timedelta(days=30))
    new = memory.supersede(ids=id, new=nepenthe.NewMemory("Alice left.", metadata={"a": 1})).inscribed
    assert new is not None
    assert memory.get(new).metadata == {"a": 1}
    assert [event.kind for event in memory.log()][:4] == ["inscribe", "release", "restore", "edit"]
    assert memory.history(id).events[0].text == "Alice works at Initech."
    assert [link.id for link in memory.blame("Alice left").memories] == [id, new]
    assert memory.blame(id).memories[0].superseded_by[0].id == new
    assert {event.actor for event in memory.log()} == {"python"}


def test_a_target_is_said_in_one_way(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("one")
    given: dict[str, Any]
    for given in ({}, {"words": "one", "ids": id}, {"ids": id, "everything": True}):
        with pytest.raises(errors.BadRequestError, match="one way"):
            memory.plan_release(**given)
    with pytest.raises(errors.BadRequestError):
        memory.release(ids="no id")
    with pytest.raises(errors.NotFoundError):
        memory.release(ids="01a2272e-2cbb-790d-a443-f6a132a7822b")
    assert memory.release(everything=True).changes[0].id == id


def test_scopes_see_nothing_of_each_other(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("Alice works at Initech.")
    bob = memory.with_scope("acme/bob")
    assert bob.scope == "acme/bob"
    assert bob.recall("Alice") == []
    with pytest.raises(errors.NotFoundError):
        bob.get(id)
    bob.inscribe("Bob works at Globex.")
    assert [(held.scope, held.live) for held in memory.scopes()] == [("acme/alice", 1), ("acme/bob", 1)]
    for path in ("", "/a", "a//b", "a/", "a/../b"):
        with pytest.raises(errors.BadScopeError):
            memory.with_scope(path)
    bob.close()
    assert memory.count() == 1


def test_a_store_is_opened_as_asked(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("one")
    with pytest.raises(errors.NoStoreError):
        nepenthe.open("none.db", mode="existing")
    with pytest.raises(errors.NoStoreError):
        nepenthe.open("none.db", mode="read")
    with nepenthe.open("agent.db", scope="acme/alice", mode="read") as read:
        assert read.get(id).text == "one"
        with pytest.raises(errors.ReadOnlyError):
            read.inscribe("two")
    with nepenthe.open("agent.db", scope="acme/alice", rights=["read"]) as limited:
        assert limited.count() == 1
        for refused in (
            lambda: limited.inscribe("two"),
            lambda: limited.plan_purge(ids=id),
            lambda: limited.scopes(),
            lambda: limited.backup("b"),
            lambda: limited.check(),
        ):
            with pytest.raises(errors.RightMissingError):
                refused()
    wrong: dict[str, Any]
    for wrong in ({"mode": "append"}, {"rights": ["all"]}, {"embedder": "bert"}, {"planner": "x"}, {"indexes": "x"}):
        with pytest.raises(errors.BadSettingError):
            nepenthe.open("agent.db", **wrong)
    with pytest.raises(errors.BadSettingError):
        nepenthe.open("other.db", embedder="openai")
    Path("text.txt").write_text("no store" * 1000)
    with pytest.raises(errors.NotAStoreError):
        nepenthe.open("text.txt", embedder="none")


def test_an_encrypted_store_needs_its_key(memory: nepenthe.Memory, folder: Path) -> None:
    key, other = nepenthe.new_master_key("a.master"), nepenthe.new_master_key("b.master")
    with nepenthe.open("sealed.db", embedder="none", master_key=key) as sealed:
        sealed.inscribe("The word is Rumpelstilzchen.")
    assert b"Rumpelstilzchen" not in (folder / "sealed.db").read_bytes()
    with pytest.raises(errors.EncryptedError):
        nepenthe.open("sealed.db")
    with pytest.raises(errors.WrongMasterKeyError):
        nepenthe.open("sealed.db", master_key=other)
    with pytest.raises(errors.NotEncryptedError):
        nepenthe.open("agent.db", master_key=key)
    with pytest.raises(errors.MasterKeyExistsError):
        nepenthe.new_master_key("a.master")
    with nepenthe.open("sealed.db", master_key=key) as sealed:
        assert [hit.text for hit in sealed.recall("word")] == ["The word is Rumpelstilzchen."]


def test_a_word_is_no_flag(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("one")
    other = memory.inscribe("two")
    verbs: list[tuple[str, dict[str, Any]]] = [
        ("supersede", {"new": "three"}),
        ("release", {}),
        ("restore", {}),
        ("edit", {"text": "three"}),
        ("pin", {}),
        ("unpin", {}),
        ("decay", {}),
        ("consolidate", {}),
    ]
    calls = [(name, given) for verb, given in verbs for name in (verb, f"plan_{verb}")]
    for name, given in [*calls, ("purge_now", {}), ("plan_purge", {})]:
        for wrong in ("false", "no", "", 0, 1, None, [], object()):
            with pytest.raises(TypeError, match="everything is True or False"):
                getattr(memory, name)(everything=wrong, **given)
            with pytest.raises(TypeError, match="everything is True or False"):
                getattr(memory, name)(ids=id, everything=wrong, **given)
    for call in (
        lambda: memory.recall("one", rerank="false"),  # type: ignore[arg-type]
        lambda: memory.receipts(all_scopes="false"),  # type: ignore[arg-type]
        lambda: memory.receipt(id, all_scopes="false"),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            call()
    assert [record.id for record in memory.list()] == [id, other]
    assert len(memory.log()) == 2
    assert len(memory.release(everything=True).changes) == 2
    assert memory.restore(ids=id, everything=False).changes[0].id == id


def test_one_text_is_not_several(memory: nepenthe.Memory) -> None:
    for wrong in ("cat", "", b"cat"):
        with pytest.raises(TypeError, match="inscribe_all"):
            memory.inscribe_all(wrong)  # type: ignore[arg-type]
    assert memory.count() == 0
    assert len(memory.inscribe_all(("cat",))) == len(memory.inscribe_all(text for text in ["dog"])) == 1


WRONG_TIMES = [date(2030, 1, 1), "2030-01-01T00:00:00Z", 5, 1.5, timedelta(1), b"", [], object()]


@pytest.mark.parametrize("wrong", WRONG_TIMES, ids=lambda wrong: type(wrong).__name__)
def test_what_is_no_time_is_named(memory: nepenthe.Memory, wrong: Any) -> None:
    id = memory.inscribe("one")
    calls: dict[str, list[Callable[[], object]]] = {
        "expires": [
            lambda: memory.inscribe("two", expires=wrong),
            lambda: memory.inscribe_all([nepenthe.NewMemory("two", expires=wrong)]),
            lambda: memory.supersede(ids=id, new=nepenthe.NewMemory("two", expires=wrong)),
            lambda: memory.backup("b", expires=wrong),
        ],
        "as_of": [lambda: memory.recall("one", as_of=wrong)],
        "before": [lambda: memory.plan_purge(before=wrong), lambda: memory.decay(before=wrong)],
        "since": [lambda: memory.log(since=wrong)],
        "until": [lambda: memory.log(until=wrong)],
    }
    for name, each in calls.items():
        for call in each:
            with pytest.raises(TypeError, match=f"^{name} is a datetime"):
                call()
    assert [record.text for record in memory.list()] == ["one"]


def test_what_has_not_its_type_is_named(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("one")
    for wrong in (None, {}, {"text": "x"}, 5, b"x", ["x"]):
        for call, name in (
            (lambda wrong: memory.inscribe_all(["two", wrong]), r"memories\[1\]"),
            (lambda wrong: memory.supersede(ids=id, new=wrong), "new"),
            (lambda wrong: memory.plan_supersede(ids=id, new=wrong), "new"),
        ):
            with pytest.raises(TypeError, match=f"^{name} is a str or a NewMemory"):
                call(wrong)
    untyped: Any
    for untyped in (5, "PT1H", 1.5):
        with pytest.raises(TypeError, match=r"^tau is a timedelta"):
            memory.consolidate(tau=untyped)
    for untyped in ("x", 5, ["x"], [("a", "b")]):
        with pytest.raises(TypeError, match=r"^rederive is a mapping"):
            memory.plan_purge(ids=id, rederive=untyped)
        with pytest.raises(TypeError, match=r"^metadata is a mapping"):
            memory.inscribe("two", metadata=untyped)
    assert [record.text for record in memory.list()] == ["one"]


def test_an_expiry_is_changed_and_a_purge_takes_both(memory: nepenthe.Memory) -> None:
    soon = datetime.now(timezone.utc) + timedelta(hours=1)
    source = memory.inscribe("The lease of the kiln ends in May.")
    id = memory.inscribe("The kiln is hired.", source="lease", metadata={"n": 1}, expires=soon, derived_from=[source])
    later = soon + timedelta(days=3)
    changed = memory.set_expiry(id, later).inscribed
    assert changed is not None
    record = memory.get(changed)
    assert (record.text, record.source, record.metadata, record.expires) == (
        "The kiln is hired.",
        "lease",
        {"n": 1},
        later,
    )
    assert memory.get(id).state == "superseded"
    memory.pin(ids=changed)
    never = memory.set_expiry(changed, None).inscribed
    assert never is not None
    assert (memory.get(never).state, memory.get(never).expires) == ("pinned", None)
    # What it was made from takes every one of them along.
    assert {change.id for change in memory.purge_now(ids=source).changes} == {source, id, changed, never}
    with pytest.raises(errors.NotFoundError):
        memory.set_expiry(never, None)

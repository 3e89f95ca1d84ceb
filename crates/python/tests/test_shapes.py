"""The classes say what the operations say: every code, every field, every right that a call needs; and no text."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import pickle
from collections.abc import Callable
from typing import Any, get_args

import nepenthe
import nepenthe.aio
import pytest
from nepenthe import _native, _records, errors

TEXT = "Rumpelstilzchen"

SCHEMAS: dict[str, tuple[Any, Any, Any]] = {name: tuple(json.loads(text)) for name, text in _native.schemas().items()}


def test_each_code_has_its_class() -> None:
    codes = _native.codes()
    assert set(errors.BY_CODE) == {*codes, "closed", "forked"}
    for code, meaning in codes.items():
        error = errors.BY_CODE[code]
        assert error.code == code
        assert error.__doc__ == meaning
        assert error.__name__.lower() == code.replace("_", "") + "error"
        assert error.__bases__ == (errors.NepentheError,)
        assert getattr(errors, error.__name__) is error
        assert error.__name__ in errors.__all__


def properties(schema: Any, root: Any) -> set[str]:
    """The names of a schema's fields."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    return set(schema["properties"])


# The classes, with the operations whose output (or plan) has a definition of the same name, or is it.
OUTPUTS = {
    "Stats": "stats",
    "History": "history",
    "Blame": "blame",
    "Imported": "import",
    "ImportedFrom": "import_from",
    "Reembedded": "reembed",
    "BackedUp": "backup_create",
    "Restored": "backup_restore",
    "Checked": "check",
    "Scrubbed": "scrub",
    "Verified": "verify",
    "Keys": "key_show",
}
DEFINED = {
    "Record": ("list", "Memory"),
    "Hit": ("recall", "Hit"),
    "Change": ("purge", "Change"),
    "Residue": ("purge", "Residue"),
    "Event": ("log", "Event"),
    "HistoryEntry": ("history", "HistoryEntry"),
    "Annotation": ("history", "Annotation"),
    "Successor": ("blame", "Successor"),
    "Link": ("blame", "Link"),
    "ScopeHolds": ("scopes", "ScopeHolds"),
    "Skipped": ("import", "Skipped"),
    "Left": ("import_from", "Left"),
    "Finding": ("check", "Finding"),
    "Issued": ("receipts", "Issued"),
    "ReceiptCheck": ("verify", "ReceiptCheck"),
    "Agreement": ("verify", "Agreement"),
}
PLANNED = {"Spared": "Spared", "Unread": "Unread", "ErasedName": "ErasedName"}
# What has not the fields of one schema: it is made of two, or is no output of an operation.
BY_HAND = {"Shape", "Outcome", "Receipt", "Step", "Page"}


def test_each_class_is_compared() -> None:
    classes = {name for name, one in vars(_records).items() if inspect.isclass(one) and issubclass(one, _records.Shape)}
    assert classes == {*OUTPUTS, *DEFINED, *PLANNED, *BY_HAND}
    assert classes <= set(nepenthe.__all__)


def named(one: Any) -> set[str]:
    return {field.name for field in dataclasses.fields(one)}


@pytest.mark.parametrize("name", [*OUTPUTS, *DEFINED, *PLANNED])
def test_the_fields_are_those_of_the_operations(name: str) -> None:
    if name in OUTPUTS:
        root = SCHEMAS[OUTPUTS[name]][1]
        schema = root
    elif name in DEFINED:
        operation, definition = DEFINED[name]
        root = SCHEMAS[operation][1]
        schema = root["$defs"][definition]
    else:
        root = SCHEMAS["purge"][2]
        schema = root["$defs"][PLANNED[name]]
    assert named(getattr(nepenthe, name)) == properties(schema, root)


def test_outcome_and_step_have_the_fields_of_the_operations() -> None:
    outcome = SCHEMAS["purge"][1]
    # What a language model was asked about is not asked for here.
    assert named(nepenthe.Outcome) | {"erasure", "asked", "account"} == set(outcome["properties"])
    erasure = set(outcome["$defs"]["Erasure"]["properties"])
    made = named(nepenthe.Receipt) - named(nepenthe.Outcome)
    assert made - {"openings"} == {"id" if name == "receipt" else name for name in erasure}
    step = set(SCHEMAS["purge"][2]["$defs"]["Step"]["properties"])
    assert named(nepenthe.Step) - {"text", "derived_from", "copy_of"} == step - {"follows"}


def words(schema: Any) -> set[str]:
    return set(schema["enum"])


def test_the_words_are_those_of_the_operations() -> None:
    record = SCHEMAS["list"][1]["$defs"]["Memory"]["properties"]
    assert set(get_args(nepenthe.State)) == words(record["state"])
    reason = SCHEMAS["import_from"][1]["$defs"]["LeftReason"]
    assert set(get_args(nepenthe.LeftReason)) == {one["const"] for one in reason["oneOf"]}
    system = SCHEMAS["import_from"][0]["$defs"]["Foreign"]
    assert set(get_args(nepenthe.System)) == {one["const"] for one in system["oneOf"]}
    purge = SCHEMAS["purge"]
    assert set(get_args(nepenthe.Assurance)) == words(purge[1]["$defs"]["Erasure"]["properties"]["assurance"])
    assert set(get_args(nepenthe.Basis)) == words(purge[0]["properties"]["basis"])
    actions = purge[2]["$defs"]["Action"]["oneOf"]
    said = {one.get("const") or next(iter(one.get("properties", {}))) for one in actions if "enum" not in one}
    said |= {word for one in actions for word in one.get("enum", ())}
    assert set(get_args(nepenthe.Action)) == said


@pytest.fixture
def shown(memory: nepenthe.Memory) -> list[object]:
    """One of everything that holds a text, or was made of one."""
    old, other = memory.inscribe_all([f"{TEXT} works at Initech.", f"{TEXT} lives in Lima."])
    new = memory.supersede(ids=old, new=f"{TEXT} works at Globex.")
    plan = memory.plan_purge(f"everything about {TEXT}", keep_name_out=True)
    history = memory.history(old)
    blame = memory.blame(old)
    page = memory.page()
    everything: list[object] = [
        memory, plan, plan.name, *plan.steps, *plan.spared, new, *new.changes, history, *history.events, blame,
        *blame.memories, page, *page.memories, *memory.recall(TEXT), *memory.log(), memory.stats(),
        nepenthe.NewMemory(TEXT, source=TEXT, metadata={TEXT: TEXT}), memory.plan_edit(ids=other, text=TEXT),
    ]  # fmt: skip
    everything.append(plan.apply())
    return everything


def test_no_repr_shows_a_text(shown: list[object]) -> None:
    assert len(shown) > 15
    for one in shown:
        assert TEXT.lower() not in repr(one).lower(), type(one)
    assert TEXT.lower() not in repr(shown).lower()


def test_no_error_shows_a_text(memory: nepenthe.Memory) -> None:
    id = memory.inscribe(f"{TEXT} works at Initech.")
    memory.purge_now(ids=id)
    again = memory.inscribe("Ann Poe lives in Lima.")
    calls: list[Callable[[], object]] = [
        lambda: memory.inscribe(f"{TEXT} works at Initech."),
        lambda: memory.inscribe(f"{TEXT}\0"),
        lambda: memory.inscribe(f"{TEXT} \ud800"),
        lambda: memory.inscribe("x", metadata={TEXT: float("nan")}),
        lambda: memory.inscribe("x", returning=TEXT),  # type: ignore[arg-type]
        lambda: memory.inscribe("x", derived_from=[TEXT]),
        lambda: memory.recall("x", mode=TEXT),  # type: ignore[arg-type]
        lambda: memory.recall("x", k=TEXT),  # type: ignore[arg-type]
        lambda: memory.get(TEXT),
        lambda: memory.history(TEXT),
        lambda: memory.blame(TEXT),
        lambda: memory.release(TEXT),
        lambda: memory.purge_now(f"everything about {TEXT}"),
        lambda: memory.purge_now(f"Do you know {TEXT}?"),
        lambda: memory.purge_now("Ann Poe", min_confidence=1.0),
        lambda: memory.purge_now(ids=again, request=TEXT),
        lambda: memory.edit(ids=again, text=f"{TEXT} works at Initech."),
        lambda: memory.import_(TEXT.encode()),
        lambda: memory.import_from("mem0", TEXT.encode()),
        lambda: memory.import_from("mem0", f'[{{"memory": "{TEXT}"}}]'),
        lambda: memory.scopes(f"{TEXT}/"),
        lambda: memory.apply_plan(json.dumps(TEXT)),
        lambda: memory.verify(TEXT, keys=[TEXT]),
    ]
    for call in calls:
        with pytest.raises((nepenthe.NepentheError, ValueError, TypeError)) as raised:
            call()
        error: BaseException | None = raised.value
        while error is not None:
            assert TEXT not in f"{error} {error!r} {error.args}"
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def test_the_asyncio_twin_has_the_same_parameters() -> None:
    for name, method in inspect.getmembers(nepenthe.Memory, inspect.isfunction):
        if name.startswith("_"):
            continue
        twin = getattr(nepenthe.aio.AsyncMemory, name)
        assert inspect.signature(twin).parameters == inspect.signature(method).parameters, name
        assert inspect.iscoroutinefunction(twin) == (name != "with_scope"), name
    plain = dict(inspect.signature(nepenthe.open).parameters)
    twins = dict(inspect.signature(nepenthe.aio.open).parameters)
    assert twins.pop("threads").default == 4
    assert plain == twins


def test_a_field_is_read_once_and_in_any_order(memory: nepenthe.Memory) -> None:
    id = memory.inscribe(TEXT, metadata={"line": 4, "parts": [1, 2.5, None, "é"]}, source="sign")
    (hit,) = memory.recall(TEXT)
    assert hit.metadata is hit.metadata
    record = memory.get(id)
    names = [field.name for field in dataclasses.fields(record)]
    assert [getattr(hit, name) for name in reversed(names)] == [getattr(record, name) for name in reversed(names)]
    assert pickle.loads(pickle.dumps(memory.recall(TEXT)[0])) == copy.copy(memory.recall(TEXT)[0]) == hit
    assert memory.get(id) == record
    assert hash(dataclasses.replace(memory.get(id), metadata=None)) == hash(dataclasses.replace(record, metadata=None))
    with pytest.raises(AttributeError):
        _ = hit.words  # type: ignore[attr-defined]
    with pytest.raises(dataclasses.FrozenInstanceError):
        hit.text = ""  # type: ignore[misc]

"""The examples in the docstrings, each in a folder of its own."""

from __future__ import annotations

import doctest
import importlib

import nepenthe
import pytest

MODULES = ["nepenthe", *(f"nepenthe.{name}" for name in ("_json", "_memory", "_plan", "_records", "aio", "errors"))]


def examples() -> list[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [test for name in MODULES for test in finder.find(importlib.import_module(name), name)]
    return [test for test in found if test.examples]


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_the_example_holds(example: doctest.DocTest, memory: nepenthe.Memory) -> None:
    with nepenthe.open("other.db", scope="acme/alice", embedder="none", key_file="agent.key") as memory:
        example.globs = {"memory": memory, "nepenthe": nepenthe}
        failed, tried = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST).run(example)
    assert (failed, tried) == (0, len(example.examples))


def test_there_are_examples_of_what_is_called() -> None:
    names = {test.name.rsplit(".", 1)[-1] for test in examples()}
    assert {"open", "inscribe", "recall", "supersede", "release", "edit", "plan_purge", "purge_now", "verify"} <= names

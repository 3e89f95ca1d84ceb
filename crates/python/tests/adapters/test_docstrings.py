"""The examples in the docstrings of the adapters, and that the frameworks come in only where they are used."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys

import nepenthe
import pytest

MODULES = ["langgraph", "mem0", "openai_agents", "anthropic", "langchain", "llamaindex", "tool_log"]
FRAMEWORKS = ["langgraph", "mem0", "agents", "anthropic", "langchain_core", "llama_index"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_hold(name: str, memory: nepenthe.Memory) -> None:
    module = importlib.import_module(f"nepenthe.{name}")
    with nepenthe.open("other.db", scope="acme/alice", embedder="none") as memory:
        failed, tried = doctest.testmod(module, extraglobs={"memory": memory})
    assert failed == 0
    assert tried > 0


def test_the_package_imports_no_framework() -> None:
    code = (
        f"import sys, nepenthe, nepenthe.mem0, nepenthe.tool_log; print([x for x in {FRAMEWORKS} if x in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("name", "framework"),
    [
        ("langgraph", "langgraph"),
        ("langchain", "langchain_core"),
        ("openai_agents", "agents"),
        ("anthropic", "anthropic"),
        ("llamaindex", "llama_index"),
    ],
)
def test_a_framework_that_is_missing_is_named_with_its_extra(name: str, framework: str) -> None:
    code = f"import sys; sys.modules[{framework!r}] = None; import nepenthe.{name}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"pip install 'nepenthe-memory[{name.replace('_', '-')}]'" in done.stderr

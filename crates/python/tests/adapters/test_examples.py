"""The agents of examples/python, each without a model: what they print, and that what they forget is in no byte."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[4] / "examples" / "python"
PRINTED = {
    "langgraph_agent": "> What does Sam Roe like?\nI do not know.\n> Where is the depot?\nThe depot is in Lima.\n",
    "mem0_agent": "alice: []\nhistory: []\nbob: ['The depot is in Lima.']\n",
    "openai_agent": "kept: 4\nerased: physical\nYou said 1: Who am I?\n",
    "anthropic_agent": "0B\t/memories\nreceipt: physical\n",
    "langchain_agent": "calls kept: 0 messages kept: 0\n",
    "llamaindex_agent": "True\nFalse\n",
}


def test_each_example_is_known() -> None:
    assert {file.stem for file in EXAMPLES.glob("*.py")} == set(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_the_example_runs(name: str, folder: Path, left: Callable[[str], int]) -> None:
    command = [sys.executable, "-W", "ignore", str(EXAMPLES / f"{name}.py")]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout[-len(PRINTED[name]) :]) == (0, PRINTED[name]), done.stderr
    assert left("likes tea") == left("like tea") == 0

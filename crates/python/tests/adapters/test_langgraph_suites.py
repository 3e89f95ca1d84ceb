"""LangGraph's own tests of stores, from the source packages of its checkpoint libraries, with `NepentheStore` in the
place of its stores. Those that fail are exactly those of exceptions.tsv, which says why.

The packages lie unpacked in target/python/suites, where scripts/python_wheel.sh puts them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SUITES = HERE.parents[3] / "target" / "python" / "suites"
# Distances that are PostgreSQL's own, and ways to be connected to it.
NOT_POSTGRES = "not l2 and not inner_product and not pipe and not pool"
FILES = {
    "langgraph_checkpoint-4.3.2": [["tests/test_store.py"]],
    "langgraph_checkpoint_sqlite-3.1.2": [["tests/test_store.py", "tests/test_async_store.py"], ["tests/test_ttl.py"]],
    "langgraph_checkpoint_postgres-3.2.0": [["tests/test_store.py", "-k", NOT_POSTGRES]],
}


def exceptions(suite: str, *whens: str) -> set[str]:
    """The tests that fail: `always`, or `refused` where what was erased is not let in again."""
    lines = [line.split("\t") for line in (HERE / "exceptions.tsv").read_text().splitlines()[1:]]
    return {test for one, test, when, _ in lines if one == suite and when in whens}


def run(suite: str, parts: list[list[str]], folder: Path, readmit: str) -> tuple[int, set[str], list[str]]:
    """Runs parts of a suite side by side; returns how many tests passed, which failed, and what was printed."""
    environment = {**os.environ, "PYTHONPATH": str(HERE), "NEPENTHE_READMIT": readmit, "TMPDIR": str(folder)}
    options = ["-q", "-p", "stand_in", "-p", "asyncio", "-p", "no:cacheprovider", "-o", "addopts="]
    options += ["-o", "asyncio_mode=auto", "-o", "asyncio_default_fixture_loop_scope=function"]
    options += ["-rfE", "--tb=no", "--color=no", "-W", "ignore"]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "pytest", *options, *part],
            cwd=SUITES / suite,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for part in parts
    ]
    told = [process.communicate(timeout=300)[0] for process in running]
    lines = re.findall(r"^(?:FAILED|ERROR) (\S+?)(?: - .*)?$", "\n".join(told), re.MULTILINE)
    passed = sum(int(number) for out in told for number in re.findall(r"(\d+) passed", out))
    return passed, set(lines), told


@pytest.mark.parametrize("suite", FILES)
def test_the_suite_passes_but_for_the_exceptions(suite: str, tmp_path: Path) -> None:
    passed, failed, told = run(suite, FILES[suite], tmp_path, "")
    assert failed == exceptions(suite, "always", "refused"), told
    assert passed > 50
    print(f"{suite}: {passed} passed, {len(failed)} exceptions")


@pytest.mark.parametrize("suite", FILES)
def test_what_is_refused_by_default_passes_where_it_is_let_in(suite: str, tmp_path: Path) -> None:
    # Of a test with parameters one is enough: they are where SQLite's database lies.
    refused = list({test.split("[")[0]: test for test in sorted(exceptions(suite, "refused"))}.values())
    passed, failed, told = run(suite, [refused], tmp_path, "test") if refused else (0, set(), [])
    assert (passed, failed) == (len(refused), set()), told

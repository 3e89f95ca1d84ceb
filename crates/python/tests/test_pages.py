"""The programs on the pages: README.md, which the wheel carries, and docs/python.md."""

from __future__ import annotations

import asyncio
import functools
import inspect
import re
from pathlib import Path

import nepenthe
import nepenthe.aio
import pytest

PACKAGE = Path(__file__).resolve().parent.parent
PAGES = [PACKAGE / "README.md", PACKAGE.parent.parent / "docs" / "python.md"]


def programs(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_programs_on_the_page_run(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Without the sentence model.
    monkeypatch.setattr(nepenthe, "open", functools.partial(nepenthe.open, embedder="none"))
    monkeypatch.setattr(nepenthe.aio, "open", functools.partial(nepenthe.aio.open, embedder="none"))
    found = programs(page)
    assert found
    for program in found:
        names: dict[str, object] = {}
        exec(program, names)
        main = names.get("main")
        if inspect.iscoroutinefunction(main):
            assert [hit.text for hit in asyncio.run(main())] == ["Alice works at Initech."]
    shown = capsys.readouterr().out
    assert "['The depot is in Lima.']" in shown
    assert "purge in acme/alice touches 1 memory" in shown
    assert page.name == "README.md" or shown.endswith("physical\n")


def test_the_page_names_every_method() -> None:
    page = PAGES[1].read_text()
    for name, _ in inspect.getmembers(nepenthe.Memory, inspect.isfunction):
        # Each change has a plan, which the page names once for all.
        if not name.startswith(("_", "plan_")):
            assert f"`{name}" in page, name
    for name in re.findall(r"`nepenthe\.(\w+)", page):
        assert hasattr(nepenthe, name), name
    for name in re.findall(r"`(\w+Error)`", page):
        assert hasattr(nepenthe.errors, name), name

"""What the tests share: an empty folder to work in, no settings of the user, and a memory without vectors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import nepenthe
import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working folder, home, and all that a user has."""
    for name in [name for name in os.environ if name.startswith(("NEPENTHE_", "OPENAI_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def memory(folder: Path) -> Iterator[nepenthe.Memory]:
    """The memory of acme/alice in a new store without vectors."""
    with nepenthe.open("agent.db", scope="acme/alice", embedder="none") as memory:
        yield memory

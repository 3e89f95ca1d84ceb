"""What the tests of the adapters share. They run against the frameworks themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import nepenthe
import pytest


def pytest_configure(config: pytest.Config) -> None:
    """The warnings of the frameworks are theirs."""
    config.addinivalue_line("filterwarnings", "ignore")


@pytest.fixture
def store_file(folder: Path) -> Path:
    """The file of the store that a test works in."""
    return folder / "agent.db"


@pytest.fixture
def chats(store_file: Path) -> Iterator[nepenthe.Memory]:
    """A memory that has conversations below it."""
    with nepenthe.open(store_file, scope="chats", embedder="none") as memory:
        yield memory


@pytest.fixture
def left(store_file: Path) -> Callable[[str], int]:
    """How often a word stands in the store's files, in whatever case."""

    def count(word: str) -> int:
        files = [file for file in store_file.parent.iterdir() if file.name.startswith(store_file.name)]
        return sum(file.read_bytes().lower().count(word.lower().encode()) for file in files)

    return count

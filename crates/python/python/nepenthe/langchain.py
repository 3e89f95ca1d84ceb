"""LangChain's chat history in Nepenthe. Needs `nepenthe-memory[langchain]`.

Each message is a memory, in a scope that is named for the session. `clear` erases, physically.

>>> import nepenthe
>>> from nepenthe.langchain import NepentheChatMessageHistory
>>> with nepenthe.open("agent.db", scope="chats", embedder="none") as memory:
...     history = NepentheChatMessageHistory("alice-1", memory)
...     history.add_user_message("I like tea.")
...     [message.content for message in history.messages]
['I like tea.']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from nepenthe._chat import Chat
from nepenthe._items import Why
from nepenthe._memory import Memory
from nepenthe._records import Receipt
from nepenthe.tool_log import ToolLog

try:
    from langchain_core.callbacks import BaseCallbackHandler
    from langchain_core.chat_history import BaseChatMessageHistory
    from langchain_core.messages import BaseMessage, message_to_dict, messages_from_dict
except ImportError as _error:  # pragma: no cover
    raise ImportError("nepenthe.langchain needs LangChain: pip install 'nepenthe-memory[langchain]'") from _error


class NepentheChatMessageHistory(BaseChatMessageHistory):
    """The messages of one session."""

    def __init__(self, session_id: str, memory: Memory, *, readmit: Why | None = "legitimate-interest") -> None:
        """Takes an open memory, below whose scope the session's is.

        Args:
            session_id: names the scope, whose path stays when all in it is erased: put no name in it.
            memory: stays its owner's to close.
            readmit: why a message that says again what was erased is let in; with none adding one raises
                `RefusedErasedError`.
        """
        self.session_id: str = session_id
        self._chat = Chat(memory, session_id, "langchain", readmit)

    @property
    def memory(self) -> Memory:
        """The memory of the session's scope, for plans in words and receipts."""
        return self._chat.memory

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]
        """The messages, oldest first."""
        return messages_from_dict([_unfolded(message) for message in self._chat.messages()])

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Adds messages, in one transaction."""
        self._chat.add([(message.text, _folded(message_to_dict(message))) for message in messages])

    def clear(self) -> None:
        """Erases the whole conversation; `purge` does so too and returns the receipt."""
        self.purge()

    def purge(self) -> Receipt | None:
        """Erases the whole conversation; returns the receipt, or none where there was nothing."""
        return self._chat.clear()


def _folded(message: dict[str, Any]) -> dict[str, Any]:
    """A message with its content outside, which is not kept twice where it is a text."""
    data = dict(message["data"])
    return {"type": message["type"], "content": data.pop("content", ""), "data": data}


def _unfolded(message: dict[str, Any]) -> dict[str, Any]:
    data = {**message.get("data", {}), "content": message.get("content", "")}
    return {"type": message.get("type", "human"), "data": data}


class NepentheToolLog(BaseCallbackHandler):
    """Writes the tools that a chain or a graph calls into a `ToolLog`. An error's text is not kept."""

    def __init__(self, memory: Memory) -> None:
        """Takes an open memory, which stays its owner's to close."""
        super().__init__()
        self.log: ToolLog = ToolLog(memory)

    def on_tool_start(self, serialized: dict[str, Any], input_str: str, *, run_id: UUID, **kwargs: Any) -> None:
        """A call begins."""
        self.log.begin(run_id, str((serialized or {}).get("name") or kwargs.get("name") or "tool"), input_str)

    def on_tool_end(self, output: Any, *, run_id: UUID, **kwargs: Any) -> None:
        """A call has ended."""
        self.log.end(run_id, str(getattr(output, "content", output)))

    def on_tool_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        """A call has failed."""
        self.log.end(run_id, f"failed: {type(error).__name__}")


__all__ = ["NepentheChatMessageHistory", "NepentheToolLog"]

"""A session of the OpenAI Agents SDK in Nepenthe. Needs `nepenthe-memory[openai-agents]`.

Each item of the conversation is a memory, in a scope that is named for the session. `pop_item` and `clear_session`
erase, physically.

>>> import asyncio, nepenthe
>>> from nepenthe.openai_agents import NepentheSession
>>> async def main():
...     with nepenthe.open("agent.db", scope="chats", embedder="none") as memory:
...         session = NepentheSession("alice-1", memory)
...         await session.add_items([{"role": "user", "content": "I like tea."}])
...         return await session.get_items()
>>> asyncio.run(main())
[{'role': 'user', 'content': 'I like tea.'}]
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

from nepenthe._chat import Chat
from nepenthe._items import Why, leaves
from nepenthe._memory import Memory
from nepenthe._records import Receipt
from nepenthe.tool_log import ToolLog

try:
    from agents import Agent, RunContextWrapper, RunHooks, Tool
    from agents.items import TResponseInputItem
    from agents.memory import SessionABC, SessionSettings
    from agents.memory.session_settings import resolve_session_limit
except ImportError as _error:  # pragma: no cover
    raise ImportError(
        "nepenthe.openai_agents needs the OpenAI Agents SDK: pip install 'nepenthe-memory[openai-agents]'"
    ) from _error

_SAID = frozenset({"content", "text", "output", "arguments", "summary", "refusal", "transcript"})


class NepentheSession(SessionABC):
    """The conversation of one session. Calls work in a thread, and none of them half does its work."""

    def __init__(
        self,
        session_id: str,
        memory: Memory,
        *,
        session_settings: SessionSettings | None = None,
        readmit: Why | None = "legitimate-interest",
    ) -> None:
        """Takes an open memory, below whose scope the session's is.

        Args:
            session_id: names the scope, whose path stays when all in it is erased: put no name in it.
            memory: stays its owner's to close.
            session_settings: as the SDK has them; `limit` is how many of the last items are read.
            readmit: why an item that says again what was erased is let in; with none `add_items` raises
                `RefusedErasedError`.
        """
        self.session_id: str = session_id
        self.session_settings: SessionSettings | None = session_settings or SessionSettings()
        self._chat = Chat(memory, session_id, "openai_agents", readmit)

    @property
    def memory(self) -> Memory:
        """The memory of the session's scope, for plans in words and receipts."""
        return self._chat.memory

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Returns the last `limit` items, oldest first; all of them by default."""
        most = resolve_session_limit(limit, self.session_settings)
        return cast(list[TResponseInputItem], await asyncio.to_thread(self._chat.messages, most))

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Adds items, in one transaction."""
        if items:
            plain: list[dict[str, Any]] = json.loads(json.dumps(items))
            await asyncio.to_thread(self._chat.add, [(_said(item), item) for item in plain])

    async def pop_item(self) -> TResponseInputItem | None:
        """Erases the last item and returns it."""
        return cast("TResponseInputItem | None", await asyncio.to_thread(self._chat.pop))

    async def clear_session(self) -> None:
        """Erases the whole conversation; `purge_session` does so too and returns the receipt."""
        await self.purge_session()

    async def purge_session(self) -> Receipt | None:
        """Erases the whole conversation; returns the receipt, or none where there was nothing."""
        return await asyncio.to_thread(self._chat.clear)


def _said(item: dict[str, Any]) -> str:
    """What an item says: the texts in it, without its roles, types and ids."""
    if isinstance(item.get("content"), str):
        return str(item["content"])
    found = []
    for name, value in item.items():
        if name in _SAID:
            found += [text for inner, text in leaves(value, name) if inner in _SAID]
    return "\n".join(found)


class NepentheToolLog(RunHooks[Any]):
    """Writes the tools that a run calls into a `ToolLog`: `Runner.run(…, hooks=NepentheToolLog(…))`."""

    def __init__(self, memory: Memory) -> None:
        """Takes an open memory, which stays its owner's to close."""
        super().__init__()
        self.log: ToolLog = ToolLog(memory)

    async def on_tool_start(self, context: RunContextWrapper[Any], agent: Agent[Any], tool: Tool) -> None:
        """A call begins."""
        self.log.begin(_run(context), tool.name, str(getattr(context, "tool_arguments", "")))

    async def on_tool_end(self, context: RunContextWrapper[Any], agent: Agent[Any], tool: Tool, result: object) -> None:
        """A call has ended."""
        await asyncio.to_thread(self.log.end, _run(context), str(result))


def _run(context: RunContextWrapper[Any]) -> object:
    return getattr(context, "tool_call_id", None) or id(context)


__all__ = ["NepentheSession", "NepentheToolLog"]

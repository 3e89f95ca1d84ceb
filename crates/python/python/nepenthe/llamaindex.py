"""A memory block of LlamaIndex in Nepenthe. Needs `nepenthe-memory[llamaindex]`.

What leaves LlamaIndex's short-term memory is kept here, a memory each, and what answers the last messages is put into
the prompt again.

>>> import asyncio, nepenthe
>>> from llama_index.core.llms import ChatMessage
>>> from nepenthe.llamaindex import NepentheMemoryBlock
>>> async def main():
...     with nepenthe.open("agent.db", scope="acme/alice", embedder="none") as memory:
...         block = NepentheMemoryBlock(memory=memory)
...         await block.aput([ChatMessage("Alice likes tea.")])
...         return await block.aget([ChatMessage("What does Alice like?")])
>>> asyncio.run(main())
'Alice likes tea.'
"""

from __future__ import annotations

import asyncio
from typing import Any

from nepenthe._items import Why, admitted
from nepenthe._json import NewMemory
from nepenthe._memory import Memory
from nepenthe._records import Receipt

try:
    from llama_index.core.base.llms.types import ChatMessage
    from llama_index.core.bridge.pydantic import Field, PrivateAttr
    from llama_index.core.memory import BaseMemoryBlock
except ImportError as _error:  # pragma: no cover
    raise ImportError("nepenthe.llamaindex needs LlamaIndex: pip install 'nepenthe-memory[llamaindex]'") from _error


class NepentheMemoryBlock(BaseMemoryBlock[str]):
    """Long-term memory: what was said, recalled by what is said now.

    `memory` is an open memory, which stays its owner's to close.
    """

    name: str = Field(default="memory", description="The name of the block.")
    top_k: int = Field(default=5, description="How many memories are recalled at most.")
    last_messages: int = Field(default=2, description="How many of the last messages are the query.")
    readmit: Why | None = Field(
        default=None, description="Why a message that says what was erased is let in; it is left out without it."
    )
    _memory: Memory = PrivateAttr()

    def __init__(self, memory: Memory, **given: Any) -> None:
        """Takes an open memory, and the fields."""
        super().__init__(**given)
        self._memory = memory

    @property
    def memory(self) -> Memory:
        """The memory, for plans in words and receipts."""
        return self._memory

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        query = "\n".join(filter(None, (message.content for message in (messages or [])[-self.last_messages :])))
        if not query.strip():
            return ""
        hits = await asyncio.to_thread(self._memory.recall, query, self.top_k)
        return "\n".join(hit.text for hit in hits)

    async def _aput(self, messages: list[ChatMessage]) -> None:
        new = []
        for message in messages:
            if message.content and message.content.strip():
                beside: dict[str, Any] = {"role": message.role.value}
                if session := message.additional_kwargs.get("session_id"):
                    beside["session_id"] = session
                new.append(NewMemory(message.content, None, {"llamaindex": beside}))
        if not new:
            return
        # Nobody is there to answer: what was erased stays out, and what else a message says is kept.
        await asyncio.to_thread(self._keep, new)

    def _keep(self, new: list[NewMemory]) -> None:
        from nepenthe.errors import RefusedErasedError

        for one in new:
            try:
                self._memory.inscribe_all([one], returning="trim" if self.readmit is None else admitted(self.readmit))
            except RefusedErasedError:
                continue

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Leaves out the memories that answer least, until so many tokens are gone."""
        lines, left = content.split("\n"), tokens_to_truncate
        while lines and left > 0:
            # A token has about four letters; one more for the line.
            left -= len(lines.pop()) // 4 + 1
        return "\n".join(lines) or None

    async def apurge(self) -> Receipt | None:
        """Erases everything of the memory's scope; returns the receipt, or none where there was nothing."""
        if not await asyncio.to_thread(self._memory.count, "all"):
            return None
        return await asyncio.to_thread(lambda: self._memory.purge_now(everything=True))


__all__ = ["NepentheMemoryBlock"]

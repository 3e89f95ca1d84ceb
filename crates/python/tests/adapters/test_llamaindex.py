"""`nepenthe.llamaindex` in LlamaIndex's own memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import nepenthe
from llama_index.core.llms import ChatMessage
from llama_index.core.memory import Memory
from nepenthe.llamaindex import NepentheMemoryBlock

Left = Callable[[str], int]


def test_what_leaves_the_short_term_memory_is_recalled_in_the_prompt(memory: nepenthe.Memory) -> None:
    async def main() -> None:
        block = NepentheMemoryBlock(memory=memory)
        agent = Memory.from_defaults(
            session_id="s1", token_limit=60, chat_history_token_ratio=0.5, memory_blocks=[block]
        )
        await agent.aput(
            ChatMessage("Wilhelmina drinks oolong in the afternoon, with two spoons of sugar and no milk.")
        )
        for number in range(6):
            await agent.aput(ChatMessage(f"The weather on day {number} is fine and nobody minds that at all."))
        assert any("oolong" in record.text for record in memory.list())
        await agent.aput(ChatMessage("What does Wilhelmina drink?"))
        prompt = "\n".join(message.content or "" for message in await agent.aget())
        assert "oolong" in prompt
        assert any((record.metadata or {})["llamaindex"].get("session_id") == "s1" for record in memory.list())
        await agent.sql_store._async_engine.dispose()  # type: ignore[attr-defined]

    asyncio.run(main())


def test_a_block_recalls_the_best_and_forgets_on_command(memory: nepenthe.Memory, left: Left) -> None:
    async def main() -> None:
        block = NepentheMemoryBlock(memory=memory, top_k=1)
        await block.aput(
            [ChatMessage("Wilhelmina drinks oolong."), ChatMessage("The depot is in Lima."), ChatMessage("")]
        )
        assert memory.count() == 2
        assert await block.aget([ChatMessage("Where is the depot?")]) == "The depot is in Lima."
        assert await block.aget([]) == ""
        assert await block.aget(None) == ""
        receipt = await block.apurge()
        assert receipt is not None
        assert receipt.assurance == "physical"
        assert left("wilhelmina") == 0
        assert await block.apurge() is None
        await block.aput([ChatMessage("Wilhelmina drinks oolong."), ChatMessage("It opens at eight.")])
        assert [record.text for record in memory.list()] == ["It opens at eight."]

    asyncio.run(main())


def test_what_is_truncated_is_what_answers_least(memory: nepenthe.Memory) -> None:
    block = NepentheMemoryBlock(memory=memory)
    assert asyncio.run(block.atruncate("the first line\nthe second line", 2)) == "the first line"
    assert asyncio.run(block.atruncate("the first line\nthe second line", 99)) is None


def test_a_message_that_may_come_back_is_kept(memory: nepenthe.Memory) -> None:
    block = NepentheMemoryBlock(memory=memory, readmit="consent")

    async def main() -> None:
        await block.aput([ChatMessage("Wilhelmina drinks oolong.")])
        await block.apurge()
        await block.aput([ChatMessage("Wilhelmina drinks oolong.")])

    asyncio.run(main())
    assert [record.text for record in memory.list()] == ["Wilhelmina drinks oolong."]

"""LlamaIndex's memory with a block of Nepenthe for the long term. The model is LlamaIndex's mock.

pip install 'nepenthe-memory[llamaindex]'
python llamaindex_agent.py
"""

import asyncio

import nepenthe
from llama_index.core.llms import ChatMessage, MockLLM
from llama_index.core.memory import Memory
from nepenthe.llamaindex import NepentheMemoryBlock


async def main() -> None:
    model = MockLLM()
    with nepenthe.open("agent.db", scope="acme/alice", embedder="none") as memory:
        block = NepentheMemoryBlock(memory=memory, top_k=1)
        chat = Memory.from_defaults(
            session_id="s1", token_limit=50, chat_history_token_ratio=0.4, memory_blocks=[block]
        )
        await chat.aput(ChatMessage("Sam Roe likes tea, and he drinks two cups of it each morning."))
        for day in range(5):
            await chat.aput(ChatMessage(f"Day {day}: the weather is fine, and there is nothing to report."))
        await chat.aput(ChatMessage("What does Sam Roe like?"))
        print("tea" in str((await model.achat(await chat.aget())).message.content))

        memory.plan_purge("everything about Sam Roe").apply()
        await chat.areset()
        await chat.aput(ChatMessage("What does Sam Roe like?"))
        print("tea" in str((await model.achat(await chat.aget())).message.content))
        await chat.sql_store._async_engine.dispose()  # type: ignore[attr-defined,union-attr]


asyncio.run(main())

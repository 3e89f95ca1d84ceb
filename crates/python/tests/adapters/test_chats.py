"""`nepenthe.openai_agents` and `nepenthe.langchain`: conversations, beside the frameworks' own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nepenthe
import pytest
from agents import SQLiteSession
from agents.memory import Session, SessionSettings
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from nepenthe.langchain import NepentheChatMessageHistory
from nepenthe.openai_agents import NepentheSession

Left = Callable[[str], int]

ITEMS: list[Any] = [
    {"role": "user", "content": "Hello"},
    {"role": "user", "content": "Hello"},
    {"id": "m1", "type": "message", "role": "assistant", "status": "completed",
     "content": [{"type": "output_text", "text": "Hi there", "annotations": []}]},
    {"type": "function_call", "name": "search", "call_id": "c1", "arguments": '{"q": "tea"}'},
    {"type": "function_call_output", "call_id": "c1", "output": "Alice likes tea."},
    {"role": "user", "content": ""},
    {"role": "user", "content": [{"type": "input_text", "text": "Look"}, {"type": "input_image", "image_url": "x"}]},
    {"type": "reasoning", "id": "r1", "summary": []},
]  # fmt: skip


def test_a_session_is_what_the_sdk_asks_for(chats: nepenthe.Memory) -> None:
    assert isinstance(NepentheSession("s1", chats), Session)


@pytest.mark.parametrize("seed", range(5))
def test_random_calls_answer_as_in_the_sdks_own_session(chats: nepenthe.Memory, seed: int) -> None:
    async def main() -> None:
        chance = random.Random(seed)
        ours, theirs = NepentheSession("s1", chats), SQLiteSession("s1")
        for _ in range(25):
            kind = chance.random()
            if kind < 0.5:
                items = chance.choices(ITEMS, k=chance.randrange(4))
                await ours.add_items(items)
                await theirs.add_items(items)
            elif kind < 0.75:
                assert await ours.pop_item() == await theirs.pop_item()
            elif kind < 0.8:
                await ours.clear_session()
                await theirs.clear_session()
            for limit in (None, 0, 1, 3, 100):
                assert await ours.get_items(limit) == await theirs.get_items(limit)

    asyncio.run(main())


def test_what_is_popped_and_cleared_is_in_no_byte(chats: nepenthe.Memory, left: Left) -> None:
    async def main() -> None:
        session = NepentheSession("s1", chats)
        await session.add_items([{"role": "user", "content": "Wilhelmina drinks oolong."}])
        await session.add_items(
            [{"type": "function_call_output", "call_id": "xylophone", "output": "Wilhelmina drinks lapsang."}]
        )
        assert left("lapsang") > 0
        await session.pop_item()
        assert (left("lapsang"), left("xylophone")) == (0, 0)
        assert left("oolong") > 0
        receipt = await session.purge_session()
        assert receipt is not None
        assert receipt.assurance == "physical"
        assert left("wilhelmina") == 0
        assert await session.get_items() == []
        assert await session.pop_item() is None
        assert await session.purge_session() is None
        await session.add_items([{"role": "user", "content": "Wilhelmina drinks oolong."}])
        assert len(await session.get_items()) == 1

    asyncio.run(main())


def test_sessions_are_apart_and_outlive_the_process(chats: nepenthe.Memory, store_file: Path) -> None:
    async def main() -> None:
        for name in ("s1", "s2", "a/b", "s1/x"):
            await NepentheSession(name, chats).add_items([{"role": "user", "content": f"of {name}"}])
        chats.close()
        with nepenthe.open(store_file, scope="chats") as again:
            for name in ("s1", "s2", "a/b", "s1/x"):
                items: list[Any] = await NepentheSession(name, again).get_items()
                assert [item["content"] for item in items] == [f"of {name}"]

    asyncio.run(main())


def test_a_limit_of_the_settings_holds(chats: nepenthe.Memory) -> None:
    async def main() -> None:
        session = NepentheSession("s1", chats, session_settings=SessionSettings(limit=2))
        await session.add_items(ITEMS)
        assert await session.get_items() == ITEMS[-2:]
        assert await session.get_items(3) == ITEMS[-3:]

    asyncio.run(main())


def test_a_purge_in_words_takes_its_part_of_a_conversation(chats: nepenthe.Memory, left: Left) -> None:
    async def main() -> None:
        session = NepentheSession("s1", chats)
        await session.add_items(
            [
                {"role": "user", "content": "Sam Roe likes tea. The depot is in Lima."},
                {"role": "user", "content": "Sam Roe lives in Quito."},
                {"role": "user", "content": "Good morning."},
            ]
        )
        session.memory.plan_purge("everything about Sam Roe").apply()
        items: list[Any] = await session.get_items()
        assert [item["content"] for item in items] == ["The depot is in Lima.", "Good morning."]
        assert left("Sam Roe") == 0

    asyncio.run(main())


def test_two_sessions_of_one_name_see_each_other(chats: nepenthe.Memory) -> None:
    async def main() -> None:
        one, two = NepentheSession("s1", chats), NepentheSession("s1", chats)
        for number in range(6):
            await (one, two)[number % 2].add_items([{"role": "user", "content": str(number)}])
        for session in (one, two):
            items: list[Any] = await session.get_items()
            assert [item["content"] for item in items] == list("012345")

    asyncio.run(main())


MESSAGES: list[BaseMessage] = [
    SystemMessage("Be kind."),
    HumanMessage("Hello", id="h1"),
    HumanMessage("Hello"),
    AIMessage("", tool_calls=[{"name": "search", "args": {"q": "tea"}, "id": "c1", "type": "tool_call"}]),
    ToolMessage("Alice likes tea.", tool_call_id="c1"),
    AIMessage("She likes tea.", additional_kwargs={"x": [1, 2]}, response_metadata={"model": "m"}),
    HumanMessage([{"type": "text", "text": "Look"}, {"type": "image_url", "image_url": {"url": "x"}}]),
]


def test_messages_come_back_as_they_were(chats: nepenthe.Memory, store_file: Path) -> None:
    history = NepentheChatMessageHistory("s1", chats)
    history.add_messages(MESSAGES)
    history.add_user_message("Bye")
    assert history.messages == [*MESSAGES, HumanMessage("Bye")]
    chats.close()
    with nepenthe.open(store_file, scope="chats") as again:
        assert NepentheChatMessageHistory("s1", again).messages == [*MESSAGES, HumanMessage("Bye")]
        assert NepentheChatMessageHistory("s2", again).messages == []


def test_a_cleared_history_is_in_no_byte(chats: nepenthe.Memory, left: Left) -> None:
    history = NepentheChatMessageHistory("s1", chats)
    history.add_messages([HumanMessage("Wilhelmina drinks oolong.", name="xylophonist")])
    assert left("xylophonist") > 0
    receipt = history.purge()
    assert receipt is not None
    assert receipt.assurance == "physical"
    assert [left(word) for word in ("wilhelmina", "oolong", "xylophonist")] == [0, 0, 0]
    history.clear()
    assert history.messages == []


def test_the_calls_of_asyncio_do_the_same(chats: nepenthe.Memory) -> None:
    async def main() -> None:
        history = NepentheChatMessageHistory("s1", chats)
        await history.aadd_messages(MESSAGES)
        assert await history.aget_messages() == MESSAGES
        await history.aclear()
        assert await history.aget_messages() == []

    asyncio.run(main())


def test_a_message_that_may_not_come_back_is_refused(chats: nepenthe.Memory) -> None:
    history = NepentheChatMessageHistory("s1", chats, readmit=None)
    history.add_user_message("Wilhelmina drinks oolong.")
    history.clear()
    with pytest.raises(nepenthe.RefusedErasedError):
        history.add_user_message("Wilhelmina drinks oolong.")

"""`nepenthe.tool_log`: nothing that was purged stays in what is kept of the calls of tools."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import Callable

import nepenthe
import pytest
from agents import RunContextWrapper
from agents.tool_context import ToolContext
from langchain_core.tools import tool
from nepenthe.langchain import NepentheToolLog as LangChainLog
from nepenthe.openai_agents import NepentheToolLog as OpenAiLog
from nepenthe.tool_log import ToolLog

Left = Callable[[str], int]


def texts(log: ToolLog) -> list[str]:
    return [call.text for call in log.calls()]


def test_a_call_goes_with_the_memory_that_it_shows(memory: nepenthe.Memory, left: Left) -> None:
    ids = memory.inscribe_all(["Wilhelmina drinks oolong.", "The depot is in Lima."])
    log = ToolLog(memory)
    log.called("search", "drinks", "1. wilhelmina  drinks oolong.\n2. The depot is in Lima.")
    log.called("search", "depot", "The depot is in Lima.")
    log.called("weather", "Lima", "rain")
    assert [hit.text for hit in memory.recall("search weather rain depot")] == ["The depot is in Lima."]
    receipt = memory.purge_now(ids=ids[0])
    assert receipt.assurance == "physical"
    assert texts(log) == ["search\ndepot\nThe depot is in Lima.", "weather\nLima\nrain"]
    assert (left("wilhelmina"), left("oolong")) == (0, 0)


def test_a_purge_in_words_takes_its_part_of_a_call(memory: nepenthe.Memory, left: Left) -> None:
    memory.inscribe("The depot is in Lima.")
    log = ToolLog(memory)
    log.called("mail", "to Sam Roe", "sent to Sam Roe")
    log.called("weather", "Lima", "rain")
    memory.plan_purge("everything about Sam Roe").apply()
    assert texts(log) == ["weather\nLima\nrain"]
    assert left("Sam Roe") == 0


def test_what_was_erased_does_not_come_back_by_the_log(memory: nepenthe.Memory, left: Left) -> None:
    id = memory.inscribe("Wilhelmina drinks oolong.")
    memory.purge_now(ids=id)
    log = ToolLog(memory)
    log.called("web", "drinks", "Wilhelmina drinks oolong. The depot is in Lima.")
    log.called("web", "Wilhelmina drinks oolong.", "")
    assert left("wilhelmina") == 0
    assert texts(log)[0] == "web\ndrinks\nThe depot is in Lima."


ESCAPED = 'Zorblax likes "green" oolong\nand café — C:\\new 👩.'
ANSWERS: list[Callable[[str], str]] = [
    lambda text: text,
    lambda text: "Answer: " + text,
    lambda text: json.dumps(text),
    lambda text: json.dumps({"hits": [text]}),
    lambda text: json.dumps({"hits": [text]}, ensure_ascii=False, indent=2),
    lambda text: json.dumps({text: 1}),
    lambda text: json.dumps([{"type": "text", "text": json.dumps({"hits": [json.dumps([text])]})}]),
    lambda text: "\n".join(json.dumps({"n": n, "text": text}) for n in range(3)),
    lambda text: "2 hits\n" + json.dumps([text, text.upper()]),
    lambda text: repr(text),
    lambda text: repr([text]),
    lambda text: repr({"hits": (text, None, 1.5)}),
    lambda text: repr([json.dumps({"text": text})]),
    lambda text: ascii([text]),
    lambda text: repr([text.encode()]),
    lambda text: "The answer (1 of 2) is " + json.dumps({"text": text}) + ", and [more] follows.",
    lambda text: "Alice's hits: " + repr([text]) + "; that's all.",
    lambda text: 'A 5" pipe:\n' + json.dumps([{"n": 1, "text": text}], indent=2) + "\ndone",
    lambda text: "It says " + json.dumps(json.dumps([text])) + " here.",
    lambda text: "It says " + json.dumps(text) + ", it seems.",
]


PROSE = [
    'The lid is "red" and lies in C:\\new, next to "the \\table".',
    "See [1], {a} and [Alice's note](https://example.com/a).",
    'A 5" pipe and a 3" pipe, [sic] {',
    "[" * 5000 + "'",
    '{"' * 500,
]


@pytest.mark.parametrize("text", PROSE, ids=range(len(PROSE)))
def test_prose_stays_as_it_is(memory: nepenthe.Memory, text: str) -> None:
    log = ToolLog(memory)
    log.called("search", "who?", text)
    assert texts(log) == [f"search\nwho?\n{text}"]


def test_a_memory_that_has_json_in_it_is_known_again(memory: nepenthe.Memory) -> None:
    id = memory.inscribe('The settings are {"tea": "oolong"} now.')
    log = ToolLog(memory)
    log.called("search", "settings", 'Found: The settings are {"tea": "oolong"} now.')
    memory.purge_now(ids=id)
    assert texts(log) == []


@pytest.mark.parametrize("place", ["given", "result"])
@pytest.mark.parametrize("answer", ANSWERS, ids=range(len(ANSWERS)))
def test_a_text_that_stands_escaped_in_a_call_goes_too(
    memory: nepenthe.Memory, left: Left, answer: Callable[[str], str], place: str
) -> None:
    id = memory.inscribe(ESCAPED)
    log = ToolLog(memory)
    said = answer(ESCAPED)
    log.called("search", *((said, "fine") if place == "given" else ("who?", said)))
    assert " ".join(ESCAPED.split()).casefold() in " ".join(texts(log)[0].split()).casefold()
    memory.purge_now(ids=id)
    assert texts(log) == []
    assert left("oolong") == 0
    # Nor does it come back.
    log.called("search", *((said, "fine") if place == "given" else ("who?", said)))
    assert left("oolong") == 0


ERASED = [
    "who? Zorblax",
    "Zorblax",
    "Zorblax? Yes! Oolong.",
    "Q. Zorblax. A. Oolong.",
    "Zorblax\ndrinks\noolong",
    "The door? 4711! Zorblax.",
    "a. Zorblax",
]


@pytest.mark.parametrize("erased", ERASED)
@pytest.mark.parametrize("other", ["fine", "", "two\nlines. And more."])
def test_what_was_erased_does_not_come_back_as_a_part(
    memory: nepenthe.Memory, left: Left, erased: str, other: str
) -> None:
    memory.purge_now(ids=memory.inscribe(erased))
    log = ToolLog(memory)
    for said in (erased, erased.upper(), f"[{erased}]", "\n".join(erased.split()), json.dumps(erased), repr([erased])):
        log.called("search", said, other)
        log.called("search", other, said)
        log.called("search", said, said)
    log.called("search", "tea", "It rains. Take a coat.\nIs it cold? No.")
    assert left("zorblax") == 0
    assert texts(log)[-1] == "search\ntea\nIt rains. Take a coat.\nIs it cold? No."
    assert [hit.text for hit in memory.recall("search tea fine lines coat")] == []


def test_what_is_no_json_is_kept_as_it_is(memory: nepenthe.Memory) -> None:
    log = ToolLog(memory)
    same = [
        "rain",
        "5",
        "true",
        "C:\\new \\d",
        "{not json}",
        '["half',
        "[1] first\n[see] second",
        "('\\d',)",
        "__import__('os')",
        "[x for x in y]",
        "[" * 100_000,
        '{"a":' * 2_000,
        '"a" and "b"',
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for result in same:
            log.called("t", "", result)
    assert texts(log) == [f"t\n\n{result}" for result in same]
    for result, kept in (
        ('{"hits": 3, "ok": true, "none": null}', "hits\n3\nok\nTrue\nnone\nNone"),
        ("[]", ""),
        ('["\\ud800 x"]', "\ufffd x"),
        ('["a\\u0000b"]', "a\ufffdb"),
        ("{'a', }", "a"),
        ("[b'x']", "x"),
    ):
        log.called("t", "", result)
        assert texts(log)[-1].strip() == f"t\n\n{kept}".strip()


def test_what_the_caller_names_goes_too(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("Wilhelmina drinks oolong.")
    log = ToolLog(memory)
    log.called("sum up", "tea", "somebody likes it", derived_from=[id])
    memory.purge_now(ids=id)
    assert texts(log) == []


def test_nothing_is_held_of_a_call_that_has_ended(memory: nepenthe.Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nepenthe.tool_log._RUNNING", 2)
    log = ToolLog(memory)
    for run in range(4):
        log.begin(run, "search", f"number {run}")
    assert len(log._running) == 2
    log.end(0, "forgotten already")
    log.end(3, "found")
    log.forget(2)
    assert not log._running
    assert texts(log) == ["search\nnumber 3\nfound"]


def test_langchain_writes_the_tools_that_it_calls(memory: nepenthe.Memory, left: Left) -> None:
    id = memory.inscribe("Wilhelmina drinks oolong.")

    @tool
    def search(query: str) -> str:
        """Searches."""
        if query == "bad":
            raise ValueError("Wilhelmina is in this error")
        return "\n".join(hit.text for hit in memory.recall(query))

    handler = LangChainLog(memory)
    assert search.invoke({"query": "Wilhelmina"}, config={"callbacks": [handler]}) == "Wilhelmina drinks oolong."
    with pytest.raises(ValueError, match="Wilhelmina"):
        search.invoke({"query": "bad"}, config={"callbacks": [handler]})
    assert [text.split("\n")[0] for text in texts(handler.log)] == ["search", "search"]
    assert texts(handler.log)[1].endswith("\nfailed: ValueError")
    memory.purge_now(ids=id)
    assert len(texts(handler.log)) == 1
    assert left("oolong") == 0
    assert not handler.log._running


def test_the_agents_sdk_writes_the_tools_that_it_calls(memory: nepenthe.Memory) -> None:
    from agents import Agent, function_tool

    @function_tool
    def search(query: str) -> str:
        """Searches."""
        return query

    async def main() -> None:
        hooks = OpenAiLog(memory)
        agent = Agent("a", tools=[search])
        for call in ("c1", "c2"):
            context = ToolContext(None, tool_name="search", tool_call_id=call, tool_arguments='{"query":"tea"}')
            await hooks.on_tool_start(context, agent, search)
        await hooks.on_tool_end(context, agent, search, "Alice likes tea.")
        assert texts(hooks.log) == ["search\nquery\ntea\nAlice likes tea."]
        assert len(hooks.log._running) == 1
        await hooks.on_tool_end(RunContextWrapper(None), agent, search, "of no call that began")
        assert len(texts(hooks.log)) == 1

    asyncio.run(main())

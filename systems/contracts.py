"""The three questions that Nepenthe's planner `llm` asks a language model, for systems that are a store and nothing else:
which memories a supersede concerns and how, and which a purge or a release means. The prompts are Nepenthe's own files.

An answer is read more strictly than Nepenthe reads it: one JSON object, with no other bracket around it. What does not fit
is of no use as a whole, and counted: the adapter then decides without a model. docs/language-models.md says the rest.
"""

import json
import re
import sys
from pathlib import Path

from forgeteval_adapter import chat

PROMPTS = Path(__file__).resolve().parents[1] / "crates" / "llm" / "prompts"
VERSION = 1
MOST = 20  # up to how many memories a model is shown
ANSWER = 2048  # the longest answer that only names memories, in tokens
LONGEST_ANSWER = 16 * 1024


class Unusable(Exception):
    """An answer that does not fit its contract."""


class Contracts:
    """Asks, and counts. Tokens are counted by the run."""

    def __init__(self):
        self.prompts = {}
        for contract in ("supersede", "purge", "release"):
            text = (PROMPTS / f"{contract}-{VERSION}.txt").read_text("utf-8")
            system, question = text.split("---\n", 1)
            self.prompts[contract] = (system.rstrip(), question.rstrip())
        self.reset()

    def reset(self):
        self.account = {"calls": 0, "unusable": 0}

    def matches(self, contract, request, memories):
        """The numbers of the memories that a purge or a release means; None where the answer is of no use."""
        return self._ask(contract, request, "", memories, ANSWER, read_matches)

    def changes(self, request, new, memories):
        """Pairs of a number and what that memory should read now, or None if it goes as a whole; None as above."""
        texts = sum(len(memory.encode()) + len(new.encode()) for memory in memories[:MOST])
        return self._ask("supersede", request, new, memories, min(ANSWER + texts, LONGEST_ANSWER), read_changes)

    def _ask(self, contract, request, new, memories, max_tokens, read):
        memories = memories[:MOST]
        if not memories:
            return []
        system, question = self.prompts[contract]
        messages = [
            {"role": "system", "content": system},
            {"role": "user", "content": render(question, request, new, memories)},
        ]
        self.account["calls"] += 1
        try:
            return read(chat(messages, max_tokens=max_tokens, json=True), len(memories))
        except (Unusable, RuntimeError, OSError) as error:  # the last two: cut off, refused, not reached
            self.account["unusable"] += 1
            print(f"{contract}: the answer is of no use: {error}", file=sys.stderr)
            return None


def render(question, request, new, memories):
    """The question, with every text a JSON string; put in from left to right, so that no text is part of the template."""
    numbered = "\n".join(f"{number}: {quoted(memory)}" for number, memory in enumerate(memories))
    values = {"{request}": quoted(request), "{new}": quoted(new), "{memories}": numbered}
    return re.sub(r"\{(request|new|memories)\}", lambda found: values[found[0]], question)


def quoted(text):
    """A text as a JSON string in which nothing ends the line and nothing is invisible."""
    return "".join(_visible(character) for character in json.dumps(text, ensure_ascii=False))


def _visible(character):
    return json.dumps(character)[1:-1] if ord(character) in _HIDDEN else character


# Controls, line separators, annotations, and what Unicode 16 lets a renderer leave out.
_HIDDEN = {
    point
    for first, last in [
        (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
        (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xD800, 0xDFFF), (0xFE00, 0xFE0F),
        (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
    ]
    for point in range(first, last + 1)
}  # fmt: skip


def read_matches(answer, candidates):
    return sorted({_index(item, candidates) for item in _items(answer, "matches")})


def read_changes(answer, candidates):
    changes = {}
    for item in _items(answer, "changes"):
        if not isinstance(item, dict):
            raise Unusable("a change is no object")
        index, text = _index(item.get("index"), candidates), item.get("text")
        if item.get("how") == "whole":
            text = None
        elif item.get("how") != "partial":
            raise Unusable("a change is neither whole nor partial")
        elif not isinstance(text, str) or not text.strip():
            raise Unusable("a partial change has no text")
        else:
            text = text.strip()
        if changes.setdefault(index, text) != text:
            raise Unusable(f"memory {index} has two different changes")
    return sorted(changes.items())


def _items(answer, key):
    """The list under the key of the one object in an answer. What a model thinks before `</think>` is a draft."""
    said = answer.rsplit("</think>", 1)[-1]
    start = said.find("{")
    if start < 0 or "<think>" in said:
        raise Unusable("there is no JSON object in it")
    try:
        found, end = json.JSONDecoder(strict=False).raw_decode(said, start)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"it cannot be read as JSON: {error}") from None
    if re.search(r"[\[\]{}]", said[:start] + said[end:]):
        raise Unusable("there is more than one object or list in it")
    items = found.get(key)
    if not isinstance(items, list):
        raise Unusable(f"there is no list {key!r} in it")
    if len(items) > MOST:
        raise Unusable(f"{len(items)} entries, at most {MOST} can be")
    return items


def _index(value, candidates):
    """The number of a memory, also one in quotes, as long as it is whole."""
    if isinstance(value, str) and re.fullmatch("[0-9]{1,6}", value.strip()):
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < candidates:
        raise Unusable("something else than the number of a memory is named")
    return value

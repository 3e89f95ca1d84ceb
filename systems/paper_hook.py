"""The paper's mutation-time hook (its Appendix B and L, and the tables that its authors published): one question a change.

A supersede shows the model the best hit alone, with four examples, and asks whether the new statement takes the place of all
of it (`atomic`) or of a part (`partial`, with the text as it should read now). A purge and a release show it at most 20
memories and ask which are meant. An answer that is empty, cut off or of another form decides nothing: the caller then does
what it does without a model. The wording is ours; the paper's own stands in its supplement.
"""

import json
import re
import sys

from forgeteval_adapter import chat

MOST = 20  # up to how many memories a model is shown
ANSWER = 3000  # the longest answer, in tokens

SUPERSEDE = """\
You plan one change of a memory store. A new statement replaces an old one. You see the memory that is nearest to the request.
Answer "atomic" if all that the memory states is out of date now: it goes as a whole. Answer "partial" if it states other
things too, which stay: then "text" is the memory as it should read now, with the new statement in the place of the old one.
Answer with one JSON object and nothing else.

Request: "Mara's gym"
New: "Mara trains at Northside Gym now."
Memory: "Mara trains at the Harbor Club."
{"plan": "atomic"}

Request: "Mara's gym"
New: "Mara trains at Northside Gym now."
Memory: "Mara trains at the Harbor Club and teaches chess on Fridays."
{"plan": "partial", "text": "Mara trains at Northside Gym and teaches chess on Fridays."}

Request: "router password of the cabin"
New: "The cabin's router password is heron-52."
Memory: "Cabin: the key is under the third step; router password crane-19."
{"plan": "partial", "text": "Cabin: the key is under the third step; router password heron-52."}

Request: "when the clinic opens"
New: "The clinic opens at 9 from March."
Memory: "The clinic opens at 8."
{"plan": "atomic"}
"""

PURGE = """\
You choose what a memory store erases. You see a request and numbered memories. Name every memory that states what the request
wants erased, however it is written there: with other separators, in another script, under another form of a name. Leave out
those that are only similar, such as a longer identifier that begins alike, another person, or a denial.
Answer with one JSON object and nothing else: {"matches": [0, 2]}
"""

RELEASE = """\
You choose what a memory store stops recalling. You see a request and numbered memories. Name every memory that the request
asks to let go of, and none that is only about something similar.
Answer with one JSON object and nothing else: {"matches": [0, 2]}
"""

PROMPTS = {"supersede": SUPERSEDE, "purge": PURGE, "release": RELEASE}


class Unusable(Exception):
    """An answer of another form."""


class Hook:
    """Asks, and counts. Tokens are counted by the run."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.account = {"calls": 0, "unusable": 0}

    def supersede(self, request, new, memory):
        """The memory as it should read now where only a part of it goes, or None: it goes as a whole."""
        asked = f"Request: {quoted(request)}\nNew: {quoted(new)}\nMemory: {quoted(memory)}"
        return self._ask("supersede", asked, read_plan)

    def matches(self, kind, request, memories):
        """The numbers of the memories that a purge or a release means; None where the caller has to decide."""
        if not memories:
            return None
        numbered = "\n".join(f"{number}: {quoted(memory)}" for number, memory in enumerate(memories[:MOST]))
        asked = f"Request: {quoted(request)}\nMemories:\n{numbered}"
        return self._ask(kind, asked, lambda found: read_matches(found, min(len(memories), MOST))) or None

    def _ask(self, kind, asked, read):
        messages = [{"role": "system", "content": PROMPTS[kind]}, {"role": "user", "content": asked}]
        self.account["calls"] += 1
        try:
            return read(first_object(chat(messages, max_tokens=ANSWER, json=True)))
        except (Unusable, RuntimeError, OSError) as error:  # the last two: cut off, refused, not reached
            self.account["unusable"] += 1
            print(f"{kind}: the answer is of no use: {error}", file=sys.stderr)
            return None


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def first_object(answer):
    """The first JSON object of an answer, whatever is said around it."""
    said = re.sub(r"<think>.*?</think>", "", answer, flags=re.S)
    start = said.find("{")
    if start < 0:
        raise Unusable("there is no JSON object in it")
    try:
        return json.JSONDecoder(strict=False).raw_decode(said, start)[0]
    except (ValueError, RecursionError) as error:
        raise Unusable(f"it cannot be read as JSON: {error}") from None


def read_plan(found):
    if found.get("plan") == "atomic":
        return None
    text = found.get("text")
    if found.get("plan") != "partial" or not isinstance(text, str) or not text.strip():
        raise Unusable("it is neither atomic nor partial with a text")
    return text.strip()


def read_matches(found, candidates):
    """The numbers named, in order; what is no number of a memory is passed over, as nothing it could mean is there."""
    named = found.get("matches")
    if not isinstance(named, list):
        raise Unusable("there is no list 'matches' in it")
    whole = {int(item) for item in named if isinstance(item, (int, str)) and re.fullmatch("[0-9]{1,3}", str(item))}
    return sorted(number for number in whole if number < candidates)

"""Plans: what a change will do, to be looked at before it is made."""

from __future__ import annotations

from html import escape
from typing import Any, NoReturn

from nepenthe import _native
from nepenthe._json import loads
from nepenthe._records import ErasedName, Outcome, Receipt, Spared, Step, Unread
from nepenthe.errors import ForkedError, PlanUsedError


class PlanView:
    """What a change will do. Making a plan changes nothing; `print(plan)` shows it, and a notebook shows a table."""

    __slots__ = ("_native", "_raw", "name", "spared", "steps", "unread")

    steps: list[Step]
    """What is to happen, in order."""
    spared: list[Spared]
    """Near misses, which stay as they are, nearest first."""
    unread: list[Unread]
    """What the plan was made without reading, because there was too much of it."""
    name: ErasedName | None
    """The name of what a purge asks for everything about."""

    def __init__(self, native: _native.Planned, raw: dict[str, Any]) -> None:
        self._native = native
        self._raw = raw
        self.steps = [Step._read(step) for step in raw["steps"]]
        self.spared = [Spared._read(spared) for spared in raw["spared"]]
        self.unread = [Unread._read(unread) for unread in raw.get("unread", ())]
        name = raw.get("name")
        self.name = None if name is None else ErasedName._read(name)

    @property
    def verb(self) -> str:
        """What is asked for, such as `purge`."""
        return str(self._raw["mutation"]["verb"])

    @property
    def scope(self) -> str:
        """The scope."""
        return str(self._raw["scope"])

    @property
    def planner(self) -> str:
        """Who chose the memories: a planner's name, or `id` where they were named."""
        return str(self._raw["planner"])

    @property
    def sure(self) -> bool:
        """Whether it may be carried out on the words alone."""
        return bool(self._raw["sure"])

    @property
    def confidence(self) -> float | None:
        """How sure the planner is, 0 to 1, where it can say."""
        return self._raw["confidence"]  # type: ignore[no-any-return]

    @property
    def min_confidence(self) -> float | None:
        """How sure it must be to be carried out on the words alone; none where that is not asked."""
        return self._raw["min_confidence"]  # type: ignore[no-any-return]

    @property
    def unsure(self) -> list[str]:
        """The ids of the memories that it is less sure of."""
        return list(self._raw["unsure"])

    def to_dict(self) -> dict[str, Any]:
        """Returns all of it, as the command prints it with `--json`."""
        copy: dict[str, Any] = loads(self._native.plan())
        return copy

    def save(self) -> str:
        """Returns it as JSON for somebody to read; within a day `Memory.apply_plan` does exactly what it says.

        The text holds the texts of the memories.
        """
        return self._native.save()

    def __str__(self) -> str:
        try:
            return self._native.shown()
        except (ForkedError, PlanUsedError):
            return repr(self)

    def __repr__(self) -> str:
        steps, spared, sure = len(self.steps), len(self.spared), "sure" if self.sure else "unsure"
        return f"<{type(self).__name__} {self.verb} in {self.scope}: {steps} to change, {spared} spared, {sure}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a plan cannot be pickled or copied: hand on the text that plan.save() returns")

    def _repr_html_(self) -> str:
        rows: list[tuple[str, str, str, str | None, str]] = [
            (step.action, step.memory.id, step.memory.text, step.text, step.reason) for step in self.steps
        ]
        rows += [("spare", spared.memory.id, spared.memory.text, None, spared.reason) for spared in self.spared]
        sure = "" if self.confidence is None else f", confidence {self.confidence:.2f}"
        head = f"{self.verb} in {self.scope} ({'sure' if self.sure else 'unsure'}{sure})"
        body = "".join(
            f"<tr><td>{action}</td><td><code>{id}</code></td><td>{escape(text)}"
            f"{'' if new is None else ' → ' + escape(new)}</td><td>{escape(reason)}</td></tr>"
            for action, id, text, new, reason in rows
        )
        columns = "<tr><th>action</th><th>id</th><th>text</th><th>reason</th></tr>"
        return f"<table><caption>{escape(head)}</caption><thead>{columns}</thead><tbody>{body}</tbody></table>"


class Plan(PlanView):
    """The plan of a change.

    >>> id = memory.inscribe("Alice works at Initech.")
    >>> plan = memory.plan_release("Where does Alice work?")
    >>> plan.apply().changes[0].kind
    'release'
    """

    __slots__ = ()

    def apply(self) -> Outcome:
        """Makes the change, all or nothing: whoever calls this has seen the plan and agrees to it, sure or not.

        Raises:
            PlanChangedError: a memory of it changed since; plan anew.
            NothingMatchedError, ScopeEmptyError: it would change nothing.
            PlanUsedError: it was carried out already.
            ClosedError: the memory that planned it is closed.
        """
        return outcome(*self._native.apply(True))


class PurgePlan(Plan):
    """The plan of an erasure.

    >>> id = memory.inscribe("The key of the depot is sk-4242.")
    >>> plan = memory.plan_purge("sk-4242")
    >>> plan
    <PurgePlan purge in acme/alice: 1 to change, 0 spared, sure>
    >>> plan.apply().assurance
    'physical'
    """

    __slots__ = ()

    def apply(self) -> Receipt:
        """Erases, all or nothing; nothing takes it back. Returns the receipt. Raises as `Plan.apply`."""
        return receipt(*self._native.apply(True))


def planned(native: _native.Planned) -> Plan:
    """Takes a plan of any change."""
    raw = loads(native.plan())
    return PurgePlan(native, raw) if raw["mutation"]["verb"] == "purge" else Plan(native, raw)


def outcome(text: str, openings: dict[str, str]) -> Outcome:
    """Reads what a change did."""
    raw = loads(text)
    return Outcome._read(raw) if raw.get("erasure") is None else _receipt(raw, openings)


def receipt(text: str, openings: dict[str, str]) -> Receipt:
    """Reads what an erasure did."""
    return _receipt(loads(text), openings)


def _receipt(raw: dict[str, Any], openings: dict[str, str]) -> Receipt:
    erasure = raw["erasure"]
    return Receipt._read({**raw, **erasure, "id": erasure["receipt"], "openings": openings})


__all__ = ["Plan", "PlanView", "PurgePlan"]

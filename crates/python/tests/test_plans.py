"""Plans, purges and receipts."""

from __future__ import annotations

import os
from pathlib import Path

import nepenthe
import pytest
from nepenthe import errors

ROE = ["Sam Roe likes tea.", "Sam Roe lives in Lima with Ann Poe.", "Sam Poe likes tea.", "The depot is in Lima."]


def test_a_plan_changes_nothing_until_it_is_applied(memory: nepenthe.Memory) -> None:
    memory.inscribe_all(ROE)
    before = memory.log()
    plan = memory.plan_purge("everything about Sam Roe")
    assert memory.log() == before
    assert plan.sure
    assert plan.verb == "purge"
    assert plan.scope == "acme/alice"
    assert plan.confidence is not None
    assert plan.min_confidence == 0.95
    assert {step.action for step in plan.steps} <= {"purge", "edit"}
    assert all("Roe" in step.memory.text for step in plan.steps)
    assert plan.name is not None
    assert (plan.name.text, plan.name.kept_out) == ("Sam Roe", False)
    receipt = plan.apply()
    assert isinstance(receipt, nepenthe.Receipt)
    assert receipt.assurance == "physical"
    assert len(receipt.changes) == len(plan.steps)
    assert set(receipt.openings) == {change.id for change in receipt.changes if change.kind == "purge"}
    assert all(len(key) == 64 for key in receipt.openings.values())
    assert not any("Roe" in record.text for record in memory.list("all"))
    assert "Sam Poe likes tea." in [record.text for record in memory.list()]


def test_nothing_of_what_was_purged_is_in_the_files(memory: nepenthe.Memory, folder: Path) -> None:
    id = memory.inscribe("The code is Rumpelstilzchen.", source="Rumpel source", metadata={"k": "Rumpel metadata"})
    memory.recall("Rumpelstilzchen")
    memory.purge_now(ids=id)
    for file in folder.iterdir():
        if file.is_file():
            assert b"umpel" not in file.read_bytes(), file


def test_a_plan_is_shown(memory: nepenthe.Memory) -> None:
    memory.inscribe_all(["Sam Roe <b>likes</b> tea & \x1b[31mcake.", "The depot is in Lima."])
    plan = memory.plan_purge("everything about Sam Roe")
    shown, html = str(plan), plan._repr_html_()
    assert "purge in acme/alice touches 1 memory" in shown
    assert plan.steps[0].memory.id in shown
    assert "\x1b" not in shown
    assert "<b>" not in html
    assert "&lt;b&gt;likes&lt;/b&gt; tea &amp;" in html
    assert html.count("<tr>") == 1 + len(plan.steps) + len(plan.spared)
    assert "tea" not in repr(plan)
    assert plan.to_dict()["steps"][0]["memory"]["id"] == plan.steps[0].memory.id


def test_a_plan_is_applied_once(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("one")
    plan = memory.plan_purge(ids=id)
    plan.apply()
    for again in (plan.apply, plan.save, plan.to_dict):
        with pytest.raises(errors.PlanUsedError):
            again()
    assert str(plan) == f"{plan}" == repr(plan) == "<PurgePlan purge in acme/alice: 1 to change, 0 spared, sure>"
    assert plan.steps[0].memory.text == "one"


def test_a_plan_that_no_longer_fits_is_refused_whole(memory: nepenthe.Memory) -> None:
    one, two = memory.inscribe_all(["one", "two"])
    plan = memory.plan_purge(ids=[one, two])
    memory.edit(ids=two, text="three")
    with pytest.raises(errors.PlanChangedError):
        plan.apply()
    assert memory.count() == 2


def test_nothing_matched_is_a_plan_and_no_change(memory: nepenthe.Memory) -> None:
    with pytest.raises(errors.ScopeEmptyError):
        memory.purge_now("everything about Sam Roe")
    memory.inscribe("The depot is in Lima.")
    plan = memory.plan_purge("everything about Sam Roe")
    assert plan.steps == []
    with pytest.raises(errors.NothingMatchedError):
        plan.apply()
    with pytest.raises(errors.NothingMatchedError):
        memory.purge_now("everything about Sam Roe")
    assert memory.count() == 1


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("Do not delete anything about Sam Roe.", errors.OrderKeepsError),
        ("What do you know about Sam Roe?", errors.OrderAsksError),
    ],
)
def test_words_that_order_nothing_are_refused(
    memory: nepenthe.Memory, words: str, error: type[nepenthe.NepentheError]
) -> None:
    memory.inscribe_all(ROE)
    with pytest.raises(error):
        memory.purge_now(words)
    assert memory.count() == 4


def test_purge_now_refuses_what_is_not_sure(memory: nepenthe.Memory) -> None:
    memory.inscribe_all(ROE)
    with pytest.raises(errors.PlanUnsureError) as raised:
        memory.purge_now("everything about Sam Roe", min_confidence=1.0)
    assert memory.count() == 4
    plan = raised.value.plan
    assert isinstance(plan, nepenthe.PurgePlan)
    assert not plan.sure
    assert "Roe" not in str(raised.value)
    # Whoever has seen it may apply it.
    assert plan.apply().assurance == "physical"
    with pytest.raises(errors.BadRequestError):
        memory.purge_now("everything about Sam Poe", min_confidence=2)


def test_each_verb_is_planned(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("Alice works at Initech.")
    plans = {
        "supersede": memory.plan_supersede(ids=id, new="Alice left."),
        "release": memory.plan_release(ids=id),
        "edit": memory.plan_edit(ids=id, text="Alice left."),
        "pin": memory.plan_pin(ids=id),
        "decay": memory.plan_decay(),
        "consolidate": memory.plan_consolidate(promote_accesses=3, promote_depth=0.1),
        "purge": memory.plan_purge(everything=True),
        "unpin": memory.plan_unpin(ids=id),
        "restore": memory.plan_restore(ids=id),
    }
    assert {verb: plan.verb for verb, plan in plans.items()} == {verb: verb for verb in plans}
    assert memory.get(id).state == "live"
    outcome = plans["supersede"].apply()
    assert outcome.inscribed is not None
    assert not isinstance(outcome, nepenthe.Receipt)


def test_a_saved_plan_is_carried_out_exactly(memory: nepenthe.Memory) -> None:
    memory.inscribe_all(ROE)
    saved = memory.plan_purge("everything about Sam Roe").save()
    with pytest.raises(errors.OtherScopeError):
        memory.with_scope("acme/bob").apply_plan(saved)
    with pytest.raises(errors.PlanAlteredError):
        memory.apply_plan(saved.replace("likes tea", "likes tee"))
    outcome = memory.apply_plan(saved)
    assert isinstance(outcome, nepenthe.Receipt)
    assert len(outcome.openings) >= 1
    with pytest.raises(errors.PlanChangedError):
        memory.apply_plan(saved)
    for wrong in ("{}", "no json", "[]", saved[:-2]):
        with pytest.raises(errors.BadRequestError):
            memory.apply_plan(wrong)


def test_a_saved_plan_needs_the_right_of_its_change(memory: nepenthe.Memory) -> None:
    ids = memory.inscribe_all(["one", "two"])
    release, purge = memory.plan_release(ids=ids[0]).save(), memory.plan_purge(ids=ids[1]).save()
    with nepenthe.open("agent.db", scope="acme/alice", rights=["write"]) as writer:
        with pytest.raises(errors.RightMissingError):
            writer.apply_plan(purge)
        assert writer.apply_plan(release).changes[0].kind == "release"
        with pytest.raises(errors.RightMissingError):
            writer.verify("a receipt", keys=[])
    assert memory.get(ids[1]).state == "live"


def test_what_was_purged_is_kept_out(memory: nepenthe.Memory) -> None:
    id = memory.inscribe("Sam's card is 4242 4242 4242 4242.")
    memory.purge_now(ids=id)
    with pytest.raises(errors.RefusedErasedError) as raised:
        memory.inscribe("Sam's card is 4242 4242 4242 4242.")
    assert "4242" not in str(raised.value)
    again = memory.inscribe("Sam's card is 4242 4242 4242 4242.", returning="quarantine")
    assert memory.get(again).state == "quarantined"


def test_what_was_made_from_it_goes_or_is_made_again(memory: nepenthe.Memory) -> None:
    source = memory.inscribe("Sam Roe likes tea.")
    kept = memory.inscribe("Two of us like tea.", derived_from=[source])
    gone = memory.inscribe("Sam is thirsty.", derived_from=[source])
    plan = memory.plan_purge(ids=source, rederive={kept: "One of us likes tea."})
    assert {step.memory.id: step.derived_from for step in plan.steps if step.derived_from} == {
        kept: source,
        gone: source,
    }
    plan.apply()
    assert [record.text for record in memory.list("all")] == ["One of us likes tea."]
    with pytest.raises(errors.NotDerivedError):
        memory.plan_purge(ids=kept, rederive={kept: "x"})


def test_a_receipt_is_signed_and_verified(folder: Path) -> None:
    with pytest.raises(errors.KeyMissingError):
        nepenthe.open("a.db", embedder="none", key_file="agent.key").public_keys()
    nepenthe.new_key("agent.key")
    with pytest.raises(errors.KeyExistsError):
        nepenthe.new_key("agent.key")
    with nepenthe.open("a.db", embedder="none", key_file="agent.key") as memory:
        memory.inscribe_all(["one", "two"])
        made = memory.purge_now(ids=memory.list()[0].id, basis="consent-withdrawn", request="T-1192")
        logical, physical = memory.receipts()
        assert (logical.assurance, physical.assurance) == ("logical", "physical")
        assert (physical.id, physical.completes, physical.erased) == (made.id, logical.id, 1)
        text = memory.receipt(made.id)
        assert "T-1192" in text
        assert "consent-withdrawn" in text
        verified = memory.verify(text)
        assert verified.holds
        assert verified.store is not None
        assert all(agreement.agrees for agreement in verified.store)
        assert nepenthe.verify(text, keys=memory.public_keys()).holds
        assert not nepenthe.verify(text, keys=[]).holds
        assert not nepenthe.verify(text.replace("T-1192", "T-1193"), keys=memory.public_keys()).holds
        with pytest.raises(errors.BadReceiptError):
            nepenthe.verify(text, keys=["no key"])
        with pytest.raises(errors.ReceiptNotFoundError):
            memory.receipt(memory.list()[0].id)
        assert memory.check(deep=True, checkpoint=memory.checkpoint()).sound
        with pytest.raises(errors.BadRequestError):
            memory.purge_now(everything=True, request="Sam Roe")
        with pytest.raises(errors.BadRequestError):
            memory.purge_now(everything=True, basis="because")  # type: ignore[arg-type]
    assert os.stat("agent.key").st_mode & 0o77 == 0


def test_a_scrub_has_nothing_to_finish(memory: nepenthe.Memory) -> None:
    memory.purge_now(ids=memory.inscribe("one"))
    scrubbed = memory.scrub(rebuild=True)
    assert (scrubbed.issued, scrubbed.waiting, scrubbed.residue, scrubbed.rebuilt) == ([], [], [], True)

//! A saved plan of which a part is agreed to.

use std::collections::BTreeSet;

use jiff::Timestamp;
use nepenthe::{MemoryId, Options, Scope, Store};
use nepenthe_ops::*;

fn scope() -> Scope {
    Store::open_in_memory(Options::default()).unwrap().scope("acme/alice").unwrap()
}

fn write(scope: &Scope, text: &str, derived_from: &[MemoryId]) -> MemoryId {
    let memory = NewMemory { derived_from: derived_from.to_vec(), ..text.into() };
    let input = InscribeInput { memories: vec![memory], ..InscribeInput::default() };
    inscribe(scope, input, &mut |_| {}).unwrap().ids[0]
}

fn saved(scope: &Scope, target: Target) -> SavedPlan {
    purge(scope, PurgeInput::new(target)).unwrap().save(Timestamp::now()).unwrap()
}

fn touched(saved: &SavedPlan) -> BTreeSet<MemoryId> {
    saved.plan.steps.iter().map(|step| step.memory.id).collect()
}

fn left(scope: &Scope) -> Vec<String> {
    list(scope, &ListInput::default()).unwrap().memories.into_iter().map(|memory| memory.text.0).collect()
}

#[test]
fn only_what_is_agreed_to_is_done_and_what_follows_from_it() {
    let scope = scope();
    let first = write(&scope, "The PIN of the safe is 4711.", &[]);
    let made = write(&scope, "The safe opens with four digits.", &[first]);
    let made_of_that = write(&scope, "Somebody knows how the safe opens.", &[made]);
    let other = write(&scope, "The van is at the depot.", &[]);
    let plan = saved(&scope, Target::Ids(vec![first, other]));
    assert_eq!(touched(&plan), [first, made, made_of_that, other].into());
    for (agreed, done) in [
        (&[first][..], &[first, made, made_of_that][..]),
        (&[made], &[made, made_of_that]),
        (&[made_of_that], &[made_of_that]),
        (&[other], &[other]),
        (&[first, other], &[first, made, made_of_that, other]),
        (&[], &[]),
    ] {
        let agreed = agreed.iter().copied().collect();
        let part = plan.clone().only(&scope, &agreed).unwrap();
        assert_eq!(touched(&part), done.iter().copied().collect(), "{agreed:?}");
        assert_eq!(part.digest == plan.digest, done.len() == 4);
    }
    let part = plan.only(&scope, &[first].into()).unwrap();
    let outcome = apply_plan(&scope, ApplyPlanInput { saved: part, asked: false }).unwrap();
    assert!(outcome.erasure.is_some());
    assert_eq!(left(&scope), ["The van is at the depot."]);
}

#[test]
fn a_part_of_another_plan_is_refused() {
    let scope = scope();
    let id = write(&scope, "The PIN of the safe is 4711.", &[]);
    let other = write(&scope, "The van is at the depot.", &[]);
    let plan = saved(&scope, Target::Ids(vec![id]));
    let error = plan.clone().only(&scope, &[other].into()).unwrap_err();
    assert_eq!(error.code(), Code::NotFound);
    let mut altered = plan.clone();
    altered.plan.steps[0].memory.id = other;
    assert_eq!(altered.only(&scope, &[other].into()).unwrap_err().code(), Code::PlanAltered);
    let elsewhere = scope.store().scope("acme/bob").unwrap();
    let part = plan.only(&scope, &[id].into()).unwrap();
    let refused = apply_plan(&elsewhere, ApplyPlanInput { saved: part, asked: false });
    assert_eq!(refused.unwrap_err().code(), Code::OtherScope);
    assert_eq!(left(&scope).len(), 2);
}

//! How depth sinks, rises and stays.

use jiff::SignedDuration;
use nepenthe::{
    Consolidation, Depth, EventKind, Include, Memory, MemoryId, Mutation, Scope, State, Store, Target,
};

use crate::support::{StepClock, assert_sound, change, options};

const DAY: i64 = 24 * 3600;

fn store() -> (StepClock, Store, Scope) {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    (clock, store, scope)
}

fn consolidate(scope: &Scope, target: impl Into<Target>) -> Vec<EventKind> {
    let outcome = change(scope, Mutation::consolidate(target, Consolidation::default()));
    outcome.changes.into_iter().map(|change| change.kind).collect()
}

fn depth(scope: &Scope, id: MemoryId) -> f64 {
    scope.get(id).unwrap().depth.get()
}

#[track_caller]
fn assert_near(got: f64, expected: f64) {
    assert!((got - expected).abs() < 1e-12, "{got} is not {expected}");
}

#[test]
fn a_pinned_memory_neither_decays_nor_sinks() {
    let (clock, store, scope) = store();
    let id = scope.inscribe("pinned").unwrap();
    change(&scope, Mutation::pin(id));
    clock.step_seconds(1000 * DAY);
    assert!(consolidate(&scope, Target::All).is_empty());
    assert!(change(&scope, Mutation::decay(Target::All)).changes.is_empty());
    assert_eq!(scope.get(id).unwrap().depth, Depth::PINNED);
    assert_eq!(scope.get(id).unwrap().state, State::Pinned);
    assert_sound(&store);
}

#[test]
fn decay_halves_and_never_takes_a_memory_out_of_recall() {
    let (_, store, scope) = store();
    let id = scope.inscribe("sinking").unwrap();
    for step in 1..=3 {
        change(&scope, Mutation::decay(id));
        assert_near(depth(&scope, id), 0.5f64.powi(step));
    }
    for _ in 0..1100 {
        change(&scope, Mutation::decay(id));
    }
    assert!(depth(&scope, id) > 0.0);
    assert_eq!(scope.recall("sinking", 1).unwrap().len(), 1);
    let events = scope.stats().unwrap().events;
    change(&scope, Mutation::decay(id));
    assert_eq!(scope.stats().unwrap().events, events, "a decay that changes nothing was logged");
    assert_sound(&store);
}

#[test]
fn consolidation_follows_the_formula_of_the_paper() {
    let (clock, store, scope) = store();
    let never = scope.inscribe("never recalled").unwrap();
    let often = scope.inscribe("frequent words").unwrap();
    for _ in 0..3 {
        assert_eq!(
            scope.recall_with("frequent", &nepenthe::RecallOptions::new(1)).unwrap()[0].memory.id,
            often
        );
    }
    clock.step_seconds(7 * DAY);
    assert_eq!(consolidate(&scope, Target::All), [EventKind::Consolidate, EventKind::Consolidate]);
    assert_eq!((scope.get(never).unwrap().accesses, scope.get(often).unwrap().accesses), (0, 3));
    // A week is one tau: 1/e, and slower for the one that was recalled three times.
    assert_near(depth(&scope, never), (-1.0f64).exp());
    assert_near(depth(&scope, often), (-1.0 / (1.0 + 4.0f64.ln())).exp());
    assert_near(depth(&scope, never), 0.367_879_441_171_442_33);
    assert_near(depth(&scope, often), 0.657_664_876_126_373_9);
    assert_sound(&store);
}

#[test]
fn consolidating_twice_in_a_row_is_once() {
    let (clock, _, scope) = store();
    let id = scope.inscribe("text").unwrap();
    clock.step_seconds(3 * DAY);
    assert_eq!(consolidate(&scope, id), [EventKind::Consolidate]);
    let once = depth(&scope, id);
    assert!(once < 1.0);
    assert!(consolidate(&scope, id).is_empty());
    assert_eq!(depth(&scope, id).to_bits(), once.to_bits());
}

#[test]
fn consolidating_in_two_halves_is_consolidating_once() {
    let run = |steps: &[i64]| {
        let (clock, _, scope) = store();
        let id = scope.inscribe("text").unwrap();
        for days in steps {
            clock.step_seconds(days * DAY);
            consolidate(&scope, id);
        }
        depth(&scope, id)
    };
    assert_near(run(&[10]), run(&[3, 7]));
    assert_near(run(&[10]), run(&[1; 10]));
    assert!(run(&[10]) > run(&[11]));
}

#[test]
fn a_recall_starts_the_age_anew() {
    let (clock, _, scope) = store();
    let id = scope.inscribe("text").unwrap();
    clock.step_seconds(6 * DAY);
    scope.recall("text", 1).unwrap();
    clock.step_seconds(DAY);
    consolidate(&scope, id);
    assert_near(depth(&scope, id), (-(1.0 / 7.0) / (1.0 + 2.0f64.ln())).exp());
}

#[test]
fn what_is_recalled_often_rises_once_and_only_if_recalled_since() {
    let (clock, store, scope) = store();
    let id = scope.inscribe("text").unwrap();
    clock.step_seconds(10);
    for _ in 0..4 {
        scope.recall("text", 1).unwrap();
    }
    assert!(consolidate(&scope, id).is_empty(), "four recalls are one too few");
    scope.recall("text", 1).unwrap();
    assert_eq!(consolidate(&scope, id), [EventKind::Promote]);
    assert_eq!(scope.get(id).unwrap().depth, Depth::PROMOTED);
    assert!(consolidate(&scope, id).is_empty());
    clock.step_seconds(DAY);
    assert_eq!(consolidate(&scope, id), [EventKind::Consolidate], "not recalled since it rose");
    assert!(depth(&scope, id) < 1.5);
    clock.step_seconds(10);
    scope.recall("text", 1).unwrap();
    clock.step_seconds(10);
    assert_eq!(consolidate(&scope, id), [EventKind::Consolidate, EventKind::Promote]);
    let history = scope.history(id).unwrap();
    let last = &history[history.len() - 2..];
    assert_eq!(last[0].event.depth_after, last[1].event.depth_before);
    assert_eq!(last[1].event.depth_after, Some(Depth::PROMOTED));
    assert_sound(&store);
}

#[test]
fn what_has_sunk_too_deep_does_not_rise() {
    let (clock, _, scope) = store();
    let id = scope.inscribe("text").unwrap();
    change(&scope, Mutation::decay(id));
    clock.step_seconds(10);
    for _ in 0..9 {
        scope.recall("text", 1).unwrap();
    }
    assert!(consolidate(&scope, id).is_empty());
    let gentle = Consolidation { promote_depth: 0.5, ..Consolidation::default() };
    change(&scope, Mutation::consolidate(id, gentle));
    assert_eq!(scope.get(id).unwrap().depth, Depth::PROMOTED);
}

#[test]
fn consolidation_by_tau_scales_the_time() {
    let (clock, _, scope) = store();
    let id = scope.inscribe("text").unwrap();
    clock.step_seconds(100);
    let quick = Consolidation { tau: SignedDuration::from_secs(50), ..Consolidation::default() };
    change(&scope, Mutation::consolidate(id, quick));
    assert_near(depth(&scope, id), (-2.0f64).exp());
    for bad in [
        Consolidation { tau: SignedDuration::ZERO, ..quick },
        Consolidation { tau: SignedDuration::from_secs(-1), ..quick },
        Consolidation { promote_depth: f64::NAN, ..quick },
        Consolidation { promote_depth: -0.1, ..quick },
    ] {
        assert!(matches!(scope.plan(Mutation::consolidate(id, bad)), Err(nepenthe::PlanError::Parameter(_))));
    }
}

#[test]
fn a_change_that_changes_nothing_leaves_no_event() {
    let (clock, store, scope) = store();
    type Into = fn(MemoryId) -> Vec<Mutation>;
    let states: [(&str, Into); 4] = [
        ("live", |_| vec![]),
        ("pinned", |id| vec![Mutation::pin(id)]),
        ("released", |id| vec![Mutation::release(id)]),
        ("superseded", |id| vec![Mutation::supersede(id, "another")]),
    ];
    let none: [(&str, &[&str]); 4] = [
        ("live", &["restore", "unpin", "edit"]),
        ("pinned", &["restore", "pin", "decay", "consolidate", "edit"]),
        ("released", &["release", "pin", "unpin", "decay", "consolidate", "edit"]),
        ("superseded", &["release", "pin", "unpin", "decay", "consolidate", "edit"]),
    ];
    for ((name, into), (_, idle)) in states.into_iter().zip(none) {
        let id = scope.inscribe("the text").unwrap();
        for mutation in into(id) {
            change(&scope, mutation);
        }
        clock.step_seconds(60);
        for verb in ["release", "restore", "pin", "unpin", "decay", "consolidate", "edit"] {
            let before: Memory = scope.get(id).unwrap();
            let mutation = match verb {
                "release" => Mutation::release(id),
                "restore" => Mutation::restore(id),
                "pin" => Mutation::pin(id),
                "unpin" => Mutation::unpin(id),
                "decay" => Mutation::decay(id),
                "consolidate" => Mutation::consolidate(id, Consolidation::default()),
                _ => Mutation::edit(id, "the text"),
            };
            let plan = scope.plan(mutation).unwrap();
            assert_eq!(plan.is_empty(), idle.contains(&verb), "{verb} of a {name} one");
            assert_eq!(plan.spared.len(), usize::from(idle.contains(&verb)));
            if plan.is_empty() {
                let events = scope.stats().unwrap().events;
                assert!(scope.apply(plan).unwrap().changes.is_empty());
                assert_eq!(scope.get(id).unwrap(), before);
                assert_eq!(scope.stats().unwrap().events, events);
            }
        }
    }
    assert_sound(&store);
}

#[test]
fn pinning_a_whole_scope_brings_nothing_forgotten_back() {
    let (_, _, scope) = store();
    let released = scope.inscribe("released").unwrap();
    let superseded = scope.inscribe("superseded").unwrap();
    change(&scope, Mutation::release(released));
    change(&scope, Mutation::supersede(superseded, "its successor"));
    let outcome = change(&scope, Mutation::pin(Target::All));
    assert_eq!(outcome.changes.len(), 1);
    let live = scope.list(Include::Live).unwrap();
    assert_eq!((live.len(), live[0].text.as_str()), (1, "its successor"));
}

#[test]
fn restoring_and_unpinning_end_at_the_surface() {
    let (_, store, scope) = store();
    let id = scope.inscribe("text").unwrap();
    change(&scope, Mutation::decay(id));
    change(&scope, Mutation::release(id));
    assert_eq!(scope.get(id).unwrap().state, State::Released);
    change(&scope, Mutation::restore(id));
    assert_eq!(scope.get(id).unwrap().depth, Depth::SURFACE);
    change(&scope, Mutation::supersede(id, "new"));
    assert_eq!(scope.get(id).unwrap().state, State::Superseded);
    change(&scope, Mutation::restore(id));
    assert_eq!(scope.get(id).unwrap().state, State::Live);
    change(&scope, Mutation::pin(id));
    change(&scope, Mutation::unpin(id));
    assert_eq!(scope.get(id).unwrap().depth, Depth::SURFACE);
    assert_eq!(scope.recall("text", 5).unwrap().iter().filter(|hit| hit.memory.id == id).count(), 1);
    assert_sound(&store);
}

#[test]
fn a_clock_that_goes_back_leaves_a_sound_history() {
    let (clock, store, scope) = store();
    clock.step_seconds(1000);
    let id = scope.inscribe("text one").unwrap();
    clock.step_seconds(-500);
    change(&scope, Mutation::release(id));
    change(&scope, Mutation::restore(id));
    change(&scope, Mutation::edit(id, "text two"));
    consolidate(&scope, id);
    let early = scope.inscribe("text three").unwrap();
    clock.step_seconds(-500);
    change(&scope, Mutation::supersede(Target::Ids(vec![id, early]), "text four"));
    clock.step_seconds(2000);
    assert_sound(&store);
    let history = scope.history(id).unwrap();
    assert!(history.windows(2).all(|pair| pair[0].event.at <= pair[1].event.at));
    assert_eq!(scope.list(Include::Live).unwrap().len(), 1);
}

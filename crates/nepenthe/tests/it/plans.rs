//! Plans: what they show, what they refuse, and that a stale one does nothing at all.

use nepenthe::control::Memories;
use nepenthe::control::planner::{Draft, Planner};
use nepenthe::{
    Action, ApplyError, Include, MemoryId, Mutation, PlanError, PlannerError, RecallOptions, Scope, Store,
    Target, TextError, Verb,
};

use crate::support::{Place, StepClock, assert_sound, change, options, texts, view};

fn store() -> (StepClock, Store, Scope) {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme/alice").unwrap();
    (clock, store, scope)
}

fn three(scope: &Scope) -> Vec<MemoryId> {
    ["alice lives in Paris", "alice works at Initech", "bob lives in Rome"]
        .map(|text| scope.inscribe(text).unwrap())
        .into()
}

/// The ways in which a memory can have changed since a plan was made.
fn meanwhile(id: MemoryId) -> [Mutation; 6] {
    [
        Mutation::edit(id, "something else"),
        Mutation::release(id),
        Mutation::purge(id),
        Mutation::pin(id),
        Mutation::decay(id),
        Mutation::supersede(id, "something newer"),
    ]
}

fn requests(ids: &[MemoryId]) -> Vec<Mutation> {
    let all = || Target::Ids(ids.to_vec());
    vec![
        Mutation::purge(all()),
        Mutation::release(all()),
        Mutation::supersede(all(), "the new text"),
        Mutation::pin(all()),
        Mutation::edit(ids[2], "an edited text"),
    ]
}

#[test]
fn a_stale_plan_is_refused_and_nothing_is_half_done() {
    for index in 0..6 {
        for request in 0..5 {
            let (clock, store, scope) = store();
            let ids = three(&scope);
            // The last of the three changes, so that steps before it would already have been carried out.
            let plan = scope.plan(requests(&ids)[request].clone()).unwrap();
            clock.step_seconds(1);
            change(&scope, meanwhile(ids[2])[index].clone());
            let before = view(&scope);
            match scope.apply(plan) {
                Err(ApplyError::Stale(id)) => assert_eq!(id, ids[2]),
                other => panic!("{other:?}"),
            }
            assert_eq!(view(&scope), before);
            assert_sound(&store);
        }
    }
}

#[test]
fn a_plan_is_stale_also_when_another_handle_on_the_file_has_changed_a_row() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&place.path, options(&clock)).unwrap();
    let other = crate::support::open(&place.path, options(&clock)).unwrap();
    let (scope, theirs) = (store.scope("a").unwrap(), other.scope("a").unwrap());
    let ids = three(&scope);
    let mut purged = scope.plan(Mutation::purge(Target::Ids(ids.clone()))).unwrap();
    change(&theirs, Mutation::edit(ids[1], "changed over there"));
    let before = view(&theirs);
    assert!(matches!(scope.apply(purged.clone()), Err(ApplyError::Stale(id)) if id == ids[1]));
    assert_eq!(view(&scope), before);
    // Made again, it fits; applied a second time, it no longer does.
    purged = scope.plan(purged.mutation).unwrap();
    scope.apply(purged.clone()).unwrap();
    assert!(theirs.list(Include::All).unwrap().is_empty());
    assert!(matches!(scope.apply(purged), Err(ApplyError::Stale(_))));
    assert_sound(&store);
}

#[test]
fn a_plan_still_fits_after_changes_to_rows_that_it_does_not_touch() {
    let (_, store, scope) = store();
    let ids = three(&scope);
    let plan = scope.plan(Mutation::release(ids[0])).unwrap();
    change(&scope, Mutation::purge(ids[1]));
    change(&scope, Mutation::edit(ids[2], "bob moved"));
    scope.inscribe("one more").unwrap();
    scope.recall("alice", 5).unwrap();
    store.flush().unwrap();
    assert_eq!(scope.apply(plan).unwrap().changes.len(), 1);
}

#[test]
fn making_a_plan_changes_nothing() {
    let (_, store, scope) = store();
    let ids = three(&scope);
    let before = view(&scope);
    for mutation in [
        Mutation::purge("alice"),
        Mutation::release("alice"),
        Mutation::supersede("alice works", "alice left"),
        Mutation::edit("alice works", "alice left"),
        Mutation::pin("alice"),
        Mutation::restore("alice"),
        Mutation::purge(Target::All),
        Mutation::purge(ids[0]),
    ] {
        scope.plan(mutation).unwrap();
    }
    store.flush().unwrap();
    assert_eq!(view(&scope), before);
}

#[test]
fn a_plan_shows_what_goes_what_stays_and_why() {
    let (_, _, scope) = store();
    let ids = three(&scope);
    let plan = scope.plan(Mutation::purge("alice lives in Paris")).unwrap();
    assert_eq!((plan.planner.as_str(), plan.steps.len(), plan.steps[0].memory.id), ("published", 1, ids[0]));
    assert_eq!(plan.steps[0].action, Action::Purge);
    let spared: Vec<_> = plan.spared.iter().map(|spared| spared.memory.id).collect();
    assert!(spared.contains(&ids[1]) && spared.contains(&ids[2]));
    assert!(plan.spared.iter().all(|spared| !spared.reason.is_empty()));
    let shown = plan.to_string();
    for part in
        ["purge in acme/alice touches 1 memory", "\"alice lives in Paris\"", "because: best match", "spared"]
    {
        assert!(shown.contains(part), "{part:?} is not in:\n{shown}");
    }
    let long = scope.inscribe(format!("long\n{}", "é".repeat(500))).unwrap();
    let shown = scope.plan(Mutation::supersede(long, "new\ttext")).unwrap().to_string();
    assert!(
        shown.contains('…')
            && shown.contains("new\\ttext")
            && shown.lines().all(|line| line.chars().count() < 250)
    );
}

#[test]
fn by_id_it_touches_exactly_those_named_and_each_once() {
    let (_, store, scope) = store();
    let ids = three(&scope);
    let plan = scope.plan(Mutation::release(Target::Ids(vec![ids[2], ids[0], ids[2]]))).unwrap();
    assert_eq!(plan.planner, "id");
    assert_eq!(plan.steps.iter().map(|step| step.memory.id).collect::<Vec<_>>(), [ids[2], ids[0]]);
    scope.apply(plan).unwrap();
    assert_eq!(texts(&scope.recall("lives works", 9).unwrap()), ["alice works at Initech"]);
    assert_sound(&store);
}

#[test]
fn what_cannot_be_planned_is_refused_with_its_reason() {
    let (_, _, scope) = store();
    let ids = three(&scope);
    let unknown: MemoryId = "0192f0c1-2b3c-7d4e-8f50-112233445566".parse().unwrap();
    for words in ["", "  ", "\n\t"] {
        for mutation in [Mutation::purge(words), Mutation::release(words), Mutation::supersede(words, "x")] {
            assert!(matches!(scope.plan(mutation), Err(PlanError::NoWords)));
        }
    }
    assert!(matches!(scope.plan(Mutation::purge(Vec::new())), Err(PlanError::NoWords)));
    let some = Target::Ids(vec![ids[0], unknown]);
    assert!(matches!(scope.plan(Mutation::purge(some)), Err(PlanError::NotFound(id)) if id == unknown));
    assert!(matches!(
        scope.plan(Mutation::supersede(Target::All, "x")),
        Err(PlanError::TooWide(Verb::Supersede))
    ));
    assert!(matches!(scope.plan(Mutation::edit(Target::All, "x")), Err(PlanError::TooWide(Verb::Edit))));
    assert!(matches!(scope.plan(Mutation::edit(ids.clone(), "x")), Err(PlanError::TooWide(Verb::Edit))));
    assert!(matches!(
        scope.plan(Mutation::edit(ids[0], "a\0")),
        Err(PlanError::Text(TextError::Nul { at: 1 }))
    ));
    for bad in ["", "x", "0192f0c12b3c7d4e8f50112233445566", "{0192f0c1-2b3c-7d4e-8f50-112233445566}"] {
        assert!(bad.parse::<MemoryId>().is_err(), "{bad:?}");
    }
}

#[test]
fn a_purge_of_words_that_match_nothing_touches_nothing() {
    let (_, _, scope) = store();
    three(&scope);
    for mutation in [Mutation::purge("zebra"), Mutation::purge("***"), Mutation::restore("alice")] {
        let plan = scope.plan(mutation).unwrap();
        assert!(plan.is_empty(), "{plan}");
        assert!(scope.apply(plan).unwrap().changes.is_empty());
    }
    assert_eq!(scope.list(Include::Live).unwrap().len(), 3);
}

#[test]
fn a_supersede_writes_the_new_text_and_its_links() {
    let (_, store, scope) = store();
    let ids = three(&scope);
    let outcome = change(&scope, Mutation::supersede(Target::Ids(vec![ids[0], ids[1]]), "alice left"));
    let new = outcome.inscribed.unwrap();
    let chain = scope.blame(new).unwrap();
    assert_eq!(chain.iter().map(|entry| entry.memory.id).collect::<Vec<_>>(), [ids[0], ids[1], new]);
    for entry in &chain[..2] {
        assert_eq!(entry.superseded_by.iter().map(|by| by.id).collect::<Vec<_>>(), [new]);
    }
    // With nothing to supersede the new text is written all the same.
    let alone = change(&scope, Mutation::supersede(ids[0], "alice is back"));
    assert!(alone.changes.is_empty());
    assert_eq!(scope.blame(alone.inscribed.unwrap()).unwrap().len(), 1);
    assert_sound(&store);
}

/// Returns whatever it finds twice over, and a step for a memory that is out of recall.
struct Careless;

impl Planner for Careless {
    fn name(&self) -> &str {
        "careless"
    }

    fn plan(&self, mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, PlannerError> {
        let mut draft = Draft { confidence: Some(0.25), ..Draft::default() };
        for candidate in memories.recall(words, &RecallOptions::new(9))? {
            draft.decide(candidate.clone(), mutation.action(), "once");
            draft.decide(candidate, mutation.action(), "and again");
        }
        Ok(draft)
    }
}

#[test]
fn a_planner_that_contradicts_itself_changes_nothing() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock).with_planner(Careless)).unwrap();
    let scope = store.scope("a").unwrap();
    three(&scope);
    let before = view(&scope);
    let plan = scope.plan(Mutation::release("alice")).unwrap();
    assert_eq!((plan.planner.as_str(), plan.confidence), ("careless", Some(0.25)));
    assert!(plan.to_string().contains("confidence 0.25"));
    assert!(matches!(scope.apply(plan), Err(ApplyError::Stale(_))));
    assert_eq!(view(&scope), before);
    assert_sound(&store);
}

/// What is left of a copy was in the store all along, as is any other memory that shares a statement with the erased one.
#[test]
fn what_is_left_of_a_copy_may_share_a_statement_with_the_erased() {
    let (gate, code) = ("The gate is shut at ten on Sundays.", "The safe behind the piano opens with 4471.");
    let cat = "Zuzka has three cats and a dog.";
    // An earlier text of the erased one has more of the copy than its last.
    let (_, _, scope) = store();
    let id = scope.inscribe(format!("{gate} {code}").as_str()).unwrap();
    change(&scope, Mutation::edit(id, code));
    let copy = scope.inscribe(format!("{gate} {code} {cat}").as_str()).unwrap();
    change(&scope, Mutation::purge(id));
    assert_eq!(scope.get(copy).unwrap().text, format!("{gate} {cat}"));

    // So has an earlier text of the copy.
    let (_, _, scope) = store();
    let id = scope.inscribe(format!("{gate} {code}").as_str()).unwrap();
    let copy = scope.inscribe(format!("{gate} {code}").as_str()).unwrap();
    change(&scope, Mutation::edit(copy, format!("{gate} {cat}")));
    change(&scope, Mutation::purge(id));
    assert_eq!(scope.get(copy).unwrap().text, format!("{gate} {cat}"));
    let texts = scope.history(copy).unwrap().into_iter().filter_map(|event| event.text);
    assert!(texts.into_iter().all(|text| !text.contains("4471")));
}

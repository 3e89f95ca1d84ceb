//! The everyday path: write, recall, change, look back.

use nepenthe::{Include, Mutation, Options, RecallMode, RecallOptions, State};

use crate::support::{StepClock, options};

#[test]
fn inscribed_is_recalled_and_purged_is_gone() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let alice = store.scope("acme/alice").unwrap();
    let job = alice.inscribe("Alice works at Initech.").unwrap();
    alice.inscribe("The coffee machine is broken.").unwrap();

    for mode in [RecallMode::Hybrid, RecallMode::Lexical, RecallMode::Vector] {
        let hits =
            alice.recall_with("where does Alice work", &RecallOptions::new(1).with_mode(mode)).unwrap();
        assert_eq!(hits[0].memory.id, job, "{mode:?}");
    }

    clock.step_seconds(60);
    let plan = alice.plan(Mutation::supersede("Alice employer works", "Alice works at Hooli.")).unwrap();
    assert_eq!(alice.recall("Alice works", 5).unwrap()[0].memory.text, "Alice works at Initech.");
    let outcome = alice.apply(plan).unwrap();
    let new = outcome.inscribed.unwrap();
    let texts: Vec<String> =
        alice.recall("Alice works", 5).unwrap().into_iter().map(|hit| hit.memory.text).collect();
    assert!(
        texts.contains(&"Alice works at Hooli.".into()) && !texts.contains(&"Alice works at Initech.".into())
    );
    assert_eq!(alice.get(job).unwrap().state, State::Superseded);
    assert_eq!(alice.blame(new).unwrap().len(), 2);

    let plan = alice.plan(Mutation::purge(job)).unwrap();
    alice.apply(plan).unwrap();
    assert!(alice.get(job).is_err());
    assert_eq!(alice.list(Include::All).unwrap().len(), 2);
    let report = store.check(&mut |_| {}).unwrap();
    assert!(report.is_sound(), "{report:?}");
}

#[test]
fn a_store_without_vectors_recalls_by_words() {
    let store = crate::support::open_in_memory(Options::default()).unwrap();
    let scope = store.scope("a").unwrap();
    scope.inscribe("the badge number is 4711").unwrap();
    assert_eq!(scope.recall("badge", 3).unwrap().len(), 1);
    assert!(scope.recall_with("badge", &RecallOptions::new(3).with_mode(RecallMode::Vector)).is_err());
    assert!(store.check(&mut |_| {}).unwrap().is_sound());
}

//! One scope never sees another: not in an answer, not in a count, not in a score.

use nepenthe::receipt::note::SigningKey;
use nepenthe::{
    ApplyError, Include, LogRange, LookupError, Mutation, PlanError, ProofsError, RecallMode, RecallOptions,
    Scope, ScopeError, Store, Target,
};

use crate::support::{MODES, StepClock, assert_sound, change, everything, exported, options, view};

/// Three neighbours whose texts share every word.
fn neighbours() -> (StepClock, Store, [Scope; 3]) {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scopes = ["acme", "acme/alice", "acme/alice/x"].map(|path| store.scope(path).unwrap());
    for scope in &scopes {
        for text in ["the key is sk-1", "the key of the door", "the dog is brown", "the key was sk-0"] {
            scope.inscribe(format!("{text} in {}", scope.path())).unwrap();
        }
        let ids: Vec<_> = scope.list(Include::All).unwrap().into_iter().map(|memory| memory.id).collect();
        change(scope, Mutation::supersede(ids[0], format!("the key is sk-2 in {}", scope.path())));
        change(scope, Mutation::release(ids[3]));
        clock.step_seconds(10);
    }
    (clock, store, scopes)
}

#[test]
fn the_operator_of_the_store_sees_every_scope_and_how_much_it_holds() {
    let (_, store, scopes) = neighbours();
    let counted = |store: &Store| {
        let counts = store.scopes().unwrap().into_iter();
        counts.map(|count| (count.path, count.live, count.memories)).collect::<Vec<_>>()
    };
    let row = |path: &str, live, memories| (path.to_owned(), live, memories);
    let three = [row("acme", 3, 5), row("acme/alice", 3, 5), row("acme/alice/x", 3, 5)];
    assert_eq!(counted(&store), three);
    // One that was only read is none; one whose memories are purged is there still.
    assert!(store.scope("acme/never").unwrap().list(Include::All).unwrap().is_empty());
    change(&scopes[1], Mutation::purge(Target::All));
    assert_eq!(counted(&store)[1], row("acme/alice", 0, 0));
    assert_eq!(counted(&store).len(), 3);
    assert_eq!(counted(&crate::support::open_in_memory(options(&StepClock::new())).unwrap()), []);
}

#[test]
fn a_receipt_of_another_scope_is_neither_listed_nor_found() {
    let (_, store, scopes) = neighbours();
    let [acme, alice, _] = &scopes;
    let purged = change(alice, Mutation::purge(alice.list(Include::All).unwrap()[1].id));
    let receipt = purged.erasure.unwrap().receipt;
    let key = SigningKey::from_seed(&store.origin().unwrap(), &[7; 32]).unwrap();

    assert!(alice.receipts().unwrap().iter().any(|(id, _)| *id == receipt));
    assert!(alice.receipt(receipt, &key).is_ok());
    assert!(store.receipts().unwrap().iter().any(|(id, _)| *id == receipt), "the operator sees it");
    // Of a scope with memories, of one inside it, of one that never was: as an id that there is not.
    let never = store.scope("acme/never").unwrap();
    for scope in [acme, &scopes[2], &never] {
        assert_eq!(scope.receipts().unwrap(), []);
        let unknown = "0192f0c1-2b3c-7d4e-8f50-112233445566";
        let answer =
            |id: &str| scope.receipt(id.parse().unwrap(), &key).unwrap_err().to_string().replace(id, "ID");
        assert_eq!(answer(&receipt.to_string()), answer(unknown));
        assert!(matches!(scope.receipt(receipt, &key), Err(ProofsError::NotFound(_))));
    }
}

fn belongs(text: &str, scope: &Scope) -> bool {
    text.ends_with(&format!(" in {}", scope.path()))
}

#[test]
fn no_read_of_a_scope_shows_a_memory_of_another() {
    let (clock, store, scopes) = neighbours();
    for scope in &scopes {
        for mode in MODES {
            for include in [Include::Live, Include::Submerged, Include::All] {
                for as_of in [None, Some(clock.time())] {
                    let options = everything().with_mode(mode).with_include(include);
                    let options = as_of.map_or(options, |at| options.as_of(at));
                    let hits = scope.recall_with("the key in acme alice", &options).unwrap();
                    let expected = if include == Include::Live { 3 } else { 5 };
                    assert_eq!(hits.len(), expected, "{mode:?} {include:?} {as_of:?}");
                    assert!(hits.iter().all(|hit| belongs(&hit.memory.text, scope)));
                }
            }
        }
        let list = scope.list(Include::All).unwrap();
        assert_eq!(list.len(), 5);
        assert!(list.iter().all(|memory| belongs(&memory.text, scope)));
        let stats = scope.stats().unwrap();
        assert_eq!((stats.live, stats.released, stats.superseded, stats.events), (3, 1, 1, 7));
        let log = scope.log(&LogRange::default()).unwrap();
        assert_eq!(log.len(), 7);
        assert!(log.iter().all(|event| list.iter().any(|memory| memory.id == event.memory)));
        let lines = exported(scope);
        assert_eq!(lines.lines().count(), 5);
        for other in scopes.iter().filter(|other| other.path() != scope.path()) {
            assert!(!lines.contains(&format!(" in {}\"", other.path())));
        }
    }
    assert_sound(&store);
}

#[test]
fn an_id_of_another_scope_is_no_id_here() {
    let (_, _, [acme, alice, _]) = neighbours();
    let foreign = acme.list(Include::All).unwrap()[1].id;
    let before = view(&alice);
    assert!(matches!(alice.get(foreign), Err(LookupError::NotFound(id)) if id == foreign));
    assert!(matches!(alice.history(foreign), Err(LookupError::NotFound(_))));
    assert!(matches!(alice.blame(foreign), Err(LookupError::NotFound(_))));
    for mutation in [
        Mutation::purge(foreign),
        Mutation::release(foreign),
        Mutation::edit(foreign, "x"),
        Mutation::supersede(foreign, "x"),
        Mutation::pin(Target::Ids(vec![alice.list(Include::All).unwrap()[0].id, foreign])),
    ] {
        assert!(matches!(alice.plan(mutation), Err(PlanError::NotFound(id)) if id == foreign));
    }
    assert_eq!(view(&alice), before);
}

#[test]
fn a_plan_touches_and_shows_its_own_scope_only() {
    let (_, _, scopes) = neighbours();
    for scope in &scopes {
        for mutation in [
            Mutation::purge("the key in acme alice"),
            Mutation::release("the key in acme alice"),
            Mutation::restore("the key in acme alice"),
            Mutation::supersede("the key in acme alice", "new"),
            Mutation::purge(Target::All),
            Mutation::release(Target::All),
        ] {
            let plan = scope.plan(mutation).unwrap();
            assert!(!plan.steps.is_empty());
            let memories = plan.steps.iter().map(|s| &s.memory).chain(plan.spared.iter().map(|s| &s.memory));
            for memory in memories {
                assert!(belongs(&memory.text, scope), "{}", memory.text);
            }
        }
    }
}

#[test]
fn purging_all_of_a_scope_leaves_its_neighbours_to_the_byte() {
    let (_, store, [acme, alice, below]) = neighbours();
    let (before, before_below) = (view(&acme), view(&below));
    change(&alice, Mutation::purge(Target::All));
    assert!(alice.list(Include::All).unwrap().is_empty());
    assert_eq!((view(&acme), view(&below)), (before, before_below));
    assert_sound(&store);
}

#[test]
fn a_plan_of_another_scope_is_refused() {
    let (_, _, [acme, alice, _]) = neighbours();
    let (before, before_alice) = (view(&acme), view(&alice));
    for mutation in [Mutation::purge(Target::All), Mutation::supersede("the key", "stolen")] {
        let plan = acme.plan(mutation).unwrap();
        assert!(matches!(alice.apply(plan), Err(ApplyError::OtherScope)));
    }
    assert_eq!((view(&acme), view(&alice)), (before, before_alice));
}

#[test]
fn an_import_of_anothers_ids_leaves_the_other_as_it_was() {
    let (_, store, [acme, alice, _]) = neighbours();
    let before = view(&acme);
    let report = alice.import(exported(&acme).as_bytes(), &mut |_| {}).unwrap();
    assert_eq!((report.imported, report.skipped.len()), (5, 0));
    let shared = acme.list(Include::All).unwrap()[1].id;
    change(&alice, Mutation::purge(shared));
    assert!(acme.get(shared).is_ok());
    assert_eq!(view(&acme), before);
    assert_sound(&store);
}

#[test]
fn results_and_scores_are_the_same_to_the_bit_whatever_other_scopes_hold() {
    let fill = |crowded: bool| {
        let clock = StepClock::new();
        let store = crate::support::open_in_memory(options(&clock)).unwrap();
        let own = store.scope("acme/alice").unwrap();
        let others = ["acme", "acme/alice2", "acme/alice/x"].map(|path| store.scope(path).unwrap());
        for round in 0..70 {
            if crowded {
                for other in &others {
                    other.inscribe(format!("alice key sk-{round} lives in the blue house")).unwrap();
                }
            }
            own.inscribe(format!(
                "alice key sk-{} house {} {}",
                round % 7,
                round % 3,
                "blue ".repeat(round % 4)
            ))
            .unwrap();
        }
        if crowded {
            change(&others[0], Mutation::purge(Target::All));
            change(&others[1], Mutation::release(Target::All));
        }
        let mut answers = Vec::new();
        for query in ["alice key", "blue house sk-3", "sk 1", "nothing of this"] {
            for mode in MODES {
                for k in [1, 5, 100, 5000] {
                    let hits = own.recall_with(query, &RecallOptions::new(k).with_mode(mode)).unwrap();
                    answers.push(
                        hits.into_iter()
                            .map(|hit| {
                                let bits = (hit.distance.map(f64::to_bits), hit.bm25.map(f64::to_bits));
                                (hit.memory.text, hit.score.to_bits(), bits)
                            })
                            .collect::<Vec<_>>(),
                    );
                }
            }
        }
        answers
    };
    assert_eq!(fill(false), fill(true));
}

#[test]
fn a_scope_never_written_to_is_empty_and_stays_unwritten() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let nobody = store.scope("nobody").unwrap();
    for mode in MODES {
        assert!(nobody.recall_with("anything", &RecallOptions::new(5).with_mode(mode)).unwrap().is_empty());
    }
    assert!(nobody.list(Include::All).unwrap().is_empty());
    assert_eq!(nobody.stats().unwrap(), nepenthe::ScopeStats::default());
    assert_eq!(exported(&nobody), "");
    for mutation in [Mutation::purge("x"), Mutation::release(Target::All), Mutation::restore("x")] {
        assert!(change(&nobody, mutation).changes.is_empty());
    }
    assert_eq!(store.check(&mut |_| {}).unwrap().scopes, 0);
}

#[test]
fn paths_that_differ_in_a_byte_are_different_scopes() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    // Composed and decomposed, case, a look-alike, percent and quote signs that SQL might read.
    let paths = ["é", "e\u{301}", "É", "a", "A", "а", "a%", "a_", "a'", "a\"b", "scope_1_fts", "1", "a/1"];
    for path in paths {
        store.scope(path).unwrap().inscribe(format!("memory of {path}")).unwrap();
    }
    for path in paths {
        let list = store.scope(path).unwrap().list(Include::All).unwrap();
        assert_eq!(list.len(), 1, "{path}");
        assert_eq!(list[0].text, format!("memory of {path}"));
    }
    assert!(matches!(store.scope("a//b"), Err(ScopeError::EmptySegment(_))));
    assert!(matches!(store.scope(""), Err(ScopeError::Empty)));
    assert_sound(&store);
}

#[test]
fn lexical_ranks_do_not_know_how_common_a_word_is_elsewhere() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let own = store.scope("own").unwrap();
    own.inscribe("rare word").unwrap();
    own.inscribe("common word").unwrap();
    own.inscribe("common thing").unwrap();
    let lexical = RecallOptions::new(3).with_mode(RecallMode::Lexical);
    let before = own.recall_with("rare common", &lexical).unwrap();
    let other = store.scope("other").unwrap();
    for _ in 0..20 {
        other.inscribe("rare rare rare").unwrap();
    }
    let after = own.recall_with("rare common", &lexical).unwrap();
    assert_eq!(
        before.iter().map(|h| h.score.to_bits()).collect::<Vec<_>>(),
        after.iter().map(|h| h.score.to_bits()).collect::<Vec<_>>()
    );
    assert_eq!(after[0].memory.text, "rare word");
}

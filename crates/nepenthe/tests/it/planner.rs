//! The planner `published`, held to the reference's rules with vectors chosen by the test.

use nepenthe::control::planner::Published;
use nepenthe::{Include, Mutation, NewMemory, Options, Plan, Scope};

use crate::support::{Scripted, change};

/// A store whose memories have the given similarities to the query `q`.
fn with_similarities(rows: &[(&str, f64)]) -> Scope {
    let embedder =
        rows.iter().fold(Scripted::default().with_similarity("q", 1.0), |embedder, (text, similarity)| {
            embedder.with_similarity(text, *similarity)
        });
    let store =
        crate::support::open_in_memory(Options::default().with_planner(Published).with_embedder(embedder))
            .unwrap();
    let scope = store.scope("a").unwrap();
    for (text, _) in rows {
        scope.inscribe(*text).unwrap();
    }
    scope
}

fn touched(plan: &Plan) -> Vec<&str> {
    plan.steps.iter().map(|step| step.memory.text.as_str()).collect()
}

fn spared(plan: &Plan) -> Vec<&str> {
    plan.spared.iter().map(|spared| spared.memory.text.as_str()).collect()
}

#[test]
fn supersede_and_edit_take_the_nearest_by_vector_alone() {
    // The words speak for `q q q`, the vectors for `near`.
    let rows =
        [("q q q", 0.3), ("near", 0.9), ("nearish", 0.89), ("far", 0.5), ("farther", 0.4), ("last", 0.2)];
    let scope = with_similarities(&rows);
    for mutation in [Mutation::supersede("q", "new"), Mutation::edit("q", "new")] {
        let plan = scope.plan(mutation).unwrap();
        assert_eq!(touched(&plan), ["near"]);
        assert_eq!(spared(&plan), ["nearish", "far", "farther"]);
    }
    // What is out of recall is not a candidate.
    let plan = scope.plan(Mutation::supersede("q", "new")).unwrap();
    scope.apply(plan).unwrap();
    assert_eq!(touched(&scope.plan(Mutation::supersede("q", "newer")).unwrap()), ["nearish"]);
}

#[test]
fn release_takes_what_lies_above_the_largest_gap() {
    type Case<'a> = (&'a str, &'a [f64], usize);
    let cases: [Case<'_>; 9] = [
        ("one memory", &[0.7], 1),
        ("a clear gap", &[0.9, 0.88, 0.5], 2),
        ("the largest of two gaps", &[0.9, 0.8, 0.3, 0.29], 2),
        ("a gap after the first", &[0.9, 0.6, 0.55, 0.5], 1),
        ("no gap of 0.05: 95 % of the best", &[0.90, 0.87, 0.84, 0.81], 2),
        ("all within 95 % of the best", &[0.90, 0.89, 0.88, 0.87], 4),
        ("a gap just too small", &[0.98, 0.935], 2),
        ("a gap just large enough", &[0.90, 0.87, 0.84, 0.789], 3),
        ("equal ones", &[0.8, 0.8, 0.8], 3),
    ];
    for (what, similarities, expected) in cases {
        let texts: Vec<String> = (0..similarities.len()).map(|n| format!("row {n}")).collect();
        let rows: Vec<(&str, f64)> =
            texts.iter().map(String::as_str).zip(similarities.iter().copied()).collect();
        let scope = with_similarities(&rows);
        for mutation in [Mutation::release("q"), Mutation::pin("q"), Mutation::decay("q")] {
            let plan = scope.plan(mutation).unwrap();
            assert_eq!(touched(&plan), texts[..expected], "{what}");
            assert_eq!(spared(&plan), texts[expected..], "{what}");
        }
    }
}

#[test]
fn release_looks_at_the_twenty_best_and_no_further() {
    let texts: Vec<String> = (0..30).map(|n| format!("row {n}")).collect();
    let rows: Vec<(&str, f64)> =
        texts.iter().enumerate().map(|(n, text)| (text.as_str(), 0.9 - n as f64 * 0.0001)).collect();
    let plan = with_similarities(&rows).plan(Mutation::release("q")).unwrap();
    assert_eq!(touched(&plan), texts[..20]);
    assert!(plan.spared.is_empty());
}

#[test]
fn a_restore_in_words_chooses_among_the_released_and_superseded_only() {
    let rows = [("live", 0.95), ("released", 0.9), ("superseded", 0.89), ("far", 0.2)];
    let scope = with_similarities(&rows);
    let ids: Vec<_> = scope.list(Include::All).unwrap().into_iter().map(|memory| memory.id).collect();
    change(&scope, Mutation::release(vec![ids[1], ids[3]]));
    change(&scope, Mutation::supersede(ids[2], "new"));
    let plan = scope.plan(Mutation::restore("q")).unwrap();
    assert_eq!(touched(&plan), ["released", "superseded"]);
    assert_eq!(spared(&plan), ["far"]);
    scope.apply(plan).unwrap();
    assert_eq!(scope.list(Include::Live).unwrap().len(), 4);
}

#[test]
fn purge_takes_the_best_match_and_its_equals_after_folding() {
    let store = crate::support::open_in_memory(Options::default().with_planner(Published)).unwrap();
    let scope = store.scope("a").unwrap();
    let equal = [
        "Token sk-4242 of Ann",
        "token SK-4242 OF ann",
        "  token \t sk-4242\n of ann ",
        "Ｔｏｋｅｎ　ｓｋ－４２４２ ｏｆ Ａｎｎ",
    ];
    let others = [
        "token sk-4242 of Anna", "token sk-4243 of Ann", "token sk 4242 of Ann", "tokens sk-4242 of Ann",
        "token sk-4242 of Ånn", "token sk-4242",
    ];
    for text in equal.iter().chain(&others) {
        scope.inscribe(*text).unwrap();
    }
    let plan = scope.plan(Mutation::purge("Token sk-4242 of Ann")).unwrap();
    let mut got = touched(&plan);
    got.sort_unstable();
    // Whichever of the equal ones ranks first, all that share a word with the query go with it. The full-width one
    // shares none: the reference does not find it, and neither do we.
    let mut expected = equal[..3].to_vec();
    expected.sort_unstable();
    assert_eq!(got, expected);
    assert!(others.iter().all(|text| spared(&plan).contains(text)), "{plan}");
    // Asked for in full width, the words are those of that row.
    let plan = scope.plan(Mutation::purge("ｓｋ－４２４２")).unwrap();
    assert_eq!(touched(&plan), [equal[3]]);
    // Found by a word that they share, full width and half width are equal.
    let mixed = store.scope("mixed").unwrap();
    for text in ["card 4111 of Bo", "card ４１１１ of Bo", "CARD 4111 OF BO", "card 4112 of Bo"] {
        mixed.inscribe(text).unwrap();
    }
    let plan = mixed.plan(Mutation::purge("card 4111 of Bo")).unwrap();
    let mut got = touched(&plan);
    got.sort_unstable();
    assert_eq!(got, ["CARD 4111 OF BO", "card 4111 of Bo", "card ４１１１ of Bo"]);
    assert_eq!(spared(&plan), ["card 4112 of Bo"]);
}

#[test]
fn without_vectors_words_alone_decide() {
    let store = crate::support::open_in_memory(Options::default().with_planner(Published)).unwrap();
    let scope = store.scope("a").unwrap();
    for text in ["alice works at Initech", "alice lives in Paris", "bob works at Hooli"] {
        scope.inscribe(NewMemory::new(text)).unwrap();
    }
    assert_eq!(
        touched(&scope.plan(Mutation::supersede("alice works", "x")).unwrap()),
        ["alice works at Initech"]
    );
    assert_eq!(touched(&scope.plan(Mutation::release("alice works")).unwrap()), ["alice works at Initech"]);
    let plan = scope.plan(Mutation::release("paris weather")).unwrap();
    assert_eq!(touched(&plan), ["alice lives in Paris"]);
    assert!(scope.plan(Mutation::release("zebra")).unwrap().is_empty());
}

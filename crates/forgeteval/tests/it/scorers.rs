use forgeteval::score::{Answers, Leak, Probe, Scorer, Verdict, fold};

use crate::support::case;

fn answers(recalled: &[&str], probes: &[(&str, &[&str])]) -> Answers {
    let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    Answers {
        recalled: owned(recalled),
        probes: probes
            .iter()
            .map(|(query, texts)| Probe { query: (*query).to_owned(), recalled: owned(texts) })
            .collect(),
    }
}

#[test]
fn published_looks_for_substrings_in_lower_case() {
    let case = case("a", &[], &[], &["Stripe"], &["TXN-12"]);
    let judged = |texts: &[&str]| Scorer::Published.judge(&case, &answers(texts, &[]));
    assert_eq!(judged(&["she is at STRIPE now"]).verdict(), Verdict::Pass);
    let both = judged(&["txn-123 was paid"]);
    assert_eq!(both.verdict(), Verdict::Fail);
    assert_eq!(both.lost, ["Stripe"]);
    assert_eq!(both.leaked, [Leak { text: "TXN-12".to_owned(), asked: vec!["What is known?".to_owned()] }]);
}

#[test]
fn probed_looks_into_the_answers_for_forbidden_strings_too() {
    let case = case("a", &[], &[], &["tea"], &["Oslo", "Rome"]);
    assert_eq!(Scorer::Published.probes(&case).len(), 0);
    assert_eq!(Scorer::Probed.probes(&case), ["Oslo", "Rome"]);
    let answers = answers(&["tea"], &[("Oslo", &["a flat in oslo"]), ("Rome", &["a flat in OSLO"])]);
    let judged = Scorer::Probed.judge(&case, &answers);
    assert_eq!(
        judged.leaked,
        [Leak { text: "Oslo".to_owned(), asked: vec!["Oslo".to_owned(), "Rome".to_owned()] }]
    );
    assert!(judged.lost.is_empty());
}

#[test]
fn what_must_stay_is_looked_for_in_the_final_answer_alone() {
    let case = case("a", &[], &[], &["tea"], &["Oslo"]);
    let judged = Scorer::Probed.judge(&case, &answers(&[], &[("Oslo", &["tea"])]));
    assert_eq!(judged.lost, ["tea"]);
}

#[test]
fn probed_folds_case_where_published_lowers_it() {
    assert_eq!(fold("STRASSE ΣΑΣ"), fold("Straße σας"));
    let case = case("a", &[], &[], &["STRASSE"], &[]);
    let answers = answers(&["Lange Straße 4"], &[]);
    assert_eq!(Scorer::Probed.judge(&case, &answers).verdict(), Verdict::Pass);
    assert_eq!(Scorer::Published.judge(&case, &answers).verdict(), Verdict::Fail);
}

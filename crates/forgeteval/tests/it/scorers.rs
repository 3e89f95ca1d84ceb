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
        ..Answers::default()
    }
}

fn leak(text: &str, asked: &[&str]) -> Leak {
    let asked = asked.iter().map(|query| (*query).to_owned()).collect();
    Leak { text: text.to_owned(), asked, files: Vec::new() }
}

#[test]
fn published_looks_for_substrings_in_lower_case() {
    let case = case("a", &[], &[], &["Stripe"], &["TXN-12"]);
    let judged = |texts: &[&str]| Scorer::Published.judge(&case, &answers(texts, &[]));
    assert_eq!(judged(&["she is at STRIPE now"]).verdict, Verdict::Pass);
    let both = judged(&["txn-123 was paid"]);
    assert_eq!(both.verdict, Verdict::Fail);
    assert_eq!(both.lost, ["Stripe"]);
    assert_eq!(both.leaked, [leak("TXN-12", &["What is known?"])]);
}

#[test]
fn probed_looks_into_the_answers_for_forbidden_strings_too() {
    let case = case("a", &[], &[], &["tea"], &["Oslo", "Rome"]);
    let answers = answers(&["tea"], &[("Oslo", &["a flat in oslo"]), ("Rome", &["a flat in OSLO"])]);
    let judged = Scorer::Probed.judge(&case, &answers);
    assert_eq!(judged.leaked, [leak("Oslo", &["Oslo", "Rome"])]);
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
    assert_eq!(Scorer::Probed.judge(&case, &answers).verdict, Verdict::Pass);
    assert_eq!(Scorer::Published.judge(&case, &answers).verdict, Verdict::Fail);
}

#[test]
fn boundary_counts_whole_tokens_alone() {
    let facts = ["order 4821 is old", "order 48213 is new", "key sk-99aa-77"];
    let case = case("a", &facts, &[], &["48213"], &["4821", "sk-99"]);
    let verdict = |scorer: Scorer, texts: &[&str]| scorer.judge(&case, &answers(texts, &[])).verdict;
    // The artifact of the paper's Appendix U: the identifier that went is the beginning of one that stays.
    assert_eq!(verdict(Scorer::Probed, &["order 48213 is new"]), Verdict::Fail);
    assert_eq!(verdict(Scorer::Boundary, &["order 48213 is new"]), Verdict::Pass);
    assert_eq!(verdict(Scorer::Boundary, &["order 48213 is new", "order 4821 is old"]), Verdict::Fail);
    // The beginning of a key stands whole nowhere, so it counts wherever it is.
    assert_eq!(verdict(Scorer::Boundary, &["order 48213 is new", "key sk-99aa-77"]), Verdict::Fail);
}

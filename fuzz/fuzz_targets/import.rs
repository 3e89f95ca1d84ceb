//! Lines of an import are taken whole or refused; the store is sound after both, and what it took can be taken along again.
//!
//! The scope has erased something, so that every text is compared with that too. A store that took something serves no other
//! input: what one finds can be found again.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use nepenthe::{Include, Mutation, Options, Scope, Store};

thread_local! {
    static SPARE: RefCell<Option<Scope>> = const { RefCell::new(None) };
}

fn scope() -> Scope {
    let store = Store::open_in_memory(Options::default()).expect("a store");
    let scope = store.scope("fuzz").expect("a scope");
    let id = scope.inscribe("Sam Roe has the badge B-77120.").expect("a row");
    let plan = scope.plan(Mutation::purge(id)).expect("a plan");
    scope.apply(plan).expect("an erasure");
    scope
}

fn export(scope: &Scope) -> Vec<u8> {
    let mut lines = Vec::new();
    scope.export(&mut lines, &mut |_| {}).expect("an export");
    lines
}

fuzz_target!(|data: &[u8]| {
    let scope = SPARE.take().unwrap_or_else(scope);
    let Ok(report) = scope.import(data, &mut |_| {}) else {
        assert!(scope.list(Include::All).expect("a list").is_empty());
        SPARE.set(Some(scope));
        return;
    };
    assert_eq!(scope.list(Include::All).expect("a list").len(), report.imported);
    let check = scope.store().check(&mut |_| {}).expect("a check");
    assert!(check.is_sound(), "{check:?}");
    let lines = export(&scope);
    let again = self::scope();
    let copied = again.import(lines.as_slice(), &mut |_| {}).expect("an import of an export");
    assert_eq!(copied.imported, report.imported);
    assert_eq!(export(&again), lines);
});

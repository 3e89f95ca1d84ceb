//! Recall of any text, by words and both ways, finds something or nothing, and never fails.

#![no_main]

use std::cell::OnceCell;

use libfuzzer_sys::fuzz_target;
use nepenthe::{NewMemory, Options, RecallMode, RecallOptions, Scope, Store};

thread_local! {
    static SCOPE: OnceCell<Scope> = const { OnceCell::new() };
}

fn scope() -> Scope {
    let store = Store::open_in_memory(Options::default()).expect("a store");
    let scope = store.scope("fuzz").expect("a scope");
    let texts = ["Alice works at Initech.", "\"quoted\" AND NOT (odd*)", "naïve café", "愛安案", "a-b_c:d^e"];
    scope.inscribe_batch(&texts.map(NewMemory::new), &mut |_| {}).expect("rows");
    scope
}

fuzz_target!(|query: &str| {
    SCOPE.with(|cell| {
        let scope = cell.get_or_init(scope);
        for mode in [RecallMode::Hybrid, RecallMode::Lexical] {
            let options = RecallOptions::new(3).with_mode(mode);
            let hits = scope.recall_with(query, &options).expect("an answer");
            assert!(hits.len() <= 3);
            assert!(hits.iter().all(|hit| hit.score.is_finite()));
        }
    });
});

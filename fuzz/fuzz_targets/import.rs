//! Lines of an import are taken whole or refused, and the store is sound after both.

#![no_main]

use std::cell::OnceCell;

use libfuzzer_sys::fuzz_target;
use nepenthe::{Include, Options, Store};

thread_local! {
    static STORE: OnceCell<Store> = const { OnceCell::new() };
}

fuzz_target!(|data: &[u8]| {
    STORE.with(|cell| {
        let store = cell.get_or_init(|| Store::open_in_memory(Options::default()).expect("a store"));
        let scope = store.scope("fuzz").expect("a scope");
        let before = scope.list(Include::All).expect("a list").len();
        match scope.import(data, &mut |_| {}) {
            Ok(_) => {
                let report = store.check(&mut |_| {}).expect("a check");
                assert!(report.is_sound(), "{report:?}");
            }
            Err(_) => assert_eq!(scope.list(Include::All).expect("a list").len(), before),
        }
    });
});

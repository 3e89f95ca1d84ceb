//! A receipt that parses is written as it was read; verifying anything ends in a report; and what holds says, to the byte, what
//! a test vector says: nothing else was signed with that key.

#![no_main]

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use nepenthe_receipt::receipt::Receipt;
use nepenthe_receipt::verify;

/// The key of the test vectors.
const KEY: &str = "nepenthe.example/store-1+b6e2de9a+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c";

/// The bodies of all test vectors.
static SIGNED: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/receipt/vectors");
    let files = ["good", "signed"].map(|folder| fs::read_dir(vectors.join(folder)).expect("a folder"));
    let texts = files.into_iter().flatten().filter_map(|file| fs::read_to_string(file.ok()?.path()).ok());
    texts.filter_map(|text| text.lines().nth(1).map(str::to_owned)).collect()
});

fuzz_target!(|data: &[u8]| {
    let report = verify(data, &[], &Default::default());
    assert!(!report.holds(), "no key was trusted");
    let report = verify(data, &[KEY.parse().expect("a key")], &Default::default());
    let _ = report.to_string();
    let text = std::str::from_utf8(data);
    if report.holds() {
        let body = text.ok().and_then(|text| text.lines().nth(1));
        assert!(body.is_some_and(|body| SIGNED.contains(body)), "forged: {text:?}");
    }
    if let Ok(text) = text
        && let Ok(receipt) = text.parse::<Receipt>()
    {
        assert_eq!(receipt.to_string(), text);
    }
});

//! A receipt that parses is written as it was read; verifying it, or anything else, ends in a report.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nepenthe_receipt::receipt::Receipt;
use nepenthe_receipt::verify;

fuzz_target!(|data: &[u8]| {
    let report = verify(data, &[], &Default::default());
    assert!(!report.holds(), "no key was trusted");
    if let Ok(text) = std::str::from_utf8(data)
        && let Ok(receipt) = text.parse::<Receipt>()
    {
        assert_eq!(receipt.to_string(), text);
    }
});

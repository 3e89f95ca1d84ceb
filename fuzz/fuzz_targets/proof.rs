//! A proof that parses is written as it was read, and includes nothing it was not made for.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nepenthe_receipt::Proof;

fuzz_target!(|data: &str| {
    if let Ok(proof) = data.parse::<Proof>() {
        let written = proof.to_string();
        assert_eq!(written.parse::<Proof>().expect("what was written parses").to_string(), written);
        let _ = proof.includes(b"leaf");
    }
});

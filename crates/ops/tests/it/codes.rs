//! The codes of errors.

use std::collections::BTreeSet;

use nepenthe_ops::Code;

/// `NoStore` as `no_store`.
fn snake_case(name: &str) -> String {
    let mut word = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.push(c.to_ascii_lowercase());
    }
    word
}

#[test]
fn each_variant_has_one_word_which_is_its_name() {
    let words: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(words.len(), Code::ALL.len());
    for code in Code::ALL {
        assert_eq!(code.as_str(), snake_case(&format!("{code:?}")));
        assert_eq!(code.to_string(), code.as_str());
        assert!(code.meaning().ends_with('.'), "{code}");
    }
}

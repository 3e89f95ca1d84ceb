//! Common words of English.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

static WORDS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| include_str!("english_words.txt").split_whitespace().collect());

/// Whether the word (any capitals), or what it is an ending of, is in the list of common English words.
pub fn english_word(word: &str) -> bool {
    if !word.is_ascii() || word.len() > 20 {
        return false;
    }
    let w = word.to_ascii_lowercase();
    if WORDS.contains(w.as_str()) {
        return true;
    }
    ["s", "es", "ed", "d", "ing", "ly", "er"].iter().any(|e| {
        w.strip_suffix(e).is_some_and(|s| {
            s.len() > 2 && (WORDS.contains(s) || *e == "ing" && WORDS.contains(format!("{s}e").as_str()))
        })
    })
}

//! The baseline `normalized-keys`: how far plain string normalization gets.

use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

use super::scoped_rows::ScopedRows;
use super::{Adapter, AdapterError, CachedEmbedder, System, Times};
use crate::case::Case;
use crate::score::fold;

/// Compares strings under NFKC, with case folded and without spaces, separators and punctuation.
///
/// A release or purge removes each row that contains, so compared, the request or one of the identifiers in it: a word
/// with a digit or `@`, a word that is not ASCII, or a run of capitalized words after the first. A supersede removes
/// the best hit by vector and adds the new text. The published `normalize` is another algorithm, whose rules were not published.
pub struct NormalizedKeys {
    embedder: Arc<CachedEmbedder>,
}

/// The shortest normalized identifier that is looked for, in characters.
const SHORTEST: usize = 3;

impl NormalizedKeys {
    /// Makes the baseline.
    #[must_use]
    pub fn new(embedder: Arc<CachedEmbedder>) -> Self {
        Self { embedder }
    }
}

impl System for NormalizedKeys {
    fn name(&self) -> &str {
        "normalized-keys"
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn open(&self, _case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        Ok(Box::new(Memory { rows: ScopedRows::new(Arc::clone(&self.embedder)) }))
    }
}

struct Memory {
    rows: ScopedRows,
}

impl Memory {
    fn remove(&mut self, request: &str) {
        let keys = keys(request);
        self.rows.rows().retain(|text| {
            let text = normalized(text);
            !keys.iter().any(|key| text.contains(key))
        });
    }
}

/// Returns the text under NFKC and case folding, letters and digits alone.
fn normalized(text: &str) -> String {
    fold(&text.nfkc().collect::<String>()).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Returns what a request is taken to name.
fn keys(request: &str) -> Vec<String> {
    let words: Vec<&str> = request.split_whitespace().collect();
    let identifier = |word: &&&str| word.contains(|c: char| c.is_numeric() || c == '@' || !c.is_ascii());
    let mut keys: Vec<String> = words.iter().filter(identifier).map(|word| normalized(word)).collect();
    // The first word of a request is capitalized like any sentence's.
    let capitalized = |word: &&str| word.starts_with(|c: char| c.is_uppercase());
    let runs = words.get(1..).unwrap_or_default().chunk_by(|a, b| capitalized(a) && capitalized(b));
    keys.extend(runs.filter(|run| capitalized(&run[0])).map(|run| normalized(&run.concat())));
    keys.push(normalized(request));
    keys.retain(|key| key.chars().count() >= SHORTEST);
    keys
}

impl Adapter for Memory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        self.rows.rows().extend(facts);
        Ok(())
    }

    fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        self.rows.rows().recall(query, k)
    }

    fn supersede(&mut self, query: &str, new_text: &str) -> Result<(), AdapterError> {
        self.rows.rows().remove_best(query)?;
        self.rows.rows().push(new_text);
        Ok(())
    }

    fn release(&mut self, query: &str) -> Result<(), AdapterError> {
        self.remove(query);
        Ok(())
    }

    fn purge(&mut self, query: &str) -> Result<(), AdapterError> {
        self.remove(query);
        Ok(())
    }

    fn import(&mut self, texts: &[String]) -> Result<(), AdapterError> {
        self.inscribe(texts)
    }

    fn enter(&mut self, scope: &str) -> Result<(), AdapterError> {
        self.rows.enter(scope);
        Ok(())
    }

    fn times(&self) -> Times {
        Times { embedder: self.rows.embedder_time(), ..Times::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::keys;

    #[test]
    fn what_a_request_names() {
        assert_eq!(keys("purge +1 (415) 555-0134"), ["415", "5550134", "purge14155550134"]);
        assert_eq!(keys("Forget Olga Smirnova now"), ["olgasmirnova", "forgetolgasmirnovanow"]);
        assert_eq!(keys("ＡＢＣ-１２"), ["abc12", "abc12"]);
    }
}

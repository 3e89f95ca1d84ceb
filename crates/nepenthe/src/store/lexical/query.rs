//! [`Query`]: what is looked for.

use std::collections::HashMap;

use super::heads::Heads;
use super::phrase;
use super::tokenizer::phrase_terms;
use crate::store::error::StorageError;

/// What is looked for: phrases, mostly of one word each.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Query {
    /// Each phrase once.
    pub(super) phrases: Vec<Vec<String>>,
    /// Of each phrase, whether it says what the query is about.
    pub(super) telling: Vec<bool>,
    /// The phrases in the order of the query, in which their shares are added up.
    pub(super) order: Vec<usize>,
    /// Whether a text must have them all.
    pub(super) every: bool,
}

impl Query {
    /// Reads each string as a phrase: the words that the tokenizer finds in it, one after the other; with each, whether it
    /// says what the query is about.
    ///
    /// # Errors
    /// [`StorageError`], as [`phrase_terms`].
    pub(crate) fn new<'t>(
        strings: impl Iterator<Item = (&'t str, bool)>,
        every: bool,
    ) -> Result<Self, StorageError> {
        let mut query = Self { phrases: Vec::new(), telling: Vec::new(), order: Vec::new(), every };
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        for (string, telling) in strings {
            let phrase = phrase_terms(string)?;
            let at = *known.entry(phrase).or_insert_with_key(|phrase| {
                query.phrases.push(phrase.clone());
                query.telling.push(telling);
                query.phrases.len() - 1
            });
            query.order.push(at);
        }
        Ok(query)
    }

    /// Returns the versions that have it, in order; `None` where it is anything but one phrase of several words.
    pub(crate) fn holders(&self, heads: &Heads<'_>) -> Result<Option<Vec<i64>>, StorageError> {
        match &self.phrases[..] {
            [phrase] if phrase.len() > 1 => {
                let found = phrase::find_words(heads, phrase)?;
                Ok(Some(found.into_iter().map(|occurrence| occurrence.version).collect()))
            }
            _ => Ok(None),
        }
    }
}

//! A text and what is read of it: each once, and nothing before it is asked for.

use std::cell::OnceCell;
use std::ops::Deref;

use crate::clause::{self, Clauses};
use crate::entity::identifier::{self, Identifier};
use crate::entity::name::{self, Name};
use crate::word::{self, Word};

/// A text with what is read of it; it derefs to the text.
#[derive(Debug, Default)]
pub struct Document {
    text: String,
    words: OnceCell<Vec<Word>>,
    clauses: OnceCell<Clauses>,
    identifiers: OnceCell<Vec<Identifier>>,
    names: OnceCell<Vec<Name>>,
}

impl Document {
    /// A text of which nothing is read yet.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its words ([`word::words`]).
    #[must_use]
    pub fn words(&self) -> &[Word] {
        self.words.get_or_init(|| word::words(&self.text))
    }

    /// Its clauses ([`clause::split`]).
    #[must_use]
    pub fn clauses(&self) -> &Clauses {
        self.clauses.get_or_init(|| clause::split(&self.text))
    }

    /// Its identifiers ([`identifier::recognise`]).
    #[must_use]
    pub fn identifiers(&self) -> &[Identifier] {
        self.identifiers.get_or_init(|| identifier::recognise(&self.text))
    }

    /// Its names ([`name::names`]).
    #[must_use]
    pub fn names(&self) -> &[Name] {
        self.names.get_or_init(|| name::names(&self.text))
    }
}

impl Deref for Document {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

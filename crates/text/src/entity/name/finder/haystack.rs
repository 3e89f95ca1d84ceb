//! A text made ready, in which many names are looked for: its words are read once.

use std::cell::OnceCell;
use std::ops::Range;

use super::language;
use crate::pages::pages;
use crate::unicode::token::{Token, tokens};

/// A text in which names are looked for. A long one is read [page by page](crate::pages).
#[derive(Debug)]
pub struct Haystack<'t> {
    text: &'t str,
    /// Read when the first name is looked for.
    pages: OnceCell<Vec<Page<'t>>>,
}

/// One page of it.
#[derive(Debug)]
pub(super) struct Page<'t> {
    /// Where it begins in the text.
    pub at: usize,
    pub text: &'t str,
    pub words: Vec<Token<'t>>,
    /// Whether it is English, where that can be told.
    pub english: Option<bool>,
}

impl<'t> Haystack<'t> {
    /// Prepares a text.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self { text, pages: OnceCell::new() }
    }

    pub(super) fn pages(&self) -> &[Page<'t>] {
        let page = |page: Range<usize>| {
            let (at, text) = (page.start, &self.text[page]);
            let words = tokens(text);
            Page { at, text, english: language(&words), words }
        };
        self.pages.get_or_init(|| pages(self.text).map(page).collect())
    }
}

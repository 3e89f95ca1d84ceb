//! A text made ready, in which many identifiers are looked for: what does not depend on the wanted one is read once.

use std::cell::OnceCell;

use super::find::search;
use super::kind::{Found, Identifier, Near, Refused};
use super::line::Readings;
use super::near_miss::{MOST, of_line};
use crate::pages::{pages, shifted};

/// A text in which identifiers are looked for. A long one is read [page by page](crate::pages).
#[derive(Debug)]
pub struct Haystack<'t> {
    pages: Vec<Page<'t>>,
}

impl<'t> Haystack<'t> {
    /// Prepares a text.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let page = |page: std::ops::Range<usize>| Page {
            at: page.start,
            text: &text[page],
            plain: OnceCell::new(),
            turkish: OnceCell::new(),
        };
        Self { pages: pages(text).map(page).collect() }
    }

    /// Every occurrence of the wanted identifier, in whatever surface form.
    #[must_use]
    pub fn find(&self, wanted: &Identifier) -> Vec<Found> {
        let found = self.pages.iter().flat_map(|page| {
            let found = page.search(wanted).0.into_iter();
            found.map(|one| Found { span: shifted(&one.span, page.at), ..one })
        });
        found.collect()
    }

    /// Identifiers that look like the wanted one but are another, with a reason for people; the first few.
    #[must_use]
    pub fn near(&self, wanted: &Identifier) -> Vec<Near> {
        let near = self.pages.iter().flat_map(|page| {
            let (found, refused) = page.search(wanted);
            let near = of_line(wanted, &page.readings(false).whole, &found, refused).into_iter();
            near.map(|one| Near { span: shifted(&one.span, page.at), ..one })
        });
        near.take(MOST).collect()
    }
}

/// Every occurrence of the wanted identifier in a row's text, in whatever surface form.
#[must_use]
pub fn find(wanted: &Identifier, text: &str) -> Vec<Found> {
    Haystack::new(text).find(wanted)
}

/// Identifiers of the row that look like the wanted one but are another, with a reason for people; the first few.
#[must_use]
pub fn near(wanted: &Identifier, text: &str) -> Vec<Near> {
    Haystack::new(text).near(wanted)
}

#[derive(Debug)]
struct Page<'t> {
    /// Where it begins in the text.
    at: usize,
    text: &'t str,
    plain: OnceCell<Readings<'t>>,
    /// As Turkish has it: the capital of ı is I.
    turkish: OnceCell<Readings<'t>>,
}

impl<'t> Page<'t> {
    fn readings(&self, turkish: bool) -> &Readings<'t> {
        let cell = if turkish { &self.turkish } else { &self.plain };
        cell.get_or_init(|| Readings::new(self.text, turkish))
    }

    /// Occurrences, and refused look-alikes.
    fn search(&self, wanted: &Identifier) -> (Vec<Found>, Vec<Refused>) {
        search(wanted, self.readings(wanted.text.contains('ı')))
    }
}

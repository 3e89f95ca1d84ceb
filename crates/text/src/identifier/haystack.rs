//! A text made ready, in which many identifiers are looked for: what does not depend on the wanted one is read once.

use std::cell::OnceCell;

use super::canonical::{self, Hit};
use super::find::{self, Refused};
use super::kind::{Found, Identifier, Near};
use super::row::Row;
use super::spelled::{self, Piece};
use super::{near, readings, recognise};
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
            let near = near::of_line(wanted, &page.readings(false).whole, &found, refused).into_iter();
            near.map(|one| Near { span: shifted(&one.span, page.at), ..one })
        });
        near.take(near::MOST).collect()
    }
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
        find::search(wanted, self.readings(wanted.text.contains('ı')))
    }
}

/// The ways to read a page.
#[derive(Debug)]
pub(super) struct Readings<'t> {
    pub whole: Line<'t>,
    /// What is encoded or marked up, as it would be read.
    pub decoded: Option<Line<'t>>,
    confused: OnceCell<Option<Line<'t>>>,
}

impl<'t> Readings<'t> {
    fn new(text: &'t str, turkish: bool) -> Self {
        let mut row = Row::new(text);
        if turkish {
            for (low, raw) in row.low.iter_mut().zip(&row.raw) {
                if *raw == 'I' {
                    *low = 'ı';
                }
            }
        }
        let decoded = readings::decoded(&row).map(Line::new);
        Self { whole: Line::new(row), decoded, confused: OnceCell::new() }
    }

    /// With digits for the letters that stand for them, where there are any.
    pub fn confused(&self) -> Option<&Line<'t>> {
        self.confused.get_or_init(|| readings::confused(&self.whole.row).map(Line::new)).as_ref()
    }
}

/// One reading of a page, with what is recognised in it.
#[derive(Debug)]
pub(super) struct Line<'t> {
    pub row: Row<'t>,
    pub hits: Vec<Hit>,
    identifiers: OnceCell<Vec<Identifier>>,
    pieces: OnceCell<Option<Vec<Piece>>>,
}

impl<'t> Line<'t> {
    fn new(row: Row<'t>) -> Self {
        let hits = canonical::scan(&row);
        Self { row, hits, identifiers: OnceCell::new(), pieces: OnceCell::new() }
    }

    /// The hits as identifiers.
    pub fn identifiers(&self) -> &[Identifier] {
        let of = |hit| recognise::identifier(&self.row, hit);
        self.identifiers.get_or_init(|| self.hits.iter().map(of).collect())
    }

    /// Its reading in words and spelled out, if it has one.
    pub fn pieces(&self) -> Option<&[Piece]> {
        self.pieces.get_or_init(|| spelled::reading(&self.row)).as_deref()
    }
}

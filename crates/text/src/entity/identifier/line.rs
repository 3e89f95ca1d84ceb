//! One reading of a page of text, with what is recognised in it; and the readings of a page.

use std::cell::OnceCell;

use super::kind::Identifier;
use super::normalize::{self, Hit};
use super::row::Row;
use super::spelled::{self, Piece};
use super::{decoding, recognition};

/// The ways to read a page.
#[derive(Debug)]
pub(super) struct Readings<'t> {
    pub whole: Line<'t>,
    /// What is encoded or marked up, as it would be read.
    pub decoded: Option<Line<'t>>,
    confused: OnceCell<Option<Line<'t>>>,
}

impl<'t> Readings<'t> {
    pub fn new(text: &'t str, turkish: bool) -> Self {
        let mut row = Row::new(text);
        if turkish {
            for (low, raw) in row.low.iter_mut().zip(&row.raw) {
                if *raw == 'I' {
                    *low = 'ı';
                }
            }
        }
        let decoded = decoding::decoded(&row).map(Line::new);
        Self { whole: Line::new(row), decoded, confused: OnceCell::new() }
    }

    /// With digits for the letters that stand for them, where there are any.
    pub fn confused(&self) -> Option<&Line<'t>> {
        self.confused.get_or_init(|| decoding::confused(&self.whole.row).map(Line::new)).as_ref()
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
        let hits = normalize::scan(&row);
        Self { row, hits, identifiers: OnceCell::new(), pieces: OnceCell::new() }
    }

    /// The hits as identifiers.
    pub fn identifiers(&self) -> &[Identifier] {
        let of = |hit| recognition::identifier(&self.row, hit);
        self.identifiers.get_or_init(|| self.hits.iter().map(of).collect())
    }

    /// Its reading in words and spelled out, if it has one.
    pub fn pieces(&self) -> Option<&[Piece]> {
        self.pieces.get_or_init(|| spelled::reading(&self.row)).as_deref()
    }
}

//! Directed search: every occurrence of the wanted identifier in a row.
//!
//! `Search::run` is the order of the steps; each file beside this one has the steps of one family.

mod addresses;
mod certainty;
mod codes;
mod compact;
mod cut;
mod endings;
mod hashes;
mod how;
mod joined;
mod name;
mod neighbours;
mod number;
mod phones;
mod prefix;
mod recognised;
mod separators;
#[cfg(test)]
mod testing;
mod tied;
mod values;
mod versions;
mod words;

use std::ops::Range;

use super::kind::{Found, How, Identifier, Kind, Refused};
use super::label::{self, Fit};
use super::line::{Line, Readings};
use super::normalize::{Hit, account};
use super::pattern::Pattern;
use super::row::Row;
use super::same::is_code;
use super::{code_group, domestic, parts, phrase, release};
use crate::steps::Step;

pub(super) use addresses::opaque;
pub(super) use cut::announced;
pub(super) use recognised::bare_isbn;
pub(super) use words::is_unit;

/// Occurrences, and refused look-alikes, in whatever way the text is read.
pub(super) fn search(wanted: &Identifier, readings: &Readings<'_>) -> (Vec<Found>, Vec<Refused>) {
    let (mut found, mut refused) = in_line(wanted, &readings.whole);
    let less_sure = |found: Vec<Found>, by: f32| {
        found.into_iter().map(move |one| Found { certainty: one.certainty * by, ..one })
    };
    if let Some(line) = readings.decoded.as_ref().filter(|_| Step::Decoded.is_on()) {
        let (also, other) = in_line(wanted, line);
        found.extend(less_sure(also, 0.97));
        refused.extend(other);
    }
    if is_code(wanted.kind)
        && Step::Confused.is_on()
        && Pattern::of(wanted).digits_only()
        && let Some(line) = readings.confused()
    {
        found.extend(less_sure(in_line(wanted, line).0, 0.8));
    }
    (merged(found), refused)
}

/// Occurrences in a text that is no longer than a page.
fn in_page(wanted: &Identifier, page: &str) -> Vec<Found> {
    search(wanted, &Readings::new(page, wanted.text.contains('ı'))).0
}

/// What one reading of a text holds.
fn in_line(wanted: &Identifier, line: &Line<'_>) -> (Vec<Found>, Vec<Refused>) {
    let mut search = Search::new(wanted, line);
    search.run();
    (search.found, search.refused)
}

/// In the order of the text. Of those that overlap the first and longest stays, as sure as the surest of them.
fn merged(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by(|a, b| a.span.start.cmp(&b.span.start).then(b.span.end.cmp(&a.span.end)));
    found.dedup_by(|b, a| {
        let overlap = b.span.start < a.span.end;
        if overlap && b.certainty > a.certainty {
            a.certainty = b.certainty;
        }
        overlap
    });
    found
}

/// One wanted identifier, one reading of a row, and what was found so far.
#[derive(Debug)]
struct Search<'s, 't> {
    wanted: &'s Identifier,
    line: &'s Line<'t>,
    row: &'s Row<'t>,
    hits: &'s [Hit],
    found: Vec<Found>,
    refused: Vec<Refused>,
}

impl<'s, 't> Search<'s, 't> {
    fn new(wanted: &'s Identifier, line: &'s Line<'t>) -> Self {
        Search { wanted, line, row: &line.row, hits: &line.hits, found: Vec::new(), refused: Vec::new() }
    }

    fn run(&mut self) {
        if self.composed() {
            return;
        }
        self.take(Step::Recognised, Self::recognised);
        self.take(Step::Hashes, Self::hashes);
        self.take(Step::Segments, Self::segments);
        self.take(Step::Values, Self::values);
        self.of_kind();
        if self.wanted.kind == Kind::Number && self.wanted.canonical.len() >= 9 {
            self.take(Step::Phones, Self::phones);
        }
        if account::is(&self.wanted.canonical) {
            return;
        }
        if is_code(self.wanted.kind)
            || matches!(self.wanted.kind, Kind::Handle | Kind::Uuid | Kind::Mac | Kind::Hash | Kind::Commit)
        {
            self.codes();
        }
    }

    /// Takes a step, where it is not switched off.
    fn take(&mut self, step: Step, search: impl FnOnce(&mut Self)) {
        if step.is_on() {
            search(self);
        }
    }

    /// A phrase, a release, a list or a thing of several parts is found as such or not at all. Whether the wanted one is of these.
    fn composed(&mut self) -> bool {
        if Step::Phrases.is_on() && phrase::is(self.wanted) {
            let (found, longer) = phrase::find(self.wanted, self.row.text);
            self.push_all(found, How::Notation, 0.95);
            self.refused.extend(longer.into_iter().map(|span| (span, "a longer phrase".to_owned())));
            return true;
        }
        if Step::Releases.is_on() && release::parts(self.wanted).is_some() {
            let (found, others) = release::find(self.wanted, self.row);
            self.push_all(found, How::Notation, 0.95);
            self.refused.extend(others.into_iter().map(|span| (span, "another release".to_owned())));
            return true;
        }
        let found = if Step::Lists.is_on() && code_group::is(self.wanted) {
            code_group::find(self.wanted, self.row, in_page)
        } else if Step::Parts.is_on() && parts::of(self.wanted).is_some() {
            parts::find(self.wanted, self.row)
        } else {
            return false;
        };
        for (span, certainty) in found {
            self.push(span, How::Notation, certainty);
        }
        true
    }

    /// What only this kind of identifier is searched by.
    fn of_kind(&mut self) {
        match self.wanted.kind {
            Kind::Phone => self.take(Step::Phones, Self::phones),
            Kind::Version => self.take(Step::Versions, Self::versions),
            Kind::Ending => self.take(Step::Endings, Self::endings),
            Kind::Coordinates => self.take(Step::Positions, Self::positions),
            Kind::House => self.take(Step::Houses, Self::houses),
            Kind::Ipv4 => self.dashed(),
            Kind::Doi => self.printed(),
            Kind::Iban if Step::Domestic.is_on() => {
                self.push_all(domestic::find(self.wanted, self.row), How::Notation, 0.9);
            }
            Kind::Email | Kind::Domain | Kind::Url => self.take(Step::Addresses, Self::addresses),
            _ => {}
        }
    }

    fn push(&mut self, span: Range<usize>, how: How, certainty: f32) {
        let as_written = self.row.text.get(span.clone()).unwrap_or_default().to_owned();
        let how = if how == How::Notation { how::classify(self.wanted, &as_written) } else { how };
        self.found.push(Found { span, as_written, how, certainty });
    }

    fn push_all(&mut self, spans: Vec<Range<usize>>, how: How, certainty: f32) {
        for span in spans {
            self.push(span, how, certainty);
        }
    }

    /// The fit of a noun of the row with the wanted one's.
    fn fit(&self, noun: Option<&str>) -> Fit {
        label::fit(self.wanted.label.as_deref(), noun)
    }
}

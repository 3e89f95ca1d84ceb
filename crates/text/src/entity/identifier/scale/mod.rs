//! What says which of several alike is meant by its place on a scale: days, times of day, periods of the calendar, amounts of
//! money and quantities. Each compares with others of its scale alone.

mod period;
mod quantity;

use std::ops::Range;

use super::kind::Kind;
use super::recognition::recognise;
use super::row::Row;
use crate::pages::{by_page, shifted};

/// On what a value has its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scale {
    /// Days, with or without a year.
    Day,
    /// Times of day.
    Time,
    /// Calendar months of a year.
    Month,
    /// Weeks, with or without a year.
    Week,
    /// Quarters, with or without a year.
    Quarter,
    /// Halves of a year.
    Half,
    /// Years that span two: seasons, school years.
    Season,
    /// Years of account by one number.
    Fiscal,
    /// Amounts of money, in whatever currency.
    Money,
    /// Lengths.
    Length,
    /// Masses.
    Mass,
    /// Volumes.
    Volume,
    /// Frequencies.
    Frequency,
    /// Electric tensions.
    Tension,
    /// Powers.
    Power,
    /// Sizes of memories and files.
    Memory,
    /// Electric charges.
    Charge,
}

/// A place on a scale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// Its scale.
    pub scale: Scale,
    /// One spelling for all notations, in a base unit; the year stands first, `----` where it is left open.
    pub canonical: String,
    /// Where, in bytes of the text.
    pub span: Range<usize>,
}

impl Value {
    fn new(row: &Row<'_>, scale: Scale, canonical: String, from: usize, to: usize) -> Self {
        Value { scale, canonical, span: row.bytes(from, to) }
    }

    /// Whether it is a number of a unit.
    #[must_use]
    pub fn is_quantity(&self) -> bool {
        self.scale >= Scale::Length
    }

    /// Whether it leaves no year open.
    #[must_use]
    pub fn is_full(&self) -> bool {
        !self.canonical.starts_with("----")
    }

    /// Whether both are one, or may be where one leaves the year open.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        let open = |text: &str| text.starts_with("----");
        let (a, b) = (self.canonical.as_str(), other.canonical.as_str());
        self.scale == other.scale
            && (a == b || (open(a) || open(b)) && a.len() == b.len() && a[4..] == b[4..])
    }

    /// Whether a day lies in this period.
    #[must_use]
    pub fn holds(&self, day: &Self) -> bool {
        if day.scale != Scale::Day || day.canonical.get(..4) != self.canonical.get(..4) {
            return false;
        }
        let Some(month) = day.canonical.get(5..7).and_then(|month| month.parse::<u32>().ok()) else {
            return false;
        };
        let part = match self.scale {
            Scale::Month => format!("{month:02}"),
            Scale::Quarter => format!("Q{}", month.div_ceil(3)),
            Scale::Half => format!("H{}", month.div_ceil(6)),
            _ => return false,
        };
        self.canonical.get(5..) == Some(part.as_str())
    }
}

/// All places on scales that a text names, in the order of their kinds. A long text is read [page by page](crate::pages).
#[must_use]
pub fn values(text: &str) -> Vec<Value> {
    by_page(text, of_page, |one, by| one.span = shifted(&one.span, by))
}

fn of_page(text: &str) -> Vec<Value> {
    let row = Row::new(text);
    let mut all: Vec<Value> = recognise(text)
        .into_iter()
        .filter_map(|found| {
            let scale = match found.kind {
                Kind::Date => Scale::Day,
                Kind::Time => Scale::Time,
                Kind::Amount => Scale::Money,
                _ => return None,
            };
            Some(Value { scale, canonical: found.canonical, span: found.span })
        })
        .collect();
    let apart = |all: &[Value], one: &Value| {
        !all.iter().any(|own| own.span.start < one.span.end && one.span.start < own.span.end)
    };
    for one in period::all(&row).into_iter().chain(quantity::all(&row)) {
        if apart(&all, &one) || one.scale == all.last().map_or(Scale::Day, |last| last.scale) {
            all.push(one);
        }
    }
    all
}

/// Where a row names a period or a quantity.
pub(super) fn spans(row: &Row<'_>) -> Vec<Range<usize>> {
    period::all(row).into_iter().chain(quantity::all(row)).map(|one| one.span).collect()
}

#[cfg(test)]
mod tests;

//! Requests that name a day: what is of another day stays, and what is of that day is likelier to be meant.

use std::collections::BTreeSet;

use nepenthe_text::request::Extent;

use super::ask::Ask;
use super::decide::MEANT;
use super::part::Row;
use crate::control::Verb;

/// By what the probability of a memory of another day is divided.
const ANOTHER_DAY: f64 = 10.0;
/// How likely a memory of the day must be to be meant after all.
const POSSIBLE: f64 = 0.2;

/// Weighs the rows by the day that the request names, where it names one and some row has it.
pub(super) fn weigh(ask: &Ask<'_>, rows: &mut [Row]) {
    let wanted: Vec<&str> = days(&ask.days).collect();
    let [day] = wanted[..] else { return };
    let agrees = |row: &Row| days(&row.whole.values).any(|own| is_same(day, own));
    if !rows.iter().any(agrees) {
        return;
    }
    let whole = ask.verb != Verb::Supersede && ask.request.extent != Extent::Statement;
    for row in rows {
        let agrees = agrees(row);
        let probability = &mut row.whole.probability;
        if agrees {
            if whole && *probability >= POSSIBLE {
                *probability = probability.max(MEANT + *probability / 4.0);
            }
        } else if days(&row.whole.values).next().is_some() {
            *probability /= ANOTHER_DAY;
        }
    }
}

/// The days among dates, times and amounts in canonical form: `2024-03-11`, `-----03-11`.
fn days(values: &BTreeSet<String>) -> impl Iterator<Item = &str> {
    let is_day =
        |value: &&str| value.len() == 10 && value.is_ascii() && &value[4..5] == "-" && &value[7..8] == "-";
    values.iter().map(String::as_str).filter(is_day)
}

/// Tells whether two days are the same, or may be, where one has no year.
fn is_same(one: &str, other: &str) -> bool {
    one[5..] == other[5..] && (one[..4] == other[..4] || one.starts_with('-') || other.starts_with('-'))
}

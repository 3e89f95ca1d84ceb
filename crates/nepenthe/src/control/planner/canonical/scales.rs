//! Requests that name a day, a time, a period or a quantity: what has another stays, and what has that one is likelier to
//! be meant.

use std::collections::BTreeSet;

use nepenthe_text::identifier::{self, Scale, Value};
use nepenthe_text::request::Extent;

use super::ask::Ask;
use super::decide::MEANT;
use super::part::Row;
use crate::control::Verb;

/// By what the probability of a memory with another value is divided.
const ANOTHER: f64 = 10.0;
/// How likely a memory with the value must be to be meant after all.
const POSSIBLE: f64 = 0.2;
/// The same where it has a quantity, a day or period of a year, or values on two scales.
const POSSIBLE_IF_SURE: f64 = 0.1;

/// How a memory stands to the values that are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stand {
    /// It has one of them, and no other on any of their scales: a quantity, a day or period of a year, or two.
    AgreesSurely,
    /// It has one of them, likewise.
    Agrees,
    /// It has none on their scales.
    Silent,
    /// It has another on one of their scales.
    Differs,
}

/// Weighs the rows by the values that the request names, where some row agrees with them.
pub(super) fn weigh(ask: &Ask<'_>, rows: &mut [Row]) {
    let wanted = wanted(ask.words);
    if wanted.is_empty() {
        return;
    }
    let stands: Vec<Stand> =
        rows.iter().map(|row| stand(&wanted, &identifier::values(&row.whole.standalone))).collect();
    if !stands.iter().any(|stand| matches!(stand, Stand::Agrees | Stand::AgreesSurely)) {
        return;
    }
    let whole = ask.verb != Verb::Supersede && ask.request.extent != Extent::Statement;
    for (row, stand) in rows.iter_mut().zip(stands) {
        let probability = &mut row.whole.probability;
        let least = match stand {
            Stand::Agrees => POSSIBLE,
            Stand::AgreesSurely => POSSIBLE_IF_SURE,
            Stand::Silent => continue,
            Stand::Differs => {
                *probability /= ANOTHER;
                continue;
            }
        };
        if whole && *probability >= least {
            *probability = probability.max(MEANT + *probability / 4.0);
        }
    }
}

/// The values of a request, but for scales on which it names several.
fn wanted(words: &str) -> Vec<Value> {
    let all = identifier::values(words);
    let several = |scale: Scale| {
        let mut on = all.iter().filter(|one| one.scale == scale);
        on.next().is_some_and(|first| on.any(|other| !other.is(first) && other.span != first.span))
    };
    all.iter().filter(|one| !several(one.scale)).cloned().collect()
}

fn stand(wanted: &[Value], own: &[Value]) -> Stand {
    let mut agreeing = BTreeSet::new();
    let mut sure = false;
    for one in wanted {
        // Other readings of the same words are no other value.
        let readings = || wanted.iter().filter(|other| other.scale == one.scale);
        let same = own.iter().find(|other| readings().any(|one| one.is(other) || one.holds(other)));
        if let Some(same) = same {
            agreeing.insert(one.scale);
            sure |= one.scale != Scale::Time && one.is_full() && same.is_full();
        } else if own.iter().any(|other| other.scale == one.scale) {
            return Stand::Differs;
        }
    }
    match agreeing.len() {
        0 => Stand::Silent,
        1 if !sure => Stand::Agrees,
        _ => Stand::AgreesSurely,
    }
}

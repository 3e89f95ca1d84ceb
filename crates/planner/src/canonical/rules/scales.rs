//! Requests that name a day, a time, a period or a quantity: what has another stays, and what has that one is likelier to
//! be meant.

use std::collections::BTreeSet;

use nepenthe_text::entity::identifier::{self, Scale, Value};
use nepenthe_text::request::Extent;

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

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
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let wanted = wanted(query.words);
    let year = year(query.words);
    if wanted.is_empty() && year.is_none() {
        return;
    }
    let of = |row: &Row| {
        let text = row.whole.said.text();
        let own = identifier::values(text);
        match stand(&wanted, &own) {
            Stand::Silent => year.map_or(Stand::Silent, |year| by_year(year, text)),
            stand => stand,
        }
    };
    let stands: Vec<Stand> = rows.iter().map(of).collect();
    if !stands.iter().any(|stand| matches!(stand, Stand::Agrees | Stand::AgreesSurely)) {
        return;
    }
    let whole = query.verb != Verb::Supersede && query.request.extent != Extent::Statement;
    for (row, stand) in rows.iter_mut().zip(stands) {
        let another = row.whole.conflicts();
        let probability = &mut row.probability;
        let least = match stand {
            Stand::Agrees => POSSIBLE,
            Stand::AgreesSurely => POSSIBLE_IF_SURE,
            Stand::Silent => continue,
            Stand::Differs => {
                *probability /= ANOTHER;
                continue;
            }
        };
        if whole && !another && *probability >= least {
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

/// The one year that a request names.
fn year(words: &str) -> Option<&str> {
    let mut years = years(words);
    years.next().filter(|first| years.all(|other| other == *first))
}

/// How a memory stands to a year. What names another says nothing: "the season 2003" is 2003/04.
fn by_year(wanted: &str, text: &str) -> Stand {
    let mut own = years(text).peekable();
    let agrees = own.peek().is_some() && own.all(|year| year == wanted);
    if agrees { Stand::Agrees } else { Stand::Silent }
}

/// Numbers of four digits that stand alone, or in a date, and may be years.
fn years(text: &str) -> impl Iterator<Item = &str> + Clone {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| identifier::is_year(word))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_speaks_for_what_has_that_year_alone() {
        assert_eq!(year("her results from 2022"), Some("2022"));
        assert_eq!(year("from 2022 to 2024"), None);
        assert_eq!(year("order 20221"), None);
        for (text, stand) in [
            ("In March 2022 it was 41.", Stand::Agrees),
            ("2022-03-04: 41", Stand::Agrees),
            ("In March 2023 it was 41.", Stand::Silent),
            ("From 2022 to 2024 it was 41.", Stand::Silent),
            ("It was 41.", Stand::Silent),
        ] {
            assert_eq!(by_year("2022", text), stand, "{text}");
        }
    }
}

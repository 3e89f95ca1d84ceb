//! A number that starts anew each year, told with its noun in other words: "invoice no. 87 of 2032" for INV-2032-0087.

use std::ops::Range;

use super::digits::is_year;
use super::kind::{Identifier, Kind};
use super::label::{self, Fit};
use super::row::Row;

/// What parts number and year.
const OF: &[&str] =
    &["of", "from", "in", "for", "aus", "von", "vom", "de", "du", "del", "dal", "van", "av", "z", "år"];

/// A number and its year.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Yearly {
    pub year: String,
    /// Without leading zeros.
    pub number: String,
    noun: String,
}

/// What a reference says as number and year, where a noun or a prefix that abbreviates one says of what.
pub(super) fn of(wanted: &Identifier) -> Option<Yearly> {
    if wanted.kind != Kind::Reference {
        return None;
    }
    let row = Row::new(&wanted.text);
    let words: Vec<String> = row.atoms.iter().map(|&atom| row.word(atom)).collect();
    let numbers: Vec<&String> =
        words.iter().filter(|word| word.bytes().all(|b| b.is_ascii_digit())).collect();
    let prefix = words.first().filter(|word| word.bytes().all(|b| b.is_ascii_alphabetic()));
    let ([one, two], true) = (numbers.as_slice(), words.len() == 2 + usize::from(prefix.is_some())) else {
        return None;
    };
    let (year, number) = if is_year(one) { (one, two) } else { (two, one) };
    let number = number.trim_start_matches('0');
    let noun = wanted.label.clone().or_else(|| prefix.filter(|prefix| label::known(prefix)).cloned())?;
    let told = is_year(year) && (1..=6).contains(&number.len()) && !is_year(number);
    told.then(|| Yearly { year: (*year).clone(), number: number.to_owned(), noun })
}

/// Where a row has the number and the year beside it, behind the noun.
pub(super) fn find(wanted: &Identifier, row: &Row<'_>) -> Vec<Range<usize>> {
    let Some(yearly) = of(wanted) else { return Vec::new() };
    let is = |at: usize, number: &str| {
        row.atoms[at].digits && row.word(row.atoms[at]).trim_start_matches('0') == number
    };
    let short = &yearly.year[2..];
    let mut found = Vec::new();
    for first in 0..row.atoms.len() {
        let mut last = first + 1;
        let said = row.atoms.get(last).is_some_and(|&atom| OF.contains(&row.word(atom).as_str()));
        last += usize::from(said);
        if last >= row.atoms.len() {
            break;
        }
        let tight = matches!(row.gap(last - 1), ['/' | '-'] | [' ', '/', ' ']);
        let in_words = said && row.gap(first) == [' '] && row.gap(last - 1) == [' '];
        if !(in_words || !said && tight)
            || matches!(row.gap(last), ['/' | '-' | '.'] if row.atoms.get(last + 1).is_some())
        {
            continue;
        }
        let year = |at: usize| row.is(row.atoms[at], &yearly.year);
        let forward = is(first, &yearly.number) && (year(last) || tight && row.is(row.atoms[last], short));
        let backward = tight && year(first) && is(last, &yearly.number);
        let noun = label::before(row, first);
        let of_it = noun.is_some() && label::fit(Some(&yearly.noun), noun.as_deref()) == Fit::Same;
        if (forward || backward) && of_it {
            found.push(row.bytes(row.atoms[first].from, row.atoms[last].to));
        }
    }
    found
}

//! Periods that have a name: "the winter allowance" is what is told for Dec–Feb, "the duty that lasted until Whitsun" what holds until
//! Whitsun, and not what was done then.

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;

const OF_IT: f64 = 0.6;
/// How sure it is then: the thing and its very period are said.
const TOLD: f64 = 0.8;
const STAYS: f64 = 10.0;
/// Periods by name, with their first month and their last.
const NAMED: &[(&str, u8, u8)] = &[
    ("first term", 9, 12),
    ("autumn term", 9, 12),
    ("second term", 1, 4),
    ("spring term", 1, 4),
    ("third term", 4, 7),
    ("summer term", 4, 7),
    ("first semester", 10, 2),
    ("second semester", 3, 7),
    ("first third", 1, 4),
    ("second third", 5, 8),
    ("last third", 9, 12),
    ("winter", 12, 2),
    ("spring", 3, 5),
    ("summer", 6, 8),
    ("autumn", 9, 11),
    ("fall", 9, 11),
    ("first quarter", 1, 3),
    ("second quarter", 4, 6),
    ("third quarter", 7, 9),
    ("fourth quarter", 10, 12),
    ("last quarter", 10, 12),
    ("first half", 1, 6),
    ("second half", 7, 12),
];
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/// What says of a day that something ended then.
const ENDED: &[&str] = &[
    "lasted until", "until", "till", "ended at", "ended on", "closed at", "closed on", "expired at",
    "expired on", "up to",
];
const UNTIL: &[&str] = &["until", "till", "up to", "to"];

/// Tells the memories of the named period from those of others.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    if query.verb == Verb::Supersede {
        return;
    }
    let asked = query.words.to_lowercase().replace('-', " ");
    let has = |name: &str| {
        asked
            .split(' ')
            .collect::<Vec<_>>()
            .windows(name.split(' ').count())
            .any(|part| part.join(" ") == name)
    };
    if let Some((_, from, to)) = NAMED.iter().find(|(name, ..)| has(name)) {
        let ranges: Vec<Option<(u8, u8)>> = rows.iter().map(|row| range(&row.whole.said)).collect();
        let ours = |range: &Option<(u8, u8)>| *range == Some((*from, *to));
        // A memory of another thing may be of the same months.
        let shares = |row: &Row| row.whole.shares_a_word(query);
        let other = |place: usize| ranges[place].is_some() && !ours(&ranges[place]);
        // Of what is told by its months alone another period is another thing, though none of the wanted one is there.
        if !ranges.iter().any(ours) {
            for (_, row) in
                rows.iter_mut().enumerate().filter(|(place, row)| other(*place) && row.kept.is_none())
            {
                row.probability /= STAYS;
            }
        }
        tell(rows, |place, row| ours(&ranges[place]) && shares(row), |place, _| other(place));
    } else if let Some(day) = ENDED.iter().find_map(|ended| behind(query.words, ended)) {
        let until = |row: &Row| UNTIL.iter().any(|until| behind(&row.whole.said, until) == Some(day));
        let named = |row: &Row| {
            query.names.iter().all(|name| name.text == day)
                || row.whole.first > 0.5
                || row.whole.shares_a_word(query)
        };
        let dated = |row: &Row| {
            row.whole.said.contains(day)
                || UNTIL[..2].iter().any(|until| behind(&row.whole.said, until).is_some())
        };
        tell(rows, |_, row| until(row) && named(row), |_, row| !until(row) && dated(row));
    }
}

/// Raises what is of the period and lowers what is of another, where anything is of it.
fn tell(rows: &mut [Row], ours: impl Fn(usize, &Row) -> bool, others: impl Fn(usize, &Row) -> bool) {
    if !rows.iter().enumerate().any(|(place, row)| row.kept.is_none() && ours(place, row)) {
        return;
    }
    for (place, row) in rows.iter_mut().enumerate().filter(|(_, row)| row.kept.is_none()) {
        if ours(place, row) {
            row.tell(OF_IT, TOLD);
        } else if others(place, row) {
            row.probability /= STAYS;
        }
    }
}

/// The capitalised word behind a phrase.
fn behind<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let lower = text.to_lowercase();
    let at = lower.find(&format!("{phrase} ")).filter(|at| *at == 0 || lower[..*at].ends_with(' '))?;
    let word = text.get(at + phrase.len() + 1..)?.split(|c: char| !c.is_alphanumeric()).next()?;
    word.starts_with(char::is_uppercase).then_some(word)
}

/// The months of "Dec–Feb".
fn range(text: &str) -> Option<(u8, u8)> {
    let text = text.to_lowercase();
    let number = |word: &str| {
        let place = MONTHS.iter().position(|month| word.starts_with(month) && word.len() <= 9)?;
        u8::try_from(place + 1).ok()
    };
    text.split([' ', ':', ',', '.', '(', ')']).find_map(|token| {
        let (from, to) = token.split_once(['–', '-', '—', '/'])?;
        Some((number(from)?, number(to)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_read() {
        assert_eq!(range("Lamp-oil allowance Dec–Feb: 9 litres."), Some((12, 2)));
        assert_eq!(range("Boat hire July-Sept: 40"), Some((7, 9)));
        assert_eq!(range("The well-dug pit."), None);
    }

    #[test]
    fn what_ends_on_a_day_is_told_from_what_happens_then() {
        assert_eq!(behind("Until Whitsun Gerlof keeps watch.", "until"), Some("Whitsun"));
        assert_eq!(behind("Patched at Whitsun.", "until"), None);
    }
}

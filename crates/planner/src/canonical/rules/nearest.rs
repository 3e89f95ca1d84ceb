//! Of memories of the same year a supersede means the one whose words are nearest to its own: "Montée au phare en 2012 : 4 francs" for
//! what the keeper asks "pour monter au phare", and not "Cartes du phare en 2012 : 4 francs la douzaine".

use std::collections::BTreeSet;

use nepenthe_text::word::{Word, begin_alike, words};

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

/// How likely such a memory must be, and how likely it is then.
const LIKELY: f64 = 0.15;
const NEAREST: f64 = 0.6;
/// The same where it is told by who does something.
const POSSIBLE: f64 = 0.05;
/// How sure a plan is that takes it.
const TOLD: f64 = 0.6;
/// By what the probability of the others is divided.
const STAYS: f64 = 10.0;
/// How long the beginning must be that two words share to be of one.
const COMMON: usize = 4;

/// Takes the nearest of several of the year that is asked for.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let Some(new) = query.new.filter(|_| query.verb == Verb::Supersede) else { return };
    let is_year = |word: &&Word| word.folded.len() == 4 && word.folded.bytes().all(|b| b.is_ascii_digit());
    let years: Vec<&str> = query.own_words.iter().filter(is_year).map(|word| word.folded.as_str()).collect();
    if years.is_empty() {
        return;
    }
    let said = words(new);
    let asked: BTreeSet<&str> = said
        .iter()
        .chain(&query.own_words)
        .filter(|word| tells(word))
        .map(|word| word.stem.as_str())
        .collect();
    // How many of its words are said, and how many are not.
    let count = |row: &Row| {
        let own = row.whole.said.words().iter().filter(|word| tells(word));
        let own: BTreeSet<&str> = own.map(|word| word.stem.as_str()).collect();
        let met =
            own.iter().filter(|stem| asked.iter().any(|other| begin_alike(other, stem, COMMON))).count();
        (met, own.len() - met)
    };
    let open = |row: &Row| {
        row.kept.is_none()
            && row.probability >= LIKELY
            && !row.whole.conflicts()
            && years.iter().all(|year| row.whole.said.words().iter().any(|word| word.folded == *year))
    };
    let found: Vec<(usize, (usize, usize))> =
        (0..rows.len()).filter(|row| open(&rows[*row])).map(|row| (row, count(&rows[row]))).collect();
    let Some(&(best, (met, unmet))) =
        found.iter().max_by_key(|(_, (met, unmet))| (*met, usize::MAX - *unmet))
    else {
        return;
    };
    let clear = found.iter().all(|(row, (other, others))| {
        *row == best || *other < met && *others >= unmet || *other <= met && *others > unmet
    });
    if found.len() < 2 || !clear || unmet > 0 {
        return;
    }
    for (row, _) in found {
        if row == best {
            rows[row].tell(NEAREST, TOLD);
        } else if rows[row].probability >= MEANT {
            rows[row].probability /= STAYS;
        }
    }
}

/// Whether a word says what something is: in no language are so short ones such.
fn tells(word: &Word) -> bool {
    const SHORTEST: usize = 4;
    word.content && word.folded.chars().count() >= SHORTEST && !word.folded.contains(char::is_numeric)
}

/// "Who stokes in 8-oven weeks": what says who does it is meant, and not what only has the number and its noun ("For 8-oven weeks we
/// hire a cart").
pub(in crate::canonical) fn weigh_who(query: &Query<'_>, rows: &mut [Row]) {
    const WHEN: &[&str] = &["week", "day", "month", "night", "even", "morn", "year", "season"];
    let Some(new) = query.new.filter(|_| query.verb == Verb::Supersede) else { return };
    let Some(asked) = query.request.core.strip_prefix("who ") else { return };
    let numbered = |token: &&str| token.contains('-') && token.starts_with(|c: char| c.is_ascii_digit());
    let Some(compound) = asked.split(' ').find(numbered) else { return };
    let of_number: Vec<String> = words(compound).into_iter().map(|word| word.stem).collect();
    let does: BTreeSet<String> = words(asked)
        .into_iter()
        .chain(words(new))
        .filter(|word| word.content && !of_number.contains(&word.stem) && !WHEN.contains(&word.stem.as_str()))
        .map(|word| word.stem)
        .collect();
    let says =
        |row: &Row| row.whole.said.words().iter().any(|word| word.content && does.contains(&word.stem));
    let open = |row: &Row| row.kept.is_none() && row.probability >= POSSIBLE;
    let found: Vec<usize> = (0..rows.len()).filter(|row| open(&rows[*row]) && says(&rows[*row])).collect();
    let [only] = found[..] else { return };
    let other = |row: &Row| row.probability >= MEANT && !says(row);
    for row in rows.iter_mut().filter(|row| other(row)) {
        row.probability /= STAYS;
    }
    rows[only].tell(NEAREST, TOLD);
}

//! An identifier with a noun: what carries it and has every word of the request is surely meant, where nothing else carries it ("the
//! bicycle padlock opens with 6140"); and so is its noun cut to an initial, where another memory has the noun in full ("B-31", "Buoy 31").

use std::collections::BTreeSet;

use nepenthe_text::request::Extent;
use nepenthe_text::word::{Word, words};

use crate::Verb;
use crate::canonical::query::{Query, stems};
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;
use crate::canonical::span::overlap;

/// How sure it is then.
const SURE: f64 = 0.97;
const INITIAL: f64 = 0.96;
/// From which probability on a memory has the identifier with its noun.
const IN_FULL: f64 = 0.98;
/// The fewest digits beside an initial.
const DIGITS: usize = 2;

/// Raises what is surely meant.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let [one] = query.identifiers.as_slice() else { return };
    if query.verb == Verb::Supersede || query.request.except.is_some() {
        return;
    }
    let meant = |row: &Row| row.kept.is_none() && row.probability >= MEANT;
    let carriers: Vec<usize> = (0..rows.len()).filter(|row| meant(&rows[*row])).collect();
    let own = &query.of_identifiers() | &query.stems;
    let of_number = words(&one.text);
    let asked = || own.iter().filter(|stem| !of_number.iter().any(|word| word.stem == **stem));
    if let [only] = carriers[..]
        && asked().count() > 1
    {
        let said = stems(rows[only].whole.glossed.words(), &BTreeSet::new());
        let written = stems(rows[only].whole.said.words(), &BTreeSet::new());
        if asked().all(|stem| said.contains(stem.as_str()) || written.contains(stem.as_str())) {
            let sure = rows[only].probability.max(SURE);
            rows[only].probability = sure;
        }
        return;
    }
    let digits = one.text.chars().filter(char::is_ascii_digit).count();
    let in_full = carriers.iter().any(|row| rows[*row].probability >= IN_FULL);
    if !in_full || digits < DIGITS || digits != one.text.len() {
        return;
    }
    for row in carriers {
        let text = &rows[row].whole.said;
        let written = rows[row].whole.carried.as_ref().map(|carried| &text[carried.span.clone()]);
        let initial = written.and_then(|written| written.split_once('-'));
        if initial.is_some_and(|(letter, number)| letter.chars().count() == 1 && number == one.text) {
            rows[row].probability = rows[row].probability.max(INITIAL);
        }
    }
}

/// "My phone number": the only memory that says just that, and a value ("My phone number is 415-555-0199."), is surely meant where it
/// is likely.
pub(in crate::canonical) fn weigh_values(query: &Query<'_>, rows: &mut [Row]) {
    /// How likely it must be.
    const LIKELY: f64 = 0.85;
    let part = matches!(query.request.extent, Extent::Attribute | Extent::Topic);
    if query.verb == Verb::Supersede
        || !part
        || query.request.except.is_some()
        || !query.identifiers.is_empty()
    {
        return;
    }
    let asked: BTreeSet<&str> =
        query.own_words.iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
    let just = |row: &Row| {
        let text = &row.whole.said;
        let values = text.identifiers();
        let of_value = |word: &&Word| values.iter().any(|value| overlap(&value.span, &word.span));
        let own = row.whole.said.words().iter().filter(|word| word.content && !of_value(word));
        let own: BTreeSet<&str> = own.map(|word| word.stem.as_str()).collect();
        !values.is_empty() && own == asked
    };
    let found: Vec<usize> = (0..rows.len()).filter(|row| just(&rows[*row])).collect();
    let [only] = found[..] else { return };
    let row = &mut rows[only];
    if row.kept.is_none() && asked.len() > 1 && row.probability >= LIKELY {
        row.tell(INITIAL, INITIAL);
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    fn sure(request: &str, texts: &[&'static str]) -> f64 {
        Texts::of(texts).plan(&Mutation::purge(request)).confidence.unwrap_or(0.0)
    }

    #[test]
    fn what_has_the_number_and_every_word_is_sure() {
        let own = "The bicycle padlock opens with 6140.";
        assert!(sure("bicycle padlock 6140", &[own, "The press turned out 6140 hymn sheets."]) >= 0.95);
        assert!(sure("bicycle padlock 6140", &["The padlock opens with 6140."]) < 0.95);
    }

    #[test]
    fn an_initial_is_sure_beside_its_noun() {
        let full = "Buoy 31 lost its bell.";
        assert!(sure("buoy 31", &[full, "B-31 drifted onto the sandbank."]) >= 0.95);
        assert!(sure("buoy 31", &["B-31 drifted onto the sandbank."]) < 0.95);
    }
}

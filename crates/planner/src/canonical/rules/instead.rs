//! What has another word in the place of one that a supersede asks for is another thing: "The blue boat is moored at pier 4" is no earlier
//! state of "The red boat is moored at pier 9" for "where the red boat is moored". So is what has another name there, whatever is asked:
//! the Dundee shop for the Glasgow shop.

use std::collections::BTreeSet;

use nepenthe_text::entity::name;
use nepenthe_text::word::{Word, words};

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

/// What stands before a noun, or before what tells which one it is.
const DETERMINERS: &[&str] = &[
    "the", "a", "an", "my", "our", "your", "his", "her", "its", "their", "this", "that", "der", "die", "das",
    "mein", "meine", "unser", "unsere", "le", "la", "mon", "ma", "notre", "el", "mi", "il", "de", "het",
    "mijn",
];
/// Words of when, which an earlier state may have otherwise.
const WHEN: &[&str] = &[
    "old", "new", "current", "present", "former", "previous", "next", "last", "latest", "first", "actual",
    "usual", "own", "main",
];

/// Up to which certainty a memory does not have the name that is asked for.
const UNNAMED: f32 = 0.1;

/// Keeps what is not meant surely, and has another word in the place of one that is asked for.
pub(in crate::canonical) fn part(query: &Query<'_>, rows: &mut [Row]) {
    part_named(query, rows);
    let Some(new) = query.new.filter(|_| query.verb == Verb::Supersede) else { return };
    let asked: BTreeSet<&str> =
        query.own_words.iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
    let new = words(new);
    for row in rows {
        if row.kept.is_some() {
            continue;
        }
        let own = row.whole.said.words();
        let found = match row.probability >= MEANT {
            // What is likely is another thing only where nothing else differs.
            true => instead(&query.own_words, own, &asked).filter(|_| differ_once(&query.own_words, own)),
            false => instead(&new, own, &asked).or_else(|| instead(&query.own_words, own, &asked)),
        };
        if let Some((wanted, other)) = found {
            row.kept = Some(format!("says {:?} where {:?} is asked for", other.folded, wanted.folded));
            row.probability = 0.0;
        }
    }
}

/// Keeps what has another name before the noun that is asked for, and the one that is asked for nowhere.
fn part_named(query: &Query<'_>, rows: &mut [Row]) {
    let [name] = query.names.as_slice() else { return };
    let core = query.request.core;
    let Some(at) = core.find(&name.text) else { return };
    let behind = &core[at + name.text.len()..];
    let led = DETERMINERS.iter().any(|led| core[..at].trim_end().rsplit(' ').next() == Some(*led));
    let noun = behind.strip_prefix(' ').and_then(|behind| words(behind).into_iter().next());
    let Some(noun) = noun.filter(|noun| led && noun.content) else { return };
    for row in rows {
        if row.kept.is_some() || row.whole.name > UNNAMED {
            continue;
        }
        if let Some(other) = named_before(&noun, row) {
            row.kept = Some(format!("says {other:?} where {:?} is asked for", name.text));
            row.probability = 0.0;
        }
    }
}

/// The name right before a noun, wherever a memory has that.
fn named_before(noun: &Word, row: &Row) -> Option<String> {
    let text = &row.whole.said;
    let places: Vec<usize> =
        text.words().iter().filter(|own| own.stem == noun.stem).map(|own| own.span.start).collect();
    let names = text.names();
    let before = |place: &usize| {
        names.iter().find(|name| {
            name.kind != name::Kind::NoEntity && text.get(name.span.end..*place).is_some_and(|gap| gap == " ")
        })
    };
    let found: Option<Vec<_>> = places.iter().map(before).collect();
    found.and_then(|found| found.first().map(|name| name.text.clone()))
}

/// The first word of a statement, behind a determiner, that is asked for, and that which a memory of the same beginning has in its place
/// before the same next word.
fn instead<'w>(
    statement: &'w [Word],
    memory: &'w [Word],
    asked: &BTreeSet<&str>,
) -> Option<(&'w Word, &'w Word)> {
    let place = statement.iter().zip(memory).take_while(|(one, other)| one.stem == other.stem).count();
    let (wanted, other) = (statement.get(place)?, memory.get(place)?);
    let led =
        place.checked_sub(1).is_some_and(|before| DETERMINERS.contains(&statement[before].folded.as_str()));
    let next = |words: &'w [Word]| words.get(place + 1).map(|word| word.stem.as_str());
    let plain = |word: &Word| {
        word.content
            && !WHEN.contains(&word.folded.as_str())
            && !word.folded.contains(|c: char| c.is_numeric())
    };
    let elsewhere = memory.iter().any(|word| word.stem == wanted.stem) || asked.contains(other.stem.as_str());
    let same = next(statement).is_some() && next(statement) == next(memory);
    (led && same && plain(wanted) && plain(other) && asked.contains(wanted.stem.as_str()) && !elsewhere)
        .then_some((wanted, other))
}

/// Whether two statements have but one word otherwise.
fn differ_once(one: &[Word], other: &[Word]) -> bool {
    const FEWEST: usize = 5;
    let otherwise = one.iter().zip(other).filter(|(one, other)| one.stem != other.stem).count();
    one.len() == other.len() && one.len() >= FEWEST && otherwise == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(request: &str, new: &str, memory: &str) -> bool {
        let (request, new, memory) = (words(request), words(new), words(memory));
        let asked = request.iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
        instead(&new, &memory, &asked).or_else(|| instead(&request, &memory, &asked)).is_some()
    }

    #[test]
    fn another_word_in_the_place_of_one_that_is_asked_for_is_another_thing() {
        for (request, new, memory) in [
            ("where the red boat is", "The red boat is at pier 9.", "The blue boat is at pier 4."),
            ("what Nils's dog is called", "Nils has a dog called Rex.", "Nils has a cat called Mops."),
            ("who our vet is", "Our vet is Dr. Lindqvist.", "Our dentist is Dr. Okoro."),
            (
                "use the threaded runtime", "Configure the async runtime.",
                "Use the async runtime for the pool.",
            ),
        ] {
            assert!(told(request, new, memory), "{request}");
        }
        for (request, new, memory) in [
            ("where the boat is", "The boat is at pier 9.", "The boat is at pier 4."),
            ("what Bo drives", "Bo drives a van now.", "Bo rides a Vespa."),
            ("the current plan", "The current plan is blue.", "The old plan is red."),
            ("where the boat is", "The red boat is at pier 9.", "The blue boat is at pier 4."),
            ("Ana's job", "Ana works as a baker in Ulm.", "Ana works as a nurse in Ulm."),
            ("where I live", "I live in Oslo.", "My home is in Bergen."),
        ] {
            assert!(!told(request, new, memory), "{request}");
        }
    }
}

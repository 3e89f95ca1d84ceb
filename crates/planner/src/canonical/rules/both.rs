//! "Cosima Larch Barn", "purser Brack Dock": who, and the place where; what has but one of them stays beside what has both.

use nepenthe_text::word::Word;

use crate::canonical::query::Query;
use crate::canonical::row::Row;

/// How likely what has both is, and by what the probability of the others is divided.
const BOTH: f64 = 0.6;
const STAYS: f64 = 10.0;
/// What the last word of a place's name says that it is.
const PLACES: &[&str] = &[
    "dock", "quay", "wharf", "mill", "farm", "barn", "street", "lane", "road", "square", "inn", "hall",
    "house", "school", "park", "bridge", "tower", "court", "gate", "pier", "harbour", "harbor", "church",
    "abbey", "hill", "wood", "valley", "bay", "island", "station", "library", "cottage", "lodge", "manor",
    "chapel", "castle", "row", "yard", "terrace", "avenue", "hotel", "beach",
];
/// How nouns for people end.
const PEOPLE: &[&str] = &[
    "er", "or", "man", "men", "woman", "ist", "ess", "smith", "wright", "maid", "boy", "girl", "ant", "ent",
    "monk", "nun", "cook", "guest", "clerk",
];

/// Tells whether the last word of a name says that it is a place's.
pub(in crate::canonical) fn is_place(name: &str) -> bool {
    name.rsplit(' ').next().is_some_and(|last| PLACES.contains(&last.to_lowercase().as_str()))
}

/// Tells whether a noun may be for a person.
pub(in crate::canonical) fn is_person(noun: &str) -> bool {
    noun.len() > 3 && PEOPLE.iter().any(|end| noun.ends_with(end))
}

/// Takes what has every word of the request, and leaves what lacks one.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    if !query.needs_all {
        return;
    }
    let wanted: Vec<&str> =
        query.own_words.iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
    let has =
        |stem: &&str, words: &[Word]| words.iter().any(|word| word.stem == *stem || word.folded == *stem);
    let all = |row: &Row| wanted.iter().all(|stem| has(stem, row.whole.said.words()));
    if !rows.iter().any(all) {
        return;
    }
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        match all(row) {
            true => row.probability = row.probability.max(BOTH),
            false => row.probability /= STAYS,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    fn gone(request: &str, texts: &[&'static str]) -> Vec<String> {
        Texts::of(texts).touched(&Mutation::release(request))
    }

    #[test]
    fn who_and_where_are_both_needed() {
        let own = "Cosima paints in Larch Barn.";
        assert_eq!(
            gone("Cosima Larch Barn", &[own, "Ludo paints in Larch Barn.", "Cosima pours candles."]),
            [own]
        );
        let own = "The purser sleeps at Brack Dock.";
        assert_eq!(
            gone("purser Brack Dock", &[own, "The cooper sleeps at Brack Dock.", "The purser sings."]),
            [own]
        );
    }

    #[test]
    fn one_name_is_one() {
        let texts = ["Isaura Birch weaves.", "Isaura Birch keeps bees."];
        let mut gone = gone("Isaura Birch", &texts);
        gone.sort();
        assert_eq!(gone, ["Isaura Birch keeps bees.", "Isaura Birch weaves."]);
    }
}

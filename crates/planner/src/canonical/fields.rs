//! Fields of a record that a request names by their key: "Bob's phone number" of `{"name": "Bob", "phone": "555-0100"}`.

use std::collections::BTreeSet;

use nepenthe_text::request::Extent;
use nepenthe_text::word::{Word, words};

use super::query::Query;
use super::row::Row;
use super::segment::Segment;
use super::span::overlap;

/// A stem is another's beginning only from so many letters on: "birth" that of "birthday".
const BEGINNING: usize = 5;
/// From which certainty on a field is of a record with the wanted name.
const NAMED: f32 = 0.3;

/// The fields whose key shares the most words with a request for an attribute, in the records of whom it names; those with
/// the wanted identifier alone, if one has it. `None` where no key has a word of the request, or every field would go.
pub(super) fn asked(query: &Query<'_>, row: &Row) -> Option<Vec<usize>> {
    if matches!(query.request.extent, Extent::Everything | Extent::Ended) || query.narrow {
        return None;
    }
    // "Tank 4: stout, racked" is all of tank 4.
    let whose = &query.of_identifiers() | &query.of_names;
    let queries = |word: &&Word| word.content && !whose.contains(&word.stem);
    let asked: BTreeSet<&str> =
        query.own_words.iter().filter(queries).map(|word| word.stem.as_str()).collect();
    let of_anybody = query.names.is_empty() && query.identifiers.is_empty();
    let shared = |segment: &Segment| match of_anybody || segment.carried() > NAMED {
        true => {
            words(&segment.key).iter().filter(|key| asked.iter().any(|word| same(word, &key.stem))).count()
        }
        false => 0,
    };
    let shares: Vec<usize> = row.segments.iter().map(shared).collect();
    let most = shares.iter().copied().max().filter(|most| *most > 0)?;
    let mut fields: Vec<usize> = (0..shares.len()).filter(|field| shares[*field] == most).collect();
    let text = row.whole.said.text();
    let mentions = query.mentions(text);
    let has = |field: &usize| mentions.iter().any(|span| overlap(span, &row.segments[*field].span));
    if fields.iter().any(has) {
        fields.retain(has);
    }
    // "The recipe from Otto: 2 parts oat, 3 parts rye" says what the fields hold.
    let says = |field: usize| {
        let keys: BTreeSet<String> =
            words(&row.segments[field].key).into_iter().map(|key| key.stem).collect();
        let own = words(&text[row.segments[field].span.clone()]).into_iter();
        own.filter(|own| !keys.contains(&own.stem)).any(|own| asked.contains(own.stem.as_str()))
    };
    let stays = (0..shares.len()).filter(|field| !fields.contains(field));
    let told = stays.clone().count() > 0 && !stays.into_iter().any(says);
    told.then_some(fields)
}

fn same(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    one == other || short.len() >= BEGINNING && long.starts_with(short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::{Components, candidates};
    use crate::testing::Texts;
    use crate::{Memories, Mutation};

    /// The keys of the fields that a request names in a record.
    fn keys(request: &str, text: &'static str) -> Vec<String> {
        let mutation = Mutation::release(request);
        let components = Components::default().without_models();
        let query = Query::new(&mutation, request, components);
        let corpus = Texts::of(&[text]);
        let memories = Memories::of(&corpus);
        let candidates = candidates::gather(&query, &memories, components).unwrap();
        let row = Row::unscored(&query, candidates, &memories, components).remove(0);
        let fields = asked(&query, &row).unwrap_or_default();
        fields.into_iter().map(|field| row.segments[field].key.replace('"', "")).collect()
    }

    #[test]
    fn a_field_is_named_by_its_key() {
        let json = r#"{"name": "Lea Winn", "work phone": 1, "phone": 2, "birthday": 3, "in": {"city": 4, "zip": 5}}"#;
        for (request, text, expected) in [
            ("Lea Winn's birthday", json, &["birthday"][..]),
            ("Lea Winn's date of birth", json, &["birthday"]),
            ("Lea Winn's work phone", json, &["work phone"]),
            ("which city Lea Winn lives in", json, &["in city"]),
            ("Lea Winn's hobby", json, &[]),
            ("Tom Oder's birthday", json, &[]),
            (
                "the recipe from Otto: 3 parts rye",
                "Tank 4: stout, recipe from Otto: 2 parts oat, 3 parts rye.",
                &[],
            ),
            ("what is in tank 4", "Tank 4: stout, recipe from Otto: rye, racked.", &[]),
            ("everything about Lea Winn", json, &[]),
            ("Lea Winn's phone number", "name: Lea Winn\nphone: 1\ncity: Ulm", &["phone: "]),
            ("Tom Oder's phone number", "|Name|Phone|\n|---|---|\n|Lea Winn|1|\n|Tom Oder|2|", &["Phone"]),
            ("Lea Winn's phone number", "Lea Winn has a phone and a van.", &[]),
        ] {
            assert_eq!(keys(request, text), expected, "{request}: {text}");
        }
    }
}

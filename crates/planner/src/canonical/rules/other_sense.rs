//! The same word in another sense: "UNA pump seals" for Una, "The Saturn press" for the planet Saturn, "Florence Umber" for the city of
//! Florence.

use nepenthe_text::entity::name;
use nepenthe_text::word::{english_word, lists, words};

use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::segment::Alike;

const SHORT: usize = 6;
const DETERMINERS: &[&str] = &["the", "a", "an", "our", "my", "this", "that", "their"];
const SETTLEMENTS: &[&str] = &["city of", "town of", "village of", "port of"];
/// What behind a town's name is of the town.
const OF_TOWN: &[&str] = &[
    "airport", "station", "cathedral", "university", "museum", "railway", "street", "road", "city",
    "council", "bridge", "north", "south", "east", "west", "hotel", "school", "hospital", "port", "harbour",
    "metro", "central", "opera", "fair", "theatre",
];

/// Leaves what has the name in another sense than the request.
pub(in crate::canonical) fn part(query: &Query<'_>, rows: &mut [Row]) {
    let [name] = query.names.as_slice() else { return };
    let name = name.text.as_str();
    if name.contains(' ') {
        return;
    }
    let asked = query.words.to_lowercase();
    let at = |head: &str| asked.contains(&format!("{head} {}", name.to_lowercase()));
    let planet = at("planet");
    let settlement = SETTLEMENTS.iter().any(|head| at(head));
    // "Apple, our neighbour" is not the firm.
    let living = names_living(query, name);
    let title = name.chars().skip(1).all(char::is_lowercase) && name.chars().count() < SHORT;
    let written = rows.iter().any(|row| is_word(&row.whole.said, name));
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        let text = row.whole.said.text();
        let reason = if title && written && !is_word(text, name) && is_initialism(text, &name.to_uppercase())
        {
            "an initialism"
        } else if planet && everywhere(text, name, is_thing) || living && everywhere(text, name, is_of_thing)
        {
            "a thing of that name"
        } else if settlement && everywhere(text, name, is_person) {
            "somebody of that name"
        } else {
            continue;
        };
        row.probability = 0.0;
        row.whole.alike = Some(Alike { reason: format!("{name}: {reason}") });
    }
}

/// Tells whether the request says that somebody living has the name: "Apple, our neighbour".
pub(in crate::canonical) fn names_living(query: &Query<'_>, name: &str) -> bool {
    query.words.split_once(name).is_some_and(|(_, behind)| {
        let noun = [", our ", ", my ", ", the "].iter().find_map(|mark| behind.strip_prefix(mark));
        noun.is_some_and(|noun| noun.split(|c: char| !c.is_alphanumeric()).take(3).any(name::is_living))
    })
}

fn is_word(text: &str, word: &str) -> bool {
    words(text).iter().any(|own| &text[own.span.clone()] == word)
}

/// Whether a text in small letters has the name in capitals, before a plain noun.
fn is_initialism(text: &str, capitals: &str) -> bool {
    everywhere(text, capitals, |_, next| next.starts_with(char::is_lowercase))
}

/// Whether something holds of what stands around each place where a text has a word, and it has it.
fn everywhere(text: &str, word: &str, holds: fn(&str, &str) -> bool) -> bool {
    let all = words(text);
    let mut places = (0..all.len()).filter(|at| {
        let own = &text[all[*at].span.clone()];
        own == word || own.strip_suffix("'s") == Some(word)
    });
    let around = |at: usize| {
        let tight = |gap: &str| gap.chars().all(char::is_whitespace);
        let before = at
            .checked_sub(1)
            .map(|left| &all[left].span)
            .filter(|span| tight(&text[span.end..all[at].span.start]));
        let next =
            all.get(at + 1).map(|next| &next.span).filter(|span| tight(&text[all[at].span.end..span.start]));
        let written = |span: Option<&std::ops::Range<usize>>| span.map_or("", |span| &text[span.clone()]);
        (written(before), written(next))
    };
    let mut found = false;
    places.all(|at| {
        found = true;
        let (before, next) = around(at);
        holds(before, next)
    }) && found
}

/// "The Saturn press".
fn is_thing(before: &str, next: &str) -> bool {
    DETERMINERS.contains(&before.to_lowercase().as_str()) && next.starts_with(char::is_lowercase)
}

/// "Apple released a new phone".
fn is_of_thing(_: &str, next: &str) -> bool {
    lists::is_of_thing(next)
}

/// "Florence Umber".
fn is_person(before: &str, next: &str) -> bool {
    let place = OF_TOWN.contains(&next.to_lowercase().as_str());
    let capital = next.starts_with(char::is_uppercase) && next.chars().skip(1).all(char::is_lowercase);
    capital
        && next.len() > 2
        && !place
        && !matches!(before, "in" | "from" | "to" | "of" | "near")
        && (english_word(next) || !before.ends_with('s'))
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    fn gone(request: &str, texts: &[&'static str]) -> Vec<String> {
        Texts::of(texts).touched_sorted(&Mutation::release(request))
    }

    #[test]
    fn another_sense_stays() {
        let own = "Una likes the corner loom.";
        assert_eq!(gone("Forget everything about Una.", &[own, "UNA pump seals are worn."]), [own]);
        let own = "Saw Saturn low over the dunes.";
        assert_eq!(
            gone("Forget all about the planet Saturn.", &[own, "The Saturn press needs a belt."]),
            [own]
        );
        let own = "Apple moved in next door; she plays harp.";
        assert_eq!(
            gone("everything about Apple, our neighbour", &[own, "Apple released a new phone."]),
            [own]
        );
        let own = "The mosaic comes from Florence.";
        assert_eq!(
            gone("everything about the city of Florence", &[own, "Florence Umber plays the viola."]),
            [own]
        );
    }

    #[test]
    fn the_same_sense_goes_however_it_is_written() {
        let texts = ["MARA SINGS ALTO.", "Mara: locker 5."];
        assert_eq!(gone("Forget everything about Mara.", &texts), texts);
        let texts = ["Apple moved in next door.", "Apple waters our plants."];
        assert_eq!(gone("everything about Apple, our neighbour", &texts), texts);
        let texts = ["Florence Airport is small.", "I was in Florence."];
        assert_eq!(gone("everything about the city of Florence", &texts), texts);
    }
}

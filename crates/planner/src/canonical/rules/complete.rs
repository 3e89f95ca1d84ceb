//! What names the one asked about and has every other word of the request is meant, where it is likely at all: "the photo on the player pass of
//! Joe Haddad" for "Joseph Haddad's player pass", "20 ham rolls" for "everything about ham".

use std::collections::BTreeSet;

use nepenthe_text::request::Extent;
use nepenthe_text::word::{Word, lists, words};

use crate::Verb;
use crate::canonical::query::{Query, stems};
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;
use crate::canonical::span::overlap;

/// How likely it must be.
const LIKELY: f64 = 0.3;
/// The same where everything is asked for about what a common noun names.
const LIKELY_OF_ALL: f64 = 0.2;
/// The same of what says a thing of several words in just these.
const LIKELY_OF_THING: f64 = 0.15;
/// The same where the memory says something of just what is asked for: "The Cologne branch shuts at noon" for "our Cologne branch".
const LIKELY_OF_SUBJECT: f64 = 0.1;

/// How sure a plan is of what somebody has, who is asked for by having it.
const TOLD: f64 = 0.6;

/// Raises the probability of the memories that have all that is asked for.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    of_thing(query, rows);
    let common = query.is_of_common_noun();
    let (wanted, least) = match query.request.extent {
        Extent::Attribute | Extent::Topic => (&query.stems, LIKELY),
        Extent::Everything if common => (&query.of_names, LIKELY_OF_ALL),
        _ => return,
    };
    // "The key that Mrs Visser keeps" is her key.
    let has = |stem: &&String| {
        query.own_words.iter().any(|word| word.stem == **stem && lists::is_having(&word.folded))
    };
    let having = query.request.core.contains(" that ") && wanted.iter().filter(has).count() < wanted.len();
    let wanted: &BTreeSet<String> = &wanted.iter().filter(|stem| !(having && has(stem))).cloned().collect();
    let least = if having { LIKELY_OF_SUBJECT } else { least };
    if query.names.is_empty() || wanted.is_empty() {
        return;
    }
    let none = BTreeSet::new();
    let named = if common { &none } else { &query.of_names };
    let thing: BTreeSet<&str> =
        query.own_words.iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        let subject = row.text.clauses().get(0).and_then(|clause| clause.subject.clone());
        let subject = subject.map(|span| row.whole.reading.there(&span));
        let within = |word: &&Word| subject.as_ref().is_some_and(|subject| overlap(&word.span, subject));
        let of_subject = row.whole.glossed.words().iter().filter(within).filter(|word| word.content);
        let of_subject: BTreeSet<&str> = of_subject.map(|word| word.stem.as_str()).collect();
        let least =
            if query.verb != Verb::Supersede && of_subject == thing { LIKELY_OF_SUBJECT } else { least };
        let whole = &row.whole;
        let own = stems(whole.glossed.words(), named);
        let complete = wanted.iter().all(|stem| own.contains(stem.as_str()));
        let of_it = whole.first > 0.5 || common;
        if complete && of_it && !whole.conflicts() && (least..MEANT).contains(&row.probability) {
            row.probability = MEANT + row.probability / 4.0;
            row.told = row.told.max(if having { TOLD } else { 0.0 });
        }
    }
}

/// Everything about a thing that is no name, and has several words: what says it word for word is of it, where it is likely at all.
fn of_thing(query: &Query<'_>, rows: &mut [Row]) {
    let core = query.request.core;
    let thing = words(core);
    let content = thing.iter().filter(|word| word.content).count();
    let whole =
        query.request.extent == Extent::Everything && query.sought() == 0 && query.verb != Verb::Supersede;
    if !whole || !(2..=4).contains(&content) || query.request.except.is_some() {
        return;
    }
    let from = thing.iter().position(|word| word.content).unwrap_or(0);
    let thing: Vec<&str> = thing[from..].iter().map(|word| word.stem.as_str()).collect();
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        let own: Vec<&str> = row.whole.glossed.words().iter().map(|word| word.stem.as_str()).collect();
        let says = own.windows(thing.len()).any(|some| some == thing.as_slice());
        if says && !row.whole.conflicts() && (LIKELY_OF_THING..MEANT).contains(&row.probability) {
            row.tell(MEANT + row.probability / 4.0, TOLD);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    #[test]
    fn what_has_all_that_is_asked_for_is_meant() {
        let texts = ["The photo on the player pass of يوسف حداد is old.", "Yusuf Haddad brings the flags."];
        let texts = Texts::of(&texts).touched(&Mutation::purge("Yusuf Haddad's player pass"));
        assert_eq!(texts, ["The photo on the player pass of يوسف حداد is old."]);
    }
}

//! A statement with one of several objects, "that Mia likes olives" of "Mia likes capers, olives and anchovies": the others stay.

use std::collections::BTreeSet;

use nepenthe_text::clause::{self, PartyList};
use nepenthe_text::word::{Word, words};

use crate::Verb;
use crate::canonical::query::Query;

/// What is left of a text that states of several objects what the request states of some; `None` for any other.
pub(in crate::canonical) fn without(query: &Query<'_>, text: &str) -> Option<String> {
    if !query.is_statement() || query.verb == Verb::Supersede {
        return None;
    }
    let asked: BTreeSet<&str> =
        query.own_words.iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
    let mut rest = text.to_owned();
    while let Some(shorter) = without_one(&asked, &rest) {
        rest = shorter;
    }
    let own = words(text);
    let says_all = asked.iter().all(|stem| own.iter().any(|word| word.stem == *stem));
    (says_all && rest != text).then_some(rest)
}

/// The text without the first object that is asked for, where others are not.
fn without_one(asked: &BTreeSet<&str>, text: &str) -> Option<String> {
    let is_asked = |word: &Word| word.content && asked.contains(word.stem.as_str());
    let lists = clause::parties(text);
    let list = lists.iter().rfind(|list| !list.subject && ends(list, text))?;
    let members = list.members.iter().map(|member| (member, words(&text[member.span.clone()])));
    let (gone, kept): (Vec<_>, Vec<_>) = members.partition(|(_, words)| words.iter().any(is_asked));
    // "Allergic to milk" is more than an object.
    let plain = |words: &[Word]| words.iter().skip(1).all(|word| word.content);
    let before = words(&text[..list.span.start]);
    let stated = before.iter().filter(|word| is_asked(word)).count() > 1;
    let sure = stated && !kept.is_empty() && gone.iter().all(|(_, words)| plain(words));
    let (member, _) = gone.first().filter(|_| sure)?;
    clause::without_party(text, member.span.clone())
}

/// Whether nothing follows a list.
fn ends(list: &PartyList, text: &str) -> bool {
    !text[list.span.end..].contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;

    fn rest(request: &str, text: &str) -> Option<String> {
        let mutation = Mutation::release(request);
        without(&Query::new(&mutation, request, Components::default()), text)
    }

    #[test]
    fn the_other_objects_stay() {
        for (request, text, left) in [
            ("that Mia likes capers", "Mia likes capers, figs and dill.", "Mia likes figs and dill."),
            ("that Mia likes dill", "Mia likes capers, figs and dill.", "Mia likes capers and figs."),
            (
                "that Tess plays the harp and oboe",
                "Tess plays the cello, the harp and the oboe.",
                "Tess plays the cello.",
            ),
        ] {
            assert_eq!(rest(request, text).as_deref(), Some(left), "{request}");
        }
    }

    #[test]
    fn what_is_asked_for_whole_or_is_no_object_is_left_to_the_judge() {
        for (request, text) in [
            ("that Mia likes capers and figs", "Mia likes capers and figs."),
            ("that Mia likes plums", "Mia likes capers and figs."),
            ("that Lars is allergic to milk", "Lars is allergic to milk, eggs and soy."),
            ("that Bo moved to Oslo", "Bo moved to Oslo and Ana to Bergen."),
            ("that Ana had tea", "Ana and Bo had tea."),
            ("Mia's capers", "Mia likes capers and figs."),
        ] {
            assert_eq!(rest(request, text), None, "{request}");
        }
    }
}

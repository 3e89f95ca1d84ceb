//! Who is meant by what another memory says of them: "everything about the owner of the green kayak" is everything about Runhild, where a
//! memory says that the green kayak is Runhild's; "where our second violin practises" is where Aila does.

use std::collections::BTreeSet;

use nepenthe_text::entity::name::{self, Kind};
use nepenthe_text::word::words;

use super::Components;
use super::rule::Rule;
use crate::corpus::{CorpusError, Include, RecallMode, RecallOptions};
use crate::{Memories, Mutation, Verb};

/// How many memories are looked at, and how long one may be that says who is meant.
const POOL: usize = 24;
const LONGEST: usize = 10;
const OWNERS: &[&str] = &[
    "owner", "driver", "keeper", "tenant", "holder", "author", "builder", "maker", "renter", "painter",
    "inventor", "buyer",
];
const PEOPLE: &[&str] =
    &["the person", "the man", "the woman", "the one", "the people", "somebody", "the child"];
/// What asks for all that is known of somebody, before them.
const ALL: &[&str] = &[
    "everything", "all", "anything", "whatever", "what we know", "what you know", "what is known", "notes",
    "records",
];
const ABOUT: &[&str] = &["about", "on", "of", "regarding", "concerning"];
/// What follows them, and says no more of the thing.
const ENDS: &[&str] = &[
    "is", "has", "was", "may", "can", "should", "must", "left", "died", "and", "but", "except", "who",
    "that", "moved", "wants",
];

/// The request with the name of who is meant; `None` where it says nobody so, or no memory, or several, tell who.
pub(super) fn named(
    mutation: &Mutation,
    words: &str,
    memories: &Memories<'_>,
    components: Components,
) -> Result<Option<String>, CorpusError> {
    if !components.has(Rule::Pointed) || !components.names {
        return Ok(None);
    }
    match mutation.verb() {
        Verb::Release | Verb::Purge => {
            let Some(thing) = thing(words) else { return Ok(None) };
            let include = if mutation.verb() == Verb::Purge { Include::All } else { Include::Live };
            let texts = recalled(&thing, include, memories)?;
            let who: BTreeSet<String> = texts.iter().filter_map(|text| owner(text, &thing)).collect();
            Ok(only(who).map(|who| format!("everything about {who}")))
        }
        Verb::Supersede => {
            let texts = recalled(words, Include::Live, memories)?;
            let told: BTreeSet<(String, String)> =
                texts.iter().filter_map(|text| role(text, words)).collect();
            Ok(only(told).map(|(phrase, who)| words.replacen(&phrase, &who, 1)))
        }
        _ => Ok(None),
    }
}

fn only<T>(all: BTreeSet<T>) -> Option<T> {
    let mut all = all.into_iter();
    all.next().filter(|_| all.next().is_none())
}

fn recalled(words: &str, include: Include, memories: &Memories<'_>) -> Result<Vec<String>, CorpusError> {
    let options = RecallOptions::new(POOL).with_mode(RecallMode::Lexical).with_include(include);
    Ok(memories.recall(words, &options)?.into_iter().map(|found| found.hit.memory.text).collect())
}

/// The thing by which a request points at somebody, with what they did: "the green kayak", "wrote the tide book".
fn thing(request: &str) -> Option<String> {
    let text = request.trim_end_matches(['.', '!', '?', ' ']);
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return None;
    }
    let (at, from) = OWNERS
        .iter()
        .find_map(|owner| {
            let phrase = format!("{owner} of ");
            lower.find(&phrase).map(|at| (at, at + phrase.len()))
        })
        .or_else(|| {
            let who = PEOPLE.iter().map(|one| format!("{one} who "));
            who.chain(["whoever ".to_owned()]).find_map(|one| lower.find(&one).map(|at| (at, at + one.len())))
        })
        .or_else(|| {
            // "The three-legged cat's owner".
            let end = OWNERS.iter().find_map(|owner| {
                let phrase = format!("'s {owner}");
                let at = lower.find(&phrase)?;
                let behind = &lower[at + phrase.len()..];
                (behind.is_empty() || behind.starts_with([',', ';', '.', ':'])).then_some(at)
            })?;
            let from = ["the ", "our ", "my "]
                .iter()
                .filter_map(|the| lower[..end].rfind(the).map(|at| (at, at + the.len())))
                .max()?;
            Some((from.0, from.0))
        })?;
    let before = lower[..at].trim_end().trim_end_matches("the").trim_end();
    let about = before.rsplit(' ').next().is_some_and(|last| ABOUT.contains(&last));
    let all = about && ALL.iter().any(|all| format!(" {before} ").contains(&format!(" {all} ")));
    let first =
        before.is_empty() && lower.starts_with("whoever ") && lower.contains("nothing about that person");
    let forget = matches!(before, "forget" | "forget about" | "delete" | "erase" | "purge");
    if !(all || first || forget) {
        return None;
    }
    let rest = &text[from..];
    let rest = rest.split([',', ';', '.', ':', '(']).next().unwrap_or_default();
    let rest = rest.split("'s ").next().unwrap_or_default();
    let said: Vec<&str> = rest.split(' ').filter(|word| !word.is_empty()).collect();
    let end = said
        .iter()
        .skip(1)
        .position(|word| ENDS.contains(&word.to_lowercase().as_str()))
        .map_or(said.len(), |at| at + 1);
    let thing = said[..end].join(" ");
    // One plain word may be anybody's.
    let content = words(&thing).iter().filter(|word| word.content).count();
    (content > 0 && end <= 6).then_some(thing)
}

/// Who has the thing, by a text that says so.
fn owner(text: &str, thing: &str) -> Option<String> {
    const OWN: &[&str] = &[
        "belong", "belongs", "belonged", "by", "owner", "owns", "rents", "drives", "keeps", "built", "wrote",
        "bought", "rented", "owned", "driver", "tenant", "keeper", "author", "made", "holder",
    ];
    let own = words(text);
    if own.len() > LONGEST {
        return None;
    }
    let asked = words(thing);
    // The verb may be said otherwise: "rents plot 9" as "Plot 9: Casimir".
    let nouns = asked.iter().filter(|word| word.content);
    let lacking: Vec<_> =
        nouns.clone().filter(|word| !own.iter().any(|said| said.stem == word.stem)).collect();
    let verb =
        |place: &nepenthe_text::word::Word| asked.first().is_some_and(|first| first.span == place.span);
    if lacking.len() > 1 || lacking.iter().any(|word| !verb(word)) || nouns.count() == lacking.len() {
        return None;
    }
    let names: Vec<_> = name::names(text)
        .into_iter()
        .filter(|name| matches!(name.kind, Kind::Person | Kind::Unknown))
        .filter(|name| {
            !words(&name.text).iter().any(|word| asked.iter().any(|asked| asked.stem == word.stem))
        })
        .collect();
    let [name] = names.as_slice() else { return None };
    let behind = text[name.span.end..].trim_end_matches(['.', '!', ' ']);
    let who = name.text.strip_suffix("'s").or_else(|| name.text.strip_suffix("’s")).unwrap_or(&name.text);
    let possessed = (behind == "'s" || behind == "’s" || behind.is_empty() && who.len() < name.text.len())
        && text.contains(" is ");
    let record = text[..name.span.start].trim_end().ends_with([':', '|', '=', '–', '—']) && behind.is_empty();
    let says = own.iter().any(|word| OWN.contains(&word.folded.as_str()));
    (possessed || record || says).then(|| who.to_owned())
}

/// The phrase of a request for somebody's role, with who a text says has it: "our second violin" of "Aila is our second violin".
fn role(text: &str, request: &str) -> Option<(String, String)> {
    let text = text.trim_end_matches(['.', '!', ' ']);
    let (who, phrase) = text.split_once(" is ")?;
    let (the, noun) = phrase.split_once(' ')?;
    let named =
        who.split(' ').count() <= 3 && who.split(' ').all(|word| word.starts_with(char::is_uppercase));
    let plain = noun.contains(' ') && noun.chars().all(|c| c.is_lowercase() || matches!(c, ' ' | '-'));
    if !named || !plain || !matches!(the, "our" | "the" | "my") || noun.split(' ').count() > 4 {
        return None;
    }
    let found = ["our ", "the ", "my "].iter().find_map(|the| {
        let phrase = format!("{the}{noun}");
        let at = request.find(&phrase)?;
        let bounded = !request[at + phrase.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
        bounded.then_some(phrase)
    })?;
    Some((found, who.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_pointed_at_is_told_by_a_thing() {
        for (request, told) in [
            ("What we know of the owner of the green kayak is no longer needed.", "the green kayak"),
            ("everything about whoever rents plot 9; the plot itself stays on file", "rents plot 9"),
            ("all notes on the three-legged cat's owner", "the three-legged cat"),
            (
                "whoever wrote the tide book has died; nothing about that person is needed",
                "wrote the tide book",
            ),
            ("forget all about whoever built the sundial", "built the sundial"),
        ] {
            assert_eq!(thing(request).as_deref(), Some(told), "{request}");
        }
        for request in [
            "the owner's manual of the green kayak",
            "everything about the green kayak",
            "the address of the owner of the green kayak",
            "the number of the green kayak",
        ] {
            assert_eq!(thing(request), None, "{request}");
        }
    }

    #[test]
    fn a_memory_tells_who_it_is() {
        for (text, thing, who) in [
            ("The green kayak is Runhild's.", "the green kayak", Some("Runhild")),
            ("Plot 9: Casimir Oakes.", "rents plot 9", Some("Casimir Oakes")),
            ("The tide book was written by Ambjorn Rusk.", "wrote the tide book", Some("Ambjorn Rusk")),
            ("The red kayak is Maija's.", "the green kayak", None),
            ("The tap at plot 9 drips.", "rents plot 9", None),
            ("Maija painted the green kayak for Runhild.", "the green kayak", None),
        ] {
            assert_eq!(owner(text, thing).as_deref(), who, "{text}");
        }
    }

    #[test]
    fn a_role_of_several_words_is_read_as_its_bearer() {
        let request = "where our second violin practises";
        assert_eq!(
            role("Aila is our second violin.", request),
            Some(("our second violin".into(), "Aila".into()))
        );
        assert_eq!(role("Aila is our first violin.", request), None);
        assert_eq!(role("The hall is our second home.", request), None);
    }
}

//! The identifiers and names that a request is about.

use std::ops::Range;

use crate::clause;
use crate::entity::identifier::{self, Identifier, Kind, is_value};
use crate::entity::name::{self, Name};
use crate::gazetteer::attribute;
use crate::gazetteer::non_entity::no_entity;
use crate::relation;
use crate::request::{self, Extent, Request};

/// What a request names.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    /// Identifiers, dates, times and amounts among them.
    pub identifiers: Vec<Identifier>,
    /// Names, the first being what is meant where everything about something is asked for.
    pub names: Vec<Name>,
    /// Whether what is asked for only has to do with the first name, and no identifier says who is meant ("the party for
    /// Milo"), or is something of what an identifier names: "order 6015 status".
    pub narrow: bool,
}

/// Reads the identifiers and names of a request.
///
/// A capitalised word behind a label ("project Marula") is a name; a word that labels an identifier ("ISSN 0317-8471") is
/// none. Days, months, languages and peoples are nobody, except where they stand inside a name ("Chiang Mai").
#[must_use]
pub fn mentions(words: &str, request: &Request<'_>) -> Mentions {
    let core = request.core;
    let offset = position(words, core).start;
    let mut names = named(words, request, offset);
    names.retain(|name| name.kind != name::Kind::NoEntity && !is_phrase(name));
    own(words, request, &mut names);
    // "The ½-inch hose": a unit is nobody.
    let values = identifier::values(words);
    names.retain(|name| !values.iter().any(|value| value.is_quantity() && overlap(&value.span, &name.span)));
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let all_capitals = core.split_whitespace().count() > 1 && core.split_whitespace().all(capital);
    let all_terms = core.split_whitespace().all(name::term);
    // "Veras Telefonnummer".
    let whose = names.iter().any(|name| name.possessive);
    let named = whose || names.iter().any(|name| name.text == core);
    if all_capitals
        && !all_terms
        && !named
        && core.chars().all(|character| character.is_alphabetic() || character == ' ')
    {
        let name = Name::of(core);
        names = vec![Name { span: name.span.start + offset..name.span.end + offset, ..name }];
    }
    // "Die Handynummer und die Mailadresse von Jutta Kern" names her alone.
    let part = matches!(request.extent, Extent::Attribute | Extent::Topic) && core.contains(' ');
    names.retain(|name| {
        let of_all = |word: &String| attribute::is_german(word) || of_relation(core, word);
        !part || name.text == core || !name.words.iter().all(of_all)
    });
    let touches = |identifier: &Identifier, name: &Name| {
        overlap(&(identifier.span.start + offset..identifier.span.end + offset), &name.span)
            || identifier.text == name.text
    };
    let mut identifiers = identifier::query_mentions(core);
    // "That Mira failed B2": in a statement a letter and a digit are a grade, unless a noun says what they number.
    let stated = request.extent == Extent::Statement || core.starts_with("that ");
    let graded = |one: &Identifier| {
        one.kind == Kind::Reference && one.label.is_none() && one.canonical.chars().count() < 3
    };
    identifiers.retain(|one| !(stated && graded(one)));
    // "Guest Finnish fluency": nobody has a language for a login.
    identifiers.retain(|one| one.kind != Kind::Handle || !capital(&one.text) || !no_entity(&one.text));
    let phrases = phrases(core, offset, &names);
    if !phrases.is_empty() {
        let worded = |one: &Identifier| matches!(one.kind, Kind::Handle | Kind::Code);
        identifiers
            .retain(|one| !worded(one) && !phrases.iter().any(|phrase| overlap(&phrase.span, &one.span)));
        identifiers.extend(phrases);
    }
    identifiers.retain(|identifier| {
        let account = identifier.text.contains('\\');
        let is_name = identifier.kind == Kind::Handle && capital(&identifier.text) && !account;
        !(is_name && names.iter().any(|name| touches(identifier, name)))
    });
    // "OTP AWS 895464": the number is enough where it is long enough to be one of its kind.
    let numbers: Vec<Identifier> = identifiers
        .iter()
        .filter(|identifier| identifier.kind == Kind::Reference)
        .filter_map(|identifier| identifier.text.rsplit(' ').next())
        .filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        .filter(|number| number.len() >= 6 && number.trim_start_matches('0').len() >= 4)
        .flat_map(identifier::query_mentions)
        .collect();
    identifiers.extend(numbers);
    let labels = |name: &Name| {
        identifiers.iter().any(|identifier| {
            let label = identifier.label.as_deref().unwrap_or_default();
            touches(identifier, name) || (!label.is_empty() && name.text.eq_ignore_ascii_case(label))
        })
    };
    names.retain(|name| !labels(name));
    // Beside an identifier only a person's name says who is meant as surely as the identifier does.
    if identifiers.iter().any(|identifier| !is_value(identifier.kind)) {
        names.retain(|name| name.kind == name::Kind::Person);
    }
    let nobody_else = identifiers.iter().all(|identifier| is_value(identifier.kind));
    let narrow = nobody_else
        && !recalls_person(words, offset + core.len())
        && names.first().is_some_and(|name| !heads(name, words, offset));
    let narrow = narrow || is_of_identifier(&identifiers, core);
    Mentions { identifiers, names, narrow }
}

/// Whether a word is the relation that is asked for: "die Adresse meiner Schwägerin".
fn of_relation(core: &str, word: &str) -> bool {
    relation::asked(core).is_some_and(|relation| core.get(relation.span) == Some(word))
}

/// Tells whether what nothing says to be a name is a phrase in small letters: "takes his pills", "the user's".
fn is_phrase(name: &Name) -> bool {
    let own = |word: &str| word.ends_with("'s") || word.ends_with("’s");
    let small = name.text.chars().all(|c| !c.is_alphabetic() || c.is_lowercase());
    let mut words = name.text.split_whitespace();
    name.kind == name::Kind::Unknown && small && words.any(|word| own(word) || clause::is_small(word))
}

/// Nouns for what has a name or an identifier itself, or for all that is known of it.
const ITSELF: &[&str] = &[
    "account", "booking", "reservation", "order", "ticket", "login", "session", "code", "key", "token",
    "number", "card", "invoice", "customer", "user", "patient", "client", "profile", "information", "info",
    "details", "data", "records", "record", "file", "files", "folder", "entry", "entries", "notes",
    "history", "facts", "memories", "memory", "everything", "dossier", "case", "matter", "branch", "repo",
    "server", "host", "row", "rows",
];

/// Tells whether plain nouns behind an identifier say what of it is asked for: "order 6015 status", but not "order 6015 history".
fn is_of_identifier(identifiers: &[Identifier], core: &str) -> bool {
    const MOST: usize = 4;
    const SHORT: usize = 3;
    const LINKS: &[&str] = &[
        "and", "or", "of", "for", "from", "in", "on", "at", "to", "with", "by", "is", "was", "has", "that",
        "which", "who", "also", "too", "please", "again", "as", "und", "et", "y", "e", "en",
    ];
    // "The number 12 tram".
    let long = |one: &Identifier| one.canonical.chars().count() >= SHORT;
    let last =
        identifiers.iter().filter(|one| !is_value(one.kind) && long(one) && one.span.end <= core.len());
    let Some(last) = last.max_by_key(|one| one.span.end) else { return false };
    let Some(behind) = core[last.span.end..].strip_prefix(' ') else { return false };
    let words: Vec<&str> = behind.split(' ').collect();
    let plain = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_lowercase() || c == '-');
    words.len() <= MOST
        && words.iter().all(plain)
        && !words.first().is_some_and(|word| LINKS.contains(word))
        && !words.iter().any(|word| ITSELF.contains(word))
}

/// Where a part of a text stands in it; the text's beginning, where it is no part of it.
pub(crate) fn position(words: &str, part: &str) -> Range<usize> {
    let at = (part.as_ptr() as usize).wrapping_sub(words.as_ptr() as usize);
    let stands = |at: &usize| words.get(*at..).is_some_and(|tail| tail.starts_with(part));
    let at = Some(at).filter(stands).or_else(|| words.find(part)).unwrap_or(0);
    at..at + part.len()
}

/// Leaves the names that are asked for: what is said before the order or of what is to stay names nobody that is meant, nor
/// does a reason, unless it tells another name of the same. Where a part is asked for, names of the reason stand last.
fn own(words: &str, request: &Request<'_>, names: &mut Vec<Name>) {
    let core = position(words, request.core);
    let aside: Vec<Range<usize>> =
        [request.preamble, request.except].into_iter().flatten().map(|part| position(words, part)).collect();
    let outside = |name: &Name| !overlap(&name.span, &core);
    let told = |name: &Name| {
        let (before, behind) = (words.get(..name.span.start), words.get(name.span.end..));
        request::is_alias(before.unwrap_or_default(), behind.unwrap_or_default())
    };
    names.retain(|name| core.start < name.span.end || told(name));
    names.retain(|name| !outside(name) || !aside.iter().any(|part| overlap(part, &name.span)));
    // "The rumour: that Bo has left".
    let stated = request.reason.is_some_and(|reason| reason.starts_with("that "));
    if matches!(request.extent, Extent::Everything | Extent::Ended) && !stated {
        names.retain(|name| !outside(name) || told(name));
    }
    names.sort_by_key(|name| outside(name) && !told(name));
}

/// The names of a request, behind what stands before its order. In a script without capitals a name has no end but that of
/// what is asked for.
fn named(words: &str, request: &Request<'_>, offset: usize) -> Vec<Name> {
    let core = request.core;
    let cased = core
        .chars()
        .find(|character| character.is_alphabetic())
        .is_none_or(|c| c.is_lowercase() || c.is_uppercase());
    let whole = cased || core.len() == words.len();
    let before = request.preamble.map_or(0, |preamble| position(words, preamble).end);
    // What is to stay may be said first.
    let kept = request.except.map_or(0, |except| position(words, except).end);
    let before = before.max(if kept <= offset { kept } else { 0 });
    let from = before + words[before..].find(char::is_alphanumeric).unwrap_or(0);
    let (text, from) = if whole { (&words[from..], from) } else { (core, offset) };
    let mut names = name::query_mentions(text);
    for name in &mut names {
        name.span = name.span.start + from..name.span.end + from;
    }
    // "Lösch von Jutta Kern die Handynummer": the order is no part of the name.
    if names.iter().any(|name| name.span.start < offset && offset < name.span.end) {
        names = name::query_mentions(core);
        for name in &mut names {
            name.span = name.span.start + offset..name.span.end + offset;
        }
    }
    names
}

/// What the request quotes as one exact name or literal. A person's name is found in more forms than the quoted one.
fn phrases(core: &str, offset: usize, names: &[Name]) -> Vec<Identifier> {
    let mut phrases = identifier::phrase::wanted(core);
    phrases.retain(|phrase| {
        let (start, end) = (phrase.span.start + offset, phrase.span.end + offset);
        !names
            .iter()
            .any(|name| name.kind == name::Kind::Person && name.span.start <= start && end <= name.span.end)
    });
    phrases
}

/// Tells whether the request is about what a name names, not about something of it or with it: "the tenant Bruno Salk",
/// but not "the party for Milo" nor "Milo's party". What is of a place is about the place: "the city of Munich", "everything about trips to
/// Yangon", but not "the conference in Munich".
fn heads(name: &Name, words: &str, asked: usize) -> bool {
    const WITH: &[&str] = &[
        "for", "with", "to", "of", "from", "at", "by", "against", "between", "in", "on", "and", "für", "mit",
        "zu", "von", "vom", "zum", "bei", "gegen", "pour", "avec", "de", "du", "chez", "contre", "con",
        "para", "por", "del", "di", "met", "voor", "van",
    ];
    const WHERE: &[&str] = &[
        "for", "with", "to", "from", "at", "by", "between", "in", "near", "für", "mit", "nach", "vom", "bei",
        "pour", "à", "para", "en", "met", "voor",
    ];
    let before = words.get(asked..name.span.start).unwrap_or_default();
    let phrase = before.rsplit([',', ';', ':', '(']).next().unwrap_or_default().to_lowercase();
    let of_it =
        words.get(name.span.end..).unwrap_or_default().trim_start_matches(['\'', '’', 's']).trim_start();
    let part_of_it = name.possessive && of_it.starts_with(char::is_alphabetic);
    // "The city of Verona", whatever else is called so.
    let settled = phrase.trim_end().strip_suffix(" of").is_some_and(|head| {
        head.rsplit(' ')
            .next()
            .is_some_and(|noun| name::is_settlement(noun) || noun == "island" || noun == "planet")
    });
    let is_place = name.kind == name::Kind::Place || settled;
    let linked = |links: &[&str]| phrase.split_whitespace().any(|word| links.contains(&word));
    let heads = match is_place {
        true => !linked(WHERE) || all_about(words, asked),
        false => !linked(WITH),
    };
    heads && !part_of_it && !tells_which(name, words, asked)
}

/// Tells whether the order behind what is asked for says that a person is: "my fling with Rose is over, forget her".
fn recalls_person(words: &str, behind: usize) -> bool {
    const PERSONAL: &[&str] = &["him", "her"];
    let order = words.get(behind..).unwrap_or_default().to_lowercase();
    order.split(|c: char| !c.is_alphanumeric()).any(|word| PERSONAL.contains(&word))
}

/// Tells whether a name only says which thing is asked for: "the Lisbon lease", "the Redis upgrade", but not "everything about the
/// Lisbon office" and "the Redis records".
fn tells_which(name: &Name, words: &str, asked: usize) -> bool {
    let article = words.get(asked..name.span.start).is_some_and(|text| text.eq_ignore_ascii_case("the "));
    let behind = words.get(name.span.end..).and_then(|text| text.strip_prefix(' ')).unwrap_or_default();
    let noun = behind.split(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap_or_default();
    let thing = noun.starts_with(char::is_lowercase) && !ITSELF.contains(&noun) && !clause::is_small(noun);
    article && thing && !all_about(words, asked)
}

/// Whether all is asked for about what stands behind: "everything about", "every record on".
fn all_about(words: &str, asked: usize) -> bool {
    const ABOUT: &[&str] = &["about", "on", "of", "regarding", "concerning"];
    // "Notes on the Berlin meetup" may be of a meetup that nobody noted.
    const ALL: &[&str] = &["everything", "all", "anything", "every", "whatever", "any"];
    let before = words.get(..asked).unwrap_or_default().trim_end().to_lowercase();
    (before.ends_with(" to do with") || before.rsplit(' ').next().is_some_and(|last| ABOUT.contains(&last)))
        && before.split(' ').any(|word| ALL.contains(&word))
}

pub(crate) fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

//! What a mutation asks for, read once: extent, identifiers, names, words, stance and values.

use std::collections::BTreeSet;

use nepenthe_text::identifier::{self, Identifier, Kind};
use nepenthe_text::name::{self, Finder, Name};
use nepenthe_text::request::{self, Extent, Request};
use nepenthe_text::stance::{self, Stance};
use nepenthe_text::word::{self, Word};

use super::part::overlap;
use crate::control::{Mutation, Verb};

/// A mutation in words, understood as far as words go.
pub(super) struct Ask<'a> {
    pub(super) verb: Verb,
    pub(super) words: &'a str,
    /// The statement that takes the old one's place, for a supersede.
    pub(super) new: Option<&'a str>,
    pub(super) request: Request<'a>,
    /// The action of the mutation on a whole memory.
    pub(super) action: crate::control::Action,
    pub(super) identifiers: Vec<Identifier>,
    pub(super) names: Vec<Name>,
    /// One for each name.
    pub(super) finders: Vec<Finder>,
    /// Stems of the words of the names.
    pub(super) of_names: BTreeSet<String>,
    /// Stems of what is asked for, without those of the names and identifiers.
    pub(super) stems: BTreeSet<String>,
    /// Stems of the new statement, likewise.
    pub(super) new_stems: BTreeSet<String>,
    pub(super) stance: Stance,
    pub(super) new_stance: Stance,
    /// Dates, times and amounts that the request names, in canonical form.
    pub(super) values: BTreeSet<String>,
}

impl<'a> Ask<'a> {
    pub(super) fn new(mutation: &'a Mutation, words: &'a str) -> Self {
        let request = request::parse(words);
        let new = match mutation {
            Mutation::Supersede { new, .. } => Some(new.text.as_str()),
            _ => None,
        };
        let (identifiers, names) = wanted(words, &request);
        let (values, identifiers): (Vec<_>, Vec<_>) =
            identifiers.into_iter().partition(|wanted| is_value(wanted.kind));
        let of_names: BTreeSet<String> =
            names.iter().flat_map(|name| word::words(&name.text)).map(|word| word.stem).collect();
        Ask {
            verb: mutation.verb(),
            words,
            new,
            action: mutation.action(),
            stems: asked(request.core, &of_names),
            new_stems: new.map(|new| asked(new, &of_names)).unwrap_or_default(),
            of_names,
            stance: stance::stance(request.core),
            new_stance: new.map(stance::stance).unwrap_or_default(),
            values: values.into_iter().map(|value| value.canonical).collect(),
            identifiers,
            finders: names.iter().map(Finder::new).collect(),
            names,
            request,
        }
    }

    /// Tells whether the request names its target by an identifier: what carries it is meant, and nothing else is.
    pub(super) fn by_identity(&self) -> bool {
        let whole = matches!(self.request.extent, Extent::Everything | Extent::Ended);
        // What is to be erased is told by what it carries, however the request is put.
        let purge = self.verb == Verb::Purge && self.request.extent != Extent::Statement;
        self.verb != Verb::Supersede && !self.identifiers.is_empty() && (whole || purge)
    }

    /// Tells whether what was read as identifiers may be plain words: few digits tell a code from a word.
    pub(super) fn may_be_misread(&self) -> bool {
        const TELLING: usize = 3;
        let digits = |text: &str| text.chars().filter(|character| character.is_numeric()).count();
        self.identifiers.iter().all(|identifier| digits(&identifier.canonical) < TELLING)
    }

    /// Tells whether the request is for everything about what its first name names.
    pub(super) fn by_name(&self) -> bool {
        let whole = matches!(self.request.extent, Extent::Everything | Extent::Ended);
        self.verb != Verb::Supersede && !self.by_identity() && !self.names.is_empty() && whole
    }

    /// What a relevance model reads of the request.
    pub(super) fn prompt(&self) -> String {
        match self.new {
            Some(new) => format!("{} : {} ; {new}", self.verb, self.words),
            None => format!("{} : {}", self.verb, self.words),
        }
    }
}

/// The identifiers and names that the request is about.
///
/// A capitalised word behind a label ("project Marula") is a name; a word that labels an identifier ("ISSN 0317-8471") is
/// none. Days, months, languages and peoples are nobody, except where they stand inside a name ("Chiang Mai").
fn wanted(words: &str, request: &Request<'_>) -> (Vec<Identifier>, Vec<Name>) {
    let core = request.core;
    let offset = words.find(core).unwrap_or(0);
    let mut names: Vec<Name> = name::wanted(words);
    names.retain(|name| name.kind != name::Kind::NoEntity);
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let all_capitals = core.split_whitespace().count() > 1 && core.split_whitespace().all(capital);
    if all_capitals && core.chars().all(|character| character.is_alphabetic() || character == ' ') {
        names = vec![Name::of(core)];
    }
    let touches = |identifier: &Identifier, name: &Name| {
        overlap(&(identifier.span.start + offset..identifier.span.end + offset), &name.span)
            || identifier.text == name.text
    };
    let mut identifiers = identifier::wanted(core);
    identifiers.retain(|identifier| {
        let is_name = identifier.kind == Kind::Handle && capital(&identifier.text);
        !(is_name && names.iter().any(|name| touches(identifier, name)))
    });
    // "OTP AWS 895464": the number is enough where it is long enough to be one of its kind.
    let numbers: Vec<Identifier> = identifiers
        .iter()
        .filter(|identifier| identifier.kind == Kind::Reference)
        .filter_map(|identifier| identifier.text.rsplit(' ').next())
        .filter(|number| number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit()))
        .flat_map(identifier::wanted)
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
    (identifiers, names)
}

/// Kinds that say when or how much rather than which.
pub(super) fn is_value(kind: Kind) -> bool {
    matches!(kind, Kind::Date | Kind::Time | Kind::Amount)
}

/// The stems of content words, except those of names.
pub(super) fn stems<'w>(words: &'w [Word], of_names: &BTreeSet<String>) -> BTreeSet<&'w str> {
    let told = words.iter().filter(|word| word.content && !of_names.contains(&word.stem));
    told.map(|word| word.stem.as_str()).collect()
}

/// The same of a text of the request.
fn asked(text: &str, of_names: &BTreeSet<String>) -> BTreeSet<String> {
    stems(&word::words(text), of_names).into_iter().map(str::to_owned).collect()
}

//! [`Segment`]: a memory, or one statement of it, with what it carries of what is asked for.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use nepenthe_llm::contract::{Annotation, AnnotationKind};
use nepenthe_text::Document;
use nepenthe_text::clause::ClauseKind;
use nepenthe_text::entity::identifier::{self, Identifier, Kind};
use nepenthe_text::entity::name::{self, How, Role};
use nepenthe_text::gloss;
use nepenthe_text::initialism;

use super::Components;
use super::model_input::ModelInput;
use super::query::{Query, is_value, stems};
use super::span::overlap;

/// How sure it is that a memory carries what its annotations say, and from which certainty on an annotation is what
/// is asked for.
const ANNOTATED: f32 = 0.7;
/// From which certainty on what is written otherwise is read as the request writes it; of a name, in a script without capitals,
/// none is surer by how it is used.
const RESPELLED: f32 = 0.7;
const RESPELLED_NAME: f32 = 0.6;
/// How sure it is that a word names somebody where the text says what they are.
const BEARER: f32 = 0.8;

/// Pronouns by which a statement may be about what another names.
const PRONOUNS: [&str; 44] = [
    "he", "she", "it", "they", "him", "her", "them", "his", "hers", "its", "their", "theirs", "who", "whose",
    "this", "that", "these", "those", "er", "sie", "es", "ihr", "ihm", "ihn", "sein", "seine", "ihre", "il",
    "elle", "lui", "ils", "elles", "son", "sa", "ses", "ella", "su", "sus", "suo", "sua", "hij", "zij",
    "zijn", "haar",
];

/// A memory, or one statement of it.
#[derive(Clone)]
pub(super) struct Segment {
    /// What it states, readable alone.
    pub(super) said: Rc<Document>,
    /// Where it is written in the memory's text.
    pub(super) span: Range<usize>,
    /// Where the text holds what was asked for, if it does.
    pub(super) carried: Option<Carried>,
    /// What looks like it and is not.
    pub(super) alike: Option<Alike>,
    /// What is read of it: identifiers and names that are wanted as the request writes them, if surely those, and English
    /// words for those of other languages.
    pub(super) reading: ModelInput,
    /// Certainty that a wanted identifier, or name, is in the segment.
    pub(super) identifier: f32,
    pub(super) name: f32,
    /// Whether a near miss of a wanted identifier, or name, is in it.
    pub(super) near_identifier: bool,
    pub(super) near_name: bool,
    /// How many other names it holds.
    pub(super) other_names: usize,
    /// Certainty that the first wanted name is in it: the one that a request for everything is about.
    pub(super) first: f32,
    /// The half of the first wanted name that it has, where it has no more of it, and names that look like the wanted one and are another's.
    pub(super) half: Option<Range<usize>>,
    pub(super) others_alike: Vec<String>,
    /// Which part of the wanted identifiers and names is in it, 0 to 1, and whether the first wanted name is.
    pub(super) share: f32,
    pub(super) first_name: bool,
    /// Whether another name stands at its start, and how many identifiers it holds that were not asked for.
    pub(super) other_subject: bool,
    pub(super) other_identifiers: usize,
    /// Whether one of these is of the sort of a wanted one: another e-mail address, another invoice.
    pub(super) another_alike: bool,
    /// What sort of statement it is; `None` for a memory as a whole.
    pub(super) kind: Option<ClauseKind>,
    /// The key of a field; empty where it has none.
    pub(super) key: String,
    /// The text of its reading.
    pub(super) glossed: Rc<Document>,
    /// The dates, times and amounts in it, in canonical form.
    pub(super) values: BTreeSet<String>,
}

/// A wanted identifier or name, found.
#[derive(Debug, Clone)]
pub(super) struct Carried {
    /// Where in the segment's text.
    pub(super) span: Range<usize>,
    pub(super) certainty: f32,
    /// For people: "same phone number, written +1 (555) 010-0199".
    pub(super) reason: String,
}

/// Something that looks like what is wanted, and is another.
#[derive(Debug, Clone)]
pub(super) struct Alike {
    pub(super) reason: String,
}

impl Segment {
    /// Of a text without annotations.
    pub(super) fn of(query: &Query<'_>, text: &str, components: Components) -> Self {
        Self::new(query, Rc::new(Document::new(text)), &[], components)
    }

    pub(super) fn new(
        query: &Query<'_>,
        said: Rc<Document>,
        annotations: &[Annotation],
        components: Components,
    ) -> Self {
        let recognised = if components.identifiers || components.values { said.identifiers() } else { &[] };
        let (values, others): (Vec<_>, Vec<_>) =
            recognised.iter().cloned().partition(|found| is_value(found.kind));
        let mut segment = Segment {
            glossed: Rc::clone(&said),
            said,
            span: 0..0,
            carried: None,
            alike: None,
            reading: ModelInput::default(),
            identifier: 0.0,
            name: 0.0,
            near_identifier: false,
            near_name: false,
            other_names: 0,
            first: 0.0,
            half: None,
            others_alike: Vec::new(),
            share: 0.0,
            first_name: false,
            other_subject: false,
            other_identifiers: 0,
            another_alike: false,
            kind: None,
            key: String::new(),
            values: values.into_iter().map(|value| value.canonical).collect(),
        };
        // Where identifiers and names that are wanted stand, and how they are read.
        let mut wanted = Vec::new();
        if components.identifiers {
            segment.look_for_identifiers(query, &mut wanted);
            segment.look_for_others(query, others);
        }
        if components.names {
            segment.look_for_names(query, &mut wanted);
        }
        if components.words {
            wanted.extend(initialism::counterparts(&segment.said, query.words));
        }
        let read = if components.glosses { ModelInput::in_english } else { ModelInput::new };
        segment.reading = read(&segment.said, wanted);
        if !segment.reading.is_as_written() {
            segment.glossed = Rc::new(Document::new(segment.reading.text.as_str()));
        }
        // What stands in the text comes first, and so does what is like it there and another.
        if !annotations.is_empty() && segment.carried() < ANNOTATED && segment.alike.is_none() {
            segment.look_in_annotations(query, annotations, components);
        }
        segment.share /= (query.identifiers.len() + query.names.len()).max(1) as f32;
        segment
    }

    fn look_for_identifiers(&mut self, query: &Query<'_>, read: &mut Vec<(Range<usize>, String)>) {
        let text = Rc::clone(&self.said);
        let text = identifier::Haystack::new(&text);
        for wanted in &query.identifiers {
            let found = text.find(wanted);
            let sure = found.iter().filter(|found| found.certainty >= RESPELLED);
            read.extend(sure.map(|found| (found.span.clone(), wanted.text.clone())));
            let best = found.into_iter().max_by(|a, b| a.certainty.total_cmp(&b.certainty));
            if let Some(found) = best {
                self.identifier = self.identifier.max(found.certainty);
                self.share += 1.0;
                let reason = found.explain(wanted.kind);
                self.carry(Carried { span: found.span, certainty: found.certainty, reason });
            } else if let Some(near) = text.near(wanted).into_iter().next() {
                self.near_identifier = true;
                self.alike.get_or_insert(Alike { reason: near.reason });
            }
        }
    }

    /// Looks for identifiers that were not asked for: where a segment has its own, it may be about another thing.
    fn look_for_others(&mut self, query: &Query<'_>, mut others: Vec<Identifier>) {
        let wanted = self.carried.as_ref().map(|carried| carried.span.clone()).unwrap_or_default();
        others.retain(|found| !overlap(&found.span, &wanted));
        self.other_identifiers = others.len();
        self.another_alike =
            others.iter().any(|other| query.identifiers.iter().any(|wanted| are_alike(wanted, other)));
        let namesake = |other: &&Identifier| {
            other.label.is_some() && query.identifiers.iter().any(|wanted| wanted.label == other.label)
        };
        if self.carried.is_none()
            && let Some(other) = others.iter().find(namesake)
        {
            self.near_identifier = true;
            self.alike.get_or_insert_with(|| Alike { reason: format!("another: {}", other.text) });
        }
    }

    /// Looks for what was asked for in what a language model added to the text, where the words that it is of are in
    /// the segment.
    fn look_in_annotations(&mut self, query: &Query<'_>, annotations: &[Annotation], components: Components) {
        for annotation in annotations {
            let Some(at) = self.said.find(&annotation.of) else { continue };
            let span = at..at + annotation.of.len();
            let value = &annotation.value;
            let reason = |what: String| format!("{what} by its annotation of {:?}", annotation.of);
            if annotation.kind == AnnotationKind::Identifier {
                for wanted in query.identifiers.iter().filter(|_| components.identifiers) {
                    let found = identifier::find(wanted, value);
                    if let Some(found) = found.iter().find(|found| found.certainty >= ANNOTATED) {
                        self.identifier = self.identifier.max(ANNOTATED);
                        self.share += 1.0;
                        let reason = reason(found.explain(wanted.kind));
                        self.carry(Carried { span: span.clone(), certainty: ANNOTATED, reason });
                    }
                }
                continue;
            }
            for (index, finder) in query.finders.iter().enumerate().filter(|_| components.names) {
                let found = finder.find(value);
                if let Some(found) = found.iter().find(|found| found.certainty >= ANNOTATED) {
                    self.name = self.name.max(ANNOTATED);
                    self.share += 1.0;
                    if index < query.wanted_names {
                        (self.first, self.first_name) = (self.first.max(ANNOTATED), true);
                    }
                    let reason = reason(format!("names {}", found.as_written));
                    self.carry(Carried { span: span.clone(), certainty: ANNOTATED, reason });
                }
            }
        }
    }

    fn look_for_names(&mut self, query: &Query<'_>, read: &mut Vec<(Range<usize>, String)>) {
        let mut own: Vec<Range<usize>> = Vec::new();
        let text = Rc::clone(&self.said);
        let text = name::Haystack::new(&text);
        for (index, (wanted, finder)) in query.names.iter().zip(&query.finders).enumerate() {
            let (found, near) = finder.scan_in(&text);
            own.extend(found.iter().map(|found| found.span.clone()));
            let weighed: Vec<_> = found
                .into_iter()
                .map(|found| {
                    let usage = name::usage(&self.said, found.span.clone()).score.max(0.05);
                    // "Pat has been our treasurer": who has a role is no common word.
                    let bears = || Role::said_of(&self.said, found.span.clone()).is_some();
                    let usage = if usage < BEARER && bears() { BEARER } else { usage };
                    // "river_moth" is no word in small letters.
                    let joined = found.how == How::Login && found.as_written.contains('_');
                    let usage = if joined { 1.0 } else { usage };
                    (found.certainty * usage, found)
                })
                .collect();
            let sure = weighed.iter().filter(|(_, found)| {
                wanted.kind != name::Kind::Unknown || found.how != How::Verbatim && found.how != How::Case
            });
            read.extend(sure.map(|(certainty, found)| {
                let whole = matches!(
                    found.how,
                    How::Accents
                        | How::Order
                        | How::Login
                        | How::Inflected
                        | How::Transliterated
                        | How::Exonym
                        | How::Nickname
                );
                let written = &self.said[found.span.clone()];
                let text = match whole && *certainty >= RESPELLED_NAME {
                    true => gloss::latin(&wanted.text) + possessive(written),
                    false => gloss::latin(written),
                };
                (found.span.clone(), text)
            }));
            if index == 0 {
                let persons = near.iter().filter(|near| !near.is_of_place());
                self.others_alike = persons.map(|near| near.as_written.clone()).collect();
            }
            if let Some((certainty, found)) = weighed.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
                if index == 0 && found.how.is_half() && certainty > 0.3 {
                    self.half = Some(found.span.clone());
                }
                self.name = self.name.max(certainty);
                self.share += f32::from(u8::from(certainty > 0.3));
                if index < query.wanted_names {
                    self.first = self.first.max(certainty);
                    self.first_name |= certainty > 0.3;
                }
                let reason = if found.as_written == wanted.text {
                    format!("names {}", wanted.text)
                } else {
                    format!("names {}, written {} ({})", wanted.text, found.as_written, found.how)
                };
                self.carry(Carried { span: found.span, certainty, reason });
            } else if let Some((span, certainty)) = query.by_role(index, &self.said).into_iter().next() {
                own.push(span.clone());
                let written = &self.said[span.clone()];
                read.push((span.clone(), gloss::latin(&wanted.text) + possessive(written)));
                self.name = self.name.max(certainty);
                self.share += 1.0;
                if index < query.wanted_names {
                    self.first = self.first.max(certainty);
                    self.first_name = true;
                }
                let reason = format!("{written:?} is {}", wanted.text);
                self.carry(Carried { span, certainty, reason });
            } else if let Some(near) = near.into_iter().next() {
                self.near_name = true;
                self.alike
                    .get_or_insert_with(|| Alike { reason: format!("{}: {}", near.as_written, near.reason) });
            }
        }
        let overlaps = |span: &Range<usize>| own.iter().any(|own| overlap(own, span));
        let names = self.said.names();
        let others = names.iter().filter(|name| name.kind != name::Kind::NoEntity && !overlaps(&name.span));
        for other in others {
            self.other_names += 1;
            // A heading ("Patient record: ...") is no subject of its own.
            let plain = |c: char| c.is_alphanumeric() || c == ' ';
            let behind = self.said[other.span.end..].trim_start_matches(plain);
            let heads = behind.starts_with([':', '|', '=']);
            let is_place = matches!(other.kind, name::Kind::Place | name::Kind::Organisation);
            self.other_subject |= other.span.start < 4 && !heads && !is_place;
        }
    }

    /// Tells whether it has a word that is asked for beside the names.
    pub(super) fn shares_a_word(&self, query: &Query<'_>) -> bool {
        let own = stems(self.glossed.words(), &query.of_names);
        query.stems.iter().any(|stem| own.contains(stem.as_str()))
    }

    /// The certainty that what is asked for by identifier or name is in it.
    pub(super) fn carried(&self) -> f32 {
        self.identifier.max(self.name)
    }

    /// Tells whether it holds what looks like the thing asked for, and not the thing.
    pub(super) fn conflicts(&self) -> bool {
        self.carried() < 0.3 && (self.near_identifier || self.near_name)
    }

    /// Tells whether it is a full statement that neither names what is asked for nor may mean it by a pronoun.
    pub(super) fn speaks_of_others(&self) -> bool {
        let stands_for_it = || self.said.words().iter().any(|word| PRONOUNS.contains(&word.folded.as_str()));
        let full = matches!(self.kind, Some(ClauseKind::Sentence | ClauseKind::Coordinate))
            && self.said.words().len() > 2;
        full && self.carried() < 0.3 && !stands_for_it()
    }

    fn carry(&mut self, carried: Carried) {
        if self.carried.as_ref().is_none_or(|before| before.certainty < carried.certainty) {
            self.carried = Some(carried);
        }
    }
}

/// Tells whether what was added to a text is something that is asked for.
pub(super) fn is_asked_for(query: &Query<'_>, annotation: &Annotation) -> bool {
    let value = &annotation.value;
    match annotation.kind {
        AnnotationKind::Identifier => query.identified(value).any(|found| found.certainty >= ANNOTATED),
        _ => query.named(usize::MAX, value).any(|(_, found)| found.certainty >= ANNOTATED),
    }
}

/// The possessive ending of a name or noun, if it has one.
fn possessive(written: &str) -> &str {
    let ending = ["'s", "’s"].into_iter().find(|ending| written.ends_with(ending));
    ending.unwrap_or_default()
}

/// Tells whether two identifiers are of one sort: of one kind; of codes, with the same noun, if both have one, and written alike.
fn are_alike(one: &Identifier, other: &Identifier) -> bool {
    let labels = one.label.is_none() || other.label.is_none() || one.label == other.label;
    one.kind == other.kind
        && labels
        && (!matches!(one.kind, Kind::Reference | Kind::Number) || shape(&one.text) == shape(&other.text))
}

/// How a code is written: "INV-2210" as "AAA-0000".
fn shape(text: &str) -> String {
    let class = |c: char| match c {
        c if c.is_numeric() => '0',
        c if c.is_alphabetic() => 'A',
        c => c,
    };
    text.chars().map(class).collect()
}

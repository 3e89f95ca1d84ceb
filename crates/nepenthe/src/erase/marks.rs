//! [`Marks`]: the keyed digests by which tombstones are laid and met.

use std::collections::HashSet;

use nepenthe_text::pages::head;
use nepenthe_text::{clause, fingerprint};

use super::guard;
use crate::model::StoreKey;
use crate::store::query::tombstone::{Kind, Kinds};

pub(super) type Mark = [u8; 16];

/// How many bytes of a text are read for its statements: a longer one is known as a whole, and by those at its beginning.
const READ: usize = 32 * 1024;

/// How many short forms of one text are known: the first ones, each by a digest that costs memory and time.
const SHORT_FORMS: usize = 1024;

/// How many guarded digests are made of what one text carries, and how much of it is read even where that gives more.
const DEAR: usize = 4096;
const LEAST: usize = 1024;

/// A statement with fewer words ("Closed.") is said of many things, unless what it holds tells of which.
const FEWEST_WORDS: usize = 3;

/// The digests of one text: those of it and its statements, and those of what it carries.
pub(super) struct Marks(pub(super) Vec<(Mark, Kind)>);

impl Marks {
    /// The digests by which these kinds of tombstones are met.
    pub(super) fn of(key: &StoreKey, kinds: &Kinds, text: &str) -> Self {
        Self::digested(key, kinds, strings(kinds, text))
    }

    /// The digests of what a name by which somebody acts has beside a text's.
    pub(super) fn of_actor(key: &StoreKey, kinds: &Kinds, actor: &str) -> Self {
        // Nepenthe's own programs are nobody.
        let named = !super::actor::is_own(actor);
        let strings = named.then(|| fingerprint::acting(actor)).into_iter().flatten();
        let strings: Vec<_> = strings.map(|string| (Kind::Identity, string)).collect();
        // As earlier versions laid them.
        let name = Some(Kind::Guarded(guard::NAME)).filter(|name| kinds.has(*name));
        let dear: Vec<String> = strings.iter().map(|(kind, string)| self::named(*kind, string)).collect();
        let older = name.map(|name| key.guarded(&dear).into_iter().map(move |mark| (mark, name)));
        let Self(mut marks) = Self::digested(key, kinds, strings);
        marks.extend(older.into_iter().flatten());
        Self(marks)
    }

    fn digested(key: &StoreKey, kinds: &Kinds, strings: impl IntoIterator<Item = (Kind, String)>) -> Self {
        let mut marks = Vec::new();
        let (mut guarded, mut dear) = (Vec::new(), Vec::new());
        for (kind, string) in strings {
            if kinds.has(kind) {
                marks.push((mark(key, kind, &string), kind));
            }
            if let Some(class) = guard::guarded(kind, &string).filter(|class| kinds.has(*class)) {
                guarded.push(class);
                dear.push(named(kind, &string));
            }
        }
        marks.extend(key.guarded(&dear).into_iter().zip(guarded));
        Self(marks)
    }
}

/// The strings by which these kinds of tombstones can be met by a text, in any of its readings.
pub(super) fn strings(kinds: &Kinds, text: &str) -> HashSet<(Kind, String)> {
    let readings = fingerprint::readings(text);
    let texts = || std::iter::once(text).chain(readings.iter().map(String::as_str));
    let mut strings = identities(kinds, texts);
    strings.extend(texts().flat_map(|text| known(met_forms(text))).map(|form| (Kind::Text, form)));
    strings
}

/// The strings of what texts carry: of as much of their beginnings as can be digested in good time.
fn identities<'t, I>(kinds: &Kinds, texts: impl Fn() -> I) -> HashSet<(Kind, String)>
where
    I: Iterator<Item = &'t str>,
{
    let mut most = fingerprint::LONGEST;
    loop {
        let carried = texts().flat_map(|text| fingerprint::carried(&text[..text.floor_char_boundary(most)]));
        let strings: HashSet<_> = carried.map(|string| (Kind::Identity, string)).collect();
        let guarded = |(kind, string): &&(Kind, String)| {
            guard::guarded(*kind, string).is_some_and(|class| kinds.has(class))
        };
        if most <= LEAST || strings.iter().filter(guarded).count() <= DEAR {
            return strings;
        }
        most /= 2;
    }
}

pub(super) fn mark(key: &StoreKey, kind: Kind, string: &str) -> Mark {
    key.tombstone(&named(kind, string))
}

pub(super) fn named(kind: Kind, string: &str) -> String {
    format!("{}\0{string}", kind.as_str())
}

/// The forms of an erased text, as it is written and without what only wraps it.
pub(super) fn laid_forms(text: &str) -> Vec<String> {
    let mut all = forms(text, &fingerprint::layers(text)[0], fingerprint::laid_forms);
    let read = head(text, READ);
    let clauses = clause::split(read);
    // What the next login says as well is not kept out with this one.
    let mut also: HashSet<String> = HashSet::new();
    for statement in clauses.iter().filter(|_| clauses.len() > 1).map(|clause| clause.standalone.as_str()) {
        if fingerprint::is_of_login(text, statement) {
            also.extend(of_statements(statement, fingerprint::laid_forms));
        }
    }
    all.retain(|form| !also.contains(form));
    let written = clauses.iter().filter(|_| clauses.len() > 1).map(|clause| &read[clause.span.clone()]);
    let said = written.map(without_link).filter(|said| {
        said.split_whitespace().count() >= FEWEST_WORDS && !fingerprint::is_of_login(text, said)
    });
    all.extend(said.map(alone));
    known(all)
}

/// The form of a clause as it is written, whose subject may be a pronoun, where it is the whole of a text: "Her salary is 61,000."
fn alone(text: &str) -> String {
    format!("alone {}", fingerprint::normal_form(text))
}

/// A clause without what links it to the one before.
fn without_link(clause: &str) -> &str {
    let clause = clause.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
    let link = ["and ", "but ", "und ", "aber ", "et ", "y ", "e ", "en "];
    link.iter().find_map(|link| clause.strip_prefix(link)).unwrap_or(clause)
}

/// Each form once, and of those that are guarded no more than are known of a text.
fn known(forms: Vec<String>) -> Vec<String> {
    let (mut seen, mut short) = (HashSet::new(), 0);
    let mut is_known = |form: &String| {
        let is_short = guard::guarded(Kind::Text, form).is_some();
        short += usize::from(is_short);
        !is_short || short <= SHORT_FORMS
    };
    forms.into_iter().filter(|form| seen.insert(form.clone()) && is_known(form)).collect()
}

/// The forms of a text on its way in. One with another date, number or speaker than the erased had says something else.
pub(super) fn met_forms(text: &str) -> Vec<String> {
    let layers = fingerprint::layers(text);
    let mut forms = forms(text, &layers[0], fingerprint::met_forms);
    forms.push(alone(text));
    let normal = |text: &str| vec![fingerprint::normal_form(text)];
    forms.extend(layers[1..].iter().flat_map(|layer| of_statements(layer, normal)));
    forms
}

fn forms(text: &str, bare: &str, normal: fn(&str) -> Vec<String>) -> Vec<String> {
    let mut forms = of_statements(text, normal);
    if bare != text {
        forms.extend(of_statements(bare, normal));
    }
    forms
}

/// The normal forms of a text and of its statements, where it has several; of what they say of whom they do not name, and as
/// a note would put it.
fn of_statements(text: &str, normal: fn(&str) -> Vec<String>) -> Vec<String> {
    let mut forms = normal(text);
    forms.extend(fingerprint::terse_forms(text));
    let read = head(text, READ);
    let clauses = clause::split(read);
    if clauses.len() > 1 || read.len() < text.len() {
        let telling =
            |text: &&str| text.split_whitespace().count() >= FEWEST_WORDS || fingerprint::is_singular(text);
        let statements = clauses.iter().map(|clause| clause.standalone.as_str()).filter(telling);
        for statement in statements {
            forms.extend(normal(statement));
            forms.extend(fingerprint::terse_forms(statement));
            forms.extend(fingerprint::predicate_form(statement));
        }
    } else {
        forms.extend(fingerprint::predicate_form(text));
    }
    forms.retain(|form| !form.is_empty());
    forms
}

//! Names of people, places, organisations and products in short texts, across scripts and spellings.
//!
//! [`names`] lists what is probably a name, [`query_mentions`] what a request names, [`find`] searches one name in a text in whichever
//! form it is written, [`near`] tells what looks like it and is another's, [`usage`] whether a word is a name or a word.

mod context;
mod disambiguation;
mod english_phonetic;
mod epithet;
mod finder;
mod foreign_homograph;
mod how;
mod inflection;
mod keys;
mod name_classifier;
mod phonetic;
mod place;
mod query_mention;
#[allow(clippy::module_inception)]
mod recognition;
mod role;
mod sentence_words;
mod token_match;
mod transliteration;
mod usage;

#[cfg(test)]
mod tests;

pub use crate::gazetteer::gender::Sex;
pub use crate::gazetteer::non_entity::no_entity;
pub use crate::gazetteer::title::Title;
pub use epithet::Epithet;
pub use finder::{Finder, Haystack, is_of_another, may_be_name};
pub use how::How;
pub(crate) use keys::keys_of;
pub use keys::{KnownWords, WordKeys, keys, query_keys};
pub use name_classifier::usage;
pub use query_mention::query_mentions;
pub use recognition::{Kind, is_given_month, names};
pub use role::Role;
pub use usage::Usage;

pub(crate) use crate::gazetteer::non_entity::term;
pub(crate) use crate::unicode::fold::vietnamese;
pub(crate) use crate::unicode::token::{Script, script as script_of, tokens};
pub(crate) use transliteration::{affix, han, indic, kana, thai};

use std::ops::Range;

/// A name in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    /// Its words, without titles and possessive endings.
    pub words: Vec<String>,
    /// What was said before or after it of its bearer.
    pub title: Option<Title>,
    /// Who is addressed by the form of address before it: a woman by Mrs.
    pub addressed: Option<Sex>,
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// The name as written.
    pub text: String,
    /// Whether a possessive ending follows.
    pub possessive: bool,
    /// Whether it is all in capitals.
    pub all_caps: bool,
    /// What it seems to name.
    pub kind: Kind,
    /// How sure it is that this is a name, 0 to 1.
    pub sure: f32,
    /// Words that are said not to be meant: "the pupil Ros, not Rosalind".
    pub not: Vec<String>,
    /// The names that this may be a form of, where the language of a request puts it in a case: "забудь про Ольгу".
    pub nominatives: Vec<Vec<String>>,
    /// Which of those who bear the name in one family: 1 the elder, 2 the younger.
    pub generation: Option<u8>,
}

impl Name {
    /// Whether nothing but a form of address stands before it: "Mrs. Bos diet".
    pub(crate) fn is_addressed(&self, text: &str) -> bool {
        let before = text[..self.span.start].trim();
        self.title == Some(Title::Address) && !before.is_empty() && crate::gazetteer::title::address(before)
    }

    /// A name from its words, wherever it comes from.
    pub fn of(text: &str) -> Self {
        let toks = crate::unicode::token::tokens(text);
        if let Some(n) = toks.len().checked_sub(1).and_then(|last| recognition::name(text, &toks, 0, last)) {
            return Self { sure: 1.0, ..n };
        }
        Self {
            words: text.split_whitespace().map(str::to_string).collect(),
            title: None,
            addressed: None,
            span: 0..text.len(),
            text: text.to_string(),
            possessive: false,
            all_caps: false,
            kind: Kind::Unknown,
            sure: 1.0,
            not: Vec::new(),
            nominatives: Vec::new(),
            generation: None,
        }
    }
}

/// An occurrence of a wanted name.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// As the text writes it.
    pub as_written: String,
    /// In what way it is the wanted name.
    pub how: How,
    /// 0 to 1.
    pub certainty: f32,
}

/// A name that looks like the wanted one and is another's.
#[derive(Debug, Clone, PartialEq)]
pub struct Near {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// As the text writes it.
    pub as_written: String,
    /// Why it is another's, for people.
    pub reason: &'static str,
    place: bool,
}

impl Near {
    /// Whether it is the name of a place.
    #[must_use]
    pub fn is_of_place(&self) -> bool {
        self.place
    }

    fn new(span: Range<usize>, as_written: &str, reason: &'static str, place: bool) -> Self {
        Self { span, as_written: as_written.to_string(), reason, place }
    }
}

/// Whether a country or a region of one is called so, whoever else is: Georgia, Jordan, Virginia.
pub fn is_of_region(name: &str) -> bool {
    place::region(name).is_some()
}

/// Whether a country, a region or a larger city is called so, whoever else is.
pub fn is_of_place(name: &str) -> bool {
    is_of_region(name) || place::is_city_and_given(name) || !place::lookup(name).is_empty()
}

/// Whether the word is a first name that is known.
#[must_use]
pub fn is_given_name(word: &str) -> bool {
    crate::gazetteer::is_first_name(word)
}

/// Whether the noun is for a person or an animal: neighbour, cat.
#[must_use]
pub fn is_living(noun: &str) -> bool {
    crate::gazetteer::title::person(noun)
}

/// Whether the noun is for a town, an island or another place that has a name: "the city of".
#[must_use]
pub fn is_settlement(noun: &str) -> bool {
    crate::gazetteer::title::settlement(noun)
}

/// Every occurrence of `wanted` in `text`, in whichever script, spelling, order or form. For many texts prepare a [`Finder`].
pub fn find(wanted: &Name, text: &str) -> Vec<Found> {
    Finder::new(wanted).find(text)
}

/// Names in `text` that look like `wanted` and are another's, each with a reason.
pub fn near(wanted: &Name, text: &str) -> Vec<Near> {
    Finder::new(wanted).near(text)
}

//! The directed search: where a text has a wanted name, and where only one like it.
//!
//! The name is taken apart into words ([`form`]); words of a text that agree with one of them are hits ([`hit`]); hits side by
//! side are a cluster ([`cluster`]), and a cluster is judged ([`judge`]): the name, another's, or nothing. Known places are
//! looked up by all their names ([`places`]).

mod cluster;
mod form;
mod haystack;
mod hit;
mod inner;
mod language;
mod like;
mod longer;
mod places;
mod resolution;
mod syllables;
mod token_hits;

pub(in crate::entity::name) use form::Form;
pub use haystack::Haystack;
pub(crate) use language::{english, language};
pub use longer::{is_of_another, may_be_name};

use super::how::How;
use super::place;
use super::transliteration::{han, kana};
use super::{Found, Kind, Name, Near};
use crate::gazetteer::title;
use crate::pages::shifted;
use crate::steps::Step;
use crate::unicode::fold;
use crate::unicode::token::Script;
use haystack::Page;
use std::collections::BTreeMap;
use std::ops::Range;

/// How sure a name is, at most, that was asked for in a case.
const UNCASED: f32 = 0.95;

/// A wanted name prepared for many texts.
#[derive(Debug, Clone)]
pub struct Finder {
    forms: Vec<Form>,
    places: Vec<u16>,
    text: String,
    /// Whether it is known that a person or an animal bears the name.
    person: bool,
    generation: Option<u8>,
    /// Whether a form of address or a role went before it: "San" of San José is taken for one.
    titled: bool,
    /// Folded words that are not meant.
    not: Vec<String>,
}

impl Finder {
    /// Prepares a wanted name.
    pub fn new(wanted: &Name) -> Self {
        let firm = wanted.text.contains(['&', '+'])
            || wanted.text.contains('＆')
            || wanted.words.len() > 2 && wanted.words.iter().any(|w| title::connector(w));
        let mut forms: Vec<Form> = Vec::new();
        let mut add = |words: &[String], derived| {
            if forms.len() < 24
                && let Some(f) = Form::new(words, derived, firm)
            {
                forms.push(f);
            }
        };
        let mut words: Vec<String> =
            wanted.words.iter().filter(|w| !w.is_empty() && w.len() < 120).cloned().collect();
        // However two owners are joined: "Wolf und Bär", "Wolf & Bär".
        let joins = |word: &String| title::connector(word) && word.chars().all(char::is_lowercase);
        if firm && words.iter().filter(|word| !joins(word)).count() > 1 {
            words.retain(|word| !joins(word));
        }
        add(&words, false);
        let scripts: Vec<Option<Script>> =
            words.iter().map(|w| w.chars().find_map(crate::unicode::token::script)).collect();
        if wanted.possessive
            && let Some(last) = words.last()
            && let Some(stem) = last.strip_suffix('s').filter(|s| s.len() > 2)
        {
            let mut shorter = words.clone();
            if let Some(l) = shorter.last_mut() {
                *l = stem.to_string();
            }
            add(&shorter, false);
        }
        let all = |s: Script| !scripts.is_empty() && scripts.iter().all(|x| *x == Some(s));
        let han = all(Script::Han);
        if han {
            for w in han::latin(&words.concat()) {
                add(&w, true);
            }
            if words.len() == 2 {
                for a in han::latin(&words[0]).iter().filter(|a| a.len() == 1) {
                    for b in han::latin(&words[1]).iter().filter(|b| b.len() == 1) {
                        add(&[a[0].clone(), b[0].clone()], true);
                    }
                }
            }
        } else if !scripts.is_empty()
            && scripts.iter().all(|s| matches!(s, Some(Script::Katakana | Script::Hiragana)))
        {
            let latin: Vec<String> =
                words.iter().map(|w| kana::hepburn(w).into_iter().map(|x| x.0).collect()).collect();
            add(&latin, true);
        } else if let [surname, given] = words.as_slice()
            && let [Some(Script::Han), Some(Script::Hiragana | Script::Katakana)] = scripts.as_slice()
        {
            // 高橋すず
            let given: String = kana::hepburn(given).into_iter().map(|x| x.0).collect();
            for reading in han::japanese(surname) {
                add(&[reading.clone(), given.clone()], true);
            }
        } else if all(Script::Hangul) && words.len() == 1 {
            let c: Vec<char> = words[0].chars().collect();
            if c.len() == 3 || c.len() == 4 && matches!(c[..2], ['남', '궁'] | ['황', '보'] | ['선', '우'])
            {
                let cut = c.len() - 2;
                add(&[c[..cut].iter().collect(), c[cut..].iter().collect()], true);
            }
        }
        let nominatives = wanted.nominatives.iter().filter_map(|words| Form::new(words, false, firm));
        forms.extend(nominatives.map(|form| Form { uncased: true, inflected: true, ..form }));
        let own = han::simplified(&words.concat());
        forms.iter_mut().filter(|form| han && form.derived).for_each(|form| form.read = Some(own.clone()));
        forms.iter_mut().filter(|_| !firm).for_each(|form| form.sex = form.sex.or(wanted.addressed));
        let person = wanted.kind == Kind::Person;
        let places = if person { Vec::new() } else { place::lookup(&words.join(" ")).to_vec() };
        Self {
            forms,
            places,
            text: wanted.text.clone(),
            person,
            generation: wanted.generation,
            titled: wanted.title.is_some(),
            not: wanted.not.iter().map(|w| fold::plain(w)).collect(),
        }
    }

    /// Whether the name is that of a known place.
    pub fn place(&self) -> bool {
        !self.places.is_empty()
    }

    /// Every occurrence of the wanted name.
    pub fn find(&self, text: &str) -> Vec<Found> {
        self.scan(text).0
    }

    /// Names that look alike and are another's.
    pub fn near(&self, text: &str) -> Vec<Near> {
        self.scan(text).1
    }

    /// Both at once. A long text is read [page by page](crate::pages).
    pub fn scan(&self, text: &str) -> (Vec<Found>, Vec<Near>) {
        self.scan_in(&Haystack::new(text))
    }

    /// The same of a text made ready, in which other names are looked for too.
    pub fn scan_in(&self, text: &Haystack<'_>) -> (Vec<Found>, Vec<Near>) {
        let (mut found, mut near) = (Vec::new(), Vec::new());
        for page in text.pages() {
            let (mut own, mut alike) = self.scan_page(page);
            own.iter_mut().for_each(|one| one.span = shifted(&one.span, page.at));
            alike.iter_mut().for_each(|one| one.span = shifted(&one.span, page.at));
            found.append(&mut own);
            near.append(&mut alike);
        }
        (found, near)
    }

    fn scan_page(&self, page: &Page<'_>) -> (Vec<Found>, Vec<Near>) {
        let (text, toks, language) = (page.text, &page.words, page.english);
        let mut found = Vec::new();
        let mut near = Vec::new();
        if !self.places.is_empty() {
            self.scan_places(text, toks, language == Some(true), &mut found, &mut near);
        }
        for form in &self.forms {
            let before = found.len();
            cluster::scan(form, self, text, toks, language.unwrap_or(!form.inflected), &mut found, &mut near);
            for one in found[before..].iter_mut().filter(|_| form.uncased) {
                one.certainty *= UNCASED;
                if matches!(one.how, How::Verbatim | How::Case | How::Accents) {
                    one.how = How::Inflected;
                }
            }
        }
        found.retain(|one| one.how.step().is_none_or(Step::is_on));
        found.sort_by(|a, b| b.certainty.total_cmp(&a.certainty).then(a.span.start.cmp(&b.span.start)));
        let others: BTreeMap<usize, usize> =
            near.iter().filter(|n| n.place).map(|n| (n.span.start, n.span.end)).collect();
        let mut kept: BTreeMap<usize, Found> = BTreeMap::new();
        for f in found {
            let taken = overlaps(&kept, &f.span);
            let other = others.range(..=f.span.start).next_back().is_some_and(|(_, &end)| f.span.end <= end);
            if !taken && !other {
                kept.insert(f.span.start, f);
            }
        }
        near.retain(|n| !overlaps(&kept, &n.span));
        let kept: Vec<Found> = kept.into_values().collect();
        near.sort_by_key(|n| (n.span.start, n.span.end));
        near.dedup_by(|b, a| b.span.start < a.span.end);
        (kept, near)
    }
}

/// Whether one of `kept`, which do not overlap each other, overlaps the span.
fn overlaps(kept: &BTreeMap<usize, Found>, span: &Range<usize>) -> bool {
    kept.range(..span.end).next_back().is_some_and(|(_, k)| k.span.end > span.start)
}

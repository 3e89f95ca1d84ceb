//! What makes another's name of it: the other owner of a firm, an ending, a generation, a particle, a middle name.

use super::{Cluster, Outcome, is_capital_name, is_known};
use crate::entity::name::disambiguation::{self, Apart};
use crate::entity::name::how::How;
use crate::entity::name::place;
use crate::gazetteer::{gender, title};
use crate::unicode::token::{Script, Token};
use crate::word::english_word;

/// What is left of the certainty where another form of address may be of the same bearer.
const OTHER_TITLE: f32 = 0.6;

const OTHER_ENDING: &str = "another form of the name, of another person";

impl Cluster<'_> {
    /// A firm's second owner is of another relation: Keller & Sons, not Keller Brothers.
    pub(super) fn another_firm(&self) -> Option<Outcome> {
        let relation = self.form.relation?;
        let (hits, toks) = (self.hits, self.toks);
        let owned =
            hits.len() > 1 && hits[..hits.len() - 1].iter().any(|hit| hit.agree.how == How::Possessive);
        if self.form.firm && owned {
            return self.another("somebody's family, and no firm");
        }
        let other = toks[self.last + 1..].iter().take(2).find_map(|t| {
            let gap = &self.text[self.span.end..t.span.start];
            (gap.len() < 8 && !gap.contains([',', '.', ';'])).then(|| title::relation(t.text))?
        });
        let inside = toks[self.first..=self.last].iter().find_map(|t| title::relation(t.text));
        if other.or(inside).is_some_and(|other| other != relation) {
            return self.another("a firm of other owners");
        }
        None
    }

    /// A place's names are in the table: what only sounds like it is another, above all if it is known itself.
    pub(super) fn another_place(&self) -> Option<Outcome> {
        let first = &self.toks[self.first];
        let another = self.finder.place()
            && self.is_by_sound()
            && (first.script == self.form.words[0].script && first.script == Script::Latin
                || !place::lookup(self.written).is_empty());
        another.then(|| self.another("another place"))?
    }

    /// Whether all of it only sounds like the name.
    pub(super) fn is_by_sound(&self) -> bool {
        self.hits.iter().all(|h| h.agree.how == How::Transliterated)
    }

    /// The ending that makes another name of it: all words of the name must bear one.
    pub(super) fn another_ending(&mut self) -> Option<Outcome> {
        let oblique = self.hits.iter().any(|h| h.agree.oblique);
        if !oblique {
            return None;
        }
        if self.hits.iter().any(|h| !h.agree.oblique && !h.agree.inflected) {
            return self.another(OTHER_ENDING);
        }
        // At a row's head, or before a verb of hers, it is a woman's nominative: "Александра Петрова пришла".
        let hers = self.next.is_some_and(|(_, t)| {
            t.script == Script::Cyrillic
                && !t.capital()
                && (t.text.ends_with("ла") || t.text.ends_with("лась"))
        }) || self.first == 0
            && self.text[self.span.end..].trim_start().starts_with([':', ',', '—', '–', '|']);
        if self.toks[self.last].script == Script::Cyrillic && self.form.words.len() > 1 && hers {
            return self.another(OTHER_ENDING);
        }
        self.certainty *= 0.9;
        None
    }

    pub(super) fn another_generation(&self) -> Option<Outcome> {
        let (own, said) = (self.finder.generation?, self.generation?);
        let span = self.span.start..self.toks.get(self.last + 1)?.span.end;
        (own != said).then(|| self.near(span, "of another generation"))?
    }

    /// Particles, middle names and generations that tell two bearers apart.
    pub(super) fn apart(&mut self) -> Option<Outcome> {
        let hit = |t: &Token<'_>| self.is_hit(t);
        match disambiguation::apart(self.form, self.toks, (self.first, self.last), self.mask, hit)? {
            Apart::Other(reason) => self.another(reason),
            Apart::Unsure(most) => {
                self.certainty = self.certainty.min(most);
                None
            }
        }
    }

    /// Of a bearer who is known by a form of address and a surname: Mr Cook is not Mrs Cook, and Dr Cook may be either.
    pub(super) fn addressed_otherwise(&mut self) -> Option<Outcome> {
        let sex = self.form.sex.filter(|_| self.form.words.len() == 1)?;
        if gender::addresses_other(sex, self.text, self.toks, self.first) {
            return self.another(match sex {
                gender::Sex::Man => "addressed as a woman, and a man is asked for",
                gender::Sex::Woman => "addressed as a man, and a woman is asked for",
            });
        }
        let before = self.prev?;
        if gender::of_name(before.text).is_some_and(|other| other != sex) {
            return self.near(before.span.start..self.span.end, "another first name");
        }
        if title::address(before.text) && gender::of_title(before.text).is_none() {
            self.certainty *= OTHER_TITLE;
        }
        None
    }

    /// Unmatched capitals within: another middle name.
    pub(super) fn another_middle_name(&mut self) -> Option<Outcome> {
        let inner: Vec<&Token<'_>> = self.toks[self.first..=self.last]
            .iter()
            .filter(|t| !self.is_hit(t))
            .filter(|t| is_capital_name(t) && (self.form.vietnamese || !title::particle(t.text)))
            .collect();
        if inner.is_empty() {
            return None;
        }
        // "Wessel Moor College" for Wessel College, "the Harrow Hill Players" for the Harrow Players.
        let last = self.form.words.last();
        let plural =
            |word: &str| word.ends_with('s') && (english_word(word) || english_word(&word[..word.len() - 1]));
        let institution = last.is_some_and(|last| title::kind(&last.text));
        let group = last.is_some_and(|last| {
            last.script == Script::Latin
                && last.plain.is_ascii()
                && !self.finder.person
                && plural(&last.plain)
        });
        let known = || self.form.sex.is_some() && self.finder.person;
        if (institution && !self.finder.person || group)
            && self.form.words.len() > 1
            && !self.form.firm
            && !known()
            && inner.iter().all(|t| english_word(t.text) || !is_known(t))
        {
            return self.another("another of a longer name");
        }
        if self.covered != self.form.needed && !disambiguation::written_out(self.form, self.mask, &inner) {
            return self.another("another middle name");
        }
        self.certainty *= 0.9;
        None
    }
}

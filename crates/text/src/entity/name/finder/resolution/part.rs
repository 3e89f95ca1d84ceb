//! Some words of the name are there: its bearer, called by less, or somebody else of a name in part the same.

use super::{Cluster, Outcome, is_capital_name, is_known};
use crate::entity::name::context;
use crate::entity::name::finder::cluster::bracketed;
use crate::entity::name::how::How;
use crate::entity::name::name_classifier::usage;
use crate::entity::name::place;
use crate::entity::name::sentence_words::{FUNCTION, VERBS, one_of};
use crate::entity::name::token_match::Word;
use crate::entity::name::transliteration::kana;
use crate::gazetteer::title;
use crate::unicode::token::{Script, Token, script};
use crate::word::english_word;

const OTHER_FIRST: &str = "another first name";

/// What stands behind a name that addresses or tells of somebody, in scripts that write on without a space.
const HONORIFICS: [&str; 8] = ["さん", "様", "さま", "氏", "君", "先生", "女士", "小姐"];
const WRITTEN_ON: [&str; 4] = ["さん", "様", "씨", "님"];

impl<'a> Cluster<'a> {
    pub(super) fn part(mut self) -> Option<Outcome> {
        // A part of a place's name in another script is another place: เชียงราย for Chiang Mai.
        if self.finder.place() && self.is_by_sound() {
            return self.another("another place");
        }
        if self.form.firm && self.singles() > 1 {
            self.certainty *= 0.5;
        }
        let listed = self.listed();
        if listed.is_some() || self.is_particle_elsewhere() {
            return listed;
        }
        // Only some words: initials, title and surname, first name alone.
        let missing: Vec<usize> = self.form.bits().filter(|i| self.mask >> i & 1 == 0).collect();
        self.with_initials(&missing)
            .or_else(|| self.name_beside())
            .or_else(|| self.name_beside_without_capitals())
            .or_else(|| self.called_by_less(&missing))
    }

    /// "KOWAL (Piotr)", "KOWAL, Piotr": behind the surname another first name; "KOWALSKA (Marta)": before it another surname.
    fn listed(&self) -> Option<Outcome> {
        let (text, toks, first, last) = (self.text, self.toks, self.first, self.last);
        if self.form.words.len() < 2 {
            return None;
        }
        let of_person = |t: &Token<'_>| {
            is_capital_name(t) && place::lookup(t.text).is_empty() && (is_known(t) || !english_word(t.text))
        };
        if let Some(n) = toks.get(last + 1).filter(|n| of_person(n)) {
            let in_capitals = toks[last].all_caps() && !n.all_caps();
            let listed = self.gap(last, last + 1) == ", "
                && !text[n.span.end..].trim_start().starts_with(char::is_alphabetic);
            if bracketed(text, toks, last, last + 1) && (in_capitals || is_known(n)) || listed && in_capitals
            {
                return self.near(self.span.start..n.span.end, OTHER_FIRST);
            }
        }
        let p = first.checked_sub(1).filter(|&p| of_person(&toks[p]) && bracketed(text, toks, p, first))?;
        self.near(toks[p].span.start..self.span.end, "another surname")
    }

    /// A syllable that is a particle elsewhere names nobody alone.
    fn is_particle_elsewhere(&self) -> bool {
        let syllable = |w: &Word| w.plain.len() <= 2 && w.entries.is_empty() && title::particle(&w.text);
        self.form.words.len() > 1
            && self.hits.len() == 1
            && self.form.bits().any(|i| self.covered == 1 << i && syllable(&self.form.words[i]))
    }

    fn has_surname(&self) -> bool {
        self.form.has_surname(self.covered)
    }

    /// Whether a form of address stands before it.
    fn is_addressed(&self) -> bool {
        self.prev.is_some_and(|t| title::address(t.text))
            || self
                .first
                .checked_sub(1)
                .is_some_and(|p| title::address(self.toks[p].text) && self.gap(p, self.first).len() <= 2)
    }

    /// Whether a form of address stands behind it: Yuki-san.
    fn has_suffix(&self) -> bool {
        let (toks, last) = (self.toks, self.last);
        let behind = toks.get(last + 1).is_some_and(|t| {
            title::suffix(t.text) && matches!(self.gap(last, last + 1), "" | " " | "-")
                || t.script.unspaced()
                    && HONORIFICS.iter().any(|s| t.text.starts_with(s))
                    && t.span.start == toks[last].span.end
        });
        behind
            || title::without_suffix(toks[last].text).is_some()
            || WRITTEN_ON.iter().any(|s| self.text[self.span.end..].starts_with(s))
    }

    /// Another first name or surname beside it; what is his is none.
    fn name_beside(&self) -> Option<Outcome> {
        let (text, toks, first, last) = (self.text, self.toks, self.first, self.last);
        let (surname, surname_first) = (self.has_surname(), self.form.surname_first);
        let owned = self.hits[self.hits.len() - 1].agree.how == How::Possessive;
        let behind = self
            .next
            .filter(|(_, t)| {
                is_capital_name(t)
                    && !owned
                    && !title::legal_form(t.text)
                    && !title::practice(t.text)
                    && !title::suffix(t.text)
            })
            .map(|x| x.1);
        let behind = behind.or_else(|| self.surname_after()).or_else(|| {
            // "Hasan of Basra" is not Hasan of another town.
            let of = self.form.words.iter().any(|w| w.lower == "of")
                && toks.get(last + 1).is_some_and(|t| t.text == "of");
            toks.get(last + 2).filter(|t| of && t.capital())
        });
        let before = self.prev.filter(|t| match context::is_of_calendar(t.text) {
            true => context::is_month_as_name(text, toks, first - 1),
            // "Cook Roe": a trade before a surname is a first name, a surname or a title, and mostly one of the first two.
            false => is_capital_name(t) || surname && t.capital() && context::is_trade(t.text),
        });
        if self.caps_text && self.hits.len() == 1 {
            return (before.is_some() || behind.is_some()).then(|| self.another("another name"))?;
        }
        let is_name = match (surname_first, surname) {
            (true, true) => context::is_name_behind_first_surname,
            (false, true) => context::is_name_behind_surname,
            _ => context::is_name_behind_given,
        };
        if let Some(t) = behind.filter(|t| is_name(t)) {
            let reason = match (surname_first, surname) {
                (true, true) => "another given name",
                (false, true) => "a longer or another name",
                _ => "another surname",
            };
            return self.near(self.span.start..t.span.end, reason);
        }
        // "Delmonte Fruits went bankrupt" is no Delmonte; "Delmonte Called Twice" is a heading.
        let thing = |t: &&Token<'_>| {
            surname
                && !surname_first
                && english_word(t.text)
                && !one_of(FUNCTION, &t.text.to_lowercase())
                && !one_of(VERBS, &t.text.to_lowercase())
                && toks.get(last + 2).is_some_and(|next| next.text.starts_with(char::is_lowercase))
        };
        if let Some(t) = behind.filter(thing) {
            return self.near(self.span.start..t.span.end, "a thing of that name");
        }
        let is_name_before = |t: &&Token<'_>| {
            let given = surname_first && surname && context::is_syllable(t);
            !(self.is_addressed()
                || title::kind(t.text)
                || !given && context::is_word_before(text, toks, first - 1, last, !surname))
        };
        if let Some(t) = before.filter(is_name_before) {
            let reason = if surname { OTHER_FIRST } else { "another surname before it" };
            return self.near(t.span.start..self.span.end, reason);
        }
        let given = toks.get(last + 1).filter(|t| {
            self.gap(last, last + 1) == ", "
                && t.capital()
                && (is_known(t) || surname_first && context::is_syllable(t))
                && surname
        })?;
        self.near(self.span.start..given.span.end, OTHER_FIRST)
    }

    /// The surname that follows with particles: Pieter van der Meer.
    fn surname_after(&self) -> Option<&'a Token<'a>> {
        const PARTICLES: [&str; 19] = [
            "de", "del", "della", "di", "da", "do", "dos", "das", "du", "van", "von", "vom", "zu", "ter",
            "bin", "ibn", "bint", "af", "of",
        ];
        let (text, toks, last) = (self.text, self.toks, self.last);
        let particle = toks.get(last + 1).filter(|t| PARTICLES.contains(&t.text))?;
        let mut k = last + 2;
        while toks.get(k).is_some_and(|t| !t.capital() && title::particle(t.text)) {
            k += 1;
        }
        let surname = toks.get(k).filter(|t| is_capital_name(t) && place::lookup(t.text).is_empty())?;
        let gap = self.gap(last, k);
        (text[toks[last].span.end..].starts_with(' ')
            && particle.text.len() < gap.len()
            && !gap.contains(['.', ',', ':', ';', '(', '\n']))
        .then_some(surname)
    }

    /// In scripts without capitals a neighbour that is a known name is the bearer's other name.
    fn name_beside_without_capitals(&mut self) -> Option<Outcome> {
        let (toks, first, last) = (self.toks, self.first, self.last);
        // 高橋すみ for 高橋すず.
        let kana = self.finder.text.chars().any(|c| script(c) == Some(Script::Hiragana));
        if let Some(t) = toks.get(last + 1).filter(|t| kana && t.script == Script::Hiragana)
            && toks[last].script == Script::Han
            && self.gap(last, last + 1).is_empty()
            && kana::goes_on(t.text)
        {
            return self.near(self.span.start..t.span.end, "another given name");
        }
        if toks[last].script.cased() || self.hits.len() > 1 || self.singles() < 2 {
            return None;
        }
        let mut beside =
            [first.checked_sub(1), Some(last + 1)].into_iter().flatten().filter_map(|i| toks.get(i));
        if beside.any(|t| is_known(t) && t.script == toks[last].script) {
            return self.another("another name beside it");
        }
        let follows = toks
            .get(last + 1)
            .is_some_and(|t| t.script == toks[last].script && self.gap(last, last + 1) == " ");
        self.certainty *= if follows { 0.7 } else { 0.9 };
        None
    }

    /// The bearer, called by less than the whole name.
    fn called_by_less(&self, missing: &[usize]) -> Option<Outcome> {
        let (form, surname) = (self.form, self.has_surname());
        let middle_missing =
            missing.iter().all(|&i| i != 0 && i != form.words.len() - 1) && form.words.len() > 2;
        let titled = || self.is_addressed() || self.has_suffix();
        let (how, factor) = if middle_missing {
            (How::Shorter, 0.85)
        } else if self.covered.count_ones() > 1 {
            (How::Shorter, 0.7)
        } else {
            match (surname, titled()) {
                (true, true) => (How::TitleSurname, 0.78),
                (true, false) => (How::SurnameOnly, 0.52),
                (false, true) => (How::FirstNameOnly, 0.6),
                (false, false) => (How::FirstNameOnly, 0.55),
            }
        };
        // The second of two first names is not a surname: Ann is not Jo Ann.
        if how == How::SurnameOnly && self.form.has_second_first_name() {
            return self.another("another first name");
        }
        let mut certainty = self.certainty * factor;
        // Millions bear one of these surnames.
        if form.surname_first
            && matches!(how, How::SurnameOnly | How::TitleSurname)
            && self.written.len() <= 5
        {
            certainty *= if how == How::SurnameOnly { 0.85 } else { 0.7 };
        }
        if how == How::SurnameOnly
            && self.toks[self.last].script == Script::Latin
            && !place::lookup(self.written).is_empty()
        {
            certainty *= 0.6;
        }
        if matches!(how, How::FirstNameOnly | How::SurnameOnly) {
            let u = usage(self.text, self.span.clone());
            if u.score < 0.35 {
                return self.another(u.reason);
            }
            if u.score < 0.6 {
                certainty *= 0.8;
            }
            // A common word that is no known name hardly stands for the whole.
            let token = &self.toks[self.first];
            if english_word(token.text) && !is_known(token) && u.score < 0.85 {
                certainty *= 0.6;
            }
        }
        let generic = |i: usize| form.words[i].generic || title::kind(&form.words[i].text);
        let there = form.bits().find(|i| self.covered >> i & 1 == 1);
        if how == How::FirstNameOnly && there.is_some_and(generic) {
            return None;
        }
        self.found(self.span.clone(), how, certainty)
    }
}

//! All words of the name are there: the name, unless what stands beside it makes a longer one of it.

use super::{Cluster, Outcome, is_capital_name, is_known};
use crate::entity::name::how::How;
use crate::gazetteer::title;
use crate::unicode::fold;
use crate::word::english_word;

impl Cluster<'_> {
    pub(super) fn whole(mut self) -> Option<Outcome> {
        let in_order = self.hits.windows(2).all(|w| w[0].mask.trailing_zeros() < w[1].mask.trailing_zeros());
        if !in_order && matches!(self.how, How::Verbatim | How::Case) {
            self.how = How::Order;
            self.certainty = self.certainty.min(0.96);
        }
        self.without_generic();
        let longer = self.longer_behind().or_else(|| self.particle_before()).or_else(|| self.longer_before());
        longer.or_else(|| self.found(self.span.clone(), self.how, self.certainty))
    }

    /// Whether all words of the name are hit, those that carry no identity too.
    fn has_all(&self) -> bool {
        self.mask == (1u32 << self.form.words.len()) - 1
    }

    /// A generic word is missing: translated, or not said.
    fn without_generic(&mut self) {
        let missing = self
            .form
            .words
            .iter()
            .enumerate()
            .any(|(i, w)| self.mask >> i & 1 == 0 && !w.particle && !title::legal_form(&w.text));
        if self.has_all() || !missing {
            return;
        }
        let generic_beside = self.next.is_some_and(|(_, t)| title::kind(t.text))
            || self.prev.is_some_and(|t| title::kind(t.text));
        if !matches!(self.how, How::Transliterated | How::Exonym) {
            self.how = How::Shorter;
        }
        let family = self.form.firm && self.form.relation.is_some();
        // "Эльбрус" for Mount Elbrus: other languages say the kind of place otherwise, or not at all.
        let natural = self.form.words[0].script != self.toks[self.first].script
            && [&self.form.words[0], &self.form.words[self.form.words.len() - 1]]
                .iter()
                .any(|w| w.generic && title::settlement(&w.text));
        self.certainty *= if natural {
            0.92
        } else if generic_beside {
            0.85
        } else if family {
            0.4
        } else {
            0.65
        };
    }

    /// A capital behind the name makes it a longer one.
    fn longer_behind(&mut self) -> Option<Outcome> {
        let (n, t) = self.next?;
        // "The Skerry Inn Museum" for Skerry Inn.
        let generic = || {
            const NAMED_AFTER: [&str; 16] = [
                "Orchestra", "Choir", "Band", "Stage", "Prize", "Award", "Cup", "Trophy", "Fund", "Trust",
                "Festival", "Society", "Players", "Singers", "League", "Quartet",
            ];
            let thing = |word: &str| title::kind(word) || NAMED_AFTER.contains(&word);
            thing(t.text) && self.form.words.iter().any(|w| w.generic || title::kind(&w.text))
        };
        let capital = (is_capital_name(t) || t.capital() && !t.code && generic())
            && !self.caps_text
            && !title::legal_form(t.text)
            && !title::practice(t.text)
            && !title::suffix(t.text)
            && self.generation.is_none()
            && !self.finder.place()
            && self.hits[self.hits.len() - 1].agree.how != How::Possessive;
        // "Everyone calls Robert Hale Bobcat".
        const CALLED: &[&str] = &[
            "call", "calls", "nennen", "nennt", "appelle", "appellent", "llaman", "llama", "chiamano",
            "noemen",
        ];
        let called = self.has_all() && self.prev.is_some_and(|before| CALLED.contains(&before.text));
        if !capital || called {
            return None;
        }
        let longer = self.span.start..self.toks[n].span.end;
        let known = english_word(t.text);
        let single = self.singles() == 1;
        if !single && !known && !generic() {
            return self.near(longer, "a longer name");
        }
        if single && (title::kind(t.text) && self.form.words.len() == 1 || generic()) {
            return self.near(longer, "a firm or place of a longer name");
        }
        if single && !known {
            if self.form.words.len() > 1 {
                self.certainty *= 0.8;
            } else {
                self.how = How::Longer;
                self.certainty = self.certainty.min(0.55);
            }
        }
        None
    }

    /// A particle before the name that is none of its own.
    fn particle_before(&self) -> Option<Outcome> {
        let p = self.prev?;
        let another = p.capital()
            && title::particle(p.text)
            && p.text != "The"
            && !self.caps_text
            && self.form.words.iter().all(|w| w.plain != fold::plain(p.text))
            && !self.has_all();
        another.then(|| self.near(p.span.start..self.span.end, "a longer name"))?
    }

    /// A capital before the name makes it a longer one.
    fn longer_before(&mut self) -> Option<Outcome> {
        let p = self.prev?;
        if !is_capital_name(p) || self.caps_text || title::legal_form(p.text) || self.finder.place() {
            return None;
        }
        let (form, single) = (self.form, self.singles() == 1);
        let starts = self.first == 1
            || self.text[..self.toks[self.first - 1].span.start]
                .trim_end()
                .ends_with(['.', ':', '!', '?', '|', '-', '–']);
        let word = english_word(p.text) || title::kind(p.text) || crate::dictionary::is_foreign_noun(p.text);
        if is_known(p) && !word {
            // A thing, or a first name, behind a first name is another's surname.
            let own_given = form.words.iter().any(|w| w.entries.iter().any(|e| !e.nickname));
            let surname =
                english_word(self.written) && (!self.finder.person || own_given && !form.words[0].generic);
            if single && form.words.len() == 1 && surname {
                return self.near(p.span.start..self.span.end, "another first name");
            }
            if single {
                self.how = How::Longer;
                self.certainty = self.certainty.min(0.5);
            } else {
                self.certainty *= 0.75;
            }
        } else if (!word || !starts) && single && form.words.len() == 1 {
            self.how = How::Longer;
            let thing = word && !title::person(p.text) && !title::role(p.text);
            self.certainty = self.certainty.min(if thing { 0.3 } else { 0.5 });
        }
        None
    }
}

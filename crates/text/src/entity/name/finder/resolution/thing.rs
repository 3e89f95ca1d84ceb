//! What makes a word, a thing or a place of it that only looks like the name.

use std::ops::Range;

use super::{Cluster, Outcome};
use crate::entity::name::Near;
use crate::entity::name::finder::token_hits::in_address;
use crate::entity::name::how::How;
use crate::entity::name::name_classifier::usage;
use crate::entity::name::place;
use crate::entity::name::sentence_words::{VERBS, one_of};
use crate::gazetteer::title;
use crate::unicode::token::{Script, Token};
use crate::word::english_word;

/// What a place is that bears a name, behind it.
const FEATURES: &str = "falls lake river bay island islands beach station street road avenue lane square park airport county bridge valley \
    mountains hills coast gulf harbour harbor castle stadium terminal";
const PLACE: &str = "a place of that name";

impl Cluster<'_> {
    /// A name that is a common word, and is one here.
    pub(super) fn plain_word(&mut self) -> Option<Outcome> {
        let (form, hits, toks) = (self.form, self.hits, self.toks);
        let lower_case = form.capital
            && hits.iter().all(|h| toks[h.tokens.0].script.cased() && !toks[h.tokens.0].capital())
            && form.words[0].script.cased();
        // "Li na" asks in Croatian: words so short are names where the text has no capitals at all.
        let tiny = form.words.iter().all(|w| w.script == Script::Latin && w.plain.len() <= 2);
        if lower_case && hits.len() > 1 && tiny && toks.iter().any(Token::capital) {
            return self.another("small words, and no name");
        }
        let alone = lower_case || hits.len() == 1 && form.words.len() == 1;
        let addressed = || hits.len() > 1 && in_address(self.text, &self.span);
        if self.how == How::Login || !alone || addressed() {
            return None;
        }
        let u = usage(self.text, hits[0].span.clone());
        if lower_case && hits.len() == 1 {
            self.certainty *= u.score;
            if u.score < 0.35 {
                return self.another(u.reason);
            }
        } else if u.score < 0.35 && form.capital {
            return self.another(u.reason);
        } else if u.score < 0.6 && form.capital {
            self.certainty *= if u.score < 0.5 && self.finder.person { u.score } else { 0.5 + u.score / 2.0 };
        }
        None
    }

    /// A word in small letters behind the other half of a name is no name: "Chen may be late" is not May Chen.
    pub(super) fn word_behind(&self) -> Option<Outcome> {
        let [head, .., tail] = self.hits else { return None };
        let (head_token, word) = (&self.toks[head.tokens.0], &self.toks[tail.tokens.0]);
        let turned = head.mask > tail.mask && head_token.capital();
        (turned && word.script.cased() && !word.capital() && english_word(word.text))
            .then(|| self.another("a word behind the name"))?
    }

    /// A word of a longer name of a place: San Diego, Costa Rica, Victoria Falls.
    pub(super) fn part_of_place(&self) -> Option<Outcome> {
        const SAINTS: [&str; 11] =
            ["san", "santa", "santo", "são", "sao", "saint", "st", "ste", "sainte", "sankt", "szent"];
        let (text, toks, first, last) = (self.text, self.toks, self.first, self.last);
        if self.finder.place() || !toks[first].capital() || toks[first].script != Script::Latin {
            return None;
        }
        let saint = self.prev.filter(|_| !self.finder.titled).filter(|p| {
            let word = p.text.to_lowercase();
            p.capital() && SAINTS.contains(&word.as_str()) && self.form.words.iter().all(|w| w.lower != word)
        });
        if let Some(saint) = saint {
            return self.of_place(saint.span.start..self.span.end);
        }
        let feature = toks.get(last + 1).filter(|t| {
            t.capital()
                && &text[toks[last].span.end..t.span.start] == " "
                && one_of(FEATURES, &t.text.to_lowercase())
        });
        if let Some(feature) = feature {
            return self.of_place(self.span.start..feature.span.end);
        }
        let joined = |a: usize, b: usize| {
            (a..b).all(|k| {
                let gap = &text[toks[k].span.end..toks[k + 1].span.start];
                toks[k + 1].capital() && matches!(gap, " " | "-")
            })
        };
        let wider = [(1, 0), (0, 1), (1, 1), (0, 2)].into_iter();
        let mut wider = wider.filter_map(|(left, right)| Some((first.checked_sub(left)?, last + right)));
        let (from, to) = wider.find(|&(from, to)| {
            to < toks.len()
                && toks[from].capital()
                && joined(from, to)
                && !place::lookup(&text[toks[from].span.start..toks[to].span.end]).is_empty()
        })?;
        self.of_place(toks[from].span.start..toks[to].span.end)
    }

    fn of_place(&self, span: Range<usize>) -> Option<Outcome> {
        Some(Outcome::Near(Near::new(span.clone(), &self.text[span], PLACE, true)))
    }

    /// A town, a settlement or a thing that bears a person's name.
    pub(super) fn thing(&self) -> Option<Outcome> {
        let (toks, first, last) = (self.toks, self.first, self.last);
        let single = self.hits.len() == 1
            && self.covered.count_ones() == 1
            && toks[last].script == Script::Latin
            && toks[last].capital()
            && self.how != How::Possessive;
        if !single {
            return None;
        }
        // "The museum in Florence", "Paris, France".
        if (self.finder.person || self.singles() > 1) && !place::lookup(self.written).is_empty() {
            const WITHIN: [&str; 13] = [
                "in", "near", "around", "across", "through", "throughout", "outside", "within", "nach", "à",
                "via", "w", "v",
            ];
            const TRAVEL: &str = "flew fly flies flying flight flights drove drive driving travel travels travelled traveled trip trips \
                train trains bus buses ferry moved move moves moving emigrated relocated sailed road went";
            let to = || {
                let travel = first.checked_sub(2).map(|k| toks[k].text.to_lowercase());
                travel.is_some_and(|word| one_of(TRAVEL, &word))
            };
            let within = self
                .prev
                .is_some_and(|p| WITHIN.contains(&p.text) || matches!(p.text, "to" | "from") && to());
            let region = toks
                .get(last + 1)
                .is_some_and(|t| self.gap(last, last + 1) == ", " && place::region(t.text).is_some());
            if within || region {
                return self.of_place(self.span.clone());
            }
        }
        if self.finder.person && compound(self.text, toks, last) {
            return self.another("a thing of that name");
        }
        // "the town of Zhukovsky" is no person.
        let of = first.checked_sub(1).filter(|&p| matches!(toks[p].text, "of" | "von" | "de" | "di" | "van"));
        let settlement =
            of.and_then(|p| p.checked_sub(1)).or_else(|| first.checked_sub(1)).is_some_and(|p| {
                let gap = &self.text[toks[p].span.end..self.span.start];
                title::settlement(toks[p].text) && gap.len() < 8 && !gap.contains(['.', ',', ':', ';'])
            });
        (settlement && (self.finder.person || self.singles() > 1))
            .then(|| self.of_place(self.span.clone()))?
    }

    /// "La Palma" is not Palma: the article is a part of a place's name.
    pub(super) fn without_article(&self) -> Option<Outcome> {
        const ARTICLES: [&str; 17] = [
            "la", "el", "las", "los", "le", "les", "lo", "il", "al", "del", "du", "au", "aux", "des", "nel",
            "della", "alla",
        ];
        let (toks, first, last) = (self.toks, self.first, self.last);
        let [article, noun] = self.form.words.as_slice() else { return None };
        let lacks_it = !self.finder.person
            && article.script == Script::Latin
            && matches!(article.text.as_str(), "La" | "El" | "Las" | "Los" | "Le" | "Les" | "Lo" | "Il")
            && self.mask & 1 == 0
            && first == self.hits[0].tokens.0
            && toks[first].script == Script::Latin
            && toks[last].text.eq_ignore_ascii_case(&noun.text);
        let before =
            || first.checked_sub(1).is_some_and(|p| ARTICLES.contains(&toks[p].text.to_lowercase().as_str()));
        (lacks_it && !before()).then(|| self.another("without the article another place"))?
    }
}

/// Whether a noun follows that the word goes with: "Barley straw is stacked", "Ginger biscuits for the staff are".
fn compound(text: &str, toks: &[Token<'_>], last: usize) -> bool {
    const OTHER: &str = "also still now often always never usually just only again here there already really probably maybe today tomorrow \
        yesterday soon later herself himself who which that and or but as alone too whose in on at to of from by with without for if when while \
        not is was has had will would can could may must should does did says said plus then than so yet both";
    let lower = |k: usize| toks.get(k).filter(|t| !t.capital() && !t.code).map(|t| t.text.to_lowercase());
    let tight = |a: usize| toks.get(a + 1).is_some_and(|b| &text[toks[a].span.end..b.span.start] == " ");
    let Some(noun) = lower(last + 1).filter(|_| tight(last)) else { return false };
    let verb = |w: &str| one_of(VERBS, w);
    if noun.ends_with('s') && tight(last + 1) && lower(last + 2).is_some_and(|w| w == "are" || w == "were") {
        return true;
    }
    let past = noun.ends_with("ed") && !noun.ends_with("eed") && noun.len() > 3;
    if noun.len() < 3 || verb(&noun) || one_of(OTHER, &noun) || past || noun.ends_with("ly") {
        return false;
    }
    let behind = &text[toks[last].span.end..];
    let sentence = behind.split(['.', '!', '?', ';', ':', '\n']).next().unwrap_or_default();
    if noun.ends_with('s') && !noun.ends_with("ss") {
        return sentence.contains(" are ") || sentence.contains(" were ");
    }
    lower(last + 2).filter(|_| tight(last + 1)).is_some_and(|w| {
        one_of(
            "is was has had gets must can will may starts begins ends comes goes needs stays lies hangs",
            &w,
        )
    })
}

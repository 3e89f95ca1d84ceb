//! Initials and words cut short for the words of the name that are not there: "A. Graham", "Graham, A", "Alex. Graham".

use super::{Cluster, Outcome, is_capital_name};
use crate::entity::name::how::How;
use crate::gazetteer::gender;
use crate::unicode::fold;
use crate::unicode::token::{Script, Token};
use crate::word::english_word;
use std::ops::Range;

/// What stands beside the words that are there.
struct Initials {
    /// How many fit words that are missing.
    fitting: usize,
    /// Whether one fits none.
    wrong: bool,
    /// The tokens from the first to the last.
    left: usize,
    right: usize,
    /// The name with those that fit.
    span: Range<usize>,
}

fn is_initial(t: &Token<'_>) -> bool {
    t.text.chars().count() <= 2 && t.capital() && t.text.chars().filter(|c| !matches!(c, '.')).count() == 1
}

/// The letter that a word's initial is, in Latin.
fn first_letter(text: &str, script: Script) -> Option<char> {
    if script == Script::Latin {
        fold::plain(text).chars().next()
    } else {
        any_ascii::any_ascii(text).to_lowercase().chars().next()
    }
}

impl Cluster<'_> {
    /// The name with initials, or another's by its initials or its first word; `None` where there are none.
    pub(super) fn with_initials(&self, missing: &[usize]) -> Option<Outcome> {
        let initials = self.initials(missing);
        let certainty = (self.certainty * 0.88).min(0.9);
        if initials.fitting == 0
            && !initials.wrong
            && let [i] = missing
            && let Some(span) = self.cut_short(*i)
        {
            return self.found(span, How::Initials, certainty);
        }
        if let Some(sex) = self.form.sex.filter(|_| self.mask & 1 == 0)
            && gender::addresses_other(sex, self.text, self.toks, initials.left)
        {
            let reason = match sex {
                gender::Sex::Man => "addressed as a woman, and the wanted first name is a man's",
                gender::Sex::Woman => "addressed as a man, and the wanted first name is a woman's",
            };
            let start = self.toks[initials.left.saturating_sub(1)].span.start;
            return self.near(start.min(initials.span.start)..initials.span.end, reason);
        }
        if initials.wrong && initials.fitting == 0 {
            let start = initials.span.start.min(self.toks[initials.left].span.start);
            let end = initials.span.end.max(self.toks[initials.right].span.end);
            return self.near(start..end, "another initial");
        }
        if initials.fitting == 0 {
            return None;
        }
        // A further name after it makes it a longer one.
        if let Some((n, t)) = self.next
            && is_capital_name(t)
            && !self.caps_text
            && initials.right == self.last
            && !english_word(t.text)
        {
            return self.near(initials.span.start..self.toks[n].span.end, "a longer name");
        }
        self.found(initials.span, How::Initials, certainty)
    }

    fn initials(&self, missing: &[usize]) -> Initials {
        let (text, toks) = (self.text, self.toks);
        let fits = |t: &Token<'_>| missing.iter().any(|&i| self.fits(t, i));
        let mut found = Initials {
            fitting: 0,
            wrong: false,
            left: self.first,
            right: self.last,
            span: self.span.clone(),
        };
        for _ in 0..3 {
            let Some(p) = found.left.checked_sub(1).filter(|&p| is_initial(&toks[p])) else { break };
            let between = |c| matches!(c, '.' | ' ' | '\u{a0}' | '-');
            if !self.gap(p, found.left).chars().all(between) {
                break;
            }
            found.left = p;
            if fits(&toks[p]) {
                found.fitting += 1;
                found.span.start = toks[p].span.start;
            } else if found.fitting == 0 {
                found.wrong = true;
            }
        }
        let behind = toks.get(found.right + 1).filter(|n| is_initial(n) && n.text != "I" && n.text != "A");
        if found.fitting == 0
            && !found.wrong
            && let Some(n) = behind
            && text[toks[found.right].span.end..n.span.start]
                .chars()
                .all(|c| matches!(c, ',' | ' ' | '\u{a0}'))
        {
            found.right += 1;
            if fits(n) {
                found.fitting += 1;
                found.span.end = n.span.end;
            } else {
                found.wrong = true;
            }
        }
        found
    }

    /// Whether an initial is that of a word of the name.
    fn fits(&self, t: &Token<'_>, i: usize) -> bool {
        let word = &self.form.words[i];
        let (a, b) = (first_letter(t.text, t.script), first_letter(&word.text, word.script));
        a.is_some() && (a == b || matches!((a, b), (Some('y'), Some('j')) | (Some('j'), Some('y'))))
    }

    /// The name with its missing word cut short: "Alex. Graham", "Guðrún Þórðard.".
    fn cut_short(&self, i: usize) -> Option<Range<usize>> {
        let short = |t: &Token<'_>| {
            let (a, b) = (fold::plain(t.text), &self.form.words[i].plain);
            t.capital()
                && t.script == self.form.words[i].script
                && self.text[t.span.end..].starts_with('.')
                && a.chars().count() > 2
                && b.starts_with(&a)
                && a.len() < b.len()
        };
        let (toks, first, last) = (self.toks, self.first, self.last);
        let before = first
            .checked_sub(1)
            .filter(|&p| i == 0 && short(&toks[p]) && self.is_spaced(p, first))
            .map(|p| toks[p].span.start..self.span.end);
        let behind = || {
            let next = toks.get(last + 1).filter(|n| i > 0 && short(n) && self.is_spaced(last, last + 1))?;
            Some(self.span.start..next.span.end)
        };
        before.or_else(behind)
    }
}

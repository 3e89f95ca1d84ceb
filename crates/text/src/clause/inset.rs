//! Takes out of a sentence what is embedded in it: relative clauses, parentheses, appositions.

use super::ClauseKind;
use super::lexicon::*;
use super::split::Splitter;
use super::structure::{Embed, Inset};
use super::verb::Trust;

impl Splitter<'_> {
    /// Takes relative clauses, parentheses and appositions out of sight and makes units of them.
    pub(super) fn insets(&mut self, from: usize, to: usize, headed: bool) {
        let mut index = from;
        let mut appositions = 0;
        let mut base = from;
        while index < to {
            if !self.hidden[index]
                && self.tokens[index].is(AND)
                && index + 1 < to
                && self.view().find(base, index).is_some()
            {
                base = index + 1;
                appositions = 0;
            }
            if self.hidden[index] {
                let parenthesis = self.tokens[index].mark('(') || self.tokens[index].mark('（');
                if let Some(mate) = self.tokens[index].mate.filter(|&mate| mate > index && mate < to) {
                    if parenthesis && index > from && self.tokens[index].depth <= self.tokens[from].depth + 1
                    {
                        self.parenthesis(from, index, mate);
                    }
                    index = mate + 1;
                    continue;
                }
            } else if self.tokens[index].comma() && index > from && index + 2 < to && !self.hidden[index + 1]
            {
                if let Some(end) = self.relative(from, index, to) {
                    index = end;
                    continue;
                }
                if appositions == 0 && base < index && (!headed || self.tokens[base].name()) {
                    appositions += 1;
                    if let Some(end) = self.apposition(base, index, to) {
                        index = end;
                        continue;
                    }
                }
            }
            index += 1;
        }
    }

    /// The noun phrase that ends before `end`.
    fn anchor(&self, from: usize, end: usize) -> (usize, usize) {
        let mut start = end;
        while start > from.max(end.saturating_sub(24)) {
            let token = &self.tokens[start - 1];
            let of = token.is(PREP) && self.view().equals(start - 1, "of");
            if self.hidden[start - 1]
                || token.is_mark()
                || token.is(PREP | AND | BUT | OR | AUX | SUBJ | SUB | ADV) && !of
            {
                break;
            }
            if start < end && token.is(FINITE) && self.view().trust(start - 1, from, end) != Trust::No {
                break;
            }
            start -= 1;
            if token.is(DET | POSS) && !of {
                break;
            }
        }
        (start, end)
    }

    fn embed(&mut self, embed: Embed) {
        self.out.embeds.push(embed);
    }

    fn relative(&mut self, from: usize, comma: usize, to: usize) -> Option<usize> {
        let pronoun = comma + 1;
        let whose = self.view().equals(pronoun, "whose");
        if !(whose || self.equals_any(pronoun, &["who", "which"])) {
            return None;
        }
        let anchor = self.anchor(from, comma);
        if anchor.0 == anchor.1 {
            return None;
        }
        let main_before = self.view().find(from, comma).is_some();
        let mut end = to;
        for index in pronoun + 2..to {
            if self.hidden[index] || !self.tokens[index].comma() || index + 1 >= to {
                continue;
            }
            let view = self.view();
            let next = index + 1;
            let verb = view.trust(next, next, to) != Trust::No;
            let main = view.find(next, to).is_some_and(|verb| verb > next);
            if !main_before && verb || main_before && (main || self.tokens[next].is(AND | BUT)) {
                end = index;
                break;
            }
        }
        let inner = pronoun + 1;
        let first = inner;
        let finite = |index: usize| index < end && self.view().trust(index, first, end) != Trust::No;
        if !whose && !finite(first) && !finite(first + 1) {
            return None;
        }
        if end == to && !main_before {
            return None;
        }
        let (items, joints, _) = self.items(inner, end, false, false, Some(anchor));
        let mut units = self.units(&items, ClauseKind::Relative);
        for &unit in &units {
            self.out.units[unit].kind = ClauseKind::Relative;
            self.out.units[unit].subject = Some(self.bytes(anchor.0, anchor.1));
            self.out.units[unit].head = None;
        }
        let cut_end = if end < to && !main_before { end + 1 } else { end };
        let cut = self.tokens[comma - 1].end..self.tokens[cut_end - 1].end;
        units.sort_unstable();
        let embed = Embed {
            host: 0,
            cut,
            inner: self.bytes(inner, end),
            units,
            joints,
            anchor: self.bytes(anchor.0, anchor.1),
            inset: if whose { Inset::Whose } else { Inset::Relative },
        };
        self.embed(embed);
        for index in comma..cut_end {
            self.hidden[index] = true;
        }
        Some(cut_end)
    }

    fn parenthesis(&mut self, from: usize, open: usize, close: usize) {
        let depth = self.tokens[open].depth;
        let words = (open + 1..close).filter(|&index| self.tokens[index].word()).count();
        let mut pieces = Vec::new();
        let mut at = open + 1;
        for index in open + 1..=close {
            let split = index == close
                || self.tokens[index].depth == depth
                    && (self.tokens[index].comma() || self.tokens[index].semicolon());
            if split {
                if at < index {
                    pieces.push((at, index));
                }
                at = index + 1;
            }
        }
        if words == 0 || pieces.is_empty() || (words < 2 && pieces.len() < 2) {
            return;
        }
        let anchor = self.anchor(from, open);
        if anchor.0 == anchor.1 {
            return;
        }
        let anchor = self.bytes(anchor.0, anchor.1);
        let mut units = Vec::new();
        let mut joints = Vec::new();
        let mut last = 0;
        for (from, to) in pieces {
            let span = self.bytes(from, to);
            if !units.is_empty() {
                joints.push(last..span.start);
            }
            last = span.end;
            units.push(self.add(span, ClauseKind::Parenthetical, Some(anchor.clone())));
        }
        let embed = Embed {
            host: 0,
            cut: self.tokens[open - 1].end..self.tokens[close].end,
            inner: self.tokens[open].end..self.tokens[close].start,
            units,
            joints,
            anchor,
            inset: Inset::Parenthesis,
        };
        self.embed(embed);
    }

    /// ", a cellist," between a subject and its verb.
    fn apposition(&mut self, from: usize, comma: usize, to: usize) -> Option<usize> {
        let second = (comma + 1..to.min(comma + 10))
            .find(|&index| !self.hidden[index] && self.tokens[index].comma())?;
        if second + 2 >= to {
            return None;
        }
        let view = self.view();
        let verb = view.trust(second + 1, second + 1, to);
        let finite = verb != Trust::No && self.tokens[second + 1].is(FINITE);
        let opener = &self.tokens[comma + 1];
        let noun = opener.is(DET | POSS) && !opener.is(NEG) || opener.number() && second - comma <= 3;
        let and = (from..second).any(|index| !self.hidden[index] && self.tokens[index].is(AND));
        if !finite
            || !noun
            || and
            || view.find(from, comma).is_some()
            || view.find(comma + 1, second).is_some()
        {
            return None;
        }
        if self.tokens[from].is(PREP | SUB | ADV) {
            return None;
        }
        let anchor = self.bytes(from, comma);
        let inner = self.bytes(comma + 1, second);
        let unit = self.add(inner.clone(), ClauseKind::Apposition, Some(anchor.clone()));
        let embed = Embed {
            host: 0,
            cut: self.tokens[comma - 1].end..self.tokens[second].end,
            inner,
            units: vec![unit],
            joints: Vec::new(),
            anchor,
            inset: Inset::Apposition,
        };
        self.embed(embed);
        for index in comma..=second {
            self.hidden[index] = true;
        }
        Some(second + 1)
    }
}

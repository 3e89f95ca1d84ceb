//! Takes out of a sentence what is embedded in it: relative clauses, parentheses, appositions.

use std::ops::Range;

use super::ClauseKind;
use super::finite_verb::Trust;
use super::layout::Splitter;
use super::structure::{Embed, Inset};
use super::token::Token;
use super::word_class::*;

/// Relative pronouns of languages that put their clauses between commas.
const RELATIVES: &[&str] = &[
    "der", "die", "das", "dem", "den", "dessen", "deren", "denen", "welche", "welcher", "welches", "qui",
    "que", "dont", "quien", "cuyo", "cuya", "che", "cui", "quem", "cujo", "cuja", "dat", "wiens",
];

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
                if let Some(end) = self.relative(from, index, to).or_else(|| self.aside(from, index, to)) {
                    index = end;
                    continue;
                }
                if let Some(end) = self.foreign_relative(from, index, to) {
                    index = end;
                    continue;
                }
                if appositions == 0 && base < index && (!headed || self.tokens[base].name()) {
                    appositions += 1;
                    if let Some(end) = self.apposition(base, index, to, headed) {
                        index = end;
                        continue;
                    }
                }
            } else if self.tokens[index].dash()
                && let Some(end) = self.between_dashes(from, index, to)
            {
                index = end;
                continue;
            }
            index += 1;
        }
    }

    /// A dash between spaces.
    pub(super) fn spaced_dash(&self, index: usize, from: usize, to: usize) -> bool {
        index > from
            && index + 1 < to
            && self.tokens[index].dash()
            && !self.hidden[index]
            && self.tokens[index - 1].end < self.tokens[index].start
            && self.tokens[index].end < self.tokens[index + 1].start
    }

    /// The dash that closes what one at `open` inserts between a subject and its verb.
    pub(super) fn closing_dash(&self, from: usize, open: usize, to: usize) -> Option<usize> {
        let view = self.view();
        let close = (open + 2..to.min(open + 20)).find(|&index| self.spaced_dash(index, from, to))?;
        let verb = &self.tokens[close + 1];
        let finite = verb.is(FINITE)
            && (verb.is(AUX | THIRD | FOREIGN) || !verb.is(PART))
            && !verb.capital
            && view.trust(close + 1, close + 1, to) != Trust::No;
        (finite && close + 2 < to && view.find(from, open).is_none()).then_some(close)
    }

    /// "Gita - the sister of Ines - has a boat".
    fn between_dashes(&mut self, from: usize, open: usize, to: usize) -> Option<usize> {
        let close = self.closing_dash(from, open, to).filter(|_| self.spaced_dash(open, from, to))?;
        let opener = &self.tokens[open + 1];
        let led = opener.is(DET | POSS | PREP | ADJ | PART | NUM | GENITIVE) || opener.number();
        let inset = if led && self.english && !opener.is(REL) { Inset::Apposition } else { Inset::Tail };
        self.between((from, open), (open + 1, close), inset)
    }

    /// "Gita, die in Graz wohnt, hat ein Boot".
    fn foreign_relative(&mut self, from: usize, comma: usize, to: usize) -> Option<usize> {
        let led = usize::from(self.tokens[comma + 1].is(PREP));
        if self.english || !self.equals_any(comma + 1 + led, RELATIVES) {
            return None;
        }
        let close = (comma + 2..to)
            .find(|&index| !self.hidden[index] && self.tokens[index].comma() && index + 1 < to)?;
        let view = self.view();
        let finite = view.trust(close + 1, close + 1, to) != Trust::No && self.tokens[close + 1].is(FINITE);
        if !finite || view.find(from, comma).is_some() || self.tokens[from].is(PREP | SUB) {
            return None;
        }
        self.between((from, comma), (comma + 1, close), Inset::Tail)
    }

    /// Takes `inner`, which marks enclose, out of sight.
    fn between(&mut self, anchor: (usize, usize), inner: (usize, usize), inset: Inset) -> Option<usize> {
        let (open, close) = (anchor.1, inner.1);
        let anchor = self.bytes(anchor.0, anchor.1);
        let kind = if inset == Inset::Tail { ClauseKind::Relative } else { ClauseKind::Apposition };
        let (units, joints) = self.asides(vec![inner], kind, &anchor);
        let cut = self.tokens[open - 1].end..self.tokens[close].end;
        let inner = self.bytes(inner.0, inner.1);
        self.embed(Embed { host: 0, cut, inner, units, joints, anchor, inset });
        for index in open..=close {
            self.hidden[index] = true;
        }
        Some(close + 1)
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

    /// Adds a unit for each piece, all about the anchor; returns them and what stands between them.
    fn asides(
        &mut self,
        pieces: Vec<(usize, usize)>,
        kind: ClauseKind,
        anchor: &Range<usize>,
    ) -> (Vec<usize>, Vec<Range<usize>>) {
        let spans: Vec<Range<usize>> = pieces.into_iter().map(|(from, to)| self.bytes(from, to)).collect();
        let joints = spans.windows(2).map(|pair| pair[0].end..pair[1].start).collect();
        let units = spans.into_iter().map(|span| self.add(span, kind, Some(anchor.clone()))).collect();
        (units, joints)
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
        if pieces.is_empty() {
            return;
        }
        if words < 2 && pieces.len() < 2 {
            let before = &self.tokens[open - 1];
            let apart = before.end < self.tokens[open].start && before.word() && !before.is(FUNCTION);
            let long = self.tokens[close - 1].end - self.tokens[open + 1].start > 1;
            let after = self.tokens.get(close + 1);
            let dialled = after.is_some_and(Token::number) && words == 0;
            if !apart || !long || dialled {
                return;
            }
        }
        let anchor = self.anchor(from, open);
        if anchor.0 == anchor.1 {
            return;
        }
        let anchor = self.bytes(anchor.0, anchor.1);
        let (units, joints) = self.asides(pieces, ClauseKind::Parenthetical, &anchor);
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

    /// What stands between commas after a subject and before its verb: ", a cellist,", ", 9, allergic to horses,".
    fn apposition(&mut self, from: usize, comma: usize, to: usize, headed: bool) -> Option<usize> {
        let view = self.view();
        let commas: Vec<usize> = (comma + 1..to.min(comma + 16))
            .filter(|&index| !self.hidden[index] && self.tokens[index].comma())
            .take(if headed { 1 } else { 3 })
            .collect();
        let second = commas.into_iter().find(|&second| {
            second + 2 < to && {
                let next = &self.tokens[second + 1];
                view.trust(second + 1, second + 1, to) != Trust::No && (next.is(FINITE) || next.is(BASE))
            }
        })?;
        let opener = &self.tokens[comma + 1];
        let held = &self.tokens[from];
        let noun = opener.is(DET | POSS) && !opener.is(NEG) || opener.number() && second - comma <= 3;
        let visible = |index: usize| !self.hidden[index];
        let and = (from..comma).any(|index| visible(index) && self.tokens[index].is(AND));
        let plural = self.tokens[second + 1].is(BASE) && !self.tokens[second + 1].is(FINITE);
        let modifier = opener.is(PREP | ADJ | PART | ING | ADV | GENITIVE) && !opener.is(SUB | DET)
            || (comma + 1..second).any(|index| visible(index) && self.tokens[index].is(GENITIVE));
        let common =
            opener.word() && !opener.capital && opener.class & !(THIRD | NOUNISH | GUESSED | ADJ) == 0;
        let named = (opener.name() || opener.is(TITLE) || opener.number()) && held.is(DET | POSS);
        // "wife of Nils"
        let titled = self.person_noun(comma + 1) && !opener.capital;
        let age = opener.is(NUM) || opener.number();
        if headed && (!noun || !self.tokens[second + 1].is(FINITE))
            || !(noun || modifier || titled || common && second - comma <= 7 && !plural || named || age)
            || and
            || (comma + 1..second).any(|index| visible(index) && self.tokens[index].is(REL | BUT))
            || view.find(from, comma).is_some()
            || (comma + 1..second).any(|index| {
                visible(index)
                    && self.tokens[index].is(FINITE)
                    && !self.tokens[index].is(PART | NOUNISH)
                    && view.trust(index, comma + 1, second) != Trust::No
            })
        {
            return None;
        }
        if held.is(PREP | SUB | ADV) {
            return None;
        }
        let mut pieces = Vec::new();
        let mut at = comma + 1;
        for index in comma + 1..=second {
            if index == second || visible(index) && self.tokens[index].comma() {
                if at < index {
                    pieces.push((at, index));
                }
                at = index + 1;
            }
        }
        let anchor = self.bytes(from, comma);
        let inner = self.bytes(comma + 1, second);
        let (units, joints) = self.asides(pieces, ClauseKind::Apposition, &anchor);
        let embed = Embed {
            host: 0,
            cut: self.tokens[comma - 1].end..self.tokens[second].end,
            inner,
            units,
            joints,
            anchor,
            inset: if titled || !self.english { Inset::Tail } else { Inset::Apposition },
        };
        self.embed(embed);
        for index in comma..=second {
            self.hidden[index] = true;
        }
        Some(second + 1)
    }

    /// ", since it rains, and …", ", whom she met,", ", where he works", and a last phrase after a comma.
    fn aside(&mut self, from: usize, comma: usize, to: usize) -> Option<usize> {
        let view = self.view();
        let first = comma + 1;
        let opener = &self.tokens[first];
        let visible = |index: usize| !self.hidden[index];
        let relative = self.equals_any(first, &["whom", "where", "who's", "who'd", "who've", "who'll"]);
        let reason = self.equals_any(first, &["since", "as", "because", "though", "although"]);
        let anchor = self.anchor(from, comma);
        if anchor.0 == anchor.1 {
            return None;
        }
        let main = view.find(from, comma).is_some();
        let (end, cut, inner, inset) = if relative || reason {
            let close = (first + 2..to).find(|&index| {
                visible(index) && self.tokens[index].comma() && index + 1 < to && {
                    let next = &self.tokens[index + 1];
                    next.is(AND | BUT)
                        || relative && !main && view.trust(index + 1, index + 1, to) != Trust::No
                }
            });
            if !main && (reason || close.is_none()) {
                return None;
            }
            let end = close.map_or(to, |close| close + 1);
            let stop = close.unwrap_or(to);
            view.find(first + 1, stop).or_else(|| relative.then_some(first).filter(|_| stop > first + 1))?;
            let clause =
                close.is_some_and(|close| view.find(close + 2, to).is_some_and(|verb| verb > close + 2));
            let cut = if clause { stop } else { end };
            let (inner, inset) = if reason { (first + 1, Inset::Aside) } else { (first, Inset::Tail) };
            (stop, self.tokens[comma - 1].end..self.tokens[cut - 1].end, (inner, stop), inset)
        } else {
            return self.tail(from, comma, to, opener.class);
        };
        let span = self.bytes(inner.0, inner.1);
        let anchor = self.bytes(anchor.0, anchor.1);
        let unit = self.add(span.clone(), ClauseKind::Parenthetical, Some(anchor.clone()));
        let hide = if cut.end > self.tokens[end - 1].end { end + 1 } else { end };
        self.embed(Embed { host: 0, cut, inner: span, units: vec![unit], joints: Vec::new(), anchor, inset });
        for index in comma..hide {
            self.hidden[index] = true;
        }
        Some(hide)
    }

    /// ", paid by card in three parts": the last phrase of a sentence, without verb, after a full clause.
    fn tail(&mut self, from: usize, comma: usize, to: usize, class: Class) -> Option<usize> {
        let view = self.view();
        let first = comma + 1;
        let visible = |index: usize| !self.hidden[index];
        let verb = view.find(from, comma)?;
        let opener = &self.tokens[first];
        let dated = (first..to).all(|index| {
            self.tokens[index].is(TIME | PREP | DET)
                || self.tokens[index].number()
                || self.tokens[index].comma()
        });
        let commas = (from..to).filter(|&index| visible(index) && self.tokens[index].comma()).count();
        let joined = (verb..to).any(|index| visible(index) && self.tokens[index].is(AND | OR | BUT | WHILE));
        let be = self.tokens[verb].is(BE);
        let modifier =
            class & PREP != 0 && class & (SUB | DET) == 0 || class & PART != 0 && class & AUX == 0 && !be;
        let gapped = (first + 1..to).any(|index| self.tokens[index].is(PREP) && !view.equals(index, "of"));
        let address = opener.number() && to - first >= 2 && self.tokens[comma - 1].word() && !gapped;
        if dated
            || commas != 1
            || joined
            || to - first < 2
            || verb <= from
            || self.tokens[from].is(PREP | SUB | ADV)
            || !(modifier || address)
            || class & PREP == 0
                && (first..to).any(|index| {
                    self.tokens[index].is(FINITE)
                        && !self.tokens[index].is(PART | NOUNISH)
                        && view.trust(index, first, to) != Trust::No
                })
        {
            return None;
        }
        let mut end = verb;
        while end > from + 1 && (self.hidden[end - 1] || self.tokens[end - 1].is(ADV | NEG)) {
            end -= 1;
        }
        let anchor = if address { self.anchor(from, comma) } else { (from, end) };
        if anchor.0 >= anchor.1 {
            return None;
        }
        let anchor = self.bytes(anchor.0, anchor.1);
        let inner = self.bytes(first, to);
        let unit = self.add(inner.clone(), ClauseKind::Parenthetical, Some(anchor.clone()));
        self.embed(Embed {
            host: 0,
            cut: self.tokens[comma - 1].end..inner.end,
            inner,
            units: vec![unit],
            joints: Vec::new(),
            anchor,
            inset: Inset::Parenthesis,
        });
        for index in comma..to {
            self.hidden[index] = true;
        }
        Some(to)
    }
}

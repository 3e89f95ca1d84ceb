//! A statement without one of its modifiers.

use std::ops::Range;

use super::agreement;
use super::finite_verb::{Trust, View};
use super::token::{Token, tokens};
use super::word_class::*;

/// The text without a value inside one statement, where what holds it can go and a full statement stays: an adjunct, a
/// parenthesis, an apposition, one item of an enumeration. None where it can't be done safely.
pub fn without_span(text: &str, span: Range<usize>) -> Option<String> {
    if span.start >= span.end
        || span.end > text.len()
        || !text.is_char_boundary(span.start)
        || !text.is_char_boundary(span.end)
    {
        return None;
    }
    let clauses = super::split(text);
    if clauses.len() > 1 {
        let touched = clauses.at(span.clone());
        let inner = touched
            .iter()
            .copied()
            .min_by_key(|&index| clauses.get(index).map_or(usize::MAX, |clause| clause.span.len()));
        if let Some(index) = inner
            && let Some(clause) = clauses.get(index)
        {
            let fragment =
                !matches!(clause.kind, super::ClauseKind::Sentence | super::ClauseKind::Coordinate);
            let most = clause.span.len() <= span.len() + 24 || span.len() * 2 >= clause.span.len();
            if fragment && most && clause.span.start <= span.start && span.end <= clause.span.end
                || clause.span == span
            {
                return clauses.without(&[index]);
            }
        }
    }
    let (list, lexicon) = tokens(text);
    let hidden: Vec<bool> = list.iter().map(|token| token.depth > 0).collect();
    let cutter = Cutter {
        view: View { text, tokens: &list, hidden: &hidden, english: lexicon.english },
        tokens: &list,
    };
    let meant = super::meant(text);
    if meant.iter().any(|noun| span.start <= noun.start && noun.end <= span.end) {
        return None;
    }
    cutter.cut(&span)
}

struct Cutter<'a> {
    view: View<'a>,
    tokens: &'a [Token],
}

impl Cutter<'_> {
    fn cut(&self, span: &Range<usize>) -> Option<String> {
        let first = self.tokens.partition_point(|token| token.end <= span.start);
        let last = self.tokens.partition_point(|token| token.start < span.end);
        if first >= last {
            return None;
        }
        self.parenthesis(first, last)
            .or_else(|| self.apposition(first, last))
            .or_else(|| self.adjunct(first, last))
            .or_else(|| self.item(span))
    }

    fn edit(&self, cut: Range<usize>) -> Option<String> {
        agreement::apply(self.view.text, vec![(cut, String::new())])
    }

    /// Inside brackets: they go whole.
    fn parenthesis(&self, first: usize, last: usize) -> Option<String> {
        if self.tokens[first].depth == 0 {
            return None;
        }
        let open = (0..=first).rev().take(64).find(|&index| {
            self.tokens[index].depth == 1
                && self.tokens[index].mate.is_some_and(|mate| mate > index && mate + 1 >= last)
        })?;
        let mark = &self.tokens[open];
        if !(mark.mark('(') || mark.mark('（') || mark.mark('[')) || open == 0 {
            return None;
        }
        let close = mark.mate?;
        self.edit(self.tokens[open - 1].end..self.tokens[close].end)
    }

    /// A stretch between commas without verb, after a noun.
    fn apposition(&self, first: usize, last: usize) -> Option<String> {
        let open = (0..first).rev().take(12).find(|&index| self.boundary(index))?;
        let close = (last..self.tokens.len().min(last + 12))
            .find(|&index| self.boundary(index))
            .unwrap_or(self.tokens.len().min(last + 12));
        if !self.tokens[open].comma()
            || open == 0
            || (open + 1..last).any(|index| index > open && self.tokens[index].depth > 0)
        {
            return None;
        }
        let from = open + 1;
        let joined =
            (from..close).any(|index| self.tokens[index].depth == 0 && self.tokens[index].is(AND | OR));
        if joined || self.view.find(from, close).is_some() || self.tokens[from].is(AND | OR | BUT | SUB | REL)
        {
            return None;
        }
        let sentence = self.sentence(first);
        let before = self.view.find(sentence.0, open).is_some();
        let ends = close >= self.tokens.len() || !self.tokens[close].comma();
        if ends {
            // the last stretch: an adverbial or an apposition at the end of a full clause
            return if before {
                self.edit(self.tokens[open - 1].end..self.tokens[close - 1].end)
            } else {
                None
            };
        }
        let following =
            close + 1 < self.tokens.len() && self.view.trust(close + 1, close + 1, sentence.1) != Trust::No;
        if following && !before {
            return self.edit(self.tokens[open - 1].end..self.tokens[close].end);
        }
        before.then(|| self.edit(self.tokens[open - 1].end..self.tokens[close - 1].end))?
    }

    fn boundary(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.depth == 0
            && (token.comma()
                || token.semicolon()
                || token.terminator()
                || token.colon()
                || token.kind == super::token::Kind::Newline)
    }

    fn sentence(&self, index: usize) -> (usize, usize) {
        let ends = |index: usize| {
            let token = &self.tokens[index];
            token.depth == 0
                && (token.semicolon()
                    || token.terminator()
                    || token.colon()
                    || token.kind == super::token::Kind::Newline)
        };
        let from = (0..index)
            .rev()
            .take(200)
            .find(|&index| ends(index))
            .map_or(index.saturating_sub(200), |index| index + 1);
        let to = (index..self.tokens.len().min(index + 200))
            .find(|&index| ends(index))
            .unwrap_or(self.tokens.len().min(index + 200));
        (from, to)
    }

    /// A prepositional phrase or an adverb of time after a complete predicate, or fronted.
    fn adjunct(&self, first: usize, last: usize) -> Option<String> {
        if self.tokens[first].depth > 0 {
            return None;
        }
        let (from, to) = self.sentence(first);
        let verb = self.view.find(from, to)?;
        let time = |index: usize| {
            self.tokens[index].is(TIME) || self.tokens[index].is(ADV) && !self.tokens[index].is(NEG)
        };
        // the preposition that governs the span
        let mut start = first;
        let adverb = (first..last).all(time);
        if !self.tokens[first].is(PREP)
            && !(adverb && !(first > from && self.tokens[first - 1].is(PREP | DET | POSS)))
        {
            loop {
                if start == from {
                    return None;
                }
                start -= 1;
                let token = &self.tokens[start];
                if token.is(PREP) && !self.view.equals(start, "of") {
                    break;
                }
                if token.is(AND | OR | BUT | SUB | REL | FINITE) && !token.is(NOUNISH | TIME)
                    || token.is_mark()
                    || first - start > 8
                {
                    return None;
                }
            }
        }
        // its end: the next preposition, conjunction, mark or adverb
        let mut end = last;
        while end < to {
            let token = &self.tokens[end];
            let of = token.is(PREP) && self.view.equals(end, "of");
            if token.is_mark() && token.depth == 0
                || token.is(AND | OR | BUT | SUB | REL | ADV | NEG)
                || token.is(PREP) && !of
            {
                break;
            }
            if end > verb && token.is(FINITE) && !token.is(NOUNISH) || end == verb {
                break;
            }
            if token.is(TIME) && !self.tokens[end - 1].is(PREP | DET | TIME) && !self.tokens[end - 1].number()
            {
                break;
            }
            let last_token = &self.tokens[end - 1];
            let subject = token.is(DET | POSS | SUBJ | KIN | TITLE)
                || token.name()
                    && (last_token.is(TIME)
                        || last_token.number()
                        || last_token.word() && !last_token.capital);
            if start == from && end > start + 1 && subject || adverb && start == first {
                break;
            }
            end += 1;
        }
        if end < to && self.tokens[end].is(AND | OR) && start != first {
            return None;
        }
        // "on Monday, 3 June" is one date
        let dated = |index: usize| index < to && (self.tokens[index].is(TIME) || self.tokens[index].number());
        if start > verb && end < to && self.tokens[end].comma() && dated(end + 1) && dated(end - 1) {
            return None;
        }
        if (start + 1..first).any(|index| self.tokens[index].is(AND | OR)) || self.tokens[start].is(AND | OR)
        {
            return None;
        }
        if start > verb {
            // something must stay after the verb
            let mut place = verb + 1;
            while place < start && self.tokens[place].is(ADV | NEG | AUX) && !self.tokens[place].is(DET) {
                place += 1;
            }
            let participle = place < start && self.tokens[place].is(PART | ING);
            let content = place < start || self.intransitive(verb) && end >= to;
            let stranded = self.tokens[start - 1].is(PREP | DET | AND | OR | BUT);
            if !content
                || stranded
                || participle && place + 1 == start && self.tokens[verb].is(BE) && !self.dispensable(start)
            {
                return None;
            }
            if self.binds(start) {
                return None;
            }
            return self.edit(self.tokens[start - 1].end..self.tokens[end - 1].end);
        }
        if end <= verb && start == from {
            // fronted
            let comma = end < to && self.tokens[end].comma();
            let next = end + usize::from(comma);
            if next >= verb {
                return None;
            }
            let rest = &self.view.text[self.tokens[next].start..];
            let out =
                if self.tokens[start].capital { super::write::capitalised(rest) } else { rest.to_owned() };
            return Some(format!("{}{out}", &self.view.text[..self.tokens[start].start]));
        }
        if end <= verb && start > from && self.tokens[start].is(PREP) && !self.binds(start) {
            // "the shop in Graz closes": after the noun
            return self.edit(self.tokens[start - 1].end..self.tokens[end - 1].end);
        }
        None
    }

    /// A verb that states something without complement.
    fn intransitive(&self, verb: usize) -> bool {
        const WORDS: &[&str] = &[
            "arrive", "call", "chair", "close", "come", "cook", "cycle", "dance", "die", "drive", "eat",
            "end", "finish", "fly", "jog", "land", "leave", "meet", "open", "phone", "pray", "read",
            "resign", "retire", "ring", "run", "sail", "sing", "sleep", "smoke", "speak", "start", "study",
            "surf", "swim", "teach", "train", "travel", "volunteer", "walk", "win", "work", "rehearse",
            "depart",
        ];
        let word = self.view.slice(verb);
        WORDS.contains(&word)
            || super::verb_forms::base(word).is_some_and(|base| WORDS.contains(&base.as_str()))
    }

    /// Without it a passive still states something.
    fn dispensable(&self, preposition: usize) -> bool {
        ["at", "on", "since", "until", "after", "before", "during", "in"]
            .iter()
            .any(|word| self.view.equals(preposition, word))
            && (preposition + 1..self.tokens.len().min(preposition + 4))
                .any(|index| self.tokens[index].is(TIME) || self.tokens[index].number())
    }

    /// A preposition that belongs to the word before it: "allergic to", "married to", "from 9 to 5".
    fn binds(&self, preposition: usize) -> bool {
        if preposition == 0 {
            return true;
        }
        let before = &self.tokens[preposition - 1];
        let to = self.view.equals(preposition, "to");
        self.view.equals(preposition, "of")
            || before.is(ADJ) && !before.is(TIME)
            || to && (before.number() || before.is(TIME))
            || self.view.equals(preposition, "than")
            || self.view.equals(preposition, "between")
    }

    /// One member of an enumeration of things.
    fn item(&self, span: &Range<usize>) -> Option<String> {
        let lists = super::parties(self.view.text);
        let held = lists.iter().any(|list| {
            list.members.iter().any(|member| {
                member.whole.start <= span.start && span.end <= member.whole.end && !list.subject
            })
        });
        held.then(|| super::without_party(self.view.text, span.clone()))?
    }
}

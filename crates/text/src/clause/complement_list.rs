//! Coordinated complements: "the salt in his silo and the plough in his barn", "for Ana and for Bo", "at six and at nine".

use super::finite_verb::{Trust, View};
use super::party_list::{Joiner, Party, PartyList};
use super::token::{Kind, Token};
use super::word_class::*;

/// Tokens on one side of a conjunction that are looked at.
const REACH: usize = 48;
/// No list has more members.
const MOST_MEMBERS: usize = 24;

/// What a stretch of a complement is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Noun,
    Preposition,
    Adverb,
}

/// A phrase of a complement.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    from: usize,
    to: usize,
    sort: Sort,
}

/// How a noun phrase begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opening {
    Name,
    Definite,
    Indefinite,
    Bare,
}

pub(super) struct Coordination<'a> {
    pub view: View<'a>,
    pub tokens: &'a [Token],
}

impl Coordination<'_> {
    /// The list around the conjunction `from..to`, and the token after it.
    pub fn list(&self, from: usize, to: usize, joiner: Joiner) -> Option<(PartyList, usize)> {
        let depth = self.tokens[from].depth;
        let begin = self.begin(from, depth);
        let end = self.end(to, depth);
        if to >= end || from <= begin {
            return None;
        }
        let left_end = if self.tokens[from - 1].comma() { from - 1 } else { from };
        let (left, right, stop) = self
            .that(begin, left_end, to, end)
            .or_else(|| self.prepositions(begin, left_end, to, end, depth))
            .or_else(|| self.nouns(begin, left_end, to, end, depth))?;
        if left >= left_end || right >= stop {
            return None;
        }
        let mut starts = vec![(left, left_end)];
        if left > begin && self.tokens[left - 1].comma() && joiner != Joiner::With {
            self.earlier(begin, left, right, depth, &mut starts);
        }
        let last = self.tokens[right].start..self.tokens[stop - 1].end;
        let mut members: Vec<Party> = starts
            .into_iter()
            .rev()
            .map(|(from, to)| self.tokens[from].start..self.tokens[to - 1].end)
            .map(|span| Party { span: span.clone(), whole: span })
            .collect();
        members.push(Party { span: last.clone(), whole: last });
        let span = members[0].whole.start..members[members.len() - 1].whole.end;
        Some((PartyList { span, members, joiner, subject: false }, stop))
    }

    fn mark(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.terminator() || token.semicolon() || token.colon() || token.kind == Kind::Newline
    }

    /// The start of the clause that holds `at`.
    fn begin(&self, at: usize, depth: u16) -> usize {
        let low = at.saturating_sub(REACH);
        (low..at)
            .rev()
            .find(|&index| {
                self.tokens[index].depth < depth
                    || self.tokens[index].depth == depth
                        && (self.mark(index)
                            || self.tokens[index].dash()
                                && self.tokens[index].end < self.tokens[index + 1].start)
            })
            .map_or(low, |index| index + 1)
    }

    /// The end of the member that starts at `at`.
    fn end(&self, at: usize, depth: u16) -> usize {
        let high = self.tokens.len().min(at + REACH);
        (at..high)
            .find(|&index| {
                let token = &self.tokens[index];
                token.depth < depth
                    || token.depth == depth
                        && (self.mark(index)
                            || token.comma()
                            || token.dash()
                            || index > at
                                && token.is(AND | BUT | OR | SUB | REL | WHILE)
                                && !token.is(PREP | DET))
            })
            .unwrap_or(high)
    }

    /// The verb whose complement ends at `to`.
    fn verb(&self, begin: usize, to: usize) -> Option<usize> {
        let called = self.tokens[begin].capital
            && self.tokens[begin].is(PAST | PART)
            && begin + 1 < to
            && self.tokens[begin + 1].name();
        let mut verb = self.view.find(begin, to).or(called.then_some(begin))?;
        for index in verb + 1..to {
            let token = &self.tokens[index];
            if !(token.comma() || token.is(AND | BUT | SUB | REL | WHILE) && !token.is(PREP)) {
                continue;
            }
            if let Some(next) = self.view.find(index + 1, to).filter(|&next| next > verb && next - index <= 6)
            {
                verb = next;
            }
        }
        Some(verb)
    }

    /// "says that … and that …".
    fn that(&self, begin: usize, left_end: usize, to: usize, end: usize) -> Option<(usize, usize, usize)> {
        if !self.view.equals(to, "that") {
            return None;
        }
        let verb = self.view.find(begin, left_end)?;
        let left = (verb + 1..left_end).find(|&index| self.view.equals(index, "that")).or_else(|| {
            let next = &self.tokens[verb + 1];
            let clause = next.is(DET | POSS | SUBJ) || next.name();
            (clause && self.view.find(verb + 1, left_end).is_some()).then_some(verb + 1)
        })?;
        self.view.find(to + 1, end)?;
        Some((left, to, end))
    }

    fn preposition(&self, index: usize) -> bool {
        self.tokens[index].is(PREP) && !self.tokens[index].is(DET)
    }

    fn of(&self, index: usize) -> bool {
        self.view.equals(index, "of")
    }

    /// "for Ana and for Bo": the same preposition, or as many of another.
    fn prepositions(
        &self,
        begin: usize,
        left_end: usize,
        to: usize,
        end: usize,
        depth: u16,
    ) -> Option<(usize, usize, usize)> {
        let mut head = to;
        while head + 1 < end && self.tokens[head].is(ADV | NEG) && !self.preposition(head) {
            head += 1;
        }
        if !self.preposition(head) || head + 1 >= end {
            return None;
        }
        let mut stop = end;
        let mut low = begin;
        let later = self.view.find(head, end);
        let held = self.verb(begin, left_end).filter(|&verb| {
            // a noun that looks like a verb, where the verb comes later
            !(self.tokens[verb].is(GUESSED | NOUNISH)
                && later.is_some_and(|later| self.tokens[later].is(AUX)))
        });
        match (held, later) {
            (Some(verb), None) => low = verb + 1,
            (None, Some(verb)) if verb > head + 1 => stop = verb,
            (None, None) => {}
            _ => return None,
        }
        let plain = |index: usize| self.tokens[index].depth == depth && self.preposition(index);
        let same =
            |index: usize| plain(index) && self.view.slice(index).eq_ignore_ascii_case(self.view.slice(head));
        let count = (head..stop).filter(|&index| plain(index) && (index == head || !self.of(index))).count();
        let left = (low..left_end).rev().find(|&index| same(index)).or_else(|| {
            let time = |index: usize| {
                [
                    "at", "on", "in", "from", "until", "till", "by", "before", "after", "with", "without",
                    "to", "for",
                ]
                .iter()
                .any(|word| self.view.equals(index, word))
            };
            let found: Vec<usize> =
                (low..left_end).rev().filter(|&index| plain(index) && time(index)).take(count).collect();
            found.last().copied().filter(|_| time(head))
        })?;
        // what the left has not is shared
        let held =
            (left..left_end).filter(|&index| plain(index) && (index == left || !self.of(index))).count();
        let cut = (head..stop).filter(|&index| plain(index) && (index == head || !self.of(index))).nth(held);
        Some((left, to, cut.unwrap_or(stop)))
    }

    fn opening(&self, index: usize) -> Opening {
        let token = &self.tokens[index];
        if token.is(INDEFINITE | NUM) || token.number() || self.view.equals(index, "one") {
            Opening::Indefinite
        } else if token.is(DET | POSS) || token.is(GENITIVE) {
            Opening::Definite
        } else if token.name() || token.is(KIN | TITLE | OBJ) || self.code(index) {
            Opening::Name
        } else {
            Opening::Bare
        }
    }

    /// A word with digits in it.
    fn code(&self, index: usize) -> bool {
        self.tokens[index].word() && self.view.slice(index).contains(|ch: char| ch.is_ascii_digit())
    }

    /// A price: "14 euros an hour".
    fn rate(&self, index: usize) -> bool {
        self.tokens[index].is(INDEFINITE)
            && index + 1 < self.tokens.len()
            && [
                "hour", "day", "week", "month", "year", "head", "night", "piece", "kilo", "word", "head",
                "minute",
            ]
            .iter()
            .any(|word| self.view.equals(index + 1, word))
    }

    /// The phrases of `from..to`.
    fn chunks(&self, from: usize, to: usize, depth: u16) -> Vec<Chunk> {
        let mut out: Vec<Chunk> = Vec::new();
        let mut index = from;
        let mut fresh = true;
        while index < to {
            let token = &self.tokens[index];
            if token.depth > depth {
                let quote = !(token.mark('(') || token.mark('（') || token.mark('['));
                let after =
                    token.mate.filter(|&mate| mate > index && mate < to).map_or(index + 1, |mate| mate + 1);
                match out.last_mut() {
                    Some(chunk)
                        if !fresh && !quote
                            || matches!(chunk.sort, Sort::Preposition) && chunk.to == chunk.from + 1 =>
                    {
                        chunk.to = after;
                    }
                    _ => out.push(Chunk { from: index, to: after, sort: Sort::Noun }),
                }
                fresh = false;
                index = after;
                continue;
            }
            let preposition = self.preposition(index) && (!self.of(index) || fresh);
            let adverb = token.is(ADV | NEG) && !token.is(DET | INDEF) && !preposition;
            let open = |chunk: &Chunk| chunk.sort == Sort::Preposition && chunk.to == chunk.from + 1;
            if preposition {
                match out.last_mut() {
                    // "out of the shed", "next to"
                    Some(chunk) if open(chunk) => {
                        chunk.to = index + 1;
                    }
                    _ => out.push(Chunk { from: index, to: index + 1, sort: Sort::Preposition }),
                }
                fresh = false;
            } else if adverb {
                match out.last_mut() {
                    Some(chunk) if open(chunk) => chunk.to = index + 1,
                    _ => out.push(Chunk { from: index, to: index + 1, sort: Sort::Adverb }),
                }
            } else {
                let last = out.last().copied();
                let before = index.checked_sub(1).map(|before| &self.tokens[before]);
                let begins = match last {
                    None => true,
                    Some(chunk) if open(&chunk) => false,
                    Some(chunk) if chunk.sort == Sort::Adverb => true,
                    _ => {
                        let of = index > 0 && self.of(index - 1);
                        let led = before
                            .is_some_and(|before| before.is(DET | POSS | NUM | GENITIVE) || before.number());
                        let name = self.opening(index) == Opening::Name;
                        !of && (token.is(DET | POSS | OBJ)
                            && !self.rate(index)
                            && !(before.is_some_and(|before| before.is(DET | INDEF)))
                            || token.is(NUM) && !led
                            || name
                                && before.is_some_and(|before| {
                                    before.word()
                                        && !before.capital
                                        && !before.is(DET | POSS | KIN | TITLE | NUM | GENITIVE)
                                        && !self.plain(index - 1)
                                }))
                    }
                };
                match out.last_mut() {
                    Some(chunk) if !begins => chunk.to = index + 1,
                    _ => out.push(Chunk { from: index, to: index + 1, sort: Sort::Noun }),
                }
                fresh = false;
            }
            index += 1;
        }
        out
    }

    /// A noun that a name or number may follow: "room B".
    fn plain(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.word() && !token.is(FUNCTION | TIME | OBJ)
    }

    /// A complement of nouns, perhaps with what hangs on each.
    fn nouns(
        &self,
        begin: usize,
        left_end: usize,
        to: usize,
        end: usize,
        depth: u16,
    ) -> Option<(usize, usize, usize)> {
        let first = &self.tokens[to];
        if first.is(SUBJ | AND | OR | BUT | SUB | REL | ADV | NEG) && !first.is(DET | INDEF)
            || self.view.find(to, end).is_some()
            || self.view.trust(to, to, end) != Trust::No
        {
            return None;
        }
        let verb = self.verb(begin, left_end);
        let open = match verb {
            Some(verb) => verb + 1,
            None if begin > 0 || self.view.find(begin, end).is_none() => begin,
            None => return None,
        };
        let mut open = open;
        while open < left_end
            && self.tokens[open].is(AUX | PART | ADV | NEG | ING)
            && !self.tokens[open].is(DET | INDEF | PREP)
        {
            open += 1;
        }
        let comma = (open..left_end)
            .rev()
            .find(|&index| self.tokens[index].comma() && self.tokens[index].depth == depth);
        let from = comma.map_or(open, |comma| comma + 1);
        let left = self.chunks(from, left_end, depth);
        let right = self.chunks(to, end, depth);
        if left.is_empty() || right.is_empty() || right[0].sort != Sort::Noun {
            return None;
        }
        let fits = |left: &Chunk, right: &Chunk| {
            left.sort == right.sort
                || right.sort != Sort::Noun && left.sort != Sort::Noun
                || right.sort == Sort::Noun && left.sort == Sort::Preposition && left.to > left.from + 1
        };
        let inside = |chunk: &Chunk| {
            if chunk.sort == Sort::Preposition {
                (chunk.from..chunk.to).find(|&index| !self.preposition(index)).unwrap_or(chunk.from)
            } else {
                chunk.from
            }
        };
        if right.len() >= 2 {
            let exact = |at: usize| {
                right.iter().enumerate().all(|(place, chunk)| {
                    left[at + place].sort == chunk.sort
                        || chunk.sort != Sort::Noun && left[at + place].sort != Sort::Noun
                })
            };
            let near = |at: usize| {
                right.iter().enumerate().all(|(place, chunk)| {
                    if place == 0 {
                        fits(&left[at], chunk)
                    } else {
                        left[at + place].sort == chunk.sort
                            || chunk.sort != Sort::Noun && left[at + place].sort != Sort::Noun
                    }
                })
            };
            if left.len() >= right.len() {
                let places = || (0..=left.len() - right.len()).rev();
                if let Some(at) = places().find(|&at| exact(at)).or_else(|| places().find(|&at| near(at))) {
                    return Some((inside(&left[at]), to, end));
                }
            }
        }
        let stop = right[0].to;
        let wanted = self.opening(to);
        let last = left.iter().rposition(|chunk| chunk.sort != Sort::Adverb)?;
        let chunk = &left[last];
        let own = inside(chunk);
        if chunk.sort == Sort::Noun {
            return Some((own, to, stop));
        }
        let held = self.opening(own);
        let earlier = left[..last].iter().rev().filter(|chunk| chunk.sort == Sort::Noun);
        let like = |opening: Opening| opening == wanted;
        let definite = |opening: Opening| matches!(opening, Opening::Definite | Opening::Name);
        let found = if like(held) || definite(held) && definite(wanted) {
            None
        } else {
            earlier.clone().find(|chunk| like(self.opening(chunk.from))).or_else(|| earlier.clone().next())
        };
        match found {
            Some(chunk) => Some((chunk.from, to, if right.len() > 1 { stop } else { end.min(stop) })),
            None => Some((own, to, stop)),
        }
    }

    /// The members before the first comma on the left.
    fn earlier(&self, begin: usize, left: usize, right: usize, depth: u16, out: &mut Vec<(usize, usize)>) {
        let mut at = left;
        let preposition = self.preposition(right);
        while at > begin && self.tokens[at - 1].comma() && out.len() < MOST_MEMBERS {
            let stop = at - 1;
            let comma = (begin..stop)
                .rev()
                .find(|&index| self.tokens[index].comma() && self.tokens[index].depth == depth);
            let from = comma.map_or(begin, |comma| comma + 1);
            let verb = self.view.find(from, stop);
            let mut open = verb.map_or(from, |verb| verb + 1);
            while verb.is_some()
                && open < stop
                && self.tokens[open].is(AUX | PART | ADV | NEG | ING)
                && !self.tokens[open].is(DET | INDEF | PREP)
            {
                open += 1;
            }
            if open >= stop
                || self.tokens[from].is(SUB | REL | AND | BUT) && verb.is_none()
                || verb.is_none() && comma.is_none() && from == 0
            {
                return;
            }
            let chunks = self.chunks(open, stop, depth);
            let shape = self.chunks(left, out[0].1, depth).len();
            let start = if preposition {
                let found = chunks.iter().rposition(|chunk| chunk.sort == Sort::Preposition);
                match found {
                    Some(place) => chunks[place].from,
                    None => return,
                }
            } else {
                let nouns: Vec<&Chunk> = chunks.iter().filter(|chunk| chunk.sort == Sort::Noun).collect();
                match (nouns.last(), nouns.first()) {
                    (Some(last), _) if shape <= 1 => last.from,
                    (_, Some(first)) => first.from,
                    _ => match chunks.last() {
                        Some(chunk) if chunk.to > chunk.from + 1 => chunk.from + 1,
                        _ => return,
                    },
                }
            };
            out.push((start, stop));
            if start != from || verb.is_some() {
                return;
            }
            at = start;
        }
    }
}

//! The prepositional phrases, dates and adverbs without which a sentence still states something.

use super::finite_verb::Trust;
use super::shorten::{INCOMPLETE, Shortener};
use super::word_class::*;

/// Prepositions that may follow a verb directly and be left out with their phrase.
const LOOSE: &[&str] = &[
    "at", "in", "on", "by", "with", "without", "from", "since", "until", "till", "during", "before", "after",
    "near", "inside", "outside", "behind", "beside", "via", "through", "across", "under", "within", "for",
    "to",
];

/// Adverbs without which a verb says something else.
const PARTICLES: &[&str] = &[
    "back", "away", "home", "together", "alone", "well", "here", "there", "once", "abroad", "upstairs",
    "downstairs", "apart", "else", "so", "then", "very", "quite", "almost",
];

impl Shortener<'_> {
    /// "to" with a verb.
    fn infinitive(&self, index: usize, to: usize) -> bool {
        self.view.equals(index, "to")
            && index + 1 < to
            && self.is(index + 1, BASE)
            && !self.tokens[index + 1].capital
    }

    /// The end of the phrase that the preposition at `start` governs.
    pub(super) fn phrase_end(
        &self,
        from: usize,
        start: usize,
        to: usize,
        verb: Option<usize>,
    ) -> Option<usize> {
        let stop = (start..to).find(|&index| self.mark(index)).unwrap_or(to);
        let early = verb.is_none_or(|verb| start < verb);
        let clause =
            || self.predicate_behind(start, to).is_none() && self.view.find(start + 1, stop).is_some();
        if self.is(start, SUB) && start > from && !early && clause() {
            return None;
        }
        let mut end = start + 1;
        // "next to", "out of"
        while end < to && self.is(end, PREP) && !self.is(end, DET) && end < start + 3 {
            end += 1;
        }
        let body = end;
        let mut content = false;
        while end < to {
            let token = &self.tokens[end];
            let last = &self.tokens[end - 1];
            if self.hidden[end] {
                let mate = token.mate.filter(|&mate| mate > end && mate < to)?;
                content = true;
                end = mate + 1;
                continue;
            }
            let of = self.view.equals(end, "of");
            if self.mark(end) && !self.tokens[end].mark('&')
                || token.is(BUT | SUB | REL | NEG) && !token.is(DET | PREP)
            {
                break;
            }
            if token.is(AND | OR) {
                if !content || end + 1 >= to {
                    return None;
                }
                let next = &self.tokens[end + 1];
                if next.is(PREP) && !next.is(DET) {
                    return None;
                }
                let noun = next.is(DET | POSS | NUM | KIN | TITLE | TIME)
                    || next.number()
                    || next.name()
                    || self.view.plain_noun(end + 1);
                if self.view.find(end + 1, stop).is_some() && !(early && start > from) {
                    break;
                }
                if !noun {
                    return None;
                }
                end += 2;
                continue;
            }
            let clock =
                self.any(end, &["to", "past"]) && (last.is(NUM) || self.any(end - 1, &["half", "quarter"]));
            let range =
                self.any(start, &["from", "till", "until"]) && self.any(end, &["to", "till", "until"]);
            if token.is(PREP) && !of && !token.is(DET) && !(content && (clock || range)) {
                break;
            }
            if verb.is_none() && content && token.is(THIRD | PAST) && self.view.english {
                return None;
            }
            if content && !token.is(PREP) {
                let rate = token.is(INDEFINITE)
                    && (last.number() || last.is(NUM) || end >= 2 && self.tokens[end - 2].number());
                let fresh = token.is(DET | POSS | SUBJ | OBJ) && !rate && !last.is(DET | PREP);
                let time = self.time(end)
                    && !self.any(end - 1, &["last", "next", "this", "every", "each", "early", "late"])
                    && !self.time(end - 1)
                    && !last.number()
                    && !last.is(GENITIVE)
                    && !last.is(NUM)
                    && !last.is(DET);
                // "in the Methodist hall", "to Izmir airport"
                let determined = (start + 1..end).any(|index| self.is(index, DET | POSS));
                let noun = token.class == 0 || determined && token.class & !(NOUNISH | KIN) == 0;
                let plain = token.word() && !token.capital;
                let lower = plain
                    && !noun
                    && last.name()
                    && !last.is(GENITIVE | TIME)
                    && !(end + 1 < to && self.tokens[end + 1].name());
                let adverb = token.is(ADV) && !token.is(DET);
                let name = token.name()
                    && !token.is(TIME)
                    && last.word()
                    && (last.is(TIME) || !last.capital && self.view.trust(end - 1, start, to) != Trust::No);
                if fresh || time || lower || adverb || name {
                    break;
                }
            } else if token.is(ADV | SUBJ)
                && !token.is(POSS | DET | TIME)
                && !self.any(end, &["home", "here", "there", "now", "then", "once"])
                && !token.is(GUESSED)
            {
                return None;
            }
            if content
                && token.is(FINITE | BASE)
                && !token.is(NOUNISH)
                && self.view.trust(end, start, to) != Trust::No
            {
                break;
            }
            if content
                && token.is(NOUNISH)
                && token.is(FINITE)
                && self.view.trust(end, body, to) == Trust::Firm
            {
                break;
            }
            content |= (token.word() || token.number()) && !token.is(DET | POSS) || token.is(OBJ);
            end += 1;
        }
        content.then_some(end)
    }

    /// Belongs to the word before it.
    fn bound(&self, from: usize, index: usize) -> bool {
        let before = &self.tokens[index - 1];
        self.view.equals(index, "of")
            || self.any(
                index,
                &["than", "between", "as", "like", "except", "plus", "despite", "up", "off", "out"],
            )
            || before.is(ADJ) && !before.is(TIME)
            || before.is(GENITIVE)
            || before.is(PREP | AND | OR | BUT | DET | POSS | SUB | REL | AUX | NEG)
                && !before.is(ADV | TIME | OBJ)
            || self.view.equals(index, "to")
                && (before.number()
                    || before.is(TIME | NUM)
                    || (from..index).any(|index| self.view.equals(index, "from")))
            || before.is_mark() && before.depth == 0 && !before.mark('%')
            || self.tokens.get(index + 1).is_some_and(|next| next.is(ING)) && self.view.equals(index, "to")
    }

    /// Prepositional phrases, dates and adverbs inside `from..to`.
    pub(super) fn phrases(&mut self, from: usize, to: usize, verb: Option<usize>) {
        let mut run: Vec<(usize, usize)> = Vec::new();
        let mut index = from;
        while index < to {
            let token = &self.tokens[index];
            if self.hidden[index] {
                index += 1;
                continue;
            }
            let segment = (from..index).rev().find(|&index| self.mark(index)).map_or(from, |mark| mark + 1);
            let because =
                self.view.equals(index, "because") && index + 1 < to && self.view.equals(index + 1, "of");
            if because
                && index > segment
                && let Some(end) = self.phrase_end(from, index + 1, to, verb)
                && self.holds(segment, index, end, to, verb)
            {
                self.cuts.insert((index, end));
                index = end;
                continue;
            }
            // "is a vet like Ada"
            if self.view.equals(index, "like")
                && index + 1 < to
                && self.tokens[index + 1].name()
                && verb.is_some_and(|verb| {
                    self.is(verb, BE) && (verb + 1..index).any(|index| self.is(index, INDEFINITE))
                })
                && self.noun(index - 1)
                && let Some(end) = self.phrase_end(from, index, to, verb)
            {
                self.cuts.insert((index, end));
                index = end;
                continue;
            }
            if token.is(PREP) && !token.is(DET | AND) && index + 1 < to {
                if self.infinitive(index, to) {
                    let stop = (index..to)
                        .find(|&index| {
                            self.mark(index) || self.is(index, AND | BUT | OR | SUB) && !self.is(index, PREP)
                        })
                        .unwrap_or(to);
                    let direct = self
                        .is(index - usize::from(index > from), FINITE | BASE | ADJ | PART | AUX | NEG | ADV);
                    if index > segment && !direct && self.holds(segment, index, stop, to, verb) {
                        self.cuts.insert((index, stop));
                    }
                    run.clear();
                    index += 1;
                    continue;
                }
                let Some(end) = self.phrase_end(from, index, to, verb) else {
                    run.clear();
                    index += 1;
                    continue;
                };
                if index == segment {
                    if index == from {
                        self.fronted(from, end, to);
                    }
                } else if !self.bound(from, index) && self.holds(segment, index, end, to, verb) {
                    self.cuts.insert((index, end));
                    if let Some(&(start, last)) = run.last()
                        && last == index
                        && self.holds(segment, start, end, to, verb)
                    {
                        self.cuts.insert((start, end));
                        run.push((start, end));
                    } else {
                        run.push((index, end));
                    }
                } else {
                    // what it is bound to keeps its later phrases
                    run.clear();
                }
                index = if self.view.equals(index, "of") { index + 1 } else { end.max(index + 1) };
                continue;
            }
            let clock = token.number()
                && self.view.slice(index).contains(':')
                && !(index > from && self.is(index - 1, PREP | NUM));
            let opens = token.is(TIME)
                || clock
                || (token.is(DET) || self.any(index, &["next", "last"]))
                    && (index + 1..to.min(index + 4)).any(|next| self.time(next))
                    && self.any(index, &["every", "each", "next", "last", "this"]);
            if opens {
                let mut end = index + 1;
                while end < to
                    && !self.hidden[end]
                    && (self.time(end)
                        || self.tokens[end].number()
                        || self.tokens[end].is(NUM)
                        || self.tokens[end].is(AND) && end + 1 < to && self.time(end + 1)
                        || self.any(end, &["other", "second", "third", "fourth", "first", "odd", "even"]))
                {
                    end += 1;
                }
                let number = index > segment && (self.tokens[index - 1].number() || self.is(index - 1, NUM));
                let start = index - usize::from(number);
                let joined = start > from
                    && self.is(start - 1, PREP | DET | AND | OR | POSS | BUT | GENITIVE)
                    || end < to && self.is(end, AND | OR | GENITIVE);
                // "that was market Sunday"
                let named = verb.is_some_and(|verb| verb + 2 == start && self.is(verb, BE))
                    && self.view.plain_noun(start - 1);
                if index == from {
                    self.fronted(from, end, to);
                } else if start > segment
                    && !(named || joined || self.is(end - 1, GENITIVE))
                    && self.holds(segment, start, end, to, verb)
                {
                    self.cuts.insert((start, end));
                }
                index = end;
                continue;
            }
            // "Ada too"
            let echo = self.any(index, &["too", "either"])
                && (segment..index).all(|index| self.tokens[index].name());
            if token.is(ADV)
                && !token.is(DET | INDEF | NEG | PREP | SUB)
                && index > segment
                && !self.is(index - 1, PREP | DET | AND | OR | BUT | POSS | NEG)
                && !self.any(index, PARTICLES)
                && !echo
                && !(index + 1 < to && self.is(index + 1, AND | OR | PREP) && index + 2 >= to)
            {
                let rest = index + 1 == to || self.mark(index + 1);
                let be = self.is(index - 1, BE);
                let joined = index + 1 < to && self.is(index + 1, AND | OR | BUT);
                if !(joined || be && rest) {
                    self.cuts.insert((index, index + 1));
                }
            }
            index += 1;
        }
    }

    /// Something is left to hold what stands around `start..end`.
    fn holds(&self, segment: usize, start: usize, end: usize, to: usize, verb: Option<usize>) -> bool {
        if self.gapped.iter().any(|range| range.start < start && end <= range.end) {
            return false;
        }
        let stop = (start..to).find(|&index| self.mark(index)).unwrap_or(to);
        // of several predicates the last before it counts
        let segment = (segment + 1..start)
            .rev()
            .find(|&index| self.is(index, AND | BUT | OR) && self.view.find(index + 1, start).is_some())
            .map_or(segment, |joint| joint + 1);
        let own = self.view.find(segment, stop);
        let Some(verb) = own.or(verb.filter(|&verb| verb >= segment)) else {
            return true;
        };
        if end <= verb {
            return true;
        }
        if start <= verb {
            return false;
        }
        let after = end < stop;
        let direct = (verb + 1..start).all(|index| self.is(index, ADV | NEG));
        let loose = !self.is(start, PREP) || self.any(start, LOOSE);
        if direct {
            return if self.is(verb, AUX) {
                after && !self.is(end, PREP | AND | OR | BUT | SUB)
            } else if after && self.is(end, PREP) && !self.is(verb, AUX) {
                !self.base(verb, &["put", "set", "lay", "place"]) && loose
            } else {
                loose && !self.base(verb, INCOMPLETE)
            };
        }
        if self.base(verb, &["put", "set", "lay", "place"]) && !after {
            return false;
        }
        self.complete(segment, verb, start) || after && !self.is(end, AND | OR | BUT | PREP | SUB)
    }

    /// What opens the sentence and ends before `end`: the rest must open with a subject or a verb.
    pub(super) fn fronted(&mut self, from: usize, end: usize, to: usize) {
        let comma = end < to && self.tokens[end].comma();
        let next = end + usize::from(comma);
        if next + 1 >= to {
            return;
        }
        if self.gapped.iter().any(|range| range.start == from) {
            return;
        }
        let opens = self.is(next, DET | POSS | SUBJ | KIN | TITLE)
            || self.tokens[next].name()
            || self.tokens[next].number();
        // "With their kids Nina and Paul speak Dutch": no command
        let named = |index: usize| self.tokens[index].name() && !self.is(index, TIME);
        let subject = !comma
            && end > from + 2
            && named(end - 1)
            && (from..end).any(|index| self.is(index, AND) && named(index - usize::from(index > from)));
        if subject && !opens {
            return;
        }
        let verb = self.view.find(next, to);
        if verb.is_some_and(|verb| verb > next && opens || self.is(verb, BASE) && verb == next) {
            self.cuts.insert((from, next));
        }
    }
}

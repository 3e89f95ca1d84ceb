//! A text without one of its modifiers: a prepositional phrase, a date, an adverb, what stands behind a comma, a
//! subordinate clause, a heading, an apposed name.

use std::collections::BTreeSet;
use std::ops::Range;

use super::finite_verb::{Trust, View};
use super::token::{Kind, Token, tokens};
use super::word_class::*;
use super::write::capitalised;

/// A longer sentence is no sentence.
const MOST_TOKENS: usize = 120;
/// No text is written in more ways.
const MOST: usize = 48;

/// The ways to write the text without one modifier; what stays is letter for letter as it was, apart from the joints.
pub fn shorter(text: &str) -> Vec<String> {
    let (list, lexicon) = tokens(text);
    let hidden: Vec<bool> = list.iter().map(|token| token.depth > 0).collect();
    let view = View { text, tokens: &list, hidden: &hidden, english: lexicon.english };
    let mut shortener = Shortener {
        view,
        tokens: &list,
        hidden: &hidden,
        cuts: BTreeSet::new(),
        filled: BTreeSet::new(),
        gapped: Vec::new(),
        labelled: false,
    };
    let starts = (0..list.len()).filter(|&index| index == 0 || shortener.ends(index - 1));
    shortener.labelled = starts.filter(|&index| shortener.label(index, list.len()).is_some()).count() > 1;
    let mut from = 0;
    let mut last = 0..0;
    for index in 0..=list.len() {
        if index < list.len() && !shortener.ends(index) {
            continue;
        }
        if index > from && index - from <= MOST_TOKENS && shortener.cuts.len() + shortener.filled.len() < MOST
        {
            shortener.gapped.clear();
            shortener.gaps(last, from..index);
            shortener.sentence(from, index);
            last = from..index;
        }
        from = index + 1;
    }
    let cuts = std::mem::take(&mut shortener.cuts);
    // "Five five five, oh one one seven" is one number, and "nowhere else" no place without "nowhere".
    let whole = |(from, to): (usize, usize)| {
        let elsewhere = to < list.len() && shortener.any(to, &["else"]);
        let comma = usize::from(to < list.len() && list[to].comma());
        let to = if shortener.view.tells_on(to) { shortener.view.told_until(to + comma) } else { to };
        (!elsewhere && !shortener.view.tells_on(from)).then_some((from, to))
    };
    let mut cuts: BTreeSet<(usize, usize)> = cuts.into_iter().filter_map(whole).collect();
    if !cuts.is_empty() {
        let meant = super::meant(text);
        let mut gapped = super::gapped(text);
        gapped.retain(|gap| {
            let token = list.get(list.partition_point(|token| token.start < gap.start));
            token.is_some_and(|token| token.name() || token.is(KIN | TITLE))
        });
        cuts.retain(|&(from, to)| {
            let cut = list[from].start..list[to - 1].end;
            let part = |gap: &Range<usize>| cut.start < gap.start && gap.start < cut.end && cut.end < gap.end;
            meant.iter().all(|noun| noun.start < cut.start || noun.end > cut.end) && !gapped.iter().any(part)
        });
    }
    let filled = std::mem::take(&mut shortener.filled);
    cuts.into_iter().filter_map(|(from, to)| shortener.without(from, to)).chain(filled).take(MOST).collect()
}

pub(super) struct Shortener<'a> {
    pub view: View<'a>,
    pub tokens: &'a [Token],
    pub hidden: &'a [bool],
    /// Tokens that can go.
    pub cuts: BTreeSet<(usize, usize)>,
    /// Texts with a verb written again.
    pub filled: BTreeSet<String>,
    /// Clauses of this sentence that share a verb.
    pub gapped: Vec<Range<usize>>,
    /// Several sentences or lines have a label, which tells whose they are: "Ana: …", "phone: …".
    pub labelled: bool,
}

/// Verbs that state nothing without what follows them.
pub(super) const INCOMPLETE: &[&str] = &[
    "live", "belong", "depend", "rely", "consist", "lie", "stand", "sit", "hang", "reside", "stay", "last",
    "refer", "lead", "apply", "ask", "wait", "look", "swear", "suffer", "come", "go", "deal", "insist",
    "care", "put", "set", "lay", "place", "stem", "result", "turn", "get", "become", "seem", "feel", "sound",
    "smell", "taste", "cost", "weigh", "measure", "take", "keep", "use", "want", "need", "have", "say",
    "call", "mean", "make", "bring", "hold", "give", "find", "send", "contain", "share", "know", "like",
    "prefer", "owe",
];

/// Verbs with two objects.
pub(super) const DITRANSITIVE: &[&str] =
    &["give", "send", "lend", "show", "tell", "offer", "owe", "pay", "teach"];

impl Shortener<'_> {
    pub(super) fn is(&self, index: usize, class: Class) -> bool {
        self.tokens[index].is(class)
    }

    pub(super) fn any(&self, index: usize, words: &[&str]) -> bool {
        words.iter().any(|word| self.view.equals(index, word))
    }

    /// A sentence ends before `index`.
    fn ends(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.depth == 0 && (token.terminator() || token.semicolon() || token.mark('|'))
            || token.kind == Kind::Newline
    }

    /// The colon behind what opens a sentence.
    fn label(&self, begin: usize, to: usize) -> Option<usize> {
        let stop = (begin..to.min(begin + 24)).find(|&index| self.ends(index)).unwrap_or(to.min(begin + 24));
        (begin + 1..stop).find(|&index| {
            self.tokens[index].depth == 0
                && self.tokens[index].colon()
                && index + 1 < to
                && self.tokens[index + 1].start > self.tokens[index].end
        })
    }

    fn sentence(&mut self, begin: usize, to: usize) {
        let colon = self.label(begin, to);
        let mut from = begin;
        if let Some(colon) = colon {
            if self.view.find(begin, colon).is_none_or(|verb| verb == begin) && to - colon > 2 {
                if !self.labelled && (begin == 0 || !self.tokens[begin - 1].semicolon()) {
                    self.cuts.insert((begin, colon + 1));
                }
                self.phrases(begin, colon, None);
            }
            from = colon + 1;
        }
        let verb = self.view.find(from, to);
        self.phrases(from, to, verb);
        self.commas(from, to, verb, colon.is_some());
        self.clauses(from, to);
        self.names(from, to);
    }

    pub(super) fn base(&self, verb: usize, words: &[&str]) -> bool {
        let word = self.view.slice(verb).to_lowercase();
        let word = word.as_str();
        words.contains(&word)
            || super::verb_forms::base(word).is_some_and(|base| words.contains(&base.as_str()))
            || super::verb_forms::present(word).is_some_and(|base| words.contains(&base))
            || ["d", "ed"].iter().any(|end| word.strip_suffix(end).is_some_and(|base| words.contains(&base)))
    }

    /// What stands in `from..to` says something when it ends there.
    pub(super) fn complete(&self, from: usize, verb: usize, to: usize) -> bool {
        if verb >= to || self.is(from, SUB) && !self.is(from, PREP) {
            return false;
        }
        let last = &self.tokens[to - 1];
        if last.is(PREP | DET | POSS | AND | OR | BUT | SUB | REL | AUX) && !last.is(ADV | OBJ | SUBJ | INDEF)
            || last.is(NEG)
            || last.is_mark() && last.depth == 0
        {
            return false;
        }
        let content = (verb + 1..to).any(|index| {
            let token = &self.tokens[index];
            self.hidden[index]
                || (token.word() || token.number())
                    && (!token.is(ADV | NEG | AUX | PREP)
                        || token.is(DET)
                        || token.is(ADV) && self.is(index - 1, PREP))
        });
        content || !self.is(verb, AUX) && !self.base(verb, INCOMPLETE)
    }

    pub(super) fn mark(&self, index: usize) -> bool {
        self.tokens[index].is_mark() && self.tokens[index].depth == 0
    }

    pub(super) fn time(&self, index: usize) -> bool {
        self.is(index, TIME)
            || self.any(
                index,
                &[
                    "week", "weeks", "month", "months", "year", "years", "day", "days", "night", "morning",
                    "afternoon", "evening", "summer", "winter", "spring", "autumn", "noon", "midnight",
                    "weekend", "weekends",
                ],
            )
    }

    /// A mark between the members of a list.
    fn joiner(&self, index: usize) -> bool {
        self.tokens[index].mark('+') || self.tokens[index].mark('/')
    }

    /// An identifier or an address.
    fn code(&self, index: usize) -> bool {
        self.view.slice(index).contains(|ch: char| ch == '@' || ch.is_ascii_digit())
    }

    /// Stretches between commas.
    fn commas(&mut self, from: usize, to: usize, verb: Option<usize>, headed: bool) {
        let marks: Vec<usize> = (from + 1..to)
            .filter(|&index| {
                !self.hidden[index]
                    && (self.tokens[index].comma()
                        || (self.tokens[index].dash() || verb.is_none() && self.joiner(index))
                            && self.tokens[index].start > self.tokens[index - 1].end
                            && self
                                .tokens
                                .get(index + 1)
                                .is_some_and(|next| next.start > self.tokens[index].end))
            })
            .collect();
        let held = self.held(from, to, &marks);
        for (place, &mark) in marks.iter().enumerate() {
            let close = marks.get(place + 1).copied().unwrap_or(to);
            let first = mark + 1;
            if first >= close {
                continue;
            }
            let before = self.view.find(from, mark);
            // "Maite hace noches y Unai, mañanas"
            let gapped = mark >= from + 3
                && self.tokens[mark - 1].name()
                && self.is(mark - 2, AND)
                && !self.tokens[mark - 3].name();
            if gapped {
                continue;
            }
            let stated = match (before, verb) {
                (Some(verb), _) => self.complete(from, verb, mark),
                (None, None) => headed || mark - from >= 2 || self.joiner(mark) || self.code(from),
                (None, Some(_)) => false,
            };
            if stated {
                // all that follows, and this stretch alone
                self.cuts.insert((mark, to));
                let joined = close < to && self.is(first, AND | OR | BUT);
                let finite = self.view.find(first, close).is_some_and(|verb| verb == first);
                if close < to && !joined && !finite && !held.contains(&first) {
                    self.cuts.insert((mark, close));
                }
            } else if close + 1 < to
                && self.view.find(first, close).is_none()
                && self.view.trust(close + 1, close + 1, to) != Trust::No
                && !self.is(from, PREP | SUB)
            {
                self.cuts.insert((mark, close + 1));
            }
            // the first of several fragments
            let listed =
                headed || self.joiner(mark) || self.code(from) && self.code(first) && mark == from + 1;
            if place == 0
                && verb.is_none()
                && listed
                && !held.contains(&from)
                && !self.is(first, ADV | AND | OR | BUT)
            {
                self.cuts.insert((from, first));
            }
            if place == 0 && self.is(from, SUB | PREP) && before.is_some() {
                self.fronted(from, mark, to);
            }
        }
    }

    /// The names between marks that have a value behind them, where there are several: "Nils, 5, Pia, 6".
    fn held(&self, from: usize, to: usize, marks: &[usize]) -> Vec<usize> {
        let starts: Vec<usize> = std::iter::once(from).chain(marks.iter().map(|mark| mark + 1)).collect();
        let end = |place: usize| marks.get(place).copied().unwrap_or(to);
        let named = |place: usize| {
            starts[place] < end(place)
                && (starts[place]..end(place))
                    .all(|index| self.tokens[index].name() && !self.is(index, TIME) && !self.code(index))
        };
        let names: Vec<usize> = (0..starts.len()).filter(|&place| named(place)).collect();
        let bare = |&place: &usize| place + 1 == starts.len() || named(place + 1);
        if names.len() < 2 || names.iter().any(bare) {
            Vec::new()
        } else {
            names.into_iter().map(|place| starts[place]).collect()
        }
    }

    /// Subordinate and further clauses, and what they leave.
    fn clauses(&mut self, from: usize, to: usize) {
        for index in from + 1..to.saturating_sub(1) {
            let token = &self.tokens[index];
            if self.hidden[index] {
                continue;
            }
            let comma = self.tokens[index - 1].comma();
            let left = index - usize::from(comma);
            if left <= from {
                continue;
            }
            let Some(verb) = self.view.find(from, left) else { continue };
            if !self.complete(from, verb, left) {
                continue;
            }
            let later = self.view.find(index + 1, to);
            let that = self.view.equals(index, "that") && !comma && self.noun(index - 1);
            if token.is(SUB) || token.is(REL) || that {
                // "as tall as Ada", "older than Ada"
                let compared = self.any(index, &["as", "than"])
                    && (from.max(index.saturating_sub(5))..index).any(|index| self.view.equals(index, "as"));
                if compared
                    || self.predicate_behind(index, to).is_some()
                    || later.is_none()
                    || self.is(left - 1, FINITE | BASE) && !self.is(left - 1, NOUNISH) && !token.is(PREP)
                {
                    continue;
                }
                let stop = (index + 2..to).find(|&index| self.mark(index)).unwrap_or(to);
                self.cuts.insert((left, stop));
                if self.any(index, &["because", "though", "although"]) && self.own(index + 1, to) {
                    self.cuts.insert((from, index + 1));
                }
            } else if token.is(AND | BUT | SO | WHILE | OR) {
                let next = &self.tokens[index + 1];
                let paired =
                    (from..index).any(|index| self.any(index, &["both", "between", "either", "neither"]));
                let opens = next.is(DET | POSS | NUM | PREP | SUBJ | NEG | KIN | TITLE | AUX | THIRD | ADV)
                    || self.view.plain_noun(index + 1)
                        && index + 2 < to
                        && (self.tokens[index + 2].number() || self.is(index + 2, NUM | PREP))
                    || next.number()
                    || next.is(PAST | FOREIGN) && !next.is(GUESSED)
                    || next.name();
                let number = |index: usize| self.tokens[index].number() || self.is(index, NUM);
                let half = number(left - 1) && (number(index + 1) || self.is(index + 1, INDEFINITE));
                let listed = (verb + 1..left)
                    .rev()
                    .find(|&index| self.mark(index))
                    .is_some_and(|mark| later.is_some() || self.view.find(mark + 1, left).is_none())
                    && !self.own(index + 1, to);
                let objects = later.is_none() && self.base(verb, DITRANSITIVE);
                if !paired && opens && !half && !listed && !objects {
                    self.cuts.insert((left, to));
                }
                if self.own(index + 1, to) {
                    self.cuts.insert((from, index + 1));
                }
            }
        }
    }

    /// The conjunction behind a preposition and its noun where a predicate follows it: "before Ada and runs the depot".
    pub(super) fn predicate_behind(&self, preposition: usize, to: usize) -> Option<usize> {
        let stop = (preposition..to).find(|&index| self.mark(index)).unwrap_or(to);
        let joint = (preposition + 2..stop).find(|&index| self.is(index, AND | BUT))?;
        let next = (joint + 1..stop).find(|&index| !self.is(index, ADV))?;
        let verb = self.is(next, FINITE) && self.view.trust(next, next, stop) != Trust::No;
        let named = self.tokens[preposition + 1].name() && !self.is(preposition + 1, TIME);
        (named && self.is(preposition, PREP) && verb && self.view.find(preposition + 1, joint).is_none())
            .then_some(joint)
    }

    pub(super) fn noun(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.word() && (!token.is(FUNCTION | FINITE | BASE) || token.is(NOUNISH)) && !token.name()
    }

    /// A clause with a subject of its own that is no pronoun.
    fn own(&self, from: usize, to: usize) -> bool {
        let first = &self.tokens[from];
        let stop = (from..to).find(|&index| self.mark(index)).unwrap_or(to);
        self.view.find(from, stop).is_some_and(|verb| verb > from)
            && !first.is(THIRD_PERSON)
            && (first.is(DET | POSS | KIN | TITLE | SUBJ) || first.name())
            && !self.view.equals(from, "that")
    }

    /// A word of a name.
    fn given(&self, index: usize) -> bool {
        let small = self.view.slice(index).chars().skip(1).any(char::is_lowercase);
        self.tokens[index].name() && small && !self.is(index, TIME | GENITIVE)
    }

    /// "her cousin Pavlo": without the name, or the name alone.
    fn names(&mut self, from: usize, to: usize) {
        for start in from..to {
            let token = &self.tokens[start];
            if self.hidden[start]
                || !(token.is(POSS | GENITIVE) || token.is(DET) && !token.is(INDEF | NEG | INDEFINITE))
            {
                continue;
            }
            let mut noun = start + 1;
            while noun < to
                && noun < start + 4
                && !self.hidden[noun]
                && self.tokens[noun].word()
                && !self.tokens[noun].capital
                && !self.is(noun, FUNCTION | GENITIVE)
            {
                noun += 1;
            }
            let mut end = noun;
            while end < to && !self.hidden[end] && self.given(end) {
                end += 1;
            }
            let fronted = start > from
                && self.is(start - 1, PREP)
                && end < to
                && self.view.find(from, to).is_some_and(|verb| verb >= end);
            let gapped = start > from
                && (self.is(start - 1, AND) || self.tokens[start - 1].comma())
                && token.is(DET)
                && !token.is(POSS);
            if gapped {
                continue;
            }
            // "the comic Ola reads"
            let reduced = end < to
                && self.view.trust(end, start, to) != Trust::No
                && self.view.find(from, start).is_some();
            if noun == start + 1
                || end == noun
                || end < to && self.is(end, GENITIVE | AND)
                || fronted
                || reduced
            {
                continue;
            }
            if self.is(noun - 1, FINITE) && self.view.trust(noun - 1, start, to) != Trust::No {
                continue;
            }
            self.cuts.insert((noun, end));
            let mut first = start;
            if token.is(GENITIVE) {
                while first > from && self.tokens[first - 1].name() && !self.hidden[first - 1] {
                    first -= 1;
                }
                if first > from && self.is(first - 1, DET | POSS) {
                    first -= 1;
                }
            }
            self.cuts.insert((first, noun));
        }
    }

    /// The text without the tokens `from..to`.
    fn without(&self, from: usize, to: usize) -> Option<String> {
        let text = self.view.text;
        let colon = from > 0 && self.tokens[from - 1].colon();
        let begins = from == 0 || self.ends(from - 1) || colon;
        let cut: Range<usize> = if begins {
            let end = self.tokens.get(to).map_or(text.len(), |token| token.start);
            self.tokens[from].start..end
        } else {
            self.tokens[from - 1].end..self.tokens[to - 1].end
        };
        let rest = &text[cut.end..];
        let head = &text[..cut.start];
        let capital = text[self.tokens[from].start..].starts_with(char::is_uppercase);
        let rest = if begins && capital && !colon { capitalised(rest) } else { rest.to_owned() };
        let out = format!("{head}{rest}");
        (out.chars().any(char::is_alphanumeric) && out != text).then_some(out)
    }
}

//! Lists of parties that share a statement, and a text without one of them.

use std::ops::Range;

use super::agreement;
use super::complement_list::Coordination;
use super::finite_verb::{Trust, View};
use super::lexicon::Lexicon;
use super::party_list::{Joiner, Party, PartyList};
use super::token::{Token, tokens};
use super::word_class::*;

/// What a noun phrase is headed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Head {
    Name,
    Number,
    Common,
}

/// Longer than this between two conjunctions is no list.
const REACH: usize = 12;
/// No list has more members.
const MOST_MEMBERS: usize = 200;

pub(super) struct Finder<'a> {
    pub(super) view: View<'a>,
    pub(super) tokens: &'a [Token],
    lexicon: &'static Lexicon,
    /// Where clauses that lack their verb begin: "and Mum metformin at night".
    gaps: Vec<Range<usize>>,
}

/// The lists of parties in `text`.
pub fn parties(text: &str) -> Vec<PartyList> {
    let (list, lexicon) = tokens(text);
    let hidden = vec![false; list.len()];
    let view = View { text, tokens: &list, hidden: &hidden, english: lexicon.english };
    Finder { view, tokens: &list, lexicon, gaps: super::gapped(text) }.lists()
}

impl Finder<'_> {
    fn lists(&self) -> Vec<PartyList> {
        let mut out: Vec<PartyList> = Vec::new();
        let mut index = 0;
        while index < self.tokens.len() {
            let joint = self.conjunction(index).filter(|&(from, to, _)| !self.predicate(from, to));
            // "... and nowhere else" denies the rest, and is none of several.
            let joint = joint.filter(|&(_, to, _)| !self.view.nothing_else(to));
            let found = joint.and_then(|(from, to, joiner)| {
                let contrast = self.tokens[from].is(BUT);
                let near = if contrast { None } else { self.list(from, to, joiner) };
                let names = |list: &PartyList| {
                    list.members.iter().all(|member| {
                        let from = self.token_at(member.span.start);
                        self.head(from, self.token_at(member.span.end).max(from + 1)) != Head::Common
                    })
                };
                if joiner == Joiner::With
                    || near.as_ref().is_some_and(|(list, _)| list.subject || names(list))
                {
                    return near;
                }
                let wide =
                    Coordination { view: self.view.again(), tokens: self.tokens }.list(from, to, joiner);
                match (&near, &wide) {
                    (Some((near, _)), Some((wide, _)))
                        if wide.span.start >= near.span.start && wide.members.len() <= near.members.len() =>
                    {
                        None
                    }
                    _ => wide,
                }
                .or(near)
            });
            let gapped = |member: &Party| {
                let token = &self.tokens[self.token_at(member.whole.start)];
                let genitive = (self.token_at(member.whole.start)..self.token_at(member.whole.end))
                    .any(|index| self.tokens[index].is(GENITIVE));
                (token.name() || token.is(KIN))
                    && !token.is(TIME)
                    && !genitive
                    && self.gaps.binary_search_by_key(&member.whole.start, |gap| gap.start).is_ok()
            };
            let common = |list: &PartyList| {
                let from = self.token_at(list.members[0].span.start);
                self.head(from, self.token_at(list.members[0].span.end).max(from + 1)) == Head::Common
            };
            let found = found
                .filter(|(list, _)| list.subject || !common(list) || !list.members[1..].iter().any(gapped));
            match found {
                Some((list, next)) if out.last().is_none_or(|last| last.span.end <= list.span.start) => {
                    out.push(list);
                    index = next.max(index + 1);
                }
                _ => {
                    if let Some(list) = self.slashed(index) {
                        out.push(list);
                    }
                    index += 1;
                }
            }
        }
        for list in self.comma_lists() {
            if out.iter().rev().take(MOST_MEMBERS).all(|other| {
                other.span.end <= list.span.start
                    || list.span.end <= other.span.start
                    || other.joiner == Joiner::Slash && other.span != list.span
            }) {
                out.push(list);
            }
        }
        let numbered = self.numbered();
        let apart = |list: &PartyList| {
            numbered
                .iter()
                .all(|other| other.span.end <= list.span.start || list.span.end <= other.span.start)
        };
        out.retain(apart);
        out.extend(numbered);
        out.sort_by_key(|list| list.span.start);
        out
    }

    /// A conjunction of parties that starts at `index`: its tokens.
    fn conjunction(&self, index: usize) -> Option<(usize, usize, Joiner)> {
        let token = &self.tokens[index];
        let word = |index: usize, word: &str| index < self.tokens.len() && self.view.equals(index, word);
        if word(index, "plus") && index > 0 && self.tokens[index - 1].capital {
            return Some((index, index + 1, Joiner::And));
        }
        if word(index, "as") && word(index + 1, "well") && word(index + 2, "as") {
            return Some((index, index + 3, Joiner::With));
        }
        if (word(index, "along") || word(index, "together")) && word(index + 1, "with") {
            return Some((index, index + 2, Joiner::With));
        }
        if token.is(AND) {
            return Some((index, index + 1, Joiner::And));
        }
        if token.is(BUT) && index > 0 {
            return Some((index, index + 1, Joiner::And));
        }
        if token.is(OR) {
            return Some((index, index + 1, Joiner::Or));
        }
        None
    }

    /// "Mary is older than Joe and works": a verb alone behind the conjunction.
    fn predicate(&self, from: usize, to: usize) -> bool {
        let alone = self.tokens.get(to + 1).is_none_or(|_| self.clause_mark(to + 1));
        let verb = |index: usize| {
            let token = &self.tokens[index];
            token.is(THIRD) && !token.is(GUESSED | AUX) && !token.capital
        };
        to < self.tokens.len()
            && alone
            && verb(to)
            && from > 0
            && self.tokens[from - 1].name()
            && self.view.find(self.sentence_begin(from), from).is_some_and(|verb| self.tokens[verb].is(BE))
    }

    fn breaks(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        !(token.word() || token.number())
            || token.is(AND | OR | BUT | SUB | REL | AUX | SO | WHILE | PREP | NEG)
            || token.is(SUBJ) && !token.is(POSS)
            || token.is(INDEF)
                && ["both", "neither", "either"].iter().any(|word| self.view.equals(index, word))
    }

    /// The noun phrase from `start` on: its end and head.
    fn forward(&self, start: usize) -> Option<(usize, Head)> {
        let first = self.tokens.get(start)?;
        if first.is(SUBJ) && !first.is(AUX) {
            return Some((start + 1, Head::Name));
        }
        // "and always close"
        let adverb = first.is(ADV) && !first.is(DET | INDEF | TIME) && !first.capital;
        if adverb
            && self.view.english
            && self.tokens.get(start + 1).is_some_and(|next| next.is(FINITE | BASE))
        {
            return None;
        }
        let mut index = start;
        while index < self.tokens.len()
            && index < start + 2
            && self.tokens[index].is(DET | POSS)
            && !self.tokens[index].is(NEG)
        {
            index += 1;
        }
        let body = index;
        let stop = self.tokens.len().min(start + REACH);
        let mut names = false;
        while index < stop && !self.breaks(index) {
            let token = &self.tokens[index];
            let name = token.capital && token.word() && !token.is(DET | ADV) || token.is(TITLE);
            if names && !name && !token.number() && !self.tokens[index - 1].is(GENITIVE) {
                break;
            }
            let next = self.tokens.get(index + 1);
            let verb = token.is(BASE) && next.is_some_and(|_| self.view.opens_complement(index + 1))
                || self.tokens[index.saturating_sub(1)].number() && token.is(BASE | THIRD | PAST);
            if index > body && !name && verb {
                break;
            }
            if index > body
                && !name
                && (token.is(ADV | TIME | INDEF) || self.view.trust(index, start, stop) != Trust::No)
            {
                break;
            }
            if index > body && token.is(DET | POSS) {
                break;
            }
            names = names || name && !self.kin(index);
            index += 1;
        }
        if index == body {
            return None;
        }
        Some((index, self.head(body, index)))
    }

    /// A word with digits in it: an identifier.
    fn code(&self, index: usize) -> bool {
        let word = self.view.slice(index);
        self.tokens[index].word()
            && word.contains(|ch: char| ch.is_ascii_digit())
            && word.len() > 2
            && !word.ends_with("th")
    }

    fn kin(&self, index: usize) -> bool {
        self.tokens[index].is(KIN) && !self.tokens[index].capital
    }

    fn head(&self, from: usize, to: usize) -> Head {
        let last = &self.tokens[to - 1];
        if (from..to).any(|index| self.code(index)) {
            Head::Name
        } else if self.tokens[from].number() || last.number() && to - from <= 2 {
            Head::Number
        } else if (from..to)
            .all(|index| self.tokens[index].is(TIME) && self.tokens[index].end - self.tokens[index].start > 3)
        {
            Head::Common
        } else if (from..to).any(|index| {
            let token = &self.tokens[index];
            token.is(KIN | TITLE) || token.capital && token.word()
        }) {
            Head::Name
        } else {
            Head::Common
        }
    }

    /// The noun phrase that ends before `end`: its start and head.
    fn backward(&self, end: usize, floor: usize) -> Option<(usize, Head)> {
        let low = floor.max(end.saturating_sub(REACH));
        let mut start = end;
        if end > low && self.tokens[end - 1].is(SUBJ) && !self.tokens[end - 1].is(AUX) {
            return Some((end - 1, Head::Name));
        }
        let mut names = false;
        while start > low {
            let index = start - 1;
            let token = &self.tokens[index];
            if self.breaks(index) && !(token.is(POSS)) {
                break;
            }
            if token.is(DET | POSS) {
                if !(names && start < end && self.tokens[start].name()) || token.is(POSS) {
                    start = index;
                }
                break;
            }
            let imperative = token.capital && token.is(BASE) && start < end && !self.finite_after(end);
            if imperative {
                break;
            }
            let name = token.capital && token.word() || token.is(TITLE) || token.number() && start == end;
            if names && self.dates(index) {
                break;
            }
            if names && !name {
                if self.kin(index) {
                    start = index;
                    continue;
                }
                break;
            }
            let verb = !name && self.view.trust(index, low, end) != Trust::No;
            if verb || token.is(ADV | TIME) && !name {
                break;
            }
            names = names || name && token.word();
            start = index;
        }
        (start < end).then(|| (start, self.head(start, end)))
    }

    /// A day or a month before a name, and no part of it: "on Fridays Nina".
    fn dates(&self, index: usize) -> bool {
        let day = ["day", "days"].iter().any(|end| self.view.slice(index).ends_with(end));
        let within = || {
            let before = index.checked_sub(1);
            before.is_some_and(|before| {
                ["in", "since", "until"].iter().any(|word| self.view.equals(before, word))
            })
        };
        self.tokens[index].is(TIME) && self.tokens[index].capital && (day || within())
    }

    /// A finite verb follows in the sentence: what opens it is no command.
    fn finite_after(&self, from: usize) -> bool {
        (from..self.tokens.len().min(from + 12))
            .take_while(|&index| !self.clause_mark(index) && !self.tokens[index].comma())
            .any(|index| {
                self.tokens[index].is(AUX | THIRD | PAST)
                    && !self.tokens[index].is(NOUNISH | GUESSED | REL | SUB)
                    && !self.tokens[index].capital
            })
    }

    pub(super) fn span(&self, from: usize, to: usize) -> Range<usize> {
        self.tokens[from].start..self.tokens[to - 1].end
    }

    /// Noun phrases that can be members of one list.
    fn alike(&self, left: (usize, Head), right: (usize, Head)) -> bool {
        let led =
            |(start, head): (usize, Head)| head == Head::Name || self.tokens[start].is(DET | POSS | KIN);
        left.1 == right.1 || left.1 != Head::Number && right.1 != Head::Number && led(left) && led(right)
    }

    /// The list around the conjunction `from..to`, and the token after it.
    fn list(&self, from: usize, to: usize, joiner: Joiner) -> Option<(PartyList, usize)> {
        let floor = 0;
        let mut right = to;
        if right < self.tokens.len() && self.tokens[right].is(ADV) && self.view.equals(right, "then") {
            right += 1;
        }
        let (right_end, right_head) = self.forward(right)?;
        let first = &self.tokens[right];
        if first.is(BASE | THIRD | PAST | FOREIGN)
            && self.view.trust(right, right, self.tokens.len().min(right + REACH)) != Trust::No
        {
            return None;
        }
        let mut left_end = from;
        if left_end > 0 && self.tokens[left_end - 1].comma() {
            left_end -= 1;
        }
        if left_end == 0 {
            return None;
        }
        if left_end >= 2 && self.tokens[left_end - 1].is(INDEF) {
            left_end -= 1;
        }
        let (mut start, head) = self.backward(left_end, floor)?;
        let mut whole_end = right_end;
        let mut members = Vec::new();
        let mut left_name_end = left_end;
        if right_end < self.tokens.len() && self.complement_opens(right_end) && start > 0 {
            // "Marula before lunch and Skua from 13:30"
            let preposition = start - 1;
            if self.tokens[preposition].is(PREP) && preposition > 0 && !self.view.equals(preposition, "of") {
                let (name, other) = self.backward(preposition, floor).unwrap_or((preposition, Head::Common));
                let better = other == right_head
                    && (head != right_head
                        || other == Head::Name && right_head == Head::Name && head != Head::Name);
                if name < preposition && better {
                    start = name;
                    left_name_end = preposition;
                    whole_end = self.clause_end(right_end);
                }
            }
        }
        let digits = |index: usize| self.view.slice(index).contains(|ch: char| ch.is_ascii_digit());
        let one = right_end - right == 1 && left_name_end > start + 1;
        if one
            && (self.tokens[right].number() && self.tokens[left_name_end - 1].number()
                || digits(right) && digits(left_name_end - 1))
        {
            start = left_name_end - 1;
        }
        let label = start + usize::from(self.tokens[start].is(DET));
        if one
            && label + 2 == left_name_end
            && self.view.plural_noun(label)
            && !self.tokens[label + 1].is(FUNCTION)
            && (!self.tokens[label].capital || !self.tokens[right].capital)
            && self.tokens[label + 1].capital == self.tokens[right].capital
        {
            start = label + 1;
        }
        let left_head = self.head(start, left_name_end);
        // a capital at the start of a sentence is no name
        let initial = self.opens(start)
            && left_name_end == start + 1
            && left_head == Head::Name
            && right_head == Head::Common;
        let bare = initial && !self.tokens[right].is(DET | POSS) && !self.tokens[right].capital;
        if !bare && !self.alike((start, left_head), (right, right_head)) {
            return None;
        }
        // a verb after the second noun alone: two clauses
        let (from_bytes, mut to_bytes) = (self.span(start, left_end), self.span(right, whole_end));
        let mut last_span = self.span(right, right_end);
        // "Kofi and Esi's flat"
        // ("Lia's cat and Esi's dog" have one each, "Lia's and Esi's cats" share a noun)
        let bare = self.tokens[left_name_end - 1].is(GENITIVE);
        let shared = left_head == Head::Name
            && (bare || !(start..left_name_end).any(|index| self.tokens[index].is(GENITIVE)));
        let genitive = (right..right_end.saturating_sub(1))
            .find(|&index| self.tokens[index].is(GENITIVE) && self.tokens[index].capital)
            .filter(|_| shared);
        if let Some(genitive) = genitive {
            let slice = self.view.slice(genitive);
            let cut = slice.rfind(['\'', '’']).filter(|_| !bare).unwrap_or(slice.len());
            last_span.end = self.tokens[genitive].start + cut;
            to_bytes = last_span.clone();
            whole_end = genitive + 1;
        }
        members.push(Party { span: last_span, whole: to_bytes.clone() });
        members.push(Party { span: self.span(start, left_name_end), whole: from_bytes });
        let mut before = start;
        while before >= 2
            && self.tokens[before - 1].comma()
            && members.len() < MOST_MEMBERS
            && joiner != Joiner::With
        {
            let Some((earlier, head)) = self.backward(before - 1, floor) else { break };
            let clause = earlier > 0 && self.tokens[earlier - 1].is(PREP) && head != right_head;
            if clause || !self.alike((earlier, head), (right, right_head)) {
                break;
            }
            members
                .push(Party { span: self.span(earlier, before - 1), whole: self.span(earlier, before - 1) });
            before = earlier;
        }
        members.reverse();
        // "run the bar, cook and clean": predicates
        let led = members.iter().any(|member| self.tokens[self.token_at(member.span.start)].is(DET));
        let verbal = |member: &Party| {
            let token = &self.tokens[self.token_at(member.span.start)];
            token.end == member.span.end && token.is(BASE) && !token.capital
        };
        if led && members.iter().any(verbal) {
            return None;
        }
        let governed = before > 0 && self.tokens[before - 1].is(PREP);
        let subject = genitive.is_none() && !governed && self.verb_after(whole_end)
            || genitive.is_none()
                && joiner != Joiner::With
                && self.opens(before)
                && self.main_verb(before, whole_end).is_some();
        if joiner == Joiner::And && subject && before > 0 && self.two_clauses(before, whole_end) {
            return None;
        }
        let spoken = governed && genitive.is_none() && self.verb_after(whole_end);
        if joiner == Joiner::And && !subject && (spoken || self.unknown_verb(whole_end)) && before > 0 {
            let begin = self.sentence_begin(before);
            if self.view.find(begin, before).is_some_and(|verb| verb > begin) {
                return None;
            }
        }
        let subject = subject
            || genitive.is_none()
                && joiner == Joiner::And
                && self.opens(before)
                && self.unknown_verb(whole_end)
                && self.main_verb(before, whole_end).is_none();
        let span = members[0].whole.start..members[members.len() - 1].whole.end;
        Some((PartyList { span, members, joiner, subject }, whole_end))
    }

    /// A clause starts at `index`.
    fn opens(&self, index: usize) -> bool {
        index == 0 || self.clause_mark(index - 1) || index == 1 && self.tokens[0].is(INDEF)
    }

    /// The verb of which the list is the subject.
    fn main_verb(&self, from: usize, after: usize) -> Option<usize> {
        let end = (after..self.tokens.len().min(after + 24))
            .find(|&index| self.clause_mark(index))
            .unwrap_or(self.tokens.len().min(after + 24));
        self.view.find(from, end).filter(|&verb| verb >= after && !self.tokens[after].comma())
    }

    /// A singular verb after the list, and a verb before it: "Bo likes tea and Ana sings".
    fn two_clauses(&self, before: usize, after: usize) -> bool {
        let begin = (0..before)
            .rev()
            .take(40)
            .find(|&index| self.clause_mark(index))
            .map_or_else(|| before.saturating_sub(40), |index| index + 1);
        let verb_before = self.view.find(begin, before).is_some();
        let Some(verb) =
            (after..self.tokens.len().min(after + 3)).find(|&index| self.tokens[index].is(FINITE | BASE))
        else {
            return false;
        };
        let comma = before > 0 && self.tokens[before - 1].comma();
        verb_before && (self.tokens[verb].is(THIRD | SINGULAR) || !comma)
    }

    fn sentence_begin(&self, before: usize) -> usize {
        (0..before)
            .rev()
            .take(40)
            .find(|&index| self.clause_mark(index))
            .map_or_else(|| before.saturating_sub(40), |index| index + 1)
    }

    /// A word that no list knows, before an object or an adverbial: "Aroha and Wiremu fossick at Tolaga".
    fn unknown_verb(&self, index: usize) -> bool {
        let at = index
            + usize::from(
                index < self.tokens.len()
                    && (self.view.equals(index, "both") || self.view.equals(index, "each")),
            );
        at + 1 < self.tokens.len()
            && self.view.english
            && self.tokens[at].word()
            && !self.tokens[at].capital
            && self.tokens[at].class == 0
            && self.view.slice(at).chars().all(|ch| ch.is_ascii_lowercase())
            && (self.tokens[at + 1].is(PREP | DET | POSS | OBJ | NUM) || self.tokens[at + 1].number())
    }

    fn clause_mark(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.terminator() || token.semicolon() || token.colon() || token.kind == super::token::Kind::Newline
    }

    fn complement_opens(&self, index: usize) -> bool {
        self.tokens[index].is(PREP) && !self.view.equals(index, "of")
    }

    fn clause_end(&self, from: usize) -> usize {
        (from..self.tokens.len().min(from + 30))
            .find(|&index| {
                let token = &self.tokens[index];
                self.clause_mark(index) || token.comma() || token.is(AND | BUT | OR | SUB)
            })
            .unwrap_or(self.tokens.len().min(from + 30))
    }

    pub(super) fn verb_after(&self, index: usize) -> bool {
        let mut at = index;
        while at < self.tokens.len() && at < index + 3 && self.tokens[at].is(ADV | INDEF) {
            at += 1;
        }
        at < self.tokens.len()
            && self.tokens[at].word()
            && !self.tokens[at].capital
            && (self.tokens[at].is(FINITE | BASE | PAST) && !self.tokens[at].is(PREP | DET)
                || !self.view.english
                    && !self.tokens[at].is(FUNCTION)
                    && self.lexicon.singular(self.view.slice(at)).is_some())
    }

    /// "X/Y".
    fn slashed(&self, index: usize) -> Option<PartyList> {
        let token = &self.tokens[index];
        let word = self.view.slice(index);
        if !token.word()
            || !token.capital
            || word.len() > 80
            || !word.contains('/')
            || word.contains(['.', ':', '='])
        {
            return None;
        }
        let mut members = Vec::new();
        let mut at = token.start;
        for piece in word.split('/') {
            if !piece.starts_with(char::is_uppercase) || !piece.chars().skip(1).any(char::is_lowercase) {
                return None;
            }
            members.push(Party { span: at..at + piece.len(), whole: at..at + piece.len() });
            at += piece.len() + 1;
        }
        let span = token.start..token.end;
        let subject = self.verb_after(index + 1);
        (members.len() >= 2).then_some(PartyList { span, members, joiner: Joiner::Slash, subject })
    }

    /// "contacts: Dele Amadi for billing, Ruth Osei for outages", "Luca, Selin, Emil".
    fn comma_lists(&self) -> Vec<PartyList> {
        let mut out = Vec::new();
        let mut from = 0;
        for index in 0..=self.tokens.len() {
            let mark = index == self.tokens.len() || self.clause_mark(index);
            if !mark {
                continue;
            }
            if index - from <= 400 {
                match self.comma_list(from, index) {
                    Some(list) => out.push(list),
                    None => self.runs(from, index, &mut out),
                }
            }
            from = index + 1;
        }
        out
    }

    /// "Crew: Petr, Miles, cox Milena, two dogs": the names that stand side by side under a heading.
    fn runs(&self, mut from: usize, to: usize, out: &mut Vec<PartyList>) {
        let dash = (from + 1..to.min(from + 8)).find(|&index| {
            self.tokens[index].dash()
                && self.tokens[index - 1].end < self.tokens[index].start
                && index + 1 < to
                && self.tokens[index].end < self.tokens[index + 1].start
        });
        let headed = from > 0 && self.tokens[from - 1].colon() || dash.is_some();
        from = dash.map_or(from, |dash| dash + 1);
        if !headed || from >= to {
            return;
        }
        let depth = self.tokens[from].depth.min(self.tokens[to - 1].depth);
        let commas: Vec<usize> = (from..=to)
            .filter(|&index| index == to || self.tokens[index].comma() && self.tokens[index].depth == depth)
            .collect();
        let mut run: Vec<Party> = Vec::new();
        let mut at = from;
        for &comma in &commas {
            let named = at < comma && self.named(at, comma, depth);
            if named {
                let span = self.span(at, comma);
                run.push(Party { span: span.clone(), whole: span });
            }
            if !named || comma == to {
                let mut members = std::mem::take(&mut run);
                if members.len() >= 2 && named && self.inverted(&members[members.len() - 2..], from, to) {
                    members.clear();
                }
                if members.len() >= 2 && commas.len() >= 3 {
                    let span = members[0].whole.start..members[members.len() - 1].whole.end;
                    out.push(PartyList { span, members, joiner: Joiner::Comma, subject: false });
                }
            }
            at = comma + 1;
        }
    }

    /// A short phrase with a name or a code in it.
    fn named(&self, from: usize, to: usize, depth: u16) -> bool {
        let plain: Vec<usize> = (from..to).filter(|&index| self.tokens[index].depth == depth).collect();
        let name = |index: usize| {
            let token = &self.tokens[index];
            let code = self.view.slice(index).contains(|ch: char| ch.is_ascii_digit());
            token.name() && !token.is(TIME) || token.is(TITLE) || code && (token.word() || to - from == 1)
        };
        let first = &self.tokens[from];
        plain.len() <= 4
            && !first.is(PREP | ADV | SUB | REL | AND | BUT | OR | NEG)
            && plain.iter().any(|&index| name(index))
            && plain
                .iter()
                .all(|&index| !self.tokens[index].is(AND | OR | PREP) && !self.tokens[index].is_mark())
            && self.view.find(from, to).is_none()
    }

    fn comma_list(&self, from: usize, to: usize) -> Option<PartyList> {
        let mut members: Vec<Party> = Vec::new();
        let mut at = from;
        let mut complement = 0;
        for index in from..=to {
            if index < to
                && !(self.tokens[index].comma() && self.tokens[index].depth == self.tokens[from].depth)
            {
                continue;
            }
            let mut start = at;
            while start < index && self.tokens[start].is(ADV | AND) {
                start += 1;
            }
            let (end, head) = self.forward(start).filter(|_| start < index)?;
            let end = end.min(index);
            let coded = (start..end).any(|index| self.code(index));
            if head != Head::Name
                || !self.tokens[start].capital && !coded && !self.tokens[start].is(TITLE | KIN)
            {
                return None;
            }
            let rest = &self.tokens[end..index];
            if rest.first().is_some_and(|token| {
                !token.is(PREP) && !token.number() && !token.is_mark() && !token.is(DET | POSS)
            }) {
                return None;
            }
            complement += usize::from(!rest.is_empty());
            members.push(Party { span: self.span(start, end), whole: self.span(start, index) });
            at = index + 1;
        }
        if members.len() < 2 || complement > 0 && complement + 1 < members.len() {
            return None;
        }
        if members.len() == 2 && complement == 0 && self.inverted(&members, from, to) {
            return None;
        }
        // a bare pair "Graz, Austria" is a place
        let headed = from > 0 && self.tokens[from - 1].colon();
        let heading =
            self.tokens.get(to).is_some_and(Token::colon) && (from == 0 || self.clause_mark(from - 1));
        if members.len() == 2 && complement == 0 && !headed && !heading {
            return None;
        }
        let span = members[0].whole.start..members[members.len() - 1].whole.end;
        Some(PartyList { span, members, joiner: Joiner::Comma, subject: false })
    }

    /// "Kern, Nora" before a colon or beside a semicolon: one name.
    fn inverted(&self, members: &[Party], from: usize, to: usize) -> bool {
        let words =
            |party: &Party| self.token_at(party.span.end).saturating_sub(self.token_at(party.span.start));
        let mark =
            |index: usize| self.tokens.get(index).is_some_and(|token| token.colon() || token.semicolon());
        let beside = mark(to) || from > 0 && self.tokens[from - 1].semicolon();
        beside && words(&members[0]) == 1 && words(&members[1]) <= 2
    }
}

/// Endings of a plural and of its singular.
type Endings = &'static [(&'static str, &'static str)];
/// The endings of participles and adjectives behind plural forms of be, and those of the singular.
const PARTICIPLES: &[(&[&str], Endings)] = &[
    (
        &["sont", "étaient"],
        &[("és", "é"), ("ées", "ée"), ("is", "i"), ("ies", "ie"), ("us", "u"), ("ues", "ue")],
    ),
    (&["sono", "erano"], &[("ti", "to"), ("te", "ta"), ("si", "so"), ("se", "sa")]),
    (&["son", "están", "eran", "estaban", "são", "estão"], &[("os", "o"), ("as", "a")]),
];

/// Statements of two that one alone cannot make.
const RECIPROCAL: &[&str] = &[
    "agree", "brothers", "classmates", "colleagues", "collide", "cousins", "differ", "divorced", "engaged",
    "flatmates", "friends", "married", "meet", "met", "neighbours", "neighbors", "partners", "related",
    "rivals", "siblings", "sisters", "twins", "alike", "identical", "between",
];

/// The text without the party that covers `party`: it leaves its list with its own complement, and verb, article and
/// surname are mended. None where the statement is about that party alone, or nothing sensible would be left.
pub fn without_party(text: &str, party: Range<usize>) -> Option<String> {
    if party.start >= party.end
        || party.end > text.len()
        || !text.is_char_boundary(party.start)
        || !text.is_char_boundary(party.end)
    {
        return None;
    }
    let (list, lexicon) = tokens(text);
    let hidden = vec![false; list.len()];
    let view = View { text, tokens: &list, hidden: &hidden, english: lexicon.english };
    let finder = Finder { view, tokens: &list, lexicon, gaps: super::gapped(text) };
    let lists = finder.lists();
    let exact = lists.iter().find_map(|list| {
        let member = list.members.iter().position(|member| member.span == party || member.whole == party)?;
        Some((list.clone(), member))
    });
    let found = exact.or_else(|| {
        lists.into_iter().find_map(|list| {
            let member = list
                .members
                .iter()
                .position(|member| member.span.start < party.end && party.start < member.span.end)?;
            Some((list, member))
        })
    });
    match found {
        Some((list, member)) if finder.needed(&list.members[member]) => None,
        Some((list, member)) => finder.without(&list, member),
        None => alone(text, &party),
    }
}

/// The party is in no list: its clauses go, when it is their subject and others stay.
fn alone(text: &str, party: &Range<usize>) -> Option<String> {
    let clauses = super::split(text);
    if clauses.len() < 2 {
        return None;
    }
    let name = &text[party.clone()];
    let mut gone = Vec::new();
    for (index, clause) in clauses.iter().enumerate() {
        let touches = clause.span.start < party.end && party.start < clause.span.end;
        let subject = clause
            .subject
            .as_ref()
            .is_some_and(|subject| subject.start < party.end && party.start < subject.end);
        // "**Nils** - plumber"
        let opens = clause.subject.is_none()
            && text
                .get(clause.span.start..party.start)
                .is_some_and(|before| !before.contains(char::is_alphanumeric));
        let item = opens || matches!(clause.kind, super::ClauseKind::ListItem | super::ClauseKind::Field);
        if touches && !(subject || item) {
            return None;
        }
        if touches || subject || clause.standalone.contains(name) {
            gone.push(index);
        }
    }
    if gone.is_empty() || gone.len() == clauses.len() {
        return None;
    }
    clauses
        .without(&gone)
        .filter(|out| !out.contains(name) || out.matches(name).count() < text.matches(name).count())
}

impl Finder<'_> {
    fn token_at(&self, byte: usize) -> usize {
        self.tokens.partition_point(|token| token.end <= byte)
    }

    /// A pronoun that stays can mean the party.
    fn needed(&self, party: &Party) -> bool {
        let meant = super::meant(self.view.text);
        meant.iter().any(|noun| party.whole.start <= noun.start && noun.end <= party.whole.end)
    }

    fn without(&self, list: &PartyList, member: usize) -> Option<String> {
        let text = self.view.text;
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        let stays: Vec<usize> = (0..list.members.len()).filter(|&index| index != member).collect();
        let first = self.token_at(list.span.start);
        let after = self.token_at(list.span.end);
        let mut rest = self.joined(list, &stays);
        let single = stays.len() == 1;
        let mut cut = list.span.clone();
        if single {
            let stay = &list.members[stays[0]];
            let own = self.token_at(stay.span.start);
            let own_end = self.token_at(stay.span.end);
            // the one who stays is named after the one who goes: "her brother Bo"
            if member < stays[0] && self.tokens[own].is(POSS) && self.tokens[own].is(THIRD_PERSON) {
                let name = (own + 1..own_end)
                    .find(|&index| self.tokens[index].name() && !self.tokens[index].is(KIN))?;
                rest = text[self.tokens[name].start..stay.whole.end].to_owned();
            }
            if let Some(surname) = self.surname(list, member, stays[0]) {
                let at = stay.span.end - stay.whole.start;
                rest.insert_str(at.min(rest.len()), &format!(" {surname}"));
            }
            if let Some(measure) = self.measure(&list.members[member], stay) {
                rest.push_str(&format!(" {measure}"));
            }
            if list.subject && list.joiner != Joiner::Or {
                let end = (after..self.tokens.len().min(after + 60)).find(|&index| self.clause_mark(index));
                end.into_iter().for_each(|end| self.mend_they(list, stay, end, &mut edits));
            }
            if list.joiner == Joiner::With {
                let comma_before = list.members[0].whole.end;
                let opened = text[comma_before..list.members[1].whole.start].starts_with(',');
                if opened && self.tokens.get(after).is_some_and(Token::comma) {
                    cut.end = self.tokens[after].end;
                }
            }
            let article = first > 0
                && self.tokens[first - 1].is(DET)
                && !self.tokens[first - 1].is(INDEF | NEG)
                && self.tokens[own].is(DET | POSS)
                && own > first;
            if article {
                edits.push((self.tokens[first - 1].start..list.span.start, String::new()));
            }
            self.mend_single(list, first, after, own, &mut edits)?;
        }
        let begins = first == 0
            || self.tokens[first - 1].terminator()
            || self.tokens[first - 1].kind == super::token::Kind::Newline;
        if begins && text[list.span.clone()].starts_with(char::is_uppercase) {
            rest = super::write::capitalised(&rest);
        }
        let dropped_before = edits.iter().any(|edit| edit.0.end == cut.start && edit.1.is_empty());
        if dropped_before && (first == 1 || first >= 2 && self.tokens[first - 2].terminator()) {
            rest = super::write::capitalised(&rest);
        }
        if let Some(comma) = self.earlier_item(list, first).filter(|_| single) {
            let joint = &text[list.members[0].whole.end..list.members[1].whole.start];
            rest = format!(" {} {rest}", joint.trim_start_matches(',').trim());
            cut.start = self.tokens[comma].start;
        }
        edits.push((cut, rest));
        agreement::apply(text, edits)
    }

    /// The comma before a list of two objects behind which another one stands: "runs nginx, redis and cron".
    fn earlier_item(&self, list: &PartyList, first: usize) -> Option<usize> {
        let comma = first.checked_sub(1).filter(|&comma| self.tokens[comma].comma() && comma > 1)?;
        let begin = self.sentence_begin(comma);
        let verb = (begin + 1..comma).rev().take(3).find(|&index| {
            let token = &self.tokens[index];
            token.is(THIRD | PAST | BASE) && !token.is(GUESSED | AUX) && !token.capital
        })?;
        let item = |index: usize| self.tokens[index].word() && !self.tokens[index].is(FUNCTION);
        let objects = verb + 1 < comma && (verb + 1..comma).all(item);
        let named = list.members.iter().all(|member| item(self.token_at(member.span.start)));
        let joined = matches!(list.joiner, Joiner::And | Joiner::Or);
        (self.view.english && objects && named && joined && !list.subject).then_some(comma)
    }

    /// What stands before the token at `first` opens the sentence with a preposition: "With their kids Nina and Paul".
    fn fronted(&self, first: usize) -> bool {
        let begin = self.sentence_begin(first);
        begin < first && self.tokens[begin].is(PREP) && !self.tokens[first].number()
    }

    /// The members that stay with their joints.
    fn joined(&self, list: &PartyList, stays: &[usize]) -> String {
        let text = self.view.text;
        let joint = |index: usize| &text[list.members[index - 1].whole.end..list.members[index].whole.start];
        let last = list.members.len() - 1;
        let mut out = String::new();
        for (place, &index) in stays.iter().enumerate() {
            if place > 0 {
                let mut own = joint(index);
                if place + 1 == stays.len() && index != last {
                    own = joint(last);
                }
                if stays.len() == 2 && list.members.len() > 2 && own.trim_start_matches(',').trim().len() > 1
                {
                    own = own.trim_start_matches(',');
                }
                out.push_str(own);
            }
            out.push_str(&text[list.members[index].whole.clone()]);
        }
        out
    }

    /// The surname that the last member lends to the first: "Declan and Orla Halloran".
    fn surname(&self, list: &PartyList, gone: usize, stay: usize) -> Option<String> {
        if list.members.len() != 2 || gone != 1 || stay != 0 || list.joiner != Joiner::And {
            return None;
        }
        let words = |party: &Party| (self.token_at(party.span.start), self.token_at(party.span.end));
        let (left, left_end) = words(&list.members[0]);
        let (right, right_end) = words(&list.members[1]);
        let given = |index: usize| {
            let token = &self.tokens[index];
            token.name()
                && !token.is(KIN | TITLE | GENITIVE)
                && !self.view.slice(index).contains(|ch: char| ch.is_numeric())
        };
        let titles = self.tokens[left].is(TITLE) && self.tokens[right].is(TITLE);
        let names = left_end - left == 1
            && right_end - right == 2
            && (given(left) && given(right) || titles)
            && given(right + 1);
        (names && list.members[0].span == list.members[0].whole)
            .then(|| self.view.slice(right_end - 1).to_owned())
    }

    /// One party stays of the list: verb, article, both, and the plural noun before it.
    fn mend_single(
        &self,
        list: &PartyList,
        first: usize,
        after: usize,
        own: usize,
        edits: &mut Vec<(Range<usize>, String)>,
    ) -> Option<()> {
        let text = self.view.text;
        let end = (after..self.tokens.len().min(after + 40))
            .find(|&index| self.clause_mark(index))
            .unwrap_or(self.tokens.len().min(after + 40));
        let reciprocal = |index: usize| RECIPROCAL.iter().any(|word| self.view.equals(index, word));
        let other = (after..end.saturating_sub(1)).any(|index| {
            (self.view.equals(index, "each") || self.view.equals(index, "one"))
                && (self.view.equals(index + 1, "other") || self.view.equals(index + 1, "another"))
        });
        let near = (after..end.min(after + 3)).any(reciprocal)
            && list.subject
            && list.joiner == Joiner::And
            && !self.transitive(after, end);
        if other
            || near
            || first > 0 && reciprocal(first - 1) && self.view.plural_noun(first - 1)
            || first > 0 && self.view.equals(first - 1, "between")
        {
            return None;
        }
        let mut negative = false;
        if first > 0 {
            let before = &self.tokens[first - 1];
            if self.view.equals(first - 1, "both") || self.view.equals(first - 1, "either") {
                edits.push((before.start..list.span.start, String::new()));
            } else if self.view.equals(first - 1, "neither") {
                negative = true;
                edits.push((before.start..list.span.start, String::new()));
            } else if !before.is(FUNCTION)
                && self.view.plural_noun(first - 1)
                && (self.head(first, first + 1) != Head::Common
                    || first >= 2 && self.tokens[first - 2].is(DET))
                && let Some(singular) = agreement::singular(self.view.slice(first - 1))
            {
                let noun_first = first == 1
                    || self.tokens[first - 2].is(DET | POSS | PREP | AND | AUX)
                    || self.tokens[first - 2].is_mark()
                    || self.tokens[first].number();
                if noun_first && before.end < list.span.start && !(list.subject && self.fronted(first)) {
                    let these =
                        first >= 2 && self.tokens[first - 2].is(PLURAL) && self.tokens[first - 2].is(DET);
                    if !these {
                        edits.push((before.start..before.end, singular));
                    }
                }
            }
        } else if self.tokens[own].is(INDEF) {
            return None;
        }
        if list.joiner == Joiner::With || !list.subject && !negative {
            self.drop_together(after, end, edits);
            return Some(());
        }
        // words between the list and its verb
        let mut at = after;
        while at < end && self.tokens[at].is(ADV | INDEF) {
            if ["both", "all", "each", "together", "beide", "beiden", "entrambi", "entrambe"]
                .iter()
                .any(|word| self.view.equals(at, word))
            {
                edits.push((self.tokens[at - 1].end..self.tokens[at].end, String::new()));
            }
            at += 1;
        }
        if at < end && self.tokens[at].is(PREP) {
            at = self.main_verb(first, after).unwrap_or(end);
        }
        if at >= end {
            return Some(());
        }
        let verb = &self.tokens[at];
        let word = self.view.slice(at);
        let plural = self.tokens[own].is(SUBJ) && !self.tokens[own].is(SINGULAR) || {
            let stay_end = list
                .members
                .iter()
                .find(|member| self.token_at(member.span.start) == own)
                .map_or(own, |member| self.token_at(member.span.end).saturating_sub(1).max(own));
            let led = self.tokens[own].is(DET) || own == first && first > 0 && self.tokens[first - 1].is(DET);
            let surname = led && stay_end <= own + 1 && self.tokens[stay_end].name();
            (!self.tokens[stay_end].capital || surname) && self.view.plural_noun(stay_end)
        };
        let first_person = self.view.equals(own, "i");
        let mended = if !self.view.english {
            if negative {
                return None;
            }
            let mended = self.lexicon.singular(word);
            if mended.is_none() && !verb.is(AUX | FOREIGN) {
                return None;
            }
            mended
        } else if negative {
            Some(agreement::negated(word, verb)?)
        } else if first_person {
            (word == "are").then(|| "am".to_owned()).or_else(|| (word == "were").then(|| "was".to_owned()))
        } else if plural || list.joiner == Joiner::Or {
            None
        } else if word == "share" {
            let object = self
                .tokens
                .get(at + 1)
                .is_some_and(|next| next.is(DET | POSS) || next.word() && !next.is(PREP));
            if !object {
                return None;
            }
            Some("has".to_owned())
        } else {
            let present = verb.is(BASE) && verb.is(PAST) && !verb.is(AUX) && self.present_beside(at + 1, end);
            if present || verb.class == 0 && self.unknown_verb(at) {
                Some(super::verb_forms::third(word))
            } else {
                agreement::singular_verb(word, verb)
            }
        };
        if let Some(mended) = mended {
            edits.push((verb.start..verb.end, mended));
            self.mend_later(at + 1, end, negative, edits);
            self.mend_participle(at, end, edits);
        }
        if (verb.is(AUX) || !self.view.english)
            && let Some(next) = self.tokens.get(at + 1).filter(|_| at + 1 < end)
            && ["both", "all", "each", "together", "beide", "entrambi", "entrambe", "allebei"]
                .iter()
                .any(|word| self.view.equals(at + 1, word))
        {
            edits.push((verb.end..next.end, String::new()));
        } else if verb.is(BE)
            && !negative
            && !plural
            && self.view.english
            && at + 1 < end
            && self.predicate_noun(at + 1, end)
        {
            let noun = self.view.slice(at + 1);
            let singular = agreement::singular(noun)?;
            let article = if singular.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let next = &self.tokens[at + 1];
            edits.push((next.start..next.end, format!("{article} {singular}")));
        }
        self.drop_together(at + 1, end, edits);
        let _ = text;
        Some(())
    }

    /// The verbs of further predicates, and "both" before them.
    fn mend_later(&self, from: usize, end: usize, negative: bool, edits: &mut Vec<(Range<usize>, String)>) {
        if negative {
            return;
        }
        if !self.view.english {
            for index in from + 1..end {
                let verb = &self.tokens[index];
                let mended = self
                    .lexicon
                    .singular(self.view.slice(index))
                    .filter(|_| self.tokens[index - 1].is(AND | BUT));
                edits.extend(mended.map(|mended| (verb.start..verb.end, mended)));
            }
            return;
        }
        for index in from + 1..end {
            let mut joint = index - 1;
            while joint > from && self.tokens[joint].is(ADV) && !self.tokens[joint].is(DET | INDEF) {
                joint -= 1;
            }
            let before = &self.tokens[joint];
            let both = ["both", "all", "each"].iter().any(|word| self.view.equals(index - 1, word))
                && self.tokens[index - 2].comma();
            let opens = before.is(AND | BUT) || before.comma() || both;
            let verb = &self.tokens[index];
            if !opens
                || !verb.is(BASE | AUX)
                || self.view.trust(index, index, end) == Trust::No
                || verb.is(SUBJ)
            {
                continue;
            }
            if let Some(mended) = agreement::singular_verb(self.view.slice(index), verb) {
                edits.push((verb.start..verb.end, mended));
            }
            if both {
                edits.push((self.tokens[index - 1].start..verb.start, String::new()));
            }
        }
    }

    /// A verb in the present stands beside one that may be past: "cut hair and sell wigs".
    fn present_beside(&self, from: usize, end: usize) -> bool {
        (from + 1..end).any(|index| {
            let verb = &self.tokens[index];
            self.tokens[index - 1].is(AND | BUT)
                && verb.is(BASE)
                && !verb.is(PAST | AUX | NOUNISH)
                && self.view.trust(index, index, end) != Trust::No
        })
    }

    /// "sont partis": the participle behind a form of be.
    fn mend_participle(&self, verb: usize, end: usize, edits: &mut Vec<(Range<usize>, String)>) {
        let Some((_, ends)) = PARTICIPLES.iter().find(|(verbs, _)| verbs.contains(&self.view.slice(verb)))
        else {
            return;
        };
        let Some(index) = (verb + 1..end.min(verb + 3)).find(|&index| !self.tokens[index].is(ADV | NEG))
        else {
            return;
        };
        let (token, word) = (&self.tokens[index], self.view.slice(index));
        if self.view.english || token.capital || !token.word() || token.is(FUNCTION | FOREIGN) {
            return;
        }
        let mended = ends.iter().find_map(|(old, new)| Some(format!("{}{new}", word.strip_suffix(old)?)));
        edits.extend(mended.map(|mended| (token.start..token.end, mended)));
    }

    /// "They have a dog" behind the sentence of the list: the one who stays.
    fn mend_they(&self, list: &PartyList, stay: &Party, end: usize, edits: &mut Vec<(Range<usize>, String)>) {
        let they = end + 1;
        let named = list.members.iter().all(|member| {
            let from = self.token_at(member.span.start);
            self.head(from, self.token_at(member.span.end).max(from + 1)) == Head::Name
        });
        if !self.view.english || !named || they + 1 >= self.tokens.len() || !self.tokens[end].terminator() {
            return;
        }
        let (token, name) = (&self.tokens[they], &self.view.text[stay.span.clone()]);
        if self.view.equals(they, "their") {
            edits.push((token.start..token.end, super::write::genitive(name)));
        } else if self.view.equals(they, "they")
            && let Some(verb) =
                (they + 1..self.tokens.len().min(they + 3)).find(|&index| !self.tokens[index].is(ADV))
        {
            edits.push((token.start..token.end, name.to_owned()));
            let mended = agreement::singular_verb(self.view.slice(verb), &self.tokens[verb]);
            edits.extend(mended.map(|mended| (self.tokens[verb].start..self.tokens[verb].end, mended)));
        }
    }

    /// The noun that a number shares with the one before it: "40 euros and Zita 15".
    fn measure(&self, gone: &Party, stay: &Party) -> Option<&str> {
        let (first, last) = (self.token_at(gone.whole.start), self.token_at(gone.whole.end).checked_sub(1)?);
        let end = self.token_at(stay.whole.end).checked_sub(1)?;
        let counted = last > first + 1 && self.tokens[last - 1].number() && self.view.plain_noun(last);
        (counted && gone.whole.start < stay.whole.start && self.tokens[end].number())
            .then(|| self.view.slice(last))
    }

    /// "are nurses": a plural noun that ends the predicate or stands before a preposition.
    fn predicate_noun(&self, index: usize, end: usize) -> bool {
        let token = &self.tokens[index];
        let closed = index + 1 == end || self.tokens[index + 1].is(PREP) || self.tokens[index + 1].comma();
        token.word()
            && !token.capital
            && self.view.plural_noun(index)
            && closed
            && !token.is(THIRD) | token.is(NOUNISH)
    }

    /// The verb after the list has an object: "met Rose at the pool".
    fn transitive(&self, after: usize, end: usize) -> bool {
        let Some(verb) = (after..end.min(after + 2))
            .find(|&index| self.view.equals(index, "met") || self.view.equals(index, "meet"))
        else {
            return false;
        };
        verb + 1 < end && {
            let next = &self.tokens[verb + 1];
            next.is(DET | POSS | OBJ) || next.name() && !next.is(TIME)
        }
    }

    fn drop_together(&self, from: usize, end: usize, edits: &mut Vec<(Range<usize>, String)>) {
        for index in from..end.min(from + 12) {
            let next = index + 1 < end && self.view.equals(index + 1, "with");
            if (self.view.equals(index, "together") || self.view.equals(index, "jointly"))
                && index > 0
                && !next
            {
                edits.push((self.tokens[index - 1].end..self.tokens[index].end, String::new()));
                return;
            }
        }
    }
}

//! Splits a sentence at its commas and conjunctions: main clauses, predicates of a shared subject, gapped clauses,
//! fragments, and what is embedded.

use std::ops::Range;

use super::ClauseKind;
use super::agreement;
use super::finite_verb::Trust;
use super::layout::Splitter;
use super::shorten::DITRANSITIVE;
use super::structure::{Gap, Part};
use super::word_class::*;

/// A longer sentence is not split: no sentence, and quadratic steps.
const MOST_TOKENS: usize = 400;

/// A comma, a conjunction or both.
#[derive(Clone, Copy, Debug)]
struct Joint {
    from: usize,
    to: usize,
    comma: bool,
    class: Class,
    colon: bool,
}

/// A statement as it grows.
#[derive(Clone, Debug)]
pub(super) struct Item {
    from: usize,
    to: usize,
    kind: ClauseKind,
    subject: Option<(usize, usize)>,
    verb: Option<usize>,
    /// The first item of its run.
    leader: usize,
    aux: Option<(usize, usize, usize)>,
    gap: bool,
    /// A gap that shares the subject too: "owes Pia 40 and Zita 15".
    object: bool,
    /// A fronted adverbial or clause opened it.
    fronted: bool,
}

/// What a segment is to the item before it.
enum Role {
    Merge,
    Clause,
    Predicate { aux: Option<(usize, usize)> },
    Gap,
    Fragment,
}

impl Splitter<'_> {
    /// The units of the tokens `from..to`, put into `part`.
    pub fn part(&mut self, from: usize, to: usize, headed: bool, part: &mut Part) {
        let embeds_before = self.out.embeds.len();
        if to - from > MOST_TOKENS {
            let unit = self.add(self.bytes(from, to), ClauseKind::Sentence, None);
            part.units = vec![unit];
            return;
        }
        self.insets(from, to, headed);
        let reduced = |verb: usize| {
            verb > from
                && self.tokens[verb].is(PART)
                && !self.tokens[verb].is(AUX)
                && self.tokens[verb - 1].comma()
        };
        let list = headed || self.view().find(from, to).is_none_or(reduced);
        let (items, joints, head) = self.items(from, to, headed, list, None);
        if let Some((start, end)) = head {
            let start = if part.head.is_empty() { self.start(start) } else { part.head.start };
            part.head = start..self.start(end);
        }
        let single = items.len() == 1;
        let ids = self.units(&items, if single { ClauseKind::Sentence } else { ClauseKind::Coordinate });
        if headed && single && items[0].verb.is_none() {
            self.out.units[ids[0]].kind = ClauseKind::ListItem;
        }
        if !single && items[0].verb.is_some() {
            self.out.units[ids[0]].kind = ClauseKind::Sentence;
        }
        let fronted = part.head.end;
        if self.out.units[ids[0]].span.start < fronted {
            self.out.units[ids[0]].span.start = fronted;
        }
        part.joints = joints;
        for embed in embeds_before..self.out.embeds.len() {
            let cut = self.out.embeds[embed].cut.clone();
            let host = ids.iter().copied().find(|&id| {
                let span = &self.out.units[id].span;
                span.start <= cut.start && cut.start < span.end.max(span.start + 1)
            });
            let host = host
                .or_else(|| ids.iter().copied().rev().find(|&id| self.out.units[id].span.start <= cut.start));
            self.out.embeds[embed].host = host.unwrap_or(ids[0]);
        }
        part.units = ids;
    }

    /// Makes units of items.
    pub(super) fn units(&mut self, items: &[Item], kind: ClauseKind) -> Vec<usize> {
        let mut ids: Vec<usize> = Vec::with_capacity(items.len());
        for (place, item) in items.iter().enumerate() {
            let own = if place == 0 && item.kind == ClauseKind::Coordinate { kind } else { item.kind };
            let subject = item.subject.map(|(from, to)| self.bytes(from, to));
            let id = self.add(self.bytes(item.from, item.to), own, subject);
            ids.push(id);
            if item.leader != place {
                let leader = &items[item.leader];
                self.out.units[id].run = self.out.units[ids[item.leader]].run;
                let holder = leader.verb.filter(|_| !item.gap);
                if let (true, Some(verb)) = (item.object, leader.verb) {
                    self.out.units[id].head = Some(self.start(leader.from)..self.tokens[verb].end);
                    self.out.units[id].subject = leader.subject.map(|(from, to)| self.bytes(from, to));
                } else if let Some(mut verb) = holder {
                    while verb > leader.from + 1
                        && !self.hidden[verb - 1]
                        && self.tokens[verb - 1].is(ADV | NEG)
                        && !self.tokens[verb - 1].is(DET | INDEF)
                        && !self.tokens[verb - 2].is(DET | POSS)
                    {
                        verb -= 1;
                    }
                    let from =
                        leader.subject.filter(|_| leader.fronted).map_or(leader.from, |subject| subject.0);
                    let mut stop = self.start(verb.max(from));
                    if self.tokens[verb].is(SUBJ) {
                        let word = &self.text[self.tokens[verb].start..self.tokens[verb].end];
                        stop = self.tokens[verb].start + word.find(['\'', '’']).unwrap_or(0);
                    }
                    self.out.units[id].head = Some(self.start(from)..stop.max(self.start(from)));
                } else if item.gap
                    && let (Some(verb), Some(subject)) = (leader.verb, leader.subject)
                    && let Some((_, mine)) = item.subject
                {
                    let number = self.tokens[item.from].number();
                    let prefix = if number { self.start(subject.0)..self.start(subject.1 - 1) } else { 0..0 };
                    self.out.units[id].run = id + 1_000_000_000;
                    self.out.units[id].gap = Some(Gap {
                        holder: ids[item.leader],
                        prefix,
                        at: self.tokens[mine - 1].end,
                        verb: self.gap_verb(leader, verb, (item.from, mine), item.to),
                    });
                }
                if let Some((from, to, owner)) = item.aux {
                    self.out.units[id].aux = Some((self.start(from)..self.start(to), ids[owner]));
                }
            }
        }
        ids
    }

    fn joint_at(&self, index: usize, from: usize, to: usize) -> Option<Joint> {
        if self.hidden[index] {
            return None;
        }
        let token = &self.tokens[index];
        let and = |index: usize| {
            index < to
                && !self.hidden[index]
                && (self.tokens[index].is(AND | BUT))
                && index > from
                && index + 1 < to
        };
        let firm = |name: &dyn Fn(usize) -> bool| index > from && name(index - 1) && name(index + 1);
        if token.comma() && index > from && index + 1 < to {
            let next = index + 1;
            let glued = and(next) || self.tokens[next].is(WHILE | SO) && next + 1 < to && !self.hidden[next];
            let class = if glued { self.tokens[next].class & (AND | BUT | WHILE | SO) } else { 0 };
            return Some(Joint {
                from: index,
                to: next + usize::from(glued),
                comma: true,
                class,
                colon: false,
            });
        }
        if token.dash()
            && index > from
            && index + 1 < to
            && self.tokens[index].start > self.tokens[index - 1].end
            && self.tokens[index + 1].start > self.tokens[index].end
        {
            return Some(Joint { from: index, to: index + 1, comma: true, class: 0, colon: false });
        }
        let timed = index > from && self.tokens[index - 1].is(DET | PREP);
        if token.is(WHILE) && index > from + 1 && index + 2 < to && !timed {
            return Some(Joint { from: index, to: index + 1, comma: false, class: WHILE, colon: false });
        }
        if token.colon() && index > from && index + 1 < to && self.tokens[index + 1].start > token.end {
            return Some(Joint { from: index, to: index + 1, comma: true, class: 0, colon: true });
        }
        if and(index) && !(self.view().equals(index, "&") && firm(&|index| self.tokens[index].capital)) {
            return Some(Joint {
                from: index,
                to: index + 1,
                comma: false,
                class: token.class & (AND | BUT),
                colon: false,
            });
        }
        None
    }

    /// The items of `from..to`, the joints between them, and a fronted adverbial.
    #[allow(clippy::type_complexity)]
    pub(super) fn items(
        &mut self,
        from: usize,
        to: usize,
        headed: bool,
        list: bool,
        anchor: Option<(usize, usize)>,
    ) -> (Vec<Item>, Vec<Range<usize>>, Option<(usize, usize)>) {
        let mut segments: Vec<(usize, usize)> = Vec::new();
        let mut joints: Vec<Joint> = Vec::new();
        let mut at = from;
        let mut index = from;
        while index < to {
            if let Some(joint) =
                self.joint_at(index, from, to).filter(|joint| joint.from > at && joint.to < to)
            {
                segments.push((at, joint.from));
                joints.push(joint);
                at = joint.to;
                index = joint.to;
            } else {
                index += 1;
            }
        }
        segments.push((at, to));
        if list {
            self.records_in(&mut segments, &mut joints);
        }
        let verbs: Vec<Option<usize>> =
            segments.iter().map(|&(from, to)| self.view().find(from, to)).collect();
        let mut verbs = verbs;
        self.series(&segments, &joints, &mut verbs);
        let mut items: Vec<Item> = Vec::new();
        let mut out: Vec<Range<usize>> = Vec::new();
        let mut front = None;
        let mut place = 0;
        while place < segments.len() {
            // "Goran and Mia get in": the bare nouns before a plural verb belong to it
            let mut last = place;
            if place > 0 && joints[place - 1].comma && verbs[place].is_none() && self.bare(segments[place]) {
                let mut ahead = place + 1;
                while ahead < segments.len()
                    && ahead < place + 6
                    && verbs[ahead].is_none()
                    && self.bare(segments[ahead])
                {
                    ahead += 1;
                }
                ahead = ahead.min(segments.len() - 1);
                for ahead in [ahead, ahead.saturating_sub(1)] {
                    if ahead > place && joints[ahead - 1].class & AND != 0 {
                        let verb =
                            verbs[ahead].or_else(|| self.view().find(segments[place].0, segments[ahead].1));
                        if verb.is_some_and(|verb| {
                            verb > segments[ahead].0 && !self.tokens[verb].is(THIRD | SINGULAR)
                        }) {
                            last = ahead;
                            break;
                        }
                    }
                }
            }
            let segment = (segments[place].0, segments[last].1);
            let verb = verbs[last]
                .or_else(|| if last > place { self.view().find(segment.0, segment.1) } else { None });
            if place == 0 {
                let mut item = self.item(segment, verb, 0);
                if let Some(start) = verb.and_then(|verb| self.fronted(segment.0, verb)) {
                    front = Some((segment.0, start));
                    item.fronted = true;
                    item.subject = verb.map(|verb| (start, self.subject_end(start, verb)));
                }
                if let Some(anchor) = anchor {
                    item.subject = Some(anchor);
                }
                items.push(item);
                place = last + 1;
                continue;
            }
            let joint = joints[place - 1];
            let next = joints.get(last).copied().filter(|_| verbs.get(last + 1).is_none_or(Option::is_none));
            let current = items.len() - 1;
            let role = self.role(&items[current], &items, segment, verb, joint, next, headed, list);
            match role {
                Role::Merge => {
                    // "Pia, Nils and Bo live": no fronted adverbial
                    let (began, ended) = (items[current].from, items[current].to);
                    let listed = self.names(began, ended)
                        && verb.is_some_and(|verb| (segment.0..verb).any(|index| self.tokens[index].is(AND)));
                    let item = &mut items[current];
                    let opened =
                        item.verb.is_none() || self.tokens[item.from].is(SUB) && !item.fronted && joint.comma;
                    item.to = segment.1;
                    if opened && !self.subordinate(segment.0) {
                        let whole = self.view().find(item.from, item.to);
                        let own =
                            verb.is_some_and(|verb| verb > segment.0 || self.tokens[verb].is(SUBJ | BASE));
                        if own && joint.comma && !listed && current == 0 && front.is_none() {
                            front = Some((item.from, segment.0));
                            item.fronted = true;
                        }
                        if let Some(verb) = verb.or(whole) {
                            let start = if item.fronted { segment.0 } else { item.from };
                            item.verb = Some(verb);
                            item.subject = (verb > start).then(|| (start, self.subject_end(start, verb)));
                        }
                    }
                }
                role => {
                    let mut item = self.item(segment, verb, items.len());
                    match role {
                        Role::Predicate { aux } => {
                            item.leader = items[current].leader;
                            item.subject = items[current].subject;
                            item.aux = aux.map(|(from, to)| {
                                let owner =
                                    if items[current].aux.is_some_and(|aux| (aux.0, aux.1) == (from, to)) {
                                        items[current].aux.map_or(current, |aux| aux.2)
                                    } else {
                                        current
                                    };
                                (from, to, owner)
                            });
                            item.verb = verb.or(items[current].verb);
                        }
                        Role::Gap => {
                            item.gap = true;
                            item.object =
                                !joint.comma && self.second_object(&items[current], &items, segment.0);
                            item.leader = items[current].leader;
                            item.verb = items[item.leader].verb;
                            let end = self.gap_subject(segment.0, segment.1);
                            item.subject = Some((segment.0, end));
                        }
                        Role::Fragment => {
                            item.kind = ClauseKind::ListItem;
                            item.verb =
                                item.verb.filter(|&verb| verb > segment.0 || !self.tokens[verb].is(PART));
                        }
                        Role::Clause | Role::Merge => {}
                    }
                    out.push(self.tokens[items[current].to - 1].end..self.tokens[segment.0].start);
                    items.push(item);
                }
            }
            place = last + 1;
        }
        if let Some(head) = self.name_head(&mut items, headed) {
            front = Some(head);
            out.remove(0);
        } else if items.len() == 1 {
            front = None;
        }
        (items, out, front)
    }

    /// "Nils Ekman, 5, Pia Quast, 6": what stands behind a name belongs to it.
    fn records_in(&self, segments: &mut Vec<(usize, usize)>, joints: &mut Vec<Joint>) {
        let named: Vec<bool> =
            segments.iter().map(|&(from, to)| to - from <= 4 && self.named_only(from..to)).collect();
        let names = named.iter().filter(|&&named| named).count();
        let beside = named.windows(2).any(|pair| pair[0] && pair[1]) || named.last() == Some(&true);
        if !named[0]
            || names < 2
            || beside
            || joints.iter().any(|joint| !joint.comma || joint.class & !AND != 0)
        {
            return;
        }
        let starts: Vec<usize> = (0..segments.len()).filter(|&place| named[place]).collect();
        let ends = starts.iter().skip(1).copied().chain(std::iter::once(segments.len()));
        let records: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
        let digits =
            |place: usize| (segments[place].0..segments[place].1).any(|index| self.tokens[index].number());
        let held = records
            .iter()
            .all(|&(start, end)| segments[start].1 - segments[start].0 > 1 || (start + 1..end).any(digits));
        if !held || segments.iter().any(|&(from, to)| self.view().find(from, to).is_some()) {
            return;
        }
        *joints = starts[1..].iter().map(|&start| joints[start - 1]).collect();
        *segments = records.iter().map(|&(start, end)| (segments[start].0, segments[end - 1].1)).collect();
    }

    /// "Ana cooks, sails and owes me 5": what looks like a noun between predicates is one.
    fn series(&self, segments: &[(usize, usize)], joints: &[Joint], verbs: &mut [Option<usize>]) {
        let third = |place: usize, verbs: &[Option<usize>]| {
            verbs[place].is_some_and(|verb| verb == segments[place].0 && self.tokens[verb].is(THIRD))
        };
        let opened = verbs[0].is_some_and(|verb| verb > segments[0].0 && self.tokens[verb].is(THIRD));
        for place in 1..segments.len().saturating_sub(1) {
            let (from, _) = segments[place];
            let token = &self.tokens[from];
            let before = place == 1 && opened || third(place - 1, verbs);
            let last = place + 2 == segments.len() && joints[place].class & AND != 0;
            if verbs[place].is_none()
                && before
                && joints[place - 1].comma
                && token.is(THIRD)
                && !self.hidden[from]
                && (last || joints[place].comma)
                && third(place + 1, verbs)
            {
                verbs[place] = Some(from);
            }
        }
    }

    /// "Anna Weiss, German legal, 0.19 a word": the name carries the fragments.
    fn name_head(&self, items: &mut Vec<Item>, headed: bool) -> Option<(usize, usize)> {
        if headed || items.len() < 3 || items[0].verb.is_some() {
            return None;
        }
        let (from, to) = (items[0].from, items[0].to);
        let inverted = to <= from + 4 && from + 2 < to && self.tokens[from + 1].comma();
        let name = (from..to).all(|index| {
            self.hidden[index]
                || self.tokens[index].name()
                || self.tokens[index].is(TITLE | KIN)
                || inverted && index == from + 1
        });
        let marked = (from..to).any(|index| self.hidden[index]);
        if !name || marked || items[1..].iter().any(|item| item.verb.is_some()) {
            return None;
        }
        let head = (from, items[1].from);
        items.remove(0);
        for (place, item) in items.iter_mut().enumerate() {
            item.leader = place;
            item.subject = Some((from, to));
            item.kind = ClauseKind::Field;
        }
        Some(head)
    }

    fn item(&self, segment: (usize, usize), verb: Option<usize>, leader: usize) -> Item {
        let (from, to) = segment;
        let own = verb.map(|verb| if self.tokens[verb].is(SUBJ) { verb + 1 } else { verb });
        let start = self.subject_start(from, own.unwrap_or(from));
        Item {
            from,
            to,
            kind: ClauseKind::Coordinate,
            subject: own.filter(|&verb| verb > start).map(|verb| (start, self.subject_end(start, verb))),
            verb,
            leader,
            aux: None,
            gap: false,
            object: false,
            fronted: false,
        }
    }

    /// The start of the subject after a fronted adverbial without comma: "In summer the shop".
    fn fronted(&self, from: usize, verb: usize) -> Option<usize> {
        let every = self.tokens[from].is(DET) && self.tokens[from + 1].is(TIME);
        if !(self.tokens[from].is(PREP) || every) || verb < from + 2 + usize::from(!every) {
            return None;
        }
        let mut index = from + 1 + usize::from(self.tokens[from + 1].is(DET | POSS) && !every);
        let first = index;
        while index < verb && !self.hidden[index] {
            let token = &self.tokens[index];
            let last = &self.tokens[index - 1];
            let opens = token.is(DET | POSS | SUBJ | KIN | TITLE)
                || token.name()
                    && !token.is(TIME)
                    && (last.is(TIME) || last.number() || last.word() && !last.capital);
            if index > first && opens && !last.is(PREP | AND | DET) {
                return Some(index);
            }
            index += 1;
        }
        None
    }

    fn subject_start(&self, from: usize, verb: usize) -> usize {
        let mut start = from;
        let existential = |index: usize| self.view().equals(index, "there") && self.tokens[index + 1].is(AUX);
        while start < verb
            && !existential(start)
            && (self.tokens[start].is(ADV | AND | BUT) && !self.tokens[start].is(DET | INDEF))
        {
            start += 1;
        }
        start
    }

    /// Without adverbs and insets before the verb.
    fn subject_end(&self, start: usize, verb: usize) -> usize {
        let mut end = verb;
        while end > start + 1
            && (self.hidden[end - 1]
                || self.tokens[end - 1].is(ADV | NEG) && !self.tokens[end - 2].is(DET | POSS)
                || self.tokens[end - 1].comma()
                || self.tokens[end - 1].is(INDEF) && end - start > 1)
        {
            end -= 1;
        }
        end
    }

    fn subordinate(&self, index: usize) -> bool {
        self.tokens[index].is(SUB | REL)
    }

    /// A short noun phrase without preposition, verb or opening adverb.
    fn bare(&self, segment: (usize, usize)) -> bool {
        segment.1 - segment.0 <= 4
            && (segment.0..segment.1).all(|index| {
                let token = &self.tokens[index];
                self.hidden[index]
                    || (token.word() || token.number()) && !token.is(PREP | ADV | SUB | REL | NEG)
            })
    }

    fn names(&self, from: usize, to: usize) -> bool {
        (from..to).all(|index| {
            let token = &self.tokens[index];
            self.hidden[index]
                || token.name() && !token.is(TIME)
                || token.is(TITLE | AND | ADV)
                || token.comma()
                || token.mark('&')
        })
    }

    /// The end of the subject of a gapped clause that starts at `from`; `from` when there is none.
    fn gap_subject(&self, from: usize, to: usize) -> usize {
        let first = &self.tokens[from];
        if first.number() || !self.english && (first.name() || first.is(KIN)) {
            return from + 1;
        }
        if first.is(DET | POSS) && !first.is(NEG) {
            let mut end = from + 1;
            while end < to
                && end < from + 4
                && !self.hidden[end]
                && self.tokens[end].word()
                && !self.tokens[end].is(FUNCTION | TIME)
                && (!self.tokens[end - 1].name() || self.tokens[end].capital)
            {
                end += 1;
            }
            if end > from + 1 && end + 1 < to && self.view().equals(end, "of") {
                end += 1 + usize::from(self.tokens[end + 1].is(DET | POSS));
                while end < to && self.tokens[end].word() && !self.tokens[end].is(FUNCTION | TIME) {
                    end += 1;
                }
            }
            return if end > from + 1 { end } else { from };
        }
        if self.view().plural_noun(from) && !first.capital && from + 1 < to && self.tokens[from + 1].is(PREP)
        {
            return from + 1;
        }
        let noun = |index: usize| self.view().plain_noun(index) || self.tokens[index].class == ADJ;
        if noun(from) && from + 1 < to {
            let end = from + 1 + usize::from(from + 2 < to && noun(from + 1));
            let next = &self.tokens[end];
            if next.is(PREP | NUM) && !next.is(DET) || next.number() || next.is(INDEF) && !next.is(DET) {
                return end;
            }
        }
        let mut end = from;
        while end < to
            && (self.tokens[end].name() || self.tokens[end].is(TITLE | KIN | GENITIVE))
            && !self.hidden[end]
        {
            end += 1;
        }
        end
    }

    #[allow(clippy::too_many_arguments)]
    fn role(
        &self,
        current: &Item,
        items: &[Item],
        (from, to): (usize, usize),
        verb: Option<usize>,
        joint: Joint,
        next: Option<Joint>,
        headed: bool,
        list: bool,
    ) -> Role {
        let view = self.view();
        let first = &self.tokens[from];
        let start = self.subject_start(from, verb.unwrap_or(from));
        if joint.class & AND == 0
            && joint.class & BUT == 0
            && joint.class & (SO | WHILE) == 0
            && self.subordinate(from)
            && !first.is(WHILE)
            && (!first.is(PREP) || verb.is_some() || !headed)
        {
            return Role::Merge;
        }
        if self.subordinate(from) && (!first.is(PREP) || verb.is_some() || !headed) {
            return Role::Merge;
        }
        if current.verb.is_some_and(|held| self.view().address(held, from, to)) {
            return Role::Merge;
        }
        if joint.colon {
            return if current.verb.is_some() && (verb.is_some() || to - from > 1) {
                Role::Fragment
            } else {
                Role::Merge
            };
        }
        let own_subject = verb.is_some_and(|verb| verb > start || self.tokens[verb].is(SUBJ));
        let command =
            joint.class & SO != 0 && verb.is_some_and(|verb| verb == start && self.tokens[verb].is(BASE));
        if command {
            return Role::Clause;
        }
        if joint.class & (SO | WHILE) != 0 && !own_subject {
            return Role::Merge;
        }
        let fronted = self.tokens[current.from].is(SUB)
            && !current.fronted
            && joint.comma
            && current.leader == items.len() - 1;
        // "Ana is ill, do not tell Bo"
        if let Some(verb) =
            verb.filter(|&verb| verb == start && self.equals_any(verb, &["do", "don't", "don’t"]))
        {
            let ordered = verb + 1 < to && self.tokens[verb + 1].is(NEG | BASE);
            let singular = current.verb.is_some_and(|held| {
                let held = &self.tokens[held];
                held.is(THIRD | SINGULAR) && !held.is(MODAL | PLURAL)
            });
            if ordered
                && current.verb.is_some()
                && (singular || joint.comma && joint.class == 0 && next.is_none())
            {
                return Role::Clause;
            }
        }
        if let Some(verb) = verb {
            let imperative = verb == start && self.tokens[verb].is(BASE) && !self.tokens[verb].is(AUX);
            if fronted && (own_subject || imperative) {
                return Role::Merge;
            }
            let participle = verb == start && self.tokens[verb].is(PART) && !self.tokens[verb].is(AUX);
            if current.verb.is_none() && participle && list && joint.comma {
                return Role::Fragment;
            }
            if current.verb.is_none() {
                let opener = &self.tokens[current.from];
                let adverbial = opener.is(PREP | ADV | TIME);
                if joint.comma
                    && joint.class & (AND | BUT) == 0
                    && adverbial
                    && !headed
                    && own_subject
                    && items.len() == 1
                {
                    return Role::Merge;
                }
                if !headed && !own_subject && !imperative && items.len() == 1 {
                    return Role::Merge;
                }
                if !joint.comma
                    && (own_subject || !self.valued(current.from, current.to))
                    && !self.tokens[verb].is(THIRD | SINGULAR)
                {
                    return Role::Merge;
                }
                if !joint.comma && !self.valued(current.from, current.to) {
                    return Role::Merge;
                }
                if !list && !joint.comma {
                    return Role::Merge;
                }
                if !headed
                    && self.bare((current.from, current.to))
                    && !self.valued(current.from, current.to)
                    && items.len() == 1
                {
                    return Role::Merge;
                }
                return if own_subject { Role::Clause } else { Role::Fragment };
            }
            if !joint.comma && self.in_subordinate(current) {
                return Role::Merge;
            }
            if own_subject {
                let elliptic = self.tokens[verb].is(AUX) && !self.tokens[verb].is(SUBJ) && verb + 1 == to;
                if elliptic || !joint.comma && joint.class & AND != 0 && self.shares_verb(start, verb) {
                    return Role::Merge;
                }
                return if self.subject_like(start, verb) { Role::Clause } else { Role::Merge };
            }
            // "I need a visa, ordered ten days ahead": a reduced clause
            let present = current.verb.is_some_and(|held| {
                let held = &self.tokens[held];
                !held.is(PAST | PART | BE) && !self.english_have(current)
            });
            if participle
                && present
                && joint.comma
                && joint.class == 0
                && next.is_none()
                && items.len() == 1
                && self.english
            {
                return Role::Merge;
            }
            if let Some(role) = self.predicate(current, verb, from, to, items) {
                return role;
            }
            let commanded = current.subject.is_none() && current.verb == Some(current.from);
            if imperative && joint.comma && (commanded || !self.tokens[verb].is(NOUNISH)) {
                let stated = current.subject.is_some()
                    && current.kind == ClauseKind::Coordinate
                    && current.verb.is_some_and(|verb| !self.tokens[verb].is(BASE));
                if stated {
                    return Role::Clause;
                }
                return Role::Fragment;
            }
            return if list && headed && joint.comma { Role::Fragment } else { Role::Merge };
        }
        // no verb
        let list = list || current.kind == ClauseKind::ListItem;
        if let Some(verb) = current.verb {
            if let Some(role) = self.parallel(current, verb, from, to) {
                return role;
            }
            if items.get(current.leader).is_some_and(|leader| self.gapped(leader, from, to, joint.comma))
                && joint.class & BUT == 0
            {
                return Role::Gap;
            }
        }
        let dated = |index: usize| {
            self.tokens[index].is(TIME) || self.tokens[index].number() || self.tokens[index].is(PREP)
        };
        let before = current.to - 1;
        let priced = headed && first.number() && from + 1 < to && self.tokens[from + 1].is(PREP);
        if !priced
            && (from..to).all(|index| dated(index) || self.hidden[index])
            && self.tokens[before].is(TIME)
        {
            return Role::Merge;
        }
        if self.names(from, to) && to - from <= 3 {
            return Role::Merge;
        }
        if !joint.comma {
            let short = |from: usize, to: usize| to - from <= 2;
            let listed = list
                && next.is_none()
                && items.len() >= 2
                && current.verb.is_none()
                && joint.class & AND != 0;
            if listed && short(current.from, current.to) && short(from, to) && !view.equals(from, "more") {
                return Role::Fragment;
            }
            return Role::Merge;
        }
        if joint.class & BUT != 0 && current.verb.is_some() {
            return Role::Merge;
        }
        if current.verb.is_none() {
            let valued = headed || self.valued(from, to) || first.is(NEG) || to - from >= 2;
            let lead = headed
                || items.len() > 1
                || self.valued(current.from, current.to)
                || current.to - current.from >= 2
                || next.is_some();
            let loose = !headed && first.is(PREP);
            return if list && valued && lead && !loose { Role::Fragment } else { Role::Merge };
        }
        let enumerating = next.is_some_and(|next| next.class & AND != 0 && !next.comma);
        let adverbial = first.is(PREP | ADV | TIME | SUB | REL | ADJ | ING | PART | OBJ | SUBJ)
            && (first.is(ADV | PREP) || !first.is(BASE));
        if list && headed {
            let stative =
                current.verb.is_some_and(|verb| self.tokens[verb].is(PART) && !self.tokens[verb].is(AUX));
            return if adverbial && !stative || enumerating { Role::Merge } else { Role::Fragment };
        }
        let negated = first.is(DET) && first.is(NEG) && to - from >= 2;
        let label = first.word()
            && !first.capital
            && (first.class == 0 || first.is(BASE) || first.class & !(THIRD | NOUNISH | GUESSED) == 0)
            && to - from >= 2
            && self.valued(from, to)
            && !enumerating;
        if negated && !enumerating || label { Role::Fragment } else { Role::Merge }
    }

    /// A subordinate clause follows the item's verb.
    fn in_subordinate(&self, item: &Item) -> bool {
        let Some(verb) = item.verb else { return false };
        (verb + 1..item.to).any(|index| {
            let token = &self.tokens[index];
            !self.hidden[index]
                && token.is(SUB)
                && (!token.is(PREP) || self.view().find(index + 1, item.to).is_some())
        })
    }

    /// It holds a number, a name or a preposition: a value, not a bare word.
    fn valued(&self, from: usize, to: usize) -> bool {
        (from + 1..to).any(|index| {
            let token = &self.tokens[index];
            token.number() || token.is(PREP | NUM) || token.capital || token.mate.is_some()
        }) || self.tokens[from].number() && to - from > 1
    }

    /// The main verb is a form of have, as in a perfect.
    fn english_have(&self, item: &Item) -> bool {
        item.verb.is_some_and(|verb| self.equals_any(verb, &["has", "have", "had"]))
    }

    /// A singular subject with a plural verb: the rest of the subject stands before the conjunction.
    fn shares_verb(&self, from: usize, verb: usize) -> bool {
        let token = &self.tokens[verb];
        let plural =
            token.is(PLURAL | BASE) && !token.is(PAST | MODAL | SINGULAR) || self.view().equals(verb, "were");
        let subject = &self.tokens[from];
        plural
            && !subject.is(SUBJ | PLURAL | INDEF | NUM)
            && !subject.number()
            && !(from..verb).any(|index| self.view().plural_noun(index) || self.tokens[index].is(AND | OR))
            && self.english
    }

    fn subject_like(&self, from: usize, verb: usize) -> bool {
        let token = &self.tokens[from];
        if token.is(PREP) && !token.is(DET) {
            return (from..verb)
                .any(|index| self.tokens[index].is(SUBJ | DET | POSS | KIN) || self.tokens[index].name());
        }
        token.number() || !token.is(OBJ) || token.is(POSS) && verb - from > 1 || token.is(SUBJ)
    }

    /// A predicate that shares the subject of `current`.
    fn predicate(&self, current: &Item, verb: usize, from: usize, to: usize, items: &[Item]) -> Option<Role> {
        let held = current.verb?;
        let token = &self.tokens[verb];
        let old = &self.tokens[held];
        let series = verb == from && token.is(THIRD) && old.is(THIRD);
        if self.view().trust(verb, from, to) == Trust::No && !series {
            return None;
        }
        let share = |from: usize, to: usize| Some(Role::Predicate { aux: Some((from, to)) });
        let plain = Some(Role::Predicate { aux: None });
        // an auxiliary already shared goes on
        let carried = current.aux.map(|(from, to, _)| (from, to));
        let chain = carried.or_else(|| self.aux_chain(held, current.to));
        if token.is(AUX | FOREIGN) {
            return plain;
        }
        if token.is(THIRD) {
            return (!old.is(BASE) || old.is(MODAL | THIRD | PAST)).then_some(plain)?;
        }
        if token.is(PART)
            && let Some((from, to)) = chain
            && (old.is(BE) || self.equals_any(held, &["has", "have", "had"]))
            && !(old.is(BE)
                && token.is(PAST)
                && self.tokens.get(verb + 1).is_some_and(|next| next.is(DET | POSS)))
            && !(old.is(BE)
                && self.intransitive(verb)
                && current.subject.is_some_and(|subject| self.animate(self.start(subject.0))))
        {
            return share(from, to);
        }
        if token.is(PAST) && !(token.is(BASE) && old.is(THIRD)) {
            return plain;
        }
        if token.is(BASE) {
            if old.is(MODAL) || self.equals_any(held, &["do", "does", "did", "don't", "doesn't", "didn't"]) {
                return chain.and_then(|(from, to)| share(from, to));
            }
            let imperative = items.get(current.leader).is_some_and(|leader| leader.subject.is_none());
            return (old.is(BASE) || imperative).then_some(plain)?;
        }
        None
    }

    /// The past of a verb that has no passive.
    fn intransitive(&self, index: usize) -> bool {
        const PASTS: &[&str] = &[
            "appealed", "came", "commuted", "died", "fell", "flew", "graduated", "left", "lived", "moved",
            "quit", "ran", "resigned", "retired", "returned", "sailed", "served", "slept", "spent",
            "started", "stayed", "studied", "travelled", "trained", "volunteered", "went", "won", "worked",
        ];
        self.equals_any(index, PASTS)
    }

    pub(super) fn equals_any(&self, index: usize, words: &[&str]) -> bool {
        words.iter().any(|word| self.view().equals(index, word))
    }

    /// The auxiliaries from `verb` on: "has been", "can't", "is not".
    fn aux_chain(&self, verb: usize, to: usize) -> Option<(usize, usize)> {
        if !self.tokens[verb].is(AUX) || self.tokens[verb].is(SUBJ) {
            return None;
        }
        let mut end = verb + 1;
        while end < to
            && (self.tokens[end].is(NEG) || self.tokens[end].is(BE) && self.tokens[end].is(PART | BASE | ING))
            && !self.tokens[end].is(DET)
        {
            end += 1;
        }
        Some((verb, end))
    }

    /// Coordinated complements of be: "is allergic to nuts and married to Bo".
    fn parallel(&self, current: &Item, verb: usize, from: usize, to: usize) -> Option<Role> {
        if !self.tokens[verb].is(BE) || to - from < 2 {
            return None;
        }
        let (start, end) = match current.aux {
            Some((from, to, _)) => (from, to),
            None => self.aux_chain(verb, current.to)?,
        };
        let old = if current.aux.is_some() { current.from } else { end };
        let old = self.tokens.get(old)?;
        let new = &self.tokens[from];
        let next = &self.tokens[from + 1];
        let states = new.is(ING) && old.is(ING)
            || (new.is(ADJ | PART) && !new.is(DET) && (next.is(PREP) || next.is(TIME) || next.number()))
            || new.is(INDEFINITE) && old.is(INDEFINITE)
            || new.is(PREP) && (old.is(PREP) || old.is(PART | ADJ)) && !new.is(ADV);
        let fits = old.is(ADJ | PART | PREP | INDEFINITE | NUM | ING) || old.number() || old.class == 0;
        (states && fits && self.english).then_some(Role::Predicate { aux: Some((start, end)) })
    }

    /// "Zita 15" after "Vito owes Pia 40": a second object.
    fn second_object(&self, current: &Item, items: &[Item], from: usize) -> bool {
        let given = |index: usize| self.tokens[index].name() || self.tokens[index].is(KIN | TITLE);
        let verb = items.get(current.leader).and_then(|leader| leader.verb);
        self.english
            && given(from)
            && verb.is_some_and(|verb| {
                verb + 1 < current.to && given(verb + 1) && self.base_of(verb, DITRANSITIVE)
            })
    }

    /// "Mum metformin with breakfast" after "Dad takes warfarin at night".
    fn gapped(&self, leader: &Item, from: usize, to: usize, comma: bool) -> bool {
        let (Some(verb), Some(subject)) = (leader.verb, leader.subject) else { return false };
        let end = self.gap_subject(from, to);
        if end == from || end >= to || self.hidden[end] || !self.english && to - from < 3 {
            return false;
        }
        let bare = self.tokens[from].class & !(THIRD | NOUNISH | GUESSED | ADJ) == 0
            && !self.tokens[from].capital
            && self.tokens[from].word();
        let person = self.tokens[subject.0].name() || self.tokens[subject.0].is(KIN | TITLE | SUBJ);
        let direct = end < to && self.tokens[end].is(PREP) && self.gap_direct(leader, end).is_some();
        let finite = self.tokens[verb].is(THIRD | PAST | AUX) && !self.tokens[verb].is(NOUNISH);
        if bare
            && (!comma || person && !direct || !finite)
            && self.english
            && !(self.view().plural_noun(from) && self.tokens[end].is(PREP) && end == from + 1)
        {
            return false;
        }
        if self.tokens[end].is(PREP) {
            // "Moll owes a letter to Bram, a visit to Iris": no second subject
            let alike = !person || self.tokens[from].name() || self.tokens[from].is(KIN | TITLE | POSS);
            let owned = !direct && (!comma || !alike);
            return !owned && self.gap_preposition(leader, end).is_some();
        }
        if self.tokens[from].is(DET | POSS) {
            let led = |index: usize| self.tokens[index].is(DET | NUM) || self.tokens[index].number();
            return verb + 1 < leader.to
                && (led(end) && led(verb + 1)
                    || comma && self.view().plain_noun(end) && self.view().plain_noun(verb + 1));
        }
        let before = &self.tokens[leader.to - 1];
        if !comma && before.name() && !self.tokens[from].number() {
            return false;
        }
        let rest = &self.tokens[end];
        let holder = &self.tokens[subject.1 - 1];
        let number = self.tokens[from].number();
        if number != holder.number() || verb + 1 >= leader.to {
            return false;
        }
        let valued = |index: usize| {
            self.tokens[index].number() || self.tokens[index].is(NUM) || self.tokens[index].is(INDEF)
        };
        if bare {
            return valued(end) && (valued(verb + 1) || self.tokens[verb + 1].is(DET));
        }
        (number || person)
            && !rest.is(PREP | AND | ADV)
            && (rest.word() || rest.number())
            && !(number && (rest.number() || self.slice_len(end) <= 2 && !rest.is(DET)))
    }

    /// The verb that a gapped clause lacks, in its number.
    fn gap_verb(&self, leader: &Item, verb: usize, subject: (usize, usize), to: usize) -> String {
        let (from, mine) = subject;
        let end = match self.gap_preposition(leader, mine) {
            Some(stop) if mine < to && self.tokens[mine].is(PREP) => self.tokens[stop - 1].end,
            _ => self.tokens[verb].end,
        };
        let token = &self.tokens[verb];
        let word = &self.text[token.start..token.end];
        let plural = self.view().plural_noun(mine - 1) && !self.tokens[mine - 1].capital
            || (from..mine).any(|index| {
                self.tokens[index].is(AND) || self.tokens[index].is(SUBJ) && !self.tokens[index].is(SINGULAR)
            });
        let mended = match (self.english, plural) {
            (true, false) => agreement::singular_verb(word, token),
            (true, true) => agreement::plural_verb(word, token),
            _ => None,
        };
        mended.unwrap_or_else(|| word.to_owned()) + &self.text[token.end..end]
    }

    /// The preposition of the leader that the one at `own` repeats, directly after the verb and its particles:
    /// "go out on Tuesday and the rest on Thursday".
    fn gap_preposition(&self, leader: &Item, own: usize) -> Option<usize> {
        let alike = |index: usize| !self.hidden[index] && self.view().equals(index, self.view().slice(own));
        // "Is on call on Saturday": the later one says when, as "on Sunday" does.
        let timed = |index: usize| {
            self.tokens.get(index + 1).is_some_and(|token| token.is(TIME | NUM) || token.number())
        };
        let when = leader
            .verb
            .filter(|_| timed(own))
            .and_then(|verb| (verb + 1..leader.to).rev().find(|&index| alike(index) && timed(index)));
        when.or_else(|| self.gap_direct(leader, own)).or_else(|| {
            let verb = leader.verb?;
            (verb + 2..leader.to).rev().find(|&index| alike(index))
        })
    }

    /// The same, with nothing but particles between.
    fn gap_direct(&self, leader: &Item, own: usize) -> Option<usize> {
        let verb = leader.verb?;
        let view = self.view();
        let word = view.slice(own);
        for index in verb + 1..leader.to {
            let token = &self.tokens[index];
            if self.hidden[index] {
                return None;
            }
            if token.is(PREP) && self.view().equals(index, word) {
                return Some(index);
            }
            if !(token.is(ADV | PART | NEG | ADJ)
                || token.is(PREP) && index + 1 < leader.to && self.tokens[index + 1].is(PREP))
            {
                return None;
            }
        }
        None
    }

    fn slice_len(&self, index: usize) -> usize {
        self.tokens[index].end - self.tokens[index].start
    }
}

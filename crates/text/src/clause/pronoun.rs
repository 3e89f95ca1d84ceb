//! Pronouns of a unit and the nouns of earlier units that they stand for.

use std::ops::Range;

use super::layout::Splitter;
use super::person::{Person, Sex, fitting, meet, pronoun_sex};
use super::structure::{Line, Pronoun};
use super::word_class::*;

/// Spans of time that stand behind "this" or "next".
const SPANS: [&str; 8] = ["week", "month", "year", "weekend", "quarter", "season", "term", "time"];

/// A noun that a pronoun of a later unit can stand for.
struct Antecedent {
    holder: usize,
    noun: Range<usize>,
    plural: bool,
}

/// What a unit knows of the pronoun that opens it.
#[derive(Default)]
struct Found {
    pronoun: Option<Pronoun>,
    /// Units with persons that it may mean too.
    open: Vec<usize>,
    /// The persons that it can mean.
    meant: Vec<Range<usize>>,
    /// The only one, and the sex that the pronoun tells.
    told: Option<(usize, Sex)>,
}

impl Splitter<'_> {
    /// Finds for each unit the pronoun that hangs on an earlier one.
    pub fn pronouns(&mut self) {
        let lines = std::mem::take(&mut self.out.lines);
        let mut known: Vec<Person> = Vec::new();
        let mut outside: Vec<Option<Sex>> = Vec::new();
        for line in &lines {
            let prose = !line.cells && line.head.is_empty() && self.text[line.lead.clone()].trim().is_empty();
            if !prose {
                known.clear();
                outside.clear();
            }
            if line.cells {
                continue;
            }
            self.meet_heading(line, &mut known);
            let mut antecedent: Option<Antecedent> = None;
            for ids in line.parts.iter().map(|part| &part.units) {
                for &id in ids {
                    self.meet_outside(id, &known, antecedent.is_some(), &mut outside);
                    let found = self.pronoun(id, antecedent.as_ref(), &known, &outside);
                    if let Some((person, sex)) = found.told {
                        known[person].sex.get_or_insert(sex);
                    }
                    let run = self.out.units[id].run;
                    let leader = ids.iter().copied().find(|&other| self.out.units[other].run == run);
                    let shared = leader.filter(|&leader| leader != id && self.out.units[id].head.is_some());
                    let inherited =
                        shared.map(|leader| self.out.units[leader].open.clone()).unwrap_or_default();
                    let unit = &mut self.out.units[id];
                    unit.pronoun = found.pronoun;
                    unit.open.extend(found.open);
                    unit.open.extend(inherited);
                    unit.meant = found.meant;
                    antecedent = self.antecedent(id, !line.head.is_empty()).or(antecedent);
                    let (from, to) = self.tokens_of(id);
                    for person in self.persons(Some(id), from, to, !line.head.is_empty()) {
                        meet(&mut known, person);
                    }
                }
            }
        }
        self.out.lines = lines;
    }

    /// The persons that the heading of a line names: they stay.
    fn meet_heading(&self, line: &Line, known: &mut Vec<Person>) {
        let tokens = self.tokens_in(&line.head);
        for mut person in self.persons(None, tokens.start, tokens.end, true) {
            if person.words.len() > 1 {
                person.ordered = true;
                meet(known, person);
            }
        }
    }

    /// A pronoun before anybody is named means somebody whom the text doesn't name, and so do those after it.
    fn meet_outside(&self, id: usize, known: &[Person], antecedent: bool, outside: &mut Vec<Option<Sex>>) {
        let (from, to) = self.tokens_of(id);
        let first = (from..to.min(from + 40)).find(|&index| {
            self.tokens[index].is(THIRD_PERSON) && !self.hidden[index] && self.tokens[index].word()
        });
        let Some(sex) = first.map(|index| pronoun_sex(self.view().slice(index))).filter(Option::is_some)
        else {
            return;
        };
        let own = first.is_some_and(|index| !self.persons(Some(id), from, index, true).is_empty());
        if known.is_empty() && !antecedent && !own && !outside.contains(&sex) {
            outside.push(sex);
        }
    }

    fn tokens_of(&self, id: usize) -> (usize, usize) {
        let span = &self.out.units[id].span;
        let at = |byte: usize| self.tokens.partition_point(|token| token.start < byte);
        (at(span.start), at(span.end))
    }

    /// What a later pronoun can stand for: the subject of the unit or its only name.
    fn antecedent(&self, id: usize, headed: bool) -> Option<Antecedent> {
        let unit = &self.out.units[id];
        let (from, to) = self.tokens_of(id);
        let own = unit.subject.clone();
        let shared = own.as_ref().is_some_and(|own| own.start < unit.span.start);
        let own = own.or_else(|| self.ordered(from, to)).or_else(|| self.only_name(from, to, headed))?;
        let broken =
            || self.tokens_in(&own).any(|index| self.tokens[index].is(SUB) && !self.tokens[index].is(PREP));
        let pronoun = self.third_person(own.start) || self.tokens[self.token_at(own.start)].is(SUBJ);
        let stands = !shared && !pronoun && own.end - own.start <= 80 && !broken();
        let own = self.without_time(own);
        stands.then(|| Antecedent { holder: id, plural: self.plural(&own), noun: own })
    }

    /// "On-call" of "on-call this week": when it is so is no part of what a pronoun stands for.
    fn without_time(&self, noun: Range<usize>) -> Range<usize> {
        let (from, to) =
            (self.token_at(noun.start), self.tokens.partition_point(|token| token.start < noun.end));
        let timed = to > from + 2
            && self.equals_any(to - 2, &["this", "next", "last"])
            && (self.tokens[to - 1].is(TIME) || self.equals_any(to - 1, &SPANS));
        if timed { self.bytes(from, to - 2) } else { noun }
    }

    /// The first pronoun of a third person in the unit, and what it stands for.
    fn pronoun(
        &self,
        id: usize,
        antecedent: Option<&Antecedent>,
        known: &[Person],
        outside: &[Option<Sex>],
    ) -> Found {
        let unit = &self.out.units[id];
        let own = unit.subject.clone();
        let (from, to) = self.tokens_of(id);
        let shared = own.as_ref().is_some_and(|own| own.start < unit.span.start);
        if let Some(Antecedent { holder, noun, plural: true }) = antecedent
            && let Some(own) = own.as_ref().filter(|_| !shared)
            && matches!(&self.text[own.clone()], "both" | "all" | "Both" | "All")
        {
            let (at, noun) = (own.clone(), noun.clone());
            let pronoun = Pronoun { at, holder: *holder, noun, possessive: false, tail: "" };
            return Found { pronoun: Some(pronoun), ..Found::default() };
        }
        let bound = own.as_ref().is_some_and(|own| !shared && !self.third_person(own.start));
        let Some(index) = (from..to.min(from + 40)).find(|&index| {
            let token = &self.tokens[index];
            !(self.hidden[index] && token.depth > 0) && token.is(THIRD_PERSON) && token.word()
        }) else {
            return Found::default();
        };
        let token = &self.tokens[index];
        let at_subject = own.as_ref().is_some_and(|own| !shared && own.contains(&token.start));
        let next_noun = index + 1 < to
            && self.tokens[index + 1].word()
            && !self.tokens[index + 1].is(PREP | DET | AND | SUB | AUX | ADV | TIME);
        let possessive = token.is(POSS) && (!token.is(OBJ) || next_noun);
        let it = self.equals_any(index, &["it", "its", "it's"]);
        let they =
            self.equals_any(index, &["they", "their", "them", "they're", "they've", "they'll", "they'd"]);
        let placed = at_subject || own.is_none();
        let subject = token.is(SUBJ) && (!it || placed)
            || possessive
                && self.english
                && (at_subject || self.hidden[index] || index == from || own.is_none());
        let object = token.is(OBJ) && !possessive && (bound || own.is_none()) && !it;
        if !(subject || object) || shared && index == from {
            return Found::default();
        }
        let tail = match self.text[token.start..token.end].find(['\'', '’']) {
            Some(at) => self.contraction(token.start + at..token.end),
            None => "",
        };
        let fill = |holder: usize, noun: Range<usize>| {
            Some(Pronoun { at: token.start..token.end, holder, noun, possessive, tail })
        };
        if !(it || they) {
            let sex = pronoun_sex(self.view().slice(index));
            if self.english && sex.is_none() {
                return Found::default();
            }
            let inside = || self.persons(Some(id), from, index, true);
            if outside.contains(&sex) || !object && !self.hidden[index] && !fitting(&inside(), sex).is_empty()
            {
                return Found::default();
            }
            return self.meant(index, antecedent, known, fill);
        }
        let Some(Antecedent { holder, noun, plural }) = antecedent else { return Found::default() };
        let stands = if they {
            *plural
        } else {
            let person = self.of_a_person(noun) || self.is_given_name(noun) || self.acts(*holder, noun);
            let alone = own.is_none() && self.named(noun);
            !(person || alone || *plural)
        };
        // "Mila uses an inhaler. It is blue." says nothing without what it means, whichever that is.
        let hangs = !stands && it && index == from && !self.weather(index, to);
        let open = hangs.then_some(*holder).into_iter().collect();
        Found { pronoun: if stands { fill(*holder, noun.clone()) } else { None }, open, ..Found::default() }
    }

    /// "It rains": what means nothing.
    fn weather(&self, index: usize, to: usize) -> bool {
        const WEATHER: [&str; 6] = ["rain", "snow", "freeze", "hail", "thunder", "thaw"];
        let word = |index: usize| self.view().slice(index).to_lowercase();
        (index + 1..to).any(|index| {
            let word = word(index);
            WEATHER.iter().any(|verb| word.starts_with(verb))
        })
    }

    /// Whom a pronoun of one person can mean: one person is written in its place; of several none.
    fn meant(
        &self,
        index: usize,
        antecedent: Option<&Antecedent>,
        known: &[Person],
        fill: impl Fn(usize, Range<usize>) -> Option<Pronoun>,
    ) -> Found {
        let sex = pronoun_sex(self.view().slice(index));
        let fitting = fitting(known, sex);
        let nouns = || fitting.iter().map(|&person| known[person].noun.clone()).collect();
        let Some(&first) = fitting.first() else {
            let plain = antecedent.filter(|antecedent| {
                let start = antecedent.noun.start;
                let named = self.tokens[self.token_at(start)].name();
                known.is_empty() && !antecedent.plural && !named && self.animate(start)
            });
            let pronoun = plain.and_then(|Antecedent { holder, noun, .. }| fill(*holder, self.owner(noun)));
            return Found { pronoun, ..Found::default() };
        };
        let person = &known[first];
        if fitting.len() == 1 && !person.rival {
            let holder = person.unit.filter(|_| !person.ordered);
            let pronoun = holder.and_then(|holder| fill(holder, person.noun.clone()));
            return Found { pronoun, meant: nouns(), told: sex.map(|sex| (first, sex)), ..Found::default() };
        }
        let open = fitting.iter().filter_map(|&person| known[person].unit).max().into_iter().collect();
        Found { open, meant: nouns(), ..Found::default() }
    }

    /// A name with a verb and another noun behind it, which "it" means more likely.
    fn acts(&self, holder: usize, noun: &Range<usize>) -> bool {
        let (_, to) = self.tokens_of(holder);
        let from = self.tokens.partition_point(|token| token.start < noun.end);
        self.named(noun)
            && (from..to).any(|index| {
                let token = &self.tokens[index];
                token.is(DET | POSS)
                    && !token.is(NEG)
                    && index > from
                    && !self.tokens[index - 1].is(PREP | BE)
            })
    }

    /// What a command is about: "the yew hedge" of "watch the yew hedge".
    fn ordered(&self, from: usize, to: usize) -> Option<Range<usize>> {
        let noun = |index: usize| {
            let token = &self.tokens[index];
            token.word() && !token.capital && token.class & !(NOUNISH | BASE | THIRD | PAST | GUESSED) == 0
        };
        let opens = self.english
            && from + 2 < to
            && self.tokens[from].is(BASE)
            && self.tokens[from + 1].is(DET | POSS)
            && !self.tokens[from + 1].is(INDEF | NEG | SUBJ);
        let end = (from + 2..to).find(|&index| !noun(index)).unwrap_or(to);
        (opens && end > from + 2).then(|| self.bytes(from + 1, end))
    }

    /// The one name in `from..to`: "Ring Sanne on 5".
    fn only_name(&self, from: usize, to: usize, headed: bool) -> Option<Range<usize>> {
        let mut found: Option<(usize, usize)> = None;
        let first = from + usize::from(!(headed || from + 1 < to && self.tokens[from + 1].name()));
        for index in first..to.min(from + 40) {
            if self.tokens[index].name() && !self.tokens[index].is(TIME) || self.tokens[index].is(TITLE) {
                match &mut found {
                    Some((_, end)) if *end == index => *end = index + 1,
                    Some(_) => return None,
                    None => found = Some((index, index + 1)),
                }
            }
        }
        found.map(|(from, to)| self.bytes(from, to))
    }

    /// "Ana" of "Ana's phone".
    pub(super) fn owner(&self, noun: &Range<usize>) -> Range<usize> {
        let from = self.token_at(noun.start);
        let to = self.tokens.partition_point(|token| token.start < noun.end);
        match (from..to).find(|&index| self.tokens[index].is(GENITIVE)) {
            Some(index) => {
                let end = self.tokens[index].end;
                let cut = self.text[noun.start..end].rfind(['\'', '’']).unwrap_or(end - noun.start);
                noun.start..noun.start + cut
            }
            None => noun.clone(),
        }
    }

    fn contraction(&self, at: Range<usize>) -> &'static str {
        match self.text[at].trim_start_matches(['\'', '’']) {
            tail if tail.ends_with("re") => " are",
            tail if tail.ends_with("ll") => " will",
            tail if tail.ends_with("ve") => " have",
            tail if tail.ends_with('d') => " had",
            _ => " is",
        }
    }

    pub(super) fn token_at(&self, byte: usize) -> usize {
        self.tokens.partition_point(|token| token.start < byte).min(self.tokens.len().saturating_sub(1))
    }

    fn third_person(&self, byte: usize) -> bool {
        self.tokens[self.token_at(byte)].is(THIRD_PERSON)
    }

    /// A title or a relation, or the subject of a subordinate clause: nothing that "it" means.
    fn of_a_person(&self, noun: &Range<usize>) -> bool {
        self.tokens_in(noun)
            .any(|index| self.tokens[index].is(TITLE | KIN) && !self.tokens[index].is(GENITIVE))
            || self.tokens[self.token_at(noun.start)].is(SUB)
                && !self.tokens[self.token_at(noun.start)].is(PREP)
    }

    /// A name that begins with the given name of a person.
    fn is_given_name(&self, noun: &Range<usize>) -> bool {
        self.named(noun)
            && crate::gazetteer::is_first_name(&self.view().slice(self.token_at(noun.start)).to_lowercase())
    }

    /// Nothing but a name.
    fn named(&self, noun: &Range<usize>) -> bool {
        let from = self.token_at(noun.start);
        let to = self.tokens.partition_point(|token| token.start < noun.end);
        (from..to).all(|index| self.tokens[index].name())
    }

    pub(super) fn animate(&self, byte: usize) -> bool {
        let index = self.token_at(byte);
        let token = &self.tokens[index];
        token.name() || token.is(TITLE | KIN | POSS | DET) && !token.is(NEG)
    }

    fn plural(&self, range: &Range<usize>) -> bool {
        let from = self.token_at(range.start);
        let to = self.tokens.partition_point(|token| token.start < range.end);
        (from..to).any(|index| self.tokens[index].is(AND)) || to > from && self.view().plural_noun(to - 1)
    }
}

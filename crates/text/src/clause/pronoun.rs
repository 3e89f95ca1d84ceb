//! Pronouns of a unit and the nouns of earlier units that they stand for.

use std::ops::Range;

use super::lexicon::*;
use super::split::Splitter;
use super::structure::Pronoun;

impl Splitter<'_> {
    /// Finds for each unit the pronoun that hangs on an earlier one.
    pub fn pronouns(&mut self) {
        let lines = std::mem::take(&mut self.out.lines);
        for line in &lines {
            if line.cells {
                continue;
            }
            let mut antecedent: Option<(usize, Range<usize>, bool)> = None;
            for &id in line.parts.iter().flat_map(|part| &part.units) {
                let unit = &self.out.units[id];
                let own = unit.subject.clone();
                let from = self.tokens.partition_point(|token| token.start < unit.span.start);
                let to = self.tokens.partition_point(|token| token.start < unit.span.end);
                let shared = own.as_ref().is_some_and(|own| own.start < unit.span.start);
                let mut found = None;
                if let Some((holder, noun, true)) = &antecedent
                    && let Some(own) = own.as_ref().filter(|own| own.start >= unit.span.start)
                    && matches!(&self.text[own.clone()], "both" | "all" | "Both" | "All")
                {
                    let pronoun = Pronoun {
                        at: own.clone(),
                        holder: *holder,
                        noun: noun.clone(),
                        possessive: false,
                        tail: "",
                    };
                    self.out.units[id].pronoun = Some(pronoun);
                    continue;
                }
                if let Some((holder, noun, plural)) = &antecedent {
                    let bound = own.as_ref().is_some_and(|own| !shared && !self.third_person(own.start));
                    for index in from..to.min(from + 40) {
                        let token = &self.tokens[index];
                        if self.hidden[index] && token.depth > 0 || !token.is(THIRD_PERSON) || !token.word() {
                            continue;
                        }
                        let at_subject =
                            own.as_ref().is_some_and(|own| !shared && own.contains(&token.start));
                        let next_noun = index + 1 < to
                            && self.tokens[index + 1].word()
                            && !self.tokens[index + 1].is(PREP | DET | AND | SUB | AUX | ADV | TIME);
                        let possessive = token.is(POSS) && (!token.is(OBJ) || next_noun);
                        let it = self.equals_any(index, &["it", "its", "it's"]);
                        let they = self.equals_any(index, &["they", "their", "them", "they're"]);
                        let placed = at_subject || own.is_none();
                        let subject = token.is(SUBJ) && (!it || placed)
                            || possessive
                                && self.english
                                && (at_subject || self.hidden[index] || index == from || own.is_none());
                        let object = token.is(OBJ) && !possessive && (bound || own.is_none()) && !it;
                        if (subject || object)
                            && (*plural || !they)
                            && (!it
                                || !self.person_at(noun.start)
                                    && !(own.is_none() && (self.named(noun) || *plural)))
                            && (it || they || self.animate(noun.start))
                            && !(shared && index == from)
                        {
                            let tail = match self.text[token.start..token.end].find(['\'', '’']) {
                                Some(at) => self.contraction(token.start + at..token.end),
                                None => "",
                            };
                            found = Some(Pronoun {
                                at: token.start..token.end,
                                holder: *holder,
                                noun: if it || they { noun.clone() } else { self.owner(noun) },
                                possessive,
                                tail,
                            });
                        }
                        break;
                    }
                }
                self.out.units[id].pronoun = found;
                let own = own.or_else(|| self.only_name(from, to, !line.head.is_empty()));
                if let Some(own) = own
                    && !shared
                    && !self.third_person(own.start)
                    && own.end - own.start <= 80
                {
                    let plural = self.plural(&own);
                    antecedent = Some((id, own, plural));
                }
            }
        }
        self.out.lines = lines;
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
    fn owner(&self, noun: &Range<usize>) -> Range<usize> {
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
        match &self.text[at][1..] {
            tail if tail.ends_with("re") => " are",
            tail if tail.ends_with("ll") => " will",
            tail if tail.ends_with("ve") => " have",
            tail if tail.ends_with('d') => " had",
            _ => " is",
        }
    }

    fn token_at(&self, byte: usize) -> usize {
        self.tokens.partition_point(|token| token.start < byte).min(self.tokens.len().saturating_sub(1))
    }

    fn third_person(&self, byte: usize) -> bool {
        self.tokens[self.token_at(byte)].is(THIRD_PERSON)
    }

    fn person_at(&self, byte: usize) -> bool {
        self.tokens[self.token_at(byte)].is(TITLE | KIN)
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

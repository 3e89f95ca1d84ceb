//! Clauses that say of another what the one before them says: "and neither has Clara", "Nina too".

use std::ops::Range;

use super::agreement;
use super::layout::Splitter;
use super::structure::Echo;
use super::word_class::*;

/// What opens an echo before its auxiliary.
const INVERTED: [&str; 3] = ["so", "neither", "nor"];
/// What closes an echo without verb.
const CLOSING: [&str; 3] = ["too", "either", "neither"];
/// An echo has no more words.
const MOST: usize = 7;

impl Splitter<'_> {
    /// Finds the units that hang on the statement before them.
    pub fn echoes(&mut self) {
        if !self.english {
            return;
        }
        let lines = std::mem::take(&mut self.out.lines);
        for line in lines.iter().filter(|line| !line.cells) {
            let mut before: Option<usize> = None;
            for &id in line.parts.iter().flat_map(|part| &part.units) {
                let (from, to) = self.unit_tokens(id);
                let known = before.filter(|_| to > from && to - from <= MOST);
                if let Some(holder) = known.filter(|_| self.echoes_in(from, to)) {
                    match self.written(holder, from, to) {
                        Some(text) => self.out.units[id].echo = Some(Echo { holder, text }),
                        None => self.out.units[id].open.push(holder),
                    }
                    self.out.units[id].gap = None;
                } else {
                    before = Some(id);
                }
            }
        }
        self.out.lines = lines;
    }

    fn unit_tokens(&self, id: usize) -> (usize, usize) {
        let tokens = self.tokens_in(&self.out.units[id].span);
        (tokens.start, tokens.end)
    }

    fn echoes_in(&self, from: usize, to: usize) -> bool {
        let inverted = to > from + 2
            && self.equals_any(from, &INVERTED)
            && self.tokens[from + 1].is(AUX)
            && !self.tokens[from + 1].is(SUBJ)
            && self.is_subject(from + 2, to);
        inverted || self.closing(from, to).is_some()
    }

    /// Where the subject of "Nina too" ends.
    fn closing(&self, from: usize, to: usize) -> Option<usize> {
        let end = if self.equals_any(to - 1, &CLOSING) {
            to - 1
        } else if to > from + 2 && self.equals_any(to - 2, &["as"]) && self.equals_any(to - 1, &["well"]) {
            to - 2
        } else {
            return None;
        };
        self.is_subject(from, end).then_some(end)
    }

    fn is_subject(&self, from: usize, to: usize) -> bool {
        from < to
            && (from..to).all(|index| {
                let token = &self.tokens[index];
                !self.hidden[index]
                    && token.word()
                    && (token.capital
                        || !token.is(AUX | PREP | SUB | REL | ADV | NEG | BUT | OR | OBJ)
                        || token.is(POSS))
            })
            && self.view().find(from, to).is_none()
    }

    /// The echo as a statement of its own; None where that is not sure.
    fn written(&self, holder: usize, from: usize, to: usize) -> Option<String> {
        let (begin, end) = self.unit_tokens(holder);
        let unit = &self.out.units[holder];
        let verb = self.view().find(begin, end).filter(|&verb| verb + 1 < end)?;
        let plain = (verb..end).all(|index| {
            !self.hidden[index]
                && !self.tokens[index].is(THIRD_PERSON | SUB | REL | BUT | WHILE)
                && !self.tokens[index].is_mark()
        });
        if !plain
            || unit.gap.is_some()
            || unit.aux.is_some()
            || unit.echo.is_some()
            || self.tokens[verb].is(SUBJ)
        {
            return None;
        }
        let held = &self.tokens[verb];
        let word = &self.text[held.start..held.end];
        let (base, short) = word.strip_suffix("n't").map_or((word, false), |base| (base, true));
        let denied = short || (verb + 1..end).any(|index| self.tokens[index].is(NEG));
        let rest = &self.text[held.end..self.tokens[end - 1].end];
        if let Some(stop) = self.closing(from, to) {
            let denies = self.equals_any(to - 1, &["either", "neither"]);
            let counted = held.is(BE) && (verb..end).any(|index| self.tokens[index].is(INDEFINITE));
            let first_person = self.tokens[from].is(SUBJ);
            if denies != denied || first_person || counted && self.is_plural(from, stop) {
                return None;
            }
            let mended = match self.is_plural(from, stop) {
                true => agreement::plural_verb(word, held),
                false => agreement::singular_verb(word, held),
            };
            let verb = mended.unwrap_or_else(|| word.to_owned());
            return Some(format!("{} {verb}{rest}", self.subject_text(from, stop)));
        }
        let aux = &self.text[self.bytes(from + 1, from + 2)];
        let subject = from + 2..to;
        if denied == self.equals_any(from, &["so"]) || self.tokens[subject.start].is(SUBJ) {
            return None;
        }
        let kind = |word: &str| match word {
            "is" | "are" | "was" | "were" => "be",
            "has" | "have" => "have",
            "do" | "does" | "did" => "do",
            "ca" | "can" => "can",
            "wo" | "will" => "will",
            _ => "",
        };
        // "so are my sons": no vegan
        let counted = (verb..end).any(|index| self.tokens[index].is(INDEFINITE));
        if held.is(BE) && counted && self.is_plural(subject.start, subject.end) {
            return None;
        }
        let subject = self.subject_text(subject.start, subject.end);
        if held.is(AUX) && (kind(aux) == kind(base) && !kind(aux).is_empty() || aux == base) {
            let not = match aux {
                "can" if short => "not",
                _ if short => " not",
                _ => "",
            };
            return Some(format!("{subject} {aux}{not}{rest}"));
        }
        let lexical = !held.is(AUX) || kind(base) == "have";
        if kind(aux) != "do" || !lexical || short {
            return None;
        }
        let mended = match aux {
            "do" => agreement::plural_verb(word, held),
            "does" => agreement::singular_verb(word, held),
            _ => None,
        };
        Some(format!("{subject} {}{rest}", mended.unwrap_or_else(|| word.to_owned())))
    }

    fn is_plural(&self, from: usize, to: usize) -> bool {
        (from..to).any(|index| self.tokens[index].is(AND))
            || !self.tokens[to - 1].capital && self.view().plural_noun(to - 1)
    }

    fn subject_text(&self, from: usize, to: usize) -> String {
        let Range { start, end } = self.bytes(from, to);
        self.text[start..end].to_owned()
    }
}

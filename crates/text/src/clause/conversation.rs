//! Conversations: what was said behind a label keeps it, a bare reply hangs on what it answers, and who says again what the
//! other said says it once.

use std::collections::BTreeSet;
use std::ops::Range;

use super::layout::Splitter;
use super::word_class::*;
use crate::word;

/// A label has no more words.
const LABEL: usize = 3;
/// No text has its statements compared with each other that has more.
const COMPARED: usize = 24;

/// What is said behind one label: lines with their parts.
struct Turn {
    label: Range<usize>,
    parts: Vec<(usize, usize)>,
}

/// The words of a statement that carry content.
struct Said {
    stems: BTreeSet<String>,
    /// Those of names and numbers.
    telling: BTreeSet<String>,
}

impl Splitter<'_> {
    /// Finds the turns of a conversation, and what is said twice.
    pub(super) fn turns(&mut self) {
        let turns = self.labelled();
        if self.is_conversation(&turns) {
            for turn in &turns {
                self.keep_label(turn);
            }
            for pair in turns.windows(2) {
                self.reply(&pair[0], &pair[1]);
            }
        }
        self.repeated();
    }

    fn labelled(&self) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        for (line, laid) in self.out.lines.iter().enumerate() {
            if laid.cells || laid.title || laid.name.is_some() {
                continue;
            }
            let mut open = !laid.head.is_empty();
            if open {
                turns.push(Turn { label: laid.head.clone(), parts: Vec::new() });
            }
            for (place, part) in laid.parts.iter().enumerate() {
                if !part.label.is_empty() {
                    open = true;
                    turns.push(Turn { label: part.label.clone(), parts: Vec::new() });
                }
                if let Some(turn) = turns.last_mut().filter(|_| open) {
                    turn.parts.push((line, place));
                }
            }
        }
        turns.retain(|turn| !turn.parts.is_empty());
        turns
    }

    fn units_of(&self, turn: &Turn) -> Vec<usize> {
        let units = |&(line, part): &(usize, usize)| self.out.lines[line].parts[part].units.clone();
        turn.parts.iter().flat_map(units).collect()
    }

    fn asks(&self, &(line, part): &(usize, usize)) -> bool {
        self.text[self.out.lines[line].parts[part].close.clone()].contains(['?', '？', '؟'])
    }

    /// The words of a label, in small letters, without a time; none where it is too long for who speaks.
    fn speaker(&self, label: &Range<usize>) -> Option<String> {
        let tokens = self.tokens_in(label).filter(|&index| {
            let token = &self.tokens[index];
            token.depth == 0 && token.word() && !token.number()
        });
        let words: Vec<String> = tokens.map(|index| self.view().slice(index).to_lowercase()).collect();
        (1..=LABEL).contains(&words.len()).then(|| words.join(" "))
    }

    /// Several speak, and one of them of themselves, to the other, or twice.
    fn is_conversation(&self, turns: &[Turn]) -> bool {
        let speakers: Option<Vec<String>> = turns.iter().map(|turn| self.speaker(&turn.label)).collect();
        let Some(speakers) = speakers.filter(|speakers| speakers.len() > 1) else { return false };
        let states = |turn: &&Turn| {
            let body = |unit: usize| self.body_of(turn, unit);
            self.units_of(turn)
                .into_iter()
                .map(body)
                .any(|body| self.view().find(body.start, body.end).is_some())
        };
        let speaks = |turn: &Turn| {
            let person = |index: usize| {
                let token = &self.tokens[index];
                token.is(SUBJ | POSS) && !token.is(THIRD_PERSON | DET | GENITIVE) && token.word()
            };
            turn.parts.iter().any(|part| self.asks(part))
                || self.units_of(turn).into_iter().any(|unit| self.body_of(turn, unit).any(person))
        };
        let again = (1..speakers.len()).any(|place| speakers[..place].contains(&speakers[place]));
        let stated = turns.iter().filter(states).count();
        stated > 1 && (again || turns.iter().any(speaks))
    }

    /// The tokens of a unit without the label in it.
    fn body_of(&self, turn: &Turn, unit: usize) -> Range<usize> {
        let span = &self.out.units[unit].span;
        let start = if span.start < turn.label.end && turn.label.start <= span.start {
            turn.label.end
        } else {
            span.start
        };
        self.tokens_in(&(start..span.end.max(start)))
    }

    fn keep_label(&mut self, turn: &Turn) {
        for (place, &(line, part)) in turn.parts.iter().enumerate() {
            let line = &mut self.out.lines[line];
            if line.head == turn.label {
                line.parts[part].headed = true;
            } else if place > 0 {
                line.parts[part].turn = turn.label.clone();
            }
        }
    }

    fn said(&self, tokens: Range<usize>) -> Said {
        let span = self.bytes(tokens.start, tokens.end);
        let content: Vec<word::Word> =
            word::words(&self.text[span.clone()]).into_iter().filter(|word| word.content).collect();
        let tells = |word: &&word::Word| {
            let at = self.token_at(span.start + word.span.start);
            word.folded.contains(|ch: char| ch.is_ascii_digit()) || self.tokens[at].name()
        };
        let stems = |words: Vec<&word::Word>| words.into_iter().map(|word| word.stem.clone()).collect();
        Said {
            telling: stems(content.iter().filter(tells).collect()),
            stems: stems(content.iter().collect()),
        }
    }

    /// "Noted", "Okay", "yes": no statement without what it answers; and a question is none without its answer.
    fn reply(&mut self, before: &Turn, turn: &Turn) {
        let (asked, own) = (self.units_of(before), self.units_of(turn));
        let (Some(&last), Some(&first)) = (asked.last(), own.first()) else { return };
        let questions: Vec<usize> = turn
            .parts
            .iter()
            .filter(|part| self.asks(part))
            .flat_map(|&(line, part)| self.out.lines[line].parts[part].units.clone())
            .collect();
        let is_reply = |unit: usize| {
            let body = self.body_of(turn, unit);
            let said = self.said(body.clone());
            let states = self.view().find(body.start, body.end).is_some_and(|verb| verb > body.start);
            let later = self.said(body.start + 1..body.end.max(body.start + 1));
            later.telling.is_empty() && said.stems.len() <= 1 && !states
        };
        let replies: Vec<usize> =
            own.iter().copied().filter(|unit| !questions.contains(unit) && is_reply(*unit)).collect();
        let mut together: Vec<(usize, usize)> = Vec::new();
        if before.parts.last().is_some_and(|part| self.asks(part)) {
            together.push((last, first));
        }
        if self.speaker(&before.label) != self.speaker(&turn.label) {
            for &one in &asked {
                let one_said = self.said(self.body_of(before, one));
                for &other in own.iter().filter(|unit| !replies.contains(unit)) {
                    if echoes(&one_said, &self.said(self.body_of(turn, other))) {
                        together.push((one, other));
                    }
                }
            }
        }
        for unit in replies {
            self.out.units[unit].open.push(last);
        }
        for (one, other) in together {
            self.hold_together(one, other);
        }
    }

    fn hold_together(&mut self, one: usize, other: usize) {
        self.out.units[one].open.push(other);
        self.out.units[other].open.push(one);
        self.out.units[other].again.push(one);
    }

    /// Statements of which one has every word of the other, and no name or number beside them.
    fn repeated(&mut self) {
        let units: Vec<usize> = self
            .out
            .lines
            .iter()
            .filter(|line| !line.cells && !line.title && line.head.is_empty())
            .flat_map(|line| line.parts.iter().flat_map(|part| part.units.clone()))
            .collect();
        if !(2..=COMPARED).contains(&units.len()) {
            return;
        }
        let said: Vec<Said> = units.iter().map(|&unit| self.said_in_full(unit)).collect();
        for later in 1..units.len() {
            for earlier in 0..later {
                let (one, other) = (&said[earlier], &said[later]);
                let (few, many) =
                    if one.stems.len() < other.stems.len() { (one, other) } else { (other, one) };
                let within = few.stems.len() > 1 && few.stems.is_subset(&many.stems);
                if within && many.telling.is_subset(&few.stems) {
                    self.hold_together(units[earlier], units[later]);
                }
            }
        }
    }

    /// With the shared subject, and what the pronoun stands for.
    fn said_in_full(&self, unit: usize) -> Said {
        let laid = &self.out.units[unit];
        let mut said = self.said(self.tokens_in(&laid.span));
        let named = laid.pronoun.as_ref().map(|pronoun| &pronoun.noun);
        for more in laid.head.iter().chain(named) {
            let more = self.said(self.tokens_in(more));
            said.stems.extend(more.stems);
            said.telling.extend(more.telling);
        }
        said
    }
}

/// What the other says has a telling word of the one, hardly a word of its own, and no name or number.
fn echoes(one: &Said, other: &Said) -> bool {
    let shared = other.stems.intersection(&one.stems).count();
    let own = other.stems.difference(&one.stems);
    let news = own.clone().any(|stem| other.telling.contains(stem));
    shared > 0 && !news && own.count() <= shared
}

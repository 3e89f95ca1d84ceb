//! Sentences that only go on with the one before them: "Two puffs when needed."

use super::layout::Splitter;
use super::word_class::*;

impl Splitter<'_> {
    /// A sentence without verb that opens with a preposition, a number or a conjunction says nothing without the
    /// statement before it.
    pub(super) fn fragments(&mut self) {
        let mut held: Vec<(usize, usize)> = Vec::new();
        for line in self.out.lines.iter().filter(|line| !line.cells && line.head.is_empty()) {
            let mut before: Option<usize> = None;
            for part in &line.parts {
                let (Some(&first), Some(&last)) = (part.units.first(), part.units.last()) else { continue };
                let tokens = self.tokens_in(&self.out.units[first].span);
                // "when needed" has a verb, and states nothing.
                let stop = tokens.clone().find(|&index| self.tokens[index].is(SUB)).unwrap_or(tokens.end);
                let states = self.view().find(tokens.start, stop).is_some();
                let opening = &self.tokens[tokens.start];
                let goes_on = opening.number()
                    || opening.is(PREP | NUM | SUB | AND | BUT)
                        && !opening.name()
                        && !opening.is(SUBJ | POSS);
                let labelled = !part.label.is_empty();
                match before.filter(|_| !states && goes_on && !labelled) {
                    Some(before) => held.extend(part.units.iter().map(|&unit| (unit, before))),
                    None => before = states.then_some(last),
                }
            }
        }
        for (unit, before) in held {
            self.out.units[unit].open.push(before);
        }
    }
}

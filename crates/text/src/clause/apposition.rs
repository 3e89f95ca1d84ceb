//! What stands behind a comma and says the same thing again: "sent to her sister, Beco do Sal 3", "a red Fiat, a 2012 Panda"; and what no comma
//! parts: "five five five, oh one one seven".

use super::finite_verb::View;
use super::token::Token;
use super::word_class::*;

/// Small words inside the name of a street.
const LINKS: &[&str] = &[
    "do", "da", "de", "dos", "das", "del", "della", "di", "du", "des", "la", "le", "les", "el", "los", "of",
    "the", "van", "von", "der", "den", "dem", "am", "an", "auf", "im", "zum", "zur", "in", "und", "y", "e",
];
/// Words of a number that is told digit by digit.
const TOLD: &[&str] = &["oh", "zero", "nought", "double", "triple"];

impl View<'_> {
    /// Whether `from..to` is a street and its number behind a clause whose verb is `verb` and that has no number of its own: with one, "Ida
    /// Poe 60" may lack the verb of "Ben Roe pays 40".
    pub fn address(&self, verb: usize, from: usize, to: usize) -> bool {
        if from < 1 || to < from + 2 || !self.tokens[from - 1].comma() {
            return false;
        }
        let number = |index: usize| self.tokens[index].number() || self.tokens[index].is(NUM);
        let house = self.slice(to - 1).trim_end_matches(char::is_alphabetic);
        let named = |index: usize| {
            let token = &self.tokens[index];
            token.word() && token.capital && !token.is(TIME)
                || index > from && LINKS.iter().any(|link| self.equals(index, link))
        };
        self.tokens[to - 1].number()
            && (1..=4).contains(&house.len())
            && house.bytes().all(|byte| byte.is_ascii_digit())
            && self.tokens[from].capital
            && (from..to - 1).all(named)
            && !(verb + 1..from).any(number)
    }

    /// Whether "nowhere else", "nobody else" or the like stands at `index`.
    pub fn nothing_else(&self, index: usize) -> bool {
        if index + 1 >= self.tokens.len() {
            return false;
        }
        let one = usize::from(self.equals(index, "no"));
        let nothing =
            one > 0 || ["nowhere", "nobody", "nothing", "none"].iter().any(|word| self.equals(index, word));
        let behind = index + 1 + one;
        nothing && behind < self.tokens.len() && self.equals(behind, "else")
    }

    /// Whether a number that is told digit by digit goes on from the word before `index` to the one at it, a comma between them or not.
    pub fn tells_on(&self, index: usize) -> bool {
        if index < 2 || index >= self.tokens.len() {
            return false;
        }
        let before = index - 1 - usize::from(self.tokens[index - 1].comma());
        let after = index + usize::from(self.tokens[index].comma());
        before > 0 && self.told(before - 1) && self.told(before) && self.told(after)
    }

    /// Where the number that is told at `index` ends.
    pub fn told_until(&self, index: usize) -> usize {
        let mut end = index;
        while self.told(end)
            || end > index && self.told(end - 1) && self.told(end + 1) && self.tokens[end].comma()
        {
            end += 1;
        }
        end
    }

    fn told(&self, index: usize) -> bool {
        let digit = |token: &Token| {
            token.word() && (token.is(NUM) || TOLD.iter().any(|word| self.equals(index, word)))
        };
        self.tokens.get(index).is_some_and(digit)
    }
}

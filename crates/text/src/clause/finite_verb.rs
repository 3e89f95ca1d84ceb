//! Where a stretch of tokens has its finite verb: the lists' knowledge weighed against the neighbours.

use super::token::Token;
use super::word_class::*;

/// What a detector looks at: the tokens of a text, and those that are out of sight (nested or cut out).
pub(super) struct View<'a> {
    pub text: &'a str,
    pub tokens: &'a [Token],
    pub hidden: &'a [bool],
    pub english: bool,
}

/// Stretches of time, never verbs.
const SPELLS: [&str; 6] = ["nights", "days", "mornings", "afternoons", "evenings", "weekends"];

/// How sure a verb is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Trust {
    No,
    Soft,
    Firm,
}

/// Past tenses that are nouns, too.
const NOUNS_TOO: [&str; 7] = ["rose", "saw", "felt", "ground", "spoke", "dove", "bore"];

impl View<'_> {
    /// The same view once more.
    pub fn again(&self) -> View<'_> {
        View { text: self.text, tokens: self.tokens, hidden: self.hidden, english: self.english }
    }

    pub fn slice(&self, index: usize) -> &str {
        &self.text[self.tokens[index].start..self.tokens[index].end]
    }

    pub fn equals(&self, index: usize, word: &str) -> bool {
        self.slice(index).eq_ignore_ascii_case(word)
    }

    pub fn before(&self, index: usize, from: usize) -> Option<usize> {
        (from..index).rev().take(64).find(|&index| !self.hidden[index])
    }

    pub fn after(&self, index: usize, to: usize) -> Option<usize> {
        (index + 1..to).take(4096).find(|&index| !self.hidden[index])
    }

    /// A token that opens an object or an adverbial.
    pub fn opens_complement(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.number()
            || token.is(DET | POSS | PREP | OBJ | SUBJ | NUM | ADV | NEG | TIME | INDEF | KIN | TITLE | SUB)
            || (token.name() && !token.is(THIRD))
    }

    fn opens_object(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.number() || token.is(DET | POSS | OBJ | NUM | INDEF) || token.name()
    }

    /// A token that can end a subject all by itself.
    fn person(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.is(SUBJ | KIN) && !token.is(GENITIVE)
            || (token.name() && !token.is(GENITIVE | TIME | BASE | THIRD))
    }

    /// A lower-case word that can only be a noun; after a plural it shows that the plural was a verb.
    pub fn plain_noun(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        token.word() && !token.capital && token.class & !(THIRD | NOUNISH | GUESSED) == 0
    }

    /// "line 5": a noun and its number.
    fn numbered(&self, index: usize, from: usize) -> bool {
        let Some(noun) = self.before(index, from).filter(|_| self.tokens[index].number()) else {
            return false;
        };
        let noun = &self.tokens[noun];
        noun.word()
            && !noun.is(FUNCTION | THIRD)
            && (noun.class & (FINITE | BASE | PART) == 0 || noun.is(NOUNISH))
    }

    /// How much the token at `index` looks like a finite verb in `from..to`.
    pub fn trust(&self, index: usize, from: usize, to: usize) -> Trust {
        let token = &self.tokens[index];
        if !token.word() || !token.is(FINITE | BASE) {
            return self.foreign(index, from, to);
        }
        let before = self.before(index, from);
        let after = self.after(index, to);
        let prev = before.map(|before| &self.tokens[before]);
        if token.capital && (before.is_some() || !token.is(AUX)) && !(before.is_none() && token.is(BASE)) {
            return Trust::No;
        }
        if token.is(SUBJ) {
            return Trust::Firm;
        }
        if prev.is_some_and(|prev| prev.is(GENITIVE)) && !token.is(AUX) {
            return Trust::No;
        }
        if before.is_some_and(|before| self.equals(before, "own")) && token.is(GUESSED) {
            return Trust::No;
        }
        // "works days and Ada nights"
        if index > from
            && index >= 2
            && after.is_none()
            && self.tokens[index - 1].name()
            && self.tokens[index - 2].is(AND)
            && SPELLS.contains(&self.slice(index))
        {
            return Trust::No;
        }
        if token.is(AUX) {
            let noun = prev.is_some_and(|prev| prev.is(DET | POSS) && !prev.is(INDEF))
                && token.is(MODAL | BASE)
                && !token.is(BE);
            return if noun { Trust::No } else { Trust::Firm };
        }
        if token.is(FOREIGN) {
            return if prev.is_some_and(|prev| prev.is(DET | POSS | PREP)) { Trust::No } else { Trust::Firm };
        }
        if prev.is_some_and(|prev| {
            prev.is(PREP | POSS)
                || (prev.is(DET) && !prev.is(INDEF) && !token.is(THIRD | PAST))
                || prev.is(AUX)
        }) {
            return Trust::No;
        }
        let article =
            before.is_some_and(|before| self.equals(before, "the") || self.tokens[before].is(INDEFINITE));
        if article
            || prev
                .is_some_and(|prev| prev.is(DET) && !prev.is(INDEF) && (token.is(NOUNISH) || token.is(PART)))
        {
            return Trust::No;
        }
        if after.is_some_and(|after| {
            let after = &self.tokens[after];
            after.is(AUX) && !after.is(SUBJ)
                || token.is(NOUNISH) && after.is(THIRD | PAST) && !after.is(NOUNISH | PART | GUESSED)
        }) && token.is(NOUNISH | BASE | PART)
        {
            return Trust::No;
        }
        let start = match before {
            None => true,
            Some(before) => self.tokens[before].is(ADV | NEG) && self.before(before, from).is_none(),
        };
        let adverb = prev.is_some_and(|prev| prev.is(ADV | NEG) && !prev.is(DET));
        let subject = match before {
            Some(before) if adverb => self.before(before, from),
            other => other,
        };
        let person = subject.is_some_and(|subject| {
            self.person(subject) || !token.is(GUESSED) && self.numbered(subject, from)
        });
        if token.is(THIRD) {
            if !token.is(NOUNISH) {
                return Trust::Firm;
            }
            let complement = after.is_some_and(|after| self.opens_complement(after));
            let object = after.is_some_and(|after| self.opens_object(after));
            let noun = prev.is_some_and(|prev| prev.number() || prev.is(NUM));
            if token.is(GUESSED) {
                return match (start, person) {
                    (true, _) if object || after.is_some_and(|after| self.plain_noun(after)) => Trust::Soft,
                    (true, _) => Trust::No,
                    (_, true) if after.is_none_or(|after| !self.tokens[after].is(FINITE)) => Trust::Firm,
                    _ if object && !noun => Trust::Soft,
                    _ => Trust::No,
                };
            }
            return match (start, person) {
                (true, _)
                    if complement && !after.is_some_and(|after| self.tokens[after].is(ADV)) || adverb =>
                {
                    Trust::Soft
                }
                (true, _) if after.is_some_and(|after| self.plain_noun(after)) => Trust::Soft,
                (false, false) if adverb => Trust::Soft,
                (true, _) => Trust::No,
                (_, true) => Trust::Firm,
                _ if complement && (object || !noun) => Trust::Soft,
                _ => Trust::No,
            };
        }
        if token.is(PAST) && !token.is(BASE) {
            // "in pistachio and rose"
            let ends = self.tokens.get(index + 1).is_none_or(Token::is_mark);
            let joined = index > 0 && self.tokens[index - 1].is(AND);
            if ends && joined && NOUNS_TOO.contains(&self.slice(index)) {
                return Trust::No;
            }
            if !token.is(PART) {
                return Trust::Firm;
            }
            if after.is_some_and(|after| self.equals(after, "by"))
                || prev.is_some_and(|prev| prev.number() || prev.is(NUM))
            {
                return if person { Trust::Soft } else { Trust::No };
            }
            return match (start, person) {
                (true, _) => Trust::Soft,
                (_, true) => Trust::Firm,
                _ if prev.is_some_and(|prev| prev.is(ADV | INDEF)) => Trust::Soft,
                _ if token.is(GUESSED) && prev.is_some_and(|prev| prev.capital || prev.is(GENITIVE)) => {
                    Trust::No
                }
                _ => Trust::Soft,
            };
        }
        if token.is(BASE) {
            let object = after.is_some_and(|after| self.opens_complement(after) && !self.equals(after, "of"));
            if prev.is_some_and(|prev| prev.is(SUBJ) && !prev.is(SINGULAR)) {
                return Trust::Firm;
            }
            if start {
                return if !token.is(NOUNISH) {
                    Trust::Firm
                } else if object {
                    Trust::Soft
                } else {
                    Trust::No
                };
            }
            let plural = prev.is_some_and(|prev| prev.is(INDEF | PLURAL) || prev.is(ADV))
                || before.is_some_and(|before| self.plural_noun(before))
                || self.conjoined(index, from);
            if plural && (!token.is(NOUNISH) || object) {
                return if token.is(NOUNISH) { Trust::Soft } else { Trust::Firm };
            }
            // "Ana and Bo usually cook"
            if adverb && person && after.is_none() && self.conjoined(index, from) {
                return Trust::Soft;
            }
            if token.is(PAST) && (person || prev.is_some_and(|prev| !prev.is(ADV))) && object {
                return Trust::Soft;
            }
        }
        Trust::No
    }

    /// A plural noun by its ending.
    pub fn plural_noun(&self, index: usize) -> bool {
        let word = self.slice(index);
        let token = &self.tokens[index];
        token.word()
            && !token.is(FUNCTION | GENITIVE)
            && (word.ends_with('s')
                && !word.ends_with("ss")
                && !word.ends_with("us")
                && !word.ends_with("is")
                || matches!(
                    word,
                    "people" | "children" | "men" | "women" | "police" | "mice" | "feet" | "teeth"
                ))
    }

    fn conjoined(&self, index: usize, from: usize) -> bool {
        (from.max(index.saturating_sub(8))..index)
            .any(|index| !self.hidden[index] && self.tokens[index].is(AND))
    }

    /// In a language without morphology here: a small word after a name.
    fn foreign(&self, index: usize, from: usize, to: usize) -> Trust {
        let token = &self.tokens[index];
        if self.english || !token.word() || token.capital || token.class != 0 || self.slice(index).len() < 3 {
            return Trust::No;
        }
        let word = self.slice(index);
        let ending = ["t", "en", "et", "a", "e", "o", "it", "nt", "an"].iter().any(|end| word.ends_with(end));
        match self.before(index, from) {
            Some(before) if self.person(before) && ending && self.after(index, to).is_some() => Trust::Soft,
            _ => Trust::No,
        }
    }

    /// The finite verb of `from..to`: the first firm one, else the first soft one.
    pub fn find(&self, from: usize, to: usize) -> Option<usize> {
        let mut soft = None;
        let mut relative = false;
        for index in from..to {
            if self.hidden[index] {
                continue;
            }
            let token = &self.tokens[index];
            if index > from && token.is(SUB) && !token.is(PREP) && soft.is_some() {
                return soft;
            }
            if index > from && token.is(REL) {
                if soft.is_some() {
                    return soft;
                }
                relative = true;
                continue;
            }
            match self.trust(index, from, to) {
                Trust::No => {}
                _ if relative => relative = false,
                // an imperative, unless a finite verb shows that it was a noun
                Trust::Firm if index == from && !token.is(FINITE) => soft = Some(index),
                Trust::Firm => return Some(index),
                Trust::Soft => soft = soft.or(Some(index)),
            }
        }
        soft
    }
}

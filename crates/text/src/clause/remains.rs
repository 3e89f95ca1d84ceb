//! Whether what is left of a text is broken off: "Jonas plays from a print and can't.", "Because of the mine."

use super::finite_verb::View;
use super::token::{Kind, Token, tokens};
use super::word_class::*;

/// Longer texts are not looked at: what is left of them is whole sentences.
const LONGEST: usize = 400;
/// Prepositions that seldom end a sentence.
const BINDING: [&str; 11] =
    ["of", "from", "into", "between", "during", "with", "at", "for", "to", "towards", "than"];
/// What a clause behind them says is not stated.
const SUPPOSING: [&str; 6] = ["if", "when", "whenever", "unless", "until", "till"];
/// "as I have all my life", "as they always do".
const LIKENING: [&str; 8] = ["have", "has", "had", "do", "does", "did", "always", "usually"];
/// They go on from what stood before them.
const CONTINUING: [&str; 8] =
    ["still", "again", "also", "too", "likewise", "instead", "therefore", "otherwise"];
/// "From the day the dyke is finished" is a time.
const TIMES: [&str; 7] = ["day", "moment", "minute", "time", "week", "month", "year"];

/// A text of which a part is taken out, read once for all the ways in which it can be written without.
pub struct Remains<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    english: bool,
}

impl<'a> Remains<'a> {
    /// Reads a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let (tokens, lexicon) = tokens(text);
        Self { text, tokens, english: lexicon.english }
    }

    /// Whether a sentence of `rest` stops or starts in the middle of a phrase of the text, or is nothing but the adverbial that
    /// stood before one of its statements.
    #[must_use]
    pub fn are_broken(&self, rest: &str) -> bool {
        if !self.english || self.tokens.len() > LONGEST {
            return false;
        }
        let (left, _) = tokens(rest);
        let rest = Rest { text: rest, tokens: &left };
        (0..left.len()).any(|index| {
            left[index].word()
                && (rest.ends(index + 1) && (self.stops_short(&rest, index) || self.is_fronted(&rest, index))
                    || rest.starts(index) && (self.starts_late(&rest, index) || self.continues(&rest, index))
                    || index > 0 && (self.skips(&rest, index) || self.lacks_its_object(&rest, index)))
        })
    }

    fn word(&self, index: usize) -> &str {
        &self.text[self.tokens[index].start..self.tokens[index].end]
    }

    /// Where the words stand one behind another in the text.
    fn places<'b>(&'b self, words: &'b [&str]) -> impl Iterator<Item = usize> + 'b {
        let last = self.tokens.len().saturating_sub(words.len().saturating_sub(1));
        (0..last).filter(move |&at| {
            words.iter().enumerate().all(|(offset, word)| self.word(at + offset).eq_ignore_ascii_case(word))
        })
    }

    /// "and can't", "with the": a word stands at the end that leads to another one in the text.
    fn stops_short(&self, rest: &Rest<'_>, index: usize) -> bool {
        let token = &rest.tokens[index];
        let leads = token.is(DET | POSS | AND | OR | MODAL | AUX) && !token.is(INDEF | SUBJ | OBJ | NUM)
            || BINDING.contains(&rest.word(index));
        if !leads || index == 0 || token.capital {
            return false;
        }
        let words = [rest.word(index - 1), rest.word(index)];
        let mut places = self.places(&words).peekable();
        places.peek().is_some()
            && places.all(|at| {
                self.tokens
                    .get(at + 2)
                    .is_some_and(|next| (next.word() || next.number()) && !next.is(PREP | SUB | AND | OR))
            })
    }

    /// "From the day the dyke is finished" of "From the day the dyke is finished, the alarm is given at 4.60".
    fn is_fronted(&self, rest: &Rest<'_>, last: usize) -> bool {
        let first = rest.start_of(last);
        let opening = &rest.tokens[first];
        let headed = first > 0 && rest.tokens[first - 1].colon();
        let several = (first..=last).any(|index| rest.tokens[index].comma());
        if headed || several || last < first + 2 || !opening.is(PREP | SUB) || opening.is(DET | POSS | SUBJ) {
            return false;
        }
        let words: Vec<&str> = (first..=last).map(|index| rest.word(index)).collect();
        let hidden = vec![false; self.tokens.len()];
        let view = View { text: self.text, tokens: &self.tokens, hidden: &hidden, english: self.english };
        let timed = words.iter().take(3).any(|word| TIMES.contains(word));
        let mut places = self.places(&words);
        places.any(|at| {
            let comma = at + words.len();
            let opens = at == 0 || ends(&self.tokens[at - 1]) && !self.tokens[at - 1].colon();
            let stop = (comma..self.tokens.len()).find(|&index| ends(&self.tokens[index]));
            let held = |index: usize| !self.tokens[index].is(AND | BUT | OR | SUB | PREP | WHILE | SO);
            opens
                && self.tokens.get(comma).is_some_and(Token::comma)
                && self.tokens.get(comma + 1).is_some_and(|_| held(comma + 1))
                && (opening.is(SUB) || timed || view.find(at, comma).is_none())
                && view.find(comma + 1, stop.unwrap_or(self.tokens.len())).is_some()
        })
    }

    /// "I have all my life" of "as I have all my life".
    fn starts_late(&self, rest: &Rest<'_>, index: usize) -> bool {
        if index + 1 >= rest.tokens.len() || !rest.tokens[index + 1].word() {
            return false;
        }
        let words = [rest.word(index), rest.word(index + 1)];
        let mut places = self.places(&words).peekable();
        places.peek().is_some()
            && places.all(|at| {
                let Some(before) = at.checked_sub(1) else { return false };
                let known = index.checked_sub(1).is_some_and(|index| rest.word(index) == self.word(before));
                let supposed = SUPPOSING.contains(&self.word(before))
                    || self.word(before) == "as"
                        && self.tokens[at].is(SUBJ)
                        && LIKENING.contains(&self.word(at + 1));
                !known && supposed
            })
    }

    /// "Coach: still at the hall" of "Coach: brought forward to 6:40, still at the hall".
    fn continues(&self, rest: &Rest<'_>, index: usize) -> bool {
        let begins = |at: usize| at == 0 || ends(&self.tokens[at - 1]);
        let word = rest.word(index);
        CONTINUING.iter().any(|own| word.eq_ignore_ascii_case(own)) && !self.places(&[word]).any(begins)
    }

    /// "Card: Latin has compare the endings" of "Card: Latin has six cases, compare the endings": a verb stands where the object stood.
    fn lacks_its_object(&self, rest: &Rest<'_>, index: usize) -> bool {
        let (before, token) = (&rest.tokens[index - 1], &rest.tokens[index]);
        let verb = token.is(BASE | THIRD) && !token.is(PART | NOUNISH | FUNCTION | GUESSED) && !token.capital;
        let governs = before.is(THIRD | PAST) && !before.is(MODAL | NOUNISH | GUESSED | PART);
        let joined = [rest.word(index - 1), rest.word(index)];
        verb && governs && self.places(&joined).next().is_none() && self.places(&joined[..1]).next().is_some()
    }

    /// "Collected grandmother" of "Collected by the Anders grandmother": a phrase has lost its beginning.
    fn skips(&self, rest: &Rest<'_>, index: usize) -> bool {
        let (before, token) = (&rest.tokens[index - 1], &rest.tokens[index]);
        let noun = token.class & !(NOUNISH | GUESSED | KIN) == 0 && !token.capital;
        if !noun || !before.word() || before.is(FUNCTION | TITLE | GENITIVE) || index + 1 >= rest.tokens.len()
        {
            return false;
        }
        let joined = [rest.word(index - 1), rest.word(index)];
        if self.places(&joined).next().is_some() {
            return false;
        }
        let following = [rest.word(index), rest.word(index + 1)];
        let mut places = self.places(&following).peekable();
        places.peek().is_some()
            && places.all(|at| {
                let cut = (0..at).rev().take_while(|&place| !self.tokens[place].is_mark());
                let cut =
                    cut.take_while(|&place| !self.word(place).eq_ignore_ascii_case(rest.word(index - 1)));
                let cut: Vec<usize> = cut.collect();
                let name = cut.first().is_some_and(|&place| self.tokens[place].name());
                name && cut.iter().any(|&place| self.tokens[place].is(PREP | DET))
                    && !cut.iter().any(|&place| self.tokens[place].is(AND | OR | BUT))
            })
    }
}

fn ends(token: &Token) -> bool {
    token.terminator() || token.semicolon() || token.colon() || token.kind == Kind::Newline
}

struct Rest<'a> {
    text: &'a str,
    tokens: &'a [Token],
}

impl Rest<'_> {
    fn word(&self, index: usize) -> &str {
        &self.text[self.tokens[index].start..self.tokens[index].end]
    }

    fn ends(&self, index: usize) -> bool {
        self.tokens.get(index).is_none_or(ends)
    }

    fn starts(&self, index: usize) -> bool {
        index == 0 || ends(&self.tokens[index - 1]) || self.tokens[index - 1].is(AND | BUT)
    }

    /// The first word of the sentence.
    fn start_of(&self, index: usize) -> usize {
        (0..index).rev().find(|&index| ends(&self.tokens[index])).map_or(0, |end| end + 1)
    }
}

//! Whether what is left of a text still speaks of who was taken out of it.

use std::ops::Range;

use super::finite_verb::{Trust, View};
use super::lexicon::english;
use super::token::{Kind, Token, tokens};
use super::word_class::*;
use crate::gazetteer::is_first_name;

/// How many words tell where in the text a sentence of the rest stood.
const TELLING: usize = 4;
/// How many words may stand before a name that opens a sentence: "our neighbour Ana, …".
const BEFORE_NAME: usize = 3;

/// A text of which something named is taken out, read once for all the ways in which it can be written without.
pub struct Orphans<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// Nothing of the text is hidden.
    hidden: Vec<bool>,
    english: bool,
    named: &'a [Range<usize>],
    /// Whether nobody else is named or called somebody's: who is "she" is named.
    alone: bool,
}

/// By these alone a rest speaks of somebody.
const OF_SOMEBODY: [&str; 6] = ["he", "she", "him", "her", "his", "hers"];

impl<'a> Orphans<'a> {
    /// Reads a text, with the places in bytes of what is taken out of it.
    #[must_use]
    pub fn new(text: &'a str, named: &'a [Range<usize>]) -> Self {
        let (tokens, lexicon) = tokens(text);
        let other = |(at, token): (usize, &Token)| {
            let opens = at == 0 || tokens[at - 1].terminator() || tokens[at - 1].kind == Kind::Newline;
            let gone = named.iter().any(|name| name.start < token.end && token.start < name.end);
            let called = || !token.is(TIME) && (!opens || is_first_name(&text[token.start..token.end]));
            !gone && (token.is(KIN) || token.name() && called())
        };
        let called =
            !named.is_empty() && named.iter().all(|name| !text[name.clone()].contains(char::is_numeric));
        let alone = lexicon.english && called && !tokens.iter().enumerate().any(other);
        Self { text, hidden: vec![false; tokens.len()], english: lexicon.english, named, alone, tokens }
    }

    /// Whether a sentence of `rest` states something of a subject that has been taken out of the text right before it:
    /// "Has forty hives." of "George, the beekeeper, has forty hives."; or of somebody who is said there to be somebody's:
    /// "My aunt keeps bees." of "My aunt Greta keeps bees."; or of her alone who is named: "Sesame makes her throat swell."
    #[must_use]
    pub fn are_in(&self, rest: &str) -> bool {
        let (left, _) = tokens(rest);
        if self.alone && speaks_of_somebody(rest, &left) {
            return true;
        }
        let view =
            View { text: self.text, tokens: &self.tokens, hidden: &self.hidden, english: self.english };
        let reader = Reader { view, tokens: &self.tokens, named: self.named };
        if self.named.iter().any(|name| reader.is_still_described(name, rest) || reader.is_called(name, rest))
        {
            return true;
        }
        (0..left.len())
            .filter(|&start| start == 0 || ends(&left[start - 1]))
            .any(|start| reader.speaks_of_gone(rest, &left, start))
    }
}

/// Whether a sentence speaks of somebody by pronoun, without "the clerk" before it, who may be meant.
fn speaks_of_somebody(rest: &str, left: &[Token]) -> bool {
    let pronoun = |at: usize| {
        let token = &left[at];
        let opens = left[..at].iter().rposition(ends).map_or(0, |end| end + 1);
        OF_SOMEBODY.contains(&rest[token.start..token.end].to_lowercase().as_str())
            && !left[opens..at].iter().any(|token| token.is(DET | INDEFINITE | POSS))
    };
    (0..left.len()).any(pronoun)
}

fn ends(token: &Token) -> bool {
    token.depth == 0 && (token.terminator() || token.semicolon()) || token.kind == Kind::Newline
}

struct Reader<'a> {
    view: View<'a>,
    tokens: &'a [Token],
    named: &'a [Range<usize>],
}

impl Reader<'_> {
    fn speaks_of_gone(&self, rest: &str, left: &[Token], start: usize) -> bool {
        let word = |token: &Token| rest[token.start..token.end].to_lowercase();
        let words = left[start..].iter().take_while(|token| !token.is_mark());
        let first: Vec<String> = words.take(TELLING).map(word).collect();
        let before: Vec<String> = left[start.saturating_sub(TELLING)..start].iter().map(word).collect();
        let Some(at) = self.place(&first, self.tokens.len()).filter(|_| !first.is_empty()) else {
            return false;
        };
        let from =
            if start == 0 { 0 } else { self.place(&before, at).map_or(at, |place| place + before.len()) };
        let gone = |span: &&Range<usize>| {
            from < at && self.tokens[from].start <= span.start && span.end <= self.tokens[at].start
        };
        let Some(name) = self.named.iter().rfind(gone) else { return false };
        let sentence = (from..at).rev().find(|&index| ends(&self.tokens[index])).map_or(from, |end| end + 1);
        let stop = (at..self.tokens.len()).find(|&index| ends(&self.tokens[index]));
        let stop = stop.unwrap_or(self.tokens.len());
        let asks = self.tokens.get(stop).is_some_and(|end| end.mark('?'));
        !asks
            && (self.predicate(at, stop)
                || sentence < at && self.heads(name, sentence) && !self.states(at, stop))
    }

    /// "My aunt" stands before what stood behind "My aunt Greta".
    fn is_still_described(&self, name: &Range<usize>, rest: &str) -> bool {
        let first = self.tokens.partition_point(|token| token.end <= name.start);
        let next = self.tokens.partition_point(|token| token.start < name.end);
        let noun = |index: usize| {
            let token = &self.tokens[index];
            token.word() && !token.capital && (token.is(KIN) || !token.is(FUNCTION | FINITE))
        };
        let begin = (first.saturating_sub(BEFORE_NAME)..first).rev().find(|&index| !noun(index));
        let Some(begin) = begin.filter(|&begin| {
            begin + 1 < first && self.tokens[begin].is(POSS | GENITIVE) && next < self.tokens.len()
        }) else {
            return false;
        };
        let text = self.view.text;
        let said = format!(
            "{}{}",
            &text[self.tokens[begin].start..self.tokens[first - 1].end],
            &text[name.end..self.tokens[next].end]
        );
        rest.to_lowercase().contains(&said.to_lowercase())
    }

    /// "Ida's hamster" of "Ida's hamster is called Kiwi" stands in the rest: it is Kiwi.
    fn is_called(&self, name: &Range<usize>, rest: &str) -> bool {
        let first = self.tokens.partition_point(|token| token.end <= name.start);
        let word = |index: usize| self.view.slice(index).to_lowercase();
        let called = first > 2
            && matches!(word(first - 1).as_str(), "called" | "named")
            && matches!(word(first - 2).as_str(), "is" | "was");
        let begin = (0..first).rev().find(|&index| ends(&self.tokens[index])).map_or(0, |end| end + 1);
        called && begin < first - 2 && {
            let said = &self.view.text[self.tokens[begin].start..self.tokens[first - 3].end];
            rest.to_lowercase().contains(&said.to_lowercase())
        }
    }

    /// The last place before `to` where these words stand one after another.
    fn place(&self, words: &[String], to: usize) -> Option<usize> {
        let same = |index: usize, word: &String| self.view.slice(index).to_lowercase() == *word;
        (0..(to + 1).saturating_sub(words.len()))
            .rev()
            .find(|&at| words.iter().enumerate().all(|(place, word)| same(at + place, word)))
    }

    /// A finite verb opens `from..to`, and no order.
    fn predicate(&self, from: usize, to: usize) -> bool {
        let token = &self.tokens[from];
        let class = match self.view.english && token.capital {
            true => english(&self.view.slice(from).to_lowercase()),
            false => token.class,
        };
        let alone = || self.view.find(from + 1, to).is_none();
        let next = (from + 1 < to).then(|| &self.tokens[from + 1]);
        let object = next.is_some_and(|next| {
            next.is(DET | POSS | OBJ | NUM)
                || next.number()
                || next.name()
                || (next.is(TIME | ADV) || self.view.plain_noun(from + 1)) && alone()
        });
        token.word()
            && class & FINITE != 0
            && class & (SUBJ | DET | POSS | PREP | ADV | SUB) == 0
            && (class & (BASE | MODAL) == 0 || class & BE != 0)
            && (class & (NOUNISH | GUESSED) == 0 || object)
            && (class & AUX != 0 || class & PART == 0 || alone())
            && (token.capital || self.view.trust(from, from, to) != Trust::No)
    }

    /// The name opens its sentence and a mark follows it: what comes then is said of it.
    fn heads(&self, name: &Range<usize>, sentence: usize) -> bool {
        let first = self.tokens.partition_point(|token| token.end <= name.start);
        let next = self.tokens.partition_point(|token| token.start < name.end);
        first >= sentence
            && first - sentence <= BEFORE_NAME
            && self.tokens.get(next).is_some_and(|mark| {
                mark.comma() || mark.colon() || mark.dash() || mark.mark('(') || mark.mark('«')
            })
    }

    /// A subject with its verb, or another name.
    fn states(&self, from: usize, to: usize) -> bool {
        let stop = (from..to).find(|&index| self.tokens[index].is_mark()).unwrap_or(to);
        self.tokens[from].name() || self.view.find(from, stop).is_some_and(|verb| verb > from)
    }
}

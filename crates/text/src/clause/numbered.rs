//! Lists of numbers behind one noun: "lots 88, 91 and 188". Each number is a party, and the noun stays with the others.

use super::coordination::Finder;
use super::party_list::{Joiner, Party, PartyList};
use super::word_class::*;

impl Finder<'_> {
    pub(super) fn numbered(&self) -> Vec<PartyList> {
        let mut lists = Vec::new();
        let mut index = 0;
        while index < self.tokens.len() {
            match self.numbered_behind(index) {
                Some((list, next)) => {
                    lists.push(list);
                    index = next;
                }
                None => index += 1,
            }
        }
        lists
    }

    /// The numbers behind the noun at `noun`, and the token behind them.
    fn numbered_behind(&self, noun: usize) -> Option<(PartyList, usize)> {
        let numbered = |index: usize| {
            self.tokens.get(index).is_some_and(|token| {
                !token.is_mark() && self.view.slice(index).contains(|c: char| c.is_ascii_digit())
            })
        };
        if !self.view.plural_noun(noun) || !numbered(noun + 1) {
            return None;
        }
        let mut numbers = vec![noun + 1];
        let mut joined = None;
        let mut at = noun + 2;
        while let Some(token) = self.tokens.get(at) {
            let comma = usize::from(token.comma());
            let word = self.tokens.get(at + comma).filter(|token| token.is(AND | OR));
            let next = at + comma + usize::from(word.is_some());
            if next == at || joined.is_some() || !numbered(next) {
                break;
            }
            joined = word.map(|token| if token.is(OR) { Joiner::Or } else { Joiner::And });
            numbers.push(next);
            at = next + 1;
        }
        // "rooms 12, 14 and 15 guests": the last one counts.
        if self.tokens.get(at).is_some_and(|token| !token.is_mark()) && self.view.plural_noun(at) {
            numbers.pop();
        }
        let last = *numbers.last()?;
        let party = |&number: &usize| {
            let span = self.span(number, number + 1);
            Party { whole: span.clone(), span }
        };
        let members: Vec<Party> = numbers.iter().map(party).collect();
        let list = PartyList {
            span: members[0].span.start..members.last()?.span.end,
            joiner: joined.unwrap_or(Joiner::Comma),
            subject: self.verb_after(last + 1),
            members,
        };
        (list.members.len() > 1).then_some((list, last + 1))
    }
}

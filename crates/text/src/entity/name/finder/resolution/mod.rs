//! What a cluster of hits amounts to: the wanted name, another's, or nothing.
//!
//! First what makes another's of it ([`another`]) and what makes a word or a thing of it ([`thing`]); then all words of the name
//! are there ([`whole`]), or some ([`part`]), perhaps with initials for the rest ([`initials`]).

mod another;
mod initials;
mod part;
mod thing;
mod whole;

use super::Finder;
use super::form::Form;
use super::hit::Hit;
use crate::entity::name::disambiguation;
use crate::entity::name::how::How;
use crate::entity::name::{Found, Near};
use crate::gazetteer::title;
use crate::unicode::fold;
use crate::unicode::token::Token;
use std::ops::Range;

/// What a cluster amounts to, if to anything.
pub(super) enum Outcome {
    Found(Found),
    Near(Near),
}

/// Hits side by side, with all that they are judged by.
pub(super) struct Cluster<'a> {
    form: &'a Form,
    finder: &'a Finder,
    text: &'a str,
    toks: &'a [Token<'a>],
    hits: &'a [Hit],
    /// Bits of the words of the name that are there, and of those that carry the identity.
    mask: u32,
    covered: u32,
    /// Whether the whole text is written in capitals.
    caps_text: bool,
    /// The first token and the last.
    first: usize,
    last: usize,
    span: Range<usize>,
    written: &'a str,
    /// The words before and behind that no more than a space or a full stop parts from it.
    prev: Option<&'a Token<'a>>,
    next: Option<(usize, &'a Token<'a>)>,
    /// The generation that is said behind it: Junior, III.
    generation: Option<u8>,
    how: How,
    certainty: f32,
}

impl<'a> Cluster<'a> {
    /// Takes the hits together, and the particles before them that belong to the name; `None` if no word of theirs carries the identity.
    pub(super) fn new(
        form: &'a Form,
        finder: &'a Finder,
        text: &'a str,
        toks: &'a [Token<'a>],
        hits: &'a [Hit],
        mask: u32,
        caps_text: bool,
    ) -> Option<Self> {
        let (mut first, last) = (hits[0].tokens.0, hits[hits.len() - 1].tokens.1);
        let mut span = hits[0].span.start..hits[hits.len() - 1].span.end;
        // The particles of a surname belong to it.
        let mut head = hits[0].mask.trailing_zeros() as usize;
        while let (Some(p), Some(w)) = (first.checked_sub(1), head.checked_sub(1))
            && &text[toks[p].span.end..toks[first].span.start] == " "
            && form.words[w].particle
            && form.words[w].plain == fold::plain(toks[p].text)
        {
            (first, head) = (p, w);
            span.start = toks[p].span.start;
        }
        let covered = mask & form.needed;
        if covered == 0 {
            return None;
        }
        let mut cluster = Self {
            form,
            finder,
            text,
            toks,
            hits,
            mask,
            covered,
            caps_text,
            first,
            last,
            written: &text[span.clone()],
            span,
            prev: None,
            next: None,
            generation: disambiguation::generation_behind(text, toks, last),
            how: hits.iter().map(|h| h.agree.how).max_by_key(|h| *h as u8).unwrap_or(How::Verbatim),
            certainty: hits.iter().map(|h| h.agree.certainty).fold(1.0f32, f32::min),
        };
        cluster.prev = first.checked_sub(1).filter(|&p| cluster.is_spaced(p, first)).map(|p| &toks[p]);
        cluster.next = toks
            .get(last + 1)
            .filter(|_| cluster.is_spaced(last, last + 1) && !text[toks[last].span.end..].starts_with('.'))
            .map(|t| (last + 1, t));
        Some(cluster)
    }

    pub(super) fn judge(mut self) -> Option<Outcome> {
        let refused = self
            .another_firm()
            .or_else(|| self.another_place())
            .or_else(|| self.another_ending())
            .or_else(|| self.another_generation())
            .or_else(|| self.apart())
            .or_else(|| self.another_middle_name())
            .or_else(|| self.addressed_otherwise())
            .or_else(|| self.plain_word())
            .or_else(|| self.word_behind())
            .or_else(|| self.part_of_place())
            .or_else(|| self.thing())
            .or_else(|| self.without_article());
        if refused.is_some() {
            return refused;
        }
        if self.covered == self.form.needed { self.whole() } else { self.part() }
    }

    /// Another's, over these bytes of the text.
    fn near(&self, span: Range<usize>, reason: &'static str) -> Option<Outcome> {
        Some(Outcome::Near(Near::new(span.clone(), &self.text[span], reason, false)))
    }

    /// Another's, over the cluster.
    fn another(&self, reason: &'static str) -> Option<Outcome> {
        self.near(self.span.clone(), reason)
    }

    /// The wanted name, over these bytes of the text.
    fn found(&self, span: Range<usize>, how: How, certainty: f32) -> Option<Outcome> {
        let as_written = self.text[span.clone()].to_string();
        Some(Outcome::Found(Found { span, as_written, how, certainty }))
    }

    /// Whether a space, or a full stop and a space, is all that parts two words.
    fn is_spaced(&self, a: usize, b: usize) -> bool {
        matches!(self.gap(a, b), " " | "\u{a0}" | ". ")
    }

    /// What stands between two words.
    fn gap(&self, a: usize, b: usize) -> &'a str {
        &self.text[self.toks[a].span.end..self.toks[b].span.start]
    }

    /// How many words carry the identity.
    fn singles(&self) -> u32 {
        self.form.needed.count_ones()
    }

    fn is_hit(&self, t: &Token<'_>) -> bool {
        self.hits.iter().any(|h| h.span.start < t.span.end && t.span.start < h.span.end)
    }
}

fn is_capital_name(t: &Token<'_>) -> bool {
    (t.script.cased() && t.capital() && !t.code)
        && t.text.chars().count() > 1
        && !title::address(t.text)
        && !title::role(t.text)
        && !crate::gazetteer::non_entity::no_entity(t.text)
}

/// Whether a word is a known first name, in whatever spelling.
fn is_known(t: &Token<'_>) -> bool {
    !crate::gazetteer::given_name::lookup(&crate::gazetteer::given_name::fold_key(t.text)).is_empty()
}

//! A word that names something: only where the row writes it as a name.

use super::Search;
use super::words::{is_before_names, is_verb};
use crate::entity::identifier::label::{self, Fit};
use crate::entity::identifier::pattern::Pattern;
use crate::entity::identifier::row::Atom;

impl Search<'_, '_> {
    pub(super) fn name(&self, pattern: &Pattern, a: usize, b: usize, certainty: f32) -> Result<f32, String> {
        let row = self.row;
        let fit = label::before(row, a).map(|noun| self.fit(Some(&noun)));
        if pattern.is_exact() {
            return Ok(certainty * if fit == Some(Fit::Conflict) { 0.6 } else { 0.93 });
        }
        let text = &self.wanted.text;
        if a < b || text.contains(['_', '-', '.', '/', ' ']) {
            // "a new cart" is not the flag new-cart.
            let words = b == a + 1 && row.gap(a) == [' '] && !text.contains(' ') && fit != Some(Fit::Same);
            return Ok(certainty * if words { 0.4 } else { 0.93 });
        }
        if fit == Some(Fit::Same) || fit == Some(Fit::Open) && self.wanted.label.is_some() {
            return Ok(certainty * 0.96);
        }
        let atom = row.atoms[a];
        if let Some(sure) = self.marked(atom) {
            return Ok(certainty * sure);
        }
        if row.capitals(atom) && (2..5).contains(&atom.len()) && !text.chars().any(char::is_uppercase) {
            return Err("in capitals, another word".to_owned());
        }
        match self.in_sentence(a) {
            Some(sure) => Ok(certainty * sure),
            None => Err("the common word, not the name".to_owned()),
        }
    }

    /// Whether marks say that a word is a name: "@ana", "#spring", in quotes.
    fn marked(&self, atom: Atom) -> Option<f32> {
        let row = self.row;
        let label = self.wanted.label.as_deref();
        let named = match row.before(atom.from) {
            '@' => true,
            '\\' => matches!(label, Some("user" | "account")),
            '#' => label == Some("hashtag"),
            _ => false,
        };
        let quoted = matches!(row.before(atom.from), '"' | '`' | '\'' | '=')
            && matches!(row.raw_at(atom.to), '"' | '`' | '\'' | ' ' | ';' | ',');
        if named { Some(0.93) } else { quoted.then_some(0.8) }
    }

    /// Whether a word stands in its sentence where names stand: before a verb, behind a preposition.
    fn in_sentence(&self, at: usize) -> Option<f32> {
        let row = self.row;
        let previous = at.checked_sub(1).map(|i| row.word(row.atoms[i]));
        let next = row.atoms.get(at + 1).map(|&atom| row.word(atom)).unwrap_or_default();
        let next_gap = row.gap(at);
        let closing = at + 1 >= row.atoms.len()
            || next_gap.iter().any(|c| matches!(c, ',' | '.' | ';' | ':' | ')' | '|' | '>' | '-'));
        let verb = next_gap == [' '] && is_verb(&next);
        let possessive = next_gap == ['\''] && next == "s";
        let opening = previous.is_none() || {
            let gap = row.gap(at - 1);
            gap.iter().any(|c| matches!(c, ':' | '|' | '>' | '.' | ';' | ']' | '('))
                || gap.starts_with(&[' ', '-', ' '])
        };
        if opening {
            return (verb || possessive || next_gap.first() == Some(&':')).then_some(0.75);
        }
        let behind = previous.as_deref().is_some_and(is_before_names);
        (behind && (verb || possessive || closing)).then_some(0.6)
    }
}

//! Words that are only like a word of the wanted name.

use super::form::Form;
use crate::entity::name::Near;
use crate::unicode::fold;
use crate::unicode::token::{Script, Token};

/// Words one letter away from a word of the name, or longer by an ending.
pub(super) fn one_letter_off(form: &Form, toks: &[Token<'_>], near: &mut Vec<Near>) {
    for t in toks.iter().filter(|t| !t.code && t.script.cased() && t.capital() && t.text.len() < 60) {
        for w in form
            .words
            .iter()
            .filter(|w| w.script == t.script && !w.particle && !w.generic && w.plain.chars().count() >= 3)
        {
            let other = if t.script == Script::Latin { fold::plain(t.text) } else { fold::lower(t.text) };
            if other == w.plain {
                continue;
            }
            let reason = if other.starts_with(&w.plain) {
                "a longer word that begins alike"
            } else if w.plain.starts_with(&other) && other.chars().count() >= 3 {
                "a shorter word that begins alike"
            } else if one_edit(&w.plain, &other) {
                "one letter away"
            } else {
                continue;
            };
            near.push(Near::new(t.span.clone(), t.text, reason, false));
        }
    }
}

fn one_edit(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let head = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(x, y)| x == y).count();
    let (ra, rb) = (a.len() - head - tail, b.len() - head - tail);
    ra <= 1 && rb <= 1 || ra == 2 && rb == 2 && a[head] == b[head + 1] && a[head + 1] == b[head]
}

//! Hits that stand side by side, as the words of one name do.

use super::Finder;
use super::form::Form;
use super::hit::Hit;
use super::like::one_letter_off;
use super::resolution::{Cluster, Outcome};
use super::token_hits::{another_together, token_hits};
use crate::entity::name::transliteration::han;
use crate::entity::name::{Found, Near};
use crate::gazetteer::title;
use crate::unicode::fold;
use crate::unicode::token::{Script, Token};

/// Finds the words of a form in a text, puts them together and judges them.
pub(super) fn scan(
    form: &Form,
    finder: &Finder,
    text: &str,
    toks: &[Token<'_>],
    english: bool,
    found: &mut Vec<Found>,
    near: &mut Vec<Near>,
) {
    let caps_text = toks.iter().filter(|t| t.script.cased()).all(|t| t.all_caps() || t.text.len() == 1);
    let mut hits: Vec<Hit> = Vec::new();
    for (k, t) in toks.iter().enumerate() {
        if !finder.not.is_empty()
            && finder.not.contains(&fold::plain(t.text.trim_end_matches("'s").trim_end_matches("’s")))
        {
            near.push(Near::new(t.span.clone(), t.text, "said not to be meant", false));
            continue;
        }
        let before = hits.len();
        token_hits(form, text, toks, k, t, english, &mut hits);
        if let Some(own) = form.read.as_ref().filter(|_| t.script == Script::Han) {
            for hit in hits.split_off(before) {
                if own.contains(&han::simplified(&text[hit.span.clone()])) {
                    hits.push(hit);
                } else if hit.mask & form.needed == form.needed {
                    let written = &text[hit.span.clone()];
                    near.push(Near::new(
                        hit.span,
                        written,
                        "read alike, and written with other characters",
                        false,
                    ));
                }
            }
        }
    }
    for t in toks.iter().filter(|t| form.runs_together(t) && another_together(t.text)) {
        near.push(Near::new(t.span.clone(), t.text, "one word, and another name", false));
    }
    if hits.is_empty() {
        one_letter_off(form, toks, near);
        return;
    }
    let mut i = 0;
    while i < hits.len() {
        let mut j = i;
        let mut mask = hits[i].mask;
        while j + 1 < hits.len() {
            let next = &hits[j + 1];
            if next.tokens.0 <= hits[j].tokens.1 {
                if next.span.start >= hits[j].span.end && mask & next.mask == 0 {
                    mask |= next.mask;
                    j += 1;
                    continue;
                }
                break;
            }
            if mask & next.mask & form.needed != 0
                || !gap_of_name(form, text, toks, hits[j].tokens.1, next.tokens.0)
            {
                break;
            }
            mask |= next.mask;
            j += 1;
        }
        let cluster = Cluster::new(form, finder, text, toks, &hits[i..=j], mask, caps_text);
        match cluster.and_then(Cluster::judge) {
            Some(Outcome::Found(one)) => found.push(one),
            Some(Outcome::Near(one)) => near.push(one),
            None => {}
        }
        i = j + 1;
    }
    one_letter_off(form, toks, near);
}

/// What may stand between two words of one name.
fn gap_of_name(form: &Form, text: &str, toks: &[Token<'_>], a: usize, b: usize) -> bool {
    let gap = &text[toks[a].span.end..toks[b].span.start];
    if gap.len() > 60
        || gap.contains(['\n', ';', ':', '|', '!', '?', '/', '"'])
        || gap.contains('(') && !bracketed(text, toks, a, b)
        || gap.matches(',').count() > 1
    {
        return false;
    }
    let between = &toks[a + 1..b];
    if bracketed(text, toks, a, b) {
        return true;
    }
    if between.is_empty() {
        let end_of_sentence = gap.contains(". ") && toks[a].text.chars().count() > 2;
        let joined = gap.contains(['&', '+']) && !form.firm;
        return !end_of_sentence && !joined && !gap.chars().any(char::is_numeric);
    }
    if form.words.len() < 2 || gap.contains(',') && between.len() > 1 {
        return false;
    }
    between.len() <= 2
        && between.iter().all(|t| {
            let n = t.text.chars().count();
            (title::particle(t.text) && !matches!(t.text, "and" | "und" | "et" | "y" | "i" | "e"))
                || form.firm && title::connector(t.text)
                || n == 1 && t.capital()
                || t.capital() && !gap.contains(',')
                || !t.script.cased()
        })
}

/// Whether the second of two words of a name stands alone in brackets behind the first: "KOWAL (Marta)".
pub(super) fn bracketed(text: &str, toks: &[Token<'_>], a: usize, b: usize) -> bool {
    b == a + 1
        && toks[a].capital()
        && toks[b].capital()
        && text[toks[a].span.end..toks[b].span.start].trim() == "("
        && text[toks[b].span.end..].starts_with(')')
}

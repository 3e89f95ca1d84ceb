//! Which words of a text agree with words of the wanted name.

use super::form::Form;
use super::hit::Hit;
use super::inner;
use super::longer;
use super::syllables;
use crate::entity::name::how::How;
use crate::entity::name::token_match::Agree;
use crate::entity::name::transliteration::han;
use crate::gazetteer::title;
use crate::unicode::fold;
use crate::unicode::token::{Script, Token};
use std::ops::Range;

/// Adds the hits of one word of a text.
pub(super) fn token_hits(
    form: &Form,
    text: &str,
    toks: &[Token<'_>],
    k: usize,
    t: &Token<'_>,
    english: bool,
    hits: &mut Vec<Hit>,
) {
    let all = (1u32 << form.words.len()) - 1;
    if t.code {
        if let Some(agree) = parted_login(form, t) {
            hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask: all, agree });
        }
        return;
    }
    let transliterated =
        |certainty| Agree { how: How::Transliterated, certainty, oblique: false, inflected: false };
    let verbatim = Agree { how: How::Verbatim, certainty: 0.97, oblique: false, inflected: false };
    match t.script {
        Script::Han | Script::Hiragana | Script::Katakana | Script::OtherUnspaced => {
            // The same script: the run holds the name's letters.
            let simple = han::simplified(t.text);
            if simple.len() == t.text.len() {
                let push = |needle: &str, mask: u32, hits: &mut Vec<Hit>| {
                    let mut from = 0;
                    while let Some(at) = simple[from..].find(needle) {
                        let (s, e) = (from + at, from + at + needle.len());
                        from = e;
                        let kana_inside =
                            t.script == Script::Katakana && (s > 0 || e < simple.len()) && mask != all;
                        let longer =
                            t.script == Script::Han && mask == all && longer::goes_on(needle, &simple[e..]);
                        if !kana_inside && !longer {
                            let agree = if t.text[s..e] == *needle {
                                verbatim
                            } else {
                                Agree { how: How::Accents, ..verbatim }
                            };
                            hits.push(Hit {
                                tokens: (k, k),
                                span: t.span.start + s..t.span.start + e,
                                mask,
                                agree,
                            });
                        }
                    }
                };
                if form.words.iter().all(|w| w.script.unspaced()) {
                    let before = hits.len();
                    if !form.whole.is_empty() && form.words[0].script == t.script {
                        push(&form.whole, all, hits);
                    }
                    if hits.len() == before && form.words.len() > 1 {
                        for (i, w) in form.words.iter().enumerate().filter(|(_, w)| w.script == t.script) {
                            push(&han::simplified(&w.text), 1 << i, hits);
                        }
                    }
                    if hits.len() > before {
                        return;
                    }
                }
            }
            if t.script == Script::Han && !form.latin.is_empty() {
                for (r, mask) in han::find_latin(&form.latin, t.text) {
                    hits.push(Hit {
                        tokens: (k, k),
                        span: t.span.start + r.start..t.span.start + r.end,
                        mask,
                        agree: transliterated(if form.derived { 0.8 } else { 0.88 }),
                    });
                }
            } else if matches!(t.script, Script::Hiragana | Script::Katakana) && !form.latin.is_empty() {
                syllables::kana_hits(form, k, t, all, hits);
            } else if t.script == Script::Katakana && form.words.iter().all(|w| w.script == Script::Hangul) {
                syllables::korean_kana_hits(form, k, t, hits);
            } else if t.script == Script::OtherUnspaced {
                for (i, w) in form.words.iter().enumerate() {
                    if let Some(agree) = w.agree(t, english, &form.families) {
                        hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask: 1 << i, agree });
                    }
                }
            }
        }
        Script::Thai => syllables::thai_hits(form, k, t, all, hits),
        _ => {
            if let Some(agree) = login(form, t) {
                hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask: all, agree });
                return;
            }
            let before = hits.len();
            let alone = form.words.len() == 1;
            for (i, agree) in form.agree(t, english).iter().copied() {
                if alone && inner::is_of_another(&form.words[i], t, agree, toks) {
                    continue;
                }
                hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask: 1 << i, agree });
            }
            if hits.len() > before + 1 {
                // One word serves one word of the name: the one it fits best, or the one that lacks a hit.
                let tail = hits.split_off(before);
                let used =
                    if before > 0 && hits[before - 1].tokens.1 + 1 == k { hits[before - 1].mask } else { 0 };
                let best = tail.into_iter().min_by(|a, b| {
                    (a.mask & used)
                        .cmp(&(b.mask & used))
                        .then(b.agree.certainty.total_cmp(&a.agree.certainty))
                });
                hits.extend(best);
            }
            if hits.len() > before {
                return;
            }
            if t.script == Script::Hangul {
                syllables::hangul_hits(form, k, t, all, hits);
                return;
            }
            if t.script != Script::Latin {
                return;
            }
            // Two words of the text are one of the name, or one is two.
            if let Some(u) = toks.get(k + 1)
                && matches!(&text[t.span.end..u.span.start], " " | "-")
                && u.script == Script::Latin
                && t.text.len() + u.text.len() < 60
            {
                let both = fold::plain(t.text) + &fold::plain(u.text);
                for (i, w) in form.words.iter().enumerate() {
                    if w.plain == both && both.len() > 3 {
                        // "Blue Puffin" for BLUE-PUFFIN.
                        let parted = w.text.split('-').map(fold::plain).eq([t.text, u.text].map(fold::plain));
                        let certainty = if parted && t.capital() && u.capital() { 0.97 } else { 0.9 };
                        let agree = Agree { how: How::Accents, certainty, oblique: false, inflected: false };
                        hits.push(Hit {
                            tokens: (k, k + 1),
                            span: t.span.start..u.span.end,
                            mask: 1 << i,
                            agree,
                        });
                        return;
                    }
                }
            }
            let plain = fold::plain(t.text);
            let address = in_address(text, &t.span);
            if address && form.labels().contains(&plain) {
                let agree = Agree { how: How::Login, certainty: 0.9, oblique: false, inflected: false };
                hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask: all, agree });
                return;
            }
            for i in 1..form.words.len() {
                let (a, b) = (&form.words[i - 1], &form.words[i]);
                if a.plain.len() + b.plain.len() == plain.len()
                    && plain.starts_with(&a.plain)
                    && plain.ends_with(&b.plain)
                {
                    let whole = form.runs_together(t);
                    if whole && another_together(t.text) {
                        return;
                    }
                    let mask = 1 << i | 1 << (i - 1);
                    let (how, certainty) = if whole { (How::Login, 0.8) } else { (How::Accents, 0.88) };
                    let agree = Agree { how, certainty, oblique: false, inflected: false };
                    hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask, agree });
                    return;
                }
            }
        }
    }
}

/// Whether a name that is run together in one word may as well be another name: Lina is not Li Na.
pub(super) fn another_together(word: &str) -> bool {
    let plain = fold::plain(word);
    plain.len() < 6 || !crate::gazetteer::given_name::lookup(&plain).is_empty()
}

/// Whether a word stands in the address of a page or mailbox, or in a handle.
pub(super) fn in_address(text: &str, span: &Range<usize>) -> bool {
    const REACH: usize = 100;
    let near = |c: &(usize, char)| !c.1.is_whitespace();
    let before = text[..span.start].char_indices().rev().take(REACH).take_while(near).last();
    let behind = text[span.end..].char_indices().take(REACH).take_while(near).last();
    let from = before.map_or(span.start, |(at, _)| at);
    let to = behind.map_or(span.end, |(at, c)| span.end + at + c.len_utf8());
    let chunk = text[from..to].trim_matches(|c: char| !c.is_alphanumeric() && c != '@' && c != '/');
    let domain = chunk.split(['/', '@']).any(|part| {
        part.split_once('.').is_some_and(|(host, top)| {
            !host.is_empty() && top.len() > 1 && top.starts_with(|c: char| c.is_ascii_lowercase())
        })
    });
    chunk.starts_with('@') || chunk.contains("://") || domain
}

/// A login of all the words, joined by a line: falk_ines.
fn parted_login(form: &Form, t: &Token<'_>) -> Option<Agree> {
    let mut parts: Vec<String> = t.text.split('_').map(fold::plain).collect();
    if form.firm && !form.words.iter().any(|w| title::connector(&w.text)) {
        parts.retain(|part| part != "and");
    }
    // "river_moth" for RIVER-MOTH.
    if let [word] = form.words.as_slice()
        && word.text.contains('-')
        && parts.len() > 1
        && word.text.split('-').map(fold::plain).eq(parts.iter().cloned())
    {
        return Some(Agree { how: How::Login, certainty: 0.92, oblique: false, inflected: false });
    }
    let all = form.words.len() > 1
        && parts.len() == form.words.len()
        && form.words.iter().all(|w| !w.plain.is_empty() && parts.contains(&w.plain));
    all.then_some(Agree { how: How::Login, certainty: 0.9, oblique: false, inflected: false })
}

/// A login: the first letter and the surname.
fn login(form: &Form, t: &Token<'_>) -> Option<Agree> {
    if form.words.len() < 2 || t.text.len() < 5 || !t.text.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let (a, b) = (&form.words[0].plain, &form.words[form.words.len() - 1].plain);
    let first = &a[..a.chars().next()?.len_utf8()];
    (t.text.strip_prefix(first) == Some(b) || t.text.strip_suffix(first) == Some(b)).then_some(Agree {
        how: How::Login,
        certainty: 0.8,
        oblique: false,
        inflected: false,
    })
}

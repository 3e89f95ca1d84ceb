//! Hits in scripts that write a foreign name by its sound: kana, Hangul and Thai.

use super::form::Form;
use super::hit::Hit;
use crate::entity::name::how::How;
use crate::entity::name::phonetic::{self, Family, Spelling};
use crate::entity::name::token_match::Agree;
use crate::entity::name::transliteration::{hangul, kana, thai};
use crate::unicode::fold;
use crate::unicode::token::{Script, Token};

pub(super) fn kana_hits(form: &Form, k: usize, t: &Token<'_>, all: u32, hits: &mut Vec<Hit>) {
    let hep = kana::hepburn(t.text);
    if hep.is_empty() || hep.len() > 200 {
        return;
    }
    let n = form.latin.len();
    let canon: Vec<String> = form.latin.iter().map(|w| kana::canonical(&fold::plain(w))).collect();
    let turned: String = std::iter::once(&canon[n - 1]).chain(&canon[..n - 1]).map(String::as_str).collect();
    let mut targets: Vec<(String, u32)> = vec![(canon.concat(), all), (turned, all)];
    if n > 1 {
        targets.extend(canon.iter().enumerate().map(|(i, c)| (c.clone(), 1 << i)));
    }
    let full: String = hep.iter().map(|x| x.0).collect();
    for (target, mask) in targets {
        if target.len() < 2 {
            continue;
        }
        // Hiragana particles follow without a space, a katakana word stands whole.
        let ends: Vec<usize> =
            if t.script == Script::Hiragana { (1..=hep.len()).rev().collect() } else { vec![hep.len()] };
        for e in ends.into_iter().filter(|&e| e == hep.len() || hep[e - 1].1 != hep[e].1) {
            if kana::canonical(&full[..full.char_indices().nth(e).map_or(full.len(), |x| x.0)]) == target {
                let end = hep[e - 1].1;
                let agree =
                    Agree { how: How::Transliterated, certainty: 0.92, oblique: false, inflected: false };
                hits.push(Hit { tokens: (k, k), span: t.span.start..t.span.start + end, mask, agree });
                return;
            }
        }
    }
}

/// A Korean name as Japanese texts write it: イ・ハヌル for 이하늘.
pub(super) fn korean_kana_hits(form: &Form, k: usize, t: &Token<'_>, hits: &mut Vec<Hit>) {
    let written: String = kana::hepburn(t.text).into_iter().map(|x| x.0).collect();
    let written = kana::unvoiced(&written);
    let parts: Vec<String> = form.words.iter().map(|w| hangul::in_kana(&w.text)).collect();
    let all = (1u32 << parts.len()) - 1;
    let each = parts.iter().enumerate().map(|(i, part)| (part.clone(), 1 << i));
    let target = std::iter::once((parts.concat(), all)).chain(each).find(|(part, _)| *part == written);
    let Some((_, mask)) = target.filter(|_| !written.is_empty()) else { return };
    let agree = Agree { how: How::Transliterated, certainty: 0.9, oblique: false, inflected: false };
    hits.push(Hit { tokens: (k, k), span: t.span.clone(), mask, agree });
}

pub(super) fn hangul_hits(form: &Form, k: usize, t: &Token<'_>, all: u32, hits: &mut Vec<Hit>) {
    let jamo = hangul::jamo(t.text);
    if jamo.len() > 200 {
        return;
    }
    let syllable_end = |e: usize| if e >= jamo.len() { t.text.len() } else { jamo[e].1 };
    let whole = |e: usize| e == jamo.len() || e > 0 && jamo[e - 1].1 != jamo[e].1;
    let rest_fits = |e: usize| {
        let rest = &t.text[syllable_end(e)..];
        // What is called 서연 is 서연이 among friends.
        let rest = rest.strip_prefix('이').unwrap_or(rest);
        rest.is_empty() || hangul::PARTICLES.contains(&rest)
    };
    let run = Spelling::new(Family::Korean, &jamo.iter().map(|x| x.0).collect::<String>());
    let mut best: Option<(usize, u32, u8)> = None;
    let mut consider = |s: &Spelling, mask: u32| {
        let budget = (s.len() / 4).clamp(1, 3) as u8;
        for (e, cost) in phonetic::ends(s, &run, 0, budget, false) {
            if whole(e)
                && rest_fits(e)
                && best.is_none_or(|b| b.1.count_ones() < mask.count_ones() || b.2 > cost)
            {
                best = Some((e, mask, cost));
            }
        }
    };
    for (f, s) in &form.joined {
        if *f == Family::Korean {
            consider(s, all);
        }
    }
    for (i, w) in form.words.iter().enumerate() {
        if form.words.len() > 1
            && let Some(s) = w.spelling(Family::Korean)
            && s.len() > 2
        {
            consider(s, 1 << i);
        }
    }
    if let Some((e, mask, cost)) = best {
        let same = form.words.iter().all(|w| w.script == Script::Hangul);
        let how = if same { How::Inflected } else { How::Transliterated };
        let agree = Agree { how, certainty: 0.93 - 0.04 * f32::from(cost), oblique: false, inflected: false };
        hits.push(Hit { tokens: (k, k), span: t.span.start..t.span.start + syllable_end(e), mask, agree });
    }
}

pub(super) fn thai_hits(form: &Form, k: usize, t: &Token<'_>, all: u32, hits: &mut Vec<Hit>) {
    if form.words.iter().all(|w| w.script == Script::Thai) {
        let mut any = false;
        let whole: String = form.words.iter().map(|w| w.text.as_str()).collect();
        for (at, _) in t.text.match_indices(whole.as_str()) {
            let agree = Agree { how: How::Verbatim, certainty: 0.97, oblique: false, inflected: false };
            hits.push(Hit {
                tokens: (k, k),
                span: t.span.start + at..t.span.start + at + whole.len(),
                mask: all,
                agree,
            });
            any = true;
        }
        if !any && form.words.len() > 1 {
            for (i, w) in form.words.iter().enumerate() {
                for (at, _) in t.text.match_indices(w.text.as_str()) {
                    let agree =
                        Agree { how: How::Verbatim, certainty: 0.97, oblique: false, inflected: false };
                    hits.push(Hit {
                        tokens: (k, k),
                        span: t.span.start + at..t.span.start + at + w.text.len(),
                        mask: 1 << i,
                        agree,
                    });
                }
            }
        }
        return;
    }
    let spoken = thai::spoken(t.text);
    if spoken.is_empty() || spoken.len() > 4000 {
        return;
    }
    let run = Spelling::new(Family::Thai, &spoken.iter().map(|x| x.0).collect::<String>());
    let mut targets: Vec<(&Spelling, u32)> =
        form.joined.iter().filter(|j| j.0 == Family::Thai).map(|j| (&j.1, all)).collect();
    if form.words.len() > 1 {
        targets.extend(
            form.words.iter().enumerate().filter_map(|(i, w)| Some((w.spelling(Family::Thai)?, 1 << i))),
        );
    }
    let byte_end = |e: usize| {
        let last = spoken[..e].iter().map(|x| x.1).max().unwrap_or(0);
        let mut end = last + t.text[last..].chars().next().map_or(0, char::len_utf8);
        while let Some(c) = t.text[end..].chars().next().filter(|c| matches!(c, '\u{e47}'..='\u{e4e}')) {
            end += c.len_utf8();
        }
        end
    };
    for (target, mask) in targets {
        if target.len() < 3 {
            continue;
        }
        let mut from = 0;
        while from < spoken.len() {
            let begins = matches!(spoken[from].0, 'ก'..='ฮ');
            let best = if begins {
                phonetic::ends(target, &run, from, (target.len() / 4).clamp(1, 2) as u8, true)
                    .into_iter()
                    .filter(|&(e, _)| {
                        let short = target.len() < 5;
                        !spoken.get(e).is_some_and(|x| matches!(x.0, '\u{e30}'..='\u{e3a}'))
                            && (!short || from == 0 && e == spoken.len())
                    })
                    .min_by_key(|&(e, c)| (c, usize::MAX - e))
            } else {
                None
            };
            if let Some((e, cost)) = best {
                let start = spoken[from..e].iter().map(|x| x.1).min().unwrap_or(0);
                let end = byte_end(e).max(start);
                // A leading vowel stands before its consonant.
                let start = t.text[..start]
                    .char_indices()
                    .next_back()
                    .filter(|x| matches!(x.1, 'เ'..='ไ'))
                    .map_or(start, |x| x.0);
                let agree = Agree {
                    how: How::Transliterated,
                    certainty: 0.9 - 0.05 * f32::from(cost),
                    oblique: false,
                    inflected: false,
                };
                let span = t.span.start + start..t.span.start + end;
                if !hits.iter().rev().take(64).any(|h| h.span.start < span.end && span.start < h.span.end) {
                    hits.push(Hit { tokens: (k, k), span, mask, agree });
                }
                from = e.max(from + 1);
            } else {
                from += 1;
            }
        }
    }
    hits.sort_by_key(|h| (h.tokens.0, h.span.start));
}

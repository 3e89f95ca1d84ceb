//! Spans of a text that are probably names.

use super::name_classifier::usage;
use super::{Name, disambiguation, kana, place};
use crate::gazetteer::{gender, given_name, non_entity, title};
use crate::pages::{by_page, shifted};
use crate::unicode::token::{Script, Token, tokens};
use crate::word::english_word;

/// How surely a word is a name, at most, where it is the month: "in June".
const MONTH: f32 = 0.2;

/// What kind of thing a name seems to name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A person.
    Person,
    /// A place.
    Place,
    /// An organisation, firm or institution.
    Organisation,
    /// A day, month, language, people or technical term: no entity.
    NoEntity,
    /// Not known.
    Unknown,
}

/// Spans of `text` that are probably names, in order, with how sure that is. A long text is read [page by page](crate::pages).
pub fn names(text: &str) -> Vec<Name> {
    by_page(text, of_page, |one, by| one.span = shifted(&one.span, by))
}

fn of_page(text: &str) -> Vec<Name> {
    let toks = tokens(text);
    let mut out = Vec::new();
    let mut i = 0;
    while i < toks.len() {
        let t = &toks[i];
        if t.code || !starts(t) {
            i += 1;
            continue;
        }
        let mut j = i;
        while let Some(n) = extend(text, &toks, i, j) {
            j = n;
        }
        if let Some(n) = name(text, &toks, i, j) {
            out.push(n);
        }
        i = j + 1;
    }
    out
}

fn known(t: &Token<'_>) -> bool {
    !given_name::lookup(&given_name::fold_key(t.text)).is_empty() || !place::lookup(t.text).is_empty()
}

/// Whether people are called as this month is.
#[must_use]
pub fn is_given_month(word: &str) -> bool {
    matches!(word, "May" | "April" | "June" | "August")
}

/// Behind it stands a month, and nobody: "the rota in June".
fn says_when(word: &str) -> bool {
    const WHEN: [&str; 14] = [
        "in", "since", "until", "till", "during", "before", "after", "last", "this", "next", "every",
        "early", "late", "mid",
    ];
    WHEN.contains(&word)
}

fn starts(t: &Token<'_>) -> bool {
    if t.script.cased() { t.capital() } else { t.script != Script::Hiragana || known(t) }
}

/// The token up to which the name goes on after token `j`.
fn extend(text: &str, toks: &[Token<'_>], i: usize, j: usize) -> Option<usize> {
    let next = toks.get(j + 1)?;
    let gap = &text[toks[j].span.end..next.span.start];
    let short = toks[j].text.chars().count() <= 2 || title::address(toks[j].text);
    let dot = matches!(gap, ". " | ".") && short;
    if j - i > 6 || next.code {
        return None;
    }
    if !(matches!(gap, " " | "\u{a0}" | "・" | "·" | " & " | "&" | "＆" | " ＆ ")
        || dot
        || gap.is_empty() && toks[j].script.unspaced() && next.script == toks[j].script
        || gap.is_empty() && toks[j].script == Script::Han && next.script == Script::Hiragana)
    {
        return None;
    }
    if !toks[j].script.cased() {
        if i == j && gap.is_empty() && kana::is_given_behind(text, &toks[j], next) {
            return Some(j + 1);
        }
        let end = matches!(toks[j].script, Script::Han | Script::Hiragana);
        return (next.script == toks[j].script && !end && j < i + 3).then_some(j + 1);
    }
    let given_month = is_given_month(toks[j].text) && usage(text, toks[j].span.clone()).score > 0.5;
    // In a name that is all in capitals an abbreviation is a word of it: PHẠM THỊ LAN.
    let term = |t: &Token<'_>, beside: &Token<'_>| {
        non_entity::term(t.text) && !(t.all_caps() && beside.all_caps() && !non_entity::term(beside.text))
    };
    let ends_name = (non_entity::calendar(toks[j].text) || non_entity::people(toks[j].text)) && !given_month
        || term(&toks[j], next) && !firm(text, &toks[j + 1..])
        || english_word(toks[j].text) && j == i && usage(text, toks[j].span.clone()).score < 0.4;
    // "Khalid's EpiPen" is no name; "Levi's Jeans" may be one.
    if owns(toks[j].text)
        && !english_word(next.text)
        && !title::kind(next.text)
        && next.script == toks[j].script
    {
        return None;
    }
    let joined = matches!(gap.trim(), "&" | "＆");
    if ends_name && !joined && place::lookup(&text[toks[i].span.start..next.span.end]).is_empty() {
        return None;
    }
    if next.capital() && next.script.cased() {
        let place = || !place::lookup(&text[toks[i].span.start..next.span.end]).is_empty();
        let apart = non_entity::calendar(next.text) || term(next, &toks[j]);
        return (!apart || place()).then_some(j + 1);
    }
    // A particle goes on where a capital follows it.
    if title::particle(next.text) && !matches!(next.text, "and" | "a" | "i" | "e" | "y" | "o") {
        let after = toks.get(j + 2)?;
        let tight = |a: &Token<'_>, b: &Token<'_>| text[a.span.end..b.span.start].trim().is_empty();
        if after.capital() && tight(next, after) {
            let of = matches!(next.text, "of" | "the" | "to" | "for");
            if !of || title::kind(toks[j].text) || toks[i].text == "The" {
                return Some(j + 2);
            }
        } else if title::particle(after.text)
            && tight(next, after)
            && toks.get(j + 3).is_some_and(|x| x.capital() && tight(after, x))
        {
            return Some(j + 3);
        }
    }
    None
}

/// Whether a word is the possessive of a first name.
fn owns(word: &str) -> bool {
    let stem = ["'s", "’s"].iter().find_map(|end| word.strip_suffix(end));
    stem.is_some_and(|stem| {
        given_name::lookup(&given_name::fold_key(stem)).iter().any(|entry| !entry.nickname)
    })
}

/// Whether the capitals that `toks` begin with end in what firms are called: QR Logistics, but not Wi-Fi Hotel Belcanto.
fn firm(text: &str, toks: &[Token<'_>]) -> bool {
    let together = |pair: &[Token<'_>]| &text[pair[0].span.end..pair[1].span.start] == " ";
    let run = toks.windows(2).take(4).take_while(|pair| pair[1].capital() && together(pair)).count();
    toks.get(run)
        .is_some_and(|last| last.capital() && (title::legal_form(last.text) || title::kind(last.text)))
}

/// Whether a form of address that no place bears stands before token `i`: Mrs London, but St Helena.
fn addressed(toks: &[Token<'_>], i: usize) -> bool {
    const PEOPLE: [&str; 16] = [
        "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "herr", "frau", "mevrouw", "meneer", "madame",
        "monsieur", "uncle", "aunt", "cousin",
    ];
    i > 0 && PEOPLE.contains(&toks[i - 1].text.to_lowercase().trim_end_matches('.'))
}

/// The name made of tokens `i..=j`, its titles and roles taken off.
pub(crate) fn name(text: &str, toks: &[Token<'_>], mut i: usize, mut j: usize) -> Option<Name> {
    let first = i;
    let mut titled = None;
    // What stands before a form of address is no part of the name.
    if let Some(k) = (i..j).rev().find(|&k| {
        matches!(toks[k].text.to_lowercase().as_str(), "dr" | "prof" | "mr" | "mrs" | "ms" | "herr" | "frau")
    }) {
        i = k;
    }
    // A capital kind of house or place begins its name: Hotel Belcanto.
    let own = |t: &Token<'_>| t.capital() && title::kind(t.text);
    while i < j && (title::address(toks[i].text) || title::role(toks[i].text) && !own(&toks[i])) {
        titled = Some(if title::address(toks[i].text) { title::Title::Address } else { title::Title::Role });
        i += 1;
    }
    if titled.is_none()
        && i > 0
        && title::address(toks[i - 1].text)
        && text[toks[i - 1].span.end..toks[i].span.start].trim_matches('.').trim().is_empty()
    {
        titled = Some(title::Title::Address);
    }
    let before = i.checked_sub(1).filter(|_| titled == Some(title::Title::Address));
    let sex = before.and_then(|before| gender::of_title(toks[before].text));
    let mut generation = disambiguation::generation_behind(text, toks, j);
    if j > i + 1 && disambiguation::generation(toks[j].text).is_some() {
        generation = disambiguation::generation(toks[j].text);
        j -= 1;
    }
    while j > i && (title::suffix(toks[j].text) || title::role(toks[j].text) && !toks[j].capital()) {
        titled = titled.or(Some(title::Title::Address));
        j -= 1;
    }
    let mut words: Vec<String> = Vec::new();
    let mut possessive = false;
    for t in &toks[i..=j] {
        words.push(t.text.to_string());
    }
    let mut end = toks[j].span.end;
    if let Some(last) = words.last_mut() {
        for p in ["'s", "’s", "'S", "’S", "'", "’"] {
            if let Some(stem) = last.strip_suffix(p) {
                possessive = true;
                end -= p.len();
                *last = stem.to_string();
                break;
            }
        }
        if let Some(stem) = title::without_suffix(last) {
            let cut = last.len() - stem.len();
            end -= cut;
            *last = stem.to_string();
            titled = Some(title::Title::Address);
        } else if toks[j].script.unspaced() || toks[j].script == Script::Hangul {
            for s in ["さん", "様", "先生", "女士", "小姐", "님", "씨"] {
                if let Some(stem) = last.strip_suffix(s).filter(|s| !s.is_empty()) {
                    end -= s.len();
                    *last = stem.to_string();
                    titled = Some(title::Title::Address);
                    break;
                }
            }
        }
    }
    let span = toks[i].span.start..end;
    let whole = &text[span.clone()];
    let single = i == j;
    let kind = if single
        && non_entity::no_entity(toks[i].text)
        && !(i > 0 && super::name_classifier::labels(&toks[i - 1]))
        && !(is_given_month(&words[0])
            && usage(text, toks[i].span.clone()).score > MONTH
            && !(i > 0 && says_when(toks[i - 1].text)))
    {
        Kind::NoEntity
    } else if !place::lookup(whole).is_empty() && !addressed(toks, i) {
        Kind::Place
    } else if single && given_name::lookup(&given_name::fold_key(&words[0])).iter().any(|e| !e.nickname) {
        Kind::Person
    } else if toks[i..=j].iter().any(|t| title::legal_form(t.text) || title::kind(t.text)) {
        Kind::Organisation
    } else if titled == Some(title::Title::Address)
        || given_name::lookup(&given_name::fold_key(&words[0])).iter().any(|_| true)
    {
        Kind::Person
    } else {
        Kind::Unknown
    };
    let sure = if kind == Kind::NoEntity {
        0.1
    } else if titled.is_some() {
        0.95
    } else if !toks[i].script.cased() {
        if toks[i..=j].iter().any(known) { 0.85 } else { 0.3 }
    } else if !single && kind == Kind::Place {
        0.9
    } else if single {
        usage(text, toks[i].span.clone()).score
    } else if i == first && english_word(toks[i].text) && usage(text, toks[i].span.clone()).score < 0.4 {
        0.5
    } else {
        0.9
    };
    let all_caps = toks[i..=j].iter().all(Token::all_caps);
    Some(Name {
        words,
        title: titled,
        addressed: sex,
        text: whole.to_string(),
        span,
        possessive,
        all_caps,
        kind,
        sure,
        not: Vec::new(),
        nominatives: Vec::new(),
        generation,
    })
}

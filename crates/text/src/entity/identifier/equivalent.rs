//! Other codes for the same thing: what a standard derives from the wanted one.

use super::digits::is_year;
use super::kind::{Identifier, Kind};
use super::normalize::book;
use super::{airline, bases, strict};
use crate::unicode::runs::alphanumeric;

/// The codes that mean the same as the wanted one, with how sure that is.
pub(super) fn forms(wanted: &Identifier) -> Vec<(Identifier, f32)> {
    let mut all = Vec::new();
    let mut push = |text: String, label: Option<&str>, certainty: f32| {
        let one = Identifier {
            kind: wanted.kind,
            canonical: super::normalize::reference::canonical(&text.to_lowercase()),
            label: label.map(str::to_owned).or_else(|| wanted.label.clone()),
            text,
            span: wanted.span.clone(),
        };
        all.push((one, certainty));
    };
    if let Some(text) = (wanted.kind == Kind::Isbn).then(|| book::short(&wanted.canonical)).flatten() {
        push(text, None, 0.9);
    }
    if !matches!(
        wanted.kind,
        Kind::Reference
            | Kind::Number
            | Kind::Plate
            | Kind::Code
            | Kind::Key
            | Kind::NationalId
            | Kind::Handle
    ) {
        return all;
    }
    if let Some(text) = written_out(&wanted.text) {
        push(text, None, 0.9);
    }
    if let Some(text) = undivided(&wanted.text) {
        push(text, None, if wanted.text.contains(' ') { 0.8 } else { 0.57 });
    }
    if let Some(text) = unpadded(&wanted.text).filter(|_| !strict::zeros_count(wanted)) {
        push(text, None, 0.95);
    }
    if let Some(text) = unchecked(&wanted.text) {
        push(text, None, 0.9);
    }
    if let Some(text) = security(wanted) {
        push(text, None, 0.95);
    }
    // The number alone needs its noun.
    if let Some(number) = bases::system(wanted)
        && !wanted.text.bytes().all(|b| b.is_ascii_digit())
    {
        push(number.to_string(), Some("asn"), 0.55);
        if wanted.text.contains('.') {
            push(format!("AS{number}"), Some("asn"), 0.95);
        }
    }
    for text in person(wanted) {
        push(text, None, 0.95);
    }
    let referenced = matches!(wanted.kind, Kind::Reference | Kind::Number);
    if let Some(text) = with_other_year(&wanted.text).filter(|_| referenced) {
        all.push((last_form(text, wanted.label.clone(), wanted), 0.93));
    }
    if matches!(wanted.label.as_deref(), Some("flight") | None)
        && wanted.kind == Kind::Reference
        && let Some(text) = airline::other_code(&wanted.text)
    {
        all.push((
            last_form(text, Some("flight".to_owned()), wanted),
            if wanted.label.is_some() { 0.9 } else { 0.7 },
        ));
    }
    all
}

/// As a code it has no other form in turn.
fn last_form(text: String, label: Option<String>, wanted: &Identifier) -> Identifier {
    Identifier {
        kind: Kind::Code,
        canonical: super::normalize::reference::canonical(&text.to_lowercase()),
        label,
        text,
        span: wanted.span.clone(),
    }
}

/// Letters with strokes and dots as typewriters without them write them.
fn written_out(text: &str) -> Option<String> {
    if !text.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    let mut out = String::with_capacity(text.len() + 2);
    let mut changed = false;
    for c in text.chars() {
        let written = match c {
            'Ø' | 'Ö' | 'Œ' => "OE",
            'ø' | 'ö' | 'œ' => "oe",
            'Æ' | 'Ä' => "AE",
            'æ' | 'ä' => "ae",
            'Ü' => "UE",
            'ü' => "ue",
            'Å' => "AA",
            'å' => "aa",
            'ß' => "ss",
            'Þ' => "TH",
            'þ' => "th",
            _ => {
                out.push(c);
                continue;
            }
        };
        changed = true;
        out.push_str(written);
    }
    changed.then_some(out)
}

/// A number without its one hyphen or space, where no year is in it: as sure as its noun makes it.
pub(super) fn undivided(text: &str) -> Option<String> {
    let (left, right) = text.split_once(['-', ' '])?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    (digits(left) && digits(right) && left.len() + right.len() >= 5 && !is_year(left) && !is_year(right))
        .then(|| format!("{left}{right}"))
}

/// A code of several groups without the zeros that lead a later one: "BA/2021/417" for BA/2021/00417.
fn unpadded(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let behind_mark = matches!(out.chars().next_back(), Some('-' | '/' | '.' | '_' | ' '));
        let zeros = rest.bytes().take_while(|b| *b == b'0').count();
        let goes_on = rest.as_bytes().get(zeros).is_some_and(u8::is_ascii_digit);
        if behind_mark && zeros > 0 && goes_on {
            changed = true;
            rest = &rest[zeros..];
            continue;
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    let groups = alphanumeric(&out).count();
    let grown = text.chars().any(char::is_alphabetic) || groups > 2 || text.contains('/');
    (changed && groups > 1 && grown && !text.contains(' ')).then_some(out)
}

/// A container's number without its check digit (ISO 6346).
fn unchecked(text: &str) -> Option<String> {
    let compact: String = text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase();
    let (owner, serial) = (compact.get(..4)?, compact.get(4..)?);
    let container = owner.bytes().all(|b| b.is_ascii_uppercase()) && owner.ends_with(['U', 'J', 'Z']);
    (container && serial.len() == 7 && serial.bytes().all(|b| b.is_ascii_digit()))
        .then(|| format!("{owner} {}", &serial[..6]))
}

/// A reference whose year has the other number of digits: "3 C 118/2022" for 3 C 118/22.
fn with_other_year(text: &str) -> Option<String> {
    let (head, year) = text.rsplit_once('/')?;
    let (digits, value) = (year.len(), year.parse::<u32>().ok()?);
    let numbered = head.ends_with(|c: char| c.is_ascii_digit());
    let other = match digits {
        2 if value < 50 => format!("20{year}"),
        2 => format!("19{year}"),
        4 if (1950..2050).contains(&value) => year[2..].to_owned(),
        _ => return None,
    };
    numbered.then(|| format!("{head}/{other}"))
}

/// The national number inside an ISIN (ISO 6166): nine characters between country and check digit.
fn security(wanted: &Identifier) -> Option<String> {
    let compact: String = wanted.text.chars().filter(char::is_ascii_alphanumeric).collect();
    let upper = compact.to_ascii_uppercase();
    let (country, national) = (upper.get(..2)?, upper.get(2..11)?);
    if upper.len() != 12
        || !country.bytes().all(|b| b.is_ascii_uppercase())
        || !upper.ends_with(|c: char| c.is_ascii_digit())
        || !(wanted.label.as_deref() == Some("isin") || isin_check(&upper))
    {
        return None;
    }
    let bare = national.trim_start_matches('0');
    (bare.len() >= 6).then(|| bare.to_owned())
}

fn isin_check(isin: &str) -> bool {
    let digits: String = isin.chars().filter_map(|c| c.to_digit(36)).map(|value| value.to_string()).collect();
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, b)| {
            let digit = u32::from(b - b'0') * if at % 2 == 0 { 1 } else { 2 };
            digit / 10 + digit % 10
        })
        .sum();
    sum.is_multiple_of(10)
}

/// A personal number with and without its century ("19900412-1234", "900412-1234").
fn person(wanted: &Identifier) -> Vec<String> {
    if wanted.label.as_deref() != Some("national") && wanted.kind != Kind::NationalId {
        return Vec::new();
    }
    let digits: String = wanted.text.chars().filter(char::is_ascii_digit).collect();
    let plain = wanted.text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '+' | ' '));
    let date = |text: &str| {
        let month = text.get(2..4).and_then(|text| text.parse().ok()).unwrap_or(0);
        let day = text.get(4..6).and_then(|text| text.parse().ok()).unwrap_or(0);
        (1..=12).contains(&month) && (1..=31).contains(&day)
    };
    match digits.len() {
        12 if plain && matches!(&digits[..2], "18" | "19" | "20") && date(&digits[2..]) => {
            vec![format!("{}-{}", &digits[2..8], &digits[8..])]
        }
        _ => Vec::new(),
    }
}

/// A personal number that begins with the day of birth: that day as `MM-DD`, and the rest.
pub(super) fn born(wanted: &Identifier) -> Option<(String, String, String)> {
    if wanted.label.as_deref() != Some("national") && wanted.kind != Kind::NationalId {
        return None;
    }
    let whole: String = wanted.text.to_lowercase().chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    let century = whole.len() == 12 && (whole.starts_with("19") || whole.starts_with("20"));
    let compact = if century { &whole[2..] } else { whole.as_str() };
    let head = compact.get(..6).filter(|head| head.bytes().all(|b| b.is_ascii_digit()))?;
    let rest = compact.get(6..).filter(|rest| (4..=5).contains(&rest.len()))?;
    let part = |from: usize| head.get(from..from + 2).unwrap_or_default();
    let valid = |month: &str, day: &str| {
        (1..=12).contains(&month.parse().unwrap_or(0)) && (1..=31).contains(&day.parse().unwrap_or(0))
    };
    if valid(part(2), part(0)) {
        Some((part(4).to_owned(), format!("{}-{}", part(2), part(0)), rest.to_owned()))
    } else if valid(part(2), part(4)) {
        Some((part(0).to_owned(), format!("{}-{}", part(2), part(4)), rest.to_owned()))
    } else {
        None
    }
}

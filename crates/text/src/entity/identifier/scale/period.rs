//! Periods of the calendar as they are named: quarters, halves, weeks, months, seasons and years of account.

use super::{Scale, Value};
use crate::entity::identifier::label;
use crate::entity::identifier::normalize::when;
use crate::entity::identifier::row::Row;
use crate::entity::identifier::spelled;

/// The part of a year that a word names.
fn unit(word: &str) -> Option<Scale> {
    Some(match word {
        "quarter" | "quarters" | "quartal" | "quartals" | "trimestre" | "kwartaal" | "kvartal" | "qtr" => {
            Scale::Quarter
        }
        "half" | "halbjahr" | "halbjahrs" | "semestre" | "halfjaar" | "halvår" => Scale::Half,
        "week" | "weeks" | "wk" | "cw" | "kw" | "kalenderwoche" | "woche" | "semaine" | "semana"
        | "settimana" | "vecka" | "uke" | "uge" => Scale::Week,
        _ => return None,
    })
}

/// The mark of a part of a year that is written to its number.
fn mark(letters: &str) -> Option<Scale> {
    Some(match letters {
        "q" | "qtr" => Scale::Quarter,
        "h" => Scale::Half,
        "w" | "kw" | "cw" | "wk" | "week" => Scale::Week,
        _ => return None,
    })
}

fn fits(scale: Scale, number: u32) -> bool {
    let most = match scale {
        Scale::Quarter => 4,
        Scale::Half => 2,
        _ => 53,
    };
    (1..=most).contains(&number)
}

fn canonical(scale: Scale, number: u32, year: Option<u32>) -> String {
    let part = match scale {
        Scale::Quarter => format!("Q{number}"),
        Scale::Half => format!("H{number}"),
        _ => format!("W{number:02}"),
    };
    year.map_or_else(|| format!("-----{part}"), |year| format!("{year:04}-{part}"))
}

/// A year in four digits, or in two where they are marked as one.
fn year(digits: &str, marked: bool) -> Option<u32> {
    let value: u32 = digits.parse().ok()?;
    match digits.len() {
        4 => (1900..2200).contains(&value).then_some(value),
        2 if marked => Some(if value < 70 { 2000 + value } else { 1900 + value }),
        _ => None,
    }
}

/// A number and its mark in one atom, with or without the year: "q3", "3q34", "2025w14", "l2025w14".
fn glued(raw: &[char]) -> Option<(Scale, u32, Option<u32>)> {
    let text: String = raw.iter().collect::<String>().to_lowercase();
    let mut runs: Vec<&str> = Vec::new();
    let mut from = 0;
    let bytes = text.as_bytes();
    for at in 1..=bytes.len() {
        if at == bytes.len() || bytes[at].is_ascii_digit() != bytes[at - 1].is_ascii_digit() {
            runs.push(text.get(from..at)?);
            from = at;
        }
    }
    let number = |digits: &str| digits.parse().ok().filter(|_| digits.len() <= 2);
    let part = |letters: &str, digits: &str| {
        let scale = mark(letters)?;
        Some((scale, number(digits).filter(|&number| fits(scale, number))?))
    };
    match runs[..] {
        [letters, digits] if digits.starts_with(|c: char| c.is_ascii_digit()) => {
            part(letters, digits).map(|(scale, number)| (scale, number, None))
        }
        [digits, "q"] => part("q", digits).map(|(scale, number)| (scale, number, None)),
        [first, letters, last] if first.starts_with(|c: char| c.is_ascii_digit()) => {
            if first.len() == 4 {
                part(letters, last).map(|(scale, number)| (scale, number, year(first, false)))
            } else {
                // "1h30" is a time.
                let (scale, number) = part(letters, first).filter(|_| letters == "q")?;
                Some((scale, number, Some(year(last, true)?)))
            }
        }
        [lead, first, letters, last] if lead.len() <= 3 && first.len() == 4 => {
            part(letters, last).map(|(scale, number)| (scale, number, year(first, false)))
        }
        _ => None,
    }
}

/// The year behind an atom, and the atom that it is.
fn behind(row: &Row<'_>, at: usize) -> Option<(u32, usize)> {
    let mut next = at + 1;
    let word = |at: usize| row.atoms.get(at).map(|&atom| row.word(atom)).unwrap_or_default();
    if matches!(word(next).as_str(), "of" | "in" | "de" | "des" | "von" | "fy") && row.gap(at) == [' '] {
        next += 1;
    }
    let atom = *row.atoms.get(next).filter(|atom| atom.digits)?;
    let gap = row.gap(next - 1);
    let marked = matches!(gap, ['/' | '\''] | [' ', '\'']);
    let close = marked || matches!(gap, [' ' | '-' | '_' | '.'] | [',', ' ']);
    let value = year(&row.word(atom), marked).filter(|_| close)?;
    // "KW 14/25/3" and "Q3 2034-17" are longer references.
    let longer =
        matches!(row.gap(next), ['/' | '-' | '.']) && row.atoms.get(next + 1).is_some_and(|more| more.digits);
    (!longer).then_some((value, next))
}

/// The year before an atom.
fn ahead(row: &Row<'_>, at: usize) -> Option<(u32, usize)> {
    let left = at.checked_sub(1)?;
    let atom = row.atoms[left];
    let close = matches!(row.gap(left), ['-' | '_' | ' ' | '/'] | [',', ' ']);
    let value = year(&row.word(atom), false).filter(|_| atom.digits && close)?;
    Some((value, left))
}

/// A part of a year without its year: "Q3", "KW 14", "third quarter", "week no. 14".
fn part(row: &Row<'_>, at: usize) -> Option<(Scale, u32, Option<u32>, usize)> {
    let atom = row.atoms[at];
    let word = |at: usize| {
        row.atoms.get(at).filter(|atom| atom.len() <= 16).map(|&atom| row.word(atom)).unwrap_or_default()
    };
    if !atom.letters
        && !atom.digits
        && atom.len() <= 12
        && let Some((scale, number, year)) = glued(row.raw(atom))
    {
        return Some((scale, number, year, at));
    }
    let close = |at: usize| matches!(row.gap(at), [' ' | '-' | '_'] | ['.', ' '] | ['.']);
    let figures = |at: usize| {
        let word = word(at);
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let end = &word[digits.len()..];
        let ordinal = matches!(end, "st" | "nd" | "rd" | "th" | "er" | "e" | "ème")
            || end.is_empty() && row.gap(at) == ['.', ' '];
        digits.parse().ok().filter(|_| ordinal && digits.len() <= 2)
    };
    // "third quarter", "14th calendar week"
    if let Some(number) = spelled::ordinal(&word(at)).or_else(|| figures(at)) {
        let next = if matches!(word(at + 1).as_str(), "calendar" | "fiscal" | "financial") {
            at + 2
        } else {
            at + 1
        };
        let scale = unit(&word(next)).filter(|&scale| close(next - 1) && fits(scale, number))?;
        return Some((scale, number, None, next));
    }
    // "week 14", "quarter three", "Q 3"
    let scale = unit(&word(at)).or_else(|| mark(&word(at)).filter(|_| row.capitals(atom)))?;
    let mut next = at + 1;
    if matches!(word(next).as_str(), "no" | "nr" | "number" | "nummer") {
        next += 1;
    }
    let number = word(next).parse().ok().or_else(|| spelled::small(&word(next)))?;
    (scale != Scale::Half && close(next - 1) && word(next).len() <= 9 && fits(scale, number))
        .then_some((scale, number, None, next))
}

/// "March 2025", "2025-03", "03/2025".
fn month(row: &Row<'_>, at: usize) -> Option<(String, usize)> {
    let atom = row.atoms[at];
    let next = *row.atoms.get(at + 1)?;
    let told = |year: u32, month: u32| {
        ((1990..2100).contains(&year) && (1..=12).contains(&month)).then(|| format!("{year:04}-{month:02}"))
    };
    let longer = |last: usize| {
        matches!(row.gap(last), ['/' | '-' | '.' | '_' | ':'])
            && row.atoms.get(last + 1).is_some_and(|more| !more.letters)
    };
    if atom.letters {
        let month = when::month(&row.word(atom))?;
        let far = row.is(next, "of") || row.is(next, "de");
        let last = at + 1 + usize::from(far);
        let year = *row.atoms.get(last).filter(|year| year.digits && year.len() == 4)?;
        let close = matches!(row.gap(last - 1), [' ' | '-' | '/' | '_'] | ['.' | ',', ' ']);
        let day = at > 0
            && !row.atoms[at - 1].letters
            && row.gap(at - 1).len() <= 2
            && row.atoms[at - 1].len() <= 4;
        return told(row.word(year).parse().ok()?, month)
            .filter(|_| close && !day && !longer(last))
            .map(|told| (told, year.to));
    }
    let joined = matches!(row.gap(at), ['-' | '/']) && atom.digits && next.digits;
    let led = at > 0 && matches!(row.gap(at - 1), ['-' | '/' | '.' | '_' | ':' | '#']);
    let labelled = label::before(row, at).is_some_and(|noun| label::known(&noun));
    if !joined || led || labelled || longer(at + 1) {
        return None;
    }
    let (a, b) = (row.word(atom), row.word(next));
    let told = match (a.len(), b.len()) {
        (4, 2) => told(a.parse().ok()?, b.parse().ok()?),
        (1..=2, 4) => told(b.parse().ok()?, a.parse().ok()?),
        _ => None,
    };
    told.map(|told| (told, next.to))
}

/// "season 2024/25", "2024-2025 school year", "FY25", "FY 2024/25".
fn season(row: &Row<'_>, at: usize) -> Option<(Scale, String, usize)> {
    const SAID: &[&str] = &[
        "season", "saison", "school", "academic", "financial", "fiscal", "schuljahr", "winter", "year",
        "spielzeit", "geschäftsjahr", "temporada", "stagione", "seizoen", "term", "fy", "sy", "ay", "ws",
        "wintersemester",
    ];
    let word = |at: usize| row.atoms.get(at).map(|&atom| row.word(atom)).unwrap_or_default();
    let atom = row.atoms[at];
    let first = word(at);
    if let Some(digits) = first.strip_prefix("fy").filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
    {
        let (digits, last) = if digits.is_empty() { (word(at + 1), at + 1) } else { (digits.to_owned(), at) };
        let split =
            matches!(row.gap(last), ['/' | '-']) && row.atoms.get(last + 1).is_some_and(|next| next.digits);
        let year = year(&digits, true).filter(|_| !split && (last == at || row.gap(at).len() <= 2))?;
        return Some((Scale::Fiscal, format!("{year:04}"), row.atoms[last].to));
    }
    let next = *row.atoms.get(at + 1).filter(|next| next.digits)?;
    let second = row.word(next);
    let from = year(&first, false).filter(|_| atom.digits && matches!(row.gap(at), ['/' | '-']))?;
    let follows = match second.len() {
        2 => second == format!("{:02}", (from + 1) % 100),
        4 => second == (from + 1).to_string(),
        _ => false,
    };
    let said = |at: Option<usize>| at.is_some_and(|at| SAID.contains(&word(at).as_str()));
    (follows && (said(at.checked_sub(1)) || said(Some(at + 2))))
        .then(|| (Scale::Season, format!("{from:04}/{:04}", from + 1), next.to))
}

/// All periods of a row.
pub(super) fn all(row: &Row<'_>) -> Vec<Value> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < row.atoms.len() {
        let from = row.atoms[at].from;
        let next = |to: usize| row.atoms.partition_point(|atom| atom.to <= to);
        if let Some((scale, canonical, to)) = season(row, at) {
            all.push(Value::new(row, scale, canonical, from, to));
            at = next(to);
        } else if let Some((scale, number, own, last)) = part(row, at) {
            let behind = if own.is_none() { behind(row, last) } else { None };
            let ahead = if own.is_none() && behind.is_none() { ahead(row, at) } else { None };
            let year = own.or(behind.map(|(year, _)| year)).or(ahead.map(|(year, _)| year));
            let from = ahead.map_or(from, |(_, at)| row.atoms[at].from);
            let last = behind.map_or(last, |(_, at)| at);
            // "The first week", "the second half", "W14": of what, only the year tells.
            let told = match scale {
                Scale::Quarter => true,
                Scale::Week => !row.atoms[at].letters || unit(&row.word(row.atoms[at])).is_some(),
                _ => false,
            };
            let ordinal =
                spelled::ordinal(&row.word(row.atoms[at])).is_some() || last > at && !row.atoms[at].letters;
            if year.is_some() || told && !ordinal {
                all.push(Value::new(row, scale, canonical(scale, number, year), from, row.atoms[last].to));
            }
            at = last + 1;
        } else if let Some((canonical, to)) = month(row, at) {
            all.push(Value::new(row, Scale::Month, canonical, from, to));
            at = next(to);
        } else {
            at += 1;
        }
    }
    all
}

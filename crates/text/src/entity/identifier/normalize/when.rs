//! Dates and times of day.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Scan;
use super::reference;
use crate::entity::identifier::digits::han_value;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::label;
use crate::entity::identifier::row::Row;
use crate::entity::identifier::spelled;
use crate::lang::calendar::CALENDARS;

/// The number of each month by its names and short forms in all languages.
static MONTHS: LazyLock<FxHashMap<&'static str, u32>> = LazyLock::new(|| {
    let months = CALENDARS.iter().flat_map(|calendar| (1..).zip(&calendar.months));
    months.flat_map(|(number, month)| month.all().map(move |name| (name, number))).collect()
});

pub(in crate::entity::identifier) fn month(word: &str) -> Option<u32> {
    MONTHS.get(word).copied()
}

fn value(row: &Row<'_>, at: usize, lengths: std::ops::RangeInclusive<usize>) -> Option<u32> {
    let atom = row.atoms.get(at)?;
    (atom.digits && lengths.contains(&atom.len())).then(|| row.word(*atom).parse().ok()).flatten()
}

fn year_of(value: u32, digits: usize) -> Option<u32> {
    match digits {
        4 => (1000..2200).contains(&value).then_some(value),
        2 => Some(if value < 70 { 2000 + value } else { 1900 + value }),
        _ => None,
    }
}

fn date(year: Option<u32>, month: u32, day: u32) -> Option<String> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    Some(match year {
        Some(year) => format!("{year:04}-{month:02}-{day:02}"),
        None => format!("-----{month:02}-{day:02}"),
    })
}

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    for at in 0..row.atoms.len() {
        let atom = row.atoms[at];
        if !scan.free(atom.from, atom.to) {
            continue;
        }
        if let Some((day, time, middle)) = stamp(row, at) {
            scan.push(Kind::Date, day, atom.from, middle);
            scan.push(Kind::Time, time, middle + 1, atom.to);
        } else if let Some((canonical, to)) =
            numeric(row, at).or_else(|| named(row, at)).or_else(|| eastern(row, at))
        {
            scan.push(Kind::Date, canonical, atom.from, to);
            if let Some((canonical, from, to)) = behind_day(row, to) {
                scan.push(Kind::Time, canonical, from, to);
            }
        } else if let Some((canonical, to)) =
            clock(row, at).or_else(|| hours(row, at)).or_else(|| said(row, at))
        {
            scan.push(Kind::Time, canonical, atom.from, to);
        }
    }
}

/// The time of "2024-05-06T14:30" behind its day: what it is, and where.
fn behind_day(row: &Row<'_>, to: usize) -> Option<(String, usize, usize)> {
    let at = row.atoms.iter().position(|atom| atom.from < to && to < atom.to)?;
    let hour: String = row.low(row.atoms[at]).get(to - row.atoms[at].from..)?.iter().collect();
    let hour: u32 = hour.strip_prefix('t').filter(|hour| hour.len() == 2)?.parse().ok()?;
    let next = *row.atoms.get(at + 1).filter(|_| row.gap(at) == [':'])?;
    let minute: u32 = row.low(next).get(..2)?.iter().collect::<String>().parse().ok()?;
    (hour < 24 && minute < 60).then(|| (format!("{hour:02}:{minute:02}"), to + 1, next.from + 2))
}

/// "20240506T143000Z": the day, the time, and where the day ends.
fn stamp(row: &Row<'_>, at: usize) -> Option<(String, String, usize)> {
    let atom = row.atoms[at];
    let text = Some(atom).filter(|atom| (13..=16).contains(&atom.len())).map(|atom| row.word(atom))?;
    let (day, time) = text.split_once('t')?;
    let time = time.strip_suffix('z').unwrap_or(time);
    let figures = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !(day.len() == 8 && matches!(time.len(), 4 | 6) && figures(day) && figures(time)) {
        return None;
    }
    let whole: u32 = day.parse().ok()?;
    let (hour, minute): (u32, u32) = (time[..2].parse().ok()?, time[2..4].parse().ok()?);
    let day = date(Some(year_of(whole / 10000, 4)?), whole / 100 % 100, whole % 100)?;
    (hour < 24 && minute < 60).then(|| (day, format!("{hour:02}:{minute:02}"), atom.from + 8))
}

fn numeric(row: &Row<'_>, at: usize) -> Option<(String, usize)> {
    let first = row.atoms[at];
    if !first.digits
        || (at > 0 && matches!(row.gap(at - 1), ['.' | '-' | '/' | ':']))
        || row.before(first.from) == '-'
    {
        return None;
    }
    if first.len() == 8 {
        let whole: u32 = row.word(first).parse().ok()?;
        let year = year_of(whole / 10000, 4).filter(|year| (1950..2050).contains(year))?;
        if label::before(row, at).is_some_and(|word| label::known(&word)) || row.before(first.from) == '#' {
            return None;
        }
        return Some((date(Some(year), whole / 100 % 100, whole % 100)?, first.to));
    }
    let mark = match row.gap(at) {
        ['-'] => '-',
        ['/'] => '/',
        ['.'] => '.',
        _ => return None,
    };
    let same = row.gap(at + 1) == [mark] || (mark == '.' && row.gap(at + 1) == ['.', ' ']);
    let third = row.atoms.get(at + 2).filter(|_| same)?;
    // "2024-05-03T10:00" is one atom with its T.
    let timed = row.low(*third).contains(&'t') && row.gap(at + 2) == [':'];
    if !timed && matches!(row.gap(at + 2), ['.' | '-' | '/' | ':']) {
        return None;
    }
    let to = third.to;
    if first.len() == 4 {
        let (year, month) = (year_of(value(row, at, 4..=4)?, 4)?, value(row, at + 1, 1..=2)?);
        let low = row.low(*third);
        let day: String = low.iter().take(2).take_while(|c| c.is_ascii_digit()).collect();
        let rest = low.get(day.len()).copied();
        if !(rest.is_none() || rest == Some('t')) {
            return None;
        }
        return Some((date(Some(year), month, day.parse().ok()?)?, third.from + day.len()));
    }
    let (a, b) = (value(row, at, 1..=2)?, value(row, at + 1, 1..=2)?);
    let year = year_of(value(row, at + 2, 2..=4)?, third.len())?;
    let (day, month) = if b > 12 { (b, a) } else { (a, b) };
    Some((date(Some(year), month, day)?, to))
}

/// The year of "4 March '87", and of "4 March 87" where nothing follows that it could count.
fn short_year(row: &Row<'_>, at: usize) -> Option<u32> {
    let value = value(row, at, 2..=2)?;
    let atom = row.atoms[at];
    let next = row.raw_at(atom.to);
    let ends = atom.to >= row.raw.len()
        || matches!(next, ',' | ';' | ')')
        || next == '.' && !row.raw_at(atom.to + 1).is_alphanumeric();
    let told = match row.gap(at - 1) {
        [' ', '\''] | ['\''] => true,
        [' '] => ends,
        _ => false,
    };
    year_of(value, 2).filter(|_| told)
}

fn named(row: &Row<'_>, at: usize) -> Option<(String, usize)> {
    let first = row.atoms[at];
    let day_of = |at: usize| -> Option<u32> {
        let atom = *row.atoms.get(at)?;
        let low = row.low(atom);
        if atom.letters {
            return spelled::ordinal(&row.word(atom)).filter(|day| (1..=31).contains(day));
        }
        let digits = low.iter().take_while(|c| c.is_ascii_digit()).count();
        let tail: String = low.get(digits..)?.iter().collect();
        ((1..=2).contains(&digits)
            && matches!(tail.as_str(), "" | "st" | "nd" | "rd" | "th" | "er" | "º" | "ª"))
        .then(|| low[..digits].iter().collect::<String>().parse().ok())
        .flatten()
        .filter(|day| (1..=31).contains(day))
    };
    let close = |at: usize| {
        row.gap(at).len() <= 2 && row.gap(at).iter().all(|c| matches!(c, ' ' | '.' | ',' | '-' | '/'))
    };
    let year_at = |at: usize| {
        let year = value(row, at, 4..=4).and_then(|year| year_of(year, 4)).filter(|_| close(at - 1));
        year.or_else(|| short_year(row, at))
    };
    if let Some(month) = (first.letters && first.len() <= 10).then(|| month(&row.word(first))).flatten() {
        let day = day_of(at + 1).filter(|_| close(at))?;
        let year = year_at(at + 2);
        let last = at + 1 + usize::from(year.is_some());
        return Some((date(year, month, day)?, row.atoms[last].to));
    }
    let day = day_of(at)?;
    let mut next = at + 1;
    if row.atoms.get(next).is_some_and(|&atom| row.is(atom, "of") || row.is(atom, "de")) {
        next += 1;
    }
    let name = *row.atoms.get(next).filter(|atom| atom.letters && atom.len() <= 10)?;
    // "3.V.2019"
    let roman = || {
        let framed = matches!(row.gap(next - 1), ['.'] | ['.', ' '] | ['/'])
            && matches!(row.gap(next), ['.'] | ['.', ' '] | ['/']);
        spelled::roman(row.raw(name)).filter(|month| framed && *month <= 12)
    };
    let month = month(&row.word(name)).or_else(roman).filter(|_| close(at) && close(next - 1))?;
    let mut last = next;
    if row.atoms.get(last + 1).is_some_and(|&atom| row.is(atom, "de") || row.is(atom, "of"))
        && year_at(last + 2).is_some()
    {
        last += 1;
    }
    let year = if last + 1 < row.atoms.len() { year_at(last + 1) } else { None };
    Some((date(year, month, day)?, row.atoms[last + usize::from(year.is_some())].to))
}

/// 2023年11月18日, 令和5年11月18日, R5.11.18, 二〇二三年十一月十八日.
fn eastern(row: &Row<'_>, at: usize) -> Option<(String, usize)> {
    let first = row.atoms[at];
    let era = |c: char| match c {
        '令' | 'r' => Some(2018),
        '平' | 'h' => Some(1988),
        '昭' | 's' => Some(1925),
        _ => None,
    };
    let low = row.low(first);
    if let (Some(base), true) =
        (era(low[0]), (2..=3).contains(&low.len()) && low[1..].iter().all(char::is_ascii_digit))
    {
        let year: u32 = low[1..].iter().collect::<String>().parse().ok()?;
        if row.gap(at) == ['.'] && row.gap(at + 1) == ['.'] {
            let (month, day) = (value(row, at + 1, 1..=2)?, value(row, at + 2, 1..=2)?);
            return Some((date(Some(base + year), month, day)?, row.atoms[at + 2].to));
        }
        return None;
    }
    let ahead: Vec<char> = row.low[first.from..].iter().take(24).copied().collect();
    let year_mark = ahead.iter().position(|&c| c == '年')?;
    let number = |chars: &[char]| -> Option<u32> {
        if chars.is_empty() {
            return None;
        }
        if chars.iter().all(char::is_ascii_digit) {
            return chars.iter().collect::<String>().parse().ok();
        }
        let values: Vec<u64> = chars.iter().map(|&c| han_value(c)).collect::<Option<_>>()?;
        if values.iter().all(|&value| value < 10) {
            return u32::try_from(values.iter().fold(0, |sum, value| sum * 10 + value)).ok();
        }
        let (mut sum, mut part) = (0, 0);
        for value in values {
            if value >= 10 {
                sum += part.max(1) * value;
                part = 0;
            } else {
                part = value;
            }
        }
        u32::try_from(sum + part).ok()
    };
    let begin = ahead[..year_mark]
        .iter()
        .rposition(|&c| !(c.is_ascii_digit() || han_value(c).is_some()))
        .map_or(0, |at| at + 1);
    let years = number(&ahead[begin..year_mark])?;
    let year = match begin.checked_sub(2) {
        Some(two) if era(ahead[two]).is_some() => era(ahead[two])? + years,
        _ => year_of(years, 4)?,
    };
    let rest = &ahead[year_mark + 1..];
    let month_mark = rest.iter().position(|&c| c == '月')?;
    let day_mark = rest.iter().position(|&c| c == '日')?;
    let month = number(&rest[..month_mark])?;
    let day = number(rest.get(month_mark + 1..day_mark)?)?;
    Some((date(Some(year), month, day)?, first.from + year_mark + 1 + day_mark + 1))
}

/// "am", "p.m.", "in the afternoon" from an atom on: whether it is the second half of the day, and the place behind it.
fn half_of_day(row: &Row<'_>, at: usize) -> Option<(bool, usize)> {
    let word = |at: usize| row.atoms.get(at).filter(|atom| atom.len() <= 10).map(|&atom| row.word(atom));
    let after = |mark: &str| match mark {
        "am" | "a" | "morning" => Some(false),
        "pm" | "p" | "afternoon" | "evening" | "night" => Some(true),
        _ => None,
    };
    match word(at)?.as_str() {
        mark @ ("am" | "pm") => Some((after(mark)?, row.atoms[at].to)),
        mark @ ("a" | "p") if row.gap(at) == ['.'] && word(at + 1).as_deref() == Some("m") => {
            Some((after(mark)?, row.atoms[at + 1].to))
        }
        "in" if word(at + 1).as_deref() == Some("the") => {
            let part = word(at + 2).filter(|part| part != "night")?;
            Some((after(&part).filter(|_| part.len() > 1)?, row.atoms[at + 2].to))
        }
        "at" if word(at + 1).as_deref() == Some("night") => Some((true, row.atoms[at + 1].to)),
        _ => None,
    }
}

/// The hour of a day of twenty-four.
fn of_day(hour: u32, after: bool) -> Option<u32> {
    (1..=12).contains(&hour).then_some(hour % 12 + if after { 12 } else { 0 })
}

/// "1430 hours", "at 0900 hrs".
fn hours(row: &Row<'_>, at: usize) -> Option<(String, usize)> {
    const AT: &[&str] =
        &["at", "by", "until", "till", "from", "before", "after", "around", "since", "um", "ab", "bis"];
    /// Words beside hours that are counted.
    const COUNTING: &[&str] = &[
        "ran", "run", "runs", "worked", "logged", "for", "over", "about", "than", "total", "took", "takes",
        "spent", "of", "were", "are", "have", "has", "had", "a", "per", "each", "later", "ago", "long",
    ];
    let atom = row.atoms[at];
    let low = row.low(atom);
    let unit = *row.atoms.get(at + 1)?;
    let said = matches!(row.word(unit).as_str(), "hours" | "hrs") && row.gap(at) == [' '];
    if !said || low.len() != 4 || !atom.digits || at > 0 && reference::is_joint(row.gap(at - 1)) {
        return None;
    }
    let (hour, minute): (u32, u32) = (row.word(atom)[..2].parse().ok()?, row.word(atom)[2..].parse().ok()?);
    let before = at.checked_sub(1).map(|left| row.word(row.atoms[left])).unwrap_or_default();
    let told = AT.contains(&before.as_str());
    let after = row.atoms.get(at + 2).map(|&next| row.word(next)).unwrap_or_default();
    let counted = COUNTING.contains(&before.as_str()) || COUNTING.contains(&after.as_str());
    let sure = told || low[0] == '0' || minute > 0 && !counted;
    (sure && hour < 24 && minute < 60).then(|| (format!("{hour:02}:{minute:02}"), unit.to))
}

/// "Half past two pm", "quarter to three in the afternoon": where the half of the day is said.
fn said(row: &Row<'_>, at: usize) -> Option<(String, usize)> {
    let word = |at: usize| row.atoms.get(at).filter(|atom| atom.len() <= 10).map(|&atom| row.word(atom));
    let from = match word(at)?.as_str() {
        "a" if word(at + 1).as_deref() == Some("quarter") => at + 1,
        _ => at,
    };
    let minutes = match word(from)?.as_str() {
        "half" => 30,
        "quarter" => 15,
        _ => return None,
    };
    let past = match word(from + 1)?.as_str() {
        "past" => true,
        "to" if minutes == 15 => false,
        _ => return None,
    };
    let hour = match value(row, from + 2, 1..=2) {
        Some(hour) => hour,
        None => spelled::small(&word(from + 2)?)?,
    };
    let (after, to) = half_of_day(row, from + 3)?;
    let hour = of_day(hour, after)?;
    let total = if past { hour * 60 + minutes } else { (hour * 60 + 24 * 60 - minutes) % (24 * 60) };
    Some((format!("{:02}:{:02}", total / 60, total % 60), to))
}

fn clock(row: &Row<'_>, at: usize) -> Option<(String, usize)> {
    let first = row.atoms[at];
    let low = row.low(first);
    let digits = low.iter().take_while(|c| c.is_ascii_digit()).count();
    if !(1..=2).contains(&digits) || (at > 0 && matches!(row.gap(at - 1), [':' | '.' | '-' | '/'])) {
        return None;
    }
    let hour: u32 = low[..digits].iter().collect::<String>().parse().ok()?;
    let tail: String = low[digits..].iter().collect();
    let half = |hour: u32, mark: &str| match mark {
        "am" => (1..=12).contains(&hour).then_some(hour % 12),
        "pm" => (1..=12).contains(&hour).then_some(hour % 12 + 12),
        _ => None,
    };
    if !tail.is_empty() {
        let minute = tail
            .strip_prefix('h')
            .filter(|rest| rest.is_empty() || rest.len() == 2 && rest.bytes().all(|b| b.is_ascii_digit()));
        if let Some(minute) = minute {
            let minute: u32 = if minute.is_empty() { 0 } else { minute.parse().ok()? };
            return (hour < 25 && minute < 60).then(|| (format!("{hour:02}:{minute:02}"), first.to));
        }
        return half(hour, &tail).map(|hour| (format!("{hour:02}:00"), first.to));
    }
    if matches!(row.gap(at), [':' | '.'])
        && let Some(second) = row.atoms.get(at + 1)
    {
        let low = row.low(*second);
        if low.len() < 2 || !low[..2].iter().all(char::is_ascii_digit) {
            return None;
        }
        let minute: u32 = low[..2].iter().collect::<String>().parse().ok()?;
        let glued: String = low[2..].iter().collect();
        let spaced = row.atoms.get(at + 2).filter(|_| row.gap(at + 1) == [' ']).map(|&atom| row.word(atom));
        let behind = spaced.as_ref().and_then(|_| half_of_day(row, at + 2));
        // "1:22-cv-00417" is a docket's number.
        let coded = row.gap(at + 1) == ['-'] && row.atoms.get(at + 2).is_some_and(|next| next.letters);
        if minute > 59 || hour > 24 || coded {
            return None;
        }
        if !glued.is_empty() {
            return half(hour, &glued).map(|hour| (format!("{hour:02}:{minute:02}"), second.to));
        }
        if let Some((after, to)) = behind
            && let Some(hour) = of_day(hour, after)
        {
            return Some((format!("{hour:02}:{minute:02}"), to));
        }
        if spaced.as_deref().is_some_and(|word| matches!(word, "uhr" | "hours" | "hrs")) {
            return Some((format!("{hour:02}:{minute:02}"), row.atoms[at + 2].to));
        }
        let more = row.gap(at + 1) == ['.'] || matches!(row.gap(at + 1), [':']);
        if row.gap(at) == [':'] && (!more || value(row, at + 2, 2..=2).is_some()) {
            let to = if more && row.gap(at + 1) == [':'] { row.atoms[at + 2].to } else { second.to };
            return Some((format!("{hour:02}:{minute:02}"), to));
        }
        return None;
    }
    let next = row.atoms.get(at + 1).filter(|_| row.gap(at) == [' '])?;
    let word = row.word(*next);
    if word == "uhr" && hour < 25 {
        return Some((format!("{hour:02}:00"), next.to));
    }
    let (after, to) =
        half_of_day(row, at + 1).filter(|_| matches!(word.as_str(), "am" | "pm" | "a" | "p"))?;
    of_day(hour, after).map(|hour| (format!("{hour:02}:00"), to))
}

/// Whether two canonical dates are one day, a missing year left open.
pub(in crate::entity::identifier) fn same(a: &str, b: &str) -> bool {
    a == b
        || (a.starts_with("----") != b.starts_with("----") && a.get(4..) == b.get(4..) && a.len() == b.len())
}

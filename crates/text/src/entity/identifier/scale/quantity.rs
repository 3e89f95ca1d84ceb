//! Quantities with their units, as numbers of one base unit a scale: "½ inch", "0,5 in.", "145525 kHz".

use super::{Scale, Value};
use crate::entity::identifier::row::Row;
use crate::entity::identifier::spelled;

/// The scale of a unit, and how many of the base unit it is. Single capitals number seats and rooms as well.
fn unit(raw: &str) -> Option<(Scale, f64)> {
    use Scale::{Charge, Frequency, Length, Mass, Memory, Power, Tension, Volume};
    Some(match raw {
        "V" => return Some((Tension, 1.0)),
        "W" => return Some((Power, 1.0)),
        "m" => return Some((Length, 1e3)),
        "g" => return Some((Mass, 1.0)),
        "l" | "L" => return Some((Volume, 1e3)),
        _ => match raw.to_lowercase().as_str() {
            "mm" | "millimetre" | "millimetres" | "millimeter" | "millimeters" => (Length, 1.0),
            "cm" | "centimetre" | "centimetres" | "centimeter" | "centimeters" => (Length, 10.0),
            "metre" | "metres" | "meter" | "meters" => (Length, 1e3),
            "km" | "kilometre" | "kilometres" | "kilometer" | "kilometers" => (Length, 1e6),
            "inch" | "inches" | "zoll" | "pouce" | "pouces" => (Length, 25.4),
            "mg" | "milligram" | "milligrams" | "milligramm" => (Mass, 1e-3),
            "gram" | "grams" | "gramm" => (Mass, 1.0),
            "kg" | "kilo" | "kilos" | "kilogram" | "kilograms" | "kilogramm" => (Mass, 1e3),
            "ml" | "millilitre" | "millilitres" | "milliliter" | "milliliters" => (Volume, 1.0),
            "cl" | "centilitre" | "centilitres" | "centiliter" | "centiliters" => (Volume, 10.0),
            "litre" | "litres" | "liter" | "liters" => (Volume, 1e3),
            "hz" | "hertz" => (Frequency, 1.0),
            "khz" | "kilohertz" => (Frequency, 1e3),
            "mhz" | "megahertz" => (Frequency, 1e6),
            "ghz" | "gigahertz" => (Frequency, 1e9),
            "mv" | "millivolt" | "millivolts" => (Tension, 1e-3),
            "volt" | "volts" => (Tension, 1.0),
            "kv" | "kilovolt" | "kilovolts" => (Tension, 1e3),
            "watt" | "watts" => (Power, 1.0),
            "kw" | "kilowatt" | "kilowatts" => (Power, 1e3),
            "kb" | "kilobyte" | "kilobytes" => (Memory, 1e3),
            "mb" | "megabyte" | "megabytes" => (Memory, 1e6),
            "gb" | "gigabyte" | "gigabytes" => (Memory, 1e9),
            "tb" | "terabyte" | "terabytes" => (Memory, 1e12),
            "mah" => (Charge, 1.0),
            "ah" => (Charge, 1e3),
            _ => return None,
        },
    })
}

fn vulgar(c: char) -> Option<f64> {
    Some(match c {
        '½' => 0.5,
        '¼' => 0.25,
        '¾' => 0.75,
        '⅓' => 1.0 / 3.0,
        '⅔' => 2.0 / 3.0,
        '⅛' => 0.125,
        '⅜' => 0.375,
        '⅝' => 0.625,
        '⅞' => 0.875,
        _ => return None,
    })
}

/// The number of an atom's characters, a fraction behind it among them: "4", "1½".
fn figures(chars: &[char]) -> Option<f64> {
    let (digits, part) = match chars.split_last() {
        Some((&last, rest)) if vulgar(last).is_some() => (rest, vulgar(last)?),
        _ => (chars, 0.0),
    };
    if digits.is_empty() {
        return (part > 0.0).then_some(part);
    }
    let plain = digits.len() <= 9 && digits.iter().all(char::is_ascii_digit);
    plain.then(|| digits.iter().collect::<String>().parse::<f64>().ok()).flatten().map(|whole| whole + part)
}

/// A number from an atom on: its readings, the atom behind it, and what is left of its last atom.
struct Number {
    readings: Vec<f64>,
    next: usize,
    rest: String,
}

/// The figures that an atom begins with and the letters behind them: "00mm".
fn cut(row: &Row<'_>, at: usize) -> Option<(Vec<char>, String)> {
    let raw = row.raw(*row.atoms.get(at)?);
    let count = raw.iter().take_while(|c| c.is_ascii_digit() || vulgar(**c).is_some()).count();
    let letters: String = raw[count..].iter().collect();
    (letters.is_empty() || unit(&letters).is_some()).then(|| (raw[..count].to_vec(), letters))
}

fn written(row: &Row<'_>, at: usize) -> Option<Number> {
    let (digits, rest) = cut(row, at).filter(|(digits, _)| !digits.is_empty())?;
    let whole = figures(&digits)?;
    let number = |readings: Vec<f64>, next: usize, rest: String| Number { readings, next, rest };
    if !rest.is_empty() {
        return Some(number(vec![whole], at + 1, rest));
    }
    let more = cut(row, at + 1).filter(|(more, _)| !more.is_empty() && more.iter().all(char::is_ascii_digit));
    let Some((more, rest)) = more else { return Some(number(vec![whole], at + 1, rest)) };
    let text: String = more.iter().collect();
    Some(match row.gap(at) {
        [mark @ ('.' | ',')] => {
            let decimal = format!("{whole}.{text}").parse().ok()?;
            let thousands =
                (*mark == ',' && text.len() == 3).then(|| whole * 1e3 + figures(&more).unwrap_or(0.0));
            number(std::iter::once(decimal).chain(thousands).collect(), at + 2, rest)
        }
        ['/'] => {
            let part = figures(&more).filter(|&part| part > 1.0 && whole < part)?;
            // "1 1/2"
            let before = at.checked_sub(1).filter(|&left| row.atoms[left].digits && row.gap(left) == [' ']);
            let before = before.and_then(|left| figures(row.raw(row.atoms[left]))).unwrap_or(0.0);
            number(vec![before + whole / part], at + 2, rest)
        }
        _ => number(vec![whole], at + 1, String::new()),
    })
}

/// "four", "half", "one and a half".
fn said(row: &Row<'_>, at: usize) -> Option<Number> {
    let word = |at: usize| {
        row.atoms
            .get(at)
            .filter(|atom| atom.letters && atom.len() <= 12)
            .map(|&atom| row.word(atom))
            .unwrap_or_default()
    };
    let whole = match word(at).as_str() {
        "half" => 0.5,
        "quarter" => 0.25,
        word => f64::from(spelled::cardinal(word)?),
    };
    let next = at + 1;
    let and = |words: [&str; 3]| (0..3).all(|i| word(next + i) == words[i]);
    let (part, next) = if and(["and", "a", "half"]) {
        (0.5, next + 3)
    } else if matches!(word(next).as_str(), "point" | "decimal" | "comma") {
        (f64::from(spelled::small(&word(next + 1)).filter(|&digit| digit < 10)?) / 10.0, next + 2)
    } else {
        (0.0, next)
    };
    let article = usize::from(whole < 1.0 && matches!(word(next).as_str(), "a" | "an"));
    Some(Number { readings: vec![whole + part], next: next + article, rest: String::new() })
}

/// The unit behind a number, and where it ends.
fn measured(row: &Row<'_>, number: &Number) -> Option<((Scale, f64), usize)> {
    let end = row.atoms[number.next - 1].to;
    if !number.rest.is_empty() {
        return unit(&number.rest).map(|unit| (unit, end));
    }
    let mark = row.raw_at(end);
    let closed = row.raw[..row.atoms[number.next - 1].from].iter().filter(|&&c| c == '"').count() % 2 == 1;
    if mark == '"' && !closed {
        return Some(((Scale::Length, 25.4), end + 1));
    }
    let next =
        *row.atoms.get(number.next).filter(|_| matches!(row.gap(number.next - 1), [' ' | '-'] | []))?;
    let raw: String = row.raw(next).iter().collect();
    // "0.5 in.", but not "4 in the box".
    if raw == "in" && (row.raw_at(next.to) == '.' || row.gap(number.next - 1) == ['-']) {
        return Some(((Scale::Length, 25.4), next.to));
    }
    let longer = row.raw_at(next.to) == '/' && row.raw_at(next.to + 1).is_alphanumeric();
    unit(&raw).filter(|_| !longer).map(|unit| (unit, next.to))
}

/// All quantities of a row.
pub(super) fn all(row: &Row<'_>) -> Vec<Value> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < row.atoms.len() {
        let from = row.atoms[at].from;
        let led = at > 0
            && matches!(row.gap(at - 1), ['.' | ',' | '/' | '-' | ':' | '_'])
            && !row.atoms[at - 1].letters;
        let number = if led { None } else { written(row, at).or_else(|| said(row, at)) };
        let found = number.as_ref().and_then(|number| Some((number, measured(row, number)?)));
        let Some((number, ((scale, factor), to))) = found else {
            at += 1;
            continue;
        };
        for reading in &number.readings {
            all.push(Value::new(row, scale, format!("{:.5e}", reading * factor), from, to));
        }
        at = number.next.max(row.atoms.partition_point(|atom| atom.to <= to));
    }
    all
}

//! Amounts of money.

use super::Scan;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::row::Row;

const CURRENCIES: &[(&str, &str)] = &[
    ("eur", "EUR"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("usd", "USD"),
    ("dollar", "USD"),
    ("dollars", "USD"),
    ("gbp", "GBP"),
    ("pound", "GBP"),
    ("pounds", "GBP"),
    ("chf", "CHF"),
    ("franken", "CHF"),
    ("jpy", "JPY"),
    ("yen", "JPY"),
    ("twd", "TWD"),
    ("sek", "SEK"),
    ("nok", "NOK"),
    ("dkk", "DKK"),
    ("pln", "PLN"),
    ("czk", "CZK"),
    ("try", "TRY"),
    ("inr", "INR"),
    ("rupee", "INR"),
    ("rupees", "INR"),
    ("cad", "CAD"),
    ("aud", "AUD"),
    ("crowns", "CROWN"),
    ("kronor", "SEK"),
    ("kč", "CZK"),
    ("zł", "PLN"),
    ("rub", "RUB"),
    ("cny", "CNY"),
    ("brl", "BRL"),
    ("mxn", "MXN"),
    ("円", "JPY"),
    ("ユーロ", "EUR"),
    ("евро", "EUR"),
];

fn symbol(c: char) -> Option<&'static str> {
    Some(match c {
        '€' => "EUR",
        '$' => "USD",
        '£' => "GBP",
        '¥' => "JPY",
        '₹' => "INR",
        '₺' => "TRY",
        '₽' => "RUB",
        _ => return None,
    })
}

/// "Rs 2,400", but not the letters RS before a parcel's number.
fn is_rupees(raw: &[char]) -> bool {
    raw == ['R', 's']
}

fn currency(word: &str) -> Option<&'static str> {
    CURRENCIES.iter().find(|(name, _)| *name == word).map(|&(_, code)| code)
}

/// The code of a currency in capitals that is written to a number, where it is no prefix of other numbers.
fn glued(letters: &[char]) -> Option<&'static str> {
    let code: String = letters.iter().collect();
    ["EUR", "USD", "GBP", "CHF", "JPY"].into_iter().find(|known| *known == code)
}

/// The digits of an atom, and the currency that is written before or behind them: "EUR1249", "50EUR".
fn figures(row: &Row<'_>, at: usize) -> Option<(String, Option<&'static str>)> {
    let atom = *row.atoms.get(at).filter(|atom| !atom.letters && atom.len() <= 18)?;
    if atom.digits {
        return Some((row.word(atom), None));
    }
    let raw = row.raw(atom);
    let letter = |c: &char| !c.is_ascii_digit();
    let (digits, letters) = if letter(&raw[0]) {
        let cut = raw.iter().take_while(|c| letter(c)).count();
        (&raw[cut..], &raw[..cut])
    } else {
        raw.split_at(raw.iter().take_while(|c| !letter(c)).count())
    };
    let code = glued(letters)?;
    (!digits.iter().any(letter)).then(|| (digits.iter().collect(), Some(code)))
}

/// A number with its grouping read: hundredths, the currency written to it, and the atom after it.
fn hundredths(row: &Row<'_>, at: usize) -> Option<(u64, Option<&'static str>, usize)> {
    let mut next = at + 1;
    let (mut digits, mut code) = figures(row, at)?;
    let first = digits.len();
    let mut cents = String::from("00");
    while let (Some((more, behind)), [mark @ ('.' | ',' | '\'' | ' ')]) =
        (figures(row, next), row.gap(next - 1))
    {
        // "EUR" before the number of another thing is not behind this one.
        if behind.is_some() && !row.low(row.atoms[next])[0].is_ascii_digit() {
            break;
        }
        // "2,50,000": groups as they are in India.
        let lakhs = *mark == ','
            && more.len() == 2
            && row.gap(next) == [',']
            && figures(row, next + 1).is_some_and(|(behind, _)| matches!(behind.len(), 2 | 3));
        if (more.len() == 3 || lakhs) && digits.len() <= 12 && (next > at + 1 || first <= 3) {
            digits.push_str(&more);
        } else if matches!(more.len(), 1 | 2) && *mark != ' ' && *mark != '\'' {
            cents = format!("{more:0<2}");
        } else {
            break;
        }
        code = code.or(behind);
        next += 1;
        if cents != "00" || more.len() < 3 && !lakhs || behind.is_some() {
            break;
        }
    }
    Some((digits.parse::<u64>().ok()?.checked_mul(100)?.checked_add(cents.parse().ok()?)?, code, next))
}

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut at = 0;
    while at < row.atoms.len() {
        let atom = row.atoms[at];
        if atom.letters
            || atom.len() > 18
            || matches!(row.before(atom.from), '.' | ',' | '-' if at > 0 && row.atoms[at - 1].digits)
        {
            at += 1;
            continue;
        }
        let Some((value, mut code, next)) = hundredths(row, at) else {
            at += 1;
            continue;
        };
        let (mut from, mut to) = (atom.from, row.atoms[next - 1].to);
        let lead = if row.before(from) == ' ' { from.saturating_sub(1) } else { from };
        if code.is_some() {
        } else if let Some(found) = symbol(row.before(lead)) {
            code = Some(found);
            from = lead - 1;
        } else if let Some(found) =
            symbol(row.raw_at(to)).or_else(|| symbol(row.raw_at(to + 1)).filter(|_| row.raw_at(to) == ' '))
        {
            code = Some(found);
            to += if row.raw_at(to) == ' ' { 2 } else { 1 };
        } else if let Some(&word) = row.atoms.get(next)
            && matches!(row.gap(next - 1), [' '] | [])
            && let Some(found) = currency(&row.word(word))
        {
            code = Some(found);
            to = word.to;
        } else if at > 0
            && row.gap(at - 1) == [' ']
            && let Some(found) = currency(&row.word(row.atoms[at - 1]))
                .or_else(|| is_rupees(row.raw(row.atoms[at - 1])).then_some("INR"))
        {
            code = Some(found);
            from = row.atoms[at - 1].from;
        }
        if let Some(code) = code {
            scan.push(Kind::Amount, format!("{code}{}.{:02}", value / 100, value % 100), from, to);
        }
        at = next;
    }
}

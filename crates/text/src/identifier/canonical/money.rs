//! Amounts of money.

use super::Scan;
use crate::identifier::kind::Kind;
use crate::identifier::row::Row;

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

fn currency(word: &str) -> Option<&'static str> {
    CURRENCIES.iter().find(|(name, _)| *name == word).map(|&(_, code)| code)
}

/// A number with its grouping read: hundredths, and the atom after it.
fn hundredths(row: &Row<'_>, at: usize) -> Option<(u64, usize)> {
    let mut next = at + 1;
    let mut digits = row.word(row.atoms[at]);
    let mut cents = String::from("00");
    while let (Some(&atom), [mark @ ('.' | ',' | '\'' | ' ')]) = (row.atoms.get(next), row.gap(next - 1)) {
        if !atom.digits {
            break;
        }
        if atom.len() == 3 && digits.len() <= 12 && (next > at + 1 || row.atoms[at].len() <= 3) {
            digits.push_str(&row.word(atom));
            next += 1;
        } else if matches!(atom.len(), 1 | 2) && *mark != ' ' && *mark != '\'' {
            cents = format!("{:0<2}", row.word(atom));
            next += 1;
            break;
        } else {
            break;
        }
    }
    Some((digits.parse::<u64>().ok()?.checked_mul(100)?.checked_add(cents.parse().ok()?)?, next))
}

pub(in crate::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut at = 0;
    while at < row.atoms.len() {
        let atom = row.atoms[at];
        if !atom.digits
            || atom.len() > 15
            || matches!(row.before(atom.from), '.' | ',' | '-' if at > 0 && row.atoms[at - 1].digits)
        {
            at += 1;
            continue;
        }
        let Some((value, next)) = hundredths(row, at) else {
            at += 1;
            continue;
        };
        let (mut from, mut to) = (atom.from, row.atoms[next - 1].to);
        let mut code = None;
        let lead = if row.before(from) == ' ' { from.saturating_sub(1) } else { from };
        if let Some(found) = symbol(row.before(lead)) {
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

//! Strings that a text carries, and a request to purge asks for, in one form.

use crate::entity::identifier::{self, Identifier, Kind};

/// Letters and digits of a name in small letters.
pub(super) fn joined(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

pub(super) fn is_small(key: &str) -> bool {
    key.starts_with("l:") && !key.contains(['#', '*'])
}

/// The small numbers of a text with their nouns.
pub(super) fn small(text: &str) -> Vec<String> {
    identifier::keys(text).into_iter().filter(|key| is_small(key)).collect()
}

/// Small numbers that name a part of a thing together: box 7, folder 12.
pub(super) fn parts(small: &[String]) -> String {
    let mut small: Vec<&str> = small.iter().map(|key| key.trim_start_matches("l:")).collect();
    small.sort_unstable();
    format!("of:{}", small.join("+"))
}

/// What each few of a text's small numbers can name together.
pub(super) fn few(small: &[String]) -> Vec<String> {
    let mut few = Vec::new();
    for (at, first) in small.iter().enumerate() {
        for (next, second) in small.iter().enumerate().skip(at + 1) {
            few.push(parts(&[first.clone(), second.clone()]));
            let three = small[next + 1..].iter();
            few.extend(three.map(|third| parts(&[first.clone(), second.clone(), third.clone()])));
        }
    }
    few
}

/// A card's number, and what a masked one shows of it: six digits and the last four.
fn card(digits: &str) -> Vec<String> {
    let mut strings = vec![format!("card:{digits}")];
    if let (Some(head), Some(tail)) = (digits.get(..6), digits.get(digits.len().saturating_sub(4)..))
        && digits.len() > 10
    {
        strings.push(format!("card:{head}{}{tail}", "x".repeat(digits.len() - 10)));
    }
    strings
}

/// The strings of kinds that have one form.
pub(super) fn of_kind(one: &Identifier) -> Vec<String> {
    let canonical = &one.canonical;
    match one.kind {
        Kind::Ipv4 | Kind::Ipv6 | Kind::Cidr => vec![format!("ip:{canonical}")],
        Kind::Iban => vec![format!("iban:{canonical}")],
        Kind::Card => card(canonical),
        Kind::Isbn | Kind::Issn => vec![format!("book:{canonical}")],
        Kind::Doi => vec![format!("doi:{canonical}")],
        Kind::Coordinates => place(canonical),
        Kind::House => vec![format!("house:{canonical}")],
        _ => Vec::new(),
    }
}

/// A position to a thousandth of a degree.
fn place(canonical: &str) -> Vec<String> {
    let degrees: Vec<f64> = canonical.split(',').filter_map(|part| part.parse().ok()).collect();
    match degrees.as_slice() {
        [latitude, longitude] => vec![format!("place:{latitude:.3},{longitude:.3}")],
        _ => Vec::new(),
    }
}

/// The beginnings by which a long id is cited.
pub(super) fn beginnings(id: &str) -> impl Iterator<Item = &str> {
    (7..id.len()).filter_map(|size| id.get(..size))
}

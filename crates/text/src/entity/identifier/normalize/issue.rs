//! Issues and requests of a code forge, by address or in short: "https://forge.example/acme/widget/issues/42", "acme/widget#42".

use super::Scan;
use crate::entity::identifier::kind::Kind;

/// The short form of a canonical address, and its host; `None` for an address of another thing.
pub(in crate::entity::identifier) fn short(canonical: &str) -> Option<(&str, String)> {
    let mut parts = canonical.split(['/', '?', '#']);
    let host = parts.next().filter(|host| host.contains('.'))?;
    let (owner, repository) = (parts.next()?, parts.next()?);
    let place = parts.find(|part| *part != "-")?;
    let number = parts.next().filter(|number| is_number(number))?;
    let mark = match place {
        "issues" | "issue" | "pull" | "pulls" => '#',
        "merge_requests" => '!',
        _ => return None,
    };
    Some((host, format!("{owner}/{repository}{mark}{number}").to_lowercase()))
}

/// Whether two canonical forms, of which one may be short, are of one issue.
pub(in crate::entity::identifier) fn same(one: &str, other: &str) -> bool {
    match (short(one), short(other)) {
        (Some(one), Some(other)) => one == other,
        (Some((_, short)), None) => short == other,
        (None, Some((_, short))) => short == one,
        (None, None) => false,
    }
}

fn is_number(text: &str) -> bool {
    (1..=7).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

/// "acme/widget#42", "oak/api!77".
pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let inside = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    for at in (0..row.raw.len()).filter(|&at| matches!(row.raw[at], '#' | '!')) {
        let to = at + 1 + row.raw[at + 1..].iter().take_while(|c| c.is_ascii_digit()).count();
        let repository = at - row.raw[..at].iter().rev().take_while(|c| inside(c)).count();
        let Some(slash) = repository.checked_sub(1).filter(|&slash| row.raw[slash] == '/') else { continue };
        let from = slash - row.raw[..slash].iter().rev().take_while(|c| inside(c)).count();
        let number: String = row.raw[at + 1..to].iter().collect();
        let letters = |from: usize, to: usize| row.raw[from..to].iter().any(|c| c.is_alphabetic());
        let goes_on = matches!(row.before(from), '/' | ':' | '@') || row.raw_at(to).is_alphanumeric();
        if is_number(&number) && letters(from, slash) && letters(repository, at) && !goes_on {
            scan.push(Kind::Url, row.low[from..to].iter().collect(), from, to);
        }
    }
}

//! Accounts of a Windows domain: "CORP\jdoe".

use super::Scan;
use crate::entity::identifier::kind::Kind;

/// What parts the domain from the user.
const MARK: char = '\\';

/// The account of an address at a domain: CORP\jdoe of jdoe@corp.example.
pub(in crate::entity::identifier) fn of_address(email: &str) -> Option<String> {
    let (user, host) = email.split_once('@')?;
    Some(format!("{}{MARK}{user}", host.split('.').next()?))
}

/// Whether a canonical form is an account.
pub(in crate::entity::identifier) fn is(canonical: &str) -> bool {
    canonical.contains(MARK)
}

/// A domain and a user with one backslash between; not a drive or a path, nor a file in a folder.
pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let inside = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    for at in (0..row.raw.len()).filter(|&at| row.raw[at] == MARK) {
        let from = at - row.raw[..at].iter().rev().take_while(|c| inside(c)).count();
        let mut to = at + 1 + row.raw[at + 1..].iter().take_while(|c| inside(c)).count();
        while matches!(row.before(to), '.' | '-' | '_') {
            to -= 1;
        }
        let goes_on = |c: char| matches!(c, MARK | '/' | ':' | '$' | '%' | '@' | '~');
        if at - from < 2 || to < at + 3 || goes_on(row.before(from)) || goes_on(row.raw_at(to)) {
            continue;
        }
        let (domain, user) = (&row.raw[from..at], &row.raw[at + 1..to]);
        let file = user.contains(&'.') && domain.iter().any(|c| c.is_lowercase());
        if !file && domain.iter().any(|c| c.is_alphabetic()) {
            scan.push(Kind::Handle, row.low[from..to].iter().collect(), from, to);
        }
    }
}

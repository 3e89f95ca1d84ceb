//! A machine by the first label of its name, where a text can mean nothing else: `\\ATLAS\scans`, "root@atlas", "ssh atlas".

use std::ops::Range;

use super::kind::{Identifier, Kind};
use super::label;
use super::row::Row;

/// What is done to a machine by its name.
const REACHED: &[&str] = &["ssh", "ping", "telnet", "rdp", "rsync", "scp", "traceroute"];

/// The first label of a machine's full name: "atlas" of atlas.lab.example. `None` where a site or a mail domain may be meant.
pub(super) fn short(wanted: &Identifier) -> Option<&str> {
    let machine = wanted.kind == Kind::Domain && wanted.label.as_deref() == Some("host");
    let (first, rest) = wanted.canonical.split_once('.')?;
    (machine && rest.contains('.') && first.len() >= 3 && first != "www" && first != "mail").then_some(first)
}

/// Where a row names the machine so.
pub(super) fn find(wanted: &Identifier, row: &Row<'_>) -> Vec<Range<usize>> {
    let Some(name) = short(wanted) else { return Vec::new() };
    let width = Row::new(name).atoms.len();
    let mut found = Vec::new();
    for first in 0..row.atoms.len().saturating_sub(width - 1) {
        let (from, to) = (row.atoms[first].from, row.atoms[first + width - 1].to);
        let goes_on = matches!(row.raw_at(to), '-' | '_' | '@')
            || row.raw_at(to) == '.' && row.raw_at(to + 1).is_alphanumeric();
        if goes_on || row.low[from..to].iter().collect::<String>() != name {
            continue;
        }
        let share = row.raw[..from].ends_with(&['\\', '\\']);
        let user = row.before(from) == '@' && from > 1 && row.raw[from - 2].is_alphanumeric();
        let before = first.checked_sub(1).map(|at| row.word(row.atoms[at])).unwrap_or_default();
        let spaced = row.before(from) == ' ';
        let reached = spaced && REACHED.contains(&before.as_str());
        let noun = label::before(row, first).is_some_and(|noun| label::canonical(&noun) == "host");
        if share || user || reached || noun {
            found.push(row.bytes(from, to));
        }
    }
    found
}

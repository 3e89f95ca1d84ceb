//! IP addresses and network prefixes.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::Scan;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::row::Row;

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    v6(scan);
    v4(scan);
}

/// The zone of a canonical address: eth0 of fe80::1%eth0.
pub(in crate::entity::identifier) fn zone(canonical: &str) -> Option<&str> {
    canonical.split_once('%').map(|(_, zone)| zone)
}

/// Whether two canonical addresses are of one machine: a zone may be missing in one of them.
pub(in crate::entity::identifier) fn same(one: &str, other: &str) -> bool {
    host(one) == host(other) && zone(one).zip(zone(other)).is_none_or(|(one, other)| one == other)
}

/// A canonical address without its zone and without the length of a prefix that holds it alone.
pub(in crate::entity::identifier) fn host(canonical: &str) -> &str {
    let canonical = canonical.split('%').next().unwrap_or(canonical);
    let whole = if canonical.contains(':') { "/128" } else { "/32" };
    canonical.strip_suffix(whole).unwrap_or(canonical)
}

fn number(row: &Row<'_>, at: usize) -> Option<u32> {
    let atom = row.atoms.get(at).filter(|atom| atom.digits && atom.len() <= 3)?;
    row.word(*atom).parse().ok()
}

fn is_dot(gap: &[char]) -> bool {
    gap == ['.'] || gap == ['[', '.', ']'] || gap == ['(', '.', ')']
}

/// The octets from an atom on: how many, and the address.
fn octets(row: &Row<'_>, at: usize) -> Option<(usize, u32)> {
    let mut value = 0_u32;
    let mut count = 0;
    while count < 5 {
        if count > 0 && !is_dot(row.gap(at + count - 1)) {
            break;
        }
        match number(row, at + count) {
            Some(octet) if octet < 256 && count < 4 => value = value << 8 | octet,
            Some(_) => return None,
            None if count == 0 => return None,
            // "10.1.2.x" is no address.
            None if count < 4 => return None,
            None => break,
        }
        count += 1;
    }
    (count <= 4).then(|| (count, value << (8 * (4 - count.min(4)) % 32)))
}

fn v4(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut at = 0;
    while at < row.atoms.len() {
        let first = row.atoms[at];
        if !first.digits || (at > 0 && is_dot(row.gap(at - 1))) {
            at += 1;
            continue;
        }
        let Some((count, value)) = octets(row, at) else {
            at += 1;
            continue;
        };
        let last = at + count - 1;
        let to = row.atoms[last].to;
        let length =
            (row.gap(last) == ['/']).then(|| number(row, last + 1)).flatten().filter(|&length| length <= 32);
        if let (Some(length), true) =
            (length, count == 4 || (count > 1 && matches!(value >> 24, 10 | 172 | 192 | 100)))
        {
            scan.push(Kind::Cidr, prefix4(value, length), first.from, row.atoms[last + 1].to);
            at = last + 2;
            continue;
        }
        if count == 4 {
            if let Some((end, length)) = mask(row, last) {
                scan.push(Kind::Cidr, prefix4(value, length), first.from, end);
            } else {
                scan.push(Kind::Ipv4, Ipv4Addr::from(value).to_string(), first.from, to);
            }
        }
        at = last + 1;
    }
}

fn prefix4(value: u32, length: u32) -> String {
    let kept = value & u32::MAX.checked_shl(32 - length).unwrap_or(0);
    format!("{}/{length}", Ipv4Addr::from(kept))
}

/// A netmask after an address: "10.2.0.0 255.255.0.0", "… mask 255.255.0.0".
fn mask(row: &Row<'_>, last: usize) -> Option<(usize, u32)> {
    let mut at = last + 1;
    while row.atoms.get(at).is_some_and(|&atom| row.is(atom, "mask") || row.is(atom, "netmask")) {
        at += 1;
    }
    if number(row, at)? < 128 || row.gap(at - 1).iter().any(|&c| !matches!(c, ' ' | '/' | ':')) {
        return None;
    }
    let (count, value) = octets(row, at)?;
    (count == 4 && value.leading_ones() + value.trailing_zeros() == 32)
        .then(|| (row.atoms[at + 3].to, value.leading_ones()))
}

fn v6(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let part = |c: char| c.is_ascii_hexdigit() || matches!(c, ':' | '.');
    let mut at = 0;
    while at < row.low.len() {
        if !part(row.low[at]) {
            at += 1;
            continue;
        }
        let from = at;
        let mut colons = 0;
        while at < row.low.len() && part(row.low[at]) {
            colons += usize::from(row.low[at] == ':');
            at += 1;
        }
        if colons < 2
            || at - from > 48
            || row.before(from).is_alphanumeric()
            || row.raw_at(at).is_alphanumeric()
        {
            continue;
        }
        let mut to = at;
        while to > from
            && (row.low[to - 1] == '.' || (row.low[to - 1] == ':' && !(to >= 2 && row.low[to - 2] == ':')))
        {
            to -= 1;
        }
        let written: String = row.low[from..to].iter().collect();
        let Ok(address) = written.parse::<Ipv6Addr>() else { continue };
        if address.is_unspecified() {
            continue;
        }
        let next = row.atom_from(to);
        if row.raw_at(to) == '/'
            && row.atoms.get(next).is_some_and(|atom| atom.from == to + 1)
            && let Some(length) = number(row, next).filter(|&length| length <= 128)
        {
            let kept = u128::from(address) & u128::MAX.checked_shl(128 - length).unwrap_or(0);
            scan.push(Kind::Cidr, format!("{}/{length}", Ipv6Addr::from(kept)), from, row.atoms[next].to);
        } else if let Some(v4) = address.to_ipv4_mapped() {
            scan.push(Kind::Ipv4, v4.to_string(), from, to);
        } else {
            let zone = zone_behind(row, to);
            let canonical: String = row.low[to..zone].iter().collect();
            scan.push(Kind::Ipv6, format!("{address}{canonical}"), from, zone);
        }
    }
}

/// The end of the zone that is written to an address: "%eth0", "%12".
fn zone_behind(row: &Row<'_>, at: usize) -> usize {
    let inside = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let named = row.raw_at(at) == '%' && row.raw_at(at + 1).is_ascii_alphanumeric();
    let mut to =
        at + 1 + row.raw.get(at + 1..).map_or(0, |rest| rest.iter().take_while(|c| inside(c)).count());
    while matches!(row.before(to), '.' | '-') {
        to -= 1;
    }
    if named { to } else { at }
}

/// Names of the reverse tree: nibbles and octets backwards.
pub(in crate::entity::identifier) fn arpa(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    for end in 2..row.atoms.len() {
        if !row.is(row.atoms[end], "arpa") {
            continue;
        }
        let tree = row.atoms[end - 1];
        if row.is(tree, "ip6") && end >= 33 {
            let nibbles = &row.atoms[end - 33..end - 1];
            if nibbles.iter().all(|atom| atom.len() == 1) {
                let hex: String = nibbles.iter().rev().map(|&atom| row.low(atom)[0]).collect();
                if let Ok(value) = u128::from_str_radix(&hex, 16) {
                    let (from, to) = (nibbles[0].from, row.atoms[end].to);
                    scan.push(Kind::Ipv6, Ipv6Addr::from(value).to_string(), from, to);
                }
            }
        } else if row.is(tree, "addr") && end >= 6 && row.is(row.atoms[end - 2], "in") {
            let octets: Option<Vec<u32>> = (end - 6..end - 2).rev().map(|at| number(row, at)).collect();
            if let Some(octets) = octets.filter(|octets| octets.iter().all(|&octet| octet < 256)) {
                let value = octets.iter().fold(0, |value, octet| value << 8 | octet);
                let (from, to) = (row.atoms[end - 6].from, row.atoms[end].to);
                scan.push(Kind::Ipv4, Ipv4Addr::from(value).to_string(), from, to);
            }
        }
    }
}

//! Numbers in other bases and notations of systems: hex and decimal, AS numbers, link-layer addresses inside others,
//! and seconds since 1970.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::kind::{Identifier, Kind};
use super::label;
use super::row::Row;

/// A number that a row writes in another base, in folded characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Value {
    pub value: u64,
    /// Atoms, first and last.
    pub first: usize,
    pub last: usize,
}

/// Digits behind a mark of their base.
pub(super) fn based(text: &str) -> Option<u64> {
    let (digits, base) = if let Some(rest) = text.strip_prefix("0x") {
        (rest, 16)
    } else if let Some(rest) = text.strip_prefix("0b").filter(|rest| rest.len() >= 4) {
        (rest, 2)
    } else {
        (text.strip_prefix("0o")?, 8)
    };
    if digits.starts_with('+') {
        return None;
    }
    u64::from_str_radix(digits, base).ok()
}

/// The numbers of a row with a mark of their base: "0x1F40", "0b1011".
pub(super) fn marked(row: &Row<'_>) -> Vec<Value> {
    (0..row.atoms.len())
        .filter(|&at| (3..=40).contains(&row.atoms[at].len()) && row.low[row.atoms[at].from] == '0')
        .filter_map(|at| {
            let value = based(&row.word(row.atoms[at]))?;
            Some(Value { value, first: at, last: at })
        })
        .collect()
}

/// Autonomous systems in two parts behind a word for them: "AS 1.15", "remote-as 1.15", "AS1.15".
pub(super) fn systems(row: &Row<'_>) -> Vec<Value> {
    let mut all = Vec::new();
    for at in 0..row.atoms.len().saturating_sub(1) {
        if row.gap(at) != ['.'] || row.gap(at + 1) == ['.'] && row.atoms.get(at + 2).is_some_and(|a| a.digits)
        {
            continue;
        }
        let (high, low) = (row.word(row.atoms[at]), row.atoms[at + 1]);
        let glued = high.strip_prefix("asn").or_else(|| high.strip_prefix("as"));
        let said = at > 0 && {
            let word = row.word(row.atoms[at - 1]);
            matches!(word.as_str(), "as" | "asn" | "asdot" | "autonomous" | "origin" | "peer")
                && row.gap(at - 1).len() <= 2
        };
        let high = match glued {
            Some(rest) => rest,
            None if said => high.as_str(),
            None => continue,
        };
        if let (Ok(high), Ok(low), true) =
            (high.parse::<u16>(), row.word(low).parse::<u16>(), low.digits && !high.is_empty())
        {
            let value = u64::from(high) << 16 | u64::from(low);
            all.push(Value { value, first: at, last: at + 1 });
        }
    }
    all
}

/// The number of the wanted autonomous system.
pub(super) fn system(wanted: &Identifier) -> Option<u64> {
    let text: String = wanted.text.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let bare = text.strip_prefix("asn").or_else(|| text.strip_prefix("as"));
    let number = match bare {
        Some(rest) => rest,
        None if matches!(wanted.label.as_deref(), Some("asn" | "as")) => text.as_str(),
        None => return None,
    };
    match number.split_once('.') {
        Some((high, low)) => {
            Some(u64::from(high.parse::<u16>().ok()?) << 16 | u64::from(low.parse::<u16>().ok()?))
        }
        None => number.parse::<u32>().ok().map(u64::from),
    }
}

/// The number that is wanted, whatever its base.
pub(super) fn number(wanted: &Identifier) -> Option<u64> {
    match wanted.kind {
        Kind::Reference | Kind::Number => {
            let text = wanted.text.to_lowercase();
            based(&text).or_else(|| text.parse().ok()).filter(|&value| value >= 100)
        }
        Kind::Ipv4 => wanted.canonical.parse::<Ipv4Addr>().ok().map(|address| u64::from(u32::from(address))),
        _ => None,
    }
}

/// The link-layer address that an interface's part of an IPv6 address carries.
pub(super) fn embedded(address: &str) -> Option<String> {
    let bytes = address.parse::<Ipv6Addr>().ok()?.octets();
    if bytes[11..13] != [0xFF, 0xFE] {
        return None;
    }
    let mac = [bytes[8] ^ 2, bytes[9], bytes[10], bytes[13], bytes[14], bytes[15]];
    Some(mac.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The link-layer address inside eight bytes of hex, the universal bit as written or turned.
pub(super) fn shortened(hex: &str) -> Option<String> {
    (hex.len() == 16 && hex.get(6..10) == Some("fffe")).then(|| format!("{}{}", &hex[..6], &hex[10..]))
}

/// The day of seconds (or milliseconds) since 1970, between 2001 and 2100.
pub(super) fn day(digits: &str) -> Option<String> {
    let seconds: i64 = match digits.len() {
        10 => digits.parse().ok()?,
        13 => digits.parse::<i64>().ok()? / 1000,
        _ => return None,
    };
    if !(978_307_200..4_102_444_800).contains(&seconds) {
        return None;
    }
    // Civil date of a day count (H. Hinnant).
    let z = seconds / 86_400 + 719_468;
    let era = z / 146_097;
    let doe = z % 146_097;
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let (day, month) = (doy - (153 * mp + 2) / 5 + 1, if mp < 10 { mp + 3 } else { mp - 9 });
    let year = yoe + era * 400 + i64::from(month <= 2);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

/// Whether nothing of the words before a number says that it is something else than seconds.
pub(super) fn may_be_seconds(row: &Row<'_>, at: usize) -> bool {
    label::before(row, at).is_none_or(|word| {
        !label::known(&word) || matches!(word.as_str(), "ts" | "time" | "timestamp" | "epoch" | "unix" | "at")
    })
}

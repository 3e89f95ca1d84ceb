//! Bank accounts and payment cards.

use super::Scan;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::row::Row;

/// Lengths of account numbers by country (registry of ISO 13616).
const LENGTHS: &str = "ad24 ae23 al28 at20 az28 ba20 be16 bg22 bh22 bi27 br29 by28 ch21 cr22 cy28 cz24 de22 dj27 dk18 do28 \
    ee20 eg29 es24 fi18 fk18 fo18 fr27 gb22 ge22 gi23 gl18 gr27 gt28 hn28 hr21 hu28 ie22 il23 iq23 is26 \
    it27 jo30 kw30 kz20 lb28 lc32 li21 lt20 lu20 lv21 ly25 mc27 md24 me22 mk19 mn20 mr27 mt31 mu30 ni28 \
    nl18 no15 om23 pk24 pl28 ps29 pt25 qa29 ro24 rs22 ru33 sa24 sc31 sd18 se24 si19 sk24 sm27 so23 st25 \
    sv28 tl23 tn24 tr26 ua29 va22 vg24 xk20 ye30";

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    for at in 0..row.atoms.len() {
        if let Some((last, canonical)) = iban(row, at) {
            scan.push(Kind::Iban, canonical, row.atoms[at].from, row.atoms[last].to);
        } else if let Some((last, canonical)) = card(row, at) {
            scan.push(Kind::Card, canonical, row.atoms[at].from, row.atoms[last].to);
        }
    }
}

fn iban(row: &Row<'_>, at: usize) -> Option<(usize, String)> {
    let head = row.low(row.atoms[at]);
    if head.len() < 4
        || !head[..2].iter().all(char::is_ascii_lowercase)
        || !head[2..4].iter().all(char::is_ascii_digit)
    {
        return None;
    }
    let country: String = head[..2].iter().collect();
    let wanted: usize = LENGTHS.split(' ').find_map(|one| one.strip_prefix(&*country))?.parse().ok()?;
    let mut compact = String::new();
    for last in at..row.atoms.len().min(at + 12) {
        if last > at && !matches!(row.gap(last - 1), [' ' | '-' | '.']) {
            return None;
        }
        compact.extend(row.low(row.atoms[last]));
        if compact.len() == wanted {
            return compact.is_ascii().then_some((last, compact));
        }
        if compact.len() > wanted {
            return None;
        }
    }
    None
}

/// Whether the digits end in a check digit of Luhn's formula.
fn luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .chars()
        .rev()
        .enumerate()
        .map(|(at, c)| {
            let digit = c.to_digit(10).unwrap_or(0);
            if at % 2 == 0 { digit } else { digit * 2 / 10 + digit * 2 % 10 }
        })
        .sum();
    sum.is_multiple_of(10)
}

fn card(row: &Row<'_>, at: usize) -> Option<(usize, String)> {
    let first = row.atoms[at];
    if !first.digits || !matches!(row.low(first)[0], '2'..='6') {
        return None;
    }
    if matches!(first.len(), 15 | 16) {
        let digits = row.word(first);
        return luhn(&digits).then_some((at, digits));
    }
    if first.len() != 4 {
        return None;
    }
    let mut digits = String::new();
    let mut sizes = Vec::new();
    for last in at..row.atoms.len().min(at + 5) {
        let atom = row.atoms[last];
        if !atom.digits || (last > at && !matches!(row.gap(last - 1), [' ' | '-' | '.'])) {
            break;
        }
        sizes.push(atom.len());
        digits.extend(row.low(atom));
        if matches!(sizes.as_slice(), [4, 4, 4, 4] | [4, 6, 5]) {
            return Some((last, digits));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::entity::identifier::{Kind, recognise};

    #[test]
    fn an_account_number_is_as_long_as_its_country_has_them() {
        let found = |text: &str| {
            let all = recognise(text).into_iter().filter(|one| one.kind == Kind::Iban);
            all.map(|one| one.canonical).collect::<Vec<_>>()
        };
        for written in [
            "DE89 3704 0044 0532 0130 00", "AZ21 NABZ 0000 0000 1370 1000 1944",
            "SV62CENR00000000000000700025",
        ] {
            assert_eq!(found(written), [written.replace(' ', "").to_lowercase()], "{written}");
        }
        for written in ["DE89 3704 0044 0532 0130", "ZZ89 3704 0044 0532 0130 00"] {
            assert_eq!(found(written), [""; 0], "{written}");
        }
    }
}

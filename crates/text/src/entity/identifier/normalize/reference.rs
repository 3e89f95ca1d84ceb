//! Numbers and mixed codes that somebody assigned, and names in the style of programs.

use super::Scan;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::label;
use crate::entity::identifier::row::{Atom, Row};

/// Separators inside a code.
pub(in crate::entity::identifier) fn is_joint(gap: &[char]) -> bool {
    matches!(gap, ['-' | '_' | '/' | '.' | '·' | ':' | '%'])
}

/// The last atom of the code that begins at an atom: joined tightly, or by single spaces between short capitals and
/// digits.
pub(in crate::entity::identifier) fn chain(row: &Row<'_>, at: usize) -> usize {
    let mut last = at;
    let mut count = 0;
    while last + 1 < row.atoms.len() && count < 8 {
        let gap = row.gap(last);
        let (this, next) = (row.atoms[last], row.atoms[last + 1]);
        if next.han || this.han {
            break;
        }
        let tight = is_joint(gap)
            && (gap[0] != '.' || !next.letters || next.len() <= 2)
            && (gap[0] != ':' || next.digits && this.len() < 8 && !this.digits);
        let code = |i: usize| {
            let atom = row.atoms[i];
            atom.digits
                || (!atom.letters && atom.len() <= 8)
                || (row.capitals(atom) && atom.len() <= 4 && atom.letters)
        };
        let spaced = gap == [' ']
            && code(last)
            && code(last + 1)
            && !(this.letters && next.letters)
            && !label::known(&row.word(this))
            && !(this.len() > 1 && label::is_marker(&row.word(this)))
            && !(next.letters && (label::is_function(&row.word(next)) || currency_like(&row.word(next))));
        // A parcel's number ends in its country: "RR 123 456 785 GB" (UPU S10).
        let country = gap == [' ']
            && next.letters
            && next.len() == 2
            && row.capitals(next)
            && this.digits
            && row.atoms[at].letters
            && row.atoms[at].len() == 2
            && row.atoms[at + 1..=last].iter().all(|atom| atom.digits)
            && row.atoms[at + 1..=last].iter().map(Atom::len).sum::<usize>() == 9;
        // "The car M XR 2098": letters of the district, then of the car.
        let district = last == at
            && gap == [' ']
            && [this, next].iter().all(|atom| atom.letters && atom.len() <= 3 && row.capitals(*atom))
            && row.atoms.get(last + 2).is_some_and(|number| number.digits && number.len() <= 4)
            && matches!(row.gap(last + 1), [] | [' ' | '-'])
            && label::before(row, at).is_some_and(|word| label::canonical(&word) == "plate");
        if !(tight || spaced || country || district || docket(row, last)) {
            break;
        }
        last += 1;
        count += 1;
    }
    // A sentence's words do not belong to the code.
    while last > at && row.atoms[last].letters && !row.capitals(row.atoms[last]) && row.atoms[last].len() > 24
    {
        last -= 1;
    }
    last
}

/// Whether a court's register follows or ends at an atom: "3 Ks 4/18".
fn docket(row: &Row<'_>, at: usize) -> bool {
    let register = |at: usize| {
        let Some(&atom) = row.atoms.get(at) else { return false };
        let digits = |at: usize| row.atoms.get(at).is_some_and(|atom| atom.digits);
        atom.letters
            && atom.len() <= 4
            && row.raw(atom)[0].is_uppercase()
            && at > 0
            && digits(at - 1)
            && digits(at + 1)
            && digits(at + 2)
            && (row.gap(at - 1), row.gap(at), row.gap(at + 1)) == (&[' '], &[' '], &['/'])
    };
    register(at + 1) || register(at)
}

fn currency_like(word: &str) -> bool {
    matches!(
        word,
        "eur"
            | "usd"
            | "gbp"
            | "chf"
            | "kg"
            | "km"
            | "mm"
            | "cm"
            | "kb"
            | "mb"
            | "gb"
            | "kw"
            | "twd"
            | "jpy"
            | "am"
            | "pm"
            | "utc"
            | "cet"
    )
}

/// Whether atoms hold a digit.
pub(in crate::entity::identifier) fn has_digit(row: &Row<'_>, first: usize, last: usize) -> bool {
    row.atoms[first..=last].iter().any(|atom| !atom.letters)
}

/// Letters and digits in lower case; leading zeros of a number behind a short prefix go.
pub(in crate::entity::identifier) fn canonical(compact: &str) -> String {
    let prefix = compact.chars().take_while(|c| !c.is_ascii_digit()).count();
    let chars: Vec<char> = compact.chars().collect();
    let digits = chars[prefix..].iter().take_while(|c| c.is_ascii_digit()).count();
    let zeros = chars[prefix..prefix + digits].iter().take_while(|&&c| c == '0').count();
    if prefix <= 5 && zeros > 0 && zeros < digits && chars.len() - prefix - digits <= 1 {
        return chars[..prefix].iter().chain(&chars[prefix + zeros..]).collect();
    }
    compact.to_owned()
}

fn compact(row: &Row<'_>, from: usize, to: usize) -> String {
    row.low[from..to].iter().filter(|c| c.is_alphanumeric()).collect()
}

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut at = 0;
    while at < row.atoms.len() {
        let atom = row.atoms[at];
        if !scan.free(atom.from, atom.to) || atom.han {
            at += 1;
            continue;
        }
        // "S/N 00A1": the letters are a label.
        if atom.len() == 1
            && row.gap(at) == ['/']
            && row.atoms.get(at + 1).is_some_and(|&next| row.is(next, "n"))
            && !matches!(row.gap(at + 1), ['/' | '-' | '_'] | [])
        {
            at += 2;
            continue;
        }
        let mut last = chain(row, at);
        while last > at && !scan.free(atom.from, row.atoms[last].to) {
            last -= 1;
        }
        let to = row.atoms[last].to;
        if has_digit(row, at, last) {
            // Words joined to a number by a hyphen are text: "second-hand", "21-day".
            let body = compact(row, atom.from, to);
            let number = at == last && atom.digits;
            if number {
                let named = label::of(row, at, last).is_some_and(|word| label::known(&word));
                if named || atom.len() >= 3 {
                    let kind = if named { Kind::Reference } else { Kind::Number };
                    scan.push(kind, canonical(&body), atom.from, to);
                }
            } else {
                let kind = if label::before(row, at).is_some_and(|word| label::canonical(&word) == "plate") {
                    Kind::Plate
                } else {
                    Kind::Reference
                };
                scan.push(kind, canonical(&body), atom.from, to);
            }
        } else if row.before(atom.from) == '#' {
            scan.push(Kind::Handle, compact(row, atom.from, to), atom.from, to);
        } else if (at..last).any(|i| row.gap(i) == ['_']) {
            scan.push(Kind::Handle, row.low[atom.from..to].iter().collect(), atom.from, to);
        }
        at = last + 1;
    }
}

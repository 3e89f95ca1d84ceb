//! Telephone numbers: runs of digits as they are dialled, and when two of them reach the same line.

use std::ops::Range;

use super::Scan;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::label;
use crate::entity::identifier::row::Row;

/// Country calling codes of two digits; 1 and 7 have one digit, all others three.
const TWO_DIGITS: &[&str] = &[
    "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48",
    "49", "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81",
    "82", "84", "86", "90", "91", "92", "93", "94", "95", "98",
];

/// What is dialled before a number inside a country where it is no zero: its code, and the prefixes of old plans too.
const TRUNKS: &[(&str, &[&str])] = &[
    ("7", &["8"]),
    ("36", &["06"]),
    ("52", &["01", "044", "045"]),
    ("370", &["8"]),
    ("375", &["80", "8"]),
    ("992", &["8"]),
    ("993", &["8"]),
    ("998", &["8"]),
];
/// What mobile numbers have behind their country's code, and only there: of old in Mexico, still in Argentina.
const MOBILE: &[(&str, &str)] = &[("52", "1"), ("54", "9")];

fn is_country(code: &str) -> bool {
    match code.len() {
        1 => matches!(code, "1" | "7"),
        2 => TWO_DIGITS.contains(&code),
        3 => {
            matches!(code.as_bytes()[0], b'2'..=b'9')
                && !TWO_DIGITS.contains(&&code[..2])
                && !matches!(code.as_bytes()[0], b'1' | b'7')
        }
        _ => false,
    }
}

/// A number as dialled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::entity::identifier) struct Dialled {
    /// Digits without prefix of exit; with country code if `international`.
    pub digits: String,
    pub international: bool,
    pub extension: Option<String>,
    pub from: usize,
    pub to: usize,
}

impl Dialled {
    pub fn canonical(&self) -> String {
        let plus = if self.international { "+" } else { "" };
        match &self.extension {
            Some(extension) => format!("{plus}{}x{extension}", self.digits),
            None => format!("{plus}{}", self.digits),
        }
    }
}

/// A canonical form, taken apart.
pub(in crate::entity::identifier) fn parse(canonical: &str) -> (bool, &str, Option<&str>) {
    let (number, extension) = match canonical.split_once('x') {
        Some((number, extension)) => (number, Some(extension)),
        None => (canonical, None),
    };
    match number.strip_prefix('+') {
        Some(digits) => (true, digits, extension),
        None => (false, number, extension),
    }
}

fn reach(national: &str, international: &str) -> bool {
    let trimmed = national.strip_prefix('0').unwrap_or(national);
    [national, trimmed].into_iter().any(|n| {
        n.len() >= 6 && international.strip_suffix(n).is_some_and(|code| code.is_empty() || is_country(code))
    }) || TRUNKS.iter().any(|(code, trunks)| {
        let own = international.strip_prefix(code).filter(|own| own.len() >= 8);
        own.is_some_and(|own| trunks.iter().any(|trunk| national.strip_prefix(trunk) == Some(own)))
    })
}

/// An international number without the mark of mobile ones.
fn without_mobile(digits: &str) -> Option<String> {
    const NATIONAL: usize = 10;
    MOBILE.iter().find_map(|(code, mark)| {
        let own = digits.strip_prefix(code)?.strip_prefix(mark).filter(|own| own.len() == NATIONAL)?;
        Some(format!("{code}{own}"))
    })
}

/// Whether two canonical numbers reach the same line; the extension of the second may be more exact.
pub(in crate::entity::identifier) fn same(a: &str, b: &str) -> bool {
    let ((plus_a, a, ext_a), (plus_b, b, ext_b)) = (parse(a), parse(b));
    // Written to its number an extension is no more than its last digits: "+49 30 2312 5600-14".
    let direct = |number: &str, extension: &str, plus: bool, other: &str, plus_other: bool| {
        let sign = |plus: bool| if plus { "+" } else { "" };
        let (one, other) =
            (format!("{}{number}{extension}", sign(plus)), format!("{}{other}", sign(plus_other)));
        same(&one, &other)
    };
    match (ext_a, ext_b) {
        (Some(extension), None) => return direct(a, extension, plus_a, b, plus_b),
        (None, Some(extension)) if direct(b, extension, plus_b, a, plus_a) => return true,
        (Some(one), Some(other)) if one != other => return false,
        _ => {}
    }
    let mobile = |digits: &str, plus: bool| plus.then(|| without_mobile(digits)).flatten();
    let (mobile_a, mobile_b) = (mobile(a, plus_a), mobile(b, plus_b));
    let (a, b) = (mobile_a.as_deref().unwrap_or(a), mobile_b.as_deref().unwrap_or(b));
    match (plus_a, plus_b) {
        (true, true) => a == b,
        (true, false) => reach(b, a),
        (false, true) => reach(a, b),
        (false, false) => {
            a == b
                || trunked(a, b)
                || trunked(b, a)
                || a.len().max(b.len()) >= 9
                    && (a.trim_start_matches('0') == b.trim_start_matches('0')
                        || nanp(a).is_some_and(|a| Some(a) == nanp(b)))
        }
    }
}

/// Whether the second is the first with its country's code for the trunk zero, the plus left out.
fn trunked(national: &str, whole: &str) -> bool {
    national.strip_prefix('0').is_some_and(|bare| {
        bare.len() >= 9
            && !bare.starts_with('0')
            && whole.strip_suffix(bare).is_some_and(|code| code.len() > 1 && is_country(code))
    })
}

/// The ten digits of the North American plan, the leading 1 aside.
fn nanp(digits: &str) -> Option<&str> {
    match digits.len() {
        10 => Some(digits),
        11 => digits.strip_prefix('1'),
        _ => None,
    }
}

/// The forms without country code in which an international number is read out.
pub(in crate::entity::identifier) fn national(canonical: &str) -> Vec<String> {
    let (international, digits, _) = parse(canonical);
    let mut forms = Vec::new();
    if international || nanp(digits).is_some_and(|short| short.len() < digits.len()) {
        for size in 1..=3 {
            if digits.len() > size + 6 && is_country(&digits[..size]) {
                forms.push(digits[size..].to_owned());
                forms.push(format!("0{}", &digits[size..]));
            }
        }
    }
    forms
}

/// Whether an address that dials stands before an atom, so that its country's code leads: "wa.me/4477", "whatsapp://send?phone=44".
pub(in crate::entity::identifier) fn linked(row: &Row<'_>, at: usize) -> bool {
    const HOSTS: &[&str] = &["wa.me/", "t.me/+", "viber.me/"];
    const FIELDS: &[&str] = &["phone=", "number="];
    let end = row.atoms[at].from;
    if !matches!(row.before(end), '/' | '+' | '=') {
        return false;
    }
    let before: String = row.low[end.saturating_sub(48)..end].iter().collect();
    let bare = before.trim_end_matches('+');
    let of_messenger = before.contains("whatsapp") || before.contains("viber:");
    HOSTS.iter().any(|host| before.ends_with(host) || bare.ends_with(host))
        || of_messenger && FIELDS.iter().any(|field| bare.ends_with(field))
}

/// The number that a canonical address dials.
pub(in crate::entity::identifier) fn of_link(canonical: &str) -> Option<String> {
    let rest = ["wa.me/", "t.me/+", "viber.me/"].iter().find_map(|head| canonical.strip_prefix(head));
    let asked = || {
        let (host, query) = canonical.split_once('?')?;
        let messenger = matches!(host, "whatsapp://send" | "api.whatsapp.com/send" | "viber://chat");
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(name, _)| messenger && matches!(*name, "phone" | "number")).map(|(_, number)| number)
    };
    let number = rest.map(|rest| rest.split('?').next().unwrap_or(rest)).or_else(asked)?;
    let digits = number.trim_start_matches('+');
    ((8..=15).contains(&digits.len())
        && digits.bytes().all(|b| b.is_ascii_digit())
        && !digits.starts_with('0'))
    .then(|| format!("+{digits}"))
}

fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '-' | '.' | '/' | '(' | ')' | '·' | '[' | ']' | '_')
}

/// The runs of groups of digits that may be dialled as one number, one behind the other.
pub(in crate::entity::identifier) fn runs(row: &Row<'_>) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += row.atoms[at..].iter().position(|atom| atom.digits)?;
        let from = at;
        at = run(row, from);
        Some(from..at)
    })
}

/// The maximal run of digit groups from an atom on: the atom after it.
fn run(row: &Row<'_>, at: usize) -> usize {
    let mut next = at + 1;
    while next < row.atoms.len()
        && next - at < 16
        && row.atoms[next].digits
        && (1..=3).contains(&row.gap(next - 1).len())
        && row.gap(next - 1).iter().all(|&c| is_separator(c))
    {
        next += 1;
    }
    next
}

/// The groups `at..next` as a dialled number.
pub(in crate::entity::identifier) fn dialled(row: &Row<'_>, at: usize, next: usize) -> Dialled {
    let mut digits = String::new();
    let mut from = row.atoms[at].from;
    for i in at..next {
        let group = row.word(row.atoms[i]);
        // The trunk zero in "+44 (0)20" is not dialled from abroad.
        if group == "0" && i > at && row.before(row.atoms[i].from) == '(' {
            continue;
        }
        digits.push_str(&group);
    }
    let mut international = false;
    let mut lead = from;
    while lead > 0 && from - lead < 2 && matches!(row.raw[lead - 1], '(' | ' ' | '+') {
        lead -= 1;
        if row.raw[lead] == '+' {
            international = true;
            from = lead;
            break;
        }
    }
    if !international {
        for exit in ["00", "011"] {
            if let Some(rest) = digits.strip_prefix(exit)
                && rest.len() >= 9
                && !rest.starts_with('0')
                && (exit == "00" || rest.len() >= 10)
            {
                digits = rest.to_owned();
                international = true;
                break;
            }
        }
    }
    if from == row.atoms[at].from && row.before(from) == '(' {
        from -= 1;
    }
    let (extension, to) = extension(row, next);
    Dialled { digits, international, extension, from, to }
}

fn extension(row: &Row<'_>, next: usize) -> (Option<String>, usize) {
    let to = row.atoms[next - 1].to;
    let Some(&word) = row.atoms.get(next) else { return (None, to) };
    let gap = row.gap(next - 1);
    if gap.len() > 3 {
        return (None, to);
    }
    let text = row.word(word);
    if let Some(digits) = text.strip_prefix('x').filter(|digits| (1..=6).contains(&digits.len()))
        && digits.bytes().all(|b| b.is_ascii_digit())
    {
        return (Some(digits.to_owned()), word.to);
    }
    if word.digits && gap.contains(&'#') && word.len() <= 6 {
        return (Some(text), word.to);
    }
    if matches!(text.as_str(), "ext" | "extension" | "x" | "durchwahl" | "dw" | "poste" | "interno")
        && let Some(&number) = row.atoms.get(next + 1).filter(|atom| atom.digits && atom.len() <= 6)
        && row.gap(next).len() <= 3
    {
        return (Some(row.word(number)), number.to);
    }
    (None, to)
}

/// Whether groups look like a telephone number by themselves.
pub(in crate::entity::identifier) fn plausible(
    row: &Row<'_>,
    at: usize,
    next: usize,
    number: &Dialled,
) -> bool {
    let count = number.digits.len();
    if !(7..=15).contains(&count) {
        return false;
    }
    if number.international && row.raw_at(number.from) == '+' {
        return true;
    }
    let sizes: Vec<usize> = (at..next).map(|i| row.atoms[i].len()).collect();
    // "DE 05 387 65432": the country before a number of an animal, a firm or a parcel.
    let country =
        at > 0 && row.gap(at - 1) == [' '] && row.capitals(row.atoms[at - 1]) && row.atoms[at - 1].len() == 2;
    if country
        && !label::known(&row.word(row.atoms[at - 1]))
        && !label::is_marker(&row.word(row.atoms[at - 1]))
    {
        return false;
    }
    let noun = label::before(row, at).filter(|word| label::known(word)).map(|word| label::canonical(&word));
    let spoken = noun.as_deref() == Some("phone");
    let other = noun
        .as_deref()
        .is_some_and(|noun| !matches!(noun, "phone" | "customer" | "user" | "extension" | "parcel"));
    if other {
        return false;
    }
    if number.international {
        return true;
    }
    match sizes.as_slice() {
        [3, 3, 4] | [1, 3, 3, 4] => true,
        [3, 4] => row.gap(at) == ['-'],
        [_, _, ..] if number.digits.starts_with('0') && count >= 9 => true,
        [1, 3, 3, 2, 2] if number.digits.starts_with('8') => true,
        [_] => spoken || number.digits.starts_with('0') && matches!(count, 10 | 11),
        _ => spoken,
    }
}

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    for Range { start: at, end: next } in runs(row) {
        let number = dialled(row, at, next);
        let clear = !matches!(row.before(number.from), '-' | '_' | '/' | '.') || number.from == 0;
        if clear && plausible(row, at, next, &number) && scan.free(number.from, number.to) {
            scan.push(Kind::Phone, number.canonical(), number.from, number.to);
        }
    }
}

/// The digit under which a lower-case letter lies on a telephone's keys (ITU-T E.161).
pub fn keypad(letter: char) -> char {
    match letter {
        'a'..='c' => '2',
        'd'..='f' => '3',
        'g'..='i' => '4',
        'j'..='l' => '5',
        'm'..='o' => '6',
        'p'..='s' => '7',
        't'..='v' => '8',
        _ => '9',
    }
}

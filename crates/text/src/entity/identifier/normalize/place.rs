//! Positions on earth, in decimal degrees, degrees and minutes, or with seconds.

use super::Scan;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::row::Row;

/// Words before a latitude and before a longitude.
const LATITUDE: &[&str] = &["lat", "latitude", "breite", "latitud", "latitudine", "breitengrad"];
const LONGITUDE: &[&str] =
    &["lon", "lng", "long", "longitude", "länge", "longitud", "longitudine", "längengrad"];

/// An angle of a row, in degrees.
#[derive(Debug)]
struct Angle {
    /// Whether a letter or a word says that it is a latitude, or a longitude.
    latitude: Option<bool>,
    value: f64,
    /// What its last digit counts, in degrees.
    unit: f64,
    /// Digits behind the point, where it is written in degrees alone.
    decimals: usize,
    /// Whether the letter for its hemisphere is written to its digits.
    glued: bool,
    from: usize,
    to: usize,
    /// The atom behind it.
    next: usize,
}

/// A position of a row, in folded characters.
#[derive(Debug)]
pub(in crate::entity::identifier) struct Pair {
    latitude: f64,
    longitude: f64,
    /// What the last digit of the less exact of both counts, in degrees.
    unit: f64,
    /// Whether it can be nothing but a position.
    certain: bool,
    pub from: usize,
    pub to: usize,
}

impl Pair {
    pub fn canonical(&self) -> String {
        format!("{:.5},{:.5}", self.latitude, self.longitude)
    }

    /// How sure it is that both are one position, as exactly as the less exact of them says.
    pub fn same(&self, other: &Pair) -> Option<f32> {
        let apart = (self.latitude - other.latitude).abs().max((self.longitude - other.longitude).abs());
        let unit = self.unit.max(other.unit);
        if apart < NEAR {
            return Some(0.95);
        }
        // Two numbers may be prices, unless a letter, a word or their places say that they are angles.
        let angles = self.certain && other.certain || unit < 0.002;
        (angles && apart <= unit * 0.5 + 1e-9).then_some(if unit < 0.002 { 0.7 } else { 0.45 })
    }
}

/// Whether it is of latitude, and its sign.
type Hemisphere = (bool, f64);

/// Some ten metres, in degrees.
const NEAR: f64 = 0.000_15;

fn hemisphere(letter: char) -> Option<Hemisphere> {
    Some(match letter {
        'N' => (true, 1.0),
        'S' => (true, -1.0),
        'E' | 'O' => (false, 1.0),
        'W' => (false, -1.0),
        _ => return None,
    })
}

/// A letter for a hemisphere that stands alone.
fn letter(row: &Row<'_>, at: usize) -> Option<Hemisphere> {
    let atom = *row.atoms.get(at).filter(|atom| atom.len() == 1)?;
    hemisphere(row.raw_at(atom.from))
}

/// Digits behind so many letters, with a letter for a hemisphere written to them perhaps.
fn figures(row: &Row<'_>, at: usize, skip: usize, most: usize) -> Option<(String, Option<Hemisphere>)> {
    let atom = *row.atoms.get(at).filter(|atom| atom.len() <= skip + most + 1)?;
    let raw = row.raw(atom).get(skip..)?;
    let digits = raw.iter().take_while(|c| c.is_ascii_digit()).count();
    let behind = match &raw[digits..] {
        [] => None,
        [one] => Some(hemisphere(*one)?),
        _ => return None,
    };
    ((1..=most).contains(&digits)).then(|| (raw[..digits].iter().collect(), behind))
}

/// Degrees, minutes and seconds as one number.
#[derive(Debug)]
struct Degrees {
    value: f64,
    /// What the last digit counts, in degrees.
    unit: f64,
    /// Digits behind the point, where it is written in degrees alone.
    decimals: usize,
    /// A letter written to it.
    behind: Option<Hemisphere>,
    /// The atom behind it.
    next: usize,
}

/// One of degrees, minutes and seconds, behind so many letters of an atom.
fn part(row: &Row<'_>, at: usize, skip: usize, size: f64) -> Option<Degrees> {
    let (mut text, mut behind) = figures(row, at, skip, 9)?;
    let (mut next, mut decimals) = (at + 1, 0);
    if behind.is_none()
        && row.gap(at) == ['.']
        && let Some((fraction, letter)) = figures(row, next, 0, 12)
    {
        decimals = fraction.len();
        text = format!("{text}.{fraction}");
        behind = letter;
        next += 1;
    }
    let unit = 0.1_f64.powi(i32::try_from(decimals).unwrap_or(12)) / size;
    Some(Degrees { value: text.parse::<f64>().ok()? / size, unit, decimals, behind, next })
}

fn degrees(row: &Row<'_>, at: usize, skip: usize) -> Option<Degrees> {
    let mut whole = part(row, at, skip, 1.0)?;
    for size in [60.0, 3600.0] {
        let gap = row.gap(whole.next - 1);
        let more = gap.iter().any(|c| matches!(c, '°' | '\'' | '′' | ':')) || size > 60.0 && gap == [' '];
        let ends = gap.contains(&'"')
            || gap.contains(&',')
            || row.atoms.get(whole.next).is_none_or(|&atom| !row.low(atom)[0].is_ascii_digit());
        if ends || !more || whole.behind.is_some() {
            break;
        }
        let next = part(row, whole.next, 0, size)?;
        whole = Degrees { value: whole.value + next.value, decimals: 0, ..next };
    }
    Some(whole)
}

fn angle(row: &Row<'_>, begin: usize) -> Option<Angle> {
    let first = *row.atoms.get(begin)?;
    let mut at = begin;
    let mut latitude = None;
    let word = (first.letters && (3..=11).contains(&first.len())).then(|| row.word(first));
    let listed = |list: &[&str]| word.as_deref().is_some_and(|word| list.contains(&word));
    if listed(LATITUDE) || listed(LONGITUDE) {
        let close = row.gap(at).iter().all(|c| matches!(c, ' ' | ':' | '=' | '"' | '\'' | '.' | '-'));
        if !close || row.gap(at).len() > 4 {
            return None;
        }
        latitude = Some(listed(LATITUDE));
        at += 1;
    }
    let mut sign = 1.0;
    if let Some((axis, own)) = letter(row, at) {
        latitude = latitude.or(Some(axis));
        sign = own;
        at += 1;
    }
    let figure = row.atoms.get(at)?.from;
    // "N47.37"
    let before = match row.raw(row.atoms[at]) {
        [letter, digit, ..] if digit.is_ascii_digit() && latitude.is_none() => hemisphere(*letter),
        _ => None,
    };
    if let Some((axis, own)) = before {
        latitude = Some(axis);
        sign = own;
    }
    let minus =
        row.before(figure) == '-' && (at > begin || !row.before(figure.saturating_sub(1)).is_alphanumeric());
    if minus {
        sign = -1.0;
    }
    let whole = degrees(row, at, usize::from(before.is_some()))?;
    at = whole.next;
    let mut last = at - 1;
    if let Some((axis, own)) = whole.behind {
        latitude = latitude.or(Some(axis));
        sign = own;
    } else if let Some((axis, own)) =
        letter(row, at).filter(|_| latitude.is_none() && row.gap(at - 1).len() <= 4)
    {
        latitude = Some(axis);
        sign = own;
        last = at;
        at += 1;
    }
    Some(Angle {
        latitude,
        value: sign * whole.value,
        unit: whole.unit,
        decimals: whole.decimals,
        glued: whole.behind.or(before).is_some(),
        from: if minus && figure == first.from { figure - 1 } else { first.from },
        to: row.atoms[last].to,
        next: at,
    })
}

/// The position that begins at an atom.
fn pair(row: &Row<'_>, at: usize) -> Option<Pair> {
    let one = angle(row, at)?;
    let two = angle(row, one.next)?;
    let gap = row.gap(one.next - 1);
    let (mut latitude, mut longitude) = (&one, &two);
    // "12E 14S" may be two seats.
    let fine = one.unit < 1.0 && two.unit < 1.0;
    if (one.glued || two.glued) && !fine {
        return None;
    }
    match (one.latitude, two.latitude) {
        (Some(true), Some(false)) if gap.len() <= 4 => {}
        (Some(false), Some(true)) if gap.len() <= 4 && fine => (latitude, longitude) = (longitude, latitude),
        (None, None) => {
            let parted = matches!(
                gap,
                [',']
                    | [',', ' ']
                    | [' ']
                    | [',', ' ', '-']
                    | [',', '-']
                    | ['/']
                    | [' ', '-']
                    | [';']
                    | [';', ' ']
            );
            let inner = at > 0 && row.gap(at - 1) == ['.'] && row.atoms[at - 1].digits
                || row.gap(two.next - 1) == ['.'] && row.atoms.get(two.next).is_some_and(|atom| atom.digits);
            if !parted || inner || one.decimals < 2 || two.decimals < 2 {
                return None;
            }
        }
        _ => return None,
    }
    let certain = one.latitude.is_some() || one.decimals.min(two.decimals) >= 4;
    (latitude.value.abs() <= 90.0 && longitude.value.abs() <= 180.0).then(|| Pair {
        latitude: latitude.value,
        longitude: longitude.value,
        unit: one.unit.max(two.unit),
        certain,
        from: one.from,
        to: two.to,
    })
}

/// All that may be positions, in order.
pub(in crate::entity::identifier) fn pairs(row: &Row<'_>) -> Vec<Pair> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < row.atoms.len() {
        match pair(row, at) {
            Some(one) => {
                at = row.atom_from(one.to).max(at + 1);
                all.push(one);
            }
            None => at += 1,
        }
    }
    all
}

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    for one in pairs(scan.row).into_iter().filter(|one| one.certain) {
        scan.push(Kind::Coordinates, one.canonical(), one.from, one.to);
    }
}

/// Whether two canonical positions are within some ten metres.
pub(in crate::entity::identifier) fn same(a: &str, b: &str) -> bool {
    let parse = |text: &str| {
        let (latitude, longitude) = text.split_once(',')?;
        Some((latitude.parse::<f64>().ok()?, longitude.parse::<f64>().ok()?))
    };
    match (parse(a), parse(b)) {
        (Some((a, b)), Some((c, d))) => (a - c).abs() < NEAR && (b - d).abs() < NEAR,
        _ => false,
    }
}

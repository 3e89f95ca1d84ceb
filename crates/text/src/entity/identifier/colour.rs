//! Colours: six hex digits, or the numbers of red, green and blue.

use super::kind::Identifier;
use super::label;
use super::row::Row;

/// A colour written in a row, in folded characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colour {
    pub value: u32,
    pub from: usize,
    pub to: usize,
    /// Whether the form alone says that it is a colour.
    pub certain: bool,
}

/// The colour that is wanted, if it is one.
pub(super) fn value(wanted: &Identifier) -> Option<u32> {
    (wanted.label.as_deref() == Some("colour") && wanted.canonical.len() == 6)
        .then(|| u32::from_str_radix(&wanted.canonical, 16).ok())
        .flatten()
}

pub(super) fn canonical(value: u32) -> String {
    format!("{value:06x}")
}

/// The colours of a row; bare triples of numbers are among them, and not certain.
pub(super) fn all(row: &Row<'_>) -> Vec<Colour> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < row.atoms.len() {
        match hex(row, at).map(|one| (one, at + 1)).or_else(|| triple(row, at)).or_else(|| named(row, at)) {
            Some((one, next)) => {
                all.push(one);
                at = next;
            }
            None => at += 1,
        }
    }
    all
}

/// "#1e6b52", "#abc", "0x1e6b52", and six hex digits behind the word colour.
fn hex(row: &Row<'_>, at: usize) -> Option<Colour> {
    let atom = row.atoms[at];
    let low = row.low(atom);
    let marked = row.before(atom.from) == '#';
    let digits: String = match low {
        ['0', 'x', rest @ ..] if matches!(rest.len(), 6 | 8) => rest[rest.len() - 6..].iter().collect(),
        _ if low.len() == 6 => low.iter().collect(),
        _ if low.len() == 8 && marked => low[..6].iter().collect(),
        [r, g, b] if marked => [r, r, g, g, b, b].into_iter().collect(),
        _ => return None,
    };
    let said = || label::before(row, at).is_some_and(|word| label::canonical(&word) == "colour");
    let coloured = marked && !low.iter().all(char::is_ascii_digit) || said();
    if !marked && low.len() == 6 && !said() {
        return None;
    }
    let value = u32::from_str_radix(&digits, 16).ok()?;
    Some(Colour { value, from: atom.from, to: atom.to, certain: coloured || low.starts_with(&['0', 'x']) })
}

fn octet(row: &Row<'_>, at: usize) -> Option<u32> {
    let atom = row.atoms.get(at).filter(|atom| atom.digits && atom.len() <= 3)?;
    row.word(*atom).parse().ok().filter(|&value| value < 256)
}

/// "rgb(30, 107, 82)", "30/107/82".
fn triple(row: &Row<'_>, at: usize) -> Option<(Colour, usize)> {
    let first = row.atoms[at];
    let named = row.is(first, "rgb") || row.is(first, "rgba");
    let from = at + usize::from(named);
    let parts = [octet(row, from)?, octet(row, from + 1)?, octet(row, from + 2)?];
    let (a, b) = (row.gap(from), row.gap(from + 1));
    let even = a.len() <= 2 && b.len() <= 2 && a.iter().eq(b.iter());
    let marks = a.iter().all(|c| matches!(c, ' ' | ',' | '/' | ';' | '-'));
    let led =
        !named || row.gap(at).len() <= 2 && row.gap(at).iter().all(|c| matches!(c, ' ' | '(' | ':' | '='));
    let more = row.atoms.get(from + 3).is_some_and(|next| next.digits)
        && row.gap(from + 2).iter().eq(a.iter())
        && !row.is(first, "rgba");
    let joined = !named && at > 0 && row.atoms[at - 1].digits && row.gap(at - 1).iter().eq(a.iter());
    if !(even && marks && led) || more || joined {
        return None;
    }
    let value = parts[0] << 16 | parts[1] << 8 | parts[2];
    let to = row.atoms[from + 2].to;
    Some((Colour { value, from: first.from, to, certain: named }, from + 3))
}

fn channel(word: &str) -> Option<usize> {
    const WORDS: [&[&str]; 3] = [
        &["red", "r", "rot", "rouge", "rojo", "rosso", "rood", "röd", "vermelho", "red's", "reds"],
        &["green", "g", "grün", "vert", "verde", "groen", "grön", "gruen"],
        &["blue", "b", "blau", "bleu", "azul", "blu", "blauw", "blå"],
    ];
    WORDS.iter().position(|words| words.contains(&word))
}

/// "red 30, green 107, blue 82", "R:30 G:107 B:82", "r30 g107 b82", with other words between.
fn named(row: &Row<'_>, at: usize) -> Option<(Colour, usize)> {
    let mut values = [None; 3];
    let mut said = None;
    let mut filled = 0;
    for next in at..row.atoms.len().min(at + 14) {
        let atom = row.atoms[next];
        if next > at && row.gap(next - 1).starts_with(&['.', ' ']) {
            break;
        }
        let word = row.word(atom);
        let glued =
            word.chars().next().and_then(|c| channel(&c.to_string())).filter(|_| {
                (2..=4).contains(&word.len()) && word.bytes().skip(1).all(|b| b.is_ascii_digit())
            });
        if let Some(place) = channel(&word) {
            said = Some(place);
        } else if let Some(place) = glued {
            said = None;
            *values.get_mut(place)? = Some(word[1..].parse::<u32>().ok()?);
            filled += 1;
        } else if let (Some(number), Some(place)) = (octet(row, next), said) {
            if values[place].is_some() {
                return None;
            }
            values[place] = Some(number);
            said = None;
            filled += 1;
        } else if next == at || atom.digits {
            return None;
        }
        if filled == 3 {
            let [Some(r), Some(g), Some(b)] = values else { return None };
            if r.max(g).max(b) > 255 {
                return None;
            }
            let (from, to) = (row.atoms[at].from, atom.to);
            return Some((Colour { value: r << 16 | g << 8 | b, from, to, certain: true }, next + 1));
        }
    }
    None
}

/// Whether a row speaks of colours.
pub(super) fn spoken_of(row: &Row<'_>) -> bool {
    row.atoms.iter().any(|&atom| {
        atom.len() <= 12 && {
            let word = row.word(atom);
            label::canonical(&word) == "colour"
                || matches!(
                    word.as_str(),
                    "css" | "paint" | "ink" | "dye" | "swatch" | "shade" | "tint" | "pen" | "led" | "fill"
                )
        }
    })
}

//! The word behind the number of a model that makes it another model: "iPhone 12 Pro", "RTX 3080 Ti", "EOS R6 Mark II".

use super::kind::{Identifier, Kind};
use super::label;
use super::normalize::reference;
use super::row::Row;

/// Such words, and those among them that are read so in small letters too.
const WORDS: &[&str] = &[
    "pro", "max", "mini", "ultra", "plus", "lite", "air", "fe", "se", "xl", "xr", "xs", "ti", "super", "gt",
    "gti", "slim", "neo", "mark", "mk", "mkii", "mkiii", "ii", "iii", "iv", "ltsc", "ltsb", "home",
    "enterprise", "education", "iot",
];
const SMALL: &[&str] = &["pro", "max", "mini", "ultra", "lite"];

/// Whether the number of such an identifier may be a model's: no noun says that it numbers another thing.
pub(super) fn fits(wanted: &Identifier) -> bool {
    matches!(wanted.kind, Kind::Reference | Kind::Number)
        && wanted.label.as_deref().is_none_or(|label| !label::known(label))
        && wanted.canonical.bytes().any(|b| b.is_ascii_digit())
}

/// Whether an atom is such a word.
pub(super) fn is(row: &Row<'_>, at: usize) -> bool {
    let Some(&atom) = row.atoms.get(at) else { return false };
    let word = row.word(atom);
    let small = row.raw(atom)[0].is_lowercase();
    WORDS.contains(&word.as_str()) && (!small || SMALL.contains(&word.as_str()))
}

/// Adds the words behind a wanted number that belong to it.
pub(super) fn add(row: &Row<'_>, one: &mut Identifier) {
    if !fits(one) || !one.text.ends_with(|c: char| c.is_alphanumeric()) {
        return;
    }
    let first = row.atoms.partition_point(|atom| row.bytes(atom.from, atom.to).start < one.span.end);
    let joined = |at: &usize| *at > 0 && row.gap(*at - 1) == [' '] && is(row, *at);
    let Some(last) = (first..row.atoms.len()).take_while(joined).last() else { return };
    one.span.end = row.bytes(row.atoms[last].from, row.atoms[last].to).end;
    one.text = row.text.get(one.span.clone()).unwrap_or_default().to_owned();
    let compact: String = Row::new(&one.text).low.iter().filter(|c| c.is_alphanumeric()).collect();
    one.canonical = reference::canonical(&compact);
    one.kind = Kind::Reference;
}

/// The identifier without such words, if it has any.
pub(super) fn stem(wanted: &Identifier) -> Option<Identifier> {
    let row = Row::new(&wanted.text);
    let last = (0..row.atoms.len()).rev().find(|&at| !is(&row, at)).filter(|_| fits(wanted))?;
    let text = row.written(0, row.atoms[last].to).to_owned();
    let compact: String = row.low[..row.atoms[last].to].iter().filter(|c| c.is_alphanumeric()).collect();
    (last + 1 < row.atoms.len()).then(|| Identifier {
        text,
        canonical: reference::canonical(&compact),
        ..wanted.clone()
    })
}

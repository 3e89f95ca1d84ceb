//! The short names and the order of columns.

use crate::suite::FAMILIES;

/// The ten categories in the published order, with the headings of the published tables.
const CATEGORIES: [(&str, &str); 10] = [
    ("substring_trap", "sub"),
    ("prefix_collision", "pre"),
    ("paraphrase_supersession", "para"),
    ("negation_trap", "neg"),
    ("temporal_qualifier", "temp"),
    ("shared_attribute", "shar"),
    ("compound_fact", "comp"),
    ("identifier_obfuscation", "ident"),
    ("cross_lingual_identifier", "cross"),
    ("recursive_supersession", "rec"),
];

/// Returns where a column stands among the known ones; unknown ones come last.
pub(super) fn rank(column: &str) -> usize {
    let category = CATEGORIES.iter().position(|(name, _)| *name == column);
    category.or_else(|| FAMILIES.iter().position(|name| *name == column)).unwrap_or(usize::MAX)
}

/// Returns a column's heading: the short name of a known category, else the name itself, cut where it is long.
pub(super) fn heading(column: &str) -> String {
    let known = CATEGORIES.iter().find(|(name, _)| *name == column);
    match known {
        Some((_, short)) => (*short).to_owned(),
        // A suite's file may hold anything; a table must not pass it on to a terminal.
        None => column.chars().filter(|c| !c.is_control()).take(12).collect(),
    }
}

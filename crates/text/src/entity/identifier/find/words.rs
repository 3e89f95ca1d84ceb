//! Words that tell what the number or name beside them is.

use crate::lang::List;

/// Units of measure and money, and things that are counted.
const UNITS: &[&str] = &[
    "kg", "g", "mg", "km", "m", "cm", "mm", "ml", "l", "kb", "mb", "gb", "tb", "w", "kw", "kwh", "hz", "khz",
    "mhz", "eur", "usd", "gbp", "chf", "euro", "euros", "dollars", "crowns", "rpm", "days", "hours",
    "minutes", "weeks", "months", "years", "percent", "grams", "litres", "liters", "metres", "meters",
    "tonnes", "bytes", "kilobytes", "megabytes", "gigabytes", "terabytes", "seconds", "kilometres",
    "kilometers", "kilograms", "rows", "words", "guests", "visitors", "children", "inches", "feet", "pages",
    "people", "times", "miles", "pieces", "kcal", "steps", "stunden", "tage", "jahre", "volts", "degrees",
    "points", "copies", "seats",
];

const VERBS: &[&str] = &[
    "has", "is", "was", "had", "can", "will", "may", "must", "cannot", "left", "sent", "wrote", "lost",
    "got", "took", "gave", "said", "went", "ran", "won", "paid", "bought", "sold", "kept", "made", "saw",
    "wants", "does", "did", "would", "should", "could", "hat", "ist", "war", "est", "a", "è", "ha", "es",
    "tiene", "back", "down", "needs", "holds", "owns", "runs",
];

/// Words behind which a day stands: "on 12/5".
const BEFORE_DAYS: &[&str] =
    &["on", "am", "le", "el", "il", "since", "until", "till", "before", "after", "vom", "bis", "seit"];

/// Words behind which a year stands: "in 1998".
const BEFORE_YEARS: &[&str] = &[
    "in", "since", "until", "from", "by", "of", "seit", "bis", "von", "en", "de", "im", "nel", "dal",
    "before", "after", "circa", "c",
];

/// Words behind a plural that show it as counted: "70015 bottles were filled".
const BEHIND_COUNTED: &[&str] =
    &["were", "are", "have", "had", "came", "went", "left", "passed", "each", "per", "of", "ago"];

/// Prepositions behind which names stand.
const BEFORE_NAMES: &[&str] = &[
    "of", "by", "from", "to", "for", "with", "as", "on", "at", "and", "via", "into", "von", "bei", "auf",
    "für", "de", "par", "di", "por",
];

pub(super) fn is_possessive(word: &str) -> bool {
    List::OurNumber.has(word)
}

pub(super) fn is_ending(word: &str) -> bool {
    List::EndingIn.has(word)
}

pub(super) fn is_between(word: &str) -> bool {
    List::BehindEndingIn.has(word)
}

pub(in crate::entity::identifier) fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}

pub(super) fn is_verb(word: &str) -> bool {
    VERBS.contains(&word)
        || word.len() > 4 && word.ends_with("ed")
        || word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
}

pub(super) fn is_before_days(word: &str) -> bool {
    BEFORE_DAYS.contains(&word)
}

pub(super) fn is_before_years(word: &str) -> bool {
    BEFORE_YEARS.contains(&word)
}

pub(super) fn is_behind_counted(word: &str) -> bool {
    BEHIND_COUNTED.contains(&word)
}

pub(super) fn is_before_names(word: &str) -> bool {
    BEFORE_NAMES.contains(&word)
}

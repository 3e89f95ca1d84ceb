//! The parts of the syllables of Mandarin, in pinyin.

/// What a syllable of pinyin begins and ends with.
pub(super) const INITIALS: [&str; 24] = [
    "zh", "ch", "sh", "b", "p", "m", "f", "d", "t", "n", "l", "g", "k", "h", "j", "q", "x", "r", "z", "c",
    "s", "y", "w", "",
];

pub(super) const FINALS: [&str; 34] = [
    "a", "ai", "ao", "an", "ang", "e", "ei", "en", "eng", "er", "i", "ia", "ian", "iang", "iao", "ie", "in",
    "ing", "iong", "iu", "ong", "ou", "u", "ua", "uai", "uan", "uang", "ui", "un", "uo", "ue", "v", "ve",
    "io",
];

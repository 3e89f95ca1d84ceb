//! The dictionary of one language into English.

use rustc_hash::FxHashMap;

use crate::word::fold;

/// The longest ending of a stem, in letters.
const ENDING: usize = 5;
/// The shortest part of a compound, in letters.
const PART: usize = 3;
/// The longest form of a script without spaces, in letters.
const LONGEST: usize = 12;
/// The longest word that is looked up, in letters. No language here has a longer one.
const LONGEST_WORD: usize = 100;
/// What may stand between the parts of a compound.
const JOINTS: [&str; 6] = ["", "s", "n", "en", "es", "er"];

/// Forms, and stems that stand for a word with any ending, with the English word for each. As written, and folded for those
/// who leave the accents out.
pub(crate) struct Dictionary {
    forms: FxHashMap<String, &'static str>,
    stems: FxHashMap<String, &'static str>,
    folded_forms: FxHashMap<String, &'static str>,
    folded_stems: FxHashMap<String, &'static str>,
    compounds: bool,
    /// What a word may begin with beside its own letters, in scripts that write small words together with the next.
    prefixes: &'static [&'static str],
}

impl Dictionary {
    /// Reads lines of `english<TAB>form form ...`; the first line that has a form counts.
    pub(crate) fn read(lines: &'static str, compounds: bool, prefixes: &'static [&'static str]) -> Self {
        let mut dictionary = Self {
            forms: FxHashMap::default(),
            stems: FxHashMap::default(),
            folded_forms: FxHashMap::default(),
            folded_stems: FxHashMap::default(),
            compounds,
            prefixes,
        };
        for (english, forms) in lines.lines().filter_map(|line| line.split_once('\t')) {
            for form in forms.split_whitespace() {
                let (form, stems, folded) = match form.strip_suffix('*') {
                    Some(stem) => (stem, &mut dictionary.stems, &mut dictionary.folded_stems),
                    None => (form, &mut dictionary.forms, &mut dictionary.folded_forms),
                };
                stems.entry(form.to_owned()).or_insert(english);
                let plain = plain(form);
                if plain != form {
                    folded.entry(plain).or_insert(english);
                }
            }
        }
        dictionary
    }

    /// What a form that stands in the dictionary as it is means.
    pub(crate) fn exactly(&self, form: &str) -> Option<&'static str> {
        self.forms.get(form).copied()
    }

    /// What a word means, in any form that the dictionary can tell.
    pub(crate) fn word(&self, word: &str) -> Option<String> {
        if word.chars().nth(LONGEST_WORD).is_some() {
            return None;
        }
        let word = word.to_lowercase().replace('’', "'");
        if let Some(english) = self.simple(&word) {
            return Some(english.to_owned());
        }
        let behind = self.prefixes.iter().filter_map(|prefix| word.strip_prefix(prefix));
        let behind = behind.filter(|rest| rest.chars().count() > 1);
        if let Some(english) = behind.filter_map(|rest| self.simple(rest)).next() {
            return Some(english.to_owned());
        }
        if self.compounds { self.compound(&word) } else { None }
    }

    fn simple(&self, word: &str) -> Option<&'static str> {
        let folded = plain(word);
        let whole = self.forms.get(word).or_else(|| self.forms.get(&folded));
        whole
            .or_else(|| self.folded_forms.get(&folded))
            .copied()
            .or_else(|| stem(&self.stems, word))
            .or_else(|| stem(&self.stems, &folded))
            .or_else(|| stem(&self.folded_stems, &folded))
    }

    /// The words of a compound: "Kellerschlüssel" is the cellar's key.
    fn compound(&self, word: &str) -> Option<String> {
        let ends: Vec<usize> = word.char_indices().map(|(at, _)| at).skip(PART).collect();
        ends.iter().rev().skip(PART - 1).find_map(|end| {
            let (left, right) = word.split_at(*end);
            let right = self.simple(right)?;
            let left = JOINTS.iter().filter_map(|joint| left.strip_suffix(joint)).find_map(|left| {
                let long = left.chars().count() >= PART;
                long.then(|| self.forms.get(left).or_else(|| self.stems.get(left))).flatten()
            })?;
            Some(format!("{left} {right}"))
        })
    }

    /// The longest form that a text begins with: its length in bytes, and what it means.
    pub(crate) fn longest_at(&self, text: &str) -> Option<(usize, &'static str)> {
        let ends: Vec<usize> = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST).collect();
        ends.into_iter().rev().find_map(|end| {
            let form = &text[..end];
            self.forms.get(form).or_else(|| self.stems.get(form)).map(|english| (end, *english))
        })
    }
}

/// A form as those write it who leave out accents and joiners, or have the other keyboard of the Arabic script.
fn plain(form: &str) -> String {
    let letter = |character: char| match character {
        '\u{200c}' | '\u{200d}' => None,
        'ی' => Some('ي'),
        'ک' => Some('ك'),
        other => Some(other),
    };
    fold(form).chars().filter_map(letter).collect()
}

/// What the longest stem of a word means that leaves a short ending.
fn stem(stems: &FxHashMap<String, &'static str>, word: &str) -> Option<&'static str> {
    let ends: Vec<usize> = word.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    ends.iter().rev().take(ENDING + 1).find_map(|end| stems.get(&word[..*end]).copied())
}

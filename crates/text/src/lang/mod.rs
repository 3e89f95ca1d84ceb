//! What is known of each language: a folder of tables for each, read once. README.md beside this says how one is added.

pub(crate) mod calendar;
mod list;

use std::ops::Range;
use std::sync::LazyLock;

pub(crate) use list::List;

/// The tables that are made of lists.
const OF_LISTS: [&str; 3] = ["grammar", "commands", "statements"];

/// A language, or a few that are read as one.
pub(crate) struct Language {
    /// What its folder is called.
    pub(crate) code: &'static str,
    /// Its place among all.
    number: usize,
    /// The files there, without their ending.
    tables: &'static [(&'static str, &'static str)],
}

macro_rules! languages {
    ($($code:literal $($table:ident)*;)*) => {
        /// All languages, English first.
        pub(crate) static LANGUAGES: &[Language] = &numbered([$(Language {
            code: $code,
            number: 0,
            tables: &[$((stringify!($table), include_str!(concat!($code, "/", stringify!($table), ".tsv")))),*],
        }),*]);
    };
}

const fn numbered<const COUNT: usize>(mut languages: [Language; COUNT]) -> [Language; COUNT] {
    let mut number = 0;
    while number < COUNT {
        languages[number].number = number;
        number += 1;
    }
    languages
}

languages! {
    "en" vocabulary grammar calendar numbers people commands statements credentials;
    "de" dictionary grammar calendar numbers people commands statements credentials;
    "nl" dictionary grammar calendar numbers people commands statements credentials;
    "sv" dictionary grammar calendar numbers commands statements credentials;
    "da" dictionary grammar numbers commands statements;
    "fr" dictionary grammar calendar numbers people commands statements credentials;
    "it" dictionary grammar calendar numbers people commands statements credentials;
    "es" dictionary grammar calendar numbers people commands statements credentials;
    "pt" dictionary grammar calendar numbers people commands statements credentials;
    "ro" dictionary grammar numbers commands;
    "pl" dictionary grammar calendar numbers cases people commands statements credentials;
    "cs" dictionary grammar numbers cases commands credentials;
    "hr" grammar cases commands;
    "sk" commands;
    "sl" commands;
    "lt" grammar cases commands;
    "tr" dictionary grammar calendar numbers commands statements credentials;
    "fi" dictionary grammar numbers cases commands credentials;
    "hu" dictionary grammar numbers cases commands statements;
    "ca" dictionary grammar commands;
    "vi" dictionary grammar commands;
    "id" dictionary grammar numbers commands;
    "sr" dictionary grammar commands;
    "ru" dictionary grammar calendar numbers cases people commands statements credentials;
    "uk" dictionary grammar numbers cases commands;
    "be" commands;
    "bg" dictionary grammar commands;
    "el" dictionary grammar numbers cases commands;
    "he" dictionary grammar numbers commands;
    "ar" dictionary grammar numbers commands;
    "fa" dictionary grammar commands;
    "hi" dictionary grammar numbers commands;
    "ko" dictionary grammar statements credentials;
    "th" dictionary grammar;
    "zh" dictionary grammar commands statements credentials;
    "ja" dictionary grammar commands statements credentials;
    "bn" grammar;
}

impl Language {
    /// A file of its folder, if it has that.
    pub(crate) fn table(&self, name: &str) -> Option<&'static str> {
        self.tables.iter().find(|(table, _)| *table == name).map(|(_, lines)| *lines)
    }

    /// The lines of such a file, but for remarks: what stands before the first tab, and behind it.
    pub(crate) fn rows(&self, name: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let lines = self.table(name).into_iter().flat_map(str::lines);
        lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'))
    }

    /// Its part of a list.
    pub(crate) fn words(&self, list: List) -> &'static [&'static str] {
        let words = &WORDS[list as usize];
        &words.all[words.parts[self.number].clone()]
    }

    /// The lines of its lists: the name, and what stands in it.
    fn lists(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        OF_LISTS.iter().flat_map(|name| self.rows(name))
    }
}

/// What bars part in a line.
pub(crate) fn parts_of(line: &'static str) -> impl Iterator<Item = &'static str> {
    line.split('|').map(str::trim)
}

/// A list in all languages.
struct Words {
    all: Vec<&'static str>,
    /// Which of them are of which language.
    parts: Vec<Range<usize>>,
}

/// Each list, by its number.
static WORDS: LazyLock<Vec<Words>> = LazyLock::new(|| {
    let mut lists: Vec<Words> = Vec::new();
    lists.resize_with(List::COUNT, || Words { all: Vec::new(), parts: vec![0..0; LANGUAGES.len()] });
    for language in LANGUAGES {
        for (name, line) in language.lists() {
            let Some(list) = List::named(name) else { continue };
            let Words { all, parts } = &mut lists[list as usize];
            let first = all.len();
            all.extend(parts_of(line));
            parts[language.number] = first..all.len();
        }
    }
    lists
});

impl List {
    /// It in all languages.
    pub(crate) fn all(self) -> &'static [&'static str] {
        &WORDS[self as usize].all
    }

    /// Whether any language has a word in it.
    pub(crate) fn has(self, word: &str) -> bool {
        self.all().contains(&word)
    }

    /// It in English.
    pub(crate) fn english(self) -> &'static [&'static str] {
        LANGUAGES[0].words(self)
    }

    /// It in all languages but English.
    pub(crate) fn elsewhere(self) -> &'static [&'static str] {
        &self.all()[self.english().len()..]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{LANGUAGES, List};

    #[test]
    fn each_line_of_a_table_of_lists_is_a_list_that_is_read() {
        let mut read = BTreeSet::new();
        for language in LANGUAGES {
            let mut own = BTreeSet::new();
            for (name, line) in language.lists() {
                let place = format!("{}: {name}", language.code);
                assert!(List::named(name).is_some(), "{place} is no list");
                assert!(own.insert(name), "{place} stands twice");
                assert!(line.split('|').all(|word| !word.trim().is_empty()), "{place} has a gap");
            }
            read.extend(own);
        }
        assert_eq!(read.len(), List::COUNT, "a list is empty in all languages");
    }
}

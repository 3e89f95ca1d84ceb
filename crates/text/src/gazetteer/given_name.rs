//! Known given names and surnames: one group per name with its spellings in all scripts, and its nicknames.

use crate::unicode::fold;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What is known of a spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The name's number.
    pub group: u16,
    /// Whether the spelling is a nickname of it.
    pub nickname: bool,
    /// The tongue it comes from: `s`lavic, `a`rabic, `i`ndic, `k`orean, `g`reek, `h`ebrew, `j`apanese, `t`hai, `e`uropean.
    pub tongue: u8,
}

static GROUPS: LazyLock<FxHashMap<String, Vec<Entry>>> = LazyLock::new(|| {
    let mut out: FxHashMap<String, Vec<Entry>> = FxHashMap::default();
    let lines = include_str!("data/given_names.tsv").lines().filter(|l| !l.starts_with('#') && l.len() > 2);
    for (n, line) in lines.enumerate() {
        let (tongue, names) = line.split_at(1);
        let (full, nick) = names.split_once('|').unwrap_or((names, ""));
        for (list, nickname) in [(full, false), (nick, true)] {
            for w in list.split_whitespace() {
                let key = fold_key(w);
                let entry = Entry { group: n as u16, nickname, tongue: tongue.as_bytes()[0] };
                let entries = out.entry(key).or_default();
                if !entries.contains(&entry) {
                    entries.push(entry);
                }
            }
        }
    }
    out
});

/// How a word is looked up: Latin words without accents, others in small letters.
pub fn fold_key(word: &str) -> String {
    let latin = word
        .chars()
        .next()
        .is_some_and(|c| crate::unicode::token::script(c) == Some(crate::unicode::token::Script::Latin));
    if latin { fold::plain(word) } else { fold::lower(word) }
}

/// The groups that a folded word is in.
pub fn lookup(folded: &str) -> &'static [Entry] {
    GROUPS.get(folded).map_or(&[], Vec::as_slice)
}

/// Whether the word is mostly the second of two first names that are borne as one, and hardly a surname: Jo Ann, Anna Lena, Jean Luc.
pub fn is_second(folded: &str) -> bool {
    const SECOND: [&str; 36] = [
        "ann", "anne", "anna", "lou", "louise", "lena", "marie", "maria", "mae", "beth", "jo", "sue", "kate",
        "lynn", "ellen", "belle", "jane", "jean", "luc", "marc", "pierre", "claude", "sophie", "luise",
        "lotte", "christine", "theresa", "teresa", "luisa", "isabel", "carmen", "elisabeth", "elizabeth",
        "helene", "katrin", "bea",
    ];
    SECOND.contains(&folded)
}

//! Which single words and numbers tell whose they are.

use crate::word;

/// The fewest letters of a word that tells.
const LETTERS: usize = 3;

/// The fewest digits of a number that tells.
pub(super) const DIGITS: usize = 3;

/// What programs and posts are called: nobody's name.
const ROLES: &[&str] = &[
    "admin", "agent", "api", "app", "assistant", "backend", "bot", "client", "console", "cron", "engine",
    "import", "importer", "job", "library", "manager", "memory", "operator", "owner", "planner", "root",
    "script", "server", "service", "support", "sync", "system", "team", "test", "tester", "user", "web",
    "worker",
];

/// Whether a word is somebody's, and no word of the language or of programs.
pub(super) fn tells(word: &str) -> bool {
    let count = word.chars().count();
    if word.starts_with(|first: char| first.is_ascii_digit()) {
        return count >= DIGITS;
    }
    let least = if word.is_ascii() { LETTERS } else { 1 };
    count >= least && !ROLES.contains(&word) && !word::english_word(word) && word::has_content(word)
}

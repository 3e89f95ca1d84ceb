//! All that is kept, and all of an age, in other languages than English: an order, a word for all, and nothing but words that tell of
//! what is kept, in any order.

use super::reach::Reach;
use crate::lang::{LANGUAGES, Language, List};

/// Units by their days.
const UNITS: &[(f64, List)] = &[
    (1.0 / 24.0, List::Hours),
    (1.0, List::Days),
    (7.0, List::Weeks),
    (30.0, List::Months),
    (365.0, List::Years),
];
/// Numbers in words, 1 and those of months and weeks.
const NUMBERS: &[(f64, List)] = &[(1.0, List::One), (2.0, List::Two), (3.0, List::Three), (6.0, List::Six)];

/// Whether words, in small letters, order to forget all that is known of the one who asks.
pub(super) fn is_all(words: &[&str]) -> bool {
    let order = without_order(words);
    let mine = |language: &&Language| order.iter().any(|word| language.words(List::MineKept).contains(word));
    order.len() < words.len() && LANGUAGES.iter().filter(mine).any(|language| is_of_all(language, order))
}

/// Whether words, in small letters, order to forget all that is kept.
pub(super) fn is_kept(words: &[&str]) -> bool {
    let order = without_order(words);
    order.len() < words.len() && LANGUAGES.iter().any(|language| is_of_all(language, order))
}

/// How old what words order to forget is at least, or at most.
pub(super) fn aged(words: &[&str]) -> Option<Reach> {
    let order = without_order(words);
    let days = |language: &Language, openers| {
        let (head, age) = parted(order, language.words(openers))?;
        let (number, rest) = age.split_first()?;
        let number = number.parse::<u16>().ok().map(f64::from).or_else(|| look(NUMBERS, number))?;
        // "Des 30 derniers jours".
        let last = rest.iter().take_while(|word| List::LastUnits.has(word)).count();
        let (unit, behind) = rest[last..].split_first()?;
        let days = number * look(UNITS, unit)?;
        let ends = behind.iter().all(|word| language.words(List::OlderBehind).contains(word));
        // "Des 30 jours" alone says no more than how many.
        let told = last > 0 || !order[..order.len() - age.len()].ends_with(&["des"]);
        (ends && days > 0.0 && told && is_of_all(language, head)).then_some(days)
    };
    LANGUAGES.iter().filter(|_| order.len() < words.len()).find_map(|language| {
        let older = days(language, List::Older).map(Reach::OlderThan);
        older.or_else(|| days(language, List::Younger).map(Reach::YoungerThan))
    })
}

fn is_of_all(language: &Language, words: &[&str]) -> bool {
    let all = language.words(List::AllKept);
    let around = [List::AroundKept, List::MineKept].map(|list| language.words(list));
    words.iter().any(|word| all.contains(word))
        && words.iter().all(|word| all.contains(word) || around.iter().any(|list| list.contains(word)))
}

/// What stands before the words for an age, and behind them.
fn parted<'w>(words: &'w [&'w str], openers: &[&str]) -> Option<(&'w [&'w str], &'w [&'w str])> {
    let parted = openers.iter().filter_map(|older| {
        let older: Vec<&str> = older.split(' ').collect();
        let at = words.windows(older.len()).position(|window| window == older)?;
        Some((&words[..at], &words[at + older.len()..]))
    });
    parted.min_by_key(|(head, age)| (head.len(), age.len()))
}

fn look(lists: &[(f64, List)], word: &str) -> Option<f64> {
    lists.iter().find(|(_, list)| list.all().contains(&word)).map(|(number, _)| *number)
}

/// What stands behind an order to forget; all of the words where there is none.
fn without_order<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let polite =
        words.iter().take_while(|word| ["bitte", "por", "favor", "per", "favore"].contains(word)).count();
    let order = List::Forget.elsewhere().iter().filter_map(|verb| {
        let verb: Vec<&str> = verb.split(' ').collect();
        words[polite..].starts_with(&verb).then(|| &words[polite + verb.len()..])
    });
    order.min_by_key(|rest| rest.len()).unwrap_or(words)
}

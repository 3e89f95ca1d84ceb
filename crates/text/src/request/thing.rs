//! Whether words name one thing.

use crate::entity::identifier::{self, phrase};
use crate::unicode::runs::alphanumeric;

/// Articles and particles, which may stand inside what names one thing.
pub(super) const PARTICLES: &[&str] = &[
    "the", "a", "an", "of", "for", "in", "at", "no", "no.", "nr", "nr.", "number", "der", "die", "das",
    "den", "dem", "la", "le", "les", "el", "los", "las", "il", "lo", "de", "del", "della", "des", "du", "da",
    "do", "dos", "van", "von", "zu", "al", "bin", "ibn", "y", "e", "und", "and", "&", "het",
];

/// Tells whether the words name one thing: few words, with a capital, a digit or a script without capitals in them, and
/// hardly a plain word beside its kind ("the supplier Marathia Olive Mill").
pub(super) fn is_thing(core: &str) -> bool {
    // "The alarm phrase 'quiet harbour'": what it is, and in quotation marks which.
    if let [phrase] = phrase::wanted(core).as_slice() {
        let said = [&core[..phrase.span.start], &core[phrase.span.end..]].concat();
        let words = alphanumeric(&said);
        let linked = words
            .clone()
            .any(|word| ["that", "who", "which", "when", "with", "from", "to", "is"].contains(&word));
        return words.count() <= 5 && !linked;
    }
    let words: Vec<&str> = core.split_whitespace().collect();
    let plain = words.iter().filter(|word| {
        let lower =
            word.chars().all(|character| character.is_lowercase() || character == '\'' || character == '’');
        lower && !PARTICLES.contains(word)
    });
    let is_marked = words.iter().any(|word| word.chars().any(|c| c.is_numeric() || c == '@' || c == '/'));
    let ours = words.first().is_some_and(|word| ["my", "our"].contains(&word.to_lowercase().as_str()));
    let too_plain = words.len() > 2 && plain.count() > if is_marked { 4 } else { 1 + 3 * usize::from(ours) };
    // "The instrument maker Yusuf Rami": what he is, and who.
    let named =
        words.iter().rev().take_while(|word| word.chars().next().is_some_and(char::is_uppercase)).count();
    let said = &words[..words.len() - named.min(words.len())];
    const LINKS: &[&str] = &[
        "to", "from", "with", "by", "on", "is", "are", "was", "were", "has", "have", "that", "than", "about",
        "when", "into", "of", "in", "at", "for", "and", "or", "near", "under", "over", "where", "before",
        "after", "against", "between",
    ];
    let introduced = named > 0
        && (2..=4).contains(&said.len())
        && ["the", "our", "my"].contains(&said[0].to_lowercase().as_str())
        && !said.iter().any(|word| LINKS.contains(word) || word.contains(['\'', '’', ',']));
    let marked = |word: &&str| {
        word.chars().any(|character| character.is_uppercase() || character.is_numeric() || character == '@')
            || word.chars().any(|character| !character.is_ascii() && !character.is_lowercase())
    };
    !words.is_empty()
        && (!too_plain || introduced)
        && words.len() <= 8
        && (words.iter().any(marked) || words.len() <= 3)
        && !words.iter().any(|word| ["that", "who", "which", "when"].contains(word))
}

/// Whether words hold an identifier.
pub(super) fn identifies(text: &str) -> bool {
    identifier::query_mentions(text).iter().any(|one| !identifier::is_value(one.kind))
}

//! A request for two things: "our rent and the standing order for it", "that Suki drinks, including what she usually has".

use super::matching::{opening, starts, strip, words};

/// What joins a second thing to the first, whatever follows.
const JOINERS: &[&str] = &[
    "including", "together with", "along with", "as well as", "and also", "in addition to", "einschließlich",
    "samt", "sowie", "mitsamt", "y también", "ainsi que", "y compris", "incluso", "compreso", "compresi",
    "oltre a",
];
/// What does so behind a comma.
const BEHIND_A_COMMA: &[&str] = &["with", "plus", "also", "mit", "avec", "con", "com", "met"];
const AND: &[&str] = &["and", "und", "et", "y", "e", "en", "и", "och", "og"];
/// What a second thing behind "and" begins with.
const DETERMINERS: &[&str] = &[
    "the", "that", "his", "her", "its", "their", "my", "our", "your", "what", "where", "when", "how", "who",
    "which", "der", "die", "das", "dass", "sein", "seine", "ihr", "ihre", "unser", "unsere", "mein", "meine",
    "wo", "wer", "was", "le", "la", "les", "son", "sa", "ses", "notre", "nos", "el", "los", "las", "su",
    "sus", "il", "lo", "gli",
];
/// What says of the end of a text that it is meant too: "tags included".
const INCLUDED: &[&str] = &["included", "too", "as well", "inbegriffen", "incluido", "compris", "compresi"];
/// Behind these a determiner may belong to what follows "and" too: "the code of the door and the garage".
const OF: &[&str] = &[
    "of", "for", "to", "at", "in", "on", "about", "from", "with", "between", "both", "von", "für", "de",
    "du", "des", "di", "del", "para", "pour", "per", "van", "voor",
];
/// The fewest words of a first thing.
const FEWEST: usize = 2;

/// The two things that words ask for, where they are told one behind the other.
#[must_use]
pub fn conjuncts(core: &str) -> Option<(&str, &str)> {
    let core = core.trim_end_matches(['.', '!', ' ']);
    let whole = |head: &str| words(head).len() >= FEWEST;
    for at in starts(core) {
        let (head, tail) = core.split_at(at);
        let comma = head.trim_end().ends_with(',');
        let head = head.trim_end().trim_end_matches(',').trim_end();
        if !whole(head) {
            continue;
        }
        let joined = opening(tail, JOINERS).or_else(|| opening(tail, BEHIND_A_COMMA).filter(|_| comma));
        if let Some(second) = joined.filter(|second| !second.is_empty()) {
            return Some((head, second));
        }
        let second = opening(tail, AND).filter(|second| opening(second, DETERMINERS).is_some());
        if let Some(second) =
            second.filter(|second| words(second).len() >= FEWEST && !is_shared(head, second))
        {
            return Some((head, second));
        }
        if let Some(second) = INCLUDED.iter().find_map(|end| core[at..].strip_suffix(end)).filter(|_| comma) {
            let second = second.trim();
            if (1..=4).contains(&words(second).len()) {
                return Some((head, second));
            }
        }
    }
    None
}

/// Whether a short second thing may hang on the first one's preposition.
fn is_shared(head: &str, second: &str) -> bool {
    let said = words(head);
    let last = said.iter().rposition(|word| OF.contains(&word.as_str()));
    let hangs = last.is_some_and(|at| {
        let behind = said.len() - at - 1;
        (1..=4).contains(&behind)
            && !["his", "hers", "mine", "ours", "theirs", "yours"].contains(&said[at + 1].as_str())
    });
    let article = ["the", "der", "die", "das", "le", "la", "les", "el", "los", "las", "il", "lo", "gli"];
    hangs && words(second).len() <= 3 && article.iter().any(|word| strip(second, word).is_some())
}

#[cfg(test)]
mod tests {
    use super::conjuncts;

    #[test]
    fn two_things_are_told_apart() {
        for (core, first, second) in [
            ("our rent and the standing order for it", "our rent", "the standing order for it"),
            ("that Ivo smokes, including what he smokes", "that Ivo smokes", "what he smokes"),
            (
                "that Ivo comes to dinner, with his dish and seat",
                "that Ivo comes to dinner",
                "his dish and seat",
            ),
            ("the loan of his and the instalments", "the loan of his", "the instalments"),
            ("the shop's price list, tags included", "the shop's price list", "tags"),
            ("Vera's shift as well as her desk", "Vera's shift", "her desk"),
        ] {
            assert_eq!(conjuncts(core), Some((first, second)), "{core}");
        }
    }

    #[test]
    fn one_thing_is_not() {
        for core in [
            "the code of the door and the garage", "salt and pepper mills", "Ada and Bo",
            "that Ivo sings and dances", "research and development", "the meeting with the board",
            "the \"rent and the order\" note", "and the dog", "",
        ] {
            assert_eq!(conjuncts(core), None, "{core}");
        }
    }
}

//! What is asked for of a thing that is told by its number: "the keypad code for bay 11", "order 4411 delivery address".

use crate::entity::identifier;

/// Words behind which the thing stands.
const LINKS: &[&str] = &["of", "for", "at", "in", "on", "from", "to"];
const ARTICLES: &[&str] = &["the", "a", "an", "our", "my", "your", "this", "that"];
/// Nouns for an identifier itself.
const ITSELF: &[&str] = &[
    "number", "numbers", "no", "code", "codes", "key", "id", "ids", "address", "name", "string", "value",
    "token", "reference", "references",
];
/// Nouns for all that is kept of a thing, or for who it stands for.
const KEPT: &[&str] = &[
    "record", "records", "entry", "entries", "note", "notes", "row", "rows", "line", "lines", "file",
    "files", "mention", "mentions", "trace", "traces", "copy", "copies", "data", "memory", "memories",
    "everything", "all", "anything", "information", "info", "details", "facts", "history", "account",
    "profile", "owner", "holder", "bearer", "customer", "client", "user", "patient", "person", "man",
    "woman", "guest", "tenant", "member", "stuff", "things",
];
/// The most words of what is asked for.
const LONGEST: usize = 4;

/// Tells whether an attribute of what an identifier names is asked for, not that thing or all that has the identifier: "the tracking number
/// for order 7788", but not "the number of order 7788". The identifier has a label; one without ("+1 555 0100") is told by itself.
#[must_use]
pub fn is_of_numbered(core: &str) -> bool {
    let found = identifier::query_mentions(core);
    let [one] = found.as_slice() else { return false };
    let (Some(_), Some(before), Some(behind)) =
        (&one.label, core.get(..one.span.start), core.get(one.span.end..))
    else {
        return false;
    };
    let (before, behind): (Vec<&str>, Vec<&str>) =
        (before.split_whitespace().collect(), behind.split_whitespace().collect());
    if behind.is_empty() {
        // "for our order no. 7788": the thing is at most four words.
        let link = before.iter().rposition(|word| LINKS.contains(&word.to_lowercase().as_str()));
        return link.is_some_and(|link| before.len() - link <= 5 && tells(&before[..link]));
    }
    let label = before.iter().filter(|word| !ARTICLES.contains(&word.to_lowercase().as_str())).count();
    let plain = |word: &&str| word.chars().all(|c| c.is_lowercase() || c == '-');
    // "Recipe 44 from the bakery book" is the recipe.
    let links = || behind.iter().any(|word| LINKS.contains(word));
    (1..=2).contains(&label) && behind.iter().all(plain) && !links() && tells(&behind)
}

/// Whether words are a noun with what tells more of it.
fn tells(words: &[&str]) -> bool {
    let article = words.first().is_some_and(|first| ARTICLES.contains(&first.to_lowercase().as_str()));
    let words = &words[usize::from(article)..];
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let Some(last) = lower.last() else { return false };
    let alphabetic =
        |word: &String| word.chars().all(|c| c.is_alphabetic() || c == '-' || c == '\'' || c == '’');
    let told = [
        "that", "who", "which", "what", "where", "when", "how", "we", "you", "i", "is", "was", "are", "were",
        "has", "and", "or", "with", "about",
    ];
    words.len() <= LONGEST
        && lower.iter().all(alphabetic)
        && !lower.iter().any(|word| told.contains(&word.as_str()))
        && !KEPT.contains(&last.as_str())
        && (words.len() > 1 || !ITSELF.contains(&last.as_str()))
}

#[cfg(test)]
mod tests {
    use super::is_of_numbered;

    #[test]
    fn an_attribute_of_a_thing_is_not_the_thing() {
        for core in [
            "keypad code for Bay 11", "Leeds AUC of triage model 2.1", "the weight of order 7788",
            "the tracking number for order 7788", "order 4411 delivery address", "Bay 11 keypad code",
            "the heating in room 12",
        ] {
            assert!(is_of_numbered(core), "{core}");
        }
        for core in [
            "order 4411", "the number of order 7788", "all records of order 7788", "order 4411 details",
            "the record of patient 4411", "the customer with order 7788", "the fax +31 (0)20 555 0188",
            "everything for order 7788", "the code 7788", "recipe no. 44 from the bakery book",
            "engine 2 of the ferry", "accession 0417 in every notation", "what we hold on badge 0519",
        ] {
            assert!(!is_of_numbered(core), "{core}");
        }
    }
}

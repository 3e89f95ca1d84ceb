//! Phrases that ask for everything about something: "everything about", "all that we hold on".

use super::phrase_match::opening;

/// Phrases that ask for everything about what follows.
pub(super) const ALL: &[&str] = &[
    "everything", "all", "anything", "every record", "every note", "every memory", "whatever", "all of it",
    "any record", "any trace", "all traces", "every trace", "any mention", "all mention", "every mention",
    "all mentions", "every entry", "every row", "every line", "each entry", "each note", "each record",
    "each row", "any entry", "any note",
];

/// What may stand between [`ALL`] and the thing.
const ABOUT: &[&str] = &[
    "about", "on", "of", "regarding", "concerning", "for", "that names", "that mentions", "that concerns",
    "names", "mentions", "concerns", "regards", "under", "in the name of", "related to", "relating to",
    "to do with", "with",
];

/// What may stand between [`ALL`] and [`ABOUT`]: it says no more than that it is known.
const KNOWN: &[&str] = &[
    "that", "which", "what", "we", "you", "i", "they", "is", "are", "was", "were", "has", "have", "had",
    "been", "be", "there", "it", "ever", "still", "so", "far", "up", "down", "here", "our", "your", "my",
    "the", "in", "any", "all", "every", "to", "known", "know", "kept", "keep", "held", "hold", "noted",
    "note", "recorded", "written", "stored", "store", "saved", "save", "said", "say", "says", "got", "get",
    "remembered", "remember", "collected", "on", "file", "files", "books", "system", "archive", "of",
    "diary", "holds", "happened", "took", "place", "occurred", "entries", "notes", "records", "rows", "data",
    "details", "information", "facts", "memories", "lines", "papers", "documents", "entry", "record",
    "remarks", "remark", "letters", "mentions", "traces", "everything", "anything", "related", "relating",
    "connected", "tied", "do", "with", "about", "else", "told", "me", "us", "mentioned", "shared", "learned",
    "learnt",
];

/// What follows a phrase that asks for all: nothing but a way to say so may stand before it.
pub(super) fn all_about(rest: &str) -> Option<&str> {
    let mut at = 0;
    let mut found = None;
    loop {
        let tail = &rest[at..];
        if let Some(thing) = opening(tail, ABOUT).filter(|thing| !thing.is_empty()) {
            found = Some(thing);
        }
        let word = tail.split(' ').next().unwrap_or_default();
        let said = word.trim_matches(|character: char| !character.is_alphanumeric()).to_lowercase();
        if at > 64 || word.is_empty() || !(KNOWN.contains(&said.as_str()) || opening(tail, ABOUT).is_some()) {
            return found;
        }
        // "The": here the thing begins, if something says so before it.
        if found.is_some() && (ARTICLES.contains(&said.as_str()) || word != word.to_lowercase()) {
            return found;
        }
        at += word.len();
        at += rest[at..].len() - rest[at..].trim_start().len();
    }
}

const ARTICLES: &[&str] = &["the", "our", "my", "your", "all", "any", "every"];

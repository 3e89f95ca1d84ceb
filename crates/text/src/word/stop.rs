//! Words that say nothing of what a text is about.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

/// Function words of English, sorted, folded.
const STOP: &[&str] = &[
    "a", "about", "above", "after", "again", "against", "all", "also", "although", "am", "an", "and", "any",
    "anyone", "anything", "are", "aren't", "around", "as", "at", "be", "because", "been", "before", "behind",
    "being", "below", "beside", "besides", "between", "both", "but", "by", "can", "can't", "cannot", "could",
    "couldn't", "did", "didn't", "do", "does", "doesn't", "doing", "don't", "done", "down", "during", "each",
    "either", "else", "ever", "every", "everyone", "everything", "few", "for", "from", "further", "had",
    "hadn't", "has", "hasn't", "have", "haven't", "having", "he", "he's", "her", "here", "hers", "herself",
    "him", "himself", "his", "how", "however", "i", "i'd", "i'll", "i'm", "i've", "if", "in", "into", "is",
    "isn't", "it", "it's", "its", "itself", "just", "least", "less", "let", "let's", "like", "may", "me",
    "might", "mine", "more", "most", "much", "must", "mustn't", "my", "myself", "neither", "no", "nobody",
    "none", "nor", "not", "nothing", "now", "of", "off", "on", "once", "one", "only", "onto", "or", "other",
    "others", "our", "ours", "ourselves", "out", "over", "own", "per", "please", "quite", "rather", "same",
    "shall", "she", "she's", "should", "shouldn't", "since", "so", "some", "someone", "something", "still",
    "such", "than", "that", "that's", "the", "their", "theirs", "them", "themselves", "then", "there",
    "there's", "these", "they", "they're", "this", "those", "though", "through", "till", "to", "too",
    "toward", "towards", "under", "until", "up", "upon", "us", "very", "via", "was", "wasn't", "we", "we'll",
    "we're", "we've", "were", "weren't", "what", "what's", "when", "where", "whether", "which", "while",
    "who", "whom", "whose", "why", "will", "with", "within", "without", "won't", "would", "wouldn't", "yet",
    "you", "your", "yours", "yourself", "yourselves",
];

/// Words that ask to forget, and words for what is kept, sorted: they are in requests, not in what these are about.
const COMMAND: &[&str] = &[
    "delete", "discard", "disregard", "drop", "erase", "forget", "forgotten", "memories", "memory", "purge",
    "record", "release", "remember", "remove", "wipe",
];

/// Tells whether a folded word carries no content.
pub(super) fn is_stop(folded: &str) -> bool {
    static ALL: LazyLock<FxHashSet<&str>> = LazyLock::new(|| STOP.iter().chain(COMMAND).copied().collect());
    ALL.contains(folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_found() {
        assert!(STOP.is_sorted());
        assert!(COMMAND.is_sorted());
        assert!(is_stop("until") && is_stop("forget") && !is_stop("lease"));
    }
}

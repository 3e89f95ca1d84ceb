//! Questions, and what wants to be told or shown.

use super::phrase_match::{capital, ending, opening, words};
use super::{courtesy, imperative};
use crate::lang::List;

const AUXILIARIES: &str = " do does did is are was were am has have had can could will would shall should may might must isn't aren't wasn't \
    weren't don't doesn't didn't hasn't haven't can't couldn't won't wouldn't shouldn't ";
const LIST: &[&str] = &[
    "list", "show", "print", "display", "summarise", "summarize", "find", "export", "look up", "search for",
    "find out",
];
const LISTED: &[&str] = &["all", "everything", "every", "what", "who", "where", "me all", "me everything"];
/// "Should I", without a question mark too.
const INVERTED: &[&str] =
    &["should i", "should we", "shall i", "shall we", "may i", "do you", "did you", "have you"];
const WH: &[&str] = &["what", "who", "whom", "whose", "where", "when", "why", "how", "which"];
const CONTRACTED: &[&str] =
    &["what's", "who's", "where's", "when's", "how's", "why's", "what're", "who're", "where're"];
/// German and Dutch words behind which a clause has its verb at its end: "wo Ivo wohnt".
const VERB_LAST: &[&str] =
    &["was", "wer", "wo", "wann", "wie", "warum", "wat", "waar", "wanneer", "hoe", "waarom"];

/// Whether a question is about forgetting, and names nothing to be forgotten: "what happens if I delete my number".
fn is_about_forgetting(question: &str) -> bool {
    let words = words(question);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    (opening(question, WH).is_some() || opening(question, List::Ask.all()).is_some())
        && has(List::AskToForget.all())
        && has(List::Whoever.all())
}

/// Whether a request asks a question or wants to be told something.
pub(super) fn asks(request: &str) -> bool {
    let core = imperative::without_thanks(request);
    if imperative::commands(core) {
        return false;
    }
    let told = courtesy::without_courtesy(core);
    if opening(told, List::Tell.all()).is_some_and(|rest| !rest.is_empty())
        || opening(told, LIST).is_some_and(|rest| opening(rest, LISTED).is_some())
        || opening(told, INVERTED).is_some_and(|rest| !rest.is_empty())
    {
        return true;
    }
    let Some(question) = core.trim_end_matches([' ', '"', '”', ')', '!']).strip_suffix(['?', '？', '؟'])
    else {
        return false;
    };
    let question = question.trim_start_matches(['¿', ' ']).trim_end();
    if is_about_forgetting(question) && !imperative::commands(question) {
        return true;
    }
    let ordered = opening(question, List::ForgetModal.all()).is_some()
        && ending(question, List::ForgetBehind.all()).is_some();
    !ordered
        && !imperative::commands(question)
        && (english(question) || told.len() < core.len() || elsewhere(question))
        && (opening(question, WH).or_else(|| opening(question, List::Ask.all())).is_none() || knows(question))
}

fn knows(question: &str) -> bool {
    let question = format!(" {} ", words(question).join(" "));
    List::Knowing.all().iter().any(|knowing| question.contains(&format!(" {knowing} ")))
}

fn english(question: &str) -> bool {
    let is_auxiliary =
        |word: &str| AUXILIARIES.contains(&format!(" {} ", word.replace('’', "'").to_lowercase()));
    let words: Vec<&str> = question.split_whitespace().collect();
    let Some((first, rest)) = words.split_first() else { return false };
    if is_auxiliary(first) || opening(question, CONTRACTED).is_some() {
        return true;
    }
    if opening(question, WH).is_none() {
        return false;
    }
    match rest.iter().position(|word| is_auxiliary(word)) {
        // "What the code is": the subject stands before its verb.
        Some(at) => at + 1 < rest.len() && !rest[..at].iter().any(|word| is_subject(word)),
        None => rest.first().is_some_and(|word| {
            word.chars().all(char::is_lowercase) && crate::clause::finite(word) != crate::clause::Finite::No
        }),
    }
}

/// A word with which a subject begins.
fn is_subject(word: &str) -> bool {
    const BEGIN: &str =
        " the a an this that these those my your our his her its their i you we he she it they ";
    capital(word) || BEGIN.contains(&format!(" {} ", word.to_lowercase()))
}

fn elsewhere(question: &str) -> bool {
    let Some(rest) = opening(question, List::Ask.all()) else { return false };
    const BEGIN: &[&str] =
        &["der", "die", "das", "mein", "meine", "unser", "unsere", "de", "het", "mijn", "onze"];
    let clause = opening(question, VERB_LAST).is_some() && (capital(rest) || opening(rest, BEGIN).is_some());
    !clause && !words(rest).is_empty()
}

//! Questions, and what wants to be told or shown.

use super::phrase_match::{capital, ending, opening, words};
use super::{courtesy, imperative};

const AUXILIARIES: &str = " do does did is are was were am has have had can could will would shall should may might must isn't aren't wasn't \
    weren't don't doesn't didn't hasn't haven't can't couldn't won't wouldn't shouldn't ";
/// Verbs to be told or shown something; a word for what follows.
const TELL: &[&str] = &[
    "tell me", "tell us", "show me", "show us", "give me", "let me know", "let me see", "remind me of",
    "remind me about", "remind me what", "remind me who", "i want to know", "i'd like to know",
    "i would like to know", "i wonder", "do you know", "sag mir", "zeig mir", "zeige mir", "dis-moi",
    "montre-moi", "dime", "muéstrame", "dimmi", "mostrami", "diz-me", "mostra-me", "vertel me", "toon me",
    "скажи мне", "покажи мне", "powiedz mi", "pokaż mi",
];
const LIST: &[&str] = &[
    "list", "show", "print", "display", "summarise", "summarize", "find", "export", "look up", "search for",
    "find out",
];
const LISTED: &[&str] = &["all", "everything", "every", "what", "who", "where", "me all", "me everything"];
/// "Should I", without a question mark too.
const INVERTED: &[&str] =
    &["should i", "should we", "shall i", "shall we", "may i", "do you", "did you", "have you"];
/// Who is asked what is known: other questions with a question word only say what is asked for ("where does Ivo live?").
const KNOWING: &[&str] = &[
    "you know", "we know", "you have", "we have", "you remember", "you got", "weißt du", "wissen wir",
    "tu sais", "sais tu", "savez vous", "sabes", "sabemos", "sai", "sapete", "weet je", "weten we", "знаешь",
    "wiesz", "soll ich", "sollen wir", "dois-je",
];
const WH: &[&str] = &["what", "who", "whom", "whose", "where", "when", "why", "how", "which"];
const CONTRACTED: &[&str] =
    &["what's", "who's", "where's", "when's", "how's", "why's", "what're", "who're", "where're"];
/// Words that open a question in other languages.
const ELSEWHERE: &[&str] = &[
    "was", "wer", "wen", "wem", "wo", "wann", "wie", "warum", "wieso", "welche", "welcher", "welches",
    "soll", "sollen", "sollte", "darf", "dürfen", "ist", "sind", "hat", "haben", "weißt", "wissen", "kennst",
    "que", "qu'est-ce", "qui", "où", "quand", "comment", "pourquoi", "combien", "quel", "quelle", "est-ce",
    "dois-je", "devrais-je", "puis-je", "sais tu", "savez vous", "as-tu", "connais-tu", "faut-il", "qué",
    "quién", "quiénes", "dónde", "cuándo", "cómo", "cuál", "cuánto", "cuántos", "debo", "debería", "puedo",
    "sabes", "conoces", "tienes", "hay", "cosa", "che", "chi", "dove", "quando", "come", "perché", "quale",
    "quanto", "quanti", "devo", "dovrei", "posso", "sai", "conosci", "o que", "quem", "onde", "como",
    "porque", "por que", "qual", "quantos", "devo", "sabe", "tens", "wat", "wie", "waar", "wanneer", "hoe",
    "waarom", "welke", "moet", "zal", "mag", "weet", "ken", "что", "кто", "где", "когда", "как", "почему",
    "сколько", "какой", "какая", "какие", "надо ли", "нужно ли", "следует ли", "знаешь", "ты знаешь",
    "стоит ли", "удалить ли", "мне удалить", "co", "kto", "gdzie", "kiedy", "jak", "dlaczego", "ile",
    "który", "która", "znasz", "wiesz",
];
/// German and Dutch words behind which a clause has its verb at its end: "wo Ivo wohnt".
const VERB_LAST: &[&str] =
    &["was", "wer", "wo", "wann", "wie", "warum", "wat", "waar", "wanneer", "hoe", "waarom"];
const BEHIND: &[&str] = &["löschen", "vergessen", "entfernen", "verwijderen", "vergeten", "wissen"];
/// Verbs to forget, as questions have them that ask what they would do.
const FORGETTING: &[&str] = &[
    "delete", "deleted", "erase", "erased", "forget", "purge", "remove", "removed", "lösche", "löschen",
    "vergesse", "vergessen", "efface", "effacer", "supprime", "supprimer", "oublie", "borro", "borrar",
    "olvido", "elimino", "cancello", "cancellare", "dimentico", "apago", "apagar", "esqueço", "verwijder",
    "verwijderen", "vergeet", "удалю", "удалить", "забуду", "usunę", "usunąć",
];
/// Who would do it, or under which condition.
const WHOEVER: &[&str] = &[
    "i", "we", "you", "if", "ich", "wir", "du", "man", "wenn", "je", "tu", "on", "si", "se", "ik", "als",
    "я", "если", "jeśli",
];

/// Whether a question is about forgetting, and names nothing to be forgotten: "what happens if I delete my number".
fn is_about_forgetting(question: &str) -> bool {
    let words = words(question);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    (opening(question, WH).is_some() || opening(question, ELSEWHERE).is_some())
        && has(FORGETTING)
        && has(WHOEVER)
}

/// Whether a request asks a question or wants to be told something.
pub(super) fn asks(request: &str) -> bool {
    let core = imperative::without_thanks(request);
    if imperative::commands(core) {
        return false;
    }
    let told = courtesy::without_courtesy(core);
    if opening(told, TELL).is_some_and(|rest| !rest.is_empty())
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
    let ordered = opening(question, imperative::MODALS).is_some() && ending(question, BEHIND).is_some();
    !ordered
        && !imperative::commands(question)
        && (english(question) || told.len() < core.len() || elsewhere(question))
        && (opening(question, WH).or_else(|| opening(question, ELSEWHERE)).is_none() || knows(question))
}

fn knows(question: &str) -> bool {
    let question = format!(" {} ", words(question).join(" "));
    KNOWING.iter().any(|knowing| question.contains(&format!(" {knowing} ")))
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
    let Some(rest) = opening(question, ELSEWHERE) else { return false };
    const BEGIN: &[&str] =
        &["der", "die", "das", "mein", "meine", "unser", "unsere", "de", "het", "mijn", "onze"];
    let clause = opening(question, VERB_LAST).is_some() && (capital(rest) || opening(rest, BEGIN).is_some());
    !clause && !words(rest).is_empty()
}

//! What a request to forget asks for: how much of what, without the words of command around it.

/// How much a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Everything about one thing: "everything about Rose", "order 48213", "forget Ana Solberg".
    Everything,
    /// An attribute of something: "Anouk's dress size", "my seat on the flight out", "where Ivo lives".
    Attribute,
    /// One statement: "that Ivo is allergic to penicillin".
    Statement,
    /// Something that is over, named by a sentence of its own: "the code freeze is over, drop it".
    Ended,
    /// Anything else: "the foods that I dislike".
    Topic,
}

/// A request, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request<'a> {
    /// How much is asked for.
    pub extent: Extent,
    /// What is asked for, without command, reason and exception.
    pub core: &'a str,
    /// Why, if it says so: "my ex", "she moved away".
    pub reason: Option<&'a str>,
    /// What is to stay, if it says so: "except the invoices".
    pub except: Option<&'a str>,
}

/// Verbs that ask to forget, at a request's start.
const VERBS: &[&str] = &[
    "forget",
    "drop",
    "delete",
    "erase",
    "remove",
    "purge",
    "release",
    "discard",
    "disregard",
    "wipe",
    "scrub",
    "clear",
    "strike",
    "unlearn",
    "let go of",
    "get rid of",
    "stop remembering",
    "do not remember",
    "don't remember",
];
const POLITE: &[&str] = &[
    "please",
    "kindly",
    "can you",
    "could you",
    "would you",
    "you can",
    "you may",
    "i want you to",
    "i'd like you to",
    "let's",
    "now",
    "just",
    "and",
    "so",
];
/// Phrases that ask for everything about what follows.
const ALL: &[&str] = &[
    "everything",
    "all",
    "anything",
    "every record",
    "every note",
    "every memory",
    "whatever",
    "all of it",
    "any record",
    "any trace",
    "all traces",
    "every trace",
    "any mention",
    "all mention",
    "every mention",
    "all mentions",
];
/// What may stand between [`ALL`] and the thing.
const ABOUT: &[&str] = &[
    "about",
    "on",
    "of",
    "regarding",
    "concerning",
    "for",
    "that names",
    "that mentions",
    "that concerns",
    "related to",
    "relating to",
    "to do with",
    "with",
];
/// Endings that refer back to what the sentence before them named.
const BACK: &[&str] = &[
    "forget it",
    "forget him",
    "forget her",
    "forget them",
    "forget that",
    "forget this",
    "forget those",
    "forget these",
    "drop it",
    "drop him",
    "drop her",
    "drop them",
    "delete it",
    "delete them",
    "delete that",
    "erase it",
    "erase them",
    "remove it",
    "remove them",
    "remove him",
    "remove her",
    "purge it",
    "purge them",
    "let it go",
    "forget about it",
    "forget about him",
    "forget about her",
    "forget about them",
    "forget about that",
    "wipe it",
    "discard it",
    "discard them",
    "you can forget it",
    "please forget it",
    "release it",
    "release them",
    "forget that entry",
    "forget that wish",
];
const EXCEPT: &[&str] =
    &[" except ", " except for ", " apart from ", " other than ", " but keep ", " but not ", "; keep "];

/// Takes a request apart. English; what it doesn't know stays in `core` whole, as a [`Extent::Topic`].
#[must_use]
pub fn parse(request: &str) -> Request<'_> {
    let mut core = request.trim().trim_end_matches(['.', '!', ' ']);
    let mut except = None;
    if let Some((at, word)) = EXCEPT.iter().filter_map(|word| Some((find(core, word)?, word))).min() {
        except = Some(core[at + word.len()..].trim());
        core = core[..at].trim_end_matches([',', ';', ' ']);
    }
    // "The code freeze is over, drop it": what is asked for stands before.
    if let Some(back) = BACK.iter().find_map(|back| strip_end(core, back)) {
        let core = back.trim_end_matches([',', ';', '.', ':', '-', '–', '—', ' ']);
        let core =
            ["so", "and", "please"].iter().find_map(|word| strip_end(core, word)).unwrap_or(core).trim_end();
        return Request {
            extent: Extent::Ended,
            core: core.trim_end_matches([',', ';']),
            reason: None,
            except,
        };
    }
    let (mut commanded, mut asks_all) = (false, false);
    loop {
        let before = core;
        if let Some(rest) = strip_any(core, POLITE) {
            core = rest;
        } else if let Some(rest) = strip_any(core, VERBS) {
            commanded = true;
            core = rest;
            if let Some(rest) = strip_any(core, &["about"]) {
                core = rest;
            }
        }
        if core == before {
            break;
        }
    }
    if let Some(rest) = strip_any(core, &["that", "the fact that", "the claim that", "what"])
        && commanded
    {
        let (core, reason) = split_reason(rest);
        return Request { extent: Extent::Statement, core, reason, except };
    }
    if let Some(rest) = strip_any(core, ALL) {
        // "Everything we hold on the patient Ruiz": what stands before the thing is nothing but a way to say all.
        let near = rest.char_indices().map(|(at, _)| at).take_while(|at| *at < 48);
        let about = near
            .filter(|at| *at == 0 || rest[..*at].ends_with(' '))
            .find_map(|at| strip_any(&rest[at..], ABOUT));
        if let Some(about) = about {
            asks_all = true;
            core = about;
        }
    }
    let (core, reason) = split_reason(core);
    if let Some(thing) = without_all_that_is_known(core).or_else(|| behind_all_that_is_known(core)) {
        return Request { extent: Extent::Everything, core: thing, reason, except };
    }
    let extent = if asks_all {
        Extent::Everything
    } else if is_attribute(core) {
        Extent::Attribute
    } else if is_thing(core) {
        Extent::Everything
    } else {
        Extent::Topic
    };
    Request { extent, core, reason, except }
}

/// Cuts off a reason: what stands behind a comma, dash or semicolon and doesn't go on with a list of the same.
fn split_reason(core: &str) -> (&str, Option<&str>) {
    const OPENERS: &[&str] = &[
        "who", "which", "that", "she", "he", "they", "it", "we", "i", "my", "our", "as", "because", "since",
        "now", "the", "a", "an", "so", "they've", "she's", "he's", "it's", "we've", "we're", "i'm", "i've",
        "there", "this", "these",
    ];
    let marks = core.char_indices().filter(|(_, mark)| matches!(mark, ',' | ';' | ':' | '–' | '—' | '('));
    for (at, mark) in marks {
        let rest = core[at + mark.len_utf8()..].trim_start();
        let opens = strip_any(rest, OPENERS).is_some();
        if opens || (mark != ',' && mark != ':') {
            return (core[..at].trim_end(), Some(rest.trim_end_matches(')')));
        }
    }
    for word in [" because ", " since he ", " since she ", " since they ", " as he ", " as she ", " as they "]
    {
        if let Some(at) = find(core, word) {
            return (&core[..at], Some(core[at + 1..].trim()));
        }
    }
    (core, None)
}

/// Tells whether the words name an attribute of something.
fn is_attribute(core: &str) -> bool {
    let lower = core.to_lowercase();
    let questions = ["where ", "when ", "how ", "what ", "who ", "which ", "why ", "whether "];
    let possessive = ["'s ", "’s ", "s' ", "s’ "].iter().any(|mark| lower.contains(mark));
    // "My old friend Marta Kowal" names somebody; "my locker in Ghent" does not.
    let named = core
        .split_whitespace()
        .next_back()
        .is_some_and(|last| last.chars().next().is_some_and(char::is_uppercase));
    let placed =
        [" in ", " at ", " to ", " from ", " with ", " for ", " on "].iter().any(|word| lower.contains(word));
    let mine = ["my ", "our "].iter().any(|word| lower.starts_with(word)) && (!named || placed);
    // "The budget of Marula", but not "the city of Munich": a head that is a kind of thing names the thing itself.
    const KINDS: &[&str] =
        &["city", "town", "village", "country", "island", "state", "district", "province", "port"];
    let of = lower.find(" of ").is_some_and(|at| {
        let head = lower[..at].trim_start_matches("the ");
        !head.contains(' ') && !KINDS.contains(&head)
    });
    possessive || mine || of || questions.iter().any(|word| lower.starts_with(word))
}

/// Words that stand for all that is known of a thing: "Sam profile information".
const ALL_THAT_IS_KNOWN: &[&str] = &[
    "profile",
    "information",
    "info",
    "details",
    "data",
    "records",
    "record",
    "file",
    "files",
    "entry",
    "entries",
    "notes",
    "history",
    "facts",
    "memories",
    "memory",
    "particulars",
    "dossier",
    "knowledge",
    "everything",
];

/// The thing, where nothing but words for all that is known of it follow: "Sam" of "Sam profile information".
fn without_all_that_is_known(core: &str) -> Option<&str> {
    let mut head = core;
    while let Some((before, last)) = head.rsplit_once(' ') {
        let last = last.trim_matches(|character: char| !character.is_alphanumeric()).to_lowercase();
        if !ALL_THAT_IS_KNOWN.contains(&last.as_str()) {
            break;
        }
        head = before.trim_end();
    }
    let head = ["'s", "’s"].iter().find_map(|ending| head.strip_suffix(ending)).unwrap_or(head);
    (head.len() < core.len() && is_thing(head) && head.chars().any(char::is_uppercase)).then_some(head)
}

/// Articles and particles, which may stand inside what names one thing.
const PARTICLES: &[&str] = &[
    "the", "a", "an", "of", "for", "in", "at", "no", "no.", "nr", "nr.", "number", "der", "die", "das",
    "den", "dem", "la", "le", "les", "el", "los", "las", "il", "lo", "de", "del", "della", "des", "du", "da",
    "do", "dos", "van", "von", "zu", "al", "bin", "ibn", "y", "e", "und", "and", "&", "het",
];

/// The thing, where words for all that is known of it stand before: "patient record of Beatriz Dunmore".
fn behind_all_that_is_known(core: &str) -> Option<&str> {
    [" of ", " on ", " about ", " for ", " regarding ", " concerning "].iter().find_map(|link| {
        let (head, thing) = core.split_once(link)?;
        let kind = head.rsplit(' ').next()?.to_lowercase();
        let named = thing.chars().next().is_some_and(|first| first.is_uppercase() || !first.is_ascii());
        (ALL_THAT_IS_KNOWN.contains(&kind.as_str())
            && head.split(' ').count() <= 4
            && named
            && is_thing(thing))
        .then_some(thing)
    })
}

/// Tells whether the words name one thing: few words, with a capital, a digit or a script without capitals in them, and
/// hardly a plain word beside its kind ("the supplier Marathia Olive Mill").
fn is_thing(core: &str) -> bool {
    let words: Vec<&str> = core.split_whitespace().collect();
    let plain = words.iter().filter(|word| {
        let lower =
            word.chars().all(|character| character.is_lowercase() || character == '\'' || character == '’');
        lower && !PARTICLES.contains(word)
    });
    let is_marked = words.iter().any(|word| word.chars().any(|c| c.is_numeric() || c == '@' || c == '/'));
    let ours = words.first().is_some_and(|word| ["my", "our"].contains(&word.to_lowercase().as_str()));
    if words.len() > 2 && plain.count() > if is_marked { 4 } else { 1 + 3 * usize::from(ours) } {
        return false;
    }
    let marked = |word: &&str| {
        word.chars().any(|character| character.is_uppercase() || character.is_numeric() || character == '@')
            || word.chars().any(|character| !character.is_ascii() && !character.is_lowercase())
    };
    !words.is_empty()
        && words.len() <= 8
        && (words.iter().any(marked) || words.len() <= 3)
        && !words.iter().any(|word| ["that", "who", "which", "when"].contains(word))
}

/// Strips the longest of some phrases, as whole words and in any case, off the start.
fn strip_any<'a>(text: &'a str, phrases: &[&str]) -> Option<&'a str> {
    let text = text.trim_start();
    phrases
        .iter()
        .filter_map(|phrase| {
            let head = text.get(..phrase.len())?;
            let rest = &text[phrase.len()..];
            let whole =
                rest.chars().next().is_none_or(|next| !next.is_alphanumeric() && next != '\'' && next != '’');
            (head.eq_ignore_ascii_case(phrase) && whole).then_some(rest)
        })
        .min_by_key(|rest| rest.len())
        .map(|rest| rest.trim_start_matches([' ', ',', ':']))
}

/// Strips a phrase, as whole words and in any case, off the end.
fn strip_end<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(phrase.len())?;
    let (head, tail) = (text.get(..at)?, text.get(at..)?);
    let whole = head.chars().next_back().is_some_and(|before| !before.is_alphanumeric());
    (tail.eq_ignore_ascii_case(phrase) && whole).then_some(head)
}

/// Finds an ASCII phrase in any case.
fn find(text: &str, phrase: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    bytes.windows(phrase.len()).position(|window| window.eq_ignore_ascii_case(phrase.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_taken_apart() {
        use Extent::{Attribute, Ended, Everything, Statement, Topic};
        let cases = [
            ("Forget everything about Lotte, my cousin.", Everything, "Lotte", Some("my cousin")),
            ("everything we hold on the patient Ruiz", Everything, "the patient Ruiz", None),
            ("Please forget Teun, he has left the club", Everything, "Teun", Some("he has left the club")),
            ("order no. 3391", Everything, "order no. 3391", None),
            ("user cal", Everything, "user cal", None),
            ("Forget my old friend Teun Bos.", Everything, "my old friend Teun Bos", None),
            ("my locker in Ghent", Attribute, "my locker in Ghent", None),
            ("gdzie mieszka Teun", Topic, "gdzie mieszka Teun", None),
            ("dass Teun keinen Fisch isst", Topic, "dass Teun keinen Fisch isst", None),
            ("Teun profile information", Everything, "Teun", None),
            ("Delete Noor's records", Everything, "Noor", None),
            ("patient record of Noor Bos", Everything, "Noor Bos", None),
            ("our notes on Teun", Everything, "Teun", None),
            ("the town of Aalst", Everything, "the town of Aalst", None),
            ("Forget Noor's shoe size.", Attribute, "Noor's shoe size", None),
            ("how I get to work", Attribute, "how I get to work", None),
            ("the rent of the barn", Attribute, "the rent of the barn", None),
            (
                "Forget that Teun eats no fish, he was joking.",
                Statement,
                "Teun eats no fish",
                Some("he was joking"),
            ),
            ("The sale is over, forget it.", Ended, "The sale is over", None),
            ("We sold the boat; please forget it", Ended, "We sold the boat", None),
            ("Forget the duties that ended in 2022.", Topic, "the duties that ended in 2022", None),
        ];
        for (text, extent, core, reason) in cases {
            let request = parse(text);
            assert_eq!((request.extent, request.core, request.reason), (extent, core, reason), "{text}");
        }
        let request = parse("Forget everything about Bo except his birthday.");
        assert_eq!((request.core, request.except), ("Bo", Some("his birthday")));
    }

    #[test]
    fn no_text_is_too_strange() {
        for text in ["", " ", ".", "forget", "Forget that", "é", "’s ", "忘れて", "everything", "drop it"]
        {
            let _ = parse(text);
        }
    }
}

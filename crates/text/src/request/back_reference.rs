//! What a sentence names and the order behind it only refers to: "The potter Maelis left. Forget that craftswoman", "the fund is no more:
//! whatever we keep about it may go", "Ola wants no trace kept, see to it".

use super::imperative;
use super::phrase_match::{opening, starts, trimmed};
use super::thing::is_thing;
use crate::clause;

const VERBS: &[&str] = &[
    "forget", "drop", "delete", "erase", "remove", "purge", "wipe", "discard", "release", "let go of",
    "vergiss", "lösche", "oublie", "oubliez", "supprime", "olvida", "borra", "dimentica", "cancella",
    "esquece", "apaga", "vergeet", "verwijder",
];
const ABOUT: &[&str] = &["about", "on", "of", "for", "from", "regarding", "concerning", "to do with"];
const IT: &[&str] = &["it", "him", "her", "them"];
const THAT: &[&str] = &[
    "that", "this", "those", "these", "cette", "ce", "cet", "ese", "esa", "quel", "quella", "quello", "esse",
    "essa", "die", "dat",
];
const WHATEVER: &[&str] = &[
    "whatever", "everything", "anything", "all", "what", "all that", "everything that", "anything that",
    "all notes that",
];
const KEPT: &[&str] = &[
    "we keep", "we have", "we hold", "we know", "we kept", "we noted", "i keep", "i have", "i know",
    "you keep", "you have", "you know", "is kept", "is known", "is stored", "is held", "was kept",
    "was noted", "is noted", "was stored", "was written", "is written", "has been kept", "has been noted",
    "has been stored", "that was kept", "that is kept", "that is noted", "that was noted", "we have noted",
    "we have kept", "we have stored", "we wrote", "you noted", "you kept", "you stored", "there is",
    "is left", "we still have", "we still keep", "you still have", "is still kept",
];
const GO: &[&str] = &[
    "may go", "can go", "should go", "must go", "has to go", "is to go", "may be dropped", "can be dropped",
    "should be dropped", "may be deleted", "can be deleted", "should be deleted", "may be forgotten",
    "can be forgotten", "should be forgotten", "must be forgotten", "is to be forgotten",
    "is no longer needed", "may be erased", "can be erased", "should be erased", "may be discarded",
    "can be discarded", "may be let go", "can be let go", "need not be kept", "needn't be kept",
];
const NOTHING: &[&str] =
    &["nothing", "not a thing", "no trace", "no notes", "no note", "no record", "no records"];
const NOT_KEPT: &[&str] = &[
    "so it need not be", "it need not be", "so it needn't be", "so they need not be", "they need not be",
    "so she need not be", "so he need not be", "so it need no longer be", "it need no longer be",
    "so it does not need to be", "so it doesn't need to be", "no need to keep it",
    "so there is no need to keep it",
];
const NO_TRACE: &[&str] = &[
    "wants no trace", "wants nothing", "would like no trace", "would like nothing", "wishes no trace",
    "asks that no trace", "asks that nothing", "does not want a trace", "wants no record",
    "wants no records", "wants no notes",
];
const SEE_TO_IT: &[&str] = &[
    "see to it", "please see to it", "so see to it", "take care of it", "please take care of it",
    "make it so", "please do so", "do it",
];
/// Subjects that name nothing.
const NOBODY: &[&str] = &[
    "i", "we", "you", "he", "she", "it", "they", "this", "that", "there", "everybody", "everyone", "nobody",
    "somebody", "someone", "what", "who", "these", "those", "nothing", "everything", "all",
];

/// What is asked for, and what is said of it before the order.
pub(super) fn asked(request: &str) -> Option<(&str, &str)> {
    let request = request.trim_end_matches(['.', '!', ' ']);
    let (said, order) = starts(request).into_iter().skip(1).find_map(|at| {
        let head = request[..at].trim_end();
        let marked = head.ends_with(['.', '!', ';', ':', ',', '–', '—']);
        (marked && refers_back(&request[at..], head))
            .then(|| (trimmed(head.trim_end_matches(['.', '!'])), &request[at..]))
    })?;
    // An order of its own says what is meant.
    if said.contains([';']) || imperative::commands(said) || order.is_empty() {
        return None;
    }
    let subject = subject(said)?;
    if let Some(name) = named_beside(subject, said, order) {
        return Some((name, said));
    }
    Some((subject, said[subject.len()..].trim()))
}

/// Whom the order means where the sentence is not about them: "Our contract with Polder Freight was cancelled. Nothing about that carrier
/// is needed."
fn named_beside<'a>(subject: &str, said: &'a str, order: &str) -> Option<&'a str> {
    const OURS: &[&str] = &["our", "my", "we", "i"];
    const WITH: &[&str] = &[" with ", " from ", " by ", " for "];
    opening(subject, OURS)?;
    let order = format!(" {} ", order.to_lowercase().replace([',', '.', ';'], " "));
    let noun = subject.split(" with ").next().and_then(|head| head.rsplit(' ').next()).unwrap_or_default();
    let them = [" them ", " him ", " her "].iter().any(|word| order.contains(word));
    let that = order.contains(" that ") && !order.contains(&format!(" that {} ", noun.to_lowercase()));
    let from =
        WITH.iter().find_map(|with| said.find(with).map(|at| at + with.len())).filter(|_| them || that)?;
    let rest = &said[from..];
    let named = |word: &str| word.starts_with(char::is_uppercase) || word == "&";
    let end = rest.split(' ').take_while(|word| named(word)).map(|word| word.len() + 1).sum::<usize>();
    let name = rest.get(..end.checked_sub(1)?.min(rest.len()))?.trim_end_matches([',', '.', ';']);
    (!name.is_empty()).then_some(name)
}

/// Whether an order names nothing but what stands before it.
fn refers_back(order: &str, before: &str) -> bool {
    let order = opening(order, &["so", "and", "please", "so please"]).unwrap_or(order);
    if let Some(rest) = opening(order, VERBS) {
        let kept = opening(rest, WHATEVER)
            .and_then(|rest| opening(rest, KEPT))
            .and_then(|rest| opening(rest, ABOUT));
        return kept.and_then(back) == Some("") || noun_back(rest) == Some("");
    }
    if let Some(rest) =
        opening(order, WHATEVER).and_then(|rest| opening(rest, KEPT)).and_then(|rest| opening(rest, ABOUT))
    {
        return back(rest).and_then(|rest| opening(rest, GO)) == Some("");
    }
    // "None of what we have on them is needed".
    if let Some(rest) =
        opening(order, &["none of what", "none of all", "nothing of what", "nothing that", "nothing"])
            .and_then(|rest| opening(rest, KEPT))
            .and_then(|rest| opening(rest, ABOUT))
    {
        return back(rest).is_some_and(|rest| !rest.is_empty() && is_of_keeping(rest));
    }
    if let Some(rest) = opening(order, NOTHING).and_then(|rest| opening(rest, ABOUT)) {
        return back(rest).is_some_and(|rest| !rest.is_empty() && is_of_keeping(rest));
    }
    if let Some(rest) = opening(order, NOT_KEPT) {
        return rest.is_empty()
            || opening(rest, &["kept", "remembered", "stored", "recalled", "noted", "known"]).is_some();
    }
    opening(order, SEE_TO_IT) == Some("") && says_no_trace(before)
}

/// What follows "it", or "that artist".
fn back(rest: &str) -> Option<&str> {
    opening(rest, IT).or_else(|| noun_back(rest))
}

/// What follows "that artist".
fn noun_back(rest: &str) -> Option<&str> {
    let noun = opening(rest, THAT)?;
    let (first, behind) = noun.split_once(' ').unwrap_or((noun, ""));
    let plain = first.len() > 2 && first.chars().all(|c| c.is_lowercase() || c == '-');
    // "Forget that she left" says what.
    let says = behind
        .split(' ')
        .next()
        .is_some_and(|next| !next.is_empty() && clause::finite(next) != clause::Finite::No);
    let pronoun = NOBODY.contains(&first) || clause::is_small(first);
    let needed = is_of_keeping(behind) || behind.is_empty();
    (plain && !pronoun && (needed || !says)).then_some(behind)
}

/// "should come up any more", "is needed", "needs to be kept".
fn is_of_keeping(rest: &str) -> bool {
    const WORDS: &[&str] = &[
        "should", "needs", "need", "is", "are", "must", "may", "shall", "ought", "has", "to", "be", "come",
        "comes", "up", "any", "more", "anymore", "again", "needed", "kept", "remembered", "stored",
        "mentioned", "recalled", "shown", "remain", "remains", "stay", "left", "longer", "required",
        "wanted", "in", "the", "notes", "records", "memory", "please", "brought", "surface", "appear",
        "still",
    ];
    rest.split_whitespace().all(|word| WORDS.contains(&word.to_lowercase().trim_matches(',')))
}

fn says_no_trace(said: &str) -> bool {
    starts(said).into_iter().skip(1).any(|at| opening(&said[at..], NO_TRACE).is_some())
}

/// What a sentence is about, with its name, if it has one.
fn subject(said: &str) -> Option<&str> {
    const LONGEST: usize = 7;
    let clauses = clause::split(said);
    let span = clauses.iter().next().and_then(|clause| clause.subject.clone());
    let end = span.filter(|span| span.start == 0).map_or_else(|| verb(said), |span| Some(span.end))?;
    let subject = said.get(..end)?.trim();
    let plain = subject.to_lowercase();
    let words = plain.split_whitespace().count();
    let named = |text: &str| text.split_whitespace().skip(1).any(|word| word.starts_with(char::is_uppercase));
    let thing = is_thing(subject) || named(subject) || opening(subject, &["the", "our", "my"]).is_some();
    let own = subject
        .split_whitespace()
        .next()
        .is_some_and(|first| !NOBODY.contains(&first.to_lowercase().as_str()));
    (words > 0 && words <= LONGEST && thing && own).then_some(subject)
}

/// Where the first finite verb stands.
fn verb(said: &str) -> Option<usize> {
    starts(said).into_iter().skip(1).find(|at| {
        let word = said[*at..].split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        matches!(
            clause::finite(word),
            clause::Finite::Auxiliary | clause::Finite::Sure | clause::Finite::Past
        )
    })
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn what_the_sentence_before_names_is_meant() {
        for (request, core) in [
            (
                "The potter Maelis went back to the coast for good. Forget that craftswoman.",
                "The potter Maelis",
            ),
            (
                "Tamsin & Rook closed down; nothing about that bakery should come up any more.",
                "Tamsin & Rook",
            ),
            ("The harbour fund is no more: whatever we keep about it may go.", "The harbour fund"),
            ("The BRAMBLE password was changed, so it need not be kept.", "The BRAMBLE password"),
            ("Wenzel Aue has died. Drop whatever is kept of him.", "Wenzel Aue"),
            ("Orsolya wants no trace of herself kept, see to it.", "Orsolya"),
            ("The lamp guild closed. Anything that was kept about it may be dropped.", "The lamp guild"),
            ("Hollin Freight went bankrupt; none of what we have on them is needed.", "Hollin Freight"),
            ("The rowing league was dissolved. Drop all that is noted on it.", "The rowing league"),
            (
                "Our contract with Polder Freight was cancelled. Nothing about that carrier is needed.",
                "Polder Freight",
            ),
            (
                "Our firm no longer works with Delft Carriers; none of what we have on them is needed.",
                "Delft Carriers",
            ),
            (
                "Our contract with Polder Freight was cancelled. Nothing about that contract is needed.",
                "Our contract with Polder Freight",
            ),
        ] {
            let parsed = parse(request);
            assert_eq!((parsed.core, parsed.extent), (core, Extent::Everything), "{request}");
        }
    }

    #[test]
    fn an_order_that_says_what_it_means_is_read_as_it_is() {
        for request in [
            "The potter Maelis went back to the coast. Forget her wheel.",
            "The ferry to Quoy was cancelled. Forget the ferry ticket.",
            "Wenzel Aue has died. Forget that he owed us money.",
            "We split up. Forget that man.",
            "Larkin & Moss went bankrupt. Forget the glue recipe.",
            "Forget that Ana sings.",
        ] {
            assert_eq!(super::asked(request), None, "{request}");
        }
    }
}

//! What is no order to forget: prohibitions, orders to keep, questions, and requests that name nothing.

use super::courtesy;
use super::imperative;
use super::phrase_match::{capital, ending, opening};
use super::referent::names_nothing;
use crate::clause;
use crate::lang::List;

/// Why a request asks for nothing that could be forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// It says that something must not be forgotten: "don't delete order 7788", "never forget Ana Solberg".
    Prohibited,
    /// It says what to keep: "keep everything about Ana Solberg", "remember that Ivo teaches yoga".
    Kept,
    /// It asks, or wants to be told: "what do you know about Ivo?", "should I delete order 7788?", "show me all notes".
    Asked,
    /// It tells what was forgotten or deleted: "I forgot my phone number".
    Reported,
    /// It names only what is to stay: "everything except Ana Solberg".
    AllBut,
    /// It names nothing: "everything", "delete it", "all memories", "…".
    Everything,
    /// It would order only under a condition: "if the contract ends, delete everything".
    Conditional,
}

/// What forbids, before a verb to forget.
const DONT: &[&str] = &[
    "don't", "do not", "dont", "never", "must not", "you must not", "you mustn't", "you may not",
    "you must never", "you should not", "you shouldn't", "you should never", "you are not to",
    "you're not to", "you cannot", "you can't", "under no circumstances",
    "under no circumstances should you", "on no account", "by no means", "no need to", "there is no need to",
    "there's no need to", "you need not", "you needn't", "you don't need to", "you don't have to",
    "i don't want to", "i do not want to", "i don't want you to", "i do not want you to", "i never want to",
    "i never want you to", "we don't want to", "we do not want to", "we don't want you to",
    "we do not want you to", "i'd rather not", "i would rather not", "let's not", "let us not", "not to",
    "never to", "could you not", "can you not", "it is not necessary to", "it's not necessary to",
    "nobody may", "no one may", "nobody must", "not",
];
const ADVERBS: &[&str] = &[
    "ever", "please", "you", "dare", "dare to", "you dare", "just", "yet", "under any circumstances",
    "on any account", "accidentally", "simply", "to",
];
/// What may be forbidden beside forgetting.
const CHANGE: &[&str] = &["lose", "touch", "overwrite", "alter", "change", "modify"];
const REFRAIN: &[&str] = &["refrain from", "avoid", "stop", "no", "without"];
/// What may be said behind that something stays.
const BY_THE_WAY: &[&str] = &[
    "of course", "obviously", "naturally", "though", "for now", "please", "as it is", "as they are",
    "in there",
];
const NOTHING: &[&str] = &["nothing", "none of", "nobody", "no one"];

/// Why a request is no order to forget, and what it speaks of.
pub(super) fn refusal(request: &str) -> Option<(Refusal, &str)> {
    let request = request.trim();
    let bare = request.trim_end_matches(['.', '!', ' ']);
    if let Some(thing) = prohibited(bare) {
        return Some((Refusal::Prohibited, thing));
    }
    if let Some(thing) = kept(bare).or_else(|| all_stays(bare)) {
        return Some((Refusal::Kept, thing));
    }
    if super::question::asks(request) {
        return Some((Refusal::Asked, bare));
    }
    super::report::reports(bare).then_some((Refusal::Reported, bare))
}

/// What must not be forgotten, where a text opens with a prohibition.
pub(super) fn prohibited(text: &str) -> Option<&str> {
    forbids(text)
        .or_else(|| imperative::passive(text).filter(|(denied, _)| *denied).map(|(_, thing)| thing))
        .or_else(|| forbidden_behind(text))
}

/// The same, where an imperative forbids.
pub(super) fn forbids(text: &str) -> Option<&str> {
    forbidden(text).or_else(|| forbidden_elsewhere(text))
}

fn forbidden(text: &str) -> Option<&str> {
    let core = courtesy::without_courtesy(text);
    if let Some(mut rest) = opening(core, DONT) {
        while let Some(further) = opening(rest, ADVERBS) {
            rest = further;
        }
        if rest.is_empty() {
            return Some(rest);
        }
        // "Don't forget to delete it" is an order to delete.
        let lost = opening(rest, List::Forget.english()).or_else(|| opening(rest, CHANGE))?;
        let ordered = opening(lost, &["to"]).is_some_and(imperative::commands);
        return (!ordered && !lost.starts_with('-')).then(|| opening(lost, &["about"]).unwrap_or(lost));
    }
    if let Some(lost) = opening(core, REFRAIN).and_then(|rest| opening(rest, List::ForgetGerund.all())) {
        return Some(lost);
    }
    let (commanded, object) = imperative::without_order(core);
    let about = |rest| opening(rest, &["about", "on", "of"]).unwrap_or(rest);
    opening(object, NOTHING).filter(|_| commanded).map(about)
}

fn forbidden_elsewhere(text: &str) -> Option<&str> {
    let core = courtesy::without_courtesy(text);
    if let Some(rest) = opening(core, List::Prohibited.all()) {
        return Some(rest);
    }
    if let Some(rest) = opening(core, List::Forget.elsewhere()) {
        let clause = core.contains(',') || imperative::is_clause(rest);
        let behind = || ending(rest, List::NotBehind.all()).filter(|_| !clause);
        return opening(rest, List::NotBehind.all()).or_else(behind);
    }
    let head = ending(core, List::ForgetBehind.all()).filter(|head| !head.contains([':', ',']))?;
    ending(head, List::NotBehind.all()).or_else(|| opening(head, List::NotBehind.all()))
}

/// "Bo Lund: do not delete", "order 7788 - don't touch it".
fn forbidden_behind(text: &str) -> Option<&str> {
    if imperative::commands(text) || imperative::is_clause(text) {
        return None;
    }
    let marks = super::phrase_match::marks(text);
    let found = marks.iter().filter(|mark| !matches!(mark.mark, '(' | '?')).find(|mark| {
        forbids(mark.behind).is_some_and(|lost| names_nothing(lost.trim_end_matches(['.', '!', ')'])))
    })?;
    (found.before.split_whitespace().count() <= 8).then_some(found.before)
}

/// What is to be kept, where a text opens with an order to keep something.
pub(super) fn kept(text: &str) -> Option<&str> {
    let core = imperative::without_wish(text);
    let core = opening(core, &["only", "always", "do"]).unwrap_or(core);
    if opening(core, &["remember to", "remember not to"]).is_some() && imperative::commands(core) {
        return None;
    }
    let keep = opening(core, List::Keep.english())
        .or_else(|| opening(core, List::Keep.elsewhere()))
        .filter(|rest| is_kept(rest));
    let keep = keep.filter(|rest| !(opening(core, &["save"]).is_some() && is_saved_otherwise(rest)));
    let noted = || {
        opening(core, &["note", "store"])
            .filter(|rest| opening(rest, &["that", "everything", "all"]).is_some())
    };
    let left = || {
        let rest = opening(core, &["leave"])?;
        ending(rest, List::Alone.all()).filter(|thing| !thing.is_empty())
    };
    keep.or_else(noted).or_else(left)
}

/// "Save the Date", "save point 3".
fn is_saved_otherwise(rest: &str) -> bool {
    const OTHERWISE: &[&str] = &["the date", "point", "slot", "file", "button", "game"];
    opening(rest, OTHERWISE).is_some() || opening(rest, &["the"]).is_some_and(capital)
}

/// Whether what follows an order to keep is an object of it.
fn is_kept(rest: &str) -> bool {
    if rest.is_empty() {
        return true;
    }
    imperative::is_object(rest)
        && opening(rest, &["a", "an", "no"]).is_none_or(|noun| noun.is_empty() || capital(noun))
        || opening(rest, &["in mind", "order", "orders", "invoices"]).is_some()
}

/// What is to be spared, where what follows an order to forget opens with an order to keep or a prohibition.
pub(super) fn spared(text: &str) -> Option<&str> {
    let left = || opening(text, List::Leave.all()).filter(|rest| is_kept(rest));
    let thing = kept(text).or_else(|| forbids(text)).or_else(left)?;
    let thing =
        ["(alone)", "alone)"].iter().find_map(|end| thing.strip_suffix(end)).map_or(thing, str::trim_end);
    let alone = ending(thing, List::Alone.all()).filter(|thing| !thing.is_empty());
    Some(alone.unwrap_or(thing))
}

/// What is said to stay: "her address stays", "everything about Bo must be kept".
pub(super) fn stays(text: &str) -> Option<&str> {
    let text = ending(text, BY_THE_WAY).map_or(text, |said| said.trim_end_matches(','));
    let thing = ending(text, List::Stays.all())?;
    let thing = ending(thing, List::ShallStay.all()).unwrap_or(thing);
    let thing = said_of_too(thing).unwrap_or(thing);
    (!thing.is_empty() && !imperative::commands(text)).then_some(thing)
}

/// What more is said of than that it stays: "the alarm code" of "the alarm code is still in use and".
fn said_of_too(thing: &str) -> Option<&str> {
    let said = ending(thing, List::And.all())?;
    let mut starts = said.match_indices(' ').map(|(at, _)| at);
    let auxiliary = |rest: &str| {
        let word = rest.split(' ').next().unwrap_or_default();
        clause::finite(word) == clause::Finite::Auxiliary
    };
    starts.find(|at| auxiliary(&said[at + 1..])).map(|at| &said[..at])
}

fn all_stays(text: &str) -> Option<&str> {
    let thing = stays(text).filter(|thing| !thing.contains([',', ';', '.', '–', '—', '(']))?;
    imperative::all_of(thing).is_some().then_some(thing)
}

#[cfg(test)]
mod tests {
    use super::Refusal::{AllBut, Asked, Everything, Kept, Prohibited};
    use crate::request::parse;

    #[test]
    fn what_forbids_to_forget_is_no_order() {
        for (text, core) in [
            ("don't delete anything about Rhea Moss", "Rhea Moss"),
            ("Please do not erase invoice 90412.", "invoice 90412"),
            ("Don’t forget Timo Saar!", "Timo Saar"),
            ("never forget Timo Saar", "Timo Saar"),
            ("You must not ever remove everything about Timo", "Timo"),
            ("I don't want you to delete Rhea Moss", "Rhea Moss"),
            ("Let's not forget Rhea Moss", "Rhea Moss"),
            ("under no circumstances delete Rhea Moss", "Rhea Moss"),
            ("refrain from deleting Rhea Moss", "Rhea Moss"),
            ("delete nothing about Rhea Moss", "Rhea Moss"),
            ("Rhea Moss must not be deleted", "Rhea Moss"),
            ("Rhea Moss: do not delete!", "Rhea Moss"),
            ("Pim asked me not to delete Rhea Moss", "Rhea Moss"),
        ] {
            let request = parse(text);
            assert_eq!((request.refusal, request.core), (Some(Prohibited), core), "{text}");
        }
    }

    #[test]
    fn what_is_to_be_kept_is_not_to_be_forgotten() {
        for (text, core) in [
            ("keep everything about Rhea Moss", "Rhea Moss"),
            ("Please retain all records of Rhea Moss.", "Rhea Moss"),
            ("remember that Timo Saar sings bass", "Timo Saar sings bass"),
            ("save invoice 90412", "invoice 90412"),
            ("hold on to her address", "her address"),
            ("leave Rhea Moss alone", "Rhea Moss"),
            ("only keep the rent", "the rent"),
            ("everything about Rhea Moss must be kept", "Rhea Moss"),
        ] {
            let request = parse(text);
            assert_eq!((request.refusal, request.core), (Some(Kept), core), "{text}");
        }
    }

    #[test]
    fn what_says_first_what_stays_orders_what_follows() {
        for (text, core, except) in [
            ("leave the lease, delete the rent", "the rent", "the lease"),
            ("leave the lease alone, delete the rent", "the rent", "the lease"),
            ("leave Timo as he is, drop where Rhea lives", "where Rhea lives", "Timo"),
            ("the red badge stays, delete the blue badge", "the blue badge", "the red badge"),
            ("the asthma is still true, delete the nut allergy", "the nut allergy", "the asthma"),
            ("not the asthma, the nut allergy", "the nut allergy", "the asthma"),
            ("instead of the lease remove the rent", "the rent", "the lease"),
            ("delete the blue badge and leave the red one", "the blue badge", "the red one"),
            ("our rent. Please don't delete the lease.", "our rent", "the lease"),
            ("that Rhea has a cold. Don't touch the cat.", "Rhea has a cold", "the cat"),
            ("don't delete the lease, only the rent", "the rent", "the lease"),
            ("Keep where Timo works; forget where he lives", "where he lives", "where Timo works"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.except), (core, Some(except)), "{text}");
            assert_eq!(request.refusal, None, "{text}");
        }
        for text in [
            "not the red van", "not only the rent, the lease", "the board stays late",
            "Timo's leave of absence", "leave a message, delete the rent", "the leave request of Timo",
            "Timo didn't stay, forget him", "Timo can't stay, delete his address",
        ] {
            assert_eq!(parse(text).except, None, "{text}");
        }
        for text in [
            "leave Rhea Moss alone", "Rhea has left. Don't delete her bills.",
            "keep Rhea's lease, never delete it",
        ] {
            assert!(parse(text).refusal.is_some(), "{text}");
        }
    }

    #[test]
    fn what_only_asks_is_no_order() {
        for text in [
            "should I delete everything about Timo Saar?",
            "What do you know about Timo Saar?",
            "Hi! Do you remember Rhea Moss?",
            "Can you tell me where Timo works?",
            "Is Rhea allergic to nuts?",
            "tell me what you know about Rhea",
            "show me everything about Rhea Moss",
        ] {
            assert_eq!(parse(text).refusal, Some(Asked), "{text}");
        }
    }

    #[test]
    fn a_question_may_say_what_is_asked_for() {
        for text in [
            "who is Rhea?", "Where does Timo work?", "Which trains were late on 14 January?",
            "Wo wohnt Rhea?", "everything about the van", "Rhea has asked that I forget her",
        ] {
            let request = parse(text);
            assert_eq!(request.refusal, None, "{text}");
            assert!(!request.core.is_empty(), "{text}");
        }
    }

    #[test]
    fn what_names_nothing_asks_for_nothing() {
        for text in [
            "everything", "all", "it", "the", ".", "", "delete", "forget it", "Please forget that.",
            "all memories", "Delete all the notes!", "forget everything you know",
            "This is Pim Aldo, please delete it", "🙂🙃", "…",
        ] {
            assert_eq!(parse(text).refusal, Some(Everything), "{text}");
        }
    }

    #[test]
    fn what_names_only_what_stays_asks_for_nothing() {
        for (text, except) in [
            ("everything except Rhea Moss", "Rhea Moss"),
            ("Delete everything but the chess club.", "the chess club"),
            ("forget all memories other than invoice 90412", "invoice 90412"),
            ("forget everyone except Rhea", "Rhea"),
            ("keep Rhea Moss and delete everything else", "Rhea Moss"),
            ("Keep the rent. Delete all the rest.", "the rent"),
        ] {
            let request = parse(text);
            assert_eq!((request.refusal, request.except), (Some(AllBut), Some(except)), "{text}");
        }
    }

    #[test]
    fn what_sounds_like_it_is_an_order_all_the_same() {
        for text in [
            "can you please forget Rhea Moss?",
            "Could you delete invoice 90412?",
            "will you forget that Timo sings?",
            "would you mind deleting Rhea Moss?",
            "Peux-tu supprimer Rhéa Mousse ?",
            "¿Puedes borrar a Rhea?",
            "Kannst du Rhea Moos löschen?",
            "the code 'do not enter'",
            "the phrase \"keep out\"",
            "that Timo doesn't eat meat",
            "forget that the file must not be deleted",
            "keep-alive timeout",
            "Keeper Street 9",
            "where I keep my passport",
            "what Rhea keeps in the cellar",
            "how to save a form",
            "the note to remember the bread",
            "don't-forget list",
            "what the door code is",
            "who keeps the tickets",
            "where Timo lives",
            "where Timo lives?",
            "what the door code is?",
            "don't remember the crash",
            "Don't keep what Rhea earns.",
            "don't forget to delete Rhea Moss",
            "remember to delete invoice 90412",
            "vergiss, dass Timo kein Fleisch isst",
            "save point 3",
            "the data centre in Ulm",
            "my notes",
            "everything about me",
            "Neverland tickets",
            "all but forgotten songs list of Timo",
            "the book 'Everything but the Dog'",
        ] {
            assert_eq!(parse(text).refusal, None, "{text}");
        }
    }
}

//! Orders that are none yet: "if the contract ends, delete everything".

use super::phrase_match::{marks, opening, starts, words};
use super::{courtesy, imperative, referent};
use crate::lang::List;

/// What may open a condition, or tell when or why something was: only what would delete everything is none for these.
const IF_OF_ALL: &[&str] = &[
    "when", "after", "before", "should", "were", "had", "given that", "nachdem", "bevor", "quand", "cuando",
    "quando",
];
/// Before these, an order is one that somebody may give some time: "before you delete everything, ask Bo".
const BEFORE: &[&str] =
    &["before you", "before we", "before i", "before they", "before anybody", "before anyone"];
/// Before an order of these, "se" is a pronoun of Spanish: "se mudó, olvida su dirección".
const SPANISH: &[&str] = &["olvida", "olvide", "olvidad", "borra", "borre", "borrad", "elimina", "elimine"];
/// Words by which a condition speaks of the memories, or is a courtesy: "if there is anything on Bo, delete it".
const OF_THE_STORE: &str = " any anything something anywhere there trouble bother mind ok okay alright possible please \
    memory memories note notes noted record records recorded entry entries stored saved store file remember remembered \
    exist exists duplicate \
    etwas irgendetwas gespeichert notiert notiz notizen daten mémoire noté enregistré algo guardado anotado nota notas \
    qualcosa salvato nota note iets opgeslagen notitie что-то записано запись coś zapisane ";
/// Between a condition and an order without a mark: what is no order behind one of these.
const NO_ORDER_BEHIND: &[&str] = &[
    "to", "can", "could", "will", "would", "shall", "should", "must", "may", "might", "not", "never", "i",
    "you", "we", "they", "and", "or", "please", "let", "lets", "makes", "make", "help", "helps", "did", "do",
];

/// The condition under which a request orders to forget, where it is one that has yet to come true.
pub(super) fn condition(request: &str) -> Option<&str> {
    before(request).or_else(|| behind(request))
}

/// "If the contract ends, then delete everything."
fn before(request: &str) -> Option<&str> {
    let core = courtesy::without_courtesy(request);
    if let Some(rest) = opening(core, BEFORE).filter(|rest| imperative::command(rest).is_some()) {
        return Some(rest);
    }
    let (rest, of_all) = match opening(core, List::If.all()) {
        Some(rest) => (rest, false),
        None => (opening(core, IF_OF_ALL)?, true),
    };
    if opening(rest, List::Addressed.all()).is_some() || rest.starts_with(char::is_numeric) {
        return None;
    }
    let marks = marks(rest);
    let parted = |mark: &&super::phrase_match::Mark<'_>| matches!(mark.mark, ',' | ';' | '-' | '–' | '—');
    let ordered = marks.iter().filter(parted).map(|mark| (mark.before, mark.behind));
    let (condition, ordered) =
        ordered.clone().find(|(_, behind)| orders(behind)).or_else(|| without_mark(rest))?;
    let then = opening(ordered, List::Then.all()).unwrap_or(ordered);
    let object = imperative::without_order(then).1;
    if of_all && (!is_everything(object) || imperative::all_of(object).is_some()) {
        return None;
    }
    let spanish = opening(core, &["se"]).is_some() && opening(then, SPANISH).is_some();
    (!spanish && is_of_the_world(condition)).then_some(condition)
}

/// "The contract ends delete everything about Bo": of what is less than everything, the verb may be the condition's.
fn without_mark(rest: &str) -> Option<(&str, &str)> {
    let mut places = starts(rest).into_iter().skip(1).map(|at| (rest[..at].trim_end(), &rest[at..]));
    places.find(|(before, ordered)| {
        let object = imperative::without_order(ordered).1;
        let all = is_everything(object);
        let free = words(before).last().is_some_and(|last| !NO_ORDER_BEHIND.contains(&last.as_str()));
        free && imperative::commands(ordered) && (all || imperative::all_of(object).is_some())
    })
}

/// Whether an order to forget something begins here, or it is said that something shall go.
fn orders(text: &str) -> bool {
    let text = opening(text, List::Then.all()).unwrap_or(text);
    imperative::command(text).is_some() || imperative::elsewhere_ordered(text)
}

/// "Delete everything if the contract ends." Of whatever else is ordered, the condition may be a part: "forget our fallback if
/// the venue cancels".
fn behind(request: &str) -> Option<&str> {
    let (commanded, object) = imperative::without_order(request);
    if !commanded {
        return None;
    }
    let at = starts(object)
        .into_iter()
        .skip(1)
        .find(|at| opening(&object[*at..], List::IfBehind.all()).is_some())?;
    let (all, condition) =
        (object[..at].trim_end_matches([' ', ',']), opening(&object[at..], List::IfBehind.all())?);
    // "Everything from when I lived in Graz" is of a time.
    let of_time =
        words(all).last().is_some_and(|last| ["from", "of", "since", "about"].contains(&last.as_str()));
    let everything = is_everything(all) && !of_time;
    let addressed = opening(condition, List::Addressed.all()).is_some();
    (everything && !addressed && is_of_the_world(condition)).then_some(condition)
}

/// Whether the object of an order is everything, of nobody and nothing in particular.
fn is_everything(object: &str) -> bool {
    referent::names_nothing(object) && referent::names_all(object)
}

/// Whether words are a clause that speaks of something other than the memories.
fn is_of_the_world(condition: &str) -> bool {
    let said = words(condition);
    said.len() >= 2 && !said.iter().any(|word| OF_THE_STORE.contains(&format!(" {word} ")))
}

#[cfg(test)]
mod tests {
    use crate::request::{Refusal, parse};

    #[test]
    fn what_a_condition_would_order_is_no_order() {
        for request in [
            "If the contract ends then delete everything",
            "If the contract ends then delete everything.",
            "if the contract ends, delete everything",
            "If the contract ends delete everything about Bo Lund",
            "Please, if Bo leaves the firm, forget his badge number",
            "In case Ana Solberg quits, please erase all her records",
            "Unless she calls by Friday, drop everything about Ana Solberg",
            "Once the project is over, everything about it must be deleted",
            "As soon as the contract has ended, delete order 7788",
            "Provided that Bo agrees, remove his address",
            "Delete everything if the contract ends",
            "Forget all of it as soon as Bo has left",
            "If it rains tomorrow, delete everything about the picnic",
            "If the doctor says so, forget everything about the diagnosis",
            "Only if Bo agrees delete everything",
            "Whenever Bo asks, delete everything",
            "Assuming Bo agrees, delete everything",
            "Suppose Bo asks; then delete everything",
            "Should Bo call, delete everything",
            "When Bo comes, delete everything",
            "After Bo leaves, delete everything",
            "Before you delete everything, ask Bo",
            "Delete everything provided Bo agrees",
            "Delete everything when Bo comes",
        ] {
            assert_eq!(parse(request).refusal, Some(Refusal::Conditional), "{request}");
        }
    }

    #[test]
    fn what_only_sounds_like_a_condition_is_an_order() {
        for request in [
            "Delete everything about the If festival",
            "If festival: delete everything about it",
            "delete what Bo said if anything",
            "If it isn't too much trouble, please forget the supplier we use for spelt flour.",
            "If you can, delete everything about Bo Lund",
            "If possible, delete everything about Bo Lund",
            "If you still have Bo Lund's address, delete it",
            "If there is anything about Bo Lund, delete it",
            "If anything says that Bo Lund lives in Graz, forget it",
            "Forget it if you know what Delroy wants to study.",
            "Forget our fallback if the venue cancels",
            "forget it if anyone has withdrawn from the marathon",
            "forget that buses were once banned from the bridge",
            "if Dr Achterkamp takes new patients",
            "the plan for Saturday's wedding if it rains",
            "delete the rule that we page Bo if the disk is full",
            "everything on Ottilie Brand, unless it's from 2025",
            "Once upon a time: forget the fairy tale",
            "Se mudó a Graz, olvida su dirección",
            "Olvida los planes para la boda de Inés, se ha cancelado.",
            "Wenn möglich, lösche alles über Bo Lund",
            "Si possible, supprime tout sur Bo Lund",
            "After the merger, delete everything about Initech",
            "When Bo left he took his key, delete everything about the key",
            "Given that Bo has left, delete everything about him",
            "Before the move we had a cat, forget the cat",
            "Delete everything from before the move",
            "Delete everything from when I lived in Graz",
            "Delete order 7788 once and for all",
            "Once and for all, delete order 7788",
            "Once more: delete order 7788, please",
            "In case 17/204, delete the fine",
            "if Bo can drop the kids at school",
            "if Bo asks you to delete everything about him",
            "Slett alt om Bo Lund",
            "Radera allt om Bo Lund",
            "That Aunt Tavita's visit is off: forget it, if you please.",
        ] {
            assert_ne!(parse(request).refusal, Some(Refusal::Conditional), "{request}");
        }
    }
}

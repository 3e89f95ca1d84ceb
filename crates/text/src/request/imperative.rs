//! What orders to forget: the verbs, and the courtesies around them.

use super::courtesy::without_courtesy;
use super::everything::{ALL, all_about};
use super::phrase_match::{ending, opening, strip, telling};
use super::thing::is_thing;
use super::{law, multilingual_scope, referent, statement};
use crate::lang::List;

/// What asks the same in more words.
const IN_MORE_WORDS: &[&str] = &[
    "never mind", "out with", "stop remembering", "stop keeping", "stop storing", "do not remember",
    "don't remember", "do not keep", "don't keep", "do not store", "don't store", "do not retain",
    "don't retain", "do not hold on to", "don't hold on to", "no longer keep", "no longer remember",
    "no longer store",
];
/// Courtesies that are some only before an order.
const BEFORE_AN_ORDER: &[&str] = &[
    "i want to", "i'd like to", "i would like to", "i wish to", "i need to", "i have to", "we want to",
    "we'd like to", "we would like to", "we need to", "we have to", "we should", "you should", "you must",
    "you need to", "you have to", "i need you to", "i would like you to", "we want you to", "we need you to",
    "we'd like you to", "we would like you to", "i ask you to", "i am asking you to", "i'm asking you to",
    "i hereby ask you to", "i must ask you to", "i hereby request that you", "i request that you",
    "i have to ask you to", "can i ask you to", "could i ask you to", "may i ask you to",
    "would you be so kind as to", "would you be so kind to", "be so kind as to", "be so good as to",
    "feel free to", "make sure to", "make sure you", "make sure that you", "be sure to", "remember to",
    "don't forget to", "do not forget to", "never forget to", "don't hesitate to", "go ahead and", "ok",
    "okay", "hey", "also", "alright", "it is time to", "it's time to", "time to", "try to", "do", "always",
    "completely", "permanently", "immediately",
];
const MIND: &[&str] = &["would you mind", "do you mind", "would you please mind"];
/// How it is said of a thing that it shall go, or not.
const SHALL: &[&str] = &[
    "should", "must", "shall", "may", "can", "is to", "are to", "has to", "have to", "needs to", "need to",
    "ought to", "is going to",
];
const SHALL_NOT: &[&str] = &[
    "should not", "shouldn't", "must not", "mustn't", "may not", "shall not", "can not", "cannot", "can't",
    "is not to", "are not to", "should never", "must never", "may never", "is never to", "are never to",
    "ought not to",
];
const GONE: &[&str] = &[
    "be forgotten", "be dropped", "be deleted", "be erased", "be removed", "be purged", "be discarded",
    "be wiped", "be cleared", "go", "disappear",
];
const WISHES: &[&str] =
    &[" wants ", " want ", " wanted ", " would like ", " wishes ", " needs ", "'d like ", "’d like "];
const PARTICIPLES: &[&str] = &["forgotten", "deleted", "erased", "removed", "purged", "wiped", "gone"];

/// A request without the words of command at its start, and whether there are any.
pub(super) fn without_order(request: &str) -> (bool, &str) {
    let (mut core, mut commanded) = (request, false);
    loop {
        let before = core;
        if let Some(rest) = courtesy(core) {
            core = rest;
        } else if let Some(rest) = verb(core) {
            commanded = true;
            core = opening(rest, &["about"]).unwrap_or(rest);
        }
        if core == before {
            return (commanded, core);
        }
    }
}

/// A request without what is only said before an order, whatever the order.
pub(super) fn without_wish(request: &str) -> &str {
    let core = without_courtesy(request);
    opening(core, BEFORE_AN_ORDER).map_or(core, without_courtesy)
}

/// The same, where an order to forget follows.
fn courtesy(core: &str) -> Option<&str> {
    let ordered = |rest: &&str| verb(without_courtesy(rest)).is_some();
    if opening(core, MIND).is_some() {
        return None;
    }
    if let Some(rest) = opening(core, List::Polite.english()) {
        return Some(rest);
    }
    opening(core, BEFORE_AN_ORDER).or_else(|| opening(core, List::Polite.elsewhere())).filter(ordered)
}

/// What follows a verb that orders to forget.
fn verb(core: &str) -> Option<&str> {
    let elsewhere = || opening(core, List::Forget.elsewhere()).filter(|rest| !rest.is_empty());
    let asked = || opening(core, MIND).and_then(|rest| opening(rest, List::ForgetGerund.all()));
    let lost = || opening(core, &["lose"]).filter(|rest| is_object(rest));
    let infinitive = || opening(core, List::ForgetInfinitive.all()).filter(|rest| !rest.is_empty());
    // "Release manager", "release notes"
    let noun = |rest: &&str| {
        let release = opening(core, &["release"]).is_some();
        release
            && rest.starts_with(char::is_lowercase)
            && (!is_object(rest) || opening(rest, &["notes"]).is_some())
    };
    opening(core, List::Forget.english())
        .filter(|rest| !noun(rest))
        .or_else(|| opening(core, IN_MORE_WORDS))
        .or_else(elsewhere)
        .or_else(asked)
        .or_else(lost)
        .or_else(infinitive)
        .or_else(|| taken_out(core))
}

/// "Take him out", "get them off the list".
fn taken_out(core: &str) -> Option<&str> {
    const WHOM: &[&str] = &["him", "her", "it", "them", "that", "those", "this", "these"];
    let object = opening(core, &["take", "get", "clear", "cut"])?;
    opening(object, WHOM).and_then(|rest| opening(rest, &["out", "off"])).map(|_| object)
}

/// Whether a request opens with an order in another language.
pub(super) fn elsewhere_ordered(request: &str) -> bool {
    let core = without_courtesy(request);
    opening(core, List::Forget.elsewhere()).is_some() || opening(core, List::ForgetInfinitive.all()).is_some()
}

/// What a text orders to forget, where it opens with an order to forget something, or says that something shall go.
pub(super) fn command(text: &str) -> Option<&str> {
    let (commanded, object) = without_order(text);
    let gone = || passive(text.trim_end_matches(['.', '!', ' '])).filter(|(denied, _)| !denied);
    Some(object).filter(|object| commanded && is_object(object)).or_else(|| gone().map(|(_, thing)| thing))
}

/// Whether the verb of an order may be a noun too: "release 7".
pub(super) fn may_be_noun(order: &str) -> bool {
    opening(order, &["drop", "release", "strike", "clear", "purge"]).is_some()
}

/// Whether a text opens with an order to forget, whatever follows.
pub(super) fn commands(text: &str) -> bool {
    without_order(text).0
}

/// Whether words begin like an object, and not like the rest of a noun: "release her", but not "release notes".
pub(super) fn is_object(rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    let Some(first) = words.next() else { return false };
    let number = |word: &str| word.chars().any(char::is_numeric);
    opening(rest, List::Objects.all()).is_some()
        || telling(first)
        || first.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase() || matches!(c, '"' | '“' | '„'))
        || words.next().is_some_and(number)
}

/// What follows a phrase that asks for everything about it, in any language.
pub(super) fn all_of(text: &str) -> Option<&str> {
    let core = without_order(text).1;
    let known = opening(core, &["what"]).and_then(all_about);
    known.or_else(|| multilingual_scope::all(core)).or_else(|| opening(core, ALL).and_then(all_about))
}

/// A request that says of a thing that it shall go ("Bo Lund must be deleted"), or not.
pub(super) fn passive(request: &str) -> Option<(bool, &str)> {
    const MOST: usize = 24;
    if request.split_whitespace().nth(MOST).is_some() {
        return None;
    }
    let request = without_where(request);
    let kept = ["be remembered", "be kept", "be stored", "be retained"];
    if let Some(thing) =
        ending(request, &kept).and_then(|head| ending(head, &["should no longer", "need no longer"]))
    {
        return Some((false, thing)).filter(|_| !is_clause(thing));
    }
    let head = ending(request, GONE)?;
    let denied = ending(head, SHALL_NOT).map(|thing| (true, thing));
    let found = denied.or_else(|| ending(head, SHALL).map(|thing| (false, thing)));
    found.filter(|(_, thing)| {
        !thing.is_empty()
            && !is_clause(thing)
            && !thing.contains(" that ")
            && !thing.contains([';', '.', '?', '–', '—'])
            && thing.split_whitespace().count() <= 12
    })
}

/// A request without what it says of where something shall go from, or by what law: "from everything", "under GDPR".
fn without_where(request: &str) -> &str {
    let cut = GONE.iter().chain(PARTICIPLES).filter_map(|gone| {
        let at = request.rfind(&format!("{gone} from "))?;
        let behind = &request[at + gone.len()..];
        (behind.split_whitespace().count() <= 4).then_some(at + gone.len())
    });
    let ruled = GONE.iter().chain(PARTICIPLES).filter_map(|gone| {
        let at = request.rfind(&format!("{gone} "))? + gone.len();
        law::law(&request[at..]).filter(|law| law.rest.is_empty()).map(|_| at)
    });
    cut.chain(ruled).min().map_or(request, |at| &request[..at])
}

/// Who wants something gone, and what: "Bo wants", "the old lock".
pub(super) fn wish(request: &str) -> Option<(&str, &str)> {
    let head = ending(without_where(request), PARTICIPLES)?;
    let (at, word) = WISHES
        .iter()
        .filter_map(|word| Some((head.match_indices(word).next()?.0, word)))
        .min_by_key(|found| found.0)?;
    let (who, thing) = (&head[..at + word.trim_end().len()], head[at + word.len()..].trim());
    let thing =
        ["to be", "to have", "that", "to see"].iter().find_map(|be| ending(thing, &[be])).unwrap_or(thing);
    let thing = opening(thing, &["to have", "to see"]).unwrap_or(thing);
    let plain = !who.contains(',') && !referent::names_nothing(thing) && !commands(who);
    (plain && !is_clause(who) && who.split_whitespace().count() <= 6 && is_object(thing))
        .then_some((who, thing))
}

/// Whether words open like a clause that stands for what is meant: "that", "where".
pub(super) fn is_clause(text: &str) -> bool {
    let core = without_order(text).1;
    let clause = statement::after_that(core).or_else(|| opening(core, List::Clauses.all()));
    clause.is_some() && all_of(text).is_none()
}

/// A request without thanks behind it.
pub(super) fn without_thanks(request: &str) -> &str {
    let mut core = request.trim();
    loop {
        let bare = core.trim_end_matches(['.', '!', ' ', ',']);
        match ending(bare, List::Thanks.all()).map(str::trim_end) {
            Some(head) if head.ends_with([',', '.', '!', '?', ';', '-', '–', '—']) => {
                core = head.trim_end_matches([',', ';', '-', '–', '—', ' ']);
            }
            // "A note of thanks" is one; "please" is none.
            Some(head) if !head.is_empty() && strips_bare(bare, head) => core = head,
            _ => return core,
        }
    }
}

fn strips_bare(text: &str, head: &str) -> bool {
    let said = text[head.len()..].trim_start();
    List::Please.all().iter().any(|word| strip(said, word) == Some(""))
}

/// What a German or Dutch order asks to forget at its end: "Kannst du Bo Lund löschen?", "Bo Lund löschen".
pub(super) fn at_the_end(core: &str) -> Option<&str> {
    let head = ending(core, List::ForgetBehind.all())?;
    let thing =
        opening(head, List::ForgetModal.all()).or_else(|| Some(head).filter(|head| is_thing(head)))?;
    let thing = without_courtesy(thing);
    (!thing.is_empty() && !is_clause(thing)).then_some(thing)
}

/// What stands before an order at the end that has no object of its own: "the gate code, please forget".
pub(super) fn asked_behind(core: &str) -> Option<&str> {
    let head = ending(core, List::Forget.english())?;
    let asked = ending(head, List::Please.english()).or_else(|| head.strip_suffix(','))?;
    let thing = asked.trim_end_matches([',', '-', '–', '—', ':', ' ']);
    (is_object(thing) && !commands(thing) && !statement::says(thing)).then_some(thing)
}

/// An order without the infinitive at its end, where something before says that it is one: "Bo bittet mich, Ana zu löschen".
pub(super) fn without_infinitive(text: &str) -> &str {
    ending(text.trim_end_matches(['.', '!', '?', ' ']), List::ForgetBehind.all())
        .filter(|head| !head.is_empty())
        .unwrap_or(text)
}

//! What is said to be needed no longer, which orders to forget it: "we no longer need the van key".

use super::phrase_match::{ending, opening, starts, telling, trimmed};
use super::{courtesy, imperative, thing};
use crate::lang::List;

/// What says so with "to keep" behind it.
const NO_NEED_TO: &[&str] = &[
    "no need to", "there is no need to", "there's no need to", "no reason to", "there is no reason to",
    "there's no reason to", "i see no reason to", "we have no reason to", "let's not", "let us not",
    "we needn't", "you needn't", "we don't need to", "we do not need to", "i don't need to",
    "i do not need to", "you don't need to", "you do not need to", "you don't have to", "you do not have to",
    "we don't have to", "we need not", "you need not", "we no longer need to", "i no longer need to",
    "you no longer need to", "we no longer have to", "nobody needs to", "no one needs to",
    "it's not necessary to", "it is not necessary to", "there is no point in", "there's no point in",
    "no point in",
];
const KEEP: &[&str] = &[
    "keep", "keep on file", "store", "retain", "remember", "hold on to", "hold onto", "hang on to",
    "hang onto", "save", "know", "know about", "keeping", "storing", "retaining", "remembering",
    "holding on to", "hanging on to",
];

/// What is said of what is not to be known.
const OUR_BUSINESS: &[&str] = &[
    "is none of our business", "are none of our business", "is none of my business",
    "is none of your business", "is none of anyone's business", "is nobody's business",
    "is no business of ours", "doesn't concern us", "does not concern us",
];

/// What a text says is needed no longer, and what it says behind it.
pub(super) fn unneeded(text: &str) -> Option<(&str, Option<&str>)> {
    let whole = text.trim_end_matches(['.', '!', ' ']);
    let text = courtesy::without_courtesy(whole);
    // "Let's" is a courtesy too.
    let not = opening(whole, NO_NEED_TO).or_else(|| opening(text, NO_NEED_TO));
    let kept = not.map(|rest| opening(rest, KEEP));
    if let Some(kept) = kept {
        return kept.map(without_any_more).filter(|(thing, _)| is_needed(thing));
    }
    let before = opening(text, List::NotNeeded.all()).map(without_any_more);
    let around = || opening(text, List::NoNeed.all()).and_then(any_more);
    let private = || ending(text, OUR_BUSINESS).map(|thing| (trimmed(thing), None));
    let behind = || {
        let thing = ending(text, List::NotNeededBehind.all()).map(trimmed)?;
        let plain = !thing.contains([';', '.', '?', '–', '—', ':']) || telling(thing);
        (plain && !imperative::is_clause(thing) && !imperative::commands(text)).then_some((thing, None))
    };
    before
        .or_else(around)
        .filter(|(thing, _)| is_needed(thing))
        .or_else(private)
        .or_else(behind)
        .filter(|(thing, _)| few(thing))
}

fn few(thing: &str) -> bool {
    const MOST: usize = 16;
    !thing.is_empty() && thing.split_whitespace().count() <= MOST
}

/// Whether words are something of one's own that may be needed, and not anything of a kind: "help", "a key".
fn is_needed(thing: &str) -> bool {
    const ANY: &[&str] =
        &["a", "an", "some", "more", "much", "to", "it", "that", "this", "them", "him", "her"];
    let any = opening(thing, ANY)
        .is_some_and(|noun| noun.is_empty() || opening(thing, &["her", "that", "this"]).is_none());
    few(thing) && !any && (imperative::is_object(thing) || thing::identifies(thing))
}

fn without_any_more(rest: &str) -> (&str, Option<&str>) {
    let rest = opening(rest, List::AnyMore.all()).unwrap_or(rest);
    any_more(rest).unwrap_or((rest, None))
}

/// What stands before "any more", and a reason behind it.
fn any_more(rest: &str) -> Option<(&str, Option<&str>)> {
    starts(rest).into_iter().find_map(|at| {
        let tail = opening(&rest[at..], List::AnyMore.all())?;
        let told = tail.trim_start_matches([' ', '-', '–', '—', ';', '.', '(']);
        let (thing, ended) = (trimmed(&rest[..at]), &rest[at..rest.len() - tail.len()]);
        let marked = told.len() < tail.len() || ended.ends_with(',') || ended.ends_with(", ");
        (tail.is_empty() || marked).then_some((thing, Some(told).filter(|told| !told.is_empty())))
    })
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn what_is_needed_no_longer_is_to_be_forgotten() {
        for (text, core) in [
            ("we no longer need ticket KX-310", "ticket KX-310"),
            ("We no longer need INV-2031-0448.", "INV-2031-0448"),
            ("no need to keep 10.30.0.9", "10.30.0.9"),
            ("There's no need to keep Rhea Moss", "Rhea Moss"),
            ("let's not keep anything on Rhea Moss", "Rhea Moss"),
            ("we have no further use for 10.30.0.9", "10.30.0.9"),
            ("no reason to hold on to 10.30.0.9", "10.30.0.9"),
            ("we are not using 10.30.0.9 any more", "10.30.0.9"),
            ("we don't use 10.30.0.9 any more, it broke", "10.30.0.9"),
            ("no one needs 10.30.0.9", "10.30.0.9"),
            ("you don't have to keep Rhea Moss", "Rhea Moss"),
            ("INV-2031-0448 is no longer needed", "INV-2031-0448"),
            ("Hi, we no longer need INV-2031-0448", "INV-2031-0448"),
            ("Ticket KX-310: 10.30.0.9 is no longer in use", "10.30.0.9"),
            ("Rhea Moss is none of our business", "Rhea Moss"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.extent), (core, Extent::Everything), "{text}");
            assert_eq!(request.refusal, None, "{text}");
        }
        let request = parse("We no longer need Rhea Moss. Delete her.");
        assert_eq!((request.core, request.extent), ("Rhea Moss", Extent::Ended));
        assert_eq!(parse("we no longer need the van key, but keep the bike").except, Some("the bike"));
    }

    #[test]
    fn what_only_says_so_is_what_it_says() {
        for (text, core) in [
            ("forget that we no longer need the van", "we no longer need the van"),
            ("that invoice 90412 is no longer needed", "invoice 90412 is no longer needed"),
            ("nobody needs help", "nobody needs help"),
            ("nobody needs a key to the shed", "nobody needs a key to the shed"),
            ("let's not keep chickens", "not keep chickens"),
            ("we don't need the van", "we don't need the van"),
            ("what Rhea no longer needs", "what Rhea no longer needs"),
            ("where the keys are that are no longer needed", "where the keys are that are no longer needed"),
            ("Forget the van key. We no longer need it.", "the van key"),
        ] {
            assert_eq!(parse(text).core, core, "{text}");
        }
        assert!(parse("no need to delete invoice 90412").refusal.is_some());
    }
}

//! What shall be mentioned no more, which orders to forget it: "I'd rather not be reminded of Ira", "the van is sold, stop bringing it up".

use super::phrase_match::{opening, starts, trimmed};
use super::{courtesy, imperative, thing};

/// What says so before the thing.
const BEFORE: &[&str] = &[
    "i'd rather not be reminded of", "i would rather not be reminded of", "i'd rather not hear about",
    "i would rather not hear about", "i'd prefer not to be reminded of",
    "i would prefer not to be reminded of", "i'd prefer not to hear about",
    "i would prefer not to hear about", "i don't want to be reminded of", "i do not want to be reminded of",
    "i don't want to hear about", "i do not want to hear about", "i don't wish to be reminded of",
    "i never want to be reminded of", "i never want to hear about", "we don't want to be reminded of",
    "we don't want to hear about", "we'd rather not be reminded of", "stop reminding me of",
    "stop reminding me about", "stop reminding us of", "stop bringing up", "stop mentioning",
    "stop talking about", "stop telling me about", "quit bringing up", "quit mentioning",
    "don't remind me of", "do not remind me of", "don't remind us of", "never remind me of",
    "don't bring up", "do not bring up", "never bring up", "don't mention", "do not mention",
    "never mention", "no more talk of", "no more mention of", "no more mentions of",
];
/// What ends it, or begins it before a pronoun.
const STOP: &[&str] = &[
    "stop", "quit", "no need to", "there's no need to", "there is no need to", "don't", "do not", "never",
    "you can stop", "you may stop", "you needn't", "you need not", "no reason to", "no point in",
];
const MENTION: &[&str] = &[
    "bring", "bringing", "mention", "mentioning", "suggest", "suggesting", "recommend", "recommending",
    "recall", "recalling", "raise", "raising", "show", "showing", "list", "listing", "remind me of",
    "reminding me of", "remind us of", "reminding us of", "talk about", "talking about", "tell me about",
    "telling me about",
];
const IT: &[&str] = &["it", "him", "her", "them", "that", "this", "those", "these"];
const BEHIND: &[&str] = &["up", "to me", "to us"];
const AGAIN: &[&str] = &[
    "again", "any more", "anymore", "any longer", "ever again", "from now on", "in future", "in the future",
];

/// What a text says shall be mentioned no more.
pub(super) fn before(text: &str) -> Option<&str> {
    let text = courtesy::without_courtesy(text.trim_end_matches(['.', '!', ' ']));
    let thing = opening(text, BEFORE)?;
    let ends = starts(thing).into_iter().find(|at| opening(&thing[*at..], AGAIN) == Some(""));
    let thing = trimmed(&thing[..ends.unwrap_or(thing.len())]);
    // "Stop mentioning it": what, is not said.
    let named = imperative::is_object(thing) || thing::identifies(thing);
    (named && opening(thing, IT) != Some("")).then_some(thing)
}

/// What stands before the order to mention it no more.
pub(super) fn behind(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(['.', '!', ' ']);
    starts(text).into_iter().skip(1).find_map(|at| {
        let head = text[..at].trim_end();
        let thing = trimmed(head.trim_end_matches(['.', '!']));
        let marked =
            thing.len() < head.len() || ["and", "so", "please"].iter().any(|link| head.ends_with(link));
        let rest = opening(courtesy::without_courtesy(&text[at..]), STOP)?;
        let rest = opening(opening(rest, MENTION)?, IT)?;
        let rest = opening(rest, BEHIND).unwrap_or(rest);
        let rest = opening(rest, AGAIN).unwrap_or(rest);
        (rest.is_empty() && marked && !thing.is_empty()).then_some(thing)
    })
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn what_shall_not_be_mentioned_is_to_be_forgotten() {
        use Extent::{Attribute, Ended, Everything};
        for (text, extent, core) in [
            ("I'd rather not be reminded of my cousin Ira", Everything, "my cousin Ira"),
            ("I don't want to hear about Rhea Moss any more.", Everything, "Rhea Moss"),
            ("Please stop bringing up ticket KX-310", Everything, "ticket KX-310"),
            ("stop mentioning Rhea's wrist", Attribute, "Rhea's wrist"),
            ("Never mention Rhea Moss again!", Everything, "Rhea Moss"),
            ("ticket KX-310 is closed, stop bringing it up", Ended, "ticket KX-310 is closed"),
            ("The fair is over. No need to mention it again.", Ended, "The fair is over"),
            ("Rhea Moss has left, please don't bring her up any more", Ended, "Rhea Moss has left"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.extent), (core, extent), "{text}");
            assert_eq!(request.refusal, None, "{text}");
        }
    }

    #[test]
    fn what_only_speaks_of_it_is_what_it_says() {
        for text in [
            "that Rhea told Bo to stop bringing it up",
            "who said to stop mentioning it",
            "forget that we never mention prices",
        ] {
            assert_ne!(parse(text).extent, Extent::Ended, "{text}");
        }
        assert_eq!(
            parse("forget that I don't want to hear about Rhea").core,
            "I don't want to hear about Rhea"
        );
    }
}

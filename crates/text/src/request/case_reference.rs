//! The reference of a request: "ticket HD-900", and the things of an order that are told from it.

use super::phrase_match::{opening, telling, words};
use super::thing::identifies;
use super::{imperative, statement};

/// What the record of a request is called.
const CASES: &str = " ticket case request dsar sar dsr jira incident issue task ref reference docket matter change \
    vorgang fall aktenzeichen anfrage antrag anliegen dossier demande requête caso expediente solicitud pratica richiesta processo pedido zaak \
    verzoek aanvraag заявка обращение тикет дело sprawa zgłoszenie wniosek ";

/// How a reference of a request is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    /// With a word for a request, or as a code alone: "ticket HD-900", "HD-900".
    Case,
    /// By a number, or behind a word for another thing: "48213", "order 48213".
    Bare,
}

/// Whether words are no more than a reference.
pub(super) fn reference(text: &str) -> Option<Reference> {
    const LONGEST: usize = 7;
    let own = words(text);
    if own.len() > LONGEST || !text.contains(char::is_numeric) || text.contains(['@', '?']) {
        return None;
    }
    if imperative::commands(text) || imperative::is_clause(text) || statement::says(text) {
        return None;
    }
    let code = text.trim_matches(['[', ']', '(', ')', ' ']);
    let code = code.contains(char::is_alphabetic) && !code.contains([' ', '.', ':', '/']);
    if own.iter().any(|word| CASES.contains(&format!(" {word} "))) || code {
        return Some(Reference::Case);
    }
    const FEW: usize = 4;
    (own.len() <= FEW && identifies(text)).then_some(Reference::Bare)
}

/// What an order asks to forget by an identifier that nothing else shows to be an object: "remove user cal".
pub(super) fn identified(order: &str) -> Option<&str> {
    let (commanded, object) = imperative::without_order(order);
    (commanded && !imperative::may_be_noun(order) && identifies(object)).then_some(object)
}

/// Whether what is to be forgotten is another thing than the one before it: a name, or with an identifier of its own.
pub(super) fn is_another(thing: &str) -> bool {
    let thing = imperative::all_of(thing).unwrap_or(thing);
    thing.split(' ').next().is_some_and(telling) || identifies(thing)
}

/// Whether words mean the same as a reference before them: "the ticket".
pub(super) fn repeats(reference: &str, thing: &str) -> bool {
    let said = words(reference);
    opening(thing, &["the", "that", "this", "der", "die", "das", "le", "la", "el", "il", "de", "het"])
        .map(words)
        .is_some_and(|own| !own.is_empty() && own.iter().all(|word| said.contains(word)))
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn a_reference_before_an_order_is_not_asked_for() {
        for (text, core) in [
            ("Ticket KX-310: wipe rhea@moss.example", "rhea@moss.example"),
            ("[KX-310] delete 10.30.0.9", "10.30.0.9"),
            ("(KX-310) delete Rhea Moss", "Rhea Moss"),
            ("KX-310 | delete rhea@moss.example", "rhea@moss.example"),
            ("KX-310: delete the van key", "the van key"),
            ("Case 6620: please remove 10.30.0.9", "10.30.0.9"),
            ("DSAR 2031-44: erase Rhea Moss", "Rhea Moss"),
            ("by order of the board (case 3/31) delete Rhea Moss", "Rhea Moss"),
            ("by order of the board delete Rhea Moss", "Rhea Moss"),
            ("Re: ticket 6620 - forget Rhea Moss", "Rhea Moss"),
            ("JIRA KX-12 – please drop 10.30.0.9", "10.30.0.9"),
            ("As per ticket KX-310, delete rhea@moss.example", "rhea@moss.example"),
            ("Ticket KX-310. Delete rhea@moss.example", "rhea@moss.example"),
            ("#6620 forget Rhea Moss", "Rhea Moss"),
            ("Request #331: remove user cal", "user cal"),
            ("Ticket KX-310: everything about Rhea Moss", "Rhea Moss"),
            ("order 90412: delete rhea@moss.example", "rhea@moss.example"),
            ("Fall 6620: Rhea Moos löschen", "Rhea Moos"),
            ("Vorgang 6620: bitte lösche Rhea Moos", "Rhea Moos"),
            ("Dossier 6620 : supprime Rhéa Mousse", "Rhéa Mousse"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.extent), (core, Extent::Everything), "{text}");
            assert_eq!((request.refusal, request.preamble.is_some()), (None, true), "{text}");
        }
        assert_eq!(parse("Ticket KX-310: forget where Rhea lives").core, "where Rhea lives");
        assert!(parse("Ticket KX-310: don't delete Rhea Moss").refusal.is_some());
    }

    #[test]
    fn a_reference_that_an_order_means_is_asked_for() {
        for (text, core) in [
            ("Ticket KX-310: delete it", "Ticket KX-310"),
            ("Ticket KX-310: delete everything about it", "Ticket KX-310"),
            ("Ticket KX-310: delete the ticket", "Ticket KX-310"),
            ("order 90412, wipe it", "order 90412"),
            ("KX-310: forget", "KX-310: forget"),
            ("order 90412: delete the address", "order 90412: delete the address"),
            ("order 90412: release notes", "order 90412: release notes"),
            (
                "unser Opus 31: lösche jede Notiz über dieses Instrument",
                "unser Opus 31: lösche jede Notiz über dieses Instrument",
            ),
            ("ticket 6620 release 7", "ticket 6620 release 7"),
            ("delete Rhea Moss (ticket KX-310)", "Rhea Moss"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.preamble), (core, None), "{text}");
        }
    }
}

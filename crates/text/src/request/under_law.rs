//! An order behind a law or rule that grounds it: "under Art. 17 GDPR, delete Ana Solberg".

use super::law::law;
use super::phrase_match::{marks, opening, trimmed};
use super::thing::identifies;
use super::{case_reference, courtesy, imperative, refusal};
use crate::lang::List;

/// A law or rule that a request opens with, and the order that it grounds.
pub(super) fn under_law(request: &str) -> Option<(&str, &str)> {
    let order = law(request).map(|law| without_reason(law.rest)).filter(|rest| !rest.is_empty())?;
    let said = request[..request.len() - order.len()].trim_end();
    let marked = said.ends_with([',', ':', ';', '-', '–', '—', ')', ']', '.']);
    let last = || imperative::at_the_end(order.trim_end_matches(['.', '!', '?', ' '])).is_some();
    let object = || imperative::is_object(order) || identifies(order);
    let ordered = imperative::command(order).is_some()
        || case_reference::identified(order).is_some()
        || refusal::forbids(order).is_some()
        || last()
        || imperative::all_of(courtesy::without_courtesy(order)).is_some()
        || marked && object();
    (ordered && (marked || !imperative::may_be_noun(order))).then_some((trimmed(said), order))
}

/// An order without the further reason before it: "because he left, delete ...".
fn without_reason(order: &str) -> &str {
    const FURTHER: &[&str] =
        &["and because", "and since", "and as", "since", "as", "now that", "da", "und weil"];
    if opening(order, List::Because.all()).or_else(|| opening(order, FURTHER)).is_none() {
        return order;
    }
    let ordered =
        marks(order).into_iter().find(|mark| mark.mark == ',' && imperative::command(mark.behind).is_some());
    ordered.map_or(order, |mark| mark.behind)
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn a_law_is_why_and_not_what() {
        for (text, core) in [
            ("under GDPR art. 17 erase INV-2031-0448", "INV-2031-0448"),
            ("under GDPR art. 17, delete 10.30.0.9", "10.30.0.9"),
            ("per Article 17 GDPR erase INV-2031-0448", "INV-2031-0448"),
            ("pursuant to Art. 17(1)(b) GDPR, erase Rhea Moss", "Rhea Moss"),
            ("in accordance with our data retention policy delete INV-2031-0448", "INV-2031-0448"),
            ("Right to be forgotten request: Rhea Moss", "Rhea Moss"),
            ("Right to erasure (GDPR Art. 17): delete Rhea Moss", "Rhea Moss"),
            ("I exercise my right to erasure: delete everything about Rhea Moss", "Rhea Moss"),
            ("GDPR: forget rhea@moss.example", "rhea@moss.example"),
            ("gemäß Art. 17 DSGVO Rhea Moos löschen", "Rhea Moos"),
            ("Gemäß Art. 17 Abs. 1 lit. b DSGVO bitte alles über Rhea Moos löschen", "Rhea Moos"),
            ("en vertu de l’article 17 du RGPD, effacez Rhéa Mousse", "Rhéa Mousse"),
            ("en virtud del art. 17 RGPD borra INV-2031-0448", "INV-2031-0448"),
            ("ai sensi dell'art. 17 GDPR cancella Rhea Muschio", "Rhea Muschio"),
            ("op grond van artikel 17 AVG verwijder Rhea Mos", "Rhea Mos"),
            ("na podstawie art. 17 RODO usuń INV-2031-0448", "INV-2031-0448"),
            ("в соответствии со ст. 17 GDPR удалите Рею", "Рею"),
            ("erase INV-2031-0448 under GDPR art. 17", "INV-2031-0448"),
            ("delete rhea@moss.example, GDPR art. 17", "rhea@moss.example"),
            ("erase INV-2031-0448 as per our retention policy", "INV-2031-0448"),
            ("erase Rhea Moss as required by law", "Rhea Moss"),
            ("delete invoice 90412 to comply with HIPAA", "invoice 90412"),
            ("delete invoice 90412 for GDPR reasons", "invoice 90412"),
            ("Rhea Moss must be erased under GDPR", "Rhea Moss"),
            ("lösche Rhea Moos gemäß Art. 17 DSGVO", "Rhea Moos"),
            ("effacez Rhéa Mousse en vertu de l'article 17 du RGPD", "Rhéa Mousse"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.extent), (core, Extent::Everything), "{text}");
            assert_eq!(request.refusal, None, "{text}");
        }
        assert_eq!(parse("delete Rhea's address under GDPR art. 17").core, "Rhea's address");
        assert_eq!(parse("under GDPR art. 17 forget that Rhea sails").core, "Rhea sails");
    }

    #[test]
    fn a_law_may_have_a_reason_behind_it() {
        for (text, core) in [
            ("under GDPR art. 17 because he left, delete everything about Rhea Moss", "Rhea Moss"),
            ("under art. 17 GDPR, since she left, erase INV-2031-0448", "INV-2031-0448"),
            ("Gemäß Art. 17 DSGVO, weil er ausgezogen ist, lösche alles über Rhea Moos", "Rhea Moos"),
            ("delete everything about Rhea Moss under art. 17, since she left the club", "Rhea Moss"),
            ("delete the crates under shelf 17", "the crates under shelf 17"),
        ] {
            assert_eq!(parse(text).core, core, "{text}");
        }
    }

    #[test]
    fn a_law_that_is_asked_for_is_no_reason() {
        for (text, core) in [
            ("forget what Rhea said about GDPR article 17", "Rhea said about GDPR article 17"),
            (
                "forget that logs are kept in line with our retention policy",
                "logs are kept in line with our retention policy",
            ),
            ("the fine paid under GDPR", "the fine paid under GDPR"),
            ("Rhea's rights under GDPR", "Rhea's rights under GDPR"),
            ("forget GDPR article 17", "GDPR article 17"),
            ("the GDPR training", "the GDPR training"),
            ("GDPR release 7", "GDPR release 7"),
            ("our retention policy", "our retention policy"),
            ("policy 4471", "policy 4471"),
            ("the policy: delete after 30 days", "the policy: delete after 30 days"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.preamble, request.reason), (core, None, None), "{text}");
        }
    }
}

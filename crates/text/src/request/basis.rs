//! On what a request is grounded: a reference of its own ("ticket HD-900"), a law or a rule ("Art. 17 GDPR").

use super::matching::{marks, opening, telling, trimmed, words};
use super::reason::BECAUSE;
use super::{order, refusal, statement};
use crate::{identifier, identity};

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
    if order::commands(text) || order::is_clause(text) || statement::says(text) {
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
    let (commanded, object) = order::without_order(order);
    (commanded && !order::may_be_noun(order) && identifies(object)).then_some(object)
}

/// Whether words hold an identifier.
pub(super) fn identifies(text: &str) -> bool {
    identifier::wanted(text).iter().any(|one| !identity::is_value(one.kind))
}

/// Whether what is to be forgotten is another thing than the one before it: a name, or with an identifier of its own.
pub(super) fn is_another(thing: &str) -> bool {
    let thing = order::all_of(thing).unwrap_or(thing);
    thing.split(' ').next().is_some_and(telling) || identifies(thing)
}

/// Whether words mean the same as a reference before them: "the ticket".
pub(super) fn repeats(reference: &str, thing: &str) -> bool {
    let said = words(reference);
    opening(thing, &["the", "that", "this", "der", "die", "das", "le", "la", "el", "il", "de", "het"])
        .map(words)
        .is_some_and(|own| !own.is_empty() && own.iter().all(|word| said.contains(word)))
}

/// What says that a law or rule follows.
const GROUNDS: &[&str] = &[
    "pursuant to", "in accordance with", "in line with", "in compliance with", "in conformity with",
    "as per", "as required by", "as required under", "required by", "required under", "as mandated by",
    "as demanded by", "as provided by", "as provided for in", "as set out in", "to comply with",
    "in order to comply with", "for compliance with", "according to", "by virtue of", "on the basis of",
    "on grounds of", "invoking", "citing", "exercising", "i exercise", "i am exercising", "i'm exercising",
    "i invoke", "gemäß", "gemäss", "laut", "entsprechend", "auf grundlage", "auf der grundlage", "aufgrund",
    "en vertu", "conformément à", "conformément au", "selon", "au titre", "en application", "sur la base",
    "en virtud", "conforme a", "conforme al", "de acuerdo con", "de conformidad con", "según",
    "en aplicación", "ai sensi", "a norma", "in conformità", "in base al", "in base all'", "nos termos",
    "ao abrigo", "de acordo com", "em conformidade com", "op grond van", "krachtens", "volgens", "conform",
    "overeenkomstig", "na podstawie", "zgodnie z", "na mocy", "w myśl", "в соответствии с",
    "в соответствии со", "согласно", "на основании", "в силу",
];
/// What says so where the law or rule is one for sure.
const PERHAPS: &[&str] = &[
    "under", "per", "by", "for", "following", "nach", "unter", "wegen", "due to", "sous", "bajo", "por",
    "sotto", "per il", "onder", "по",
];
const LAWS: &str = " gdpr dsgvo ds-gvo bdsg rgpd lopd lopdgdd avg rodo hipaa ccpa cpra ferpa coppa lgpd pipeda fadp dsg revdsg \
    pdpa popia ";
/// Words for a law or rule, which may be another thing where nothing says that it grounds something.
const RULES: &str = " law laws legislation statute regulation regulations policy policies gesetz gesetzes richtlinie verordnung loi \
    règlement politique ley reglamento política legge regolamento lei política wet verordening beleid закон закона законом ustawa \
    ustawy polityka polityką ";
const PARTS: &str = " article articles art arts section sec paragraph paragraphs para clause point recital chapter act rule rules \
    schedule directive obligation obligations requirement requirements artikel artikels abs absatz lit ziffer nr satz artículo \
    articolo artigo lid artykuł artykułu ust pkt ст статья статьи статьёй статьей п § §§ ";
/// Those of them that laws alone have.
const ARTICLES: &str =
    " article art artikel artículo articolo artigo artykuł artykułu ст статья статьи статьёй ";
/// What may stand inside the name of a law.
const INSIDE: &str = " of the our your their my a an any all eu uk us and company company's data retention privacy protection deletion erasure \
    internal legal applicable current general personal der des dem den die das unserer unser unsere du de la le les l' notre nos al el \
    los las nuestra nuestro del della dell dello di do da van het onze ons ";
/// What may stand behind it.
const BEHIND: &str = " request requests compliance reasons purposes erasure deletion notice claim ";
/// Rights to be forgotten.
const RIGHTS: &[&str] = &[
    "right to be forgotten", "right to erasure", "right of erasure", "right to deletion",
    "recht auf vergessenwerden", "recht auf löschung", "droit à l'oubli", "droit à l'effacement",
    "derecho al olvido", "derecho de supresión", "diritto all'oblio", "diritto alla cancellazione",
    "direito ao esquecimento", "recht op vergetelheid", "recht op gegevenswissing",
    "prawo do bycia zapomnianym", "prawa do bycia zapomnianym", "право на забвение", "права на забвение",
];

/// A law or rule at the start of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Law<'a> {
    /// What follows it.
    pub(super) rest: &'a str,
    /// Whether words say that it grounds something.
    grounds: bool,
    /// Whether it is one for sure, and a word says that it may ground something.
    sure: bool,
}

/// The law or rule that a text opens with.
pub(super) fn law(text: &str) -> Option<Law<'_>> {
    let strong = opening(text, GROUNDS);
    let named = strong.or_else(|| opening(text, PERHAPS)).unwrap_or(text);
    let opened = named.len() < text.len();
    let (mut rest, mut end, mut sure, mut ruled, mut known) = (named, None, false, false, false);
    let (mut article, mut last_article) = (false, false);
    loop {
        rest = rest.trim_start_matches([' ', '(']);
        if let Some(behind) = opening(rest, RIGHTS) {
            (rest, end, sure, known) = (behind, Some(behind), true, true);
            continue;
        }
        let word = rest.split(' ').next().unwrap_or_default();
        // "L'article", "dell'art.".
        let own = match word.split_once(['\'', '’']) {
            Some((article, own)) if article.len() <= 4 => own,
            _ => word,
        };
        let bare = own.trim_end_matches([',', ':', ';', '.', ')', '!']).to_lowercase();
        let among = |list: &str| !bare.is_empty() && list.contains(&format!(" {bare} "));
        let counted = ruled && is_number(&bare);
        article |= ruled && counted && last_article;
        last_article = own.starts_with('§') || among(ARTICLES);
        let (law, rule) = (among(LAWS), among(RULES));
        let part = among(PARTS) || own.starts_with('§');
        let of_it = law || rule || part || counted || sure && among(BEHIND);
        if !of_it && !among(INSIDE) {
            break;
        }
        (known, sure, ruled) = (known || law, sure || law || rule, ruled || law || rule || part);
        rest = &rest[word.len()..];
        if of_it {
            end = Some(rest);
            if word.ends_with([',', ':', ';']) || word.ends_with('.') && !among(PARTS) {
                break;
            }
        }
    }
    let rest = end?.trim_start_matches([' ', ',', ':', ';', '-', '–', '—', ')', ']', '.']);
    (known || opened && ruled).then_some(Law {
        rest,
        grounds: strong.is_some(),
        sure: (sure || article) && opened,
    })
}

/// A law or rule that a request opens with, and the order that it grounds.
pub(super) fn under_law(request: &str) -> Option<(&str, &str)> {
    let order = law(request).map(|law| without_reason(law.rest)).filter(|rest| !rest.is_empty())?;
    let said = request[..request.len() - order.len()].trim_end();
    let marked = said.ends_with([',', ':', ';', '-', '–', '—', ')', ']', '.']);
    let last = || order::at_the_end(order.trim_end_matches(['.', '!', '?', ' '])).is_some();
    let object = || order::is_object(order) || identifies(order);
    let ordered = order::command(order).is_some()
        || identified(order).is_some()
        || refusal::forbids(order).is_some()
        || last()
        || order::all_of(order::without_courtesy(order)).is_some()
        || marked && object();
    (ordered && (marked || !order::may_be_noun(order))).then_some((trimmed(said), order))
}

/// An order without the further reason before it: "because he left, delete ...".
fn without_reason(order: &str) -> &str {
    const FURTHER: &[&str] =
        &["and because", "and since", "and as", "since", "as", "now that", "da", "und weil"];
    if opening(order, BECAUSE).or_else(|| opening(order, FURTHER)).is_none() {
        return order;
    }
    let ordered =
        marks(order).into_iter().find(|mark| mark.mark == ',' && order::command(mark.behind).is_some());
    ordered.map_or(order, |mark| mark.behind)
}

/// "17", "17(1)(b)", "2016/679", "b".
fn is_number(word: &str) -> bool {
    const LONGEST: usize = 12;
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let run = word.split(|c: char| !c.is_numeric()).map(str::len).max().unwrap_or(0);
    word.len() <= LONGEST
        && run <= 4
        && letters <= 2
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '(' | ')' | '/' | '§'))
        && (run > 0 || word.len() == 1)
}

/// Whether a law or rule at the start of a text behind a thing is why the thing shall go: "INV-2024-0117 under GDPR art. 17", but not
/// "the fine paid under GDPR".
pub(super) fn grounds(before: &str, behind: &str) -> bool {
    const OF_LAW: &str = " right rights obligation obligations duty duties claim claims fine fines basis consent exemption rule rules section article ";
    let comma = before.trim_end().ends_with(',');
    let Some(law) = law(behind).filter(|law| law.grounds || law.sure || comma) else { return false };
    if order::is_clause(before) || statement::says(before) {
        return false;
    }
    let Some(last) = words(before).pop() else { return false };
    let plain = !telling(before.rsplit(' ').next().unwrap_or_default());
    let participle =
        plain && (last.ends_with("ed") || last.ends_with("ing") || MADE.contains(&format!(" {last} ")));
    let owned = OF_LAW.contains(&format!(" {last} "));
    let ended =
        law.rest.is_empty() || behind[..behind.len() - law.rest.len()].trim_end().ends_with([',', ';', '.']);
    ended && (comma || !participle && !owned)
}

/// Participles behind which a law says how it was done.
const MADE: &str = " made done sent kept held given taken paid sold put is was are were be been lost written drawn set brought ";

#[cfg(test)]
mod tests {
    use super::super::{Extent, parse};

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

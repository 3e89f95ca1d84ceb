//! Why a request asks, and what it says of the thing: what stands behind what is asked for.

use super::phrase_match::{Mark, capital, ending, is_genitive, marks, opening, starts, trimmed, words};
use super::{imperative, legal_basis, statement};
use std::ops::Range;

use crate::entity::identifier::{self, Kind, phrase};
use crate::lang::List;

/// Words that open one where a sentence follows.
const SINCE: &[&str] = &["since", "as", "now that", "like", "da", "comme", "como", "come", "zoals", "wie"];
/// Behind the name of who wants it: "at Bo's request".
const REQUESTS: &[&str] =
    &["request", "orders", "order", "instruction", "instructions", "wish", "behest", "insistence"];
/// What somebody may be to somebody else.
const RELATIONS: &[&str] = &[
    "sister", "brother", "wife", "husband", "mother", "father", "daughter", "son", "friend", "partner",
    "colleague", "boss", "ex", "neighbour", "neighbor", "cousin", "aunt", "uncle", "niece", "nephew",
    "assistant", "landlord", "tenant", "married", "engaged", "related", "known",
];

/// Cuts off a reason: what stands behind a comma, dash or semicolon and doesn't go on with a list of the same.
pub(super) fn split(core: &str) -> (&str, Option<&str>) {
    let bare = word(core);
    let quoted = phrase::quoted(core);
    let addresses: Vec<Range<usize>> = identifier::recognise(core)
        .into_iter()
        .filter(|one| one.kind == Kind::Email)
        .map(|one| one.span)
        .collect();
    for (at, mark) in
        core.char_indices().filter(|(_, mark)| matches!(mark, ',' | ';' | ':' | '–' | '—' | '('))
    {
        if bare.is_some_and(|bare| bare < at) {
            break;
        }
        let disguised = || mark == '(' && addresses.iter().any(|span| span.contains(&at));
        if quoted.iter().any(|range| range.contains(&at)) || disguised() {
            continue;
        }
        let tail = &core[at + mark.len_utf8()..];
        let rest = tail.trim_start();
        let listed = mark == ',' && are_listed(&core[..at], rest);
        if !within_a_code(&core[..at], mark, tail)
            && !listed
            && (opening(rest, List::Explains.all()).is_some() && (!capital(rest) || rest.starts_with('I'))
                || (mark != ',' && mark != ':')
                || mark == ',' && (tells(rest) || legal_basis::grounds(&core[..=at], rest)))
        {
            return (core[..at].trim_end(), Some(rest.trim_end_matches(')')));
        }
    }
    match bare {
        Some(at) => (trimmed(&core[..at]), Some(core[at..].trim())),
        None => (core, None),
    }
}

/// "The car keys, the garage code and the alarm code": a list explains nothing.
fn are_listed(first: &str, rest: &str) -> bool {
    const DETERMINERS: &[&str] = &["the", "my", "our", "your", "his", "her", "their"];
    DETERMINERS.iter().any(|determiner| {
        let plain = opening(first, &[determiner]).is_some_and(|thing| !thing.contains(char::is_uppercase));
        plain && opening(rest, &[determiner]).is_some() && rest.contains(&format!(" and {determiner} "))
    })
}

/// Where a reason begins that no comma parts.
fn word(core: &str) -> Option<usize> {
    const PEOPLE: &[&str] = &["he", "she", "they"];
    let dashed = marks(core).into_iter().filter(|mark| mark.mark == '-').find(|mark| explains(mark.behind));
    let worded = starts(core).into_iter().skip(1).find(|at| {
        let rest = &core[*at..];
        let said = opening(rest, SINCE).is_some_and(|tail| {
            let person = opening(tail, PEOPLE).is_some();
            person || statement::says(tail) && capital(tail) && asks(tail)
        });
        let wished = opening(rest, &["at", "on", "per", "by", "upon"]).is_some_and(|tail| {
            let owner =
                tail.split_whitespace().take(4).position(|word| word.ends_with("'s") || word.ends_with("’s"));
            owner
                .and_then(|owner| tail.split_whitespace().nth(owner + 1))
                .is_some_and(|noun| REQUESTS.contains(&noun))
        });
        let grounded = || legal_basis::grounds(&core[..*at], rest);
        !capital(rest) && (opening(rest, List::Because.all()).is_some() || said || wished || grounded())
    });
    let dashed = dashed.map(|mark| core.len() - mark.behind.len());
    dashed.into_iter().chain(worded).min()
}

/// Whether somebody wants or says something.
fn asks(text: &str) -> bool {
    const WANTS: &str = " asked asks wants wanted told tells requested requests insists insisted demands demanded says said \
        wishes decided suggested ordered ";
    words(text).iter().take(5).any(|word| WANTS.contains(&format!(" {word} ")))
}

/// Whether what stands behind a dash is a sentence or a reason.
fn explains(tail: &str) -> bool {
    let says =
        opening(tail, List::Explains.all()).is_some_and(|rest| rest.contains(' ')) && statement::says(tail);
    opening(tail, List::Because.all()).is_some() || says || statement::says(tail)
}

/// Whether what stands behind a comma says something of the thing or of who asks, and is no further thing.
fn tells(tail: &str) -> bool {
    let listed = words(tail).iter().any(|word| ["and", "or", "und", "et", "y"].contains(&word.as_str()));
    let mut own = tail.split_whitespace();
    let owned = own.by_ref().take(4).any(is_genitive)
        && own.next().is_some_and(|noun| noun.starts_with(char::is_lowercase))
        && capital(tail)
        && !tail.contains(',')
        && words(tail).len() <= 6;
    let related =
        opening(tail, RELATIONS).is_some_and(|rest| opening(rest, &["of", "to", "from", "as"]).is_some());
    !listed && (owned || related)
        || !capital(tail) && opening(tail, List::Because.all()).is_some()
        || !listed && capital(tail) && statement::says(tail)
}

/// A request without the sentences behind its first one, where they ask for nothing.
pub(super) fn sentence(request: &str) -> (&str, Option<&str>) {
    let end = |mark: &Mark<'_>| {
        mark.ends_sentence() && imperative::command(mark.behind).is_none() && capital(mark.behind)
    };
    match marks(request).into_iter().find(end) {
        Some(mark) if mark.before.contains(char::is_alphanumeric) => (
            mark.before.trim_end_matches(['.', '!', '?']),
            Some(mark.behind.trim_end_matches(['.', '!', ' '])),
        ),
        _ => (request, None),
    }
}

/// An exception without what is said behind it.
pub(super) fn behind_exception(tail: &str) -> (&str, Option<&str>) {
    let (tail, sentence) = sentence(tail);
    let cut = marks(tail).into_iter().find(|mark| match mark.mark {
        ';' | '–' | '—' | '-' => true,
        ',' => {
            opening(mark.behind, List::Because.all()).is_some()
                || opening(mark.behind, &["since", "as", "so", "please"]).is_some()
                || statement::says(mark.behind)
        }
        _ => false,
    });
    let worded =
        || starts(tail).into_iter().skip(1).find(|at| opening(&tail[*at..], List::Because.all()).is_some());
    match cut {
        Some(mark) => (mark.before, Some(mark.behind)),
        None => match worded() {
            Some(at) => (trimmed(&tail[..at]), Some(&tail[at..])),
            None => (tail, sentence),
        },
    }
}

/// Tells whether a mark stands inside a number or code: "+44 (0)20", "8 (495) 555", "14(2)", "4471;Haas".
fn within_a_code(before: &str, mark: char, tail: &str) -> bool {
    match mark {
        '(' => tail.split_once(')').is_some_and(|(inner, rest)| {
            let few = !inner.is_empty() && inner.len() <= 5 && inner.bytes().all(|b| b.is_ascii_digit());
            let goes_on = rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
            few && (goes_on || before.ends_with(|c: char| c.is_ascii_digit()))
        }),
        ';' => before.ends_with(char::is_alphanumeric) && tail.starts_with(char::is_alphanumeric),
        _ => false,
    }
}

/// Whether a further name in a text behind the thing is said to be the same's: "also written Haim", "T. in our notes is him".
pub(crate) fn is_alias(before: &str, behind: &str) -> bool {
    const SAID_BEFORE: &[&str] = &[
        "written", "spelled", "spelt", "called", "known as", "aka", "a.k.a", "alias", "née", "né", "born",
        "formerly", "nicknamed", "real name", "full name", "maiden name", "nickname", "known to us as",
        "goes by", "also", "also as", "also under", "name is", "genannt", "geborene", "dit", "dite", "i.e",
        "means",
    ];
    const SAID_BEHIND: &[&str] = &["him", "her", "it", "them", "the same"];
    const INCLUDED: &[&str] = &["too", "included", "inclusive", "as well"];
    let spellings = ["written", "spelled", "spelt", "called", "known as"];
    // "Bo (Botho) Lund".
    let before_bracket = before.trim_end().ends_with(')');
    let bracketed = before.ends_with('(') && behind.starts_with([')', ',']) || behind.starts_with(" in our ");
    let before = before.trim_end_matches([' ', ':', '"', '“', '„', '\'', '(']);
    let spelled = ending(before, &["or"]).is_some() && spellings.iter().any(|word| before.contains(word));
    let clause = behind.trim_start_matches('.').split([';', ')']).next().unwrap_or_default();
    let clause = clause.trim_end_matches(['.', ' ', '!']);
    let means = ending(clause, SAID_BEHIND).is_some_and(|rest| {
        ["is", "means", "are", "meant"].iter().any(|link| ending(rest, &[link]).is_some())
    });
    let meant = ["no: ", "i mean ", "namely ", "meaning "];
    let meant = meant.iter().any(|word| before.to_lowercase().contains(word));
    before_bracket
        || bracketed
        || meant
        || spelled
        || means
        || ending(before, SAID_BEFORE).is_some()
        || ending(clause, INCLUDED).is_some()
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn why_is_no_part_of_what() {
        for (text, core, reason) in [
            ("everything about Rhea Moss - Pim Aldo told me to", "Rhea Moss", "Pim Aldo told me to"),
            ("everything about Rhea Moss since Pim Aldo wants it", "Rhea Moss", "since Pim Aldo wants it"),
            ("Rhea Moss as requested by Pim Aldo", "Rhea Moss", "as requested by Pim Aldo"),
            ("delete Rhea Moss at Pim Aldo's request", "Rhea Moss", "at Pim Aldo's request"),
            ("delete Rhea Moss on behalf of Pim Aldo", "Rhea Moss", "on behalf of Pim Aldo"),
            ("Rhea Moss, Pim Aldo's boss", "Rhea Moss", "Pim Aldo's boss"),
            ("Rhea Moss, sister of Pim Aldo", "Rhea Moss", "sister of Pim Aldo"),
            ("Rhea, because Pim asked for it", "Rhea", "because Pim asked for it"),
            ("Rhea Moss, Pim Aldo wants her gone", "Rhea Moss", "Pim Aldo wants her gone"),
            (
                "Delete everything about Rhea Moss. Pim Aldo asked for it.",
                "Rhea Moss",
                "Pim Aldo asked for it",
            ),
            ("Delete everything about Rhea Moss. Regards, Pim Aldo", "Rhea Moss", "Regards, Pim Aldo"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.reason), (core, Some(reason)), "{text}");
            assert_eq!(request.extent, Extent::Everything, "{text}");
        }
    }

    #[test]
    fn what_is_asked_for_is_no_reason() {
        for text in [
            "the flight Vienna - Rome", "invoice 90412 - 90415", "everything about Rhea since 2019",
            "Rhea, Pim's dog and Timo", "everything about Dr. Moss", "that Rhea has been ill since March",
            "order no. 5 of St. Moss", "the shop as it was",
        ] {
            assert_eq!(parse(text).reason, None, "{text}");
        }
    }
}

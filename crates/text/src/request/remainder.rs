//! "The rest of those notes stays": that nothing is to go but what is named.

use crate::lang::List;
use crate::unicode::runs::alphanumeric;

/// What a request calls all that it doesn't name; one of [`STAYS`] follows.
const REST: &[&str] = &[
    "the rest", "all the rest", "rest of", "everything else", "all else", "anything else", "what else",
    "whatever else", "the other", "the others", "all other", "all others", "other", "the remaining",
    "the remainder", "its other", "his other", "her other", "their other", "what we know", "what we have",
    "what is known", "what the notes say", "what those notes say", "what these notes say",
    "the notes themselves", "the entries themselves", "the lines themselves", "the records themselves",
];
const STAYS: &[&str] = &[
    "stay", "stays", "stand", "stands", "keep", "kept", "remain", "remains", "need", "needed", "needs",
    "left", "untouched", "intact", "preserved", "survive", "survives", "force", "valid", "wanted",
    "evidence", "matters", "apply", "applies", "good", "hold", "holds", "fine", "required", "used",
];

/// Cuts off what says that all else stays; `None` where nothing does.
pub(super) fn without_remainder(request: &str) -> Option<&str> {
    let marks = request
        .char_indices()
        .filter(|(_, mark)| matches!(mark, ',' | ';' | ':' | '.' | '–' | '—' | '(' | '-'));
    let marked = marks.map(|(at, mark)| (at, at + mark.len_utf8()));
    let linked = [" but ", " while "]
        .into_iter()
        .filter_map(|link| Some((super::phrase_match::find(request, link)?, 0)))
        .map(|(at, _)| (at, at));
    let at = marked
        .chain(linked)
        .filter(|(_, behind)| says_that_the_rest_stays(&request[*behind..]))
        .map(|(at, _)| at)
        .min()?;
    let core = request[..at].trim_end_matches([' ', ',', ';', ':', '-', '–', '—', '.', '(']);
    (!core.is_empty()).then_some(core)
}

fn says_that_the_rest_stays(tail: &str) -> bool {
    let mut tail = tail.trim().trim_end_matches([')', '.', '!', ' ']).to_lowercase();
    while let Some(rest) = super::phrase_match::opening(&tail, List::BeforeRest.all()) {
        tail = rest.to_owned();
    }
    let mut words = alphanumeric(&tail);
    List::RestStays.all().iter().any(|order| tail.starts_with(order))
        || super::phrase_match::opening(&tail, REST).is_some() && words.any(|word| STAYS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_that_the_rest_stays_is_cut_off() {
        for (request, core) in [
            (
                "Teun's fax 555-0190 in every notation; what else those notes say is still needed",
                "Teun's fax 555-0190 in every notation",
            ),
            (
                "the key tok-8812-AB in whatever spelling; the other contents of those lines are evidence and stay",
                "the key tok-8812-AB in whatever spelling",
            ),
            (
                "the member number 40881, however it is written; what we know about the member herself stays",
                "the member number 40881, however it is written",
            ),
            ("badge 0733 - but keep everything else", "badge 0733"),
            ("the IBAN of Noor (nothing else)", "the IBAN of Noor"),
            ("badge 0733, and please leave the rest as it is", "badge 0733"),
            ("the pin 4411 while the rest of the entry stays", "the pin 4411"),
            ("die Nummer 0733; der Rest bleibt, wie er ist", "die Nummer 0733"),
            ("el código 0733, lo demás se queda", "el código 0733"),
            ("код 0733, остальное оставить", "код 0733"),
        ] {
            assert_eq!(without_remainder(request), Some(core), "{request}");
        }
    }

    #[test]
    fn what_is_asked_for_is_no_remainder() {
        for request in [
            "the other key to the barn",
            "everything about Bo, the other tenant",
            "Forget Noor's shoe size; the other pair was hers",
            "what else Teun needs for the trip",
            "the rest of the paint",
            "the list of what stays, the rest is gone",
            "badge 0733, the other one",
            "",
            "; the rest stays",
        ] {
            assert_eq!(without_remainder(request), None, "{request}");
        }
    }
}

//! Of two predicates of one subject the one that nothing in a supersede speaks of stays: "Petronel carves puppets and looks after the
//! ticket booth" keeps the puppets, where the booth is new.

use std::collections::BTreeSet;

use nepenthe_text::stance;
use nepenthe_text::word::{Word, begin_alike, words};

use crate::Verb;
use crate::canonical::confidence;
use crate::canonical::query::Query;
use crate::canonical::row::Row;

/// Words by which a predicate limits or denies what the other says.
const LIMITS: &[&str] =
    &["only", "alone", "never", "no", "nothing", "none", "refuses", "instead", "also", "both", "otherwise"];
const VERBS: &[&str] = &["is", "has", "was", "does", "goes"];

/// What is left; `None` where both, or neither, are spoken of, or the text is not of that form.
pub(super) fn without(query: &Query<'_>, row: &Row) -> Option<String> {
    let text = row.candidate.hit.memory.text.as_str();
    let whole = text.trim_end().strip_suffix('.')?;
    if query.verb != Verb::Supersede
        || whole.contains([',', ';', ':', '.', '(', '\n'])
        || whole.matches(" and ").count() != 1
    {
        return None;
    }
    let (head, tail) = whole.split_once(" and ")?;
    let own = words(text);
    if stance::of_words(&own).denies || own.iter().any(|word| LIMITS.contains(&word.folded.as_str())) {
        return None;
    }
    let subject = row.text.clauses().get(0)?.subject.clone().filter(|subject| subject.start == 0)?;
    let mut subject = text.get(subject)?.trim_end();
    // A rare verb is taken for a part of the subject: "The loom weaves linen and".
    let unparted = head.len() <= subject.len();
    if unparted {
        let at = head.match_indices(' ').find(|(at, _)| is_predicate(&head[at + 1..]))?.0;
        subject = &head[..at];
    }
    let first = head.strip_prefix(subject)?.trim_start();
    if !is_predicate(first) || !is_predicate(tail) || !subject.starts_with(char::is_uppercase) {
        return None;
    }
    let of_subject: BTreeSet<String> = words(subject).into_iter().map(|word| word.stem).collect();
    let asked: BTreeSet<String> = query
        .own_words
        .iter()
        .map(|word| word.stem.clone())
        .chain(query.new_stems.iter().cloned())
        .filter(|stem| !of_subject.contains(stem))
        .collect();
    let spoken_of =
        |part: &str| words(part).iter().any(|word: &Word| word.content && is_in(&word.stem, &asked));
    match (spoken_of(first), spoken_of(tail)) {
        (false, true) => Some(format!("{head}.")),
        // "The keys" of a text whose verb was not found may be "The keys open doors".
        (true, false) if !unparted || subject.split(' ').count() == 1 => Some(format!("{subject} {tail}.")),
        _ => None,
    }
}

/// Whether it may be a predicate: a verb in the third person, and what goes with it.
fn is_predicate(part: &str) -> bool {
    let mut words = part.split(' ');
    let verb = words.next().unwrap_or_default();
    let third = verb.len() > 3
        && verb.ends_with('s')
        && !verb.ends_with("ss")
        && verb.chars().all(char::is_lowercase);
    (third || VERBS.contains(&verb)) && words.next().is_some()
}

/// Whether a stem is among others, or begins as one of them does: "answerable" for "answerability".
fn is_in(stem: &str, asked: &BTreeSet<String>) -> bool {
    asked.iter().any(|other| begin_alike(other, stem, confidence::COMMON))
}

#[cfg(test)]
mod tests {
    use crate::testing::Texts;
    use crate::{Action, Mutation};

    fn left(request: &str, new: &str, text: &'static str) -> Option<String> {
        let draft = Texts::of(&[text]).plan(&Mutation::supersede(request, new));
        draft.steps.into_iter().find_map(|step| match step.action {
            Action::Edit { text } => Some(text),
            _ => None,
        })
    }

    #[test]
    fn the_other_predicate_of_a_name_stays() {
        let text = "Petronel carves puppets and looks after the ticket booth.";
        let rest = left("Petronel ticket booth duty", "The ticket booth is staffed by pupils now.", text);
        assert_eq!(rest.as_deref(), Some("Petronel carves puppets."));
    }

    #[test]
    fn the_other_predicate_stays() {
        let text = "The sexton wears clogs and helps out at the dye works.";
        let rest = left("sexton dye works help", "The sexton helps out at the rope walk.", text);
        assert_eq!(rest.as_deref(), Some("The sexton wears clogs."));
        let text = "The ferryman collects rare stamps and camps on the sandbank.";
        let rest = left("ferryman camping place sandbank", "The ferryman pitched his tent by the dam.", text);
        assert_eq!(rest.as_deref(), Some("The ferryman collects rare stamps."));
    }

    #[test]
    fn a_verb_that_no_table_knows_parts_the_predicates_too() {
        let text = "The partner API speaks REST and is limited to 100 requests per minute.";
        let new = "The partner API is limited to 250 requests per minute.";
        let rest = left("rate limit of the partner API", new, text);
        assert_eq!(rest.as_deref(), Some("The partner API speaks REST."));
    }

    #[test]
    fn what_limits_the_state_goes_with_it() {
        for text in [
            "The miller does not keep geese and buys his eggs elsewhere.",
            "The kennel takes spaniels and setters.",
        ] {
            assert_eq!(
                left("miller geese keeping", "The miller brought home a flock of geese.", text),
                None,
                "{text}"
            );
        }
    }
}

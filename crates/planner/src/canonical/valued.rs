//! A value that an order names goes wherever it stands: "Delete the earlier bridge label too: the value bridge-61 should not be restated"
//! is read as "bridge-61", where a memory says that. What the order says may stay says nothing of it.

use nepenthe_text::entity::identifier::{self, Identifier, is_value};
use nepenthe_text::request::Extent;
use nepenthe_text::word::lists::{is_of_value, leaves};
use nepenthe_text::word::words;

use super::Components;
use super::query::Query;
use super::rule::Rule;
use crate::corpus::{CorpusError, Include, RecallMode, RecallOptions};
use crate::{Memories, Verb};

/// How many memories are looked at.
const POOL: usize = 24;
/// The fewest letters and digits of a value that tells by itself what is meant.
const TELLING: usize = 8;

/// The only value that an order names as what is to go; `None` where it names none or several, or no memory has it.
pub(super) fn named(
    query: &Query<'_>,
    words: &str,
    memories: &Memories<'_>,
    components: Components,
) -> Result<Option<String>, CorpusError> {
    let orders = matches!(query.verb, Verb::Purge | Verb::Release);
    if !orders || !components.identifiers || !components.has(Rule::Valued) || query.by_identity() {
        return Ok(None);
    }
    let Some(value) = only(query, words) else { return Ok(None) };
    let include = if query.verb == Verb::Purge { Include::All } else { Include::Live };
    let options = RecallOptions::new(POOL).with_mode(RecallMode::Lexical).with_include(include);
    let folded = value.to_lowercase();
    let there = memories.recall(&value, &options)?;
    let says = there.iter().any(|found| found.hit.memory.text.to_lowercase().contains(&folded));
    Ok(says.then_some(value))
}

/// The only value in the clauses that order.
fn only(query: &Query<'_>, order: &str) -> Option<String> {
    if query.is_statement() || !order.contains(|character: char| character.is_ascii_digit()) {
        return None;
    }
    let everything = matches!(query.request.extent, Extent::Everything | Extent::Ended);
    let mut found: Vec<String> = Vec::new();
    for clause in clauses(order).filter(|clause| !words(clause).iter().any(|word| leaves(&word.folded))) {
        for one in identifier::recognise(clause).iter().filter(|one| one.text.contains(char::is_numeric)) {
            let value = told(clause, one) || everything && !query.names.is_empty() && tells(one);
            if value && !found.contains(&one.text) {
                found.push(one.text.clone());
            }
        }
    }
    let [only] = found.as_slice() else { return None };
    // A request that is no more than its value is read as it stands.
    (words(order).len() > words(only).len() + 1).then(|| only.clone())
}

/// Whether the text says that it is a value: "the value bridge-61", "the stipend amount 2,200 USD".
fn told(clause: &str, one: &Identifier) -> bool {
    words(&clause[..one.span.start]).last().is_some_and(|word| is_of_value(&word.folded))
}

/// Whether it is so much its own that nothing else is written so: letters and digits, and enough of them.
fn tells(one: &Identifier) -> bool {
    let own = one.text.chars().filter(|character| character.is_alphanumeric());
    !is_value(one.kind) && one.text.contains(char::is_alphabetic) && own.count() >= TELLING
}

/// The clauses of a text, each to its full stop or semicolon.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest
            .match_indices(['.', ';', '!', '?'])
            .find(|(at, mark)| rest[at + mark.len()..].starts_with(char::is_whitespace))
            .map_or(rest.len(), |(at, mark)| at + mark.len());
        let (clause, behind) = rest.split_at(end);
        rest = behind;
        (!clause.is_empty()).then_some(clause)
    })
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    const STORE: &[&str] = &[
        "The current Quayside bridge label is lantern-58, and the pump lags.",
        "The current Quayside bridge label is lantern-85, and the fan lags.",
        "Quayside token in use: qy_stg_7H4Q-N2RT.",
        "Quayside opens at nine.",
        "A lantern hangs on the quay.",
    ];

    fn touched(request: &str) -> Vec<String> {
        Texts::of(STORE).touched_sorted(&Mutation::purge(request))
    }

    #[test]
    fn a_value_that_an_order_names_goes_alone() {
        for (request, gone) in [
            (
                "Delete the earlier bridge label too: the value lantern-58 should not be restated in later answers.",
                STORE[0],
            ),
            (
                "Remove the exact Quayside staging token from memory. Keep only the fact that an incident occurred; the value \
                 qy_stg_7H4Q-N2RT should be treated as deleted.",
                STORE[2],
            ),
            (
                "Delete the earlier label: the value lantern-58 is stale. Only the value lantern-85 should remain.",
                STORE[0],
            ),
        ] {
            assert_eq!(touched(request), [gone], "{request}");
        }
    }

    #[test]
    fn a_value_that_nothing_has_or_that_is_spoken_of_is_read_as_ever() {
        let named = |request: &str| {
            let texts = Texts::of(STORE);
            texts.plan(&Mutation::purge(request)).steps.iter().any(|step| step.reason.contains("lantern-58"))
        };
        assert!(!named("Delete the bridge label: the value lantern-77 should not be restated."));
        assert!(!named("Delete what says that the value lantern-85 is right."));
    }
}

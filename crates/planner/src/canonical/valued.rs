//! Values that an order names go wherever they stand: "Delete the earlier bridge label too: the value bridge-61 should not be restated"
//! is read as "bridge-61", where a memory says that, and "remove the older wording, 2,760 USD, Locker 512 and badge AST-7704" as these
//! three. What the order says may stay says nothing of it.

use std::collections::BTreeSet;

use nepenthe_text::entity::identifier::{self, Identifier, Kind, is_value};
use nepenthe_text::request::Extent;
use nepenthe_text::word::lists::{is_of_value, leaves};
use nepenthe_text::word::words;

use super::Components;
use super::query::Query;
use super::row::Row;
use super::rule::Rule;
use crate::corpus::{CorpusError, Include, RecallMode, RecallOptions};
use crate::{Memories, Verb};

/// How many memories are looked at for each value.
const POOL: usize = 24;
/// The fewest letters and digits of a value that tells by itself what is meant.
const TELLING: usize = 8;
/// The same of one that stands in a list of them, and how many words of a list's item there are beside it at most.
const LISTED: usize = 3;
const LABEL: usize = 4;
/// The fewest things of a list.
const LIST: usize = 3;
/// What stands before an amount of money that is named as such, beside "the amount".
const OF_MONEY: &[&str] = &["number", "price", "fee", "rate", "total", "cost", "salary", "rent", "budget"];
/// What ties a value to the words before it: "the talk about AST-7704" is not AST-7704.
const TIES: &[&str] = &[
    "of", "for", "about", "on", "in", "with", "from", "at", "by", "to", "that", "which", "who", "is", "was",
    "has", "until", "since",
];
/// What is said behind a thing of a list that is not of it.
const BEHIND: &[&str] = &[" from ", " should ", " must ", " may ", " is ", " are ", " shall ", " in "];
/// What says that something does not go.
const NOT: &[&str] = &["other than", "apart from", "besides", "not the", "not its", "not of the"];
/// What parts what is to go from what may stay.
const BUT: &[&str] = &[" but ", " while ", " whereas ", " yet "];

/// What an order names as what is to go.
pub(super) struct Values {
    /// As they are written, each once.
    pub(super) texts: Vec<String>,
    identifiers: Vec<Identifier>,
    /// Stems of what the order says beside them.
    beside: BTreeSet<String>,
}

/// The values that an order names as what is to go; `None` where it names none that a memory has.
pub(super) fn named(
    query: &Query<'_>,
    words: &str,
    memories: &Memories<'_>,
    components: Components,
) -> Result<Option<Values>, CorpusError> {
    let orders = matches!(query.verb, Verb::Purge | Verb::Release);
    if !orders || !components.identifiers || !components.has(Rule::Valued) || query.by_identity() {
        return Ok(None);
    }
    let Some(mut values) = Values::of(query, words) else { return Ok(None) };
    let include = if query.verb == Verb::Purge { Include::All } else { Include::Live };
    let options = RecallOptions::new(POOL).with_mode(RecallMode::Lexical).with_include(include);
    let mut there = Vec::new();
    for text in &values.texts {
        let folded = text.to_lowercase();
        let found = memories.recall(text, &options)?;
        there.push(found.iter().any(|found| found.hit.memory.text.to_lowercase().contains(&folded)));
    }
    if values.texts.len() > 1 {
        let mut each = there.iter();
        values.texts.retain(|_| each.next() == Some(&true));
        let mut each = there.iter();
        values.identifiers.retain(|_| each.next() == Some(&true));
    }
    Ok(there.contains(&true).then_some(values))
}

impl Values {
    /// The only value, where it is no amount, which may be of anything.
    pub(super) fn only(&self) -> Option<&str> {
        let [only] = self.identifiers.as_slice() else { return None };
        (!is_value(only.kind)).then(|| self.texts[0].as_str())
    }

    /// The request for all of them.
    pub(super) fn request(&self) -> String {
        self.texts.join(" and ")
    }

    /// Reads a request for them as no more than that.
    pub(super) fn ask(&self, query: &mut Query<'_>) {
        query.leave_names();
        query.identifiers.clone_from(&self.identifiers);
        query.request.extent = Extent::Everything;
    }

    /// Leaves alone what has the same amount of another thing.
    pub(super) fn spare_others(&self, rows: &mut [Row]) {
        let (amounts, others): (Vec<&Identifier>, Vec<&Identifier>) =
            self.identifiers.iter().partition(|one| is_value(one.kind));
        for row in rows.iter_mut().filter(|_| !amounts.is_empty()) {
            let text = &row.candidate.hit.memory.text;
            let of_it = words(text)
                .iter()
                .any(|word| is_of_value(&word.folded) || word.content && self.beside.contains(&word.stem));
            if !of_it && !others.iter().any(|one| !identifier::find(one, text).is_empty()) {
                row.each(&|own| own.probability = 0.0);
            }
        }
    }

    /// Those in the clauses that order.
    fn of(query: &Query<'_>, order: &str) -> Option<Self> {
        if query.is_statement() || !order.contains(|character: char| character.is_ascii_digit()) {
            return None;
        }
        let everything = matches!(query.request.extent, Extent::Everything | Extent::Ended);
        let mut found = Self { texts: Vec::new(), identifiers: Vec::new(), beside: BTreeSet::new() };
        for clause in clauses(order).flat_map(parts) {
            let own = words(clause);
            let spares = NOT.iter().any(|not| clause.contains(not));
            if spares || own.iter().any(|word| leaves(&word.folded)) {
                continue;
            }
            let all = identifier::recognise(clause);
            let all: Vec<&Identifier> =
                all.iter().filter(|one| one.text.contains(char::is_numeric)).collect();
            let names =
                |one: &Identifier| told(clause, one) || everything && !query.names.is_empty() && tells(one);
            let any = all.iter().any(|one| names(one));
            let items: Vec<&str> = items(clause).collect();
            let listed: Vec<(&Identifier, &str)> =
                all.iter().filter_map(|one| Some((*one, item(&items, one)?))).collect();
            let list = any && items.len() > 1 || items.len() >= LIST && listed.len() > 1;
            for one in all {
                let item = listed.iter().find(|(listed, _)| listed.span == one.span).map(|(_, item)| *item);
                if names(one) {
                    found.push(one.clone(), &one.text);
                } else if let Some(item) = item.filter(|_| list) {
                    let asked = identifier::query_mentions(item)
                        .into_iter()
                        .find(|asked| asked.text.contains(&one.text));
                    found.push(asked.unwrap_or_else(|| one.clone()), item);
                } else {
                    continue;
                }
                found.beside.extend(own.iter().filter(|word| word.content).map(|word| word.stem.clone()));
            }
        }
        let of_values = |text: &String| words(text).into_iter().map(|word| word.stem);
        let of_values: BTreeSet<String> = found.texts.iter().flat_map(of_values).collect();
        found.beside.retain(|stem| !of_values.contains(stem));
        match found.texts.as_slice() {
            [] => None,
            // A request that is no more than its value is read as it stands.
            [only] if words(order).len() <= words(only).len() + 1 => None,
            _ => Some(found),
        }
    }

    fn push(&mut self, one: Identifier, text: &str) {
        if !self.texts.iter().any(|known| known.contains(text) || text.contains(known.as_str())) {
            self.texts.push(if is_value(one.kind) { one.text.clone() } else { text.to_owned() });
            self.identifiers.push(one);
        }
    }
}

/// Whether the text says that it is a value: "the value bridge-61", "the stipend amount of 2,200 USD", "the 1,900 USD figure".
fn told(clause: &str, one: &Identifier) -> bool {
    let before = words(&clause[..one.span.start]);
    let Some(before) = before.iter().rev().find(|word| word.folded != "of") else { return false };
    let behind = words(&clause[one.span.end..]);
    let follows = clause[one.span.end..].starts_with(' ')
        && behind.first().is_some_and(|word| is_of_value(&word.folded));
    is_of_value(&before.folded)
        || one.kind == Kind::Amount && (follows || OF_MONEY.contains(&before.folded.as_str()))
}

/// Whether it is so much its own that nothing else is written so: letters and digits, and enough of them.
fn tells(one: &Identifier) -> bool {
    !is_value(one.kind) && one.text.contains(char::is_alphabetic) && own(one) >= TELLING
}

/// How many letters and digits it has.
fn own(one: &Identifier) -> usize {
    one.text.chars().filter(|character| character.is_alphanumeric()).count()
}

/// The thing of a list that the value ends, from its name on: "Simulation Locker 512" of "the old Simulation Locker 512".
fn item<'c>(items: &[&'c str], one: &Identifier) -> Option<&'c str> {
    let named = one.kind == Kind::Amount || !is_value(one.kind);
    let item = items.iter().find(|item| item.ends_with(&one.text)).filter(|_| named && own(one) >= LISTED)?;
    let before = &item[..item.len() - one.text.len()];
    let label = words(before);
    let tied = label.iter().any(|word| TIES.contains(&word.folded.as_str()));
    let small =
        |word: &&nepenthe_text::word::Word| !before[word.span.clone()].starts_with(char::is_uppercase);
    let start = label.iter().rev().find(small).map_or(0, |word| word.span.end);
    (!tied && label.len() <= LABEL).then(|| item[start..].trim_start())
}

/// The things of a list, without what is said of them: "... from shared memory", "... should not be restated".
fn items(clause: &str) -> impl Iterator<Item = &str> {
    let each = clause.split(", ").flat_map(|item| item.split(" and ")).flat_map(|item| item.split(": "));
    let thing = |item: &str| {
        let ends = BEHIND.iter().filter_map(|behind| item.find(behind));
        let ends = ends.filter(|at| !item[*at..].contains(char::is_numeric));
        ends.min().unwrap_or(item.len())
    };
    each.map(move |item| {
        item[..thing(item)].trim().trim_start_matches("and ").trim_end_matches(['.', ';', '!', '?', ','])
    })
    .filter(|item| !item.is_empty())
}

/// A clause, parted where it goes on with what may stay, and without what it parts off with "but": "delete bridge-61, but keep bridge-62",
/// "delete all labels but bridge-62".
fn parts(clause: &str) -> Vec<&str> {
    let keeps = |rest: &str| words(rest).first().is_some_and(|word| leaves(&word.folded));
    let but = BUT.iter().flat_map(|but| clause.match_indices(but).map(|(at, _)| at));
    let and = [" and ", ", "].iter().flat_map(|and| clause.match_indices(and));
    let and = and.filter(|(at, and)| keeps(&clause[at + and.len()..])).map(|(at, _)| at);
    let mut cuts: Vec<usize> = but.chain(and).collect();
    cuts.sort_unstable();
    let mut parts = Vec::new();
    let mut start = 0;
    for cut in cuts.into_iter().chain([clause.len()]) {
        let part = clause.get(start..cut).filter(|part| !part.is_empty());
        parts.extend(part.filter(|part| !BUT.iter().any(|but| part.starts_with(but))));
        start = cut;
    }
    parts
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
    fn all_values_that_an_order_names_go() {
        let store = [
            "Kiln money: the stipend is 2,200 USD a month until the memo is signed.",
            "The rent of the barn is 2,200 USD.",
            "The old 2,200 USD figure is stale.",
            "Badge KLN-7704 opens the gate.",
            "The glaze is kept in Ember Locker 512.",
            "The wax is kept in Ember Locker 513.",
            "Badge KLN-7705 opens the gate now.",
            "The kiln label is ember-61.",
        ];
        let touched = |request: &str| {
            let gone = Texts::of(&store).touched_sorted(&Mutation::purge(request));
            store
                .iter()
                .enumerate()
                .filter(|(_, text)| gone.iter().any(|one| one == *text))
                .map(|(at, _)| at)
                .collect::<Vec<_>>()
        };
        for (request, gone) in [
            (
                "Remove the older wording, 2,200 USD, the broader release note, Ember Locker 512, and retired badge KLN-7704; retain \
                 the current stipend only.",
                vec![2, 3, 4],
            ),
            (
                "Deletion request: remove the provisional kiln stipend amount 2,200 USD. The only amount that should remain is 2,350 USD.",
                vec![0, 2],
            ),
            ("Please also delete the retired 2,200 USD figure of the stipend from memory.", vec![0, 2]),
            ("Please delete the earlier kiln stipend amount of 2,200 USD.", vec![0, 2]),
            (
                "Clean up the labels: the value ember-61 and the old badge KLN-7704 should not be restated, but keep badge KLN-7705.",
                vec![3, 7],
            ),
        ] {
            assert_eq!(touched(request), gone, "{request}");
        }
    }

    #[test]
    fn a_value_that_only_describes_or_is_to_stay_is_none() {
        let values = |request: &str| {
            let mutation = Mutation::release(request);
            let query = super::Query::new(&mutation, request, super::Components::default());
            super::Values::of(&query, request).map(|values| values.texts).unwrap_or_default()
        };
        for request in [
            "Forget the talk about badge KLN-7704, the walk to locker 512 and the van.",
            "Forget what the stipend of 2,200 USD is for, who asked for it, and where it went.",
            "Drop the old label; use the value ember-62 and the badge KLN-7705. Keep the value ember-61.",
            "Drop all labels but the value ember-61 and the badge KLN-7704.",
            "Drop the labels, not the value ember-61.",
            "Drop every label other than the value ember-61.",
            "The label is stale. Only the value ember-61 and the badge KLN-7704 should remain.",
        ] {
            let found = values(request);
            assert!(found.is_empty(), "{request}: {found:?}");
        }
        assert_eq!(values("Drop the value ember-61, but keep the value ember-62."), ["ember-61"]);
        assert_eq!(values("Drop the value ember-61 and keep the value ember-62."), ["ember-61"]);
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

//! Rules: what moves a memory's probability once it is judged, a file each. Here is their order.

mod across;
mod acts;
pub(super) mod bearers;
pub(super) mod both;
mod chain;
mod complete;
mod conjoined;
mod contrary;
mod credentials;
mod dated;
mod exact;
mod in_place;
mod instead;
pub(super) mod keyed;
mod longer;
mod mailbox;
pub(super) mod namesakes;
mod nearest;
pub(super) mod other_sense;
mod pattern;
pub(super) mod quoted;
mod relation;
pub(super) mod restated;
mod scales;
mod seasons;
mod siblings;
mod signs;
mod spelt;
mod subject;
mod succession;
mod times;
pub(super) mod translated;
mod twins;
mod worded;

use super::Components;
use super::credential;
use super::query::Query;
use super::row::Row;
use super::rule::Rule;
use crate::{Candidate, Memories, PlannerError};

/// Weighs memories for a request, as all were weighed.
type Weigh<'a> = dyn Fn(&Query<'_>, Vec<Candidate>) -> Result<Vec<Row>, PlannerError> + 'a;

/// Tells memories apart that are alike to the scorer: another bearer of the name, another of the same pattern, a denial.
pub(super) fn tell_apart(query: &Query<'_>, rows: &mut [Row], components: Components) {
    let by_identity = components.identifiers && query.by_identity();
    let by_name = components.names && query.by_name();
    if components.names && !by_identity && components.has(Rule::Namesakes) {
        namesakes::part(query, rows);
        namesakes::reversed(query, rows);
        if !by_name {
            namesakes::alike(query, rows);
        }
    }
    if !by_identity && !by_name {
        let quotation = query.quotation(components).filter(|_| query.is_statement());
        if quotation.is_some_and(|quotation| quoted::mark(rows, quotation)) {
            quoted::weigh(rows, quoted::OTHERWISE);
        }
        if components.has(Rule::Siblings) {
            siblings::weigh(query, rows);
        }
        if components.has(Rule::Twins) {
            twins::part(query, rows);
        }
    }
    if components.stance && !by_identity {
        if components.has(Rule::Contrary) {
            contrary::weigh(query, rows);
        }
        if !by_name && components.has(Rule::Across) {
            across::weigh(query, rows);
        }
    }
    if by_identity && components.has(Rule::Longer) {
        longer::part(query, rows);
    }
    if by_identity && components.words && components.has(Rule::Worded) {
        worded::weigh(query, rows);
    }
    if by_name && components.has(Rule::OtherSense) {
        other_sense::part(query, rows);
    }
    if by_name && components.has(Rule::Mailbox) {
        mailbox::part(query, rows);
    }
    if !by_identity && components.has(Rule::Relation) {
        relation::weigh(query, rows);
    }
    if components.names && components.has(Rule::Credentials) {
        credentials::weigh(query, rows);
        credential::weigh_further(query, rows);
    }
}

/// Parts what only has another word, or another sign, in the place of one that is asked for, however it came to be meant.
pub(super) fn part_others(query: &Query<'_>, rows: &mut [Row], components: Components) {
    if components.names && !query.by_identity() && !query.by_name() && components.has(Rule::Namesakes) {
        namesakes::respelled(query, rows);
    }
    if components.words && !query.by_identity() && components.has(Rule::Instead) {
        instead::part(query, rows);
    }
    if components.words && components.has(Rule::Signs) {
        signs::weigh(query, rows);
    }
    if components.quotations && components.has(Rule::Exact) {
        exact::part(query, rows);
    }
}

/// Looks at what was superseded before, at times and quantities, and at what says the same in other words or another language.
/// Times come behind the chain of states, since an earlier state is most often of another day.
pub(super) fn of_time_and_words(
    query: &Query<'_>,
    rows: &mut [Row],
    memories: &Memories<'_>,
    components: Components,
    weigh: &Weigh<'_>,
) -> Result<(), PlannerError> {
    if components.has(Rule::Chain) {
        chain::weigh(query, rows, memories, |candidates| weigh(query, candidates))?;
    }
    let named = query.by_name() && !query.is_of_common_noun();
    let described = !query.by_identity() && !named;
    if components.values && described && components.has(Rule::Scales) {
        scales::weigh(query, rows);
    }
    if components.values && described && components.has(Rule::Times) {
        let also = match times::also(query, rows) {
            Some((mutation, words)) => {
                let candidates = rows.iter().map(|row| row.candidate.clone()).collect();
                weigh(&Query::new(&mutation, &words, components), candidates)?
            }
            None => Vec::new(),
        };
        times::weigh(query, rows, &also);
    }
    if components.values && !query.by_identity() && components.has(Rule::Dated) {
        dated::weigh(query, rows);
    }
    if components.words && !query.by_identity() && components.has(Rule::Keyed) {
        keyed::weigh(query, rows);
    }
    if components.words && described && components.has(Rule::Complete) {
        complete::weigh(query, rows);
    }
    if components.values && components.has(Rule::Pattern) {
        pattern::weigh(query, rows);
    }
    if components.glosses && described && components.has(Rule::Translated) {
        translated::weigh(query, rows);
    }
    if components.words && described && components.has(Rule::Worded) {
        worded::weigh_values(query, rows);
    }
    if described && components.has(Rule::Both) {
        both::weigh(query, rows);
    }
    if components.stance && described && components.has(Rule::Acts) {
        acts::weigh(query, rows);
    }
    if components.values && described && components.has(Rule::Seasons) {
        seasons::weigh(query, rows);
    }
    if components.names && !query.by_identity() && components.has(Rule::Spelt) {
        spelt::weigh(query, rows);
    }
    if components.has(Rule::Subject) {
        subject::weigh(query, rows);
    }
    if components.has(Rule::Succession) {
        succession::weigh(query, rows);
    }
    if components.stance && components.has(Rule::InPlace) {
        in_place::weigh(query, rows);
    }
    if components.values && components.has(Rule::Nearest) {
        nearest::weigh(query, rows);
        nearest::weigh_who(query, rows);
    }
    if components.stance && components.clauses && components.has(Rule::Conjoined) {
        conjoined::weigh(query, rows);
    }
    Ok(())
}

//! Supersedes of what has been superseded before.
//!
//! A present state is known by the states that it took the place of: "Nettle upgraded: gold from Monday" by "Support tier of
//! Nettle: silver". And a memory that was there when the present state took the place of the last one, and was left then, is of
//! something else, and stays now too.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;
use crate::memory::MemoryId;
use crate::{Candidate, Memories, PlannerError, Verb};

/// How likely a memory must be for its earlier states to be read.
const POSSIBLE: f64 = 0.1;
/// How many earlier states of a memory are read.
const STATES: usize = 4;
/// By what the probability of those that stay is divided.
const STAYS: f64 = 10.0;

/// Weighs the rows by the states that they took the place of. `read` weighs candidates for the same request.
pub(in crate::canonical) fn weigh(
    query: &Query<'_>,
    rows: &mut [Row],
    memories: &Memories<'_>,
    read: impl FnOnce(Vec<Candidate>) -> Result<Vec<Row>, PlannerError>,
) -> Result<(), PlannerError> {
    if query.verb != Verb::Supersede {
        return Ok(());
    }
    // By row: when it took the place of another, and the states before it.
    let mut chains = Vec::with_capacity(rows.len());
    for row in rows.iter() {
        let possible = row.probability >= POSSIBLE;
        let chain = possible.then(|| memories.states_before(row.candidate.hit.memory.id, STATES));
        chains.push(chain.transpose()?.flatten());
    }
    if chains.iter().all(Option::is_none) {
        return Ok(());
    }
    let before = chains.iter().flatten().flat_map(|(_, states)| states.iter().cloned());
    let candidates = rows.iter().map(|row| row.candidate.clone()).chain(before).collect();
    let id = |row: &Row| row.candidate.hit.memory.id;
    let read: BTreeMap<MemoryId, f64> =
        read(candidates)?.iter().map(|row| (id(row), row.probability)).collect();
    // The likeliest present state: how likely it or one of its earlier states is, and since when it is one.
    let mut head: Option<(f64, Timestamp)> = None;
    for (row, chain) in rows.iter_mut().zip(&chains) {
        let Some((since, states)) = chain else { continue };
        let own = &mut row.probability;
        let before = states.iter().filter_map(|state| read.get(&state.hit.memory.id).copied());
        let before = before.max_by(f64::total_cmp).unwrap_or(*own);
        *own = f64::midpoint(*own, before);
        let most = own.max(before);
        if *own >= MEANT && head.is_none_or(|(likeliest, _)| most > likeliest) {
            head = Some((most, *since));
        }
    }
    let Some((most, since)) = head else { return Ok(()) };
    for (row, chain) in rows.iter_mut().zip(&chains) {
        if chain.is_none() && row.probability < most && row.candidate.hit.memory.created <= since {
            row.probability /= STAYS;
        }
    }
    Ok(())
}

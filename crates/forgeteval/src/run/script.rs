//! The course of one case: facts, mutations, checks on the way, the final query, and the probes.

use std::time::Duration;

use super::consent::Consent;
use super::residue;
use super::stopwatch::Stopwatch;
use crate::adapter::{Adapter, AdapterError};
use crate::case::{Case, Check};
use crate::mutation::{FIRST_SCOPE, Mutation};
use crate::score::{Answers, CheckAnswer, Probe};

/// Where the time of one case goes.
#[derive(Debug, Default)]
pub(super) struct Watches {
    /// Opening, writing, mutating, and the case's own questions.
    pub(super) calls: Stopwatch,
    /// Asking for the forbidden strings, which is the scorers' wish.
    pub(super) probing: Stopwatch,
    /// Writing the unrelated texts.
    pub(super) filling: Stopwatch,
    /// Looking through files, and judging.
    pub(super) scoring: Stopwatch,
    /// The embedder's share of `probing`.
    pub(super) probes_embedder: Duration,
}

/// Plays a case in a memory.
///
/// The final query comes before its probes, and the probes change nothing that was asked for earlier, so a scorer that
/// ignores probes judges as if there were none.
pub(super) fn answer(
    memory: &mut dyn Adapter,
    case: &Case,
    k: usize,
    watches: &mut Watches,
) -> Result<Answers, AdapterError> {
    if let Some(op) = case.mutations.iter().map(Mutation::op).find(|op| memory.lacks(*op)) {
        return Err(AdapterError::Unsupported(op));
    }
    let mut scope = FIRST_SCOPE;
    let mut checks = vec![CheckAnswer::default(); case.checks.len()];
    let mut consents = Vec::new();
    let mut written: Vec<&String> = case.setup_facts.iter().collect();
    watches.calls.time(|| memory.inscribe(&case.setup_facts))?;
    for done in 0..=case.mutations.len() {
        if let Some(mutation) = done.checked_sub(1).map(|last| &case.mutations[last]) {
            if let Mutation::Consent { query, yes, meanwhile } = mutation {
                let question = Consent { query, yes: *yes, meanwhile, written: &written };
                consents.push(question.ask(memory, k, watches)?);
            } else {
                watches.calls.time(|| change(memory, mutation))?;
            }
            written.extend(mutation.texts());
            if let Mutation::Scope { name } = mutation {
                scope = name;
            }
        }
        for (check, answer) in case.checks.iter().zip(&mut checks).filter(|(check, _)| check.after == done) {
            *answer = inside(memory, scope, check.scope(), |memory| ask_check(memory, check, k, watches))?;
        }
    }
    let asked = Question { query: &case.final_query, forbidden: &case.must_not_contain };
    let (recalled, probes) = inside(memory, scope, FIRST_SCOPE, |memory| ask(memory, &asked, k, watches))?;
    let residue = match &case.residue {
        None => Vec::new(),
        Some(residue) => watches.scoring.time(|| residue::scan(memory.folder(), residue, &recalled))?,
    };
    Ok(Answers { recalled, probes, checks, consents, residue })
}

fn change(memory: &mut dyn Adapter, mutation: &Mutation) -> Result<(), AdapterError> {
    match mutation {
        Mutation::Supersede { query, new_text } => memory.supersede(query, new_text),
        Mutation::Release { query } => memory.release(query),
        Mutation::Purge { query } => memory.purge(query),
        Mutation::Restore { query } => memory.restore(query),
        Mutation::Inscribe { texts } => memory.inscribe(texts),
        Mutation::Import { texts } => memory.import(texts),
        Mutation::Consent { query, yes, meanwhile } => memory.consent(query, *yes, meanwhile).map(drop),
        Mutation::Scope { name } => memory.enter(name),
    }
}

/// Asks in another scope than the current one, and returns to it.
fn inside<T>(
    memory: &mut dyn Adapter,
    current: &str,
    wanted: &str,
    ask: impl FnOnce(&mut dyn Adapter) -> Result<T, AdapterError>,
) -> Result<T, AdapterError> {
    if current == wanted {
        return ask(memory);
    }
    memory.enter(wanted)?;
    let answer = ask(memory)?;
    memory.enter(current)?;
    Ok(answer)
}

fn ask_check(
    memory: &mut dyn Adapter,
    check: &Check,
    k: usize,
    watches: &mut Watches,
) -> Result<CheckAnswer, AdapterError> {
    let asked = Question { query: &check.query, forbidden: &check.must_not_contain };
    let (recalled, probes) = ask(memory, &asked, k, watches)?;
    Ok(CheckAnswer { recalled, probes })
}

struct Question<'a> {
    query: &'a str,
    forbidden: &'a [String],
}

fn ask(
    memory: &mut dyn Adapter,
    question: &Question<'_>,
    k: usize,
    watches: &mut Watches,
) -> Result<(Vec<String>, Vec<Probe>), AdapterError> {
    let recalled = watches.calls.time(|| memory.recall(question.query, k))?;
    let embedder = memory.times().embedder;
    let mut probes = Vec::new();
    for query in question.forbidden {
        let recalled = watches.probing.time(|| memory.recall(query, k))?;
        probes.push(Probe { query: query.clone(), recalled: top(recalled, k) });
    }
    watches.probes_embedder += memory.times().embedder.saturating_sub(embedder);
    Ok((top(recalled, k), probes))
}

/// Cuts an answer to `k`, so that no system gains by answering more than it was asked for.
fn top(mut texts: Vec<String>, k: usize) -> Vec<String> {
    texts.truncate(k);
    texts
}

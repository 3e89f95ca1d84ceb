//! Plays one case against one system.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::Options;
use super::stopwatch::Stopwatch;
use crate::adapter::{Adapter, AdapterError, System, Times};
use crate::case::Case;
use crate::mutation::Mutation;
use crate::record::CaseTimes;
use crate::score::{Answers, Judgement, Probe, Verdict};

/// What became of one case.
pub(super) struct Played {
    pub(super) verdict: Verdict,
    pub(super) judgement: Judgement,
    pub(super) answers: Answers,
    pub(super) error: Option<String>,
    pub(super) times: CaseTimes,
}

/// Plays one case: a fresh memory, the facts in one batch, the mutations in order, the final query, the scorer's
/// further queries. Whatever the system does wrong, a panic included, is a verdict on this case alone.
pub(super) fn play(system: &dyn System, case: &Case, options: &Options) -> Played {
    let (mut calls, mut shares) = (Stopwatch::default(), Times::default());
    // The memory does not outlive the closure, so no half-changed state is seen after a panic.
    let asked = catch_unwind(AssertUnwindSafe(|| ask(system, case, options, &mut calls, &mut shares)))
        .unwrap_or_else(|panic| Err(AdapterError::Failed(format!("panicked: {}", message(panic.as_ref())))));

    let mut scoring = Stopwatch::default();
    let (verdict, judgement, answers, error) = match asked {
        Ok(answers) => {
            let judgement = scoring.time(|| options.scorer.judge(case, &answers));
            (judgement.verdict(), judgement, answers, None)
        }
        Err(error) => {
            let verdict = match error {
                AdapterError::Unsupported(_) => Verdict::Na,
                AdapterError::Failed(_) => Verdict::Fail,
            };
            (verdict, Judgement::default(), Answers::default(), Some(error.to_string()))
        }
    };
    let times = CaseTimes {
        total_us: micros(calls.spent() + scoring.spent()),
        embedder_us: micros(shares.embedder),
        planner_us: micros(shares.planner),
        store_us: micros(calls.spent().saturating_sub(shares.embedder + shares.planner)),
        scoring_us: micros(scoring.spent()),
    };
    Played { verdict, judgement, answers, error, times }
}

fn ask(
    system: &dyn System,
    case: &Case,
    options: &Options,
    calls: &mut Stopwatch,
    shares: &mut Times,
) -> Result<Answers, AdapterError> {
    let mut memory = calls.time(|| system.open(case))?;
    let answers = calls.time(|| answer(memory.as_mut(), case, options));
    *shares = memory.times();
    answers
}

fn answer(memory: &mut dyn Adapter, case: &Case, options: &Options) -> Result<Answers, AdapterError> {
    memory.inscribe(&case.setup_facts)?;
    for mutation in &case.mutations {
        match mutation {
            Mutation::Supersede { query, new_text } => memory.supersede(query, new_text)?,
            Mutation::Release { query } => memory.release(query)?,
            Mutation::Purge { query } => memory.purge(query)?,
        }
    }
    let recalled = top(memory.recall(&case.final_query, options.k)?, options.k);
    let mut probes = Vec::new();
    for query in options.scorer.probes(case) {
        probes
            .push(Probe { query: query.clone(), recalled: top(memory.recall(query, options.k)?, options.k) });
    }
    Ok(Answers { recalled, probes })
}

/// Cuts an answer to `k`, so that no system gains by answering more than it was asked for.
fn top(mut texts: Vec<String>, k: usize) -> Vec<String> {
    texts.truncate(k);
    texts
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

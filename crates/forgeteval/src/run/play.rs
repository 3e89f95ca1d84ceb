//! Plays cases against one system, each in a fresh memory or several in one.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::Options;
use super::script::{Watches, answer};
use crate::adapter::{Adapter, AdapterError, System, Times, Usage};
use crate::case::{Case, Filler};
use crate::record::CaseTimes;
use crate::score::{Answers, CheckAnswer, Judged, Scorer, Verdict};
use crate::suite::filler;

/// How many failures in a memory with many unrelated texts are followed by a fresh one, which takes long to fill.
const PATIENCE: usize = 3;

/// What became of one case.
pub(super) struct Played {
    pub(super) judged: Judged,
    pub(super) answers: Answers,
    pub(super) error: Option<String>,
    pub(super) usage: Option<Usage>,
    pub(super) times: CaseTimes,
}

/// Plays the cases of a block, in order, and hands on what became of each.
///
/// All have the same filler. Without one each case has a memory of its own. With one they share a memory, which holds
/// those unrelated texts and what earlier cases left; it is replaced after a failure.
///
/// Whatever the system does wrong, a panic included, is a verdict on one case alone.
///
/// # Errors
/// What `take` answers; nothing is played after it.
pub(super) fn play_block<E>(
    system: &dyn System,
    block: &[Case],
    options: &Options,
    mut take: impl FnMut(&Case, Played) -> Result<(), E>,
) -> Result<(), E> {
    let mut memory: Option<Box<dyn Adapter>> = None;
    let mut failures = 0;
    for case in block {
        let mut watches = Watches::default();
        let mut shares = Times::default();
        let mut usage = None;
        // A memory that panicked or failed is not used again, so no half-changed state is seen.
        let reused = memory.take();
        let asked = catch_unwind(AssertUnwindSafe(|| {
            if reused.is_none() && failures >= PATIENCE {
                let message = "not played: the memory with its unrelated texts failed too often";
                return Err(AdapterError::Failed(message.to_owned()));
            }
            let mut open = match reused {
                Some(open) => open,
                None => fresh(system, case, &mut watches)?,
            };
            open.begin(case);
            // Opening counts as this case's, filling does not.
            let before = if case.filler.is_some() { open.times() } else { Times::default() };
            let answers = answer(open.as_mut(), case, options.k, &mut watches);
            let after = open.times();
            shares = Times {
                embedder: after.embedder.saturating_sub(before.embedder + watches.probes_embedder),
                planner: after.planner.saturating_sub(before.planner),
            };
            usage = open.usage().ok().flatten();
            let usable = !matches!(answers, Err(AdapterError::Failed(_)));
            if case.filler.is_some() && usable {
                memory = Some(open);
            } else {
                drop(open);
            }
            let mut answers = answers?;
            if let Some(case) = case.where_absent() {
                let (answer, spent, took) = play_absent(system, &case, options, &mut watches)?;
                answers.checks.push(answer);
                shares = Times {
                    embedder: shares.embedder + spent.embedder,
                    planner: shares.planner + spent.planner,
                };
                match (&mut usage, took) {
                    (Some(usage), Some(took)) => usage.add(&took),
                    (usage, took) => *usage = usage.or(took),
                }
            }
            Ok(answers)
        }))
        .unwrap_or_else(|panic| Err(AdapterError::Failed(format!("panicked: {}", message(panic.as_ref())))));
        failures += usize::from(matches!(asked, Err(AdapterError::Failed(_))));
        take(case, judge(case, asked, usage, &mut watches, shares))?;
    }
    Ok(())
}

/// Plays a case in the memory without what is asked for; answers what its final query recalls, and what that took.
fn play_absent(
    system: &dyn System,
    case: &Case,
    options: &Options,
    watches: &mut Watches,
) -> Result<(CheckAnswer, Times, Option<Usage>), AdapterError> {
    let mut memory = fresh(system, case, watches)?;
    memory.begin(case);
    let answers = answer(memory.as_mut(), case, options.k, watches)?;
    let answer = CheckAnswer { recalled: answers.recalled, probes: Vec::new() };
    Ok((answer, memory.times(), memory.usage().ok().flatten()))
}

/// Opens a memory and writes the unrelated texts into it.
fn fresh(system: &dyn System, case: &Case, watches: &mut Watches) -> Result<Box<dyn Adapter>, AdapterError> {
    let mut open = watches.calls.time(|| system.open(case))?;
    if let Some(Filler { rows, .. }) = case.filler {
        watches.filling.time(|| open.inscribe(&filler(rows)))?;
    }
    Ok(open)
}

fn judge(
    case: &Case,
    asked: Result<Answers, AdapterError>,
    usage: Option<Usage>,
    watches: &mut Watches,
    shares: Times,
) -> Played {
    let (judged, answers, error) = match asked {
        Ok(answers) => (watches.scoring.time(|| Scorer::judge_all(case, &answers)), answers, None),
        Err(error) => {
            let verdict = match error {
                AdapterError::Unsupported(_) | AdapterError::NotApplicable(_) => Verdict::Na,
                AdapterError::Failed(_) => Verdict::Fail,
            };
            (Judged::without_answers(verdict), Answers::default(), Some(error.to_string()))
        }
    };
    let calls = watches.calls.spent();
    let times = CaseTimes {
        total_us: micros(calls + watches.scoring.spent()),
        embedder_us: micros(shares.embedder),
        planner_us: micros(shares.planner),
        store_us: micros(calls.saturating_sub(shares.embedder + shares.planner)),
        scoring_us: micros(watches.scoring.spent()),
        probing_us: micros(watches.probing.spent()),
        filling_us: micros(watches.filling.spent()),
    };
    Played { judged, answers, error, usage, times }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

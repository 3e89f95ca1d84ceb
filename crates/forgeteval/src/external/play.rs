//! Plays one script against one system.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::script::case;
use super::{Lacked, OutcomeTimes, Script, Stakes, Step};
use crate::adapter::{Adapter, AdapterError, System};
use crate::mutation::Mutation;

/// What became of one question.
#[derive(Default, Clone)]
pub(super) struct Asked {
    pub(super) recalled: Vec<String>,
    /// The answers to each forbidden string, where they are asked for.
    pub(super) probes: Vec<Vec<String>>,
    pub(super) lacked: Lacked,
    pub(super) not_applicable: bool,
    pub(super) error: Option<String>,
    pub(super) times: OutcomeTimes,
}

/// Plays a script in a fresh memory, and returns what became of each question. After an error or a panic nothing is
/// called any more, and every question that is left has it on record.
pub(super) fn play(system: &dyn System, script: &Script, k: usize) -> Vec<Asked> {
    let mut asked: Vec<Option<Asked>> = vec![None; script.questions.len()];
    let mut lacked = Lacked::default();
    let done = catch_unwind(AssertUnwindSafe(|| steps(system, script, k, &mut asked, &mut lacked)));
    let (error, not_applicable) = match done {
        Ok(Ok(())) => (None, false),
        Ok(Err(error)) => (
            Some(error.to_string()),
            matches!(error, AdapterError::Unsupported(_) | AdapterError::NotApplicable(_)),
        ),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            (Some(format!("panicked: {}", text.as_deref().unwrap_or("without a message"))), false)
        }
    };
    let left = || Asked { error: error.clone(), not_applicable, lacked: lacked.clone(), ..Asked::default() };
    asked.into_iter().map(|asked| asked.unwrap_or_else(left)).collect()
}

fn steps(
    system: &dyn System,
    script: &Script,
    k: usize,
    asked: &mut [Option<Asked>],
    lacked: &mut Lacked,
) -> Result<(), AdapterError> {
    let mut memory = system.open(&case(&script.group, None, &Stakes::default()))?;
    let mut playing = Duration::ZERO;
    for step in &script.steps {
        let start = Instant::now();
        match step {
            Step::Change(Mutation::Scope { name }) => memory.enter(name)?,
            Step::Change(change) => self::change(memory.as_mut(), change, lacked)?,
            Step::Forget(change, stakes) => {
                memory.begin(&case(&script.group, Some(change), stakes));
                self::change(memory.as_mut(), change, lacked)?;
            }
            Step::Ask(place) => {
                let question = &script.questions[*place];
                if let Some(scope) = &question.scope {
                    memory.enter(scope)?;
                }
                let start = Instant::now();
                let mut recalled = memory.recall(&question.text, k)?;
                let asking_us = micros(start.elapsed());
                // No system gains by answering more than it was asked for.
                recalled.truncate(k);
                let mut probes = Vec::new();
                for wanted in question.forbidden.iter().filter(|_| question.probes) {
                    let mut answer = memory.recall(wanted.name(), k)?;
                    answer.truncate(k);
                    probes.push(answer);
                }
                let times = OutcomeTimes { playing_us: micros(playing), asking_us };
                asked[*place] =
                    Some(Asked { recalled, probes, lacked: lacked.clone(), times, ..Asked::default() });
                continue;
            }
        }
        playing += start.elapsed();
    }
    Ok(())
}

/// Makes one change. Where a system lacks it or errs, what a supersede would have written is inscribed and anything else is
/// left out; a system that broke down in it says so at the next call.
fn change(memory: &mut dyn Adapter, change: &Mutation, lacked: &mut Lacked) -> Result<(), AdapterError> {
    let done = match change {
        Mutation::Inscribe { texts } => return memory.inscribe(texts),
        Mutation::Supersede { query, new_text } => memory.supersede(query, new_text),
        Mutation::Release { query } => memory.release(query),
        Mutation::Purge { query } => memory.purge(query),
        Mutation::Restore { query } => memory.restore(query),
        Mutation::Import { texts } => memory.import(texts),
        Mutation::Consent { query, yes, meanwhile } => memory.consent(query, *yes, meanwhile).map(drop),
        Mutation::Scope { name } => return memory.enter(name),
    };
    let Err(error) = done else { return Ok(()) };
    lacked.changes += 1;
    if let AdapterError::Failed(message) = error {
        lacked.refused += 1;
        lacked.first_error.get_or_insert(message);
    }
    if change.texts().is_empty() { Ok(()) } else { memory.inscribe(change.texts()) }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

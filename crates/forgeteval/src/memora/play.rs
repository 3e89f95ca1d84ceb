//! Plays one person against one system.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::{Fallbacks, Prepared, RecordTimes};
use crate::adapter::{Adapter, AdapterError, System};
use crate::mutation::Mutation;

/// What became of one person.
pub(super) struct Played {
    pub(super) fallbacks: Fallbacks,
    /// For each question, in order.
    pub(super) asked: Vec<Asked>,
}

/// What became of one question.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) recalled: Vec<String>,
    pub(super) error: Option<String>,
    pub(super) times: RecordTimes,
}

/// Plays a person in a fresh memory. After an error or a panic nothing is called any more, and every question that is
/// left has it on record.
pub(super) fn play(system: &dyn System, person: &Prepared<'_>, k: usize) -> Played {
    let mut fallbacks = Fallbacks::default();
    let mut asked: Vec<Asked> = Vec::new();
    let start = Instant::now();
    let mut playing = None;
    let done = catch_unwind(AssertUnwindSafe(|| -> Result<(), AdapterError> {
        let mut memory = system.open(&person.case)?;
        memory.begin(&person.case);
        memory.inscribe(&person.case.setup_facts)?;
        for step in &person.case.mutations {
            change(memory.as_mut(), step, &mut fallbacks)?;
        }
        playing = Some(start.elapsed());
        for question in &person.persona.questions {
            let start = Instant::now();
            let mut recalled = memory.recall(&question.text, k)?;
            let asking_us = micros(start.elapsed());
            // No system gains by answering more than it was asked for.
            recalled.truncate(k);
            asked.push(Asked { recalled, error: None, times: RecordTimes { playing_us: 0, asking_us } });
        }
        Ok(())
    }));
    let playing_us = micros(playing.unwrap_or_else(|| start.elapsed()));
    let error = match done {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Some(format!("panicked: {}", text.as_deref().unwrap_or("without a message")))
        }
    };
    asked.resize_with(person.persona.questions.len(), || Asked { error: error.clone(), ..Asked::default() });
    asked.iter_mut().for_each(|asked| asked.times.playing_us = playing_us);
    Played { fallbacks, asked }
}

/// Makes one change. As published, where a supersede errs its text is inscribed, and where a purge errs it is left out. A
/// system that broke down in it says so at the next call.
fn change(memory: &mut dyn Adapter, step: &Mutation, fallbacks: &mut Fallbacks) -> Result<(), AdapterError> {
    match step {
        Mutation::Supersede { query, new_text } => match memory.supersede(query, new_text) {
            Ok(()) => Ok(()),
            Err(error) => {
                fallbacks.inscribed += 1;
                fallbacks.note(error);
                memory.inscribe(std::slice::from_ref(new_text))
            }
        },
        Mutation::Purge { query } => {
            if let Err(error) = memory.purge(query) {
                fallbacks.ignored += 1;
                fallbacks.note(error);
            }
            Ok(())
        }
        step => memory.inscribe(step.texts()),
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

//! Plays a suite against systems.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::held::Held;
use super::play::{Played, play_block};
use super::{Options, RunError, Sink};
use crate::adapter::System;
use crate::case::Case;
use crate::llm::ModelMeter;
use crate::record::{LlmUse, Record};
use crate::suite::Suite;

/// Plays every case of a suite against each system in turn, one case at a time, and hands each verdict to the sink as
/// it is made. A case that the sink has already is left out; but one that shares its memory with a missing case is
/// played again for the sake of that one, and its verdict is not handed on a second time.
///
/// Verdicts of a system that has asked the run's language model, and got no answer of use, are held back until it does; where
/// that never happens, they are not handed on at all, and [`crate::llm::ModelMeter::was_of_use`] tells so.
///
/// # Errors
/// [`RunError`], of the sink, of the language model's budget or of what is replayed: what a system does wrong is a verdict.
pub fn run(
    suite: &Suite,
    systems: &[Arc<dyn System>],
    options: &Options,
    sink: &mut dyn Sink,
) -> Result<(), RunError> {
    systems.iter().try_for_each(|system| one(suite, system.as_ref(), options, sink))
}

/// Why no further case of a system is played.
enum Stop {
    Run(RunError),
    /// The language model never answers.
    Hopeless,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Run(error.into())
    }
}

fn one(suite: &Suite, system: &dyn System, options: &Options, sink: &mut dyn Sink) -> Result<(), RunError> {
    let name = system.name();
    let meter = system.language_model();
    if meter.is_some_and(ModelMeter::is_hopeless) {
        return Ok(());
    }
    sink.begin(suite, name);
    // A system in another process is started by this question, which is no case's time.
    system.version();
    let mut held = Held::new(meter);
    let played = suite.blocks().try_for_each(|block| {
        if block.iter().all(|case| sink.has(suite, name, &case.id)) {
            return Ok(());
        }
        play_block(system, block, options, |case, played| {
            if let Some(reason) = meter.and_then(ModelMeter::over_budget) {
                let (system, case) = (name.to_owned(), case.id.clone());
                return Err(Stop::Run(RunError::OverBudget { system, case, reason }));
            }
            if let Some(reason) = meter.and_then(ModelMeter::unrecorded) {
                let (system, case) = (name.to_owned(), case.id.clone());
                return Err(Stop::Run(RunError::Unrecorded { system, case, reason }));
            }
            if sink.has(suite, name, &case.id) {
                meter.into_iter().for_each(ModelMeter::set_aside);
                return Ok(());
            }
            let llm = meter.map(ModelMeter::close);
            held.take(record(suite, system, options, case, played, llm), sink)?;
            if meter.is_some_and(ModelMeter::is_hopeless) { Err(Stop::Hopeless) } else { Ok(()) }
        })
    });
    meter.into_iter().for_each(ModelMeter::set_aside);
    held.end(sink)?;
    match played {
        Ok(()) | Err(Stop::Hopeless) => Ok(()),
        Err(Stop::Run(error)) => Err(error),
    }
}

/// Plays suites against systems as [`run`] does, several systems at once: each plays all suites, one after another, on a
/// thread of its own. Verdicts come in no fixed order, and times are longer than alone.
///
/// # Errors
/// The first, as [`run`]'s. Systems in play end their suite then.
pub fn run_at_once(
    suites: &[&Suite],
    systems: &[Arc<dyn System>],
    options: &Options,
    sink: &mut (dyn Sink + Send),
) -> Result<(), RunError> {
    let sink = Mutex::new(sink);
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.min(systems.len()) {
            scope.spawn(|| {
                while let Some(system) = systems.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut turns = Turns(&sink);
                    let alone = std::slice::from_ref(system);
                    let played = suites.iter().try_for_each(|suite| run(suite, alone, options, &mut turns));
                    if let Err(error) = played {
                        // Nobody begins another system.
                        next.store(systems.len(), Ordering::Relaxed);
                        lock(&failed).get_or_insert(error);
                    }
                }
            });
        }
    });
    match lock(&failed).take() {
        None => Ok(()),
        Some(error) => Err(error),
    }
}

/// A sink that several threads use in turn.
struct Turns<'a, 'b>(&'a Mutex<&'b mut (dyn Sink + Send)>);

impl Sink for Turns<'_, '_> {
    fn begin(&mut self, suite: &Suite, system: &str) {
        lock(self.0).begin(suite, system);
    }

    fn has(&self, suite: &Suite, system: &str, case: &str) -> bool {
        lock(self.0).has(suite, system, case)
    }

    fn take(&mut self, record: Record) -> io::Result<()> {
        lock(self.0).take(record)
    }
}

/// A sink that panicked has its own words for it; the lock is as good as before.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn record(
    suite: &Suite,
    system: &dyn System,
    options: &Options,
    case: &Case,
    played: Played,
    llm: Option<LlmUse>,
) -> Record {
    Record {
        suite: suite.name().to_owned(),
        suite_version: suite.version().map(str::to_owned),
        suite_sha256: suite.sha256().to_owned(),
        suite_cases: suite.cases().len(),
        columns: suite.kind(),
        k: options.k,
        embedder: options.embedder.clone(),
        system: system.name().to_owned(),
        system_version: system.version().to_owned(),
        case: case.id.clone(),
        category: case.category.clone(),
        family: case.family.clone(),
        sub_template: case.sub_template.clone(),
        origin: case.origin().map(str::to_owned),
        judged: played.judged,
        error: played.error,
        recalled: played.answers.recalled,
        probes: played.answers.probes,
        checks: played.answers.checks,
        consents: played.answers.consents,
        usage: played.usage,
        llm,
        times: played.times,
    }
}

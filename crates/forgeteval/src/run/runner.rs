//! Plays a suite against systems.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::play::{Played, play_block};
use super::{Options, Sink};
use crate::adapter::System;
use crate::case::Case;
use crate::record::Record;
use crate::suite::Suite;

/// Plays every case of a suite against each system in turn, one case at a time, and hands each verdict to the sink as
/// it is made. A case that the sink has already is left out; but one that shares its memory with a missing case is
/// played again for the sake of that one, and its verdict is not handed on a second time.
///
/// # Errors
/// The sink's: what a system does wrong is a verdict, not an error.
pub fn run(
    suite: &Suite,
    systems: &[Arc<dyn System>],
    options: &Options,
    sink: &mut dyn Sink,
) -> io::Result<()> {
    for system in systems {
        sink.begin(suite, system.name());
        // A system in another process is started by this question, which is no case's time.
        system.version();
        for block in suite.blocks() {
            if block.iter().all(|case| sink.has(suite, system.name(), &case.id)) {
                continue;
            }
            play_block(system.as_ref(), block, options, |case, played| {
                if sink.has(suite, system.name(), &case.id) {
                    return Ok(());
                }
                sink.take(record(suite, system.as_ref(), options, case, played))
            })?;
        }
    }
    Ok(())
}

/// Plays suites against systems as [`run`] does, several systems at once: each plays all suites, one after another, on a
/// thread of its own. Verdicts come in no fixed order, and times are longer than alone.
///
/// # Errors
/// The first of the sink's. Systems in play end their suite then.
pub fn run_at_once(
    suites: &[&Suite],
    systems: &[Arc<dyn System>],
    options: &Options,
    sink: &mut (dyn Sink + Send),
) -> io::Result<()> {
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

fn record(suite: &Suite, system: &dyn System, options: &Options, case: &Case, played: Played) -> Record {
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
        usage: played.usage,
        times: played.times,
    }
}

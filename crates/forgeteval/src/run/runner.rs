//! Plays a suite against systems.

use std::io;
use std::sync::Arc;

use super::play::play;
use super::{Options, Sink};
use crate::adapter::System;
use crate::record::Record;
use crate::suite::Suite;

/// Plays every case of a suite against each system in turn, one case at a time, and hands each verdict to the sink as
/// it is made. A case that the sink has already is left out.
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
        for case in suite.cases() {
            if sink.has(suite, system.name(), &case.id) {
                continue;
            }
            let played = play(system.as_ref(), case, options);
            sink.take(Record {
                suite: suite.name().to_owned(),
                suite_sha256: suite.sha256().to_owned(),
                suite_cases: suite.cases().len(),
                scorer: options.scorer,
                k: options.k,
                embedder: options.embedder.clone(),
                system: system.name().to_owned(),
                system_version: system.version().to_owned(),
                case: case.id.clone(),
                columns: suite.kind(),
                category: case.category.clone(),
                family: case.family.clone(),
                sub_template: case.sub_template.clone(),
                verdict: played.verdict,
                leaked: played.judgement.leaked,
                lost: played.judgement.lost,
                error: played.error,
                recalled: played.answers.recalled,
                probes: played.answers.probes,
                times: played.times,
            })?;
        }
    }
    Ok(())
}

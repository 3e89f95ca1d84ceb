//! Where the time of a case goes, system by system.

use serde::Serialize;

use crate::record::{CaseTimes, Record};
use crate::stats::{mean, median};

/// The milliseconds that one system takes for a case of one suite. Not applicable cases and errors are left out: they
/// end early.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemTimes {
    /// The system.
    pub system: String,
    /// How many cases were played to their end.
    pub cases: usize,
    /// The mean.
    pub mean: Share,
    /// The median of each share by itself; they need not add up.
    pub median: Share,
}

/// The shares of a time, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// All of it.
    pub total: f64,
    /// Turning texts into vectors.
    pub embedder: f64,
    /// Deciding what a mutation does.
    pub planner: f64,
    /// The system's other work.
    pub store: f64,
    /// Judging the answers.
    pub scoring: f64,
}

/// Adds up the times of each system, in the order of the records, which are all of one suite.
#[must_use]
pub fn system_times(records: &[Record]) -> Vec<SystemTimes> {
    let mut systems: Vec<(&str, &str, Vec<&CaseTimes>)> = Vec::new();
    for record in records {
        let (name, version) = (record.system.as_str(), record.system_version.as_str());
        let at = systems.iter().position(|(n, v, _)| (*n, *v) == (name, version)).unwrap_or_else(|| {
            systems.push((name, version, Vec::new()));
            systems.len() - 1
        });
        if record.error.is_none() {
            systems[at].2.push(&record.times);
        }
    }
    systems
        .iter()
        .map(|(system, _, times)| SystemTimes {
            system: (*system).to_owned(),
            cases: times.len(),
            mean: share(times, mean),
            median: share(times, median),
        })
        .collect()
}

fn share(times: &[&CaseTimes], average: fn(&[u64]) -> f64) -> Share {
    let ms =
        |of: fn(&CaseTimes) -> u64| average(&times.iter().map(|times| of(times)).collect::<Vec<u64>>()) / 1e3;
    Share {
        total: ms(|t| t.total_us),
        embedder: ms(|t| t.embedder_us),
        planner: ms(|t| t.planner_us),
        store: ms(|t| t.store_us),
        scoring: ms(|t| t.scoring_us),
    }
}

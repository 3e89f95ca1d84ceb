//! Stage 3 of the admission: which of two systems passes a case (the paper's appendix D). It describes a suite, and
//! decides nothing.

use serde::{Deserialize, Serialize};

use crate::record::Record;
use crate::score::{Scorer, Verdict};

/// Where a case lies between a base system and one that is expected to do better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The base passes it.
    Easy,
    /// The base fails it, and the other passes it.
    Lifted,
    /// Both fail it.
    Unsolved,
}

/// Returns the part of a case, by its id and the hash of its suite; nothing where either system has no verdict on it.
#[must_use]
pub fn partition(
    records: &[Record],
    suite_sha256: &str,
    case: &str,
    base: &str,
    lift: &str,
    scorer: Scorer,
) -> Option<Part> {
    let passes = |system: &str| {
        let of = records.iter().find(|record| {
            record.suite_sha256 == suite_sha256 && record.case == case && record.system == system
        })?;
        Some(scorer.of(&of.judged).verdict == Verdict::Pass)
    };
    Some(match (passes(base)?, passes(lift)?) {
        (true, _) => Part::Easy,
        (false, true) => Part::Lifted,
        (false, false) => Part::Unsolved,
    })
}

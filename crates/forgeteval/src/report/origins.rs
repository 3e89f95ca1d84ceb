//! Passes by where the cases come from.

use serde::Serialize;

use super::Rate;
use crate::record::Record;
use crate::score::{Scorer, Verdict};

/// The passes of one system on the cases of one origin in one suite.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OriginTotals {
    /// The suite's name.
    pub suite: String,
    /// Where the cases come from: `hand`, `drafted`, `external`; `unsaid` where the suite does not say.
    pub origin: String,
    /// The system.
    pub system: String,
    /// The rate of passes among all cases of that origin.
    pub strict: Rate,
    /// The rate of passes among those that apply.
    pub evaluable: Rate,
}

/// Counts passes by origin, in the order of the records.
#[must_use]
pub fn by_origin(records: &[Record], scorer: Scorer) -> Vec<OriginTotals> {
    /// Suite, origin, system.
    type Key<'a> = (&'a str, &'a str, &'a str);
    let mut groups: Vec<(Key<'_>, Vec<&Record>)> = Vec::new();
    for record in records {
        let key = (
            record.suite_sha256.as_str(),
            record.origin.as_deref().unwrap_or("unsaid"),
            record.system.as_str(),
        );
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(record),
            None => groups.push((key, vec![record])),
        }
    }
    let count = |group: &[&Record], verdict| {
        group.iter().filter(|record| scorer.of(&record.judged).verdict == verdict).count()
    };
    groups
        .into_iter()
        .map(|((_, origin, system), group)| {
            let (pass, na) = (count(&group, Verdict::Pass), count(&group, Verdict::Na));
            OriginTotals {
                suite: group[0].suite.clone(),
                origin: origin.to_owned(),
                system: system.to_owned(),
                strict: Rate::new(pass, group.len()),
                evaluable: Rate::new(pass, group.len() - na),
            }
        })
        .collect()
}

//! What a failure is.

use serde::Serialize;

use super::clause::only_in_the_past;
use crate::case::Case;
use crate::mutation::Mutation;
use crate::record::Record;
use crate::score::{Verdict, fold, stands_whole};

/// What a failure under the published scorer is, as far as rules can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Something was lost, went wrong, or was recalled that had to go.
    True,
    /// What was found of the forbidden strings stands inside longer words or identifiers.
    Boundary,
    /// What was superseded is told, in every clause that has it, as what was so.
    Clause,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::True, Self::Boundary, Self::Clause];
}

/// A failure, and what it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The case.
    pub case: String,
    /// Its column.
    pub column: String,
    /// What it is.
    pub kind: Kind,
}

/// Says what a failure under the published scorer is; nothing where the case did not fail. The case, where it is there, tells
/// which forbidden strings never stand whole: those count wherever they stand.
#[must_use]
pub fn classify(record: &Record, case: Option<&Case>) -> Option<Finding> {
    let judged = &record.judged.published;
    if judged.verdict != Verdict::Fail {
        return None;
    }
    let texts: Vec<String> = record.recalled.iter().map(|text| fold(text)).collect();
    let of_the_scorer = record.error.is_none()
        && judged.lost.is_empty()
        && judged.failed_checks.is_empty()
        && !judged.leaked.is_empty()
        && judged.leaked.iter().all(|leak| leak.files.is_empty());
    let explained = |leak: &str| -> Option<Kind> {
        let needle = fold(leak);
        let holding: Vec<&String> = texts.iter().filter(|text| text.contains(&needle)).collect();
        if holding.is_empty() {
            return None;
        }
        if stands_somewhere(case, &needle) && !holding.iter().any(|text| stands_whole(text, &needle)) {
            return Some(Kind::Boundary);
        }
        (is_superseded(record, case) && holding.iter().all(|text| only_in_the_past(text, &needle)))
            .then_some(Kind::Clause)
    };
    let kinds: Option<Vec<Kind>> = match of_the_scorer {
        true => judged.leaked.iter().map(|leak| explained(&leak.text)).collect(),
        false => None,
    };
    let kind = kinds.and_then(|kinds| kinds.into_iter().max()).unwrap_or(Kind::True);
    Some(Finding { case: record.case.clone(), column: record.column().to_owned(), kind })
}

/// Returns whether the texts of a leak were left out of the verdict, so that nothing can be told of it.
pub(super) fn lacks_texts(record: &Record) -> bool {
    let leaked = &record.judged.published.leaked;
    record.recalled.is_empty() && leaked.iter().any(|leak| !leak.asked.is_empty())
}

/// Returns whether a string stands whole in a text of the case; where the case is not there, that is taken for granted.
fn stands_somewhere(case: Option<&Case>, needle: &str) -> bool {
    case.is_none_or(|case| {
        let later = case.mutations.iter().flat_map(Mutation::texts);
        case.setup_facts.iter().chain(later).any(|text| stands_whole(&fold(text), needle))
    })
}

/// Returns whether the case only supersedes: what was so may be told as past, and what was erased may not.
fn is_superseded(record: &Record, case: Option<&Case>) -> bool {
    if let Some(case) = case {
        return case.mutations.iter().all(|change| matches!(change, Mutation::Supersede { .. }));
    }
    matches!(record.family.as_deref(), Some("supersession" | "drift"))
        || matches!(record.category.as_deref(), Some("paraphrase_supersession" | "recursive_supersession"))
}

//! The ways in which the memories of one group may go, as lines of tab-separated values.

use nepenthe::control::planner::Canonical;
use nepenthe::control::planner::canonical::{DELETION_FEATURES, DeletionCandidate};
use nepenthe::{Mutation, Scope};

use crate::group::{Group, Row, apart, bag};

/// The names of the columns. `apart` is how many content words the way is from what the label says.
pub(crate) fn head() -> String {
    format!("group\trow\tlabel\tway\tapart\t{}", DELETION_FEATURES.join("\t"))
}

/// One line for each way of each memory of the group that goes, whole or in part.
pub(crate) fn lines(
    planner: &Canonical,
    scope: &Scope,
    mutation: &Mutation,
    group: &Group,
) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for (text, ways) in planner.deletion_candidates(scope, mutation).map_err(|error| error.to_string())? {
        let Some((index, row)) = group.memory(&text) else { continue };
        let expected = match row {
            Row::Whole(label, _) if label == "go" => Vec::new(),
            Row::Edited(_, _, rest) => bag(rest),
            _ => continue,
        };
        for (way, DeletionCandidate { rest, numbers }) in ways.iter().enumerate() {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            lines.push(format!(
                "{}\t{index}\t{}\t{way}\t{}\t{}",
                group.src,
                row.label(),
                apart(&bag(rest), &expected),
                numbers.join("\t")
            ));
        }
    }
    Ok(lines)
}

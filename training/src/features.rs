//! The features of one group as lines of tab-separated values.

use nepenthe::control::planner::Canonical;
use nepenthe::control::planner::canonical::{FEATURES, LISTWISE_FEATURES};
use nepenthe::{Mutation, Scope};

use crate::group::Group;

/// The names of the columns.
pub(crate) fn head() -> String {
    format!("group\trow\tpart\tlabel\tmeant\t{}\t{}", FEATURES.join("\t"), LISTWISE_FEATURES.join("\t"))
}

/// One line for each part of each memory of the group that the planner looked at.
pub(crate) fn lines(
    planner: &Canonical,
    scope: &Scope,
    mutation: &Mutation,
    group: &Group,
) -> Result<Vec<String>, String> {
    let examined = planner.examine(scope, mutation).map_err(|error| error.to_string())?;
    let lines = examined.iter().filter_map(|seen| {
        let (index, row) = group.memory(&seen.text)?;
        // The memory as a whole is meant where any of it goes.
        let meant = u8::from(row.meant().get(seen.position).copied().unwrap_or_default());
        let mut numbers = seen.features.clone();
        numbers.extend(&seen.listwise);
        numbers.resize(FEATURES.len() + LISTWISE_FEATURES.len(), 0.0);
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        Some(format!(
            "{}\t{index}\t{}\t{}\t{meant}\t{}",
            group.src,
            seen.position,
            row.label(),
            numbers.join("\t")
        ))
    });
    Ok(lines.collect())
}

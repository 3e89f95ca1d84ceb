//! How often the planner does what the labels say.

use std::collections::BTreeMap;
use std::fmt;

use nepenthe::control::Action;
use nepenthe::{Mutation, Scope};

use crate::group::{Group, Row, bag};

/// Counts over groups.
#[derive(Default)]
pub(crate) struct Tally {
    groups: usize,
    groups_right: usize,
    /// Memories by label and by what happened to them.
    memories: BTreeMap<(String, Happened), usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Happened {
    Stayed,
    Went,
    /// Edited as the label says.
    Edited,
    /// Edited to another text.
    EditedOtherwise,
}

impl Tally {
    /// Plans the group's command; returns how the group failed, if it did.
    pub(crate) fn add(
        &mut self,
        scope: &Scope,
        mutation: Mutation,
        group: &Group,
    ) -> Result<Option<String>, String> {
        let plan = scope.plan(mutation).map_err(|error| format!("{}: {error}", group.src))?;
        let mut failure = format!("## {} {}: {} ; {}\n", group.src, group.verb, group.request, group.new);
        let mut right = true;
        for row in &group.rows {
            let step = plan.steps.iter().find(|step| step.memory.text == row.text());
            let (happened, text) = match step.map(|step| &step.action) {
                None => (Happened::Stayed, ""),
                Some(Action::Edit { text }) => match row {
                    Row::Edited(_, _, expected) if bag(expected) == bag(text) => {
                        (Happened::Edited, text.as_str())
                    }
                    Row::Part(_, _, gone, kept) => {
                        let holds = |string: &String| text.to_lowercase().contains(&string.to_lowercase());
                        let right = !gone.iter().any(holds)
                            && kept.iter().filter(|string| row.text().contains(*string)).all(holds);
                        (if right { Happened::Edited } else { Happened::EditedOtherwise }, text.as_str())
                    }
                    _ => (Happened::EditedOtherwise, text.as_str()),
                },
                Some(_) => (Happened::Went, ""),
            };
            let fits = matches!(
                (row.label(), happened),
                ("stay", Happened::Stayed) | ("go", Happened::Went) | ("edit" | "part", Happened::Edited)
            );
            right &= fits;
            let mark = if fits { ' ' } else { '!' };
            failure.push_str(&format!("  {mark} {:4} {happened:?} | {} | {text}\n", row.label(), row.text()));
            *self.memories.entry((row.label().to_owned(), happened)).or_default() += 1;
        }
        self.groups += 1;
        self.groups_right += usize::from(right);
        Ok((!right).then_some(failure))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.groups_right as f64 / self.groups.max(1) as f64;
        writeln!(f, "groups as labelled: {} of {} ({percent:.1} %)", self.groups_right, self.groups)?;
        for ((label, happened), count) in &self.memories {
            writeln!(f, "  {label:5} {happened:?}: {count}")?;
        }
        Ok(())
    }
}

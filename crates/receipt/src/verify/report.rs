//! The report: all checks, and whether the receipt holds.

use std::fmt;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use super::check::{Check, Checked, Outcome};

/// The outcome of every check, in order. Serialized as an object of `holds` and `checks`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    checks: Vec<Checked>,
}

impl Report {
    pub(super) fn new(outcome_of: impl FnMut(Check) -> Outcome) -> Self {
        let checks = Check::ALL.iter().copied().zip(Check::ALL.into_iter().map(outcome_of));
        Self { checks: checks.map(|(check, outcome)| Checked { check, outcome }).collect() }
    }

    /// The checks, in order, each once.
    #[must_use]
    pub fn checks(&self) -> &[Checked] {
        &self.checks
    }

    /// Returns how a check came out.
    #[must_use]
    pub fn outcome(&self, check: Check) -> &Outcome {
        let found = self.checks.iter().find(|checked| checked.check == check);
        &found.expect("a report has every check").outcome
    }

    /// Says whether the receipt holds: nothing failed, and nothing was skipped that had not to be asked for.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.checks.iter().all(|Checked { check, outcome }| match outcome {
            Outcome::Passed => true,
            Outcome::Failed(_) => false,
            Outcome::Skipped(_) => matches!(check, Check::Witnesses | Check::Commitments),
        })
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Report", 2)?;
        object.serialize_field("holds", &self.holds())?;
        object.serialize_field("checks", &self.checks)?;
        object.end()
    }
}

/// A line for each check, and one that says whether the receipt holds.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.checks.iter().try_for_each(|checked| writeln!(f, "{checked}"))?;
        f.write_str(if self.holds() { "The receipt holds." } else { "The receipt does not hold." })
    }
}

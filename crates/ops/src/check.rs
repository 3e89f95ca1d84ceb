//! Checking a store.

use nepenthe::{CheckOptions, CheckReport, Error, Progress, Store};
use serde::Serialize;

/// What a check found.
#[derive(Debug, Serialize)]
pub struct Checked {
    /// Whether there are no findings.
    pub sound: bool,
    /// What was looked at, and the findings.
    #[serde(flatten)]
    pub report: CheckReport,
}

/// Checks the whole store, every scope. Writes nothing.
pub fn check(
    store: &Store,
    options: &CheckOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<Checked, Error> {
    let report = store.check_with(options, progress)?;
    Ok(Checked { sound: report.is_sound(), report })
}

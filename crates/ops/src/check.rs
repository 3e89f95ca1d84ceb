//! Checking a store.

use nepenthe::receipt::Checkpoint;
use nepenthe::receipt::note::Note;
use nepenthe::{CheckOptions, CheckReport, Progress, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::OpError;
use crate::read::read;

/// How much is looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckInput {
    /// Whether to look also for rows that belong to nothing, and settings that would keep erased bytes.
    pub deep: bool,
    /// A signed checkpoint of the log, which must still begin with the same events.
    pub checkpoint: Option<String>,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// Whether there are no findings.
    pub sound: bool,
    /// Scopes looked at.
    pub scopes: usize,
    /// Memories looked at.
    pub memories: usize,
    /// Versions of texts looked at.
    pub versions: usize,
    /// Events looked at.
    pub events: usize,
    /// What does not agree.
    pub findings: Vec<Finding>,
}

/// Something that does not agree with the rest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// The scope, where it concerns one.
    pub scope: Option<String>,
    /// What is wrong; names ids, never texts.
    pub problem: String,
}

/// Checks the whole store, every scope. Writes nothing. `progress` counts memories; it must not use the store.
///
/// # Errors
/// [`OpError`]. What does not agree is no error, but a finding.
pub fn check(
    store: &Store,
    input: &CheckInput,
    progress: &mut dyn FnMut(Progress),
) -> Result<Checked, OpError> {
    let mut options = CheckOptions::default();
    if input.deep {
        options = options.deep();
    }
    if let Some(text) = &input.checkpoint {
        let note: Note = read("signed note", text)?;
        let checkpoint: Checkpoint = read("checkpoint", note.text())?;
        options = options.with_checkpoint(checkpoint);
    }
    let report = store.check_with(&options, progress)?;
    let sound = report.is_sound();
    let CheckReport { scopes, memories, versions, events, findings } = report;
    let findings = findings.into_iter().map(|found| Finding { scope: found.scope, problem: found.problem });
    Ok(Checked { sound, scopes, memories, versions, events, findings: findings.collect() })
}
